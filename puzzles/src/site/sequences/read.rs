//! Reads reports about sequences back. A maze that a sequence does not solve is walked again.

use crate::sequences::maze::{Grid, Maze, parse_mazes};
use crate::sequences::moves::{Move, parse_sequence};
use deadmove_core::error::InputError;
use deadmove_site::reports::JsonPart;
use serde::Deserialize;

use crate::site::{bad, contradiction};

/// Which command made a report.
#[derive(Clone, Copy)]
pub enum Kind {
    /// `verify`.
    Verify,
    /// `shortest`.
    Shortest,
    /// `shorten` or `repair`.
    Improve,
    /// `count`.
    Count,
}

/// A report.
#[derive(Debug)]
pub struct SequenceReport {
    /// The size.
    pub grid: Grid,
    /// The number of mazes, if it is known; of a list if `listed`.
    pub mazes: Option<u64>,
    /// Whether it is about the mazes of a file, not about all of the size.
    pub listed: bool,
    /// What it says.
    pub says: Says,
}

/// What a report says.
#[derive(Debug)]
pub enum Says {
    /// A sequence solves the mazes, or it does not.
    Verified {
        /// The sequence.
        moves: Vec<Move>,
        /// Whether it has to end on the goal.
        perfect: bool,
        /// What was found.
        found: Found,
    },
    /// Bounds of the length of a shortest sequence.
    Bounds {
        /// Fewer moves do not do.
        lower: usize,
        /// A sequence that does.
        best: Option<Vec<Move>>,
        /// Mazes that no shorter sequence solves together.
        hard: Vec<Maze>,
    },
    /// A sequence that solves the mazes, shorter than one of so many moves or as long.
    Shortened {
        /// The length before.
        before: usize,
        /// The sequence.
        moves: Vec<Move>,
    },
    /// A sequence with moves put in.
    Repaired {
        /// The sequence.
        before: Vec<Move>,
        /// Fewer moves do not do.
        at_least: usize,
        /// The places of the new moves, from 1, and the whole sequence.
        repaired: Option<(Vec<usize>, Vec<Move>)>,
    },
    /// The number of mazes, and nothing else.
    Counted,
}

/// What was found about a sequence.
#[derive(Debug)]
pub enum Found {
    /// It solves every maze.
    Solves,
    /// It does not solve this one, which has this number in its file.
    Fails(Maze, Option<usize>),
    /// A limit was reached.
    Unknown,
}

#[derive(Deserialize)]
struct RawVerified {
    width: usize,
    height: usize,
    sequence: String,
    length: usize,
    mazes: u64,
    listed: bool,
    perfect: bool,
    verdict: String,
    unsolved: Option<RawUnsolved>,
}

#[derive(Deserialize)]
struct RawUnsolved {
    number: Option<usize>,
    maze: Vec<String>,
}

