//! Facts about the path in a window: its degree at the cells of the disc, and how its pieces off
//! the disc join exits.
//!
//! **E4.** Q has two edges at each cell of the disc, one at the end cell; every used exit belongs
//! to one piece, and a wall touches the live end. (proof:
//! docs/explanation/proofs-for-every-board.md, "degree")

use super::WindowFormula;
use super::count::{at_least, at_most};
use crate::every_board::scene::{LIVE_END, WindowCell, near};
use crate::kernel::cnf::variable;

impl WindowFormula {
    /// Q has two edges at each cell of the disc, including the edge from the live end, and one at
    /// the end cell. Exits lead to free cells. A wall is next to the live end: the cell before it
    /// on the line, or, if the line begins there, in a corner, a cell off the board.
    pub(super) fn degrees(&mut self) {
        for v in 0..self.window.disc.len() {
            let edges = self.edges.iter().enumerate().filter(|(_, (a, b))| *a == v || *b == v);
            let mut around: Vec<i32> = edges.map(|(edge, _)| variable(1, edge)).collect();
            let places = self.window.rim.iter().zip(&self.exit);
            around
                .extend(places.filter(|(place, _)| place.cell == Some(v)).filter_map(|(_, x)| *x));
            let degree = if v == self.first { 1 } else { 2 };
            let end = self.end(self.window.disc[v]);
            at_most(&around, degree, None, &mut self.cnf);
            at_least(&around, degree, end, &mut self.cnf);
            if let Some(end) = end {
                at_most(&around, degree - 1, [-end], &mut self.cnf);
                at_least(&around, degree - 1, [-end], &mut self.cnf);
            }
        }
        for place in 0..self.exit.len() {
            if let Some(exit) = self.exit[place] {
                self.cnf.push([-exit, self.free_at(place)]);
            }
        }
        let beside = near(LIVE_END).into_iter().filter_map(|cell| match self.window.find(cell) {
            Some(WindowCell::Outer(x)) => Some(-self.free(x)),
            _ => None,
        });
        let beside: Vec<i32> = beside.collect();
        self.cnf.push(beside);
    }

    /// Every used exit belongs to exactly one piece. One of the pieces is the last one, unless the
    /// end cell is on the disc. An outer cell with two exits is a piece; the end cell with an exit
    /// is the last piece.
    pub(super) fn pieces(&mut self) {
        let mut at: Vec<Vec<i32>> = self.last.iter().map(|last| Vec::from_iter(*last)).collect();
        for (&(p, q), &join) in &self.joins {
            at[p].push(join);
            at[q].push(join);
        }
        for (place, pieces) in at.iter().enumerate() {
            let Some(exit) = self.exit[place] else { continue };
            self.cnf.push([-exit].into_iter().chain(pieces.iter().copied()));
            for &piece in pieces {
                self.cnf.push([-piece, exit]);
            }
            at_most(pieces, 1, None, &mut self.cnf);
        }
        let on_disc = self.window.disc.iter().filter_map(|&cell| self.end(cell));
        let on_disc: Vec<i32> = on_disc.collect();
        let ways: Vec<i32> = on_disc.iter().chain(self.last.iter().flatten()).copied().collect();
        at_most(&ways, 1, None, &mut self.cnf);
        self.cnf.push(ways);
        let all: Vec<i32> = self.ends.values().copied().collect();
        at_most(&all, 1, None, &mut self.cnf);
        for outer in 0..self.window.outers.len() {
            let end = self.end(self.window.outers[outer]);
            let exits = self.exits_into(outer);
            for (i, &q) in exits.iter().enumerate() {
                let (Some(used), Some(last)) = (self.exit[q], self.last[q]) else { continue };
                if let Some(end) = end {
                    self.cnf.push([-end, -used, last]);
                }
                for &p in &exits[..i] {
                    let Some(other) = self.exit[p] else { continue };
                    let join = self.joins.get(&(p, q)).copied();
                    self.cnf.push([-used, -other].into_iter().chain(join));
                }
            }
        }
    }

    /// The places of the exits into an outer cell.
    pub(super) fn exits_into(&self, outer: usize) -> Vec<usize> {
        let places = 0..self.exit.len();
        let into =
            |&place: &usize| self.exit[place].is_some() && self.window.rim[place].outer == outer;
        places.filter(into).collect()
    }
}
