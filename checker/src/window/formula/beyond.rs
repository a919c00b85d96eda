//! Facts about known cells that do not touch the disc, and about walls: the path covers all free
//! cells, and the drawn cells are a line.

use super::count::at_least;
use super::{WindowFormula, never_end};
use crate::rule::{Offset, Pattern};
use crate::window::scene::{LIVE_END, Scene, WindowCell, near};

impl WindowFormula {
    /// Q has two edges at a free cell, and one at the end cell. They lead to free cells, because a
    /// cell that does not touch the disc is not next to the live end.
    pub(super) fn far_cells(&mut self, scene: &Scene, pattern: &Pattern) {
        for &cell in &scene.free {
            if self.window.find(cell).is_some() {
                continue;
            }
            let mut edges = if never_end(pattern, cell) { 2 } else { 1 };
            let mut open = Vec::new();
            for next in near(cell) {
                if scene.walls.contains(&next) {
                    continue;
                }
                match self.window.find(next) {
                    Some(WindowCell::Outer(x)) if !scene.free.contains(&next) => {
                        open.push(self.free(x))
                    }
                    _ => edges -= 1,
                }
            }
            if let Ok(edges) = usize::try_from(edges) {
                at_least(&open, edges, None, &mut self.cnf);
            }
        }
    }

    /// At least two of the four neighbours of a wall are not free. For a drawn cell these are the
    /// cells before and after it on the line; the first cell of the line is a corner of the board
    /// and has two neighbours off the board. Three neighbours of a cell off the board are off the
    /// board too, since the board is a rectangle.
    pub(super) fn walls(&mut self, scene: &Scene) {
        let outers: Vec<Offset> = self.window.outers.clone();
        for &cell in outers.iter().chain(scene.walls.iter().filter(|wall| !outers.contains(wall))) {
            if scene.free.contains(&cell) {
                continue;
            }
            // For each neighbour: never free (None), known to be free (Some(None)), or a literal.
            let free = near(cell).map(|next| match self.window.find(next) {
                _ if next == LIVE_END || scene.walls.contains(&next) => None,
                Some(WindowCell::Disc(_)) => Some(None),
                _ if scene.free.contains(&next) => Some(None),
                Some(WindowCell::Outer(x)) => Some(Some(self.free(x))),
                None => None,
            });
            let itself = match self.window.find(cell) {
                Some(WindowCell::Outer(x)) if !scene.walls.contains(&cell) => Some(self.free(x)),
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
