//! Rules in all their placements on a board, as bit masks around the live end.
//!
//! Every placement of every rule becomes an entry. Entries with the same conditions on cells, such
//! as the claims of one family, form a group. The cells that must be free or not free go into a
//! sieve with those of all other groups; those of them that the sieve leaves out, and the few other
//! conditions, stay with the group. Equal segments of different rules share one number, and so one
//! region.

use rustc_hash::FxHashMap;

use super::arena::{Arena, Span};
use super::bitboard::Bitboard;
use super::geometry::{Offset, Placement};
use super::lemmas::LemmaMatcher;
use super::matcher::{Match, Matcher, RingCell, WindowRing, ring};
use super::model::{CellTest, Extent, Pattern, RegionTest, Rule, Side};
use super::moves::Moves;
use super::padded::{BitStep, Layout};
use super::placed::PlacedRule;
use super::sieve::{Literal, LiteralSet, Sieve, SievedSet};
use deadmove_core::board::Board;
use deadmove_core::position::Position;
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
    /// The groups without forced lines, then those with forced lines.
    pub(super) sieve: Sieve<EntryGroup>,
    pub(super) groups: Arena<EntryGroup>,
    pub(super) entries: Arena<Entry>,
    pub(super) exceptions: Arena<Exception>,
    pub(super) special: Arena<SpecialTest>,
    pub(super) steps: Arena<(BitStep, bool)>,
    pub(super) regions: Arena<RegionCondition>,
    pub(super) region_tests: Arena<RegionTest>,
    pub(super) exempt: Arena<(Moves, SegmentId)>,
    pub(super) lines: Arena<[Offset; 2]>,
    pub(super) segments: Vec<PlacedSegment>,
    pub(super) cells: Arena<Offset>,
    pub(super) rings: Arena<RingCell>,
    /// The index of the first rule made of lemmas, and the lemmas of all of them.
    pub(super) lemmas: Option<(usize, LemmaMatcher)>,
    transposable: bool,
}

/// A test of a cell that needs the board.
pub(super) type SpecialTest = (Offset, CellTest);

/// The number of a segment among those of all rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SegmentId(u32);

impl SegmentId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Entries with the same conditions on cells and moves: the conditions beyond the tests in the
/// sieve, and the entries.
#[derive(Clone, Debug)]
pub(super) struct EntryGroup {
    /// Cells that must be free or not and that the sieve leaves out.
    pub rest: Span<(BitStep, bool)>,
    pub special: Span<SpecialTest>,
    /// A segment that all its entries have: where its side is open, none of them matches.
    pub segment: Option<SegmentId>,
    pub entries: Span<Entry>,
}

/// A pattern: where it matches, the entry does not apply.
#[derive(Clone, Debug)]
pub(super) struct Exception {
    /// Cells that must be free or not.
    pub tests: Span<(BitStep, bool)>,
    pub special: Span<SpecialTest>,
    pub details: Details,
}

/// The parts of a pattern that are tested after its cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Details {
    pub regions: Span<RegionCondition>,
    pub lines: Span<[Offset; 2]>,
}

/// The conditions of a pattern on cells: those that must be free or not, and tests that need the
/// board. That segments do not contain the end cell is tested when their region is computed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Cells {
    literals: Vec<Literal>,
    special: Vec<SpecialTest>,
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
    pub exempt: Span<(Moves, SegmentId)>,
    pub exceptions: Span<Exception>,
}

/// The numbers of segments, by their cells and sides.
type SegmentIds = FxHashMap<(Vec<Offset>, Side), SegmentId>;

/// The conditions on the region of a segment.
#[derive(Clone, Debug)]
pub(super) struct RegionCondition {
    pub segment: SegmentId,
    pub extent: Extent,
    pub tests: Span<RegionTest>,
}

