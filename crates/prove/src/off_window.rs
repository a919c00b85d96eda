//! Facts about known cells that do not belong to the disc: free cells lie on the path, and the
//! drawn line passes through walls.

use std::collections::BTreeSet;

use deadmove_encodings::cnf::{Lit, at_least};

use super::formula::WindowFormula;
use super::situation::{SeenCell, Situation};
use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;

/// What is known of a cell.
#[derive(Clone, Copy)]
enum CellState {
    Free,
    /// A wall or the live end.
    NotFree,
    /// Free exactly if the literal is true.
    Seen(Lit),
    Unknown,
}

impl WindowFormula {
    fn state(&self, cell: Offset, known: &Situation) -> CellState {
        if cell == Offset::LIVE_END || known.walls.contains(&cell) {
            return CellState::NotFree;
        }
        match self.view.seen(cell) {
            Some(SeenCell::Vertex(_)) => CellState::Free,
            _ if known.free.contains(&cell) => CellState::Free,
            Some(SeenCell::Outer(x)) => CellState::Seen(self.window.free[x]),
            None => CellState::Unknown,
        }
    }

    /// Degrees of known free cells that do not touch the disc. Such a cell has two neighbours in
    /// the path, or one if it is the end, and they are free: the live end is not one of them, since
    /// the cell would then belong to the disc.
    pub(super) fn far_degrees(&mut self, known: &Situation, no_end: impl Fn(Offset) -> bool) {
        for &cell in known.free.iter().filter(|&&cell| self.view.seen(cell).is_none()) {
            let needed: usize = if no_end(cell) { 2 } else { 1 };
            let (mut sure, mut perhaps) = (0, Vec::new());
            for state in Move::ALL.map(|m| self.state(cell.step(m), known)) {
                match state {
                    CellState::Free | CellState::Unknown => sure += 1,
                    CellState::Seen(free) => perhaps.push(free),
                    CellState::NotFree => {}
                }
            }
            at_least(&perhaps, needed.saturating_sub(sure), &[], &mut self.clauses);
        }
    }

    /// Every wall has two neighbours that are not free. A drawn cell has the cells of the line
    /// before and after it, one of which may be the live end. The start is a corner, so two of its
    /// neighbours are outside. A cell outside has three neighbours outside, because the board is a
    /// rectangle.
    pub(super) fn wall_degrees(&mut self, known: &Situation) {
        let cells: BTreeSet<Offset> =
            self.view.outers.iter().chain(&known.walls).copied().collect();
        for cell in cells {
            let itself = match self.state(cell, known) {
                CellState::NotFree => None,
                CellState::Seen(free) => Some(free),
                CellState::Free | CellState::Unknown => continue,
            };
            let around = Move::ALL.map(|m| self.state(cell.step(m), known));
            for omitted in 0..around.len() {
                let three = around.iter().enumerate().filter(|&(at, _)| at != omitted);
                let fails = |(_, &state): (usize, &CellState)| match state {
                    CellState::Free => Some(None),
                    CellState::Seen(free) => Some(Some(!free)),
                    CellState::NotFree | CellState::Unknown => None,
                };
                if let Some(fails) = three.map(fails).collect::<Option<Vec<_>>>() {
                    self.clauses.push(fails.into_iter().flatten().chain(itself));
                }
            }
        }
    }
}
