//! Rules in their compiled form, and when a rule forbids a move.
//!
//! The terms are those of `docs/rule-language.md`; the checker has its own implementation of their
//! meaning. Offsets are (columns to the right, rows down) from the live end.

use serde::{Deserialize, Serialize};

use crate::board::Board;

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
    /// On the board and not free.
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
/// reached from them through free cells off the segment. The end cell is not in the region.
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

/// What a rule depends on: the board, the free cells and the live end.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The board.
    pub board: &'a Board,
    /// By [`Board::index`].
    pub free: &'a [bool],
    /// The [`Board::index`] of the live end.
    pub live_end: usize,
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
        let mut cells: Vec<Offset> = self
            .cells
            .iter()
            .flat_map(|&cell| self.side.chars().map(move |letter| step(cell, letter)))
            .filter(|cell| !self.cells.contains(cell))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
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
    /// Whether the rule is well-formed, as everything else here expects.
    pub fn check(&self) -> Result<(), String> {
        let fail = |what: &str| Err(format!("rule {:?}: {what}", self.name));
        let mut numbers = self.placements.clone();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() != self.placements.len() || numbers.iter().any(|&number| number > 7) {
            return fail("placements are different numbers from 0 to 7");
        }
        let is_move = |letter: char| "UDLR".contains(letter);
        let mut directions: Vec<char> = self.forbids.iter().map(|f| f.direction).collect();
        directions.sort_unstable();
        directions.dedup();
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

    /// The rule in one placement, as a rule whose only placement is 0.
    pub fn placed(&self, placement: u8) -> Rule {
        let offset = |cell: Offset| place(placement, cell);
        let letter = |letter: char| {
            let to = offset(step((0, 0), letter));
            ['U', 'D', 'L', 'R'].into_iter().find(|&l| step((0, 0), l) == to).unwrap_or(letter)
        };
        let pattern = |pattern: &Pattern| Pattern {
            cells: pattern.cells.iter().map(|&(cell, test)| (offset(cell), test)).collect(),
            segments: pattern
                .segments
                .iter()
                .map(|segment| Segment {
                    cells: segment.cells.iter().map(|&cell| offset(cell)).collect(),
                    side: segment.side.chars().map(letter).collect(),
                    extent: segment.extent,
                    tests: segment.tests.clone(),
                })
                .collect(),
            lines: pattern.lines.iter().map(|&(a, b)| (offset(a), offset(b))).collect(),
        };
        let forbids = self.forbids.iter().map(|forbidden| Forbidden {
            direction: letter(forbidden.direction),
            unless_in: forbidden.unless_in.clone(),
        });
        Rule {
            name: self.name.clone(),
            placements: vec![0],
            pattern: pattern(&self.pattern),
            unless: self.unless.iter().map(pattern).collect(),
            forbids: forbids.collect(),
        }
    }

    /// Whether a placed rule forbids a move; the move must be legal.
    pub fn forbids(&self, view: View, letter: char) -> bool {
        let to = view.at(step((0, 0), letter));
        if !to.is_some_and(|cell| view.free[cell]) {
            return false;
        }
        let Some(regions) = view.matches(&self.pattern) else { return false };
        self.unless.iter().all(|exception| view.matches(exception).is_none())
            && self.forbids.iter().any(|forbidden| {
                let inside = |&number: &usize| to.is_some_and(|cell| regions[number][cell]);
                forbidden.direction == letter && !forbidden.unless_in.iter().any(inside)
            })
    }
}

fn distance(a: Offset, b: Offset) -> u16 {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}

/// Where a placement puts a cell of the picture: rotated clockwise, then perhaps mirrored left to
/// right.
fn place(placement: u8, (mut right, mut down): Offset) -> Offset {
    for _ in 0..placement / 2 {
        (right, down) = (-down, right);
    }
    if placement % 2 == 1 { (-right, down) } else { (right, down) }
}

