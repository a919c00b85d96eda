//! What a picture has to show of a dead position: the cells that its reason is about.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use deadmove_core::board::Cell;
use deadmove_core::budget::Budget;
use deadmove_core::deduction::{Because, Contradiction, Deduction};
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Outcome};
use deadmove_engine::propagate;

/// The cells at which the reason of a dead position counts, and the live end; none if it is not
/// dead, or only a search shows that, or `stop` is set.
pub fn named_cells(position: &Position, stop: &AtomicBool) -> BTreeSet<Cell> {
    let budget = Budget::stoppable(&Limits::default(), stop);
    let Outcome::Dead(reason) = propagate::solve(position, &budget) else {
        return BTreeSet::new();
    };
    let mut named = NamedCells { position, cells: BTreeSet::new() };
    match &reason {
        Reason::DeadEnd { cell, .. } => named.at(*cell),
        Reason::CutOff { cells, door } => named.cut_off(cells, *door),
        Reason::Colour { region, .. } => named.rim(region, None),
        Reason::Deduction(deduction) => named.deduction(deduction),
        Reason::Loops { .. } | Reason::Search { .. } => return BTreeSet::new(),
    }
    named.cells.insert(position.live_end());
    named.cells
}

/// Cells of a position, while they are collected.
struct NamedCells<'p> {
    position: &'p Position,
    cells: BTreeSet<Cell>,
}

impl NamedCells<'_> {
    fn near(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<'_> {
        let usable = |&near: &Cell| self.position.is_free(near) || near == self.position.live_end();
        self.position.board().neighbours(cell).map(|(_, near)| near).filter(usable)
    }

    /// A cell and its neighbours.
    fn at(&mut self, cell: Cell) {
        let near: Vec<Cell> = self.near(cell).collect();
        self.cells.extend(near);
        self.cells.insert(cell);
    }

    /// Both ends of the edges that leave a region, except by its door.
    fn rim(&mut self, region: &[Cell], door: Option<Cell>) {
        let inside: BTreeSet<Cell> = region.iter().copied().collect();
        let leaving = |&cell: &Cell| {
            let outside = self.near(cell).filter(|&near| !inside.contains(&near));
            outside.flat_map(|near| [cell, near]).collect::<Vec<Cell>>()
        };
        let ends: Vec<Cell> = region.iter().flat_map(leaving).collect();
        self.cells.extend(ends);
        self.cells.extend(door);
    }

    /// The way into a region, or where it begins beside the line.
    fn cut_off(&mut self, cells: &[Cell], door: Option<Cell>) {
        self.rim(cells, door);
        if door.is_none() {
            let end = self.position.live_end();
            let nearest = cells
                .iter()
                .min_by_key(|cell| cell.column.abs_diff(end.column) + cell.row.abs_diff(end.row));
            self.cells.extend(nearest);
        }
    }

    fn deduction(&mut self, deduction: &Deduction) {
        for step in &deduction.steps {
            self.cells.extend([step.edge.0, step.edge.1]);
            match &step.because {
                Because::Degree { cell } => self.at(*cell),
                Because::SmallLoop { chain } => self.cells.extend(chain),
                Because::Colour { region } | Because::TwoEdgeCut { region } => {
                    self.rim(region, None);
                }
                Because::Probe { deduction } => self.deduction(deduction),
            }
        }
        match &deduction.contradiction {
            Contradiction::Degree { cell } => self.at(*cell),
            Contradiction::SmallLoop { chain } => self.cells.extend(chain),
            Contradiction::CutOff { cells, door } => self.cut_off(cells, *door),
            Contradiction::Colour { region } => self.rim(region, None),
        }
    }
}
