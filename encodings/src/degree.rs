//! The degree constraints as clauses over edge variables.

use crate::cnf::{Clauses, Lit};
use crate::graph::Graph;

/// Demands that exactly `degree(v)` edges are used at every vertex: for wanted degree `d` among `k`
/// edges, no `d + 1` edges together, and at least one of every `k − d + 1`.
pub fn degree_clauses(graph: &Graph, clauses: &mut Clauses) {
    for v in 0..graph.vertices() {
        let edges: Vec<usize> = graph.edges_at(v).collect();
        let degree = graph.degree(v);
        for_each_subset(&edges, degree + 1, |subset| {
            clauses.push(subset.iter().map(|&edge| !Lit::edge(edge)));
        });
        if edges.len() < degree {
            clauses.push([]);
        } else {
            for_each_subset(&edges, edges.len() - degree + 1, |subset| {
                clauses.push(subset.iter().map(|&edge| Lit::edge(edge)));
            });
        }
    }
}

fn for_each_subset(items: &[usize], size: usize, mut visit: impl FnMut(&[usize])) {
    fn extend(
        items: &[usize],
        size: usize,
        chosen: &mut Vec<usize>,
        visit: &mut impl FnMut(&[usize]),
    ) {
        if size == 0 {
            visit(chosen);
            return;
        }
        for (at, &item) in items.iter().enumerate() {
            if items.len() - at < size {
                break;
            }
            chosen.push(item);
            extend(&items[at + 1..], size - 1, chosen, visit);
            chosen.pop();
        }
    }
    extend(items, size, &mut Vec::with_capacity(size), &mut visit);
}
