//! Colour counting for all regions at once: face potentials in order encoding.
//!
//! Resolution needs exponentially many steps to notice that a region has one black cell too many.
//! This module adds auxiliary variables with which unit propagation notices it.
//!
//! Fix one edge set x⁰ with the wanted degrees (a [`Flow`]). For any other such set x, the
//! difference z = x − x⁰, read as a flow from black to white, is a circulation, and on a connected
//! plane graph every circulation is the difference of face potentials: z(e) = p(left face of e) −
//! p(right face of e), with p = 0 on one face of our choice. (Cycle space and face potentials of a
//! plane graph; for the square lattice these potentials are the height function of the six-vertex
//! model.) Since z(e) is 0 or 1 on edges outside x⁰ and 0 or −1 on edges of x⁰, neighbouring
//! potentials satisfy difference constraints, and shortest paths in the dual graph bound every
//! potential: p lies in [low, high] for all edge sets with the wanted degrees.
//!
//! The colour equation of a region is the sum of z over its boundary, a closed walk in the dual
//! graph: it holds automatically as soon as potentials exist. In order encoding (one variable for
//! "p(f) ≥ k") unit propagation computes the bounds of difference constraints, which is complete
//! for them: as far as the faces in question have variables, every choice of crossing edges that
//! contradicts the colours behind them is excluded.

use std::collections::VecDeque;

use crate::cnf::{Clauses, FreshLits, Lit};
use crate::flow::Flow;
use crate::graph::{Faces, Graph};

/// The bounds of all face potentials.
#[derive(Clone, Debug)]
pub struct Heights {
    low: Vec<i32>,
    high: Vec<i32>,
}

/// The truth value of "p(f) ≥ k".
#[derive(Clone, Copy)]
enum AtLeast {
    Always,
    Never,
    Var(Lit),
    /// The face has no variables, its range being too wide.
    Open,
}

impl Heights {
    /// Bounds the potentials of all faces, with 0 on the face with the longest boundary. The graph
    /// must be connected and have an edge.
    pub fn new(faces: &Faces, flow: &Flow) -> Heights {
        let root = faces.largest();
        // p(left) − p(right) ≤ 1 − x⁰ and p(right) − p(left) ≤ x⁰.
        let high = distances(
            faces,
            root,
            |edge, to_left| {
                if to_left { !flow.used[edge] } else { flow.used[edge] }
            },
        );
        let low = distances(
            faces,
            root,
            |edge, to_left| {
                if to_left { flow.used[edge] } else { !flow.used[edge] }
            },
        );
        Heights { low: low.into_iter().map(|d| -d).collect(), high }
    }

    /// The lowest and the highest potential a face can have.
    pub fn range(&self, face: usize) -> (i32, i32) {
        (self.low[face], self.high[face])
    }

    /// Adds the potentials of all faces whose range spans at most `widest` steps, in order
    /// encoding, with the clauses that tie them to the edges.
    pub fn clauses(
        &self,
        graph: &Graph,
        faces: &Faces,
        flow: &Flow,
        widest: i32,
        clauses: &mut Clauses,
    ) {
        let mut steps: Vec<Option<FreshLits>> = vec![None; faces.len()];
        for (face, steps) in steps.iter_mut().enumerate() {
            let (low, high) = self.range(face);
            if high - low > widest {
                continue;
            }
            let count = (high - low) as usize;
            let lits = clauses.fresh_many(count);
            for step in 1..count {
                clauses.push([!lits.at(step), lits.at(step - 1)]);
            }
            *steps = Some(lits);
        }
        let at_least = |face: usize, k: i32| {
            let (low, high) = self.range(face);
            if k <= low {
                AtLeast::Always
            } else if k > high {
                AtLeast::Never
            } else {
                let lit = |lits: FreshLits| AtLeast::Var(lits.at((k - low - 1) as usize));
                steps[face].map_or(AtLeast::Open, lit)
            }
        };
        for edge in 0..graph.edges() {
            // Swap sides on used edges, so that p(a) = p(b) + step with step 1 exactly when the
            // edge differs from x⁰.
            let x0 = flow.used[edge];
            let (left, right) = (faces.left(edge), faces.right(edge));
            let (a, b) = if x0 { (right, left) } else { (left, right) };
            let changed = Lit::edge_is(edge, !x0);
            if a == b {
                clauses.push([!changed]);
                continue;
            }
            let from = self.low[a].min(self.low[b]);
            let to = self.high[a].max(self.high[b]) + 1;
            for k in from..=to {
                // p(b) ≥ k → p(a) ≥ k, and p(a) ≥ k + 1 → p(b) ≥ k, with or without the edge.
                imply(clauses, None, at_least(b, k), at_least(a, k));
                imply(clauses, None, at_least(a, k + 1), at_least(b, k));
                // Unchanged: p(a) ≤ p(b). Changed: p(a) ≥ p(b) + 1.
                imply(clauses, Some(!changed), at_least(a, k), at_least(b, k));
                imply(clauses, Some(changed), at_least(b, k), at_least(a, k + 1));
            }
        }
    }
}

/// Adds the clause `condition ∧ premise → conclusion`, simplified; nothing if a part is open.
fn imply(clauses: &mut Clauses, condition: Option<Lit>, premise: AtLeast, conclusion: AtLeast) {
    let premise = match premise {
        AtLeast::Never | AtLeast::Open => return,
        AtLeast::Always => None,
        AtLeast::Var(lit) => Some(!lit),
    };
    let conclusion = match conclusion {
        AtLeast::Always | AtLeast::Open => return,
        AtLeast::Never => None,
        AtLeast::Var(lit) => Some(lit),
    };
    clauses.push(condition.map(|lit| !lit).into_iter().chain(premise).chain(conclusion));
}

/// Distances from `root` in the dual graph, where crossing an edge costs 1 or 0. `costs(edge,
/// to_left)` says whether the crossing from the right to the left face (or the other way) costs.
fn distances(faces: &Faces, root: usize, costs: impl Fn(usize, bool) -> bool) -> Vec<i32> {
    let mut distance = vec![i32::MAX; faces.len()];
    let mut done = vec![false; faces.len()];
    let mut queue = VecDeque::from([root]);
    distance[root] = 0;
    while let Some(face) = queue.pop_front() {
        if std::mem::replace(&mut done[face], true) {
            continue;
        }
        for edge in faces.boundary(face) {
            for (from, to, to_left) in [
                (faces.right(edge), faces.left(edge), true),
                (faces.left(edge), faces.right(edge), false),
            ] {
                if from != face {
                    continue;
                }
                let cost = i32::from(costs(edge, to_left));
                if distance[face] + cost < distance[to] {
                    distance[to] = distance[face] + cost;
                    if cost == 0 { queue.push_front(to) } else { queue.push_back(to) }
                }
            }
        }
    }
    distance
}
