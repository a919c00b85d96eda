//! Facts about cells that are known but do not touch the disc, and about walls: the path covers what
//! is free, and what is drawn is a line.

use super::count::at_least;
use super::{Formula, never_end};
use crate::rule::{Offset, Pattern};
use crate::window::scene::{LIVE_END, Scene, Seen, near};

impl Formula {
    /// Q has two edges at a free cell, and one at the end cell. They lead to free cells, for a cell
    /// that does not touch the disc is not next to the live end.
    pub(super) fn far_cells(&mut self, scene: &Scene, pattern: &Pattern) {
        for &cell in &scene.free {
            if self.window.seen(cell).is_some() {
                continue;
            }
            let mut edges = if never_end(pattern, cell) { 2 } else { 1 };
            let mut open = Vec::new();
            for next in near(cell) {
                if scene.walls.contains(&next) {
                    continue;
                }
                match self.window.seen(next) {
                    Some(Seen::Outer(x)) if !scene.free.contains(&next) => open.push(self.free(x)),
                    _ => edges -= 1,
                }
            }
            if let Ok(edges) = usize::try_from(edges) {
                at_least(&open, edges, None, &mut self.cnf);
            }
        }
    }

    /// Of the four neighbours of a wall two at least are not free. The line passes a drawn cell, and
    /// comes from one neighbour and goes on to another; its first cell is a corner of the board, with
    /// two neighbours that are not on it. Of a cell that is not on the board three neighbours are
    /// not on it either, since the board is a rectangle.
    pub(super) fn walls(&mut self, scene: &Scene) {
        let outers: Vec<Offset> = self.window.outers.clone();
        for &cell in outers.iter().chain(scene.walls.iter().filter(|wall| !outers.contains(wall))) {
            if scene.free.contains(&cell) {
                continue;
            }
            // For each neighbour that can be free the literal that says so, if it is not known.
            let free = near(cell).map(|next| match self.window.seen(next) {
                _ if next == LIVE_END || scene.walls.contains(&next) => None,
                Some(Seen::Disc(_)) => Some(None),
                _ if scene.free.contains(&next) => Some(None),
                Some(Seen::Outer(x)) => Some(Some(self.free(x))),
                None => None,
            });
            let itself = match self.window.seen(cell) {
                Some(Seen::Outer(x)) if !scene.walls.contains(&cell) => Some(self.free(x)),
                _ => None,
            };
            for other in 0..free.len() {
                let three = (0..free.len()).filter(|&at| at != other).map(|at| free[at]);
                if let Some(three) = three.collect::<Option<Vec<_>>>() {
                    let not_free = three.into_iter().flatten().map(|free| -free);
                    self.cnf.push(not_free.chain(itself));
                }
            }
        }
    }
}
