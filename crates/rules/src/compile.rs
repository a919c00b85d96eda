//! Rules in all their placements on a board, as bit masks around the live end.
//!
//! Every placement of every rule becomes an entry. Entries with the same conditions on cells, such
//! as the claims of one family, form a group. The cells that must be free or not free are merged
//! into a tree with those of all other groups; the few conditions that such a tree cannot express
//! stay with the group. Equal segments of different rules share one number, and so one region.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::bitboard::Bitboard;
use super::geometry::{Offset, Placement};
use super::lemmas::LemmaMatcher;
use super::matcher::Matcher;
use super::model::{CellTest, Extent, Pattern, RegionTest, Rule};
use super::moves::Moves;
use super::padded::Layout;
use super::tree::{Forest, Literal, LiteralSet, Tests};
use deadmove_core::board::Board;
use deadmove_encodings::propagation::Lemmas;

/// Rules compiled for one board. Threads share it; each has its own [`Matcher`].
#[derive(Clone, Debug)]
pub struct RuleSet {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Column and row of the end cell, from 0.
    pub(super) end: (usize, usize),
    /// Cells that are on the board and not blocked; only needed if some are blocked.
    pub(super) open: Option<Bitboard>,
    pub(super) layout: Layout,
    /// A tree of the groups without forced lines, then a tree of those with forced lines.
    pub(super) forest: Forest,
    pub(super) groups: Vec<EntryGroup>,
    pub(super) entries: Vec<Entry>,
    pub(super) exceptions: Vec<Exception>,
    pub(super) special: Vec<(Offset, CellTest)>,
    pub(super) regions: Vec<RegionCondition>,
    pub(super) region_tests: Vec<RegionTest>,
    pub(super) exempt: Vec<(Moves, u32)>,
    pub(super) lines: Vec<[Offset; 2]>,
    pub(super) segments: Vec<PlacedSegment>,
    /// The index of the first rule made of lemmas, and the lemmas of all of them.
    pub(super) lemmas: Option<(usize, LemmaMatcher)>,
}

/// Entries with the same conditions on cells: the conditions beyond the tests in the tree, and the
/// entries.
#[derive(Clone, Debug)]
pub(super) struct EntryGroup {
    pub special: Range<u32>,
    /// The moves of all its entries.
    pub moves: Moves,
    /// A segment that all its entries have: where its side is open, none of them matches.
    pub segment: Option<u32>,
    pub entries: Range<u32>,
}

/// A pattern: where it matches, the entry does not apply.
#[derive(Clone, Debug)]
pub(super) struct Exception {
    pub tests: Tests,
    pub special: Range<u32>,
    pub details: Details,
}

/// The parts of a pattern that are tested after its cells: ranges of the lists of the rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Details {
    pub regions: Range<u32>,
    pub lines: Range<u32>,
}

/// The conditions of a pattern on cells: those that must be free or not, and tests that need the
/// board. That segments do not contain the end cell is tested when their region is computed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Cells {
    literals: Vec<Literal>,
    special: Vec<(Offset, CellTest)>,
}

/// One placement of one rule.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub rule: u32,
    pub placement: Placement,
    /// The forbidden moves, in board directions.
    pub moves: Moves,
    pub details: Details,
    /// Moves that are not forbidden inside the region of a segment.
    pub exempt: Range<u32>,
    pub exceptions: Range<u32>,
}

/// The conditions on the region of a segment.
#[derive(Clone, Debug)]
pub(super) struct RegionCondition {
    pub segment: u32,
    pub extent: Extent,
    pub tests: Range<u32>,
}

/// A placed segment with its side, shared by all rules that use it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlacedSegment {
    pub cells: Vec<Offset>,
    pub side: Vec<Offset>,
    /// Whites minus blacks of its own cells.
    pub surplus: i32,
}

/// The index of the first rule made of lemmas, and the lemmas of all of them.
fn lemmas(rules: &[Rule], board: &Board) -> Option<(usize, LemmaMatcher)> {
    let made = |rule: &&Rule| rule.reads_the_whole_board() && rule.head.sizes.contain(board);
    let lemmas = rules.iter().filter(made).map(|rule| rule.lemmas).reduce(Lemmas::or)?;
    let first = rules.iter().position(|rule| made(&rule)).expect("one of them");
    Some((first, LemmaMatcher::new(board, lemmas)?))
}

