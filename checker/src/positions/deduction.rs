//! Deductions: why a position is dead, in steps that are checked one by one, by counting. Every
//! step decides one edge between neighbouring usable cells: each completion uses it, or none does.
//! The decisions before a step may be taken as given. With a *virtual edge* from the end cell back
//! to the live end, a completion is one closed line through all usable cells, with two edges at
//! each.
//!
//! **P5.** Degree: if the edges used at a cell are all that it may have, the others are not used;
//! if the edges left are no more than it must have, they are used. (proof:
//! docs/reference/certificates.md, "P5")
//!
//! **P6.** Small loop: an edge whose ends are joined by a chain of used edges, the virtual edge
//! among them, without all cells, is not used. (proof: docs/reference/certificates.md, "P6")
//!
//! **P7.** Colour: count the edge ends of a completion in a region, + at black cells and − at white
//! ones. If that must be the most (or the least) that the edges out of the region can add up to,
//! each of them is used or not as that requires. (proof: docs/reference/certificates.md, "P7")
//!
//! **P8.** Two-edge cut: if only two edges lead out of a region, the virtual edge counted, both are
//! used. (proof: docs/reference/certificates.md, "P8")
//!
//! **P9.** Probe: an edge is decided if the opposite leads to a contradiction. Contradictions are a
//! cell that cannot have its degree, a loop without all cells, a region that cannot be balanced,
//! and cells that are joined to the others by way of one cell at most. (proof:
//! docs/reference/certificates.md, "P9")
//!
//! There is no search: a step takes time proportional to the cells it names, up to a logarithm, and
//! a probe besides to the steps before it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::kernel::board::{Cell, text};
use crate::kernel::position::Position;

/// Steps to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deduction {
    /// In order.
    pub steps: Vec<Step>,
    /// What cannot be after them.
    pub contradiction: Contradiction,
}

/// A decided edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its cells.
    pub edge: (Cell, Cell),
    /// Whether every completion uses it; otherwise none does.
    pub used: bool,
    /// Why.
    pub because: Because,
}

/// What decides an edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Because {
    /// The degree of one of its ends.
    Degree {
        /// That end.
        cell: Cell,
    },
    /// It would close a loop.
    SmallLoop {
        /// A chain from one of its ends to the other.
        chain: Vec<Cell>,
    },
    /// The colours of a region leave no choice.
    Colour {
        /// The region.
        region: Vec<Cell>,
    },
    /// It is one of two edges that leave a region.
    TwoEdgeCut {
        /// The region.
        region: Vec<Cell>,
    },
    /// The opposite is impossible.
    Probe {
        /// Why.
        deduction: Box<Deduction>,
    },
}

/// What cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Contradiction {
    /// Too few edges are left at a cell, or too many are used.
    Degree {
        /// The cell.
        cell: Cell,
    },
    /// A chain whose ends are joined by one more used edge, without all cells.
    SmallLoop {
        /// The chain.
        chain: Vec<Cell>,
    },
    /// Cells that are joined to others by way of one cell at most.
    CutOff {
        /// The cells.
        cells: Vec<Cell>,
        /// The one cell.
        door: Option<Cell>,
    },
    /// The edges that leave a region cannot balance its colours.
    Colour {
        /// The region.
        region: Vec<Cell>,
    },
}

/// What is known after some steps.
#[derive(Clone)]
pub(super) struct Known<'a> {
    position: &'a Position<'a>,
    /// Decided edges, with the smaller cell first.
    decided: BTreeMap<(Cell, Cell), bool>,
}

/// Where a deduction is wrong, and what is wrong there.
type Wrong = (String, String);

fn in_order((a, b): (Cell, Cell)) -> (Cell, Cell) {
    (a.min(b), a.max(b))
}

