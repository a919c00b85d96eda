//! Deductions: why a graph has no Hamiltonian path between its ends, step by step.
//!
//! A step decides one edge and names what decides it: a vertex, a chain, a region. To check
//! it, one counts, given the decisions before it; no search is needed. The last step is followed by
//! a contradiction.
//!
//! - [`derive()`] finds a deduction and trims it to the steps it needs.
//! - `known` holds decided edges and says which lemma decides another one.
//! - `explain` finds the vertex, chain or region of a step.
//!
//! What the five lemmas decide, quickly and without reasons, is in [`crate::propagation`].

mod derive;
mod explain;
mod known;

pub use derive::{Probing, derive};

/// Steps to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// In order: each may use those before it.
    pub steps: Vec<Step>,
    /// A contradiction.
    pub contradiction: Contradiction,
}

/// A decided edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The edge.
    pub edge: usize,
    /// Whether every completion uses it; otherwise none does.
    pub is_in: bool,
    /// What decides it.
    pub because: Because,
}

/// What decides an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// This end of it needs all edges it has left, or has all it needs.
    Degree {
        /// The vertex.
        vertex: usize,
    },
    /// It would close a chain of edges that are in, the virtual edge among them, to a cycle that is
    /// not the whole graph.
    SmallLoop {
        /// The vertices of the chain, from one end of the edge to the other.
        chain: Vec<usize>,
    },
    /// The degrees in a region require of the edges that leave it, black ends minus white ends,
    /// what they can just give: all of one kind are in, the others out.
    Colour {
        /// The vertices of the region.
        region: Vec<usize>,
    },
    /// It is one of only two edges, the virtual edge counted, that leave a region.
    TwoEdgeCut {
        /// The vertices of the region.
        region: Vec<usize>,
    },
    /// The opposite leads to a contradiction.
    Probe {
        /// Its steps may use those before this one and the supposed edge.
        deduction: Box<Deduction>,
    },
}

/// A contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// A vertex with fewer edges left than it needs, or more in use.
    Degree {
        /// The vertex.
        vertex: usize,
    },
    /// Edges that are in, the virtual edge among them, close a cycle that is not the whole graph.
    SmallLoop {
        /// The vertices of the cycle in order.
        cycle: Vec<usize>,
    },
    /// No edge that is not out, nor the virtual edge, joins the vertices to others but the door.
    CutOff {
        /// Some vertices, neither none nor all but the door.
        vertices: Vec<usize>,
        /// The only neighbour they may have.
        door: Option<usize>,
    },
    /// The degrees in a region require of the edges that leave it what they cannot give.
    Colour {
        /// The vertices of the region.
        region: Vec<usize>,
    },
}

impl Deduction {
    /// Whether the contradiction needs no step.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}