impl RuleSet {
    /// Compiles the rules whose sizes contain the board. Rules keep their index in `rules`.
    /// Equivalent placements of a rule, such as those of a symmetric picture, count as one. The
    /// rules made of lemmas act together, in the name of the first of them.
    pub fn compile(rules: &[Rule], board: &Board) -> RuleSet {
        let (width, height) = (usize::from(board.width()), usize::from(board.height()));
        let mut open = None;
        if board.blocked_cells().next().is_some() {
            let mut bits = Bitboard::new(width, height);
            for index in 0..board.cells() {
                bits.set(index % width, index / width, !board.is_blocked(board.cell(index)));
            }
            open = Some(bits);
        }
        let mut set = RuleSet {
            width,
            height,
            end: (usize::from(board.end().column) - 1, usize::from(board.end().row) - 1),
            open,
            layout: Layout::new(width, height),
            forest: Forest::default(),
            groups: Vec::new(),
            entries: Vec::new(),
            exceptions: Vec::new(),
            special: Vec::new(),
            regions: Vec::new(),
            region_tests: Vec::new(),
            exempt: Vec::new(),
            lines: Vec::new(),
            segments: Vec::new(),
            lemmas: lemmas(rules, board),
        };
        let mut numbers = FxHashMap::default();
        let mut cells = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            if rule.head.sizes.contain(board) && !rule.reads_the_whole_board() {
                set.add(number as u32, rule, &mut numbers, &mut cells);
            }
        }
        set.group_entries(cells);
        set
    }

    /// A matcher with its own buffers.
    pub fn matcher(&self) -> Matcher<'_> {
        Matcher::new(self)
    }

    /// The number of different placements of rules that can be matched on this board.
    pub fn placements(&self) -> usize {
        self.entries.len()
    }

    /// The lemmas among the rules.
    pub fn lemmas(&self) -> Lemmas {
        self.lemmas.as_ref().map_or(Lemmas::NONE, |(_, matcher)| matcher.lemmas())
    }

    /// The placements in which a rule is matched, each with the placed rule.
    pub fn placements_of(rule: &Rule) -> Vec<(Placement, PlacedRule)> {
        let mut seen = FxHashSet::default();
        rule.head
            .placements
            .iter()
            .map(|placement| (placement, PlacedRule::new(rule, placement)))
            .filter(|(_, placed)| seen.insert(placed.clone()))
            .collect()
    }

    fn add(
        &mut self,
        number: u32,
        rule: &Rule,
        numbers: &mut FxHashMap<PlacedSegment, u32>,
        all_cells: &mut Vec<Cells>,
    ) {
        for (placement, placed) in RuleSet::placements_of(rule) {
            let details = self.details(&placed.pattern, numbers);
            let first_exception = self.exceptions.len() as u32;
            for exception in &placed.unless {
                let Cells { literals, special } = Cells::of(exception);
                if let Some(tests) = self.forest.tests(&literals, self.layout) {
                    let details = self.details(exception, numbers);
                    let special = append(&mut self.special, special);
                    self.exceptions.push(Exception { tests, special, details });
                }
            }
            let first_exempt = self.exempt.len() as u32;
            let first_region = details.regions.start;
            for (moves, segment) in &placed.exempt {
                let condition = &self.regions[(first_region + segment) as usize];
                self.exempt.push((*moves, condition.segment));
            }
            all_cells.push(Cells::of(&placed.pattern));
            self.entries.push(Entry {
                rule: number,
                placement,
                moves: placed.moves,
                details,
                exempt: first_exempt..self.exempt.len() as u32,
                exceptions: first_exception..self.exceptions.len() as u32,
            });
        }
    }

    /// The lists of a placed pattern.
    fn details(
        &mut self,
        pattern: &Pattern,
        numbers: &mut FxHashMap<PlacedSegment, u32>,
    ) -> Details {
        let first_region = self.regions.len() as u32;
        for segment in &pattern.segments {
            let surplus = segment.cells.iter().map(|c| if c.is_white() { 1 } else { -1 }).sum();
            let placed =
                PlacedSegment { cells: segment.cells.clone(), side: segment.side_cells(), surplus };
            let next = self.segments.len() as u32;
            let number = match numbers.get(&placed) {
                Some(&number) => number,
                None => {
                    self.segments.push(placed.clone());
                    numbers.insert(placed, next);
                    next
                }
            };
            let tests = append(&mut self.region_tests, segment.tests.iter().copied());
            self.regions.push(RegionCondition { segment: number, extent: segment.extent, tests });
        }
        let lines = append(&mut self.lines, pattern.forced_lines.iter().copied());
        Details { regions: first_region..self.regions.len() as u32, lines }
    }

    /// Groups the entries by their conditions on cells (`cells`, one for each entry), and merges
    /// these groups into trees. Forced lines take longest to compute and so come last: a matcher
    /// that wants only the moves may know all of them by then.
    fn group_entries(&mut self, cells: Vec<Cells>) {
        let mut groups: [FxHashMap<Cells, Vec<usize>>; 2] = Default::default();
        for (number, cells) in cells.into_iter().enumerate() {
            let with_lines = !self.entries[number].details.lines.is_empty();
            groups[usize::from(with_lines)].entry(cells).or_default().push(number);
        }
        let mut order = Vec::new();
        for groups in groups {
            let mut groups: Vec<(Cells, Vec<usize>)> = groups.into_iter().collect();
            groups.sort_unstable();
            let sets: Vec<LiteralSet> = groups
                .iter_mut()
                .map(|(cells, entries)| {
                    let moves = entries.iter().map(|&i| self.entries[i].moves);
                    let moves = moves.fold(Moves::NONE, Moves::or);
                    LiteralSet { literals: std::mem::take(&mut cells.literals), moves }
                })
                .collect();
            let first = self.groups.len() as u32;
            for i in self.forest.add(&sets, first, self.layout) {
                let (cells, entries) = &groups[i];
                let segment = self.common_segment(entries);
                let special = append(&mut self.special, cells.special.iter().copied());
                let entries = append(&mut order, entries.iter().copied());
                self.groups.push(EntryGroup { special, moves: sets[i].moves, segment, entries });
            }
        }
        self.entries = order.into_iter().map(|i| self.entries[i].clone()).collect();
    }

    /// A segment that all these entries have.
    fn common_segment(&self, entries: &[usize]) -> Option<u32> {
        let segments = |&i: &usize| {
            let Range { start, end } = self.entries[i].details.regions;
            self.regions[start as usize..end as usize].iter().map(|condition| condition.segment)
        };
        segments(entries.first()?)
            .find(|&wanted| entries.iter().all(|i| segments(i).any(|segment| segment == wanted)))
    }
}

