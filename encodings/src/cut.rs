//! What makes an edge set a Hamiltonian path, as clauses over edge variables: the degrees, and
//! connectivity as cut sets, since some edge must leave every proper set of vertices.
//!
//! Cut sets are added lazily, for the components of a degree-feasible edge set that is not
//! connected. Demanding an edge that leaves a component is stronger than forbidding the component
//! (Ohashi et al., SAT-Based CEGAR Method for the Hamiltonian Cycle Problem Enhanced by Cut-Set
//! Constraints, SAT 2025).

use crate::cnf::{Clauses, Lit, at_least, at_most};
use crate::graph::Graph;

/// Demands that exactly `degree(v)` edges are used at every vertex: for wanted degree `d` among `k`
/// edges, no `d + 1` edges together, and at least one of every `k − d + 1`.
pub fn degree_clauses(graph: &Graph, clauses: &mut Clauses) {
    for v in 0..graph.vertices() {
        let edges: Vec<Lit> = graph.edges_at(v).map(Lit::edge).collect();
        at_most(&edges, graph.degree(v), &[], clauses);
        at_least(&edges, graph.degree(v), &[], clauses);
    }
}

/// The clause "an edge leaves `inside`". Every Hamiltonian path satisfies it if `inside` is neither
/// empty nor all vertices. The clause is empty if no edge leaves the set.
pub fn cut_clause(graph: &Graph, members: &[usize], inside: impl Fn(usize) -> bool) -> Vec<Lit> {
    let mut clause = Vec::new();
    for &v in members {
        for (other, edge) in graph.neighbours(v) {
            if !inside(other) {
                clause.push(Lit::edge(edge));
            }
        }
    }
    clause
}

/// The connected components of the graph (V, used edges).
#[derive(Clone, Debug)]
pub struct Components {
    /// Vertex → component number, counted from 0.
    pub of: Vec<u32>,
    /// Number of components.
    pub count: usize,
}

impl Components {
    /// Finds the components of a set of used edges.
    pub fn new(graph: &Graph, used: &[bool]) -> Components {
        let mut of = vec![u32::MAX; graph.vertices()];
        let mut stack = Vec::new();
        let mut count = 0;
        for start in 0..graph.vertices() {
            if of[start] != u32::MAX {
                continue;
            }
            of[start] = count as u32;
            stack.push(start);
            while let Some(v) = stack.pop() {
                for (other, edge) in graph.neighbours(v) {
                    if used[edge] && of[other] == u32::MAX {
                        of[other] = count as u32;
                        stack.push(other);
                    }
                }
            }
            count += 1;
        }
        Components { of, count }
    }

    /// The members of every component.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.count];
        for (v, &component) in self.of.iter().enumerate() {
            members[component as usize].push(v);
        }
        members
    }
}
