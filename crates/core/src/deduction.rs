//! Deductions: a reason in steps. Each decides one edge, that is, whether the line must or cannot
//! go from a cell to its neighbour, until there is a contradiction.
//!
//! Edges join *usable* cells: free cells and the live end. A completion has one edge at the live
//! end, one at the end cell and two at every other usable cell. With a *virtual edge* from the end
//! cell to the live end it is one closed line.

use schemars::JsonSchema;
use serde::Serialize;

use crate::board::Cell;

/// Steps to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Deduction {
    /// In order: each may use those before it.
    pub steps: Vec<Step>,
    /// The contradiction after them.
    pub contradiction: Contradiction,
}

/// A decided edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Step {
    /// Its two cells, in row-major order.
    pub edge: (Cell, Cell),
    /// Whether every completion uses it; otherwise none does.
    pub used: bool,
    /// What decides it.
    pub because: Because,
}

/// What decides an edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Because {
    /// One of its cells needs all edges it has left, or has all it needs.
    Degree {
        /// The cell.
        cell: Cell,
    },
    /// It would close a chain of used edges, perhaps with the virtual edge, to a loop without all
    /// cells.
    SmallLoop {
        /// The chain, from one cell of the edge to the other.
        chain: Vec<Cell>,
    },
    /// The edges that leave a region can just balance its colours, in one way only.
    Colour {
        /// The region.
        region: Vec<Cell>,
    },
    /// It is one of only two edges, the virtual edge counted, that leave a region.
    TwoEdgeCut {
        /// The region.
        region: Vec<Cell>,
    },
    /// The opposite leads to a contradiction.
    Probe {
        /// After the steps before this one and the opposite of this one.
        deduction: Box<Deduction>,
    },
}

/// A contradiction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Contradiction {
    /// A cell with fewer edges left than it needs, or more in use.
    Degree {
        /// The cell.
        cell: Cell,
    },
    /// A loop of used edges, perhaps with the virtual edge, without all cells.
    SmallLoop {
        /// The cells along the loop.
        chain: Vec<Cell>,
    },
    /// Cells that are joined to the others by way of one cell at most.
    CutOff {
        /// The cells.
        cells: Vec<Cell>,
        /// The one cell, if there is one.
        door: Option<Cell>,
    },
    /// The edges that leave a region cannot balance its colours.
    Colour {
        /// The region.
        region: Vec<Cell>,
    },
}

impl Deduction {
    /// The number of steps, with those inside probes.
    pub fn len(&self) -> usize {
        let inside = |step: &Step| match &step.because {
            Because::Probe { deduction } => 1 + deduction.len(),
            _ => 1,
        };
        self.steps.iter().map(inside).sum()
    }

    /// Whether the contradiction needs no step.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}
