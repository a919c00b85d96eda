//! Claims about sequences of moves in mazes.
//!
//! A maze is a grid of free fields and walls. A sequence of the letters u, d, l, r is executed from
//! the upper-left field; a move against a wall or the edge does nothing. The maze is solved if
//! the lower-right field, the goal, is visited, and perfectly solved if the sequence ends there. A
//! maze is solvable if a path leads from the start to the goal.
//!
//! Only the code of this folder has to be trusted: it grows the decision trees itself (`tree`) and
//! repeats the search for lower bounds from the list of mazes (`bound`).

mod bound;
mod maze;
mod tree;

use serde::{Deserialize, Serialize};

use maze::{FreeFields, MazeGrid};

/// The `kind` of these certificates.
pub const KIND: &str = "sequences";

/// The version of their format.
pub const SCHEMA: u8 = 1;

/// A certificate.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`SCHEMA`].
    pub schema: u8,
    /// [`KIND`].
    pub kind: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// What is claimed.
    pub claim: SequenceClaim,
}

/// What is claimed. A maze is a list of rows of `.` (free) and `#` (wall).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SequenceClaim {
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
    /// Bounds on the length of a shortest sequence.
    Bounds(Bounds),
}

/// Bounds on the length of a shortest sequence that solves every solvable maze.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Solves every solvable maze.
    pub sequence: Option<String>,
    /// No sequence of fewer moves does.
    pub lower: usize,
    /// Mazes that no such sequence solves together.
    pub mazes: Vec<Vec<String>>,
    /// Groups of mazes, as indices from 0, whose tables prune the search. They only make it faster.
    pub patterns: Vec<Vec<usize>>,
}

/// Checks a certificate. Returns what it says, in one line, and what it leaves open.
pub(crate) fn check(text: &str) -> Result<(String, Vec<String>), String> {
    let certificate: Certificate = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if certificate.kind != KIND || certificate.schema != SCHEMA {
        return Err(format!("it is not of the kind {KIND} with schema {SCHEMA}"));
    }
    let (width, height) = (certificate.width, certificate.height);
    let grid = MazeGrid::new(width, height)?;
    let size = format!("{width}x{height}");
    match &certificate.claim {
        SequenceClaim::SolvesAll { sequence } => {
            let moves = read(sequence)?;
            let leaves = solves_all(&grid, &moves)?;
            let what = format!(
                "{size}: a sequence of {} moves solves every solvable maze, {leaves} leaves",
                moves.len()
            );
            Ok((what, Vec::new()))
        }
        SequenceClaim::SolvesList { sequence, mazes, perfect } => {
            let moves = read(sequence)?;
            for (number, rows) in mazes.iter().enumerate() {
                let maze = grid.maze(rows)?;
                if !maze.is_solved(&grid, &moves, *perfect) {
                    return Err(format!("maze {} is not solved", number + 1));
                }
            }
            if mazes.is_empty() {
                return Err("there is no maze".into());
            }
            let how = if *perfect { "perfectly solves" } else { "solves" };
            let (moves, mazes) = (moves.len(), mazes.len());
            Ok((format!("{size}: a sequence of {moves} moves {how} {mazes} mazes"), Vec::new()))
        }
        SequenceClaim::Fails { sequence, maze, perfect } => {
            let moves = read(sequence)?;
            if grid.maze(maze)?.is_solved(&grid, &moves, *perfect) {
                return Err("the sequence solves the maze".into());
            }
            let how = if *perfect { " perfectly" } else { "" };
            let moves = moves.len();
            let what = format!("{size}: a sequence of {moves} moves does not solve a maze{how}");
            Ok((what, Vec::new()))
        }
        SequenceClaim::Bounds(bounds) => check_bounds(&grid, &size, bounds),
    }
}

fn check_bounds(
    grid: &MazeGrid,
    size: &str,
    bounds: &Bounds,
) -> Result<(String, Vec<String>), String> {
    let mazes: Result<Vec<FreeFields>, String> =
        bounds.mazes.iter().map(|rows| grid.maze(rows)).collect();
    bound::check(grid, &mazes?, &bounds.patterns, bounds.lower)?;
    let from = bounds.lower;
    let Some(sequence) = &bounds.sequence else {
        let what = format!("{size}: no sequence of fewer than {from} moves solves every maze");
        return Ok((what, vec!["no sequence is given".into()]));
    };
    let moves = read(sequence)?;
    solves_all(grid, &moves)?;
    let to = moves.len();
    match to == from {
        true => Ok((format!("{size}: {to} moves solve every maze, fewer do not"), Vec::new())),
        false => {
            let what = format!("{size}: {to} moves solve every maze, fewer than {from} do not");
            Ok((what, vec![format!("whether {from} to {} moves do", to - 1)]))
        }
    }
}

fn solves_all(grid: &MazeGrid, moves: &[usize]) -> Result<u64, String> {
    tree::leaves(grid, moves).map_err(|maze| {
        format!("the sequence does not solve a maze, by rows: {}", maze.rows(grid).join(" "))
    })
}

/// The moves as indices of up, down, left, right.
fn read(sequence: &str) -> Result<Vec<usize>, String> {
    let number = |(at, letter)| {
        let fault = || format!("sign {} of the sequence is none of u, d, l, r", at + 1);
        "udlr".find(letter).ok_or_else(fault)
    };
    sequence.chars().enumerate().map(number).collect()
}
