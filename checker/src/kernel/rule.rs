//! Rules in their compiled form: the conditions, and which rules are well-formed. `matching.rs`
//! says what placements are and when a rule forbids a move.
//!
//! The terms are those of `docs/reference/rule-language.md`; the checker has its own implementation
//! of their meaning. Offsets are (columns to the right, rows down) from the live end.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A cell relative to the live end: columns to the right, rows down.
pub type Offset = (i16, i16);

/// A rule: in each of its placements the moves are forbidden where the pattern matches and no
/// exception does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// Numbers from 0 to 7: `2 · (quarter turns clockwise) + (1 if then mirrored left to right)`.
    pub placements: Vec<u8>,
    /// What must hold around the live end.
    pub pattern: Pattern,
    /// The exceptions.
    pub unless: Vec<Pattern>,
    /// The forbidden moves.
    pub forbids: Vec<Forbidden>,
}

/// A conjunction of conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// Cells with what they must be.
    pub cells: Vec<(Offset, Test)>,
    /// Segments of free cells with a region beside them.
    pub segments: Vec<Segment>,
    /// Pairs of free cells that are the two ends of one forced line.
    pub lines: Vec<(Offset, Offset)>,
}

/// What a cell must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Not yet drawn.
    Free,
    /// Free and not the end cell.
    FreeNotEnd,
    /// On the board, not blocked and not free.
    Drawn,
    /// Not free, or not on the board.
    Wall,
    /// Not on the board.
    Outside,
    /// On the board.
    OnBoard,
}

/// A path of free cells without the end cell, and its region. The *side cells* are the free cells
/// beside the path in some directions; the region consists of them and of all cells that can be
/// reached from them through free cells off the segment. The pattern matches only if the end cell
/// is neither on the segment nor in the region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// The cells, neighbour by neighbour; the path does not turn back.
    pub cells: Vec<Offset>,
    /// The directions of the side, letters of U, D, L, R.
    pub side: String,
    /// Whether the region has cells.
    pub extent: Extent,
    /// Conditions on region and segment together.
    pub tests: Vec<RegionTest>,
}

/// Whether a region has cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// It has at least one.
    Enclosed,
    /// It may have none.
    EnclosedOrEmpty,
    /// It has none.
    Empty,
}

/// A condition on region and segment together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RegionTest {
    /// The number of cells is even.
    Even,
    /// The number of cells is odd.
    Odd,
    /// The surplus (cells that have not the live end's colour, minus those that have) lies in a
    /// range, or outside it.
    Surplus {
        /// Smallest value of the range.
        from: Option<i32>,
        /// Largest value of the range.
        to: Option<i32>,
        /// Whether the value must lie inside the range.
        inside: bool,
    },
}

/// A forbidden move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forbidden {
    /// U, D, L or R.
    #[serde(rename = "move")]
    pub direction: char,
    /// Indices of segments of the pattern: the move is not forbidden if it leads into the region of
    /// one of them.
    pub unless_in: Vec<usize>,
}

impl RegionTest {
    /// Whether a region with this surplus passes. A region has an even number of cells exactly
    /// if its surplus is even.
    pub fn holds(self, surplus: i32) -> bool {
        match self {
            RegionTest::Even => surplus % 2 == 0,
            RegionTest::Odd => surplus % 2 != 0,
            RegionTest::Surplus { from, to, inside } => {
                let within = from.is_none_or(|k| surplus >= k) && to.is_none_or(|k| surplus <= k);
                within == inside
            }
        }
    }
}

impl Segment {
    /// The cells beside the segment in the directions of its side.
    pub fn side_cells(&self) -> Vec<Offset> {
        let beside = |&cell: &Offset| self.side.chars().map(move |letter| step(cell, letter));
        let cells: BTreeSet<Offset> = self.cells.iter().flat_map(beside).collect();
        cells.into_iter().filter(|cell| !self.cells.contains(cell)).collect()
    }
}

/// The offset one step further; any letter other than U, D, L means right.
pub fn step((right, down): Offset, letter: char) -> Offset {
    match letter {
        'U' => (right, down - 1),
        'D' => (right, down + 1),
        'L' => (right - 1, down),
        _ => (right + 1, down),
    }
}

impl Rule {
    /// Whether the rule is well-formed, as everything else here expects: eight placements are all
    /// placements; a move has one list of exemptions; offsets can be added without overflow; the
    /// cells of a segment do not turn back, so two of them are neighbours only if one follows the
    /// other.
    ///
    /// # Errors
    /// What is not.
    pub fn check(&self) -> Result<(), String> {
        let fail = |what: &str| Err(format!("rule {:?}: {what}", self.name));
        let numbers: BTreeSet<u8> = self.placements.iter().copied().collect();
        if numbers.len() != self.placements.len() || numbers.last().is_some_and(|&last| last > 7) {
            return fail("placements are different numbers from 0 to 7");
        }
        let is_move = |letter: char| "UDLR".contains(letter);
        let directions: BTreeSet<char> = self.forbids.iter().map(|f| f.direction).collect();
        if directions.len() != self.forbids.len() {
            return fail("a move is forbidden twice");
        }
        for forbidden in &self.forbids {
            let known = |&segment: &usize| segment < self.pattern.segments.len();
            if !is_move(forbidden.direction) || !forbidden.unless_in.iter().all(known) {
                return fail("a forbidden move is none, or names a segment that is not there");
            }
        }
        for pattern in std::iter::once(&self.pattern).chain(&self.unless) {
            let cells = pattern.cells.iter().map(|(cell, _)| cell);
            let cells = cells.chain(pattern.segments.iter().flat_map(|segment| &segment.cells));
            let mut cells = cells.chain(pattern.lines.iter().flat_map(|(a, b)| [a, b]));
            if cells.any(|&(right, down)| right.unsigned_abs() > 999 || down.unsigned_abs() > 999) {
                return fail("a cell is too far away");
            }
            for segment in &pattern.segments {
                let joined = segment.cells.windows(2).all(|pair| distance(pair[0], pair[1]) == 1);
                let ends = segment.cells.first().zip(segment.cells.last());
                let straight = ends.is_some_and(|(&first, &last)| {
                    usize::from(distance(first, last)) == segment.cells.len() - 1
                });
                if !joined || !straight || segment.cells.contains(&(0, 0)) {
                    return fail("a segment is no path, turns back, or holds the live end");
                }
                if !segment.side.chars().all(is_move) {
                    return fail("a side has another letter than U, D, L, R");
                }
            }
        }
        Ok(())
    }
}

fn distance(a: Offset, b: Offset) -> u16 {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}
