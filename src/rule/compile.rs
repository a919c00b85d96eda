//! Rules laid on a board in all their placements, as bit masks around the live end.
//!
//! Every placement of every rule becomes an entry with two masks over a window of cells around the
//! live end: cells that must be free and cells that must not. Cells further away are kept in a list
//! and looked up only where the masks matched. What depends on the board alone (a cell that must
//! be inside or outside, or must not be the end) is decided once for each kind of place a live end
//! can be at. Equal segments of different rules share one number, and so one region.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::geometry::{Offset, Placement};
use super::grid::{Grid, window_bit};
use super::matcher::Matcher;
use super::model::{CellTest, Extent, Pattern, RegionTest, Rule};
use super::moves::Moves;
use crate::board::{Board, Cell};

/// Rules compiled for one board. Share it between threads; each has its own [`Matcher`].
#[derive(Clone, Debug)]
pub struct RuleSet {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Column and row of the end cell, from 0.
    pub(super) end: (usize, usize),
    /// Cells that are on the board and not blocked; only needed if some are blocked.
    pub(super) open: Option<Grid>,
    pub(super) masks: Vec<Masks>,
    pub(super) entries: Vec<Entry>,
    pub(super) exceptions: Vec<(Masks, Static, Details)>,
    pub(super) far: Vec<(Offset, CellTest)>,
    pub(super) regions: Vec<RegionQuestion>,
    pub(super) exempt: Vec<(Moves, u32)>,
    pub(super) lines: Vec<[Offset; 2]>,
    pub(super) segments: Vec<SegmentShape>,
    /// Number of the kind of place of every cell.
    pub(super) kind: Vec<u32>,
    pub(super) kinds: Vec<Kind>,
    rules: usize,
}

/// What must hold of the free cells in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Masks {
    pub free: u128,
    pub not_free: u128,
}

/// What must hold of the board in the window, whatever is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Static {
    inside: u128,
    outside: u128,
    not_end: u128,
}

/// The parts of a pattern that are looked at after its masks matched: ranges of the lists of the
/// rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Details {
    /// Cells of the window that must be drawn rather than blocked.
    pub drawn: u128,
    pub far: Range<u32>,
    pub regions: Range<u32>,
    pub lines: Range<u32>,
}

/// One placement of one rule.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub rule: u32,
    pub placement: Placement,
    /// The forbidden moves, in board directions.
    pub moves: Moves,
    pub fixed: Static,
    pub details: Details,
    /// Moves that are not forbidden inside the region of a segment.
    pub exempt: Range<u32>,
    pub exceptions: Range<u32>,
}

/// What is asked of the region of a segment.
#[derive(Clone, Debug)]
pub(super) struct RegionQuestion {
    pub segment: u32,
    pub extent: Extent,
    pub tests: Vec<RegionTest>,
}

/// A placed segment with its side, shared by all rules that use it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SegmentShape {
    pub cells: Vec<Offset>,
    pub side: Vec<Offset>,
    /// Whites minus blacks of its own cells.
    pub surplus: i32,
}

/// A kind of place for a live end: where the border and the end cell lie around it.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub inside: u128,
    pub end: u128,
    /// The entries that can match there, grouped by the masks of the nearest cells: the masks of a
    /// group, and the range of its entries in `list`.
    pub groups: Vec<(Masks, Range<u32>)>,
    /// Entries with their masks, next to each other for quick reading.
    pub list: Vec<(Masks, u32)>,
}

impl Static {
    pub(super) fn fits(&self, kind: &Kind) -> bool {
        kind.inside & self.inside == self.inside
            && kind.inside & self.outside == 0
            && kind.end & self.not_end == 0
    }
}

