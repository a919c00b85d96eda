//! Certificates about sequences, in the format of `deadmove-puzzles-checker`.

use deadmove_puzzles_checker::sequences::{self as format, Bounds, KIND, SCHEMA, SequenceClaim};
use serde::Serialize;

use crate::sequences::maze::{GridMoves, Maze};
use crate::sequences::moves::letters;
use crate::sequences::shortest::LowerBound;
use deadmove_core::board::Move;

/// A claim about sequences, with the data needed to check it.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct SequenceCertificate(format::Certificate);

impl SequenceCertificate {
    fn new(grid: &GridMoves, claim: SequenceClaim) -> SequenceCertificate {
        let (width, height) = (grid.width, grid.height);
        SequenceCertificate(format::Certificate {
            schema: SCHEMA,
            kind: KIND.into(),
            width,
            height,
            claim,
        })
    }

    /// "This sequence solves every solvable maze", or, with a maze: it does not solve that one.
    pub fn of_verdict(
        grid: &GridMoves,
        moves: &[Move],
        unsolved: Option<Maze>,
    ) -> SequenceCertificate {
        SequenceCertificate::of_list(grid, moves, None, false, unsolved)
    }

    /// The same of the mazes of a list, if there is one. `perfect`: whether the sequence has to end
    /// on the goal.
    pub fn of_list(
        grid: &GridMoves,
        moves: &[Move],
        list: Option<&[Maze]>,
        perfect: bool,
        unsolved: Option<Maze>,
    ) -> SequenceCertificate {
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
        SequenceCertificate::new(grid, claim)
    }

    /// Bounds of the length of a shortest sequence.
    pub fn of_bounds(
        grid: &GridMoves,
        lower: &LowerBound,
        best: Option<&[Move]>,
    ) -> SequenceCertificate {
        let claim = SequenceClaim::Bounds(Bounds {
            sequence: best.map(letters),
            lower: lower.length,
            mazes: lower.mazes.iter().map(|maze| maze.rows(grid)).collect(),
            patterns: lower.patterns.clone(),
        });
        SequenceCertificate::new(grid, claim)
    }
}