impl<'a> Known<'a> {
    /// Before the first step.
    pub fn nothing(position: &'a Position<'a>) -> Known<'a> {
        Known { position, decided: BTreeMap::new() }
    }

    /// Checks a deduction. Its position must not be finished, and its end cell must be free.
    pub fn check(mut self, deduction: &Deduction) -> Result<(), Wrong> {
        for (number, step) in deduction.steps.iter().enumerate() {
            let place = format!("step {}", number + 1);
            let edge = in_order(step.edge);
            // Asked first: a cell off the board has no neighbours that could be computed.
            let usable = self.position.is_usable(edge.0) && self.position.is_usable(edge.1);
            if !usable || !self.position.usable_neighbours(edge.0).any(|other| other == edge.1) {
                return Err((place, "this is no edge between usable cells".into()));
            }
            if self.decided.contains_key(&edge) {
                return Err((place, "the edge is decided already".into()));
            }
            if let Because::Probe { deduction } = &step.because {
                let mut supposed = self.clone();
                supposed.decided.insert(edge, !step.used);
                let checked = supposed.check(deduction);
                checked.map_err(|(inner, why)| (format!("{place}, {inner}"), why))?;
            } else {
                self.follows(step).map_err(|why| (place, why))?;
            }
            self.decided.insert(edge, step.used);
        }
        self.contradicts(&deduction.contradiction)
            .map_err(|why| ("the contradiction".to_owned(), why))
    }

    fn state(&self, a: Cell, b: Cell) -> Option<bool> {
        self.decided.get(&in_order((a, b))).copied()
    }

    /// The other end of the virtual edge.
    fn virtual_edge(&self, cell: Cell) -> Option<Cell> {
        let (live_end, end) = (self.position.live_end, self.position.board.end);
        match cell {
            _ if cell == live_end => Some(end),
            _ if cell == end => Some(live_end),
            _ => None,
        }
    }

    /// The edges of a completion at a cell.
    pub fn degree(&self, cell: Cell) -> usize {
        if self.virtual_edge(cell).is_some() { 1 } else { 2 }
    }

    fn left(&self, cell: Cell) -> usize {
        self.position
            .usable_neighbours(cell)
            .filter(|&other| self.state(cell, other) != Some(false))
            .count()
    }

    fn used(&self, cell: Cell) -> usize {
        self.position
            .usable_neighbours(cell)
            .filter(|&other| self.state(cell, other) == Some(true))
            .count()
    }

    /// The cells as a set: usable, distinct, at least one.
    pub fn set(&self, cells: &[Cell]) -> Result<BTreeSet<Cell>, String> {
        if let Some(&cell) = cells.iter().find(|&&cell| !self.position.is_usable(cell)) {
            return Err(format!("{} is neither free nor the live end", text(cell)));
        }
        let set: BTreeSet<Cell> = cells.iter().copied().collect();
        match set.len() {
            0 => Err("no cells are named".into()),
            count if count < cells.len() => Err("a cell is named twice".into()),
            _ => Ok(set),
        }
    }

    /// Whether a step that is no probe follows from what is known.
    fn follows(&mut self, step: &Step) -> Result<(), String> {
        let (a, b) = step.edge;
        match &step.because {
            Because::Degree { cell } => self.decides(step, Contradiction::Degree { cell: *cell }),
            Because::Colour { region } => {
                self.decides(step, Contradiction::Colour { region: region.clone() })
            }
            Because::SmallLoop { .. } if step.used => {
                Err("an edge that closes a loop is not used".into())
            }
            Because::SmallLoop { chain } => self.small_loop(chain, (a, b)),
            Because::TwoEdgeCut { .. } if !step.used => Err("an edge of a cut is used".into()),
            Because::TwoEdgeCut { region } => {
                let region = self.set(region)?;
                if region.contains(&a) == region.contains(&b) {
                    return Err("the edge does not leave the region".into());
                }
                match self.leaving(&region).count() {
                    2 => Ok(()),
                    count => Err(format!("{count} edges lead out of the region, not 2")),
                }
            }
            Because::Probe { .. } => Err("a probe in place of a reason".into()),
        }
    }

    /// Whether the opposite of a step is a contradiction at the same cell or region, and nothing is
    /// without it. By P5 and P7, degree and colour decide an edge exactly then.
    fn decides(&mut self, step: &Step, contradiction: Contradiction) -> Result<(), String> {
        if self.contradicts(&contradiction).is_ok() {
            return Err("this is a contradiction, and decides no edge".into());
        }
        let edge = in_order(step.edge);
        self.decided.insert(edge, !step.used);
        let decides = self.contradicts(&contradiction);
        self.decided.remove(&edge);
        decides.map_err(|why| format!("the opposite would be possible: {why}"))
    }

    fn contradicts(&self, contradiction: &Contradiction) -> Result<(), String> {
        match contradiction {
            Contradiction::Degree { cell } => {
                self.set(&[*cell])?;
                let (left, used, degree) = (self.left(*cell), self.used(*cell), self.degree(*cell));
                if left >= degree && used <= degree {
                    return Err(format!("{} can have the edges it needs", text(*cell)));
                }
                Ok(())
            }
            Contradiction::SmallLoop { chain } => {
                let (Some(&first), Some(&last)) = (chain.first(), chain.last()) else {
                    return Err("no cells are named".into());
                };
                if self.state(first, last) != Some(true) {
                    return Err("no used edge joins the ends of the chain".into());
                }
                self.small_loop(chain, (first, last))
            }
            Contradiction::CutOff { cells, door } => {
                let cells = self.set(cells)?;
                if let Some(door) = door.filter(|&door| !self.position.is_usable(door)) {
                    return Err(format!("{} is neither free nor the live end", text(door)));
                }
                let with_door =
                    cells.len() + usize::from(door.is_some_and(|d| !cells.contains(&d)));
                if with_door > self.position.free_count {
                    return Err("there are no other cells to be cut off from".into());
                }
                match self.leaving(&cells).find(|&(_, outer)| Some(outer) != *door) {
                    Some((inner, outer)) => {
                        Err(format!("{} and {} may be joined", text(inner), text(outer)))
                    }
                    None => Ok(()),
                }
            }
            Contradiction::Colour { region } => {
                let region = self.set(region)?;
                let (needed, least, most) = self.balance(&region);
                if (least..=most).contains(&needed) {
                    return Err(format!(
                        "the edges that leave the region can add up to {needed}, as they must"
                    ));
                }
                Ok(())
            }
        }
    }

    /// Whether a chain of used edges, not of all cells, joins the ends of an edge.
    fn small_loop(&self, chain: &[Cell], (a, b): (Cell, Cell)) -> Result<(), String> {
        let cells = self.set(chain)?;
        let ends = (chain[0], chain[chain.len() - 1]);
        if in_order(ends) != in_order((a, b)) {
            return Err("the chain does not join the ends of the edge".into());
        }
        for pair in chain.windows(2) {
            // The edge itself is no chain.
            let used = self.state(pair[0], pair[1]) == Some(true) && chain.len() > 2;
            if !used && self.virtual_edge(pair[0]) != Some(pair[1]) {
                return Err(format!("no used edge joins {} and {}", text(pair[0]), text(pair[1])));
            }
        }
        if cells.len() == self.position.free_count + 1 {
            return Err("the loop would have all cells".into());
        }
        Ok(())
    }

    pub fn is_black(&self, (column, row): Cell) -> bool {
        let live_end = self.position.live_end;
        (column ^ row) & 1 == (live_end.0 ^ live_end.1) & 1
    }

    /// What the edges that leave a region must add up to, and the least and the most they can.
    pub fn balance(&self, region: &BTreeSet<Cell>) -> (i64, i64, i64) {
        let sign = |cell| if self.is_black(cell) { 1 } else { -1 };
        let needed = region.iter().map(|&cell| sign(cell) * self.degree(cell) as i64).sum();
        let (mut least, mut most) = (0, 0);
        for &inner in region {
            for outer in
                self.position.usable_neighbours(inner).filter(|outer| !region.contains(outer))
            {
                match self.state(inner, outer) {
                    Some(false) => {}
                    Some(true) => (least, most) = (least + sign(inner), most + sign(inner)),
                    None if self.is_black(inner) => most += 1,
                    None => least -= 1,
                }
            }
        }
        (needed, least, most)
    }

    /// The edges that lead out of a region and may be used, the virtual edge among them, with the
    /// inner cell first.
    pub fn leaving<'b>(
        &'b self,
        region: &'b BTreeSet<Cell>,
    ) -> impl Iterator<Item = (Cell, Cell)> + 'b {
        region.iter().flat_map(move |&inner| {
            let edges = self.position.usable_neighbours(inner);
            let edges = edges.filter(move |&outer| self.state(inner, outer) != Some(false));
            let all = edges.chain(self.virtual_edge(inner));
            all.filter(|outer| !region.contains(outer)).map(move |outer| (inner, outer))
        })
    }
}
