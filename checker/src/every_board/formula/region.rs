//! Facts about the regions of segments that lie on the disc: which cells are in them, and their
//! surplus of white cells.
//!
//! **E5.** Free side cells are in the region A; of two free neighbours off the segment both are in
//! A or neither; cells of the segment, walls and the end cell are not; the ends of a piece are both
//! in A or not. (proof: docs/explanation/proofs-for-every-board.md, "sides")
//!
//! **E6.** Twice the surplus of A with the segment is the number of edges of Q that leave it at a
//! white cell, minus those that leave it at a black one. (proof:
//! docs/explanation/proofs-for-every-board.md, "colour")

use super::WindowFormula;
use crate::every_board::scene::{WindowCell, near};
use crate::kernel::cnf::variable;
use crate::kernel::rule::{Extent, Forbidden, Segment};
use crate::kernel::sum::{both, constrain_sum};

/// The region of a segment as variables. The region consists of the cells that can be reached from
/// the free side cells through free cells off the segment.
#[derive(Clone, Debug)]
pub struct WindowRegion {
    /// The index of the segment.
    pub segment: usize,
    /// For each cell of the disc, whether it is on the segment.
    pub on: Vec<bool>,
    /// The side cells that belong to the window.
    pub side: Vec<WindowCell>,
    disc: i32,
    outer: i32,
}

impl WindowRegion {
    /// "The cell is in the region."
    pub fn has(&self, seen: WindowCell) -> i32 {
        match seen {
            WindowCell::Disc(v) => variable(self.disc, v),
            WindowCell::Outer(x) => variable(self.outer, x),
        }
    }

    fn is_on(&self, seen: WindowCell) -> bool {
        matches!(seen, WindowCell::Disc(v) if self.on[v])
    }
}

impl WindowFormula {
    /// The conditions of a segment on the disc and its region A. Free side cells are in A. Of two
    /// free neighbours off the segment both are in A or neither. Cells of the segment, walls and
    /// the end cell are not in A. So the two ends of a piece are both in A or both not, since
    /// pieces lie off the segment; and the last piece is not in A, since it ends on the end cell.
    pub(super) fn segment(&mut self, number: usize, segment: &Segment, forbidden: &Forbidden) {
        let mut on = vec![false; self.window.disc.len()];
        for &cell in &segment.cells {
            let Some(WindowCell::Disc(v)) = self.window.find(cell) else { return };
            on[v] = true;
        }
        let side = segment.side_cells().into_iter().filter_map(|cell| self.window.find(cell));
        let side: Vec<WindowCell> = side.collect();
        let disc = self.cnf.variables(on.len());
        let outer = self.cnf.variables(self.window.outers.len());
        let region = WindowRegion { segment: number, on, side, disc, outer };
        let window = &self.window;
        for (&cell, seen) in window.cells() {
            let inside = region.has(seen);
            if region.is_on(seen) {
                self.cnf.push([-inside]);
                continue;
            }
            for not in self.wall(seen).into_iter().chain(self.end(cell)) {
                self.cnf.push([-inside, -not]);
            }
            for other in near(cell).into_iter().filter_map(|cell| window.find(cell)) {
                if !region.is_on(other) {
                    let wall = self.wall(other);
                    self.cnf.push([-inside, region.has(other)].into_iter().chain(wall));
                }
            }
        }
        for &seen in &region.side {
            let wall = self.wall(seen);
            self.cnf.push([region.has(seen)].into_iter().chain(wall));
        }
        for (&(p, q), &join) in &self.joins {
            let [p, q] = [p, q].map(|place| region.has(WindowCell::Outer(window.rim[place].outer)));
            self.cnf.push([-join, -p, q]);
            self.cnf.push([-join, p, -q]);
        }
        for (place, last) in self.last.iter().enumerate() {
            if let Some(last) = *last {
                self.cnf.push([-last, -region.has(WindowCell::Outer(window.rim[place].outer))]);
            }
        }
        // A has cells exactly if it has side cells.
        let side = region.side.iter().map(|&seen| region.has(seen));
        match segment.extent {
            Extent::Enclosed => self.cnf.push(side),
            Extent::EnclosedOrEmpty => {}
            Extent::Empty => side.for_each(|inside| self.cnf.push([-inside])),
        }
        if forbidden.unless_in.contains(&number) {
            self.cnf.push([-region.has(WindowCell::Disc(self.first))]);
        }
        self.colours(segment, &region);
        self.regions.push(region);
    }

    /// Colour counting. Let R be A with the segment. Each cell of R has two edges of Q, and an edge
    /// within R has one end of each colour. So twice the surplus of R (white minus black cells) is
    /// the number of edges that leave R at a white cell, minus the number that leave it at a black
    /// cell. Edges leave R at the segment, since a neighbour of A is in A, on the segment, or not
    /// free. The one exception is the step from the live end, which leaves R at a white cell if
    /// that cell is in R.
    fn colours(&mut self, segment: &Segment, region: &WindowRegion) {
        let weight = |v: usize| {
            let (right, down) = self.window.disc[v];
            if (right ^ down) & 1 == 0 { -1 } else { 1 }
        };
        let mut leaving = Vec::new();
        for (edge, &(a, b)) in self.edges.iter().enumerate() {
            let edge = variable(1, edge);
            leaving.extend([(edge, a, WindowCell::Disc(b)), (edge, b, WindowCell::Disc(a))]);
        }
        for (place, exit) in self.window.rim.iter().zip(&self.exit) {
            if let (Some(from), Some(exit)) = (place.cell, *exit) {
                leaving.push((exit, from, WindowCell::Outer(place.outer)));
            }
        }
        leaving.retain(|&(_, from, to)| region.on[from] && !region.is_on(to));
        let mut terms: Vec<(i32, i32)> = leaving
            .into_iter()
            .map(|(edge, from, to)| (both(edge, -region.has(to), &mut self.cnf), weight(from)))
            .collect();
        let step = i32::from(region.on[self.first]);
        if step == 0 {
            terms.push((region.has(WindowCell::Disc(self.first)), 1));
        }
        let allowed = |sum: i32| sum % 2 == 0 && segment.tests.iter().all(|t| t.holds(sum / 2));
        constrain_sum(&terms, |sum| allowed(sum + step), &mut self.cnf);
    }
}
