//! Clauses on the edges, exits and outer cells of a window that do not depend on the order of
//! places on the rim.

use super::Window;
use crate::cnf::{Clauses, Lit, at_least, at_most};

impl Window {
    /// Known walls are walls, and the live end touches a wall: the cell before it on the line or,
    /// if it is the start, the outside next to a corner.
    pub fn wall_clauses(&self, clauses: &mut Clauses) {
        for (outer, cell) in self.disc.outers.iter().enumerate() {
            if cell.wall {
                clauses.push([!self.free[outer]]);
            }
        }
        let beside = (0..self.free.len()).filter(|&outer| self.disc.outers[outer].at_live_end);
        clauses.push(beside.map(|outer| !self.free[outer]));
    }

    /// Degrees: every vertex has two edges in the path, the step from the live end counting as one,
    /// or one fewer if it is the end. Exits lead to free cells.
    pub fn degree_clauses(&self, clauses: &mut Clauses) {
        for (vertex, cell) in self.disc.vertices.iter().enumerate() {
            let edges = self.edges_at[vertex].iter().map(|&(edge, _)| Lit::edge(edge));
            let exits = self.exits_at[vertex].iter().filter_map(|&place| self.exit[place]);
            let around: Vec<Lit> = edges.chain(exits).collect();
            let degree = if cell.first { 1 } else { 2 };
            at_most(&around, degree, &[], clauses);
            match self.end_vertex[vertex] {
                None => at_least(&around, degree, &[], clauses),
                Some(end) => {
                    at_least(&around, degree, &[end], clauses);
                    at_most(&around, degree - 1, &[!end], clauses);
                    at_least(&around, degree - 1, &[!end], clauses);
                }
            }
        }
        for (place, exit) in self.exit.iter().enumerate() {
            if let Some(exit) = *exit {
                clauses.push([!exit, self.free[self.disc.places[place].outer]]);
            }
        }
    }

    /// Degrees of outer cells. The path uses at most two sides of one, or one if it is the end. A
    /// free one that is not the end has two neighbours in the path, each on the disc or free.
    pub fn outer_clauses(&self, clauses: &mut Clauses) {
        for (outer, cell) in self.disc.outers.iter().enumerate() {
            let exits: Vec<Lit> =
                self.exits_into[outer].iter().filter_map(|&place| self.exit[place]).collect();
            at_most(&exits, 2, &[], clauses);
            let mut unless = vec![!self.free[outer]];
            if let Some(end) = self.end_outer[outer] {
                at_most(&exits, 1, &[!end], clauses);
                clauses.push([!end, self.free[outer]]);
                unless.push(end);
            }
            let known = cell.beyond.iter().flatten().map(|&other| self.free[other]);
            let ways: Vec<Lit> = exits.iter().copied().chain(known).collect();
            let unknown = cell.beyond.iter().filter(|other| other.is_none()).count();
            at_least(&ways, 2usize.saturating_sub(unknown), &unless, clauses);
        }
    }

    /// The end is a vertex, or the path leaves the disc at exactly one exit without coming back;
    /// not both.
    pub fn end_clauses(&self, clauses: &mut Clauses) {
        let lasts = self.last.iter().flatten();
        let ways: Vec<Lit> = lasts.chain(self.end_vertex.iter().flatten()).copied().collect();
        clauses.push(ways.iter().copied());
        at_most_one(&ways, clauses);
        let outside = self.end_outer.iter().flatten();
        let cells: Vec<Lit> = outside.chain(self.end_vertex.iter().flatten()).copied().collect();
        at_most_one(&cells, clauses);
        for (place, last) in self.last.iter().enumerate() {
            let (Some(last), Some(exit)) = (*last, self.exit[place]) else { continue };
            clauses.push([!last, exit]);
            if let Some(end) = self.end_outer[self.disc.places[place].outer] {
                clauses.push([!end, !exit, last]);
            }
        }
    }

    /// The pieces of the path outside the disc: each joins two exits, except the last. A cell that
    /// is entered from two sides of the disc is a piece of one cell.
    pub fn join_clauses(&self, clauses: &mut Clauses) {
        let mut at: Vec<Vec<Lit>> =
            self.last.iter().map(|last| last.iter().copied().collect()).collect();
        for ((p, q), join) in self.joins() {
            for place in [p, q] {
                at[place].push(join);
                if let Some(exit) = self.exit[place] {
                    clauses.push([!join, exit]);
                }
            }
        }
        for (place, exit) in self.exit.iter().enumerate() {
            if let Some(exit) = *exit {
                clauses.push([!exit].into_iter().chain(at[place].iter().copied()));
                at_most_one(&at[place], clauses);
            }
        }
        for exits in &self.exits_into {
            for (i, &p) in exits.iter().enumerate() {
                for &q in &exits[..i] {
                    let used = [p, q].map(|place| self.exit[place]);
                    let used = used.into_iter().flatten().map(|lit| !lit);
                    clauses.push(used.chain(self.join(p, q)));
                }
            }
        }
    }
}

/// The largest number of literals for which pairwise clauses are the smaller encoding of "at most
/// one".
const PAIRS: usize = 6;

/// At most one of the literals is true. More than a few are encoded as a ladder: for each i a
/// variable for "one of the first i is true" (Sinz, Towards an Optimal CNF Encoding of Boolean
/// Cardinality Constraints, CP 2005). An exit of a wide window may belong to dozens of pieces, and
/// clauses for their pairs would be most of the formula.
fn at_most_one(lits: &[Lit], clauses: &mut Clauses) {
    if lits.len() <= PAIRS {
        at_most(lits, 1, &[], clauses);
        return;
    }
    let mut before: Option<Lit> = None;
    for (at, &lit) in lits.iter().enumerate() {
        if let Some(before) = before {
            clauses.push([!before, !lit]);
        }
        if at + 1 == lits.len() {
            break;
        }
        let so_far = clauses.fresh();
        clauses.push([!lit, so_far]);
        if let Some(before) = before {
            clauses.push([!before, so_far]);
        }
        before = Some(so_far);
    }
}
