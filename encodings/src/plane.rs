//! What the plane says about a vertex set that is connected and whose complement is: planarity as
//! clauses on labels.
//!
//! Split the vertices of a connected plane graph into *wall* and *free*, both connected. Then the edges between
//! them cross a simple closed curve (a bond is a simple cycle of the dual graph), and that curve passes
//! every face at most once. So around each face, and around each simply connected set of vertices
//! without which the walls are still connected, the labels change at most twice.

use crate::cnf::{Clauses, Lit};

/// A place on a closed walk: what its label is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rim {
    /// Wall in any case.
    Wall,
    /// Free if the literal holds.
    FreeIf(Lit),
}

impl Rim {
    /// The literal that excludes the label; none if the label is excluded already.
    fn unless(self, free: bool) -> Option<Result<Lit, ()>> {
        match (self, free) {
            (Rim::Wall, true) => None,
            (Rim::Wall, false) => Some(Err(())),
            (Rim::FreeIf(lit), true) => Some(Ok(!lit)),
            (Rim::FreeIf(lit), false) => Some(Ok(lit)),
        }
    }
}

/// Around a closed walk the label changes at most twice, if all of `conditions` hold.
pub fn at_most_two_changes(walk: &[Rim], conditions: &[Lit], clauses: &mut Clauses) {
    let mut push = |four: [Rim; 4], first_free: bool| {
        let mut clause: Vec<Lit> = conditions.iter().map(|&lit| !lit).collect();
        for (i, rim) in four.into_iter().enumerate() {
            match rim.unless(first_free == (i % 2 == 0)) {
                None => return,
                Some(Err(())) => {}
                Some(Ok(lit)) => clause.push(lit),
            }
        }
        clauses.push(clause);
    };
    for a in 0..walk.len() {
        for b in a + 1..walk.len() {
            for c in b + 1..walk.len() {
                for d in c + 1..walk.len() {
                    let four = [walk[a], walk[b], walk[c], walk[d]];
                    push(four, true);
                    push(four, false);
                }
            }
        }
    }
}

/// Along a walk that begins at a wall and ends at a free vertex, in a closed walk that has two such
/// halves, the label changes once: everything before a wall is wall.
pub fn one_change(walk: &[Rim], clauses: &mut Clauses) {
    for pair in walk.windows(2) {
        let (Some(before), Some(after)) = (pair[0].unless(true), pair[1].unless(false)) else {
            continue;
        };
        clauses.push([before, after].into_iter().flatten());
    }
}
