//! Certificates about sequences, in the format of `deadmove-puzzles-checker`.

use deadmove_puzzles_checker::sequences::{Bounds, Certificate, KIND, SCHEMA, SequenceClaim};

use crate::sequences::maze::{GridMoves, Maze};
use crate::sequences::moves::letters;
use crate::sequences::shortest::LowerBound;
use deadmove_core::board::Move;

fn certificate(grid: &GridMoves, claim: SequenceClaim) -> Certificate {
    let (width, height) = (grid.width, grid.height);
    Certificate { schema: SCHEMA, kind: KIND.into(), width, height, claim }
}

/// "This sequence solves every solvable maze", or, with a maze: it does not solve that one.
pub fn of_verdict(grid: &GridMoves, moves: &[Move], unsolved: Option<Maze>) -> Certificate {
    of_list(grid, moves, None, false, unsolved)
}

/// The same of the mazes of a list, if there is one. `perfect`: whether the sequence has to end
/// on the goal.
pub fn of_list(
    grid: &GridMoves,
    moves: &[Move],
    list: Option<&[Maze]>,
    perfect: bool,
    unsolved: Option<Maze>,
) -> Certificate {
    let sequence = letters(moves);
    let rows = |maze: &Maze| maze.rows(grid);
    let claim = match (unsolved, list) {
        (Some(maze), _) => SequenceClaim::Fails { sequence, maze: rows(&maze), perfect },
        (None, None) => SequenceClaim::SolvesAll { sequence },
        (None, Some(mazes)) => {
            let mazes = mazes.iter().map(rows).collect();
            SequenceClaim::SolvesList { sequence, mazes, perfect }
        }
    };
    certificate(grid, claim)
}

/// Bounds of the length of a shortest sequence.
pub fn of_bounds(grid: &GridMoves, lower: &LowerBound, best: Option<&[Move]>) -> Certificate {
    let claim = SequenceClaim::Bounds(Bounds {
        sequence: best.map(letters),
        lower: lower.length,
        mazes: lower.mazes.iter().map(|maze| maze.rows(grid)).collect(),
        patterns: lower.patterns.clone(),
    });
    certificate(grid, claim)
}
