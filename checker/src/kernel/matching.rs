//! When a rule forbids a move: placements, and matching on a known position.
//!
//! **K4.** This is the meaning of rules that docs/reference/rule-language.md defines; the free
//! cells, the live end and the board decide it. (proof: docs/reference/rule-language.md, "What
//! exactly a rule means")

use super::board::Board;
use super::position::Position;
use super::rule::{Extent, Forbidden, Offset, Pattern, Rule, Segment, Test, step};

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

impl Rule {
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

/// Whether a rule, in one of its placements, forbids a legal move in a position.
pub fn forbids_in(position: &Position, rule: &Rule, letter: char) -> bool {
    let board = position.board;
    let live_end = board.index(position.live_end).expect("it is on the board");
    let view = View { board, free: &position.free, live_end };
    rule.placements.iter().any(|&number| rule.placed(number).forbids(view, letter))
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

    /// The neighbours of a cell, by [`Board::index`].
    fn near(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let near = self.board.neighbours(self.board.cell(cell));
        near.filter_map(|cell| self.board.index(cell))
    }

    fn passes(&self, cell: Offset, test: Test) -> bool {
        let at = self.at(cell);
        let free = at.is_some_and(|cell| self.free[cell]);
        match test {
            Test::Free => free,
            Test::FreeNotEnd => free && at != self.board.index(self.board.end),
            Test::Drawn => at.is_some_and(|cell| self.board.open[cell]) && !free,
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
        let end = self.board.index(self.board.end)?;
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
                stack.extend(self.near(cell));
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
    pub fn forced_lines(&self) -> Vec<(usize, usize)> {
        let end = self.board.index(self.board.end);
        let vertex = |cell: usize| cell == self.live_end || self.free[cell];
        let vertices: Vec<usize> = (0..self.free.len()).filter(|&cell| vertex(cell)).collect();
        let near = |cell: usize| self.near(cell).filter(|&next| vertex(next)).collect();
        let all = 0..self.free.len();
        let mut left: Vec<Vec<usize>> =
            all.map(|cell| if vertex(cell) { near(cell) } else { Vec::new() }).collect();
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
