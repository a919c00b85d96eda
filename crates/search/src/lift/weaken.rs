//! Conditions dropped and weakened, one by one, as long as the proof still succeeds.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Extent, Pattern, RegionTest, Segment};

use super::surroundings::{TurnedSurroundings, connected};
use super::{LiftOptions, columns_or_rows, is_proved};

/// What is tried before the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preference {
    /// Regions are dropped before tests of single cells.
    regions_first: bool,
    /// Even or odd, before the surplus is at least or at most a number.
    parity_first: bool,
}

impl Preference {
    /// All preferences.
    pub const ALL: [Preference; 4] = [
        Preference { regions_first: true, parity_first: true },
        Preference { regions_first: true, parity_first: false },
        Preference { regions_first: false, parity_first: true },
        Preference { regions_first: false, parity_first: false },
    ];
}

/// Weakening in progress.
pub struct Weakening<'a> {
    around: &'a TurnedSurroundings<'a>,
    options: &'a LiftOptions,
    order: u64,
    stop: &'a AtomicBool,
    /// What was proved, and what was not.
    answers: RefCell<[Vec<Pattern>; 2]>,
    /// The cells of the pattern found before: another often needs no more.
    left: RefCell<Option<BTreeSet<Offset>>>,
}

/// Two cells can change places in another order if they are less than half of this many columns or
/// rows apart in their distance from the live end.
const MIXED: u16 = 6;

/// How much a bound on the surplus is loosened at most.
const LOOSENED: i32 = 8;

impl<'a> Weakening<'a> {
    /// A weakening of what holds in some surroundings. The order is a number: 0 drops the farthest
    /// cells first, each other one mixes near and far in a way of its own.
    pub fn new(
        around: &'a TurnedSurroundings<'a>,
        options: &'a LiftOptions,
        order: u64,
        stop: &'a AtomicBool,
    ) -> Weakening<'a> {
        Weakening {
            around,
            options,
            order,
            stop,
            answers: RefCell::default(),
            left: RefCell::default(),
        }
    }

    /// What has more conditions than something proved is proved, and what has fewer than something
    /// that is not, is not.
    fn is_proved(&self, pattern: &Pattern) -> bool {
        let [open, proved] = &mut *self.answers.borrow_mut();
        if proved.iter().any(|weaker| implies(pattern, weaker)) {
            return true;
        }
        if open.iter().any(|stronger| implies(stronger, pattern)) {
            return false;
        }
        let is_proved = is_proved(pattern, self.options.conflicts, self.stop);
        if is_proved { proved } else { open }.push(pattern.clone());
        is_proved
    }

    /// Replaces a pattern by a weaker one if that is proved too.
    fn take(&self, pattern: &mut Pattern, weaker: Pattern) -> bool {
        let proved = self.is_proved(&weaker);
        if proved {
            *pattern = weaker;
        }
        proved
    }

    /// The cells of a disc that a proof needs. What is left out and free belongs to a region, or
    /// nothing is said about it. That settles most conditions at once.
    pub fn smallest_disc(&self, mut disc: BTreeSet<Offset>) -> BTreeSet<Offset> {
        loop {
            let before = disc.len();
            drop_in_groups(&self.in_order(disc.iter().copied()), |group| {
                if !group.iter().any(|cell| disc.contains(cell)) {
                    return true;
                }
                let fewer = connected(|cell| disc.contains(&cell) && !group.contains(&cell));
                let proved = self.is_proved(&self.around.pattern(&fewer, self.options.reach));
                if proved {
                    disc = fewer;
                }
                proved
            });
            if disc.len() == before {
                return disc;
            }
        }
    }

    /// The weakest pattern that is found, beginning with all that holds around the cells of a disc.
    pub fn weakest(&self, disc: &BTreeSet<Offset>, preference: Preference) -> Pattern {
        let mut pattern = self.around.pattern(disc, self.options.reach);
        if !preference.regions_first {
            self.weaken_cells(&mut pattern);
        }
        self.weaken_regions(&mut pattern, preference);
        self.weaken_cells(&mut pattern);
        // The cells of a segment are free and not the end cell anyway.
        let Pattern { cells, segments, .. } = &mut pattern;
        cells.retain(|cell, _| !segments.iter().any(|segment| segment.cells.contains(cell)));
        segments.sort();
        pattern
    }

    fn weaken_regions(&self, pattern: &mut Pattern, preference: Preference) {
        pattern.segments.sort_by_key(|segment| Reverse(segment.cells.len()));
        let mut at = 0;
        while at < pattern.segments.len() {
            let mut fewer = pattern.clone();
            let dropped = fewer.segments.remove(at);
            // That the cells of the segment are free may still be needed.
            for cell in dropped.cells {
                fewer.cells.entry(cell).or_insert(CellTest::FreeNotEnd);
            }
            if self.take(pattern, fewer) {
                continue;
            }
            self.weaken_tests(pattern, at, preference.parity_first);
            let mut weaker = pattern.clone();
            weaker.segments[at].extent = Extent::EnclosedOrEmpty;
            self.take(pattern, weaker);
            at += 1;
        }
    }

    /// Weakens the exact surplus of a region: to nothing, or to even or odd, or to a bound.
    fn weaken_tests(&self, pattern: &mut Pattern, at: usize, parity_first: bool) {
        let &[RegionTest::Surplus { from: Some(surplus), .. }] = &pattern.segments[at].tests[..]
        else {
            return;
        };
        let parity = if surplus % 2 == 0 { RegionTest::Even } else { RegionTest::Odd };
        let [least, most] = [bound(surplus, 1), bound(surplus, -1)];
        let tests = if parity_first { [parity, least, most] } else { [least, most, parity] };
        let with = |pattern: &Pattern, tests: Vec<RegionTest>| {
            let mut weaker = pattern.clone();
            weaker.segments[at].tests = tests;
            weaker
        };
        let options = std::iter::once(vec![]).chain(tests.map(|test| vec![test]));
        for tests in options {
            let weaker = with(pattern, tests);
            if self.take(pattern, weaker) {
                break;
            }
        }
        for direction in [1, -1] {
            for less in 1..=LOOSENED {
                let now = bound(surplus - direction * (less - 1), direction);
                let looser = with(pattern, vec![bound(surplus - direction * less, direction)]);
                if pattern.segments[at].tests != [now] || !self.take(pattern, looser) {
                    break;
                }
            }
        }
    }

    fn weaken_cells(&self, pattern: &mut Pattern) {
        if let Some(left) = self.left.take() {
            let mut fewer = pattern.clone();
            fewer.cells.retain(|cell, _| left.contains(cell));
            self.take(pattern, fewer);
        }
        let cells = self.in_order(pattern.cells.keys().copied());
        drop_in_groups(&cells, |group| {
            let mut fewer = pattern.clone();
            fewer.cells.retain(|cell, _| !group.contains(cell));
            let dropped = self.take(pattern, fewer);
            if let (false, [cell]) = (dropped, group) {
                let mut weaker = pattern.clone();
                weaker.cells.entry(*cell).and_modify(|test| *test = weakened(*test));
                self.take(pattern, weaker);
            }
            dropped
        });
        self.left.replace(Some(pattern.cells.keys().copied().collect()));
    }

    /// Cells in the order in which they are dropped.
    fn in_order(&self, cells: impl Iterator<Item = Offset>) -> Vec<Offset> {
        let mut cells: Vec<Offset> = cells.collect();
        cells.sort_by_key(|&cell| {
            Reverse((columns_or_rows(cell), cell.distance(Offset::LIVE_END), cell))
        });
        if self.order > 0 {
            let mut rng = ChaCha8Rng::seed_from_u64(self.order);
            cells.sort_by_cached_key(|&cell| {
                Reverse(2 * columns_or_rows(cell) + rng.random_range(0..MIXED))
            });
        }
        cells
    }
}

