//! Follows the count lines of a drawing: which start belongs to which end.
//!
//! The marks may touch those of another line, so all ways to join them are tried; there must be
//! exactly one. [`super::region`] reads the condition of a line.

use std::collections::BTreeSet;

use super::decode::at;
use super::glyph::CountKind;
use super::svg::{CountRole, DrawnCell, DrawnMark, MarkKind};
use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError, Place};

/// A count line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountLine {
    /// Its condition, by its colour.
    pub kind: CountKind,
    /// Its cells from start to end, at least two.
    pub cells: Vec<DrawnCell>,
    /// The cell marked with a plus.
    pub entry: Option<DrawnCell>,
    /// Whether the middle cell is not drawn.
    pub middle_implied: bool,
    /// The start's comment in the file.
    pub place: Place,
}

/// More steps than any drawing needs; a file that takes more is refused.
const STEPS: usize = 100_000;

/// One count line for each start, in the order of the file.
pub fn count_lines(marks: &[DrawnMark]) -> Result<Vec<CountLine>, InputError> {
    let of = |role: CountRole| {
        marks.iter().filter(move |m| matches!(m.kind, MarkKind::Count(r, _) if r == role))
    };
    let between: Vec<&DrawnMark> = of(CountRole::Middle).chain(of(CountRole::Entry)).collect();
    let starts: Vec<&DrawnMark> = of(CountRole::Start).collect();
    let ends: Vec<&DrawnMark> = of(CountRole::End).collect();
    let mut cells = BTreeSet::new();
    for mark in starts.iter().chain(&ends).chain(&between) {
        if !cells.insert(mark.cell) {
            let (column, row) = mark.cell;
            let message = format!("{column},{row} has a second place in a count line");
            return Err(at(mark, ErrorKind::CountCellTwice, message)
                .expected("one start, middle or end in a cell"));
        }
    }
    let Some(first) = starts.first().or(ends.first()).or(between.first()) else {
        return Ok(Vec::new());
    };
    if starts.len() != ends.len() {
        let message = format!("there are {} starts and {} ends", starts.len(), ends.len());
        return Err(
            at(first, ErrorKind::CountLineEnds, message).expected("one end for each count line")
        );
    }
    let mut search = LineSearch {
        starts: &starts,
        open: ends.iter().chain(&between).map(|m| (m.cell, *m)).collect(),
        lines: Vec::new(),
        found: Vec::new(),
        steps: 0,
        imply_middles: false,
    };
    search.start();
    if search.found.is_empty() && search.steps < STEPS {
        search.imply_middles = true;
        search.start();
    }
    let ambiguous = search.found.len() > 1 || search.steps >= STEPS;
    match search.found.pop() {
        Some(lines) if !ambiguous => Ok(lines),
        _ => {
            let message = if ambiguous {
                "it is not clear which cells belong to one count line"
            } else {
                "the cells of the count lines do not join into lines from start to end"
            };
            Err(at(first, ErrorKind::CountLines, message)
                .expected("neighbouring cells of one colour from each start to an end"))
        }
    }
}

struct LineSearch<'m> {
    starts: &'m [&'m DrawnMark],
    /// Ends and cells between that belong to no line yet.
    open: Vec<(DrawnCell, &'m DrawnMark)>,
    lines: Vec<CountLine>,
    found: Vec<Vec<CountLine>>,
    steps: usize,
    imply_middles: bool,
}

impl LineSearch<'_> {
    /// Begins the next line, or keeps the lines when every cell is in one.
    fn start(&mut self) {
        let Some(start) = self.starts.get(self.lines.len()) else {
            if self.open.is_empty() {
                self.found.push(self.lines.clone());
            }
            return;
        };
        let MarkKind::Count(_, kind) = start.kind else { return };
        self.lines.push(CountLine {
            kind,
            cells: vec![start.cell],
            entry: None,
            middle_implied: false,
            place: start.place.clone(),
        });
        self.extend(start.cell);
        self.lines.pop();
    }

    fn extend(&mut self, from: DrawnCell) {
        self.steps += 1;
        if self.steps >= STEPS || self.found.len() > 1 {
            return;
        }
        let current = self.lines.len() - 1;
        for i in 0..self.open.len() {
            let (cell, mark) = self.open[i];
            let MarkKind::Count(role, kind) = mark.kind else { continue };
            let line = &self.lines[current];
            let apart = (cell.0 - from.0, cell.1 - from.1);
            let next = direction(apart).is_some();
            let two_apart = direction((apart.0 / 2, apart.1 / 2)).is_some()
                && apart.0 % 2 == 0
                && apart.1 % 2 == 0;
            let implied =
                self.imply_middles && role == CountRole::End && line.cells.len() == 1 && two_apart;
            let second_entry = role == CountRole::Entry && line.entry.is_some();
            if kind != line.kind || second_entry || !(next || implied) {
                continue;
            }
            self.open.swap_remove(i);
            let line = &mut self.lines[current];
            let before = (line.cells.len(), line.entry, line.middle_implied);
            if implied && !next {
                line.cells.push((from.0 + apart.0 / 2, from.1 + apart.1 / 2));
                line.middle_implied = true;
            }
            line.cells.push(cell);
            if role == CountRole::Entry {
                line.entry = Some(cell);
            }
            if role == CountRole::End {
                self.start();
            } else {
                self.extend(cell);
            }
            let line = &mut self.lines[current];
            line.cells.truncate(before.0);
            (line.entry, line.middle_implied) = (before.1, before.2);
            // Undoes the removal, so that the order of the open cells is as before.
            self.open.push((cell, mark));
            let last = self.open.len() - 1;
            self.open.swap(i, last);
        }
    }
}

/// The direction of a step, if it is one.
pub fn direction(step: (i16, i16)) -> Option<Move> {
    match step {
        (0, -1) => Some(Move::Up),
        (0, 1) => Some(Move::Down),
        (-1, 0) => Some(Move::Left),
        (1, 0) => Some(Move::Right),
        _ => None,
    }
}
