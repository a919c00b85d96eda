//! Facts about the board, and exceptions of rules, which test what is on the board.
//!
//! **E8.** The board is a rectangle with the live end and all free cells on it, and the end cell is
//! a corner of it. (proof: docs/explanation/proofs-for-every-board.md, "board")

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::WindowFormula;
use crate::every_board::scene::{Scene, surroundings};
use crate::kernel::cnf::variable;
use crate::kernel::rule::{Offset, Pattern, Test};

/// The board as a rectangle: for each column and row near the live end a variable "it is on the
/// board".
pub(super) struct Rectangle {
    columns: BTreeMap<i16, i32>,
    rows: BTreeMap<i16, i32>,
}

impl Rectangle {
    pub(super) fn new(formula: &mut WindowFormula, scene: &Scene) -> Rectangle {
        let WindowFormula { window, cnf, .. } = formula;
        let cells = window.disc.iter().chain(&window.outers).chain(&scene.free);
        let [columns, rows] = surroundings(cells.chain(&scene.walls).chain(&scene.on_board));
        let mut lines = |range: RangeInclusive<i16>| -> BTreeMap<i16, i32> {
            range.map(|at| (at, cnf.variables(1))).collect()
        };
        Rectangle { columns: lines(columns), rows: lines(rows) }
    }

    /// The variables of a cell's column and row.
    fn on(&self, (right, down): Offset) -> [i32; 2] {
        [self.columns[&right], self.rows[&down]]
    }

    /// The live end is on the board, and the columns and rows on the board are consecutive. Free
    /// cells and others that are known to be on the board are on it; a cell outside is not. The end
    /// cell is a corner: one of the columns next to it is not on the board, and one of the rows.
    pub(super) fn clauses(&self, formula: &mut WindowFormula, scene: &Scene) {
        for lines in [&self.columns, &self.rows] {
            formula.cnf.push([lines[&0]]);
            for (&at, &line) in lines.iter().filter(|(at, _)| **at != 0) {
                formula.cnf.push([-line, lines[&(at - at.signum())]]);
            }
        }
        for &cell in formula.window.disc.iter().chain(&scene.free).chain(&scene.on_board) {
            for line in self.on(cell) {
                formula.cnf.push([line]);
            }
        }
        for (x, &cell) in formula.window.outers.iter().enumerate() {
            for line in self.on(cell) {
                formula.cnf.push([-variable(formula.free, x), line]);
            }
        }
        for &cell in &scene.outside {
            formula.cnf.push(self.on(cell).map(|line| -line));
        }
        for (&(right, down), &end) in &formula.ends {
            let beside =
                |lines: &BTreeMap<i16, i32>, at: i16| [-end, -lines[&(at - 1)], -lines[&(at + 1)]];
            formula.cnf.push(beside(&self.columns, right));
            formula.cnf.push(beside(&self.rows, down));
        }
    }
}

impl WindowFormula {
    /// An exception does not match: one of its conditions fails. No clause is added if the
    /// exception has segments or forced lines, or tests a cell that the window does not contain.
    pub(super) fn exception(&mut self, exception: &Pattern, board: &Rectangle) {
        if !exception.segments.is_empty() || !exception.lines.is_empty() {
            return;
        }
        let mut fails = Vec::new();
        for &(cell, test) in &exception.cells {
            let Some(seen) = self.window.find(cell) else { return };
            if test == Test::Outside {
                return;
            }
            if matches!(test, Test::Drawn | Test::Wall) {
                let Some(wall) = self.wall(seen) else { return };
                fails.push(-wall);
            }
            if matches!(test, Test::Free | Test::FreeNotEnd) {
                fails.extend(self.wall(seen));
            }
            if test == Test::FreeNotEnd {
                fails.extend(self.end(cell));
            }
            if matches!(test, Test::Drawn | Test::OnBoard) {
                fails.extend(board.on(cell).map(|line| -line));
            }
        }
        self.cnf.push(fails);
    }
}