/// A placed segment with its side, shared by all rules that use it.
#[derive(Clone, Debug)]
pub(super) struct PlacedSegment {
    pub cells: Span<Offset>,
    pub ring: Span<RingCell>,
    pub window: Option<WindowRing>,
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
        RuleSet::compile_for(rules, board, None)
    }

    /// All placements of rules that match a position, in ascending order.
    pub fn matches(rules: &[Rule], position: &Position) -> Vec<Match> {
        let set = RuleSet::compile_for(rules, position.board(), Some(position));
        set.matcher().matches(position)
    }

    /// Compiles all placements; for a single position only those whose cells hold there, without
    /// the cells, which need no second look.
    fn compile_for(rules: &[Rule], board: &Board, position: Option<&Position>) -> RuleSet {
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
            sieve: Sieve::new(),
            groups: Arena::default(),
            entries: Arena::default(),
            exceptions: Arena::default(),
            special: Arena::default(),
            steps: Arena::default(),
            regions: Arena::default(),
            region_tests: Arena::default(),
            exempt: Arena::default(),
            lines: Arena::default(),
            segments: Vec::new(),
            cells: Arena::default(),
            rings: Arena::default(),
            lemmas: lemmas(rules, board),
            transposable: false,
        };
        let is_square = width == height && set.end.0 == set.end.1 && set.open.is_none();
        set.transposable = is_square
            && set.lemmas.is_none()
            && rules.iter().all(|rule| {
                let placements = rule.head.placements;
                placements.iter().all(|placement| placements.contains(placement.transposed()))
            });
        let (mut ids, mut entries) = (FxHashMap::default(), Vec::new());
        for (number, rule) in rules.iter().enumerate() {
            if rule.head.sizes.contain(board) && !rule.reads_the_whole_board() {
                let holds = |at| position.is_none_or(|p| rule.pattern.cells_hold(at, p));
                for (placement, placed) in wanted_placements(rule, holds) {
                    let entry = set.entry(number as u32, placement, &placed, &mut ids);
                    let cells = match position {
                        Some(_) => Cells::default(),
                        None => Cells::of(&placed.pattern),
                    };
                    entries.push((cells, entry));
                }
            }
        }
        set.group_entries(entries);
        set
    }

    /// A matcher with its own buffers.
    pub fn matcher(&self) -> Matcher<'_> {
        Matcher::new(self)
    }

    /// Whether in the position with rows and columns exchanged the same rules match, and forbid the
    /// moves that result from the exchange.
    pub fn is_transposable(&self) -> bool {
        self.transposable
    }

    /// The number of different placements of rules that can be matched on this board.
    pub fn placements(&self) -> usize {
        self.entries.len() as usize
    }

    /// The lemmas among the rules.
    pub fn lemmas(&self) -> Lemmas {
        self.lemmas.as_ref().map_or(Lemmas::NONE, |(_, matcher)| matcher.lemmas())
    }

    /// The placements in which a rule is matched, each with the placed rule.
    pub fn placements_of(rule: &Rule) -> Vec<(Placement, PlacedRule)> {
        wanted_placements(rule, |_| true)
    }

    /// A placement of a rule; its parts go into the lists.
    fn entry(
        &mut self,
        rule: u32,
        placement: Placement,
        placed: &PlacedRule,
        ids: &mut SegmentIds,
    ) -> Entry {
        let details = self.details(&placed.pattern, ids);
        let mut exceptions = Vec::new();
        for exception in &placed.unless {
            let Cells { literals, special } = Cells::of(exception);
            let steps = literals.iter().map(|&(cell, free)| (self.layout.step(cell), free));
            // Where no board has the cell, it is not free.
            if steps.clone().all(|(step, free)| step.is_some() || !free) {
                let steps = steps.filter_map(|(step, free)| Some((step?, free)));
                let tests = self.steps.add(steps);
                let details = self.details(exception, ids);
                exceptions.push(Exception { tests, special: self.special.add(special), details });
            }
        }
        let conditions = &self.regions[details.regions];
        let exempt = placed.exempt.iter().map(|&(m, of)| (m, conditions[of as usize].segment));
        Entry {
            rule,
            placement,
            moves: placed.moves,
            details,
            exempt: self.exempt.add(exempt),
            exceptions: self.exceptions.add(exceptions),
        }
    }

    /// The lists of a placed pattern.
    fn details(&mut self, pattern: &Pattern, ids: &mut SegmentIds) -> Details {
        let mut regions = Vec::new();
        for segment in &pattern.segments {
            let next = SegmentId(self.segments.len() as u32);
            let key = (segment.cells.clone(), segment.side);
            let id = *ids.entry(key).or_insert_with(|| {
                let signs = segment.cells.iter().map(|c| if c.is_white() { 1 } else { -1 });
                let ring = ring(segment, self.layout);
                self.segments.push(PlacedSegment {
                    cells: self.cells.add(segment.cells.iter().copied()),
                    window: WindowRing::of(&segment.cells, &ring, self.layout),
                    ring: self.rings.add(ring),
                    surplus: signs.sum(),
                });
                next
            });
            let tests = self.region_tests.add(segment.tests.iter().copied());
            regions.push(RegionCondition { segment: id, extent: segment.extent, tests });
        }
        let lines = self.lines.add(pattern.forced_lines.iter().copied());
        Details { regions: self.regions.add(regions), lines }
    }

    /// Groups entries by their moves and conditions on cells, and puts these into the sieve. Forced
    /// lines take longest to compute and so come last: a matcher that wants only the moves may know
    /// all of them by then.
    fn group_entries(&mut self, entries: Vec<(Cells, Entry)>) {
        let mut groups: [FxHashMap<(Cells, Moves), Vec<Entry>>; 2] = Default::default();
        for (cells, entry) in entries {
            let with_lines = !entry.details.lines.is_empty();
            groups[usize::from(with_lines)].entry((cells, entry.moves)).or_default().push(entry);
        }
        for groups in groups {
            let mut groups: Vec<((Cells, Moves), Vec<Entry>)> = groups.into_iter().collect();
            groups.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
            let sets: Vec<LiteralSet> = groups
                .iter_mut()
                .map(|((cells, moves), _)| LiteralSet {
                    literals: std::mem::take(&mut cells.literals),
                    moves: *moves,
                })
                .collect();
            let sieved = self.sieve.add(&sets, self.groups.len(), self.layout);
            let ordered = sieved.into_iter().map(|SievedSet { index, rest }| {
                let ((cells, _), entries) = &mut groups[index];
                EntryGroup {
                    rest: self.steps.add(rest),
                    special: self.special.add(std::mem::take(&mut cells.special)),
                    segment: common_segment(&self.regions, entries),
                    entries: self.entries.add(std::mem::take(entries)),
                }
            });
            self.groups.add(ordered);
        }
    }
}

/// Those placements of a rule that are `wanted`, each with the placed rule, without repetitions. Of
/// equivalent placements all are wanted or none.
fn wanted_placements(
    rule: &Rule,
    wanted: impl Fn(Placement) -> bool,
) -> Vec<(Placement, PlacedRule)> {
    // There are eight at most.
    let mut found: Vec<(Placement, PlacedRule)> = Vec::new();
    for placement in rule.head.placements.iter().filter(|&placement| wanted(placement)) {
        let placed = PlacedRule::new(rule, placement);
        if found.iter().all(|(_, known)| *known != placed) {
            found.push((placement, placed));
        }
    }
    found
}

/// A segment that all these entries have.
fn common_segment(regions: &Arena<RegionCondition>, entries: &[Entry]) -> Option<SegmentId> {
    let segments =
        |entry: &Entry| regions[entry.details.regions].iter().map(|condition| condition.segment);
    segments(entries.first()?)
        .find(|&wanted| entries.iter().all(|entry| segments(entry).any(|of| of == wanted)))
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