impl RuleSet {
    /// Compiles the rules whose sizes contain the board. Rules keep their index in `rules`. Placements
    /// of a rule that mean the same, as those of a symmetric picture, count as one.
    pub fn compile(rules: &[Rule], board: &Board) -> RuleSet {
        let (width, height) = (usize::from(board.width()), usize::from(board.height()));
        let mut open = None;
        if board.blocked_cells().next().is_some() {
            let mut grid = Grid::new(width, height);
            for index in 0..board.cells() {
                grid.set(index % width, index / width, !board.is_blocked(board.cell(index)));
            }
            open = Some(grid);
        }
        let mut set = RuleSet {
            width,
            height,
            end: (usize::from(board.end().column) - 1, usize::from(board.end().row) - 1),
            open,
            masks: Vec::new(),
            entries: Vec::new(),
            exceptions: Vec::new(),
            far: Vec::new(),
            regions: Vec::new(),
            exempt: Vec::new(),
            lines: Vec::new(),
            segments: Vec::new(),
            kind: Vec::new(),
            kinds: Vec::new(),
            rules: rules.len(),
        };
        let mut numbers = FxHashMap::default();
        for (number, rule) in rules.iter().enumerate() {
            if rule.head.sizes.contain(board) {
                set.add(number as u32, rule, &mut numbers);
            }
        }
        set.find_kinds(board);
        set
    }

