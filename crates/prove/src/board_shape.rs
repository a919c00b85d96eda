//! Facts about a board of unknown size: it is a rectangle, and the line ends in one of its corners.

use std::collections::BTreeMap;

use deadmove_encodings::cnf::{Clauses, Lit};

use deadmove_rules::geometry::Offset;

/// A literal for each column and each row near the live end: "it is on the board".
#[derive(Clone, Debug)]
pub struct BoardShape {
    columns: BTreeMap<i16, Lit>,
    rows: BTreeMap<i16, Lit>,
}

impl BoardShape {
    /// Literals for the columns and rows of these cells and those next to them. Those of the live
    /// end are on the board; any other is on the board only if all between it and the live end are.
    pub fn new(cells: impl Iterator<Item = Offset>, clauses: &mut Clauses) -> BoardShape {
        let (mut low, mut high) = (Offset::LIVE_END, Offset::LIVE_END);
        for cell in cells {
            low = Offset::new(low.right.min(cell.right), low.down.min(cell.down));
            high = Offset::new(high.right.max(cell.right), high.down.max(cell.down));
        }
        let mut lines = |low: i16, high: i16| {
            let lines: BTreeMap<i16, Lit> =
                (low - 1..=high + 1).map(|at| (at, clauses.fresh())).collect();
            clauses.push([lines[&0]]);
            for (&at, &lit) in &lines {
                let nearer = at - at.signum();
                if at != 0 {
                    clauses.push([!lit, lines[&nearer]]);
                }
            }
            lines
        };
        BoardShape { columns: lines(low.right, high.right), rows: lines(low.down, high.down) }
    }

    /// Two literals that are both true exactly if the cell is on the board.
    pub fn inside(&self, cell: Offset) -> [Lit; 2] {
        [self.columns[&cell.right], self.rows[&cell.down]]
    }

    /// Demands that a cell is on the board.
    pub fn on_board(&self, cell: Offset, clauses: &mut Clauses) {
        for lit in self.inside(cell) {
            clauses.push([lit]);
        }
    }

    /// If `end` is true, the cell is a corner of the board: one of the columns beside it and one of
    /// the rows beside it are not on the board.
    pub fn corner(&self, end: Lit, cell: Offset, clauses: &mut Clauses) {
        let beside = |lines: &BTreeMap<i16, Lit>, at: i16| [!lines[&(at - 1)], !lines[&(at + 1)]];
        clauses.push([!end].into_iter().chain(beside(&self.columns, cell.right)));
        clauses.push([!end].into_iter().chain(beside(&self.rows, cell.down)));
    }
}
