//! Sequences: what reports say about each size, and about the mazes of files. Reads the reports
//! back; a maze that a sequence does not solve is walked again.

mod known;
mod page;

pub use page::page;

use crate::report::sequence::{
    CountedMazes, RepairedSequence, SequenceBounds, SequenceVerdict, Shortened, Verified,
};
use crate::report::to_json;
use crate::sequences::maze::{GridMoves, Maze, parse_mazes};
use crate::sequences::moves::{letters, parse_sequence};
use deadmove_core::board::Move;
use deadmove_core::error::InputError;

use crate::site::{bad, contradiction};

/// A report that does not contradict itself.
#[derive(Debug)]
pub struct SequenceReport {
    /// The size.
    pub grid: GridMoves,
    /// The number of mazes, if it is known; of a list if `listed`.
    pub mazes: Option<u64>,
    /// Whether it is about the mazes of a file, not about all of the size.
    pub listed: bool,
    /// The sequence that it is about, if there is one; of a repair, the whole one.
    pub moves: Option<Vec<Move>>,
    /// The maze that the sequence does not solve, or those of the lower bound.
    pub shown: Vec<Maze>,
    /// What it says.
    pub says: Says,
}

/// What a report says.
#[derive(Debug)]
pub enum Says {
    /// A sequence solves the mazes, or it does not.
    Verified(Verified),
    /// Bounds of the length of a shortest sequence.
    Bounds(SequenceBounds),
    /// A sequence solves the mazes, and is not longer than another one.
    Shortened(Shortened),
    /// A sequence with moves put in.
    Repaired(RepairedSequence),
    /// The number of mazes, and nothing else.
    Counted,
}

impl SequenceReport {
    /// The sequence, if the report says that it solves every maze.
    pub fn solving(&self) -> Option<&[Move]> {
        match &self.says {
            Says::Verified(of) if of.verdict != SequenceVerdict::Solves => None,
            _ => self.moves.as_deref(),
        }
    }
}

fn size(width: usize, height: usize) -> Result<GridMoves, InputError> {
    GridMoves::new(width, height)
        .ok_or_else(|| bad(format!("{width}×{height} is no size")).expected("1 to 64 fields"))
}

fn moves(text: &str) -> Result<Vec<Move>, InputError> {
    let read = parse_sequence(text).map_err(|fault| bad(fault.message));
    let read = read.and_then(|read| match letters(&read) == text {
        true => Ok(read),
        false => Err(bad("a sequence has blanks or capital letters")),
    });
    read.map_err(|error| error.expected("moves u, d, l, r"))
}

fn maze(rows: &[String], grid: &GridMoves) -> Result<Maze, InputError> {
    let (read, mazes) = parse_mazes(&rows.join("\n")).map_err(|fault| bad(fault.message))?;
    match mazes.as_slice() {
        [(_, maze)] if read == *grid => Ok(*maze),
        _ => Err(contradiction(format!("a maze of {read} in a report about {grid}"))),
    }
}

/// Checks what `verify` printed.
pub fn verified(report: Verified) -> Result<SequenceReport, InputError> {
    let Verified { length, mazes, listed, perfect, verdict, .. } = report;
    let grid = size(report.width, report.height)?;
    let moves = moves(&report.sequence)?;
    if moves.len() != length {
        return Err(contradiction(format!("{} moves, and the length {length}", moves.len())));
    }
    let unsolved = report.unsolved.as_ref();
    if unsolved.is_some() != (verdict == SequenceVerdict::Fails) {
        let has = if unsolved.is_some() { "a maze" } else { "no maze" };
        return Err(contradiction(format!("the verdict {}, and {has}", to_json(&verdict))));
    }
    let shown = unsolved.map(|unsolved| maze(&unsolved.maze, &grid)).transpose()?;
    if shown.is_some_and(|maze| maze.is_solved(&grid, &moves, perfect)) {
        return Err(contradiction("the sequence solves the maze that it should not solve"));
    }
    let (shown, says) = (shown.into_iter().collect(), Says::Verified(report));
    Ok(SequenceReport { grid, mazes: Some(mazes), listed, moves: Some(moves), shown, says })
}

/// Checks what `shortest` printed.
pub fn bounds(report: SequenceBounds) -> Result<SequenceReport, InputError> {
    let SequenceBounds { mazes, listed, lower, upper, .. } = report;
    let grid = size(report.width, report.height)?;
    let best = report.sequence.as_deref().map(moves).transpose()?;
    let shown = report.lower_mazes.iter().map(|rows| maze(rows, &grid));
    let shown = shown.collect::<Result<Vec<_>, _>>()?;
    if best.as_ref().map(Vec::len) != upper || upper.is_some_and(|upper| upper < lower) {
        return Err(contradiction(format!("the bounds {lower} and {upper:?}, and the sequence")));
    }
    if let Some(best) = &best
        && shown.iter().any(|maze| !maze.is_solved(&grid, best, false))
    {
        return Err(contradiction("the sequence does not solve a maze of the lower bound"));
    }
    let says = Says::Bounds(report);
    Ok(SequenceReport { grid, mazes: Some(mazes), listed, moves: best, shown, says })
}

/// Checks what `shorten` printed.
pub fn shortened(report: Shortened) -> Result<SequenceReport, InputError> {
    let Shortened { before, length, .. } = report;
    let moves = moves(&report.sequence)?;
    if moves.len() != length || length > before {
        return Err(contradiction(format!("{} moves, {length}, before {before}", moves.len())));
    }
    let grid = size(report.width, report.height)?;
    Ok(about_all(grid, None, Some(moves), Says::Shortened(report)))
}

/// Checks what `repair` printed.
pub fn repaired(report: RepairedSequence) -> Result<SequenceReport, InputError> {
    let before = moves(&report.before)?;
    let whole = report.sequence.as_deref().map(moves).transpose()?;
    match (&report.inserted, &whole) {
        (None, None) => {}
        (Some(inserted), Some(whole)) => {
            let old = (1..).zip(whole).filter(|(number, _)| !inserted.contains(number));
            if !old.map(|(_, step)| step).eq(&before) || inserted.len() != report.at_least {
                return Err(contradiction("the moves put in do not lead to the sequence"));
            }
        }
        _ => return Err(contradiction("only one of the sequence and its new moves")),
    }
    let grid = size(report.width, report.height)?;
    Ok(about_all(grid, None, whole, Says::Repaired(report)))
}

/// Checks what `count` printed.
pub fn counted(report: &CountedMazes) -> Result<SequenceReport, InputError> {
    let grid = size(report.width, report.height)?;
    Ok(about_all(grid, Some(report.solvable), None, Says::Counted))
}

fn about_all(
    grid: GridMoves,
    mazes: Option<u64>,
    moves: Option<Vec<Move>>,
    says: Says,
) -> SequenceReport {
    SequenceReport { grid, mazes, listed: false, moves, shown: Vec::new(), says }
}