#[derive(Deserialize)]
struct RawBounds {
    width: usize,
    height: usize,
    mazes: u64,
    listed: bool,
    lower: usize,
    upper: Option<usize>,
    sequence: Option<String>,
    lower_mazes: Vec<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawImproved {
    Shortened {
        before: usize,
        length: usize,
        sequence: String,
    },
    Repaired {
        before: String,
        at_least: usize,
        inserted: Option<Vec<usize>>,
        sequence: Option<String>,
    },
}

#[derive(Deserialize)]
struct RawSize {
    width: usize,
    height: usize,
}

#[derive(Deserialize)]
struct RawCount {
    width: usize,
    height: usize,
    solvable: u64,
}

/// Reads a report of a kind.
pub fn read(kind: Kind, part: &JsonPart<'_>) -> Result<SequenceReport, InputError> {
    match kind {
        Kind::Verify => verified(part.parse()?),
        Kind::Shortest => bounds(part.parse()?),
        Kind::Improve => {
            let RawSize { width, height } = part.parse()?;
            improved(size(width, height)?, part.parse()?)
        }
        Kind::Count => {
            let RawCount { width, height, solvable } = part.parse()?;
            let grid = size(width, height)?;
            Ok(SequenceReport { grid, mazes: Some(solvable), listed: false, says: Says::Counted })
        }
    }
}

fn size(width: usize, height: usize) -> Result<Grid, InputError> {
    Grid::new(width, height)
        .ok_or_else(|| bad(format!("{width}×{height} is no size")).expected("1 to 64 fields"))
}

fn moves(text: &str) -> Result<Vec<Move>, InputError> {
    parse_sequence(text).map_err(|fault| bad(fault.message).expected("moves u, d, l, r"))
}

fn maze(rows: &[String], grid: &Grid) -> Result<Maze, InputError> {
    let (read, mazes) = parse_mazes(&rows.join("\n")).map_err(|fault| bad(fault.message))?;
    match mazes.as_slice() {
        [(_, maze)] if read == *grid => Ok(*maze),
        _ => Err(contradiction(format!("a maze of {read} in a report about {grid}"))),
    }
}

fn verified(raw: RawVerified) -> Result<SequenceReport, InputError> {
    let RawVerified { sequence, length, mazes, listed, perfect, verdict, unsolved, .. } = raw;
    let grid = size(raw.width, raw.height)?;
    let moves = moves(&sequence)?;
    if moves.len() != length {
        return Err(contradiction(format!("{} moves, and the length {length}", moves.len())));
    }
    let found = match (verdict.as_str(), unsolved) {
        ("solves", None) => Found::Solves,
        ("unknown", None) => Found::Unknown,
        ("fails", Some(unsolved)) => {
            let maze = maze(&unsolved.maze, &grid)?;
            if maze.is_solved(&grid, &moves, perfect) {
                return Err(contradiction("the sequence solves the maze that it should not solve"));
            }
            Found::Fails(maze, unsolved.number)
        }
        (verdict, maze) => {
            let has = if maze.is_some() { "a maze" } else { "no maze" };
            return Err(contradiction(format!("the verdict {verdict:?}, and {has}")));
        }
    };
    let says = Says::Verified { moves, perfect, found };
    Ok(SequenceReport { grid, mazes: Some(mazes), listed, says })
}

fn bounds(raw: RawBounds) -> Result<SequenceReport, InputError> {
    let grid = size(raw.width, raw.height)?;
    let RawBounds { mazes, listed, lower, upper, sequence, lower_mazes, .. } = raw;
    let best = sequence.as_deref().map(moves).transpose()?;
    let hard = lower_mazes.iter().map(|rows| maze(rows, &grid)).collect::<Result<Vec<_>, _>>()?;
    if best.as_ref().map(Vec::len) != upper || upper.is_some_and(|upper| upper < lower) {
        return Err(contradiction(format!("the bounds {lower} and {upper:?}, and the sequence")));
    }
    if let Some(best) = &best
        && hard.iter().any(|maze| !maze.is_solved(&grid, best, false))
    {
        return Err(contradiction("the sequence does not solve a maze of the lower bound"));
    }
    let says = Says::Bounds { lower, best, hard };
    Ok(SequenceReport { grid, mazes: Some(mazes), listed, says })
}

fn improved(grid: Grid, raw: RawImproved) -> Result<SequenceReport, InputError> {
    let says = match raw {
        RawImproved::Shortened { before, length, sequence } => {
            let moves = moves(&sequence)?;
            if moves.len() != length || length > before {
                let found = moves.len();
                return Err(contradiction(format!("{found} moves, {length}, before {before}")));
            }
            Says::Shortened { before, moves }
        }
        RawImproved::Repaired { before, at_least, inserted, sequence } => {
            let before = moves(&before)?;
            let whole = sequence.as_deref().map(moves).transpose()?;
            let repaired = match (inserted, whole) {
                (None, None) => None,
                (Some(inserted), Some(whole)) => {
                    let old = whole.iter().enumerate();
                    let old = old.filter(|(at, _)| !inserted.contains(&(at + 1)));
                    let old: Vec<Move> = old.map(|(_, step)| *step).collect();
                    if old != before || inserted.len() != at_least {
                        return Err(contradiction("the moves put in do not lead to the sequence"));
                    }
                    Some((inserted, whole))
                }
                _ => return Err(contradiction("only one of the sequence and its new moves")),
            };
            Says::Repaired { before, at_least, repaired }
        }
    };
    Ok(SequenceReport { grid, mazes: None, listed: false, says })
}
