//! Conditions dropped and weakened, one by one, as long as the proof still succeeds.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Extent, Pattern, RegionTest};

use super::surroundings::{Surroundings, connected};
use super::{Options, columns_or_rows, is_proved};

/// Which test of a region is tried before the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Even or odd.
    Parity,
    /// The surplus is at least or at most a number.
    Bounds,
}

/// Weakening in progress.
pub struct Weakening<'a> {
    around: &'a Surroundings<'a>,
    options: &'a Options,
    stop: &'a AtomicBool,
}

/// How much a bound on the surplus is loosened at most.
const LOOSENED: i32 = 8;

impl<'a> Weakening<'a> {
    /// A weakening of what holds in some surroundings.
    pub fn new(
        around: &'a Surroundings<'a>,
        options: &'a Options,
        stop: &'a AtomicBool,
    ) -> Weakening<'a> {
        Weakening { around, options, stop }
    }

    fn is_proved(&self, pattern: &Pattern) -> bool {
        is_proved(pattern, self.options.conflicts, self.stop)
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
            for cell in far_first(disc.iter().copied()) {
                if !disc.contains(&cell) {
                    continue;
                }
                let fewer = connected(|other| other != cell && disc.contains(&other));
                if self.is_proved(&self.around.pattern(&fewer, self.options.reach)) {
                    disc = fewer;
                }
            }
            if disc.len() == before {
                return disc;
            }
        }
    }

    /// The weakest pattern that is found, beginning with all that holds around the cells of a disc.
    pub fn weakest(&self, disc: &BTreeSet<Offset>, preference: Preference) -> Pattern {
        let mut pattern = self.around.pattern(disc, self.options.reach);
        self.weaken_regions(&mut pattern, preference);
        self.weaken_cells(&mut pattern);
        pattern
    }

    fn weaken_regions(&self, pattern: &mut Pattern, preference: Preference) {
        pattern.segments.sort_by_key(|segment| Reverse(segment.cells.len()));
        let mut at = 0;
        while at < pattern.segments.len() {
            let mut fewer = pattern.clone();
            fewer.segments.remove(at);
            if self.take(pattern, fewer) {
                continue;
            }
            self.weaken_tests(pattern, at, preference);
            let mut weaker = pattern.clone();
            weaker.segments[at].extent = Extent::EnclosedOrEmpty;
            self.take(pattern, weaker);
            at += 1;
        }
    }

    /// Weakens the exact surplus of a region: to nothing, or to even or odd, or to a bound.
    fn weaken_tests(&self, pattern: &mut Pattern, at: usize, preference: Preference) {
        let &[RegionTest::Surplus { from: Some(surplus), .. }] = &pattern.segments[at].tests[..]
        else {
            return;
        };
        let parity = if surplus % 2 == 0 { RegionTest::Even } else { RegionTest::Odd };
        let bounds = [bound(surplus, 1), bound(surplus, -1)];
        let tests = match preference {
            Preference::Parity => [parity, bounds[0], bounds[1]],
            Preference::Bounds => [bounds[0], bounds[1], parity],
        };
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
        for cell in far_first(pattern.cells.keys().copied()) {
            let mut fewer = pattern.clone();
            let test = fewer.cells.remove(&cell);
            if self.take(pattern, fewer) {
                continue;
            }
            let weaker = match test {
                Some(CellTest::Drawn | CellTest::Outside) => CellTest::Wall,
                Some(CellTest::FreeNotEnd) => CellTest::Free,
                _ => continue,
            };
            let mut with = pattern.clone();
            with.cells.insert(cell, weaker);
            self.take(pattern, with);
        }
        // The cells of a segment are free and not the end cell anyway.
        let Pattern { cells, segments, .. } = pattern;
        cells.retain(|cell, _| !segments.iter().any(|segment| segment.cells.contains(cell)));
        segments.sort();
    }
}

/// At least a number if `direction` is 1, at most if it is −1.
fn bound(surplus: i32, direction: i32) -> RegionTest {
    let (from, to) = if direction > 0 { (Some(surplus), None) } else { (None, Some(surplus)) };
    RegionTest::Surplus { from, to, inside: true }
}

/// The cells farthest from the live end first.
fn far_first(cells: impl Iterator<Item = Offset>) -> Vec<Offset> {
    let mut cells: Vec<Offset> = cells.collect();
    cells.sort_by_key(|&cell| {
        Reverse((columns_or_rows(cell), cell.distance(Offset::LIVE_END), cell))
    });
    cells
}