/// Drops things in their order, in groups that grow while each can be dropped as a whole.
fn drop_in_groups<T>(all: &[T], mut drop: impl FnMut(&[T]) -> bool) {
    let (mut at, mut size) = (0, 1);
    while at < all.len() {
        let group = &all[at..all.len().min(at + size)];
        if drop(group) {
            (at, size) = (at + size, 2 * size);
        } else {
            (at, size) = (at + usize::from(size == 1), 1);
        }
    }
}

/// A test that says less.
fn weakened(test: CellTest) -> CellTest {
    match test {
        CellTest::Drawn | CellTest::Outside => CellTest::Wall,
        CellTest::FreeNotEnd => CellTest::Free,
        test => test,
    }
}

/// Whether each condition of a pattern follows from one of a stronger one.
fn implies(stronger: &Pattern, weaker: &Pattern) -> bool {
    let test = |cell: &Offset| match stronger.cells.get(cell) {
        None if stronger.segments.iter().any(|segment| segment.cells.contains(cell)) => {
            Some(CellTest::FreeNotEnd)
        }
        test => test.copied(),
    };
    let cell = |(cell, weaker): (&Offset, &CellTest)| match (test(cell), weaker) {
        (Some(CellTest::FreeNotEnd), CellTest::Free)
        | (Some(CellTest::Drawn | CellTest::Outside), CellTest::Wall) => true,
        (stronger, &weaker) => stronger == Some(weaker),
    };
    let segment = |weaker: &Segment| {
        stronger.segments.iter().any(|stronger| {
            let surplus = |tests: &[RegionTest]| match *tests {
                [RegionTest::Surplus { from: Some(from), to: Some(to), inside: true }]
                    if from == to =>
                {
                    Some(from)
                }
                _ => None,
            };
            let follows = |surplus| RegionTest::all_hold(&weaker.tests, surplus);
            (&stronger.cells, stronger.side) == (&weaker.cells, weaker.side)
                && (stronger.extent == weaker.extent || weaker.extent == Extent::EnclosedOrEmpty)
                && (stronger.tests == weaker.tests
                    || weaker.tests.is_empty()
                    || surplus(&stronger.tests).is_some_and(follows))
        })
    };
    weaker.cells.iter().all(cell) && weaker.segments.iter().all(segment)
}

/// At least a number if `direction` is 1, at most if it is −1.
fn bound(surplus: i32, direction: i32) -> RegionTest {
    let (from, to) = if direction > 0 { (Some(surplus), None) } else { (None, Some(surplus)) };
    RegionTest::Surplus { from, to, inside: true }
}
