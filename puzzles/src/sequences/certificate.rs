//! The format of certificates about sequences. `deadmove-puzzles-checker` has its own reader for it.

use serde::Serialize;

use crate::sequences::maze::{Grid, Maze};
use crate::sequences::moves::{Move, letters};
use crate::sequences::shortest::LowerBound;

/// The version of the format.
pub const SCHEMA: u8 = 1;
/// The kind that distinguishes these certificates from others.
pub const KIND: &str = "sequences";

/// A claim about sequences, with the data needed to check it.
#[derive(Clone, Debug, Serialize)]
pub struct Certificate {
    schema: u8,
    kind: &'static str,
    width: usize,
    height: usize,
    claim: Claim,
}

/// What is claimed. A maze is a list of rows.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The sequence solves every solvable maze.
    SolvesAll {
        /// Its letters.
        sequence: String,
    },
    /// The sequence solves every maze of a list.
    SolvesList {
        /// Its letters.
        sequence: String,
        /// The list.
        mazes: Vec<Vec<String>>,
        /// Whether it ends on the goal in each.
        perfect: bool,
    },
    /// The sequence does not solve a maze that is solvable.
    Fails {
        /// Its letters.
        sequence: String,
        /// The maze.
        maze: Vec<String>,
        /// Whether it would have to end on the goal.
        perfect: bool,
    },
    /// Bounds of the length of a shortest sequence that solves every solvable maze.
    Bounds {
        /// A sequence that does, if one is known.
        sequence: Option<String>,
        /// No sequence of fewer moves does.
        lower: usize,
        /// Mazes that no such sequence solves together.
        mazes: Vec<Vec<String>>,
        /// Mazes whose pattern tables make the search short, by their numbers from 0.
        patterns: Vec<Vec<usize>>,
    },
}

impl Certificate {
    /// The certificate of a claim about a grid.
    pub fn new(grid: &Grid, claim: Claim) -> Certificate {
        let (width, height) = (grid.width(), grid.height());
        Certificate { schema: SCHEMA, kind: KIND, width, height, claim }
    }

    /// "This sequence solves every solvable maze", or, with a maze: it does not solve that one.
    pub fn of_verdict(grid: &Grid, moves: &[Move], unsolved: Option<Maze>) -> Certificate {
        let sequence = letters(moves);
        let claim = match unsolved {
            None => Claim::SolvesAll { sequence },
            Some(maze) => Claim::Fails { sequence, maze: maze.rows(grid), perfect: false },
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
            None => {
                Claim::SolvesList { sequence, mazes: mazes.iter().map(rows).collect(), perfect }
            }
            Some(maze) => Claim::Fails { sequence, maze: maze.rows(grid), perfect },
        };
        Certificate::new(grid, claim)
    }

    /// Bounds of the length of a shortest sequence.
    pub fn of_bounds(grid: &Grid, lower: &LowerBound, best: Option<&[Move]>) -> Certificate {
        let claim = Claim::Bounds {
            sequence: best.map(letters),
            lower: lower.length,
            mazes: lower.mazes.iter().map(|maze| maze.rows(grid)).collect(),
            patterns: lower.patterns.clone(),
        };
        Certificate::new(grid, claim)
    }
}
