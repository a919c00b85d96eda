//! Upper bounds: a sequence that solves every solvable maze, not a shortest one, and its repeated
//! shortening.

use crate::sequences::beam::beam;
use crate::sequences::maze::{GridMoves, Maze};
use crate::sequences::verify::some_unsolved;
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

pub use crate::sequences::shorten::shorten;

/// Rounds and breadth of the beam searches that a sequence begins with.
const ROUNDS: usize = 5;
const BREADTH: usize = 100;
/// Unsolved mazes considered for each piece.
const LOOKED_AT: usize = 400;

/// A sequence that solves every solvable maze: first a part found by beam search for some mazes,
/// then pieces for the others. Each piece is a shortest path to the goal in one of the unsolved
/// mazes: the piece that solves most of them for its length.
///
/// # Errors
/// The limit that was reached.
pub fn first(grid: &GridMoves, budget: &Budget<'_>) -> Result<Vec<Move>, Limit> {
    let mut moves = beam(grid, ROUNDS, BREADTH, budget)?;
    loop {
        let open = some_unsolved(grid, &moves, LOOKED_AT, budget)?;
        let open = open.iter().map(|unsolved| (unsolved.field, unsolved.maze(grid)));
        let open: Vec<(usize, Maze)> = open.collect();
        let pieces = open.iter().map(|&(field, maze)| way(grid, field, maze));
        let worth = |piece: &Vec<Move>| {
            let solves = |&&(field, maze): &&(usize, Maze)| solves(grid, maze, field, piece);
            open.iter().filter(solves).count() * 1000 / piece.len().max(1)
        };
        match pieces.max_by_key(worth) {
            Some(piece) => moves.extend(piece),
            None => return Ok(moves),
        }
    }
}

/// The moves of a shortest path to the goal.
fn way(grid: &GridMoves, field: usize, maze: Maze) -> Vec<Move> {
    let way = grid.shortest_way(field, maze.0).expect("it is solvable");
    let leads =
        |pair: &[usize]| Move::ALL.into_iter().find(|&m| grid.target(pair[0], m) == pair[1]);
    way.windows(2).filter_map(leads).collect()
}

fn solves(grid: &GridMoves, maze: Maze, mut field: usize, moves: &[Move]) -> bool {
    moves.iter().any(|&step| {
        field = maze.step(grid, field, step);
        field == grid.goal()
    })
}
