//! Lines and the positions on them; a naive reading of docs/reference/rule-language.md there, and
//! random rules, most conditions of which are true.

use std::collections::BTreeSet;

use deadmove_checker::{
    Cell, Extent, Forbidden, Offset, Pattern, RegionTest, Rule, Segment, Test, step,
};

use super::Random;

/// What a naive reader finds in a position where a pattern matches.
type Regions = Vec<BTreeSet<Cell>>;

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
    /// A position on a random line. The cells that the line does not visit are blocked.
    pub fn random(random: &mut Random) -> Picture {
        let (width, height) = (random.below(4) as u16 + 2, random.below(4) as u16 + 2);
        let mut line = vec![(random.below(width.into()) as u16 + 1, random.below(2) as u16 + 1)];
        for _ in 0..random.below(60) + 1 {
            let so_far = Picture { width, height, drawn: line.len(), line: line.clone() };
            let next = so_far.at(step((0, 0), random.choose(&MOVES)));
            line.extend(next.filter(|next| !line.contains(next)));
        }
        let drawn = random.below(line.len().min(6)) + 1;
        Picture { width, height, line, drawn }
    }

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
    fn surplus(&self, segment: &Segment, region: &BTreeSet<Cell>) -> i32 {
        let (column, row) = self.live_end();
        let on = segment.cells.iter().filter_map(|&cell| self.at(cell));
        let cells = region.iter().copied().chain(on);
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

    /// The pairs of ends of forced lines.
    pub fn forced_lines(&self) -> BTreeSet<[Cell; 2]> {
        let mut vertices = self.line[self.drawn..].to_vec();
        vertices.push(self.live_end());
        let needs = |cell: Cell| if cell == self.live_end() || cell == self.end() { 1 } else { 2 };
        let mut edges: BTreeSet<[Cell; 2]> = BTreeSet::new();
        for (i, &a) in vertices.iter().enumerate() {
            edges.extend(vertices[..i].iter().filter(|&&b| distance(a, b) == 1).map(|&b| [a, b]));
        }
        let mut forced: BTreeSet<[Cell; 2]> = BTreeSet::new();
        let count = |edges: &BTreeSet<[Cell; 2]>, cell: Cell| {
            edges.iter().filter(|edge| edge.contains(&cell)).count()
        };
        loop {
            let before = (edges.len(), forced.len());
            for &cell in &vertices {
                if count(&edges, cell) == needs(cell) {
                    forced.extend(edges.iter().filter(|edge| edge.contains(&cell)));
                }
                if count(&forced, cell) == needs(cell) {
                    edges.retain(|edge| !edge.contains(&cell) || forced.contains(edge));
                }
            }
            if (edges.len(), forced.len()) == before {
                break;
            }
        }
        let mut lines = BTreeSet::new();
        for &cell in vertices.iter().filter(|&&cell| count(&forced, cell) == 1) {
            let mut line = BTreeSet::from([cell]);
            for _ in &vertices {
                let more = forced.iter().filter(|edge| edge.iter().any(|c| line.contains(c)));
                let more: Vec<Cell> = more.flatten().copied().collect();
                line.extend(more);
            }
            let ends = line.into_iter().filter(|&cell| count(&forced, cell) == 1);
            lines.insert(ends.collect::<Vec<_>>().try_into().expect("two ends"));
        }
        lines
    }

    fn matches(&self, pattern: &Pattern) -> Option<Regions> {
        let mut regions = Vec::new();
        if !pattern.cells.iter().all(|&(cell, test)| self.passes(cell, test)) {
            return None;
        }
        for segment in &pattern.segments {
            let region = self.region(segment);
            if !segment.cells.iter().all(|&cell| self.passes(cell, Test::FreeNotEnd)) {
                return None;
            }
            let fits = match segment.extent {
                Extent::Enclosed => !region.is_empty(),
                Extent::EnclosedOrEmpty => true,
                Extent::Empty => region.is_empty(),
            };
            let cells = region.len() + segment.cells.len();
            let surplus = self.surplus(segment, &region);
            let holds = |test: &RegionTest| match *test {
                RegionTest::Even => cells.is_multiple_of(2),
                RegionTest::Odd => cells % 2 == 1,
                RegionTest::Surplus { from, to, inside } => {
                    let (from, to) = (from.unwrap_or(-100), to.unwrap_or(100));
                    (from..=to).contains(&surplus) == inside
                }
            };
            if !fits || region.contains(&self.end()) || !segment.tests.iter().all(holds) {
                return None;
            }
            regions.push(region);
        }
        if !pattern.lines.is_empty() {
            let lines = self.forced_lines();
            for &(a, b) in &pattern.lines {
                let (Some(a), Some(b)) = (self.at(a), self.at(b)) else { return None };
                let free = self.is_free(a) && self.is_free(b);
                if !free || !lines.contains(&[a.min(b), a.max(b)]) {
                    return None;
                }
            }
        }
        Some(regions)
    }

    /// Whether a placed rule forbids a move.
    pub fn forbids(&self, rule: &Rule, letter: char) -> bool {
        let Some(to) = self.at(step((0, 0), letter)) else { return false };
        let Some(regions) = self.matches(&rule.pattern) else { return false };
        let exempt = |f: &Forbidden| f.unless_in.iter().any(|&k| regions[k].contains(&to));
        self.is_free(to)
            && rule.unless.iter().all(|pattern| self.matches(pattern).is_none())
            && rule.forbids.iter().any(|f| f.direction == letter && !exempt(f))
    }

    /// A random segment, which is likely to match here.
    fn segment(&self, random: &mut Random) -> Option<Segment> {
        let mut cells = vec![near(random)];
        let ways = [random.choose(&['U', 'D']), random.choose(&['L', 'R'])];
        for _ in 0..random.below(5) {
            let next = step(cells[cells.len() - 1], random.choose(&ways));
            let fits = self.passes(next, Test::FreeNotEnd) || random.one_in(8);
            cells.extend(fits.then_some(next));
        }
        let fits = cells.iter().all(|&cell| self.passes(cell, Test::FreeNotEnd));
        if cells.contains(&(0, 0)) || !fits && !random.one_in(40) {
            return None;
        }
        let side = MOVES.into_iter().filter(|_| random.one_in(2)).collect();
        let extent = Extent::EnclosedOrEmpty;
        let mut segment = Segment { cells, side, extent, tests: Vec::new() };
        let region = self.region(&segment);
        if region.contains(&self.end()) && !random.one_in(40) {
            return None;
        }
        if random.one_in(2) {
            let is_empty = region.is_empty() != random.one_in(8);
            segment.extent = if is_empty { Extent::Empty } else { Extent::Enclosed };
        }
        let surplus = self.surplus(&segment, &region);
        let bound = |random: &mut Random| match random.below(4) {
            0 => None,
            more => Some(surplus + more as i32 - 2),
        };
        for _ in 0..random.below(3) {
            let (from, to, inside) = (bound(random), bound(random), random.one_in(2));
            let range = RegionTest::Surplus { from, to, inside };
            let test = random.choose(&[RegionTest::Even, RegionTest::Odd, range]);
            let fits = test.holds(surplus) || random.one_in(8);
            segment.tests.extend(fits.then_some(test));
        }
        Some(segment)
    }

    /// A random pattern, most conditions of which are true here.
    fn pattern(&self, random: &mut Random) -> Pattern {
        let mut pattern = Pattern::default();
        for _ in 0..random.below(7) {
            let cell = near(random);
            let test = random.choose(&TESTS);
            if self.passes(cell, test) || random.one_in(8) {
                pattern.cells.push((cell, test));
            }
        }
        for _ in 0..random.below(24) {
            let segment = self.segment(random);
            pattern.segments.extend(segment.filter(|_| pattern.segments.len() < 3));
        }
        if random.one_in(3) {
            let lines: Vec<[Cell; 2]> = self.forced_lines().into_iter().collect();
            if !lines.is_empty() && !random.one_in(8) {
                let [a, b] = random.choose(&lines).map(|cell| self.offset(cell));
                pattern.lines.push(if random.one_in(2) { (a, b) } else { (b, a) });
            } else {
                pattern.lines.push((near(random), near(random)));
            }
        }
        pattern
    }

    /// Adds a condition that is not true here.
    fn spoil(&self, pattern: &mut Pattern, random: &mut Random) {
        let cell = (random.below(3) as i16 - 1, 1);
        let not: Vec<Test> = TESTS.into_iter().filter(|&t| !self.passes(cell, t)).collect();
        let impossible = RegionTest::Surplus { from: Some(1), to: Some(0), inside: true };
        match random.below(4) {
            0 => pattern.lines.push((cell, cell)),
            1 => pattern.segments.push(Segment {
                cells: vec![cell],
                side: String::new(),
                extent: Extent::EnclosedOrEmpty,
                tests: vec![impossible],
            }),
            _ => pattern.cells.push((cell, random.choose(&not))),
        }
    }

    /// A random rule that is likely to forbid moves here.
    pub fn rule(&self, random: &mut Random) -> Rule {
        let pattern = self.pattern(random);
        let mut unless: Vec<Pattern> =
            (0..random.below(6) / 4).map(|_| self.pattern(random)).collect();
        for exception in unless.iter_mut().filter(|_| !random.one_in(4)).collect::<Vec<_>>() {
            self.spoil(exception, random);
        }
        let mut forbids = Vec::new();
        for direction in MOVES.into_iter().filter(|_| !random.one_in(4)).collect::<Vec<_>>() {
            let unless_in = (0..pattern.segments.len()).filter(|_| random.one_in(2)).collect();
            forbids.push(Forbidden { direction, unless_in });
        }
        let rule = Rule { name: "a test".into(), placements: vec![0], pattern, unless, forbids };
        assert_eq!(rule.check(), Ok(()));
        rule
    }

    /// A random rule that forbids the next step.
    pub fn rule_against_next(&self, random: &mut Random) -> Option<Rule> {
        (0..4).map(|_| self.rule(random)).find(|rule| self.forbids(rule, self.next()))
    }
}

fn distance(a: Cell, b: Cell) -> u16 {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}
