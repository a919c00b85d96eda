//! Lines, the positions on them, and random rules that match there.

use std::collections::BTreeSet;

use deadmove_checker::{
    Cell, Extent, Forbidden, Offset, Pattern, RegionTest, Rule, Segment, Test, step,
};

use super::Random;

pub const MOVES: [char; 4] = ['U', 'D', 'L', 'R'];

pub const TESTS: [Test; 6] =
    [Test::Free, Test::FreeNotEnd, Test::Wall, Test::Drawn, Test::Outside, Test::OnBoard];

/// A position on a line that fills a board, apart from blocked cells.
#[derive(Clone, Debug)]
pub struct Picture {
    pub width: u16,
    pub height: u16,
    /// All cells in the order in which they are drawn.
    pub line: Vec<Cell>,
    /// How many of them are drawn.
    pub drawn: usize,
}

/// A random cell near the live end.
pub fn near(random: &mut Random) -> Offset {
    (random.below(5) as i16 - 2, random.below(5) as i16 - 2)
}

/// All lines from a cell to another one that fill a board.
pub fn lines(width: u16, height: u16, start: Cell, end: Cell) -> Vec<Vec<Cell>> {
    fn extend(size: (u16, u16), end: Cell, line: &mut Vec<Cell>, found: &mut Vec<Vec<Cell>>) {
        let (column, row) = line[line.len() - 1];
        if line.len() == usize::from(size.0 * size.1) {
            if (column, row) == end {
                found.push(line.clone());
            }
            return;
        }
        for next in [(column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row)] {
            let inside = (1..=size.0).contains(&next.0) && (1..=size.1).contains(&next.1);
            // The end only as the last cell.
            let last = line.len() + 1 == usize::from(size.0 * size.1);
            if inside && (next != end || last) && !line.contains(&next) {
                line.push(next);
                extend(size, end, line, found);
                line.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend((width, height), end, &mut vec![start], &mut found);
    found
}

impl Picture {
    /// All positions on all lines of a board that are not finished.
    pub fn all(width: u16, height: u16, start: Cell, end: Cell) -> Vec<Picture> {
        let lines = lines(width, height, start, end);
        let positions = lines.iter().flat_map(|line| {
            (1..line.len()).map(|drawn| Picture { width, height, line: line.clone(), drawn })
        });
        positions.collect()
    }

    pub fn live_end(&self) -> Cell {
        self.line[self.drawn - 1]
    }

    pub fn end(&self) -> Cell {
        self.line[self.line.len() - 1]
    }

    pub fn is_free(&self, cell: Cell) -> bool {
        self.line[self.drawn..].contains(&cell)
    }

    /// The cell at an offset from the live end, if it is on the board.
    pub fn at(&self, (right, down): Offset) -> Option<Cell> {
        let (column, row) = self.live_end();
        let (column, row) = (column as i16 + right, row as i16 + down);
        let inside =
            (1..=self.width as i16).contains(&column) && (1..=self.height as i16).contains(&row);
        inside.then_some((column as u16, row as u16))
    }

    pub fn free_at(&self, offset: Offset) -> bool {
        self.at(offset).is_some_and(|cell| self.is_free(cell))
    }

    pub fn offset(&self, cell: Cell) -> Offset {
        let live_end = self.live_end();
        (cell.0 as i16 - live_end.0 as i16, cell.1 as i16 - live_end.1 as i16)
    }

    /// Whether two cells are consecutive on the line.
    pub fn joined(&self, a: Cell, b: Cell) -> bool {
        self.line.windows(2).any(|pair| pair == [a, b] || pair == [b, a])
    }

    /// The letter of the next step.
    pub fn next(&self) -> char {
        let to = self.offset(self.line[self.drawn]);
        MOVES.into_iter().find(|&letter| step((0, 0), letter) == to).expect("a step")
    }

    /// The region of a segment, without the segment.
    pub fn region(&self, segment: &Segment) -> BTreeSet<Cell> {
        let on: Vec<Cell> = segment.cells.iter().filter_map(|&cell| self.at(cell)).collect();
        let mut region = BTreeSet::new();
        let beside = segment.cells.iter().flat_map(|&cell| {
            segment.side.chars().map(move |letter| step(cell, letter)).collect::<Vec<_>>()
        });
        let mut open: Vec<Offset> = beside.collect();
        while let Some(offset) = open.pop() {
            let Some(cell) = self.at(offset) else { continue };
            if self.is_free(cell) && !on.contains(&cell) && region.insert(cell) {
                open.extend(MOVES.map(|letter| step(offset, letter)));
            }
        }
        region
    }

    /// White minus black cells of a segment with its region; the live end is black.
    pub fn surplus_with(&self, segment: &Segment) -> i32 {
        let (column, row) = self.live_end();
        let on = segment.cells.iter().filter_map(|&cell| self.at(cell));
        let cells = self.region(segment).into_iter().chain(on);
        cells.map(|cell| if (cell.0 + cell.1 + column + row) % 2 == 0 { -1 } else { 1 }).sum()
    }

    /// Whether a cell other than the live end passes a test.
    pub fn passes(&self, offset: Offset, test: Test) -> bool {
        let (cell, is_free) = (self.at(offset), self.free_at(offset));
        match test {
            Test::Free => is_free,
            Test::FreeNotEnd => is_free && cell != Some(self.end()),
            Test::Wall => !is_free,
            Test::Drawn => cell.is_some_and(|cell| self.line[..self.drawn].contains(&cell)),
            Test::Outside => cell.is_none(),
            Test::OnBoard => cell.is_some(),
        }
    }

    /// A random test of a cell that it passes.
    fn test(&self, offset: Offset, random: &mut Random) -> Test {
        match self.at(offset) {
            None => random.choose(&[Test::Wall, Test::Outside]),
            Some(cell) if !self.is_free(cell) => {
                random.choose(&[Test::Wall, Test::Drawn, Test::OnBoard])
            }
            Some(cell) if cell == self.end() => random.choose(&[Test::Free, Test::OnBoard]),
            Some(_) => random.choose(&[Test::Free, Test::Free, Test::FreeNotEnd, Test::OnBoard]),
        }
    }

    /// A random segment of free cells near the live end whose region does not have the end cell.
    fn segment(&self, random: &mut Random) -> Option<Segment> {
        let mut cell = near(random);
        let ways = [random.choose(&['U', 'D']), random.choose(&['L', 'R'])];
        let mut cells = Vec::new();
        let fits = |cell: Offset| self.free_at(cell) && self.at(cell) != Some(self.end());
        for _ in 0..=random.below(4) {
            if !fits(cell) {
                break;
            }
            cells.push(cell);
            cell = step(cell, random.choose(&ways));
        }
        let side: String = MOVES.into_iter().filter(|_| random.one_in(2)).collect();
        let mut segment =
            Segment { cells, side, extent: Extent::EnclosedOrEmpty, tests: Vec::new() };
        let region = self.region(&segment);
        if segment.cells.is_empty() || region.contains(&self.end()) {
            return None;
        }
        if random.one_in(2) {
            segment.extent = if region.is_empty() { Extent::Empty } else { Extent::Enclosed };
        }
        let surplus = self.surplus_with(&segment);
        segment.tests = match random.below(4) {
            0 => Vec::new(),
            1 => vec![if surplus % 2 == 0 { RegionTest::Even } else { RegionTest::Odd }],
            2 => vec![RegionTest::Surplus { from: Some(surplus), to: Some(surplus), inside: true }],
            _ => vec![RegionTest::Surplus { from: Some(surplus + 1), to: None, inside: false }],
        };
        Some(segment)
    }

    /// A random rule that matches here. It forbids all moves, perhaps not into a region.
    pub fn rule(&self, random: &mut Random) -> Rule {
        let mut pattern = Pattern::default();
        for _ in 0..random.below(7) {
            let cell = near(random);
            if cell != (0, 0) {
                pattern.cells.push((cell, self.test(cell, random)));
            }
        }
        for _ in 0..random.below(12) {
            let segment = if pattern.segments.len() < 2 { self.segment(random) } else { None };
            pattern.segments.extend(segment);
        }
        let cell = (random.below(3) as i16 - 1, 1);
        let not: Vec<Test> = TESTS.into_iter().filter(|&t| !self.passes(cell, t)).collect();
        let not = random.choose(&not);
        let mut exception = Pattern::default();
        exception.cells.extend(pattern.cells.first().copied());
        // One part of it does not match.
        let impossible = RegionTest::Surplus { from: Some(1), to: Some(0), inside: true };
        match random.below(4) {
            0 => exception.lines.push((cell, cell)),
            1 => exception.segments.push(Segment {
                cells: vec![cell],
                side: String::new(),
                extent: Extent::EnclosedOrEmpty,
                tests: vec![impossible],
            }),
            _ => exception.cells.push((cell, not)),
        }
        let unless_in = match pattern.segments.is_empty() || random.one_in(2) {
            true => Vec::new(),
            false => vec![0],
        };
        let forbids = MOVES.map(|direction| Forbidden { direction, unless_in: unless_in.clone() });
        let rule = Rule {
            name: "a test".into(),
            placements: vec![0],
            pattern,
            unless: if random.one_in(2) { vec![exception] } else { Vec::new() },
            forbids: forbids.to_vec(),
        };
        assert_eq!(rule.check(), Ok(()));
        rule
    }

    /// Whether a rule made here exempts a move that leads into the region of its first segment.
    pub fn is_exempt(&self, rule: &Rule, letter: char) -> bool {
        let forbidden = rule.forbids.iter().find(|forbidden| forbidden.direction == letter);
        let to = self.at(step((0, 0), letter));
        forbidden.expect("all moves").unless_in.iter().any(|&number| {
            let region = self.region(&rule.pattern.segments[number]);
            to.is_some_and(|cell| region.contains(&cell))
        })
    }
}
