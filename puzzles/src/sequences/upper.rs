//! Upper bounds: a sequence that solves every solvable maze, and its repeated shortening.

use crate::sequences::beam::beam;
use crate::sequences::construct::construct;
use crate::sequences::maze::Grid;
use crate::sequences::moves::Move;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

pub use crate::sequences::shorten::shorten;

/// Rounds and breadth of the beam searches that a sequence begins with.
const ROUNDS: usize = 5;
const BREADTH: usize = 100;

/// A sequence that solves every solvable maze: first a part found by beam search for some mazes,
/// then pieces for the others.
pub fn first(grid: &Grid, budget: &Budget<'_>) -> Result<Vec<Move>, Limit> {
    construct(grid, beam(grid, ROUNDS, BREADTH, budget)?, budget)
}
