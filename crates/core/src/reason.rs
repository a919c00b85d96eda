//! Typed reasons why a position is dead.
//!
//! Black is the colour of the live end's own cell. A reason depends only on the free cells and the
//! live end. The checker validates all kinds but `search` from the board and the path
//! alone.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::board::Cell;
use crate::deduction::Deduction;

/// Why a position has no completion, cheapest kind first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// A cell that the line can enter but not leave, or not enter: it has fewer usable neighbours
    /// (free cells and the live end) than the line needs there.
    DeadEnd {
        /// The cell; the live end itself when it is stuck.
        cell: Cell,
        /// Its usable neighbours.
        exits: Vec<Cell>,
        /// How many it needs: 1 for the live end and the end cell, else 2.
        needed: usize,
    },
    /// Free cells, without the end cell, that can be reached through at most one cell: the line
    /// could enter them but not return.
    CutOff {
        /// The cells cut off.
        cells: Vec<Cell>,
        /// The only cell from which the line could enter them, if there is one.
        door: Option<Cell>,
    },
    /// A region whose colours cannot be balanced by the edges that leave it.
    ///
    /// Every completion has Σ degree over the black cells − Σ degree over the white cells of the
    /// region = (black-ended − white-ended edges leaving it); the left side is `needed`, the right
    /// side lies between −(white-ended) and +(black-ended) crossing edges.
    Colour {
        /// The region: free cells, perhaps with the live end.
        region: Vec<Cell>,
        /// Black cells in the region.
        black: usize,
        /// White cells in the region.
        white: usize,
        /// The required difference between the edges leaving the region: black-ended minus
        /// white-ended.
        needed: i64,
        /// Every edge that leaves the region, inner cell first.
        crossing: Vec<(Cell, Cell)>,
    },
    /// Steps that decide edges, and a contradiction.
    Deduction(Deduction),
    /// Edges with the degrees of a completion, in several pieces that no flip of a strip joins
    /// (docs/explanation/strips.md, Lemma 6); only of regions without holes.
    Loops {
        /// The path from the live end to the end cell.
        path: Vec<Cell>,
        /// The loops, each from one of its cells around, which is not repeated.
        loops: Vec<Vec<Cell>>,
        /// How many edge sets flips of even strips make of it, itself included.
        edge_sets: usize,
    },
    /// No short reason: an exhaustive search found no completion.
    Search {
        /// The engine that searched.
        engine: SearchEngine,
        /// Connectivity clauses the SAT engine needed; 0 for the frontier engine.
        cut_sets: usize,
    },
}

/// The engine behind an exhaustive search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SearchEngine {
    /// A SAT solver, after all short reasons were tried.
    Sat,
    /// Dynamic programming along a sweep line, which tries no short reason.
    Frontier,
    /// The lemmas, which refuted every move but not the position.
    Propagate,
    /// The reasons that the strips engine finds, which refuted every move but not the position.
    Strips,
}

impl SearchEngine {
    /// Whether the engine looks for a short reason first.
    pub fn tries_short_reasons(self) -> bool {
        self == SearchEngine::Sat
    }
}

impl fmt::Display for SearchEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SearchEngine::Sat => "sat",
            SearchEngine::Frontier => "frontier",
            SearchEngine::Propagate => "propagate",
            SearchEngine::Strips => "strips",
        })
    }
}
