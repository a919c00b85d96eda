//! Rules drawn over a board: the marks of their cells, as characters, and the part of the board
//! that they cover. For the terminal; [`super::svg_overlay`] draws them as SVG.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::rule::Sketch;
use crate::rule::sketch::Sign;
use deadmove_core::board::Board;
use deadmove_core::position::Position;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::CellTest;
use deadmove_rules::words::letter;

/// Columns and rows, inclusive; those outside the board lie before 1 or after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellRange {
    pub columns: (i32, i32),
    pub rows: (i32, i32),
}

/// A move that the rule forbids.
const FORBIDDEN: char = 'X';

/// As many columns fit into 80 letters.
const COLUMNS: i32 = 18;

impl CellRange {
    pub fn whole(board: &Board) -> CellRange {
        CellRange::on_board(1..=board.width(), 1..=board.height())
    }

    pub fn on_board(columns: RangeInclusive<u16>, rows: RangeInclusive<u16>) -> CellRange {
        let ends =
            |range: RangeInclusive<u16>| (i32::from(*range.start()), i32::from(*range.end()));
        CellRange { columns: ends(columns), rows: ends(rows) }
    }

    /// The cells of a rule.
    pub fn of(position: &Position, rule: &Sketch) -> CellRange {
        let (left, right, top, bottom) = rule.bounds();
        let live_end = position.live_end();
        let ends = |at: u16, low: i16, high: i16| {
            (i32::from(at) + i32::from(low), i32::from(at) + i32::from(high))
        };
        CellRange {
            columns: ends(live_end.column, left, right),
            rows: ends(live_end.row, top, bottom),
        }
    }

    /// With the cells next to it that are on the board.
    pub fn with_border(self, board: &Board) -> CellRange {
        let wider = |(low, high): (i32, i32), last: u16| {
            (low.min((low - 1).max(1)), high.max((high + 1).min(i32::from(last))))
        };
        CellRange {
            columns: wider(self.columns, board.width()),
            rows: wider(self.rows, board.height()),
        }
    }

    /// With all of the board if that leaves few enough columns.
    pub fn wide(self, board: &Board) -> CellRange {
        let wide = self.with(CellRange::whole(board));
        let few = wide.columns.1 - wide.columns.0 < COLUMNS;
        if few { wide } else { self.with_border(board) }
    }

    /// The smallest window with all of both.
    pub fn with(self, other: CellRange) -> CellRange {
        let both = |a: (i32, i32), b: (i32, i32)| (a.0.min(b.0), a.1.max(b.1));
        CellRange { columns: both(self.columns, other.columns), rows: both(self.rows, other.rows) }
    }
}

/// The characters of rule files for the cells of a rule, the live end excepted.
pub(super) fn marks(rule: &Sketch) -> BTreeMap<Offset, Vec<char>> {
    let mut marks: BTreeMap<Offset, Vec<char>> = BTreeMap::new();
    for (&cell, sign) in &rule.signs {
        let characters = characters(sign);
        if !characters.is_empty() {
            marks.insert(cell, characters);
        }
    }
    for &cell in rule.forbidden.keys() {
        marks.entry(cell).or_default().push(FORBIDDEN);
    }
    marks
}

fn characters(sign: &Sign) -> Vec<char> {
    match sign {
        Sign::LiveEnd | Sign::Untested => Vec::new(),
        Sign::Test(test) => vec![match test {
            CellTest::Free => '.',
            CellTest::FreeNotEnd => '!',
            CellTest::Drawn => '+',
            CellTest::Wall => '#',
            CellTest::Outside => '=',
            CellTest::OnBoard => '@',
        }],
        Sign::Segments(numbers, _) => numbers.iter().map(|&number| letter(number)).collect(),
        Sign::Forced(number) => (number + 1).to_string().chars().collect(),
    }
}

/// The marks that rules use, with their meanings.
pub(super) fn meanings<'a>(rules: impl IntoIterator<Item = &'a Sketch>) -> Vec<(String, String)> {
    let rules: Vec<Sketch> = rules.into_iter().cloned().collect();
    let mut meanings: Vec<(String, String)> = crate::rule::sketch::meanings(&rules)
        .into_iter()
        .filter(|(sign, _)| *sign != Sign::LiveEnd)
        .map(|(sign, meaning)| (characters(&sign).into_iter().collect(), meaning))
        .collect();
    if rules.iter().any(|rule| !rule.forbidden.is_empty()) {
        meanings.push((FORBIDDEN.into(), "forbidden".to_owned()));
    }
    meanings
}
