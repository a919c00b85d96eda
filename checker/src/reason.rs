//! Short reasons why a position is dead, and the check that a reason is correct and sufficient.
//!
//! A completion is a path from the live end over all free cells to the end cell. Its edges join
//! usable cells, which are the free cells and the live end; it has one edge at the live end, one
//! at the end cell, and two at every other free cell. The checks below use nothing else.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::board::{Board, Cell};
use crate::deduction::{Deduction, check_deduction};
use crate::evidence_error::EvidenceError;
use crate::position::Position;

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
}

/// Accepts a reason only if every detail of it is right for the position after `path` and the
/// reason proves that this position has no completion.
///
/// No reason is accepted for a finished position, which is live. If the line has filled the board
/// but does not finish on the end cell, the live end is a dead end.
pub fn check_reason(board: &Board, path: &str, reason: &Reason) -> Result<(), EvidenceError> {
    let position = Position::after(board, path)?;
    if position.free_count == 0 && position.live_end == board.end() {
        return Err(EvidenceError::Finished);
    }
    match reason {
        Reason::DeadEnd { cell, exits, needed } => dead_end(&position, *cell, exits, *needed),
        Reason::CutOff { cells, door } => cut_off(&position, cells, *door),
        Reason::Colour { region, black, white, needed, crossing } => {
            colour(&position, region, (*black, *white), *needed, crossing)
        }
        Reason::Deduction(deduction) => check_deduction(&position, deduction),
    }
}

/// The edges a completion has at a usable cell of an unfinished position.
fn degree(position: &Position, cell: Cell) -> usize {
    if cell == position.live_end || cell == position.board.end() { 1 } else { 2 }
}

/// The items as a set; an item listed twice is an error.
fn distinct<T: Copy + Ord>(
    items: &[T],
    twice: impl Fn(T) -> EvidenceError,
) -> Result<BTreeSet<T>, EvidenceError> {
    let mut set = BTreeSet::new();
    match items.iter().find(|&&item| !set.insert(item)) {
        Some(&item) => Err(twice(item)),
        None => Ok(set),
    }
}

/// The cells as a set, if they are distinct, at least one, and pass `allowed`.
fn cell_set(
    cells: &[Cell],
    kind: &'static str,
    allowed: impl Fn(Cell) -> bool,
) -> Result<BTreeSet<Cell>, EvidenceError> {
    if cells.is_empty() {
        return Err(EvidenceError::NoCells);
    }
    if let Some(&cell) = cells.iter().find(|&&cell| !allowed(cell)) {
        return Err(EvidenceError::NotOfKind { cell, kind });
    }
    distinct(cells, |cell| EvidenceError::Twice { cell })
}

fn dead_end(
    position: &Position,
    cell: Cell,
    exits: &[Cell],
    needed: usize,
) -> Result<(), EvidenceError> {
    if !position.is_usable(cell) {
        return Err(EvidenceError::NotOfKind { cell, kind: "free or the live end" });
    }
    let listed = distinct(exits, |cell| EvidenceError::Twice { cell })?;
    let actual: BTreeSet<Cell> = position.usable_neighbours(cell).collect();
    if let Some(&exit) = listed.difference(&actual).next() {
        return Err(EvidenceError::NoExit { cell, exit });
    }
    if let Some(&exit) = actual.difference(&listed).next() {
        return Err(EvidenceError::ExitNotListed { cell, exit });
    }
    let actually = degree(position, cell);
    if needed != actually {
        return Err(EvidenceError::ExitsNeeded { cell, claimed: needed, actually });
    }
    if actual.len() >= needed {
        return Err(EvidenceError::EnoughExits { cell, exits: actual.len(), needed });
    }
    Ok(())
}

/// Neither the live end nor the end cell is among the cells, so a completion enters them from one
/// outer cell and leaves them to another one: it visits no cell twice.
fn cut_off(position: &Position, cells: &[Cell], door: Option<Cell>) -> Result<(), EvidenceError> {
    let cells = cell_set(cells, "free", |cell| position.is_free(cell))?;
    if cells.contains(&position.board.end()) {
        return Err(EvidenceError::ContainsEnd { end: position.board.end() });
    }
    let doors: BTreeSet<Cell> = cells
        .iter()
        .flat_map(|&cell| position.usable_neighbours(cell))
        .filter(|next| !cells.contains(next))
        .collect();
    if let Some(door) = door.filter(|door| !doors.contains(door)) {
        return Err(EvidenceError::NoDoor { door });
    }
    match doors.iter().find(|&&other| Some(other) != door) {
        Some(&other) => Err(EvidenceError::OtherDoor { door: other }),
        None => Ok(()),
    }
}

/// Count the edge ends of a completion in the region, +1 for a black cell and −1 for a white one.
/// An edge inside the region joins two colours and contributes 0. So the sum of the degrees, with
/// these signs, equals the sum over the edges that leave the region; each of those may be in the
/// completion or not.
fn colour(
    position: &Position,
    region: &[Cell],
    (black, white): (usize, usize),
    needed: i64,
    crossing: &[(Cell, Cell)],
) -> Result<(), EvidenceError> {
    let live_end = position.live_end;
    if live_end == position.board.end() {
        // The degrees assume that the two ends of the completion are different cells.
        return Err(EvidenceError::LiveEndIsEnd { end: live_end });
    }
    let region = cell_set(region, "free or the live end", |cell| position.is_usable(cell))?;
    let is_black = |(column, row): Cell| (column ^ row) & 1 == (live_end.0 ^ live_end.1) & 1;

    let (blacks, whites): (Vec<Cell>, Vec<Cell>) = region.iter().partition(|&&cell| is_black(cell));
    for (colour, claimed, actually) in
        [("black", black, blacks.len()), ("white", white, whites.len())]
    {
        if claimed != actually {
            return Err(EvidenceError::CellCount { colour, claimed, actually });
        }
    }
    let degrees = |cells: &[Cell]| cells.iter().map(|&c| degree(position, c) as i64).sum::<i64>();
    let actually = degrees(&blacks) - degrees(&whites);
    if needed != actually {
        return Err(EvidenceError::Balance { claimed: needed, actually });
    }

    let listed = distinct(crossing, |edge| EvidenceError::EdgeTwice { edge })?;
    let edges: BTreeSet<(Cell, Cell)> = region
        .iter()
        .flat_map(|&inner| position.usable_neighbours(inner).map(move |outer| (inner, outer)))
        .filter(|(_, outer)| !region.contains(outer))
        .collect();
    if let Some(&edge) = listed.difference(&edges).next() {
        return Err(EvidenceError::NotCrossing { edge });
    }
    if let Some(&edge) = edges.difference(&listed).next() {
        return Err(EvidenceError::CrossingNotListed { edge });
    }
    let most = edges.iter().filter(|(inner, _)| is_black(*inner)).count() as i64;
    let least = most - edges.len() as i64;
    if (least..=most).contains(&needed) {
        return Err(EvidenceError::CanBalance { needed, least, most });
    }
    Ok(())
}
