//! Certificates about sequences, in the format of `deadmove-puzzles-checker`.

use deadmove_puzzles_checker::sequences::{self as format, Bounds, KIND, SCHEMA, SequenceClaim};
use serde::Serialize;

use crate::sequences::maze::{Grid, Maze};
use crate::sequences::moves::{Move, letters};
use crate::sequences::shortest::LowerBound;

/// A claim about sequences, with the data needed to check it.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Certificate(format::Certificate);

impl Certificate {
    fn new(grid: &Grid, claim: SequenceClaim) -> Certificate {
        let (width, height) = (grid.width(), grid.height());
        Certificate(format::Certificate { schema: SCHEMA, kind: KIND.into(), width, height, claim })
    }

    /// "This sequence solves every solvable maze", or, with a maze: it does not solve that one.
    pub fn of_verdict(grid: &Grid, moves: &[Move], unsolved: Option<Maze>) -> Certificate {
        let sequence = letters(moves);
        let claim = match unsolved {
            None => SequenceClaim::SolvesAll { sequence },
            Some(maze) => SequenceClaim::Fails { sequence, maze: maze.rows(grid), perfect: false },
        };
        Certificate::new(grid, claim)
    }

    /// "This sequence solves every maze of the list", or, with a maze: it does not solve that one.
    /// `perfect`: whether it has to end on the goal.
    pub fn of_list(
        grid: &Grid,
        moves: &[Move],
        mazes: &[Maze],
        perfect: bool,
        unsolved: Option<Maze>,
    ) -> Certificate {
        let sequence = letters(moves);
        let rows = |maze: &Maze| maze.rows(grid);
        let claim = match unsolved {
            None => SequenceClaim::SolvesList {
                sequence,
                mazes: mazes.iter().map(rows).collect(),
                perfect,
            },
            Some(maze) => SequenceClaim::Fails { sequence, maze: maze.rows(grid), perfect },
        };
        Certificate::new(grid, claim)
    }

    /// Bounds of the length of a shortest sequence.
    pub fn of_bounds(grid: &Grid, lower: &LowerBound, best: Option<&[Move]>) -> Certificate {
        let claim = SequenceClaim::Bounds(Bounds {
            sequence: best.map(letters),
            lower: lower.length,
            mazes: lower.mazes.iter().map(|maze| maze.rows(grid)).collect(),
            patterns: lower.patterns.clone(),
        });
        Certificate::new(grid, claim)
    }
}