    /// A matcher with its own buffers.
    pub fn matcher(&self) -> Matcher<'_> {
        Matcher::new(self)
    }

    /// The number of rules the set was compiled from, those for other boards included.
    pub fn rules(&self) -> usize {
        self.rules
    }

    /// The number of different placements of rules that can be matched on this board.
    pub fn placements(&self) -> usize {
        self.entries.len()
    }

    /// The placements in which a rule is matched, each with the pattern as it lies on the board.
    pub fn placements_of(rule: &Rule) -> Vec<(Placement, Placed)> {
        let mut seen = FxHashSet::default();
        rule.head
            .placements
            .iter()
            .map(|placement| (placement, Placed::new(rule, placement)))
            .filter(|(_, placed)| seen.insert(placed.clone()))
            .collect()
    }

    fn add(&mut self, number: u32, rule: &Rule, numbers: &mut FxHashMap<SegmentShape, u32>) {
        for (placement, placed) in RuleSet::placements_of(rule) {
            let (masks, fixed, details) = self.pattern(&placed.pattern, numbers);
            let first_exception = self.exceptions.len() as u32;
            for exception in &placed.unless {
                let parts = self.pattern(exception, numbers);
                self.exceptions.push(parts);
            }
            let first_exempt = self.exempt.len() as u32;
            let first_region = details.regions.start;
            for (moves, segment) in &placed.exempt {
                let question = &self.regions[(first_region + segment) as usize];
                self.exempt.push((*moves, question.segment));
            }
            self.masks.push(masks);
            self.entries.push(Entry {
                rule: number,
                placement,
                moves: placed.moves,
                fixed,
                details,
                exempt: first_exempt..self.exempt.len() as u32,
                exceptions: first_exception..self.exceptions.len() as u32,
            });
        }
    }

    /// The masks and lists of a placed pattern.
    fn pattern(
        &mut self,
        pattern: &Pattern,
        numbers: &mut FxHashMap<SegmentShape, u32>,
    ) -> (Masks, Static, Details) {
        let mut masks = Masks { free: 0, not_free: 0 };
        let mut fixed = Static::default();
        let mut drawn = 0;
        let first_far = self.far.len() as u32;
        let lines = pattern.forced_lines.iter().flatten().map(|&c| (c, CellTest::Free));
        let segments = pattern.segments.iter().flat_map(|s| &s.cells);
        let cells = pattern
            .cells
            .iter()
            .map(|(&c, &test)| (c, test))
            .chain(lines)
            .chain(segments.map(|&c| (c, CellTest::FreeNotEnd)));
        for (cell, test) in cells {
            let Some(bit) = window_bit(cell) else {
                self.far.push((cell, test));
                continue;
            };
            match test {
                CellTest::Free => masks.free |= bit,
                CellTest::FreeNotEnd => {
                    masks.free |= bit;
                    fixed.not_end |= bit;
                }
                CellTest::Drawn => {
                    masks.not_free |= bit;
                    fixed.inside |= bit;
                    drawn |= bit;
                }
                CellTest::Wall => masks.not_free |= bit,
                CellTest::Outside => fixed.outside |= bit,
                CellTest::OnBoard => fixed.inside |= bit,
            }
        }
        fixed.inside |= masks.free;
        let first_region = self.regions.len() as u32;
        for segment in &pattern.segments {
            let surplus = segment.cells.iter().map(|c| if c.is_white() { 1 } else { -1 }).sum();
            let shape =
                SegmentShape { cells: segment.cells.clone(), side: segment.side_cells(), surplus };
            let next = self.segments.len() as u32;
            let number = *numbers.entry(shape.clone()).or_insert(next);
            if number == next {
                self.segments.push(shape);
            }
            self.regions.push(RegionQuestion {
                segment: number,
                extent: segment.extent,
                tests: segment.tests.clone(),
            });
        }
        let first_line = self.lines.len() as u32;
        self.lines.extend(&pattern.forced_lines);
        let details = Details {
            drawn,
            far: first_far..self.far.len() as u32,
            regions: first_region..self.regions.len() as u32,
            lines: first_line..self.lines.len() as u32,
        };
        (masks, fixed, details)
    }

    /// Sorts the cells into kinds of places and lists the entries for each kind.
    fn find_kinds(&mut self, board: &Board) {
        let mut all = Grid::new(self.width, self.height);
        let mut end = Grid::new(self.width, self.height);
        for row in 0..self.height {
            for column in 0..self.width {
                all.set(column, row, true);
            }
        }
        end.set(self.end.0, self.end.1, true);
        // Cheap entries first: a matcher that wants only the moves may stop early.
        let mut order: Vec<u32> = (0..self.entries.len() as u32).collect();
        order.sort_by_key(|&i| {
            let details = &self.entries[i as usize].details;
            (!details.lines.is_empty(), details.regions.len(), details.far.len())
        });
        let mut known: FxHashMap<(u128, u128), u32> = FxHashMap::default();
        for index in 0..board.cells() {
            let Cell { column, row } = board.cell(index);
            let (x, y) = (usize::from(column) - 1, usize::from(row) - 1);
            let key = (all.window(x, y), end.window(x, y));
            let next = self.kinds.len() as u32;
            let number = *known.entry(key).or_insert(next);
            if number == next {
                let kind = self.new_kind(key.0, key.1, &order);
                self.kinds.push(kind);
            }
            self.kind.push(number);
        }
    }

    fn new_kind(&self, inside: u128, end: u128, order: &[u32]) -> Kind {
        let mut kind = Kind { inside, end, groups: Vec::new(), list: Vec::new() };
        let near: u128 = (-1..=1)
            .flat_map(|down| (-1..=1).map(move |right| Offset::new(right, down)))
            .filter_map(window_bit)
            .fold(0, |mask, bit| mask | bit);
        let mut groups: Vec<(Masks, Vec<(Masks, u32)>)> = Vec::new();
        let mut known: FxHashMap<Masks, usize> = FxHashMap::default();
        for &i in order {
            let masks = self.masks[i as usize];
            if !self.entries[i as usize].fixed.fits(&kind) {
                continue;
            }
            let nearest = Masks { free: masks.free & near, not_free: masks.not_free & near };
            let group = *known.entry(nearest).or_insert_with(|| {
                groups.push((nearest, Vec::new()));
                groups.len() - 1
            });
            groups[group].1.push((masks, i));
        }
        for (masks, list) in groups {
            let first = kind.list.len() as u32;
            kind.list.extend(list);
            kind.groups.push((masks, first..kind.list.len() as u32));
        }
        kind
    }
}

/// A rule in one placement, in board directions. Two rules mean the same in given placements
/// exactly if these are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placed {
    /// The pattern.
    pub pattern: Pattern,
    /// The exceptions.
    pub unless: Vec<Pattern>,
    /// The forbidden moves.
    pub moves: Moves,
    /// Moves that are not forbidden when their cell is in the region of a segment, by its number
    /// in the pattern.
    pub exempt: Vec<(Moves, u32)>,
}

impl Placed {
    /// A rule in one placement.
    pub fn new(rule: &Rule, placement: Placement) -> Placed {
        let mut unless: Vec<Pattern> = rule.unless.iter().map(|p| p.placed(placement)).collect();
        unless.sort();
        unless.dedup();
        let mut exempt = Vec::new();
        for forbidden in &rule.forbids {
            let moves = Moves::only(placement.direction(forbidden.direction));
            exempt.extend(forbidden.unless_in.iter().map(|&segment| (moves, segment as u32)));
        }
        exempt.sort_unstable();
        Placed {
            pattern: rule.pattern.placed(placement),
            unless,
            moves: rule.forbids.iter().map(|f| placement.direction(f.direction)).collect(),
            exempt,
        }
    }
}
