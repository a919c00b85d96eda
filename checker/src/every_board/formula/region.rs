//! Facts about the regions of segments that lie on the disc: which cells are in them, and their
//! surplus of white cells.
//!
//! **E5.** Free side cells are in the region A; of two free neighbours off the segment both are in
//! A or neither; cells of the segment, walls and the end cell are not; the ends of a piece are both
//! in A or not. (proof: docs/all-sizes.md, "sides")
//!
//! **E6.** Twice the surplus of A with the segment is the number of edges of Q that leave it at a
//! white cell, minus those that leave it at a black one. (proof: docs/all-sizes.md, "colour")

use super::WindowFormula;
use crate::every_board::scene::{WindowCell, near};
use deadmove_checker_kernel::rule::{Extent, Forbidden, Segment};
use deadmove_checker_kernel::sum::constrain_sum;

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
            WindowCell::Disc(v) => self.disc + v as i32,
            WindowCell::Outer(x) => self.outer + x as i32,
        }
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
        for (v, &cell) in window.disc.iter().enumerate() {
            if region.on[v] {
                self.cnf.push([-region.has(WindowCell::Disc(v))]);
            }
            if let Some(&end) = self.ends.get(&cell) {
                self.cnf.push([-end, -region.has(WindowCell::Disc(v))]);
            }
        }
        for (x, &cell) in window.outers.iter().enumerate() {
            self.cnf.push([-region.has(WindowCell::Outer(x)), self.free + x as i32]);
            if let Some(&end) = self.ends.get(&cell) {
                self.cnf.push([-end, -region.has(WindowCell::Outer(x))]);
            }
        }
        for &seen in &region.side {
            let wall = self.wall(seen);
            self.cnf.push([region.has(seen)].into_iter().chain(wall));
        }
        let off = |seen: WindowCell| !matches!(seen, WindowCell::Disc(v) if region.on[v]);
        let all = window.disc.iter().chain(&window.outers);
        for (&a, one) in all.filter_map(|cell| Some((cell, window.find(*cell)?))) {
            for other in near(a).into_iter().filter_map(|cell| window.find(cell)) {
                if !off(one) || !off(other) {
                    continue;
                }
                let walls = self.wall(one).into_iter().chain(self.wall(other));
                self.cnf.push([-region.has(one), region.has(other)].into_iter().chain(walls));
            }
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
        // Whether A has cells.
        let on_disc = region.side.iter().any(|seen| matches!(seen, WindowCell::Disc(_)));
        let outers: Vec<i32> =
            region.side.iter().filter_map(|&seen| Some(-self.wall(seen)?)).collect();
        match segment.extent {
            Extent::Enclosed if !on_disc => self.cnf.push(outers),
            Extent::Enclosed | Extent::EnclosedOrEmpty => {}
            Extent::Empty => {
                if on_disc {
                    self.cnf.push([]);
                }
                for free in outers {
                    self.cnf.push([-free]);
                }
            }
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
        // Edges that may leave R: the cell of R; the literal that the edge needs to be true, if
        // any; and the literal that it needs to be false, or 0.
        let mut leaving: Vec<(usize, Option<i32>, i32)> = Vec::new();
        let first = if region.on[self.first] { None } else { Some(self.first) };
        leaving.push((self.first, first.map(|v| region.has(WindowCell::Disc(v))), 0));
        for (edge, &(a, b)) in self.edges.iter().enumerate() {
            for (from, to) in [(a, b), (b, a)] {
                if region.on[from] && !region.on[to] {
                    leaving.push((from, Some(edge as i32 + 1), region.has(WindowCell::Disc(to))));
                }
            }
        }
        for (place, exit) in self.window.rim.iter().zip(&self.exit) {
            if let (Some(from), Some(exit)) = (place.cell.filter(|&v| region.on[v]), *exit) {
                leaving.push((from, Some(exit), region.has(WindowCell::Outer(place.outer))));
            }
        }
        let mut terms = Vec::new();
        for (from, used, inside) in leaving {
            let lit = self.cnf.variables(1);
            match used {
                None => self.cnf.push([lit]),
                Some(used) => {
                    let not = (inside != 0).then_some(inside);
                    self.cnf.push([-lit, used]);
                    self.cnf.push([lit, -used].into_iter().chain(not));
                    if let Some(inside) = not {
                        self.cnf.push([-lit, -inside]);
                    }
                }
            }
            terms.push((lit, weight(from)));
        }
        let allowed =
            |sum: i32| sum % 2 == 0 && segment.tests.iter().all(|test| test.holds(sum / 2));
        constrain_sum(&terms, allowed, &mut self.cnf);
    }
}
