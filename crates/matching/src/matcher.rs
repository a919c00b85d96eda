//! Matching compiled rules on positions.
//!
//! A position is given as its free cells and its live end; no path is needed. A call allocates
//! nothing. A region is computed when the first pattern needs it, and kept for the other patterns.

mod contour;
mod region;
mod window;

use std::cell::Cell;

use fixedbitset::FixedBitSet;

use super::arena::Span;
use super::bitboard::Bitboard;
use super::compile::{Details, Entry, EntryGroup, RuleSet, SpecialTest};
use super::forced::ForcedLines;
use super::geometry::{Offset, Placement};
use super::lemmas::LemmaMatcher;
use super::model::{CellTest, Extent};
use super::moves::Moves;
use super::padded::{BitStep, Padded};
pub(super) use contour::{RingCell, ring};
use deadmove_core::board::{self, Move};
use deadmove_core::position::Position;
use region::{RegionState, Regions};
pub(super) use window::WindowRing;

/// A rule that matches a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Match {
    /// The index of the rule in the slice the set was compiled from.
    pub rule: usize,
    /// How its picture lies on the board.
    pub placement: Placement,
    /// The legal moves it forbids; none if all its moves lead to cells that are not free.
    pub moves: Moves,
}

/// Matches the rules of a set on one position after the other.
#[derive(Clone, Debug)]
pub struct Matcher<'r> {
    set: &'r RuleSet,
    free: Bitboard,
    padded: Padded,
    /// What the near fours of the sieve show.
    shown: Vec<u8>,
    regions: Regions,
    lines: ForcedLines,
    lines_known: bool,
    column: usize,
    row: usize,
    lemmas: Option<LemmaMatcher>,
    /// The free cells again, as the lemmas read them; kept only if there are lemmas.
    cells: FixedBitSet,
}