impl View<'_> {
    /// The [`Board::index`] of a cell relative to the live end, if it is on the board.
    pub fn at(&self, (right, down): Offset) -> Option<usize> {
        let (column, row) = self.board.cell(self.live_end);
        let column = u16::try_from(i32::from(column) + i32::from(right)).ok()?;
        let row = u16::try_from(i32::from(row) + i32::from(down)).ok()?;
        self.board.index((column, row))
    }

    fn passes(&self, cell: Offset, test: Test) -> bool {
        let at = self.at(cell);
        let free = at.is_some_and(|cell| self.free[cell]);
        match test {
            Test::Free => free,
            Test::FreeNotEnd => free && at != self.board.index(self.board.end()),
            Test::Drawn => at.is_some_and(|cell| self.board.open()[cell]) && !free,
            Test::Wall => !free,
            Test::Outside => at.is_none(),
            Test::OnBoard => at.is_some(),
        }
    }

    /// If a pattern matches, the regions of its segments, without the segments themselves.
    fn matches(&self, pattern: &Pattern) -> Option<Vec<Vec<bool>>> {
        if !pattern.cells.iter().all(|&(cell, test)| self.passes(cell, test)) {
            return None;
        }
        let regions = pattern.segments.iter().map(|segment| self.region(segment));
        let regions: Vec<Vec<bool>> = regions.collect::<Option<_>>()?;
        if !pattern.lines.is_empty() {
            let lines = self.forced_lines();
            let joined = |&(a, b): &(Offset, Offset)| {
                let (Some(a), Some(b)) = (self.at(a), self.at(b)) else { return false };
                self.free[a] && self.free[b] && lines.contains(&(a.min(b), a.max(b)))
            };
            if !pattern.lines.iter().all(joined) {
                return None;
            }
        }
        Some(regions)
    }

    /// The region of a segment, without the segment itself, if it satisfies all conditions.
    fn region(&self, segment: &Segment) -> Option<Vec<bool>> {
        let end = self.board.index(self.board.end())?;
        let cells = segment.cells.iter().map(|&cell| self.at(cell));
        let cells: Vec<usize> = cells.collect::<Option<_>>()?;
        if cells.iter().any(|&cell| !self.free[cell] || cell == end) {
            return None;
        }
        let open = |cell: usize| self.free[cell] && !cells.contains(&cell);
        let mut region = vec![false; self.free.len()];
        let mut stack: Vec<usize> =
            segment.side_cells().into_iter().filter_map(|cell| self.at(cell)).collect();
        while let Some(cell) = stack.pop() {
            if open(cell) && !region[cell] {
                region[cell] = true;
                let near = self.board.neighbours(self.board.cell(cell));
                stack.extend(near.filter_map(|cell| self.board.index(cell)));
            }
        }
        let fits = match segment.extent {
            Extent::Enclosed => region.contains(&true),
            Extent::EnclosedOrEmpty => true,
            Extent::Empty => !region.contains(&true),
        };
        let black = |cell: usize| {
            let (cell, live_end) = (self.board.cell(cell), self.board.cell(self.live_end));
            (cell.0 ^ cell.1 ^ live_end.0 ^ live_end.1) & 1 == 0
        };
        let counted = (0..region.len()).filter(|cell| region[*cell]).chain(cells.iter().copied());
        let surplus = counted.map(|cell| if black(cell) { -1 } else { 1 }).sum();
        let holds = segment.tests.iter().all(|test| test.holds(surplus));
        (fits && holds && !region[end]).then_some(region)
    }

    /// The two ends of each forced line, the smaller index first. A free cell needs two edges; the
    /// live end and the end cell need one. If a cell has only as many edges left as it needs, they
    /// are forced; if it has as many forced edges as it needs, the others are removed. A forced
    /// line is a path of forced edges: its two ends have one forced edge, its inner cells have two.
    pub(crate) fn forced_lines(&self) -> Vec<(usize, usize)> {
        let end = self.board.index(self.board.end());
        let vertex = |cell: usize| cell == self.live_end || self.free[cell];
        let near = |cell: usize| {
            let near = self.board.neighbours(self.board.cell(cell));
            near.filter_map(|cell| self.board.index(cell)).filter(|&next| vertex(next))
        };
        let vertices: Vec<usize> = (0..self.free.len()).filter(|&cell| vertex(cell)).collect();
        let mut left: Vec<Vec<usize>> = (0..self.free.len())
            .map(|cell| if vertex(cell) { near(cell).collect() } else { Vec::new() })
            .collect();
        let mut forced = vec![Vec::new(); self.free.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for &cell in &vertices {
                let needs = if cell == self.live_end || Some(cell) == end { 1 } else { 2 };
                let others: Vec<usize> = left[cell]
                    .iter()
                    .copied()
                    .filter(|next| !forced[cell].contains(next))
                    .collect();
                for next in others {
                    if forced[cell].len() >= needs {
                        left[cell].retain(|&other| other != next);
                        left[next].retain(|&other| other != cell);
                        changed = true;
                    } else if left[cell].len() == needs {
                        forced[cell].push(next);
                        forced[next].push(cell);
                        changed = true;
                    }
                }
            }
        }
        let mut lines = Vec::new();
        for &first in vertices.iter().filter(|&&cell| forced[cell].len() == 1) {
            let (mut came, mut cell) = (first, forced[first][0]);
            while let [a, b] = forced[cell][..] {
                (came, cell) = (cell, if a == came { b } else { a });
            }
            if forced[cell].len() == 1 && first < cell {
                lines.push((first, cell));
            }
        }
        lines
    }
}
