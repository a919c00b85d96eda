//! Facts about known cells that do not touch the disc, and about walls: the path covers all free
//! cells, and the drawn cells are a line.
//!
//! **E7.** A known free cell off the window has two free neighbours, or one if it can be the end
//! cell; at least two neighbours of a wall are not free. (proof: docs/all-sizes.md, "line")

use super::count::at_least;
use super::{WindowFormula, never_end};
use crate::every_board::scene::{LIVE_END, Scene, WindowCell, near};
use deadmove_checker_kernel::rule::{Offset, Pattern};

/// What is known about a neighbour of a wall.
#[derive(Clone, Copy)]
enum Neighbour {
    NotFree,
    Free,
    /// If this literal is true.
    FreeIf(i32),
    /// The formula has no variable for it.
    Unknown,
}

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
            let neighbours = near(cell).map(|next| match self.window.find(next) {
                _ if next == LIVE_END || scene.walls.contains(&next) => Neighbour::NotFree,
                Some(WindowCell::Disc(_)) => Neighbour::Free,
                _ if scene.free.contains(&next) => Neighbour::Free,
                Some(WindowCell::Outer(x)) => Neighbour::FreeIf(self.free(x)),
                None => Neighbour::Unknown,
            });
            let itself = match self.window.find(cell) {
                Some(WindowCell::Outer(x)) if !scene.walls.contains(&cell) => Some(self.free(x)),
                _ => None,
            };
            for other in 0..neighbours.len() {
                let three =
                    (0..neighbours.len()).filter(|&at| at != other).map(|at| neighbours[at]);
                let three: Vec<Neighbour> = three.collect();
                // If one of them is not free, the clause holds; about an unknown one it says
                // nothing.
                if three.iter().all(|n| matches!(n, Neighbour::Free | Neighbour::FreeIf(_))) {
                    let not_free = three.into_iter().filter_map(|neighbour| match neighbour {
                        Neighbour::FreeIf(free) => Some(-free),
                        _ => None,
                    });
                    self.cnf.push(not_free.chain(itself));
                }
            }
        }
    }
}
