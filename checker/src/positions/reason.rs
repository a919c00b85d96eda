//! Reasons why a position is dead. A short one is a contradiction of a deduction without steps,
//! with details that people read; the details must be right, too. A completion has one edge at the
//! live end, one at the end cell, and two at every other free cell.
//!
//! **P2.** A position is dead if a usable cell has fewer usable neighbours than edges in a
//! completion. (proof: docs/reference/certificates.md, "P2")
//!
//! **P3.** A position is dead if some free cells, the end cell not among them, have at most one
//! usable neighbour outside. (proof: docs/reference/certificates.md, "P3")
//!
//! **P4.** A position is dead if, for some usable cells, the sum of the degrees, + at black and −
//! at white cells, is none that the edges to other usable cells can add up to. (proof:
//! docs/reference/certificates.md, "P4")

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use super::deduction::{Deduction, Known};
use super::loops::check_loops;
use crate::kernel::board::{Board, Cell, text};
use crate::kernel::position::Position;

/// Why a position has no completion. The order of cells and edges in a list does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reason {
    /// A cell with fewer usable neighbours than the line needs there.
    DeadEnd {
        /// The cell, free or the live end.
        cell: Cell,
        /// All its usable neighbours: free cells and the live end.
        exits: Vec<Cell>,
        /// How many it needs: 1 for the live end and the end cell, else 2.
        needed: usize,
    },
    /// Free cells without the end cell that touch at most one other usable cell: the line can enter
    /// them but not leave again.
    CutOff {
        /// The cells cut off.
        cells: Vec<Cell>,
        /// The one usable cell next to them, `None` if there is none.
        door: Option<Cell>,
    },
    /// A region whose colours no choice of the edges that leave it can balance. Black is the
    /// colour of the live end's own cell.
    Colour {
        /// Free cells, perhaps with the live end.
        region: Vec<Cell>,
        /// Black cells in the region.
        black: usize,
        /// White cells in the region.
        white: usize,
        /// Σ degree over the black cells − Σ degree over the white cells: what the edges of a
        /// completion that leave the region, black-ended minus white-ended, must add up to.
        needed: i64,
        /// Every edge from the region to a usable cell outside it, with the inner cell first.
        crossing: Vec<(Cell, Cell)>,
    },
    /// Steps that decide edges, and a contradiction.
    Deduction(Deduction),
    /// Edges with the degrees of a completion, in pieces that no strip joins.
    Loops {
        /// The path from the live end to the end cell.
        path: Vec<Cell>,
        /// The loops, each from one of its cells around.
        loops: Vec<Vec<Cell>>,
        /// How many edge sets flips of even strips make of it, itself included.
        edge_sets: usize,
    },
}

/// Accepts a reason only if every detail of it is right for the position after `path` and the
/// reason proves that this position has no completion.
///
/// No reason is accepted for a finished position, which is live. If the line has filled the board
/// but does not finish on the end cell, the live end is a dead end.
///
/// # Errors
/// What is wrong first.
pub fn check_reason(board: &Board, path: &str, reason: &Reason) -> Result<(), String> {
    let position = Position::after(board, path)?;
    if position.free_count == 0 && position.live_end == board.end {
        return Err("the position is finished, it cannot be dead".into());
    }
    let known = Known::nothing(&position);
    // Colours, deductions and loops assume that the two ends of the completion are different cells.
    let ends = || match position.live_end == board.end {
        true => Err(format!("the live end is on the end cell {}", text(board.end))),
        false => Ok(()),
    };
    match reason {
        Reason::DeadEnd { cell, exits, needed } => {
            known.set(&[*cell])?;
            let actual: BTreeSet<Cell> = position.usable_neighbours(*cell).collect();
            all_listed("exits", exits, &actual)?;
            equal("needed exits", *needed, known.degree(*cell))?;
            if actual.len() >= *needed {
                let count = actual.len();
                return Err(format!("{} has {count} exits: no dead end", text(*cell)));
            }
            Ok(())
        }
        // Neither the live end nor the end cell is among the cells, so a completion enters them
        // from one outer cell and leaves them to another one: it visits no cell twice.
        Reason::CutOff { cells, door } => {
            let set = known.set(cells)?;
            if set.contains(&position.live_end) || set.contains(&board.end) {
                return Err("the live end or the end cell is among the cells".into());
            }
            let doors: BTreeSet<Cell> = known.leaving(&set).map(|(_, outer)| outer).collect();
            all_listed("doors", door.as_slice(), &doors)
        }
        Reason::Colour { region, black, white, needed, crossing } => {
            ends()?;
            let set = known.set(region)?;
            let blacks = set.iter().filter(|&&cell| known.is_black(cell)).count();
            equal("black cells", *black, blacks)?;
            equal("white cells", *white, set.len() - blacks)?;
            let (actually, least, most) = known.balance(&set);
            equal("needed edges", *needed, actually)?;
            let edges = set.iter().flat_map(|&inner| {
                position.usable_neighbours(inner).map(move |outer| (inner, outer))
            });
            let edges = edges.filter(|(_, outer)| !set.contains(outer)).collect();
            all_listed("crossing edges", crossing, &edges)?;
            match (least..=most).contains(needed) {
                true => Err(format!("the crossing edges can add up to {needed}, as they must")),
                false => Ok(()),
            }
        }
        Reason::Deduction(deduction) => {
            ends()?;
            known.check(deduction).map_err(|(place, why)| format!("{place}: {why}"))
        }
        Reason::Loops { path, loops, edge_sets } => {
            ends()?;
            check_loops(&position, path, loops, *edge_sets)
        }
    }
}

/// Checks that a list names each member of a set once, and nothing else.
fn all_listed<T: Copy + Ord + Debug>(
    what: &str,
    listed: &[T],
    all: &BTreeSet<T>,
) -> Result<(), String> {
    let set: BTreeSet<T> = listed.iter().copied().collect();
    match set.symmetric_difference(all).next() {
        Some(other) if all.contains(other) => Err(format!("{what}: {other:?} is not listed")),
        Some(other) => Err(format!("{what}: {other:?} is listed, but is none")),
        None if set.len() < listed.len() => Err(format!("{what}: one is listed twice")),
        None => Ok(()),
    }
}

fn equal<T: PartialEq + Debug>(what: &str, claimed: T, actually: T) -> Result<(), String> {
    match claimed == actually {
        true => Ok(()),
        false => Err(format!("{what}: there are {actually:?}, not {claimed:?}")),
    }
}
