//! A Hamiltonian path of the whole graph that is split behind one of its vertices, the live end.
//!
//! Each vertex has a label: *drawn*, if it lies on the path up to the live end, else *free*. Every
//! edge of the path joins equal labels except one, which leads from the live end to a free vertex.
//! Conversely, suppose that one end of the path is drawn and the other free, that only edges at the
//! live end join different labels, and at most one of them. Then the label changes exactly once
//! along the path, at the live end, so the labels are those of the path. No variables for the order
//! along the path are needed.

use crate::cnf::{Clauses, FreshLits, Lit};
use crate::graph::Graph;

/// The labels of a path split behind `live_end`.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// The vertex behind which the path is split.
    pub live_end: usize,
    drawn: FreshLits,
}

impl Split {
    /// Labels with new variables of a formula, one for each vertex.
    pub fn new(live_end: usize, graph: &Graph, clauses: &mut Clauses) -> Split {
        Split { live_end, drawn: clauses.fresh_many(graph.vertices()) }
    }

    /// "`v` is drawn."
    pub fn drawn(&self, v: usize) -> Lit {
        self.drawn.at(v)
    }

    /// "`v` is free."
    pub fn free(&self, v: usize) -> Lit {
        !self.drawn(v)
    }

    /// Connects the labels with the edges, for a path from `start` to `end`.
    pub fn clauses(&self, graph: &Graph, start: usize, end: usize, clauses: &mut Clauses) {
        clauses.push([self.drawn(start)]);
        clauses.push([self.drawn(self.live_end)]);
        clauses.push([self.free(end)]);
        for edge in 0..graph.edges() {
            let (a, b) = graph.ends(edge);
            if a != self.live_end && b != self.live_end {
                clauses.push([!Lit::edge(edge), self.drawn(a), self.free(b)]);
                clauses.push([!Lit::edge(edge), self.free(a), self.drawn(b)]);
            }
        }
        // No two edges lead from the live end to free vertices.
        let steps: Vec<(usize, usize)> = graph.neighbours(self.live_end).collect();
        for (i, &(v, to_v)) in steps.iter().enumerate() {
            for &(w, to_w) in &steps[..i] {
                clauses.push([!Lit::edge(to_v), !Lit::edge(to_w), self.drawn(v), self.drawn(w)]);
            }
        }
        if self.live_end == start {
            for (v, edge) in steps {
                clauses.push([!Lit::edge(edge), self.free(v)]);
            }
        }
    }
}