impl<'r> Matcher<'r> {
    pub(super) fn new(set: &'r RuleSet) -> Matcher<'r> {
        let cells = if set.lines.len() == 0 { 0 } else { set.width * set.height };
        Matcher {
            set,
            free: Bitboard::new(set.width, set.height),
            padded: Padded::new(set.layout),
            shown: Vec::new(),
            regions: Regions::new(set),
            lines: ForcedLines::new(cells),
            lines_known: false,
            column: 0,
            row: 0,
            lemmas: set.lemmas.as_ref().map(|(_, matcher)| matcher.clone()),
            cells: FixedBitSet::with_capacity(set.width * set.height),
        }
    }

    /// The legal moves that some rule forbids.
    ///
    /// `free` holds [`deadmove_core::board::Board::index`] numbers; blocked cells and the live end
    /// are not free.
    pub fn forbidden(&mut self, free: &FixedBitSet, live_end: board::Cell) -> Moves {
        self.load(free, live_end);
        self.all_moves()
    }

    /// One of some legal moves that no rule forbids, if there is one. `choose` picks among those
    /// that the rules with pictures allow, and again among the others where the lemmas refute its
    /// choice: that is faster than asking the lemmas about every move.
    pub fn choose(
        &mut self,
        (free, live_end): (&FixedBitSet, board::Cell),
        legal: Moves,
        mut choose: impl FnMut(Moves) -> Move,
    ) -> Option<Move> {
        self.load(free, live_end);
        let mut open = legal.without(self.moves_by_pictures());
        let Matcher { lemmas, cells, .. } = self;
        if let Some(lemmas) = lemmas.as_mut().filter(|_| !open.is_empty()) {
            lemmas.arrive(cells, live_end);
        }
        while !open.is_empty() {
            let direction = choose(open);
            if lemmas.as_mut().is_none_or(|lemmas| !lemmas.refutes(direction)) {
                return Some(direction);
            }
            open = open.without(Moves::only(direction));
        }
        None
    }

    /// As [`Matcher::forbidden`], for boards of at most 128 cells: bit i is the cell with
    /// [`deadmove_core::board::Board::index`] i, and so is `live_end`.
    pub fn forbidden_in_bits(&mut self, free: u128, live_end: usize) -> Moves {
        self.load_bits(free, live_end);
        self.all_moves()
    }

    /// Calls `found` for every rule and placement that matches.
    pub fn for_each(
        &mut self,
        free: &FixedBitSet,
        live_end: board::Cell,
        found: impl FnMut(Match),
    ) {
        self.load(free, live_end);
        self.all_matches(found);
    }

    /// As [`Matcher::for_each`], with the position as in [`Matcher::forbidden_in_bits`].
    pub fn for_each_in_bits(&mut self, free: u128, live_end: usize, found: impl FnMut(Match)) {
        self.load_bits(free, live_end);
        self.all_matches(found);
    }

    /// All rules and placements that match a position, in ascending order.
    pub fn matches(&mut self, position: &Position) -> Vec<Match> {
        let mut all = Vec::new();
        self.for_each(position.free(), position.live_end(), |found| all.push(found));
        all.sort();
        all
    }

    fn load(&mut self, free: &FixedBitSet, live_end: board::Cell) {
        if self.lemmas.is_some() {
            self.cells.clear();
            self.cells.union_with(free);
        }
        let blocks = free.as_slice();
        const BITS: usize = usize::BITS as usize;
        if BITS == 64 {
            // A set that was only grown as far as needed has no blocks for the last cells.
            self.free.load(|i| blocks.get(i).map_or(0, |&block| block as u64));
        } else {
            self.free.load(|i| {
                (0..64 / BITS)
                    .filter_map(|part| blocks.get(i * 64 / BITS + part).map(|b| (part, *b)))
                    .fold(0, |word, (part, block)| word | (block as u64) << (part * BITS))
            });
        }
        self.begin(usize::from(live_end.column) - 1, usize::from(live_end.row) - 1);
    }

    fn load_bits(&mut self, free: u128, live_end: usize) {
        if self.lemmas.is_some() {
            self.cells.clear();
            let cells = self.set.width * self.set.height;
            self.cells.extend((0..cells).filter(|index| free >> index & 1 == 1));
        }
        self.free.load(|i| if i == 0 { free as u64 } else { (free >> 64) as u64 });
        self.begin(live_end % self.set.width, live_end / self.set.width);
    }

    fn begin(&mut self, column: usize, row: usize) {
        (self.column, self.row) = (column, row);
        self.padded.load(&self.free, column, row);
        self.set.sieve.read(&self.padded, &mut self.shown);
        self.lines_known = false;
        self.regions.begin();
    }

    fn legal(&self) -> Moves {
        Move::ALL.into_iter().filter(|&m| self.is_free(Offset::LIVE_END.step(m))).collect()
    }

    fn all_moves(&mut self) -> Moves {
        let forbidden = self.moves_by_pictures();
        match self.lemmas.is_some() && forbidden != self.legal() {
            true => forbidden.or(self.refuted_by_lemmas().unwrap_or(Moves::NONE)),
            false => forbidden,
        }
    }

    fn moves_by_pictures(&mut self) -> Moves {
        let legal = self.legal();
        let open = Cell::new(legal);
        let forbids_nothing_new = |moves: Moves| moves.and(open.get()).is_empty();
        self.visit(forbids_nothing_new, |_, moves| open.set(open.get().without(moves)));
        legal.without(open.get())
    }

    /// Calls `found` for each entry that matches, with its moves that are not exempt. Entries are
    /// left out, also many at a time, if `skip` says so of their moves.
    fn visit(&mut self, skip: impl Fn(Moves) -> bool, mut found: impl FnMut(&Entry, Moves)) {
        let set = self.set;
        for block in &set.sieve.blocks {
            if skip(block.moves) {
                continue;
            }
            let mut left = set.sieve.holding(block, &self.shown, &self.padded);
            while left != 0 && !skip(block.moves) {
                let group = &set.groups[block.sets][left.trailing_zeros() as usize];
                left &= left - 1;
                if !self.group_holds(group) {
                    continue;
                }
                for entry in &set.entries[group.entries] {
                    if !skip(entry.moves)
                        && let Some(exempt) = self.match_details(entry)
                    {
                        found(entry, entry.moves.without(exempt));
                    }
                }
            }
        }
    }

    /// The moves that the lemmas refute, if the set has lemmas.
    fn refuted_by_lemmas(&mut self) -> Option<Moves> {
        let Matcher { lemmas, cells, column, row, .. } = self;
        let live_end = board::Cell::new(*column as u16 + 1, *row as u16 + 1);
        lemmas.as_mut().map(|lemmas| lemmas.forbidden(cells, live_end))
    }

    fn all_matches(&mut self, mut found: impl FnMut(Match)) {
        let legal = self.legal();
        let keep_all = |_| false;
        self.visit(keep_all, |entry, moves| {
            let (rule, placement) = (entry.rule as usize, entry.placement);
            found(Match { rule, placement, moves: moves.and(legal) });
        });
        let set = self.set;
        if let Some((rule, _)) = set.lemmas
            && let Some(moves) = self.refuted_by_lemmas().filter(|moves| !moves.is_empty())
        {
            found(Match { rule, placement: Placement::UPRIGHT, moves });
        }
    }

    /// Tests the conditions of an entry beyond its cells. If they hold, returns its exempt moves.
    fn match_details(&mut self, entry: &Entry) -> Option<Moves> {
        let set = self.set;
        if !self.details_hold(&entry.details) {
            return None;
        }
        for exception in &set.exceptions[entry.exceptions] {
            if self.steps_hold(exception.tests)
                && self.special_hold(exception.special)
                && self.details_hold(&exception.details)
            {
                return None;
            }
        }
        let exempt = set.exempt[entry.exempt].iter();
        let exempt = exempt.map(|&(moves, of)| moves.and(self.region(of).entered_by));
        Some(exempt.fold(Moves::NONE, Moves::or))
    }

    /// Whether the conditions that all entries of a group share hold, given that the tests in the
    /// sieve do.
    fn group_holds(&mut self, group: &EntryGroup) -> bool {
        self.steps_hold(group.rest)
            && self.special_hold(group.special)
            && group.segment.is_none_or(|segment| self.region(segment).state != RegionState::Open)
    }

    fn steps_hold(&self, tests: Span<(BitStep, bool)>) -> bool {
        self.set.steps[tests].iter().all(|&(step, free)| self.padded.is_free(step) == free)
    }

    fn special_hold(&self, special: Span<SpecialTest>) -> bool {
        self.set.special[special].iter().all(|&(cell, test)| self.holds(cell, test))
    }

    fn details_hold(&mut self, details: &Details) -> bool {
        let set = self.set;
        for condition in &set.regions[details.regions] {
            let region = self.region(condition.segment);
            let state = match condition.extent {
                Extent::Enclosed => region.state == RegionState::Enclosed,
                Extent::EnclosedOrEmpty => region.state != RegionState::Open,
                Extent::Empty => region.state == RegionState::Empty,
            };
            let mut tests = set.region_tests[condition.tests].iter();
            if !state || !tests.all(|t| t.holds(region.cells, region.surplus)) {
                return false;
            }
        }
        set.lines[details.lines].iter().all(|ends| self.is_forced_line(*ends))
    }

    /// Column and row (from 0) of a cell relative to the live end, if it is on the board.
    fn place(&self, cell: Offset) -> Option<(usize, usize)> {
        let column = self.column.checked_add_signed(isize::from(cell.right))?;
        let row = self.row.checked_add_signed(isize::from(cell.down))?;
        (column < self.set.width && row < self.set.height).then_some((column, row))
    }

    fn is_free(&self, cell: Offset) -> bool {
        self.place(cell).is_some_and(|(column, row)| self.free.contains(column, row))
    }

    fn holds(&self, cell: Offset, test: CellTest) -> bool {
        let place = self.place(cell);
        match test {
            CellTest::Free => self.is_free(cell),
            CellTest::FreeNotEnd => self.is_free(cell) && place != Some(self.set.end),
            CellTest::Wall => !self.is_free(cell),
            CellTest::Outside => place.is_none(),
            CellTest::OnBoard => place.is_some(),
            CellTest::Drawn => {
                !self.is_free(cell)
                    && place.is_some_and(|(column, row)| {
                        self.set.open.as_ref().is_none_or(|open| open.contains(column, row))
                    })
            }
        }
    }

    fn is_forced_line(&mut self, ends: [Offset; 2]) -> bool {
        let width = self.set.width;
        if !self.lines_known {
            let end = self.set.end.1 * width + self.set.end.0;
            self.lines.compute(&self.free, self.row * width + self.column, end);
            self.lines_known = true;
        }
        match ends.map(|cell| self.place(cell).map(|(column, row)| row * width + column)) {
            [Some(one), Some(other)] => self.lines.joins(one, other),
            _ => false,
        }
    }
}
