//! Facts about the cells around the disc, and others that are known: which neighbours of a free
//! cell the path can come from, and which neighbours of a wall are not free.
//!
//! **E7.** Q has two edges at a free cell off the disc, one at the end cell; at least two
//! neighbours of a wall are not free. (proof: docs/explanation/proofs-for-every-board.md,
//! "outer-degrees" and "line")

use std::collections::BTreeSet;

use super::WindowFormula;
use super::count::{at_least, at_most};
use crate::every_board::scene::{LIVE_END, Scene, WindowCell, near};
use crate::kernel::rule::Offset;

impl WindowFormula {
    /// Free cells off the disc: their edges lead to the disc, which is by exits, or to free cells;
    /// none leads to the live end, whose edge leads to the disc.
    ///
    /// Walls: a drawn cell has the cells before and after it on the line; the first cell of the
    /// line is a corner of the board and has two neighbours off the board. Three neighbours of a
    /// cell off the board are off the board too, since the board is a rectangle.
    ///
    /// Neighbours of which nothing is known count as free, and as walls.
    pub(super) fn off_the_disc(&mut self, scene: &Scene) {
        let known = scene.free.iter().chain(&scene.walls).chain(&self.window.outers);
        for &cell in &known.copied().collect::<BTreeSet<Offset>>() {
            let (is_free, is_wall) = (scene.free.contains(&cell), scene.walls.contains(&cell));
            let end = self.end(cell);
            let (mut ways, mut free) = (Vec::new(), None);
            match self.window.find(cell) {
                Some(WindowCell::Disc(_)) => continue,
                Some(WindowCell::Outer(x)) => {
                    ways.extend(self.exits_into(x).into_iter().filter_map(|at| self.exit[at]));
                    free = Some(self.free(x));
                }
                None => {}
            }
            if let Some(free) = free {
                at_most(&ways, 2, None, &mut self.cnf);
                if let Some(end) = end {
                    at_most(&ways, 1, [-end], &mut self.cnf);
                    self.cnf.push([-end, free]);
                }
            }
            let mut walls = Vec::new();
            let (mut least_ways, mut least_walls) = (2_usize, 2_usize);
            for next in near(cell) {
                match self.window.find(next) {
                    Some(WindowCell::Disc(_)) => {}
                    Some(WindowCell::Outer(x)) => {
                        ways.push(self.free(x));
                        walls.push(-self.free(x));
                    }
                    None => {
                        let can_be_free = next != LIVE_END && !scene.walls.contains(&next);
                        let can_be_wall = !scene.free.contains(&next);
                        least_ways = least_ways.saturating_sub(can_be_free.into());
                        least_walls = least_walls.saturating_sub(can_be_wall.into());
                    }
                }
            }
            if !is_wall {
                let unless = free.map(|free| -free).into_iter().chain(end);
                at_least(&ways, least_ways, unless, &mut self.cnf);
            }
            if !is_free {
                at_least(&walls, least_walls, free, &mut self.cnf);
            }
        }
    }
}
