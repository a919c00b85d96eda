//! Planarity as clauses on the labels *wall* and *free* of vertices.
//!
//! Let the vertices of a connected plane graph be labelled such that the walls are connected and
//! the free vertices are connected. Then the edges between walls and free vertices are a bond, and
//! a bond is a simple cycle of the dual graph: a simple closed curve that enters each face at most
//! once. So the label changes at most twice around each face. The same holds around each simply
//! connected set of vertices without which the walls are still connected.

use crate::cnf::{Clauses, Lit};

/// The label of one step of a closed walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkLabel {
    /// Always wall.
    Wall,
    /// Free if the literal holds.
    FreeIf(Lit),
}

/// Whether a step of the walk has some label.
enum HasLabel {
    Always,
    Never,
    /// Unless the literal is true.
    Unless(Lit),
}

impl WalkLabel {
    fn has(self, free: bool) -> HasLabel {
        match (self, free) {
            (WalkLabel::Wall, true) => HasLabel::Never,
            (WalkLabel::Wall, false) => HasLabel::Always,
            (WalkLabel::FreeIf(lit), true) => HasLabel::Unless(!lit),
            (WalkLabel::FreeIf(lit), false) => HasLabel::Unless(lit),
        }
    }
}

/// Forbids that all of these steps have the label beside them, if all of `conditions` hold.
fn forbid(
    labels: impl IntoIterator<Item = (WalkLabel, bool)>,
    conditions: &[Lit],
    clauses: &mut Clauses,
) {
    let mut clause: Vec<Lit> = conditions.iter().map(|&lit| !lit).collect();
    for (step, free) in labels {
        match step.has(free) {
            HasLabel::Never => return,
            HasLabel::Always => {}
            HasLabel::Unless(lit) => clause.push(lit),
        }
    }
    clauses.push(clause);
}

/// Demands that the label changes at most twice around a closed walk, if all of `conditions` hold:
/// no four steps in cyclic order are free, wall, free, wall, or the other way round.
pub fn at_most_two_changes(walk: &[WalkLabel], conditions: &[Lit], clauses: &mut Clauses) {
    for a in 0..walk.len() {
        for b in a + 1..walk.len() {
            for c in b + 1..walk.len() {
                for d in c + 1..walk.len() {
                    let four = [walk[a], walk[b], walk[c], walk[d]];
                    for alternating in [[true, false, true, false], [false, true, false, true]] {
                        forbid(four.into_iter().zip(alternating), conditions, clauses);
                    }
                }
            }
        }
    }
}

/// Demands that every step before a wall is a wall. This holds on each half of a closed walk whose
/// two halves both lead from a wall to a free vertex: the label changes at most twice, so once on
/// each.
pub fn one_change(walk: &[WalkLabel], clauses: &mut Clauses) {
    for pair in walk.windows(2) {
        forbid([(pair[0], true), (pair[1], false)], &[], clauses);
    }
}
