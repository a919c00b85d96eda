//! Naive positions, as sets of cells, for the tests of reasons: everything by plain enumeration.

use std::collections::{BTreeSet, HashMap};

use deadmove_checker::{Board, Cell, Reason, check_reason};

const LETTERS: [(char, i32, i32); 4] = [('U', 0, -1), ('D', 0, 1), ('L', -1, 0), ('R', 1, 0)];

/// A position.
#[derive(Clone, Debug)]
pub struct NaivePosition {
    pub board: Board,
    pub path: String,
    pub free: BTreeSet<Cell>,
    pub live_end: Cell,
    pub end: Cell,
}

impl NaivePosition {
    pub fn start(
        width: u16,
        height: u16,
        start: Cell,
        end: Cell,
        blocked: &[Cell],
    ) -> Option<NaivePosition> {
        let board = Board::new(width.into(), height.into(), start, end, blocked).ok()?;
        let free = cells(width, height).into_iter();
        let free = free.filter(|cell| *cell != start && !blocked.contains(cell)).collect();
        Some(NaivePosition { board, path: String::new(), free, live_end: start, end })
    }

    pub fn children(&self) -> Vec<NaivePosition> {
        let step = |(letter, dx, dy)| {
            let next = moved(self.live_end, dx, dy);
            self.free.contains(&next).then(|| {
                let mut child = self.clone();
                child.path.push(letter);
                child.free.remove(&next);
                child.live_end = next;
                child
            })
        };
        LETTERS.into_iter().filter_map(step).collect()
    }

    pub fn is_live(&self) -> bool {
        if self.free.is_empty() || self.live_end == self.end {
            return self.free.is_empty() && self.live_end == self.end;
        }
        self.children().iter().any(NaivePosition::is_live)
    }

    pub fn usable(&self) -> Vec<Cell> {
        self.free.iter().copied().chain([self.live_end]).collect()
    }

    fn usable_neighbours(&self, cell: Cell) -> Vec<Cell> {
        let usable = |next: &Cell| self.free.contains(next) || *next == self.live_end;
        LETTERS.iter().map(|&(_, dx, dy)| moved(cell, dx, dy)).filter(usable).collect()
    }

    pub fn degree(&self, cell: Cell) -> i64 {
        if cell == self.live_end || cell == self.end { 1 } else { 2 }
    }

    /// The dead-end reason about `cell` with correct details, whether it applies or not.
    pub fn dead_end(&self, cell: Cell) -> Reason {
        let needed = self.degree(cell) as usize;
        Reason::DeadEnd { cell, exits: self.usable_neighbours(cell), needed }
    }

    /// The cut-off reason about `cells` with one of its doors.
    pub fn cut_off(&self, cells: &[Cell]) -> Reason {
        let door = cells
            .iter()
            .flat_map(|&cell| self.usable_neighbours(cell))
            .find(|next| !cells.contains(next));
        Reason::CutOff { cells: cells.to_vec(), door }
    }

    /// The colour reason about `region` with correct details, whether it applies or not.
    pub fn colour(&self, region: &[Cell]) -> Reason {
        let (mut black, mut white, mut needed) = (0, 0, 0);
        for &cell in region {
            let apart = cell.0.abs_diff(self.live_end.0) + cell.1.abs_diff(self.live_end.1);
            if apart % 2 == 0 {
                black += 1;
                needed += self.degree(cell);
            } else {
                white += 1;
                needed -= self.degree(cell);
            }
        }
        let crossing = region
            .iter()
            .flat_map(|&inner| self.usable_neighbours(inner).into_iter().map(move |o| (inner, o)))
            .filter(|(_, outer)| !region.contains(outer))
            .collect();
        Reason::Colour { region: region.to_vec(), black, white, needed, crossing }
    }

    pub fn accepts(&self, reason: &Reason) -> bool {
        check_reason(&self.board, &self.path, reason).is_ok()
    }

    /// All accepted reasons with correct details, over every cell and every set of cells.
    pub fn accepted_reasons(&self) -> Vec<Reason> {
        let free: Vec<Cell> = self.free.iter().copied().collect();
        let usable = self.usable();
        let mut reasons: Vec<Reason> = usable.iter().map(|&cell| self.dead_end(cell)).collect();
        reasons.extend(subsets(&free).map(|cells| self.cut_off(&cells)));
        reasons.extend(subsets(&usable).map(|region| self.colour(&region)));
        reasons.retain(|reason| self.accepts(reason));
        reasons
    }

    /// Calls `visit` for every reachable position, once for each set of free cells and live end,
    /// and states whether it is live.
    pub fn explore(
        &self,
        seen: &mut HashMap<(BTreeSet<Cell>, Cell), bool>,
        visit: &mut impl FnMut(&NaivePosition, bool),
    ) -> bool {
        let key = (self.free.clone(), self.live_end);
        if let Some(&live) = seen.get(&key) {
            return live;
        }
        let mut live = self.free.is_empty() && self.live_end == self.end;
        for child in self.children() {
            live |= child.explore(seen, visit);
        }
        visit(self, live);
        seen.insert(key, live);
        live
    }
}

fn moved((column, row): Cell, dx: i32, dy: i32) -> Cell {
    ((i32::from(column) + dx) as u16, (i32::from(row) + dy) as u16)
}

/// The kind of a part of a certificate, as it is named there.
pub fn kind(part: &impl serde::Serialize) -> String {
    serde_json::to_value(part).unwrap()["kind"].as_str().unwrap().to_owned()
}

pub fn subsets(cells: &[Cell]) -> impl Iterator<Item = Vec<Cell>> + '_ {
    (0..1_u32 << cells.len()).map(|mask| {
        let chosen = cells.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
        chosen.map(|(_, &cell)| cell).collect()
    })
}

pub fn cells(width: u16, height: u16) -> Vec<Cell> {
    (1..=height).flat_map(|row| (1..=width).map(move |column| (column, row))).collect()
}

/// The position after a path from the upper-left corner.
pub fn position_after(width: u16, height: u16, end: Cell, path: &str) -> NaivePosition {
    let mut position = NaivePosition::start(width, height, (1, 1), end, &[]).unwrap();
    for letter in path.chars() {
        position =
            position.children().into_iter().find(|child| child.path.ends_with(letter)).unwrap();
    }
    position
}