impl Cells {
    /// Sorted, so that equal conditions compare equal.
    fn of(pattern: &Pattern) -> Cells {
        let mut literals = Vec::new();
        let mut special = Vec::new();
        for (&cell, &test) in &pattern.cells {
            match test {
                CellTest::Free | CellTest::FreeNotEnd => literals.push((cell, true)),
                CellTest::Drawn | CellTest::Wall | CellTest::Outside => {
                    literals.push((cell, false));
                }
                CellTest::OnBoard => {}
            }
            if !matches!(test, CellTest::Free | CellTest::Wall) {
                special.push((cell, test));
            }
        }
        literals.extend(pattern.forced_lines.iter().flatten().map(|&c| (c, true)));
        literals.extend(pattern.segments.iter().flat_map(|s| &s.cells).map(|&c| (c, true)));
        literals.sort_unstable();
        literals.dedup();
        Cells { literals, special }
    }
}

/// Appends to a list; the range of what was appended.
fn append<T>(list: &mut Vec<T>, more: impl IntoIterator<Item = T>) -> Range<u32> {
    let first = list.len() as u32;
    list.extend(more);
    first..list.len() as u32
}

/// A rule in one placement, in board directions. Two rules in given placements have the same
/// conditions and moves exactly if these are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacedRule {
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

impl PlacedRule {
    /// A rule in one placement.
    pub fn new(rule: &Rule, placement: Placement) -> PlacedRule {
        let mut unless: Vec<Pattern> = rule.unless.iter().map(|p| p.placed(placement)).collect();
        unless.sort();
        unless.dedup();
        let mut exempt = Vec::new();
        for forbidden in &rule.forbids {
            let moves = Moves::only(placement.direction(forbidden.direction));
            exempt.extend(forbidden.unless_in.iter().map(|&segment| (moves, segment as u32)));
        }
        exempt.sort_unstable();
        PlacedRule {
            pattern: rule.pattern.placed(placement),
            unless,
            moves: rule.forbids.iter().map(|f| placement.direction(f.direction)).collect(),
            exempt,
        }
    }
}
