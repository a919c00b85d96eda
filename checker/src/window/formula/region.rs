//! Facts about the regions of segments that lie on the disc: which cells are in them, and how many
//! more are white than black.

use super::Formula;
use crate::region::sum;
use crate::rule::{Extent, Forbidden, Segment};
use crate::window::scene::{Seen, near};

/// The region of a segment: what is reached from the free cells of its side through free cells off
/// the segment.
#[derive(Clone, Debug)]
pub struct Region {
    /// The number of the segment.
    pub segment: usize,
    /// For each cell of the disc whether it is on the segment.
    pub on: Vec<bool>,
    /// The cells of the side that are seen.
    pub side: Vec<Seen>,
    disc: i32,
    outer: i32,
}

impl Region {
    /// "The cell is in the region."
    pub fn has(&self, seen: Seen) -> i32 {
        match seen {
            Seen::Disc(v) => self.disc + v as i32,
            Seen::Outer(x) => self.outer + x as i32,
        }
    }
}

impl Formula {
    /// What a segment on the disc asks of its region A. Free cells of the side are in it,
    /// neighbours off the segment are in it together, cells of the segment, walls and the end
    /// cell are not. So a piece of Q joins cells that are in it, or that are not, and the last piece
    /// leads along cells that are not: they lie off the segment.
    pub(super) fn segment(&mut self, number: usize, segment: &Segment, forbidden: &Forbidden) {
        let mut on = vec![false; self.window.disc.len()];
        for &cell in &segment.cells {
            let Some(Seen::Disc(v)) = self.window.seen(cell) else { return };
            on[v] = true;
        }
        let side = segment.side_cells().into_iter().filter_map(|cell| self.window.seen(cell));
        let side: Vec<Seen> = side.collect();
        let disc = self.cnf.variables(on.len());
        let outer = self.cnf.variables(self.window.outers.len());
        let region = Region { segment: number, on, side, disc, outer };
        let window = &self.window;
        for (v, &cell) in window.disc.iter().enumerate() {
            if region.on[v] {
                self.cnf.push([-region.has(Seen::Disc(v))]);
            }
            if let Some(&end) = self.ends.get(&cell) {
                self.cnf.push([-end, -region.has(Seen::Disc(v))]);
            }
        }
        for (x, &cell) in window.outers.iter().enumerate() {
            self.cnf.push([-region.has(Seen::Outer(x)), self.free + x as i32]);
            if let Some(&end) = self.ends.get(&cell) {
                self.cnf.push([-end, -region.has(Seen::Outer(x))]);
            }
        }
        for &seen in &region.side {
            let wall = match seen {
                Seen::Disc(_) => None,
                Seen::Outer(x) => Some(-(self.free + x as i32)),
            };
            self.cnf.push([region.has(seen)].into_iter().chain(wall));
        }
        let off = |seen: Seen| !matches!(seen, Seen::Disc(v) if region.on[v]);
        let all = window.disc.iter().chain(&window.outers);
        for (&a, one) in all.filter_map(|cell| Some((cell, window.seen(*cell)?))) {
            for other in near(a).into_iter().filter_map(|cell| window.seen(cell)) {
                if !off(one) || !off(other) {
                    continue;
                }
                let wall = |seen| match seen {
                    Seen::Disc(_) => None,
                    Seen::Outer(x) => Some(-(self.free + x as i32)),
                };
                let walls = wall(one).into_iter().chain(wall(other));
                self.cnf.push([-region.has(one), region.has(other)].into_iter().chain(walls));
            }
        }
        for (&(p, q), &join) in &self.joins {
            let [p, q] = [p, q].map(|place| region.has(Seen::Outer(window.rim[place].outer)));
            self.cnf.push([-join, -p, q]);
            self.cnf.push([-join, p, -q]);
        }
        for (place, last) in self.last.iter().enumerate() {
            if let Some(last) = *last {
                self.cnf.push([-last, -region.has(Seen::Outer(window.rim[place].outer))]);
            }
        }
        // Whether it has cells.
        let on_disc = region.side.iter().any(|seen| matches!(seen, Seen::Disc(_)));
        let outers = region.side.iter().filter_map(|seen| match seen {
            Seen::Outer(x) => Some(self.free + *x as i32),
            Seen::Disc(_) => None,
        });
        let outers: Vec<i32> = outers.collect();
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
            self.cnf.push([-region.has(Seen::Disc(self.first))]);
        }
        self.colours(segment, &region);
        self.regions.push(region);
    }

    /// Colours. All cells of R, which is A with the segment, have two edges of Q. An edge within R
    /// has ends of both colours there; so twice the whites minus the blacks of R is the number of
    /// edges that leave R at a white cell, minus those that leave at a black one. Edges leave at the
    /// segment: what is next to A is in A, on the segment, or no free cell. The one exception is
    /// the step of the live end, which leaves at a white cell if that cell is in R.
    fn colours(&mut self, segment: &Segment, region: &Region) {
        let weight = |v: usize| {
            let (right, down) = self.window.disc[v];
            if (right ^ down) & 1 == 0 { -1 } else { 1 }
        };
        // "Used, if any, and to a cell that is not in A", with the cell where it leaves.
        let mut leaving: Vec<(usize, Option<i32>, i32)> = Vec::new();
        let first = if region.on[self.first] { None } else { Some(self.first) };
        leaving.push((self.first, first.map(|v| region.has(Seen::Disc(v))), 0));
        for (edge, &(a, b)) in self.edges.iter().enumerate() {
            for (from, to) in [(a, b), (b, a)] {
                if region.on[from] && !region.on[to] {
                    leaving.push((from, Some(edge as i32 + 1), region.has(Seen::Disc(to))));
                }
            }
        }
        for (place, exit) in self.window.rim.iter().zip(&self.exit) {
            if let (Some(from), Some(exit)) = (place.cell.filter(|&v| region.on[v]), *exit) {
                leaving.push((from, Some(exit), region.has(Seen::Outer(place.outer))));
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
        sum(&terms, allowed, &mut self.cnf);
    }
}
