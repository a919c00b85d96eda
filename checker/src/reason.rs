//! Typed reasons why a position is dead, and the check that one is right and suffices.
//!
//! A completion is a path from the live end over all free cells to the end cell. Its edges join
//! usable cells, which are the free cells and the live end; it has one edge at the live end, one
//! at the end cell, and two at every other free cell. Each check below uses nothing else.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::board::{Board, Cell};
use crate::fault::Fault;
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
    /// Free cells without the end cell that touch at most one other usable cell: the line would
    /// enter and never come back.
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
        /// Every edge from the region to a usable cell outside it, inner cell first.
        crossing: Vec<(Cell, Cell)>,
    },
}

/// Accepts a reason only if every detail of it is right for the position after `path` and it
/// proves that this position has no completion.
///
/// No reason is accepted for a finished position, which is live. Of a line that has filled the
/// board but ended elsewhere, the live end is a dead end.
pub fn check_reason(board: &Board, path: &str, reason: &Reason) -> Result<(), Fault> {
    let position = Position::after(board, path)?;
    if position.free_count == 0 && position.live_end == board.end() {
        return Err(Fault::Finished);
    }
    match reason {
        Reason::DeadEnd { cell, exits, needed } => dead_end(&position, *cell, exits, *needed),
        Reason::CutOff { cells, door } => cut_off(&position, cells, *door),
        Reason::Colour { region, black, white, needed, crossing } => {
            colour(&position, region, (*black, *white), *needed, crossing)
        }
    }
}

/// The edges a completion has at a usable cell of an unfinished position.
fn degree(position: &Position, cell: Cell) -> usize {
    if cell == position.live_end || cell == position.board.end() { 1 } else { 2 }
}

/// The items as a set; an item listed twice is a fault.
fn distinct<T: Copy + Ord>(items: &[T], twice: impl Fn(T) -> Fault) -> Result<BTreeSet<T>, Fault> {
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
) -> Result<BTreeSet<Cell>, Fault> {
    if cells.is_empty() {
        return Err(Fault::NoCells);
    }
    if let Some(&cell) = cells.iter().find(|&&cell| !allowed(cell)) {
        return Err(Fault::NotOfKind { cell, kind });
    }
    distinct(cells, |cell| Fault::Twice { cell })
}

fn dead_end(position: &Position, cell: Cell, exits: &[Cell], needed: usize) -> Result<(), Fault> {
    if !position.is_usable(cell) {
        return Err(Fault::NotOfKind { cell, kind: "free or the live end" });
    }
    let listed = distinct(exits, |cell| Fault::Twice { cell })?;
    let actual: BTreeSet<Cell> = position.usable_neighbours(cell).collect();
    if let Some(&exit) = listed.difference(&actual).next() {
        return Err(Fault::NoExit { cell, exit });
    }
    if let Some(&exit) = actual.difference(&listed).next() {
        return Err(Fault::ExitNotListed { cell, exit });
    }
    let actually = degree(position, cell);
    if needed != actually {
        return Err(Fault::ExitsNeeded { cell, claimed: needed, actually });
    }
    if actual.len() >= needed {
        return Err(Fault::EnoughExits { cell, exits: actual.len(), needed });
    }
    Ok(())
}

/// Neither the live end nor the end cell is among the cells, so a completion enters them from one
/// outer cell and leaves them to another one: it visits no cell twice.
fn cut_off(position: &Position, cells: &[Cell], door: Option<Cell>) -> Result<(), Fault> {
    let cells = cell_set(cells, "free", |cell| position.is_free(cell))?;
    if cells.contains(&position.board.end()) {
        return Err(Fault::ContainsEnd { end: position.board.end() });
    }
    let doors: BTreeSet<Cell> = cells
        .iter()
        .flat_map(|&cell| position.usable_neighbours(cell))
        .filter(|next| !cells.contains(next))
        .collect();
    if let Some(door) = door.filter(|door| !doors.contains(door)) {
        return Err(Fault::NoDoor { door });
    }
    match doors.iter().find(|&&other| Some(other) != door) {
        Some(&other) => Err(Fault::OtherDoor { door: other }),
        None => Ok(()),
    }
}

/// Count edge ends of a completion in the region, black ones plus and white ones minus. An edge
/// inside the region joins two colours and counts 0, so the degrees of the cells must add up to
/// the edges that leave, and each of those can be in the completion or not.
fn colour(
    position: &Position,
    region: &[Cell],
    (black, white): (usize, usize),
    needed: i64,
    crossing: &[(Cell, Cell)],
) -> Result<(), Fault> {
    let live_end = position.live_end;
    if live_end == position.board.end() {
        // The degree 1 would stand for both ends of the line.
        return Err(Fault::LiveEndIsEnd { end: live_end });
    }
    let region = cell_set(region, "free or the live end", |cell| position.is_usable(cell))?;
    let is_black = |(column, row): Cell| (column ^ row) & 1 == (live_end.0 ^ live_end.1) & 1;

    let (blacks, whites): (Vec<Cell>, Vec<Cell>) = region.iter().partition(|&&cell| is_black(cell));
    for (colour, claimed, actually) in
        [("black", black, blacks.len()), ("white", white, whites.len())]
    {
        if claimed != actually {
            return Err(Fault::CellCount { colour, claimed, actually });
        }
    }
    let degrees = |cells: &[Cell]| cells.iter().map(|&c| degree(position, c) as i64).sum::<i64>();
    let actually = degrees(&blacks) - degrees(&whites);
    if needed != actually {
        return Err(Fault::Balance { claimed: needed, actually });
    }

    let listed = distinct(crossing, |edge| Fault::EdgeTwice { edge })?;
    let edges: BTreeSet<(Cell, Cell)> = region
        .iter()
        .flat_map(|&inner| position.usable_neighbours(inner).map(move |outer| (inner, outer)))
        .filter(|(_, outer)| !region.contains(outer))
        .collect();
    if let Some(&edge) = listed.difference(&edges).next() {
        return Err(Fault::NotCrossing { edge });
    }
    if let Some(&edge) = edges.difference(&listed).next() {
        return Err(Fault::CrossingNotListed { edge });
    }
    let most = edges.iter().filter(|(inner, _)| is_black(*inner)).count() as i64;
    let least = most - edges.len() as i64;
    if (least..=most).contains(&needed) {
        return Err(Fault::CanBalance { needed, least, most });
    }
    Ok(())
}
