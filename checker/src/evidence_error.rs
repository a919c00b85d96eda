//! Why evidence is rejected, with the step and the cell. This file decides nothing; it holds the
//! error type and its messages.

use std::fmt;

use crate::board::{Cell, MAX_CELLS};

/// Which of two path strings a step belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The path that leads to the position.
    Path,
    /// The completion claimed for it.
    Witness,
}

/// Why a step cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The letter is none of U, D, L, R.
    NotAMove,
    /// The step leaves the board.
    Outside,
    /// The cell is blocked.
    Blocked(Cell),
    /// The line has visited the cell already.
    Drawn(Cell),
}

/// Why evidence, or the board it is about, is rejected. The fields say what was found and where.
#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvidenceError {
    /// A board without cells or with more than [`MAX_CELLS`].
    Size { width: usize, height: usize },
    /// The start, the end or a blocked cell is not on the board.
    OffBoard { what: &'static str, cell: Cell },
    /// The start or the end is blocked.
    Blocked { what: &'static str, cell: Cell },
    /// A step that cannot be drawn; steps count from 1 in each part.
    Step { part: Part, step: usize, letter: char, from: Cell, obstacle: Obstacle },
    /// The witness leaves `count` open cells out, `first` the first of them row by row.
    Unvisited { count: usize, first: Cell },
    /// The witness visits every open cell but finishes on the wrong one.
    WrongEnd { reached: Cell, end: Cell },
    /// A reason was given for a finished position.
    Finished,
    /// A reason without any cell.
    NoCells,
    /// A cell that a reason of this kind cannot name.
    NotOfKind { cell: Cell, kind: &'static str },
    /// A cell listed twice.
    Twice { cell: Cell },
    /// Dead end: a listed exit is none.
    NoExit { cell: Cell, exit: Cell },
    /// Dead end: an exit is missing from the list.
    ExitNotListed { cell: Cell, exit: Cell },
    /// Dead end: the number of needed exits is wrong.
    ExitsNeeded { cell: Cell, claimed: usize, actually: usize },
    /// Dead end: all details are right, but the cell has all the exits it needs.
    EnoughExits { cell: Cell, exits: usize, needed: usize },
    /// Cut off: the line may stay in the cells, for the end cell is one of them.
    ContainsEnd { end: Cell },
    /// Cut off: the door is no usable cell next to the cells.
    NoDoor { door: Cell },
    /// Cut off: there is a door besides the one named.
    OtherDoor { door: Cell },
    /// Colour: the live end stands on the end cell.
    LiveEndIsEnd { end: Cell },
    /// Colour: the number of black or white cells is wrong.
    CellCount { colour: &'static str, claimed: usize, actually: usize },
    /// Colour: the difference of the degrees is wrong.
    Balance { claimed: i64, actually: i64 },
    /// Colour: an edge listed twice.
    EdgeTwice { edge: (Cell, Cell) },
    /// Colour: a listed edge does not lead from the region to a usable cell outside it.
    NotCrossing { edge: (Cell, Cell) },
    /// Colour: a crossing edge is missing from the list.
    CrossingNotListed { edge: (Cell, Cell) },
    /// Colour: all details are right, but the crossing edges can add up to what is needed.
    CanBalance { needed: i64, least: i64, most: i64 },
    /// Deduction: a step that does not follow, or no contradiction.
    Deduction { place: String, why: String },
}

/// A cell as people read it.
struct At(Cell);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.0.0, self.0.1)
    }
}

impl fmt::Display for EvidenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            EvidenceError::Size { width, height } => {
                write!(f, "a board of {width}x{height}: it must have 1 to {MAX_CELLS} cells")
            }
            EvidenceError::OffBoard { what, cell } => {
                write!(f, "the {what} {} is not on the board", At(cell))
            }
            EvidenceError::Blocked { what, cell } => {
                write!(f, "the {what} {} is blocked", At(cell))
            }
            EvidenceError::Step { part, step, letter, from, obstacle } => {
                let part = match part {
                    Part::Path => "path",
                    Part::Witness => "witness",
                };
                write!(f, "step {step} of the {part} ({letter:?}) from {} ", At(from))?;
                match obstacle {
                    Obstacle::NotAMove => write!(f, "is none of U, D, L, R"),
                    Obstacle::Outside => write!(f, "leaves the board"),
                    Obstacle::Blocked(cell) => write!(f, "enters the blocked cell {}", At(cell)),
                    Obstacle::Drawn(cell) => write!(f, "visits {} a second time", At(cell)),
                }
            }
            EvidenceError::Unvisited { count, first } => {
                write!(f, "{count} open cells are not visited, first of them {}", At(first))
            }
            EvidenceError::WrongEnd { reached, end } => {
                write!(f, "the line finishes on {}, not on the end cell {}", At(reached), At(end))
            }
            EvidenceError::Finished => write!(f, "the position is finished, it cannot be dead"),
            EvidenceError::NoCells => write!(f, "the reason names no cells"),
            EvidenceError::NotOfKind { cell, kind } => write!(f, "{} is not {kind}", At(cell)),
            EvidenceError::Twice { cell } => write!(f, "{} is listed twice", At(cell)),
            EvidenceError::NoExit { cell, exit } => {
                write!(f, "{} is no usable neighbour of {}", At(exit), At(cell))
            }
            EvidenceError::ExitNotListed { cell, exit } => {
                write!(f, "{} also has the exit {}, which is not listed", At(cell), At(exit))
            }
            EvidenceError::ExitsNeeded { cell, claimed, actually } => {
                write!(f, "{} needs {actually} exits, not {claimed}", At(cell))
            }
            EvidenceError::EnoughExits { cell, exits, needed } => {
                write!(f, "{} has {exits} exits and needs {needed}: no dead end", At(cell))
            }
            EvidenceError::ContainsEnd { end } => {
                write!(f, "the end cell {} is among the cells: the line may end there", At(end))
            }
            EvidenceError::NoDoor { door } => {
                write!(f, "the door {} is no usable cell next to the cells", At(door))
            }
            EvidenceError::OtherDoor { door } => {
                write!(f, "the cells can also be entered from {}", At(door))
            }
            EvidenceError::LiveEndIsEnd { end } => {
                write!(f, "the live end is on the end cell {}: degrees prove nothing", At(end))
            }
            EvidenceError::CellCount { colour, claimed, actually } => {
                write!(f, "the region has {actually} {colour} cells, not {claimed}")
            }
            EvidenceError::Balance { claimed, actually } => {
                write!(f, "the crossing edges must add up to {actually}, not {claimed}")
            }
            EvidenceError::EdgeTwice { edge: (a, b) } => {
                write!(f, "the edge from {} to {} is listed twice", At(a), At(b))
            }
            EvidenceError::NotCrossing { edge: (a, b) } => {
                write!(f, "the edge from {} to {} does not leave the region", At(a), At(b))
            }
            EvidenceError::CrossingNotListed { edge: (a, b) } => {
                write!(f, "the edge from {} to {} is not listed", At(a), At(b))
            }
            EvidenceError::CanBalance { needed, least, most } => write!(
                f,
                "the crossing edges can add up to anything from {least} to {most}, {needed} among \
                 it"
            ),
            EvidenceError::Deduction { ref place, ref why } => write!(f, "{place}: {why}"),
        }
    }
}

impl std::error::Error for EvidenceError {}
