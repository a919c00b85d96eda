//! Uncovered moves: dead moves of live positions that no rule forbids, grouped by what they look
//! like. Also the dead moves that only one rule file forbids. They show what a rule set still
//! lacks, and which of its files it needs. Moves that enter the end cell before the line is
//! complete are counted apart: no walk takes them, so no rule has to forbid them.
//!
//! Whether the rules are sound is not checked here; see [`crate::check_live_set`].

pub mod tally;

use std::collections::hash_map::Entry as Slot;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Example;
use crate::live_set::bits::PackedPosition;
use crate::live_set::{LiveEntry, LiveSet};
use crate::surroundings::{Extractor, Surroundings};
use deadmove_core::board::Move;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use tally::{MovePattern, Tally, drawn};

/// What a rule set leaves allowed on one board. Counts are of live positions; symmetric ones count
/// separately.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncovered {
    /// The side of the board.
    pub size: usize,
    /// Dead moves of live positions.
    pub dead_moves: u64,
    /// Those that no rule forbids, early ends left out.
    pub allowed: u64,
    /// Those that no rule forbids and that enter the end cell before the line is complete.
    pub early_ends: u64,
    /// The number of different patterns among these.
    pub patterns: usize,
    /// The most frequent patterns, most frequent first.
    pub top: Vec<Group>,
    /// Per file, in the order of their numbers: the dead moves that no other file forbids, early
    /// ends left out.
    pub alone: Vec<u64>,
}

/// Dead moves with the same surroundings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What they look like.
    pub surroundings: Surroundings,
    /// How many there are.
    pub count: u64,
    /// Live moves of live positions with the same surroundings. If there are none, the picture with
    /// its pockets is a sound rule on this board.
    pub live: u64,
    /// The simplest: fewest cells drawn.
    pub example: Example,
}

/// Checks rules against the live positions of the layers that `known` does not have, until all are
/// done or `stop` is set. `moves` are the dead moves of a position that count, all of them if
/// [`LiveSet::dead_moves`] is given. `files[i]` is the number of the file of rule i, counted from
/// 0. `progress` is called after every layer.
pub fn count(
    live_set: &LiveSet,
    moves: &(dyn Fn(LiveEntry) -> Moves + Sync),
    (rules, files): (&[Rule], &[usize]),
    known: Tally,
    stop: &AtomicBool,
    progress: &(dyn Fn(usize) + Sync),
) -> Tally {
    let set = RuleSet::compile(rules, &live_set.board());
    let extractor = Extractor::new(live_set.grid());
    let owners = known.alone.len();
    let counter = Counter { live_set, moves, extractor: &extractor, files };
    let mut layers = known.layers;
    let mut total = UncoveredCounts::from_tally(known, live_set, &extractor);
    for drawn in layers + 1..=live_set.layers() {
        let mut layer = UncoveredCounts::new(owners);
        for slice in live_set.slices(drawn, SLICE) {
            if stop.load(Ordering::Relaxed) {
                return total.into_tally(layers);
            }
            let counts = live_set.sweep(
                slice,
                || (set.matcher(), UncoveredCounts::new(owners)),
                |(matcher, counts), _, entry| {
                    live_set.both(entry).for_each(|entry| counter.count(matcher, counts, entry));
                },
                |(_, counts)| counts,
                UncoveredCounts::merge,
            );
            layer = layer.merge(counts);
        }
        total = total.merge(layer);
        layers = drawn;
        progress(drawn);
    }
    total.into_tally(layers)
}

/// Positions that are counted between two looks at the flag that stops a run.
const SLICE: usize = 1 << 17;

/// Examples of the `top` most frequent patterns of a tally: positions and their moves.
pub fn most_frequent_examples(tally: &Tally, top: usize) -> Vec<(PackedPosition, Move)> {
    most_frequent_patterns(tally, top).iter().map(|it| (it.key, it.direction)).collect()
}

/// The `top` most frequent patterns of a tally of all layers, with the live moves that look the
/// same; none if `stop` is set meanwhile. `progress` is called after every layer.
pub fn most_frequent(
    live_set: &LiveSet,
    tally: &Tally,
    top: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(usize) + Sync),
) -> Option<Uncovered> {
    let size = live_set.grid().side();
    let extractor = Extractor::new(live_set.grid());
    let patterns = tally.patterns.len();
    let sorted = most_frequent_patterns(tally, top);
    let looks: Vec<Surroundings> =
        sorted.iter().map(|pattern| extractor.extract(pattern.key, pattern.direction)).collect();
    let wanted = looks.iter().copied().collect();
    let live = live_moves(live_set, &extractor, &wanted, stop, progress)?;
    let top = sorted.into_iter().zip(looks).map(|(pattern, surroundings)| Group {
        surroundings,
        count: pattern.count,
        live: live.get(&surroundings).copied().unwrap_or(0),
        example: Example {
            size,
            path: live_set.path_to(pattern.key),
            direction: pattern.direction,
        },
    });
    Some(Uncovered {
        size,
        dead_moves: tally.dead_moves,
        allowed: tally.allowed(),
        early_ends: tally.early_ends,
        patterns,
        top: top.collect(),
        alone: tally.alone.clone(),
    })
}

/// Those with the same count stay in the order of their examples.
fn most_frequent_patterns(tally: &Tally, top: usize) -> Vec<MovePattern> {
    let mut sorted = tally.patterns.clone();
    sorted.sort_by_key(|pattern| std::cmp::Reverse(pattern.count));
    sorted.truncate(top);
    sorted
}

/// Cells drawn, the position, the move. The simplest comes first: it has the fewest cells drawn.
type Simplest = (usize, PackedPosition, Move);

struct UncoveredCounts {
    dead: u64,
    early_ends: u64,
    alone: Vec<u64>,
    found: FxHashMap<Surroundings, (u64, Simplest)>,
}

impl UncoveredCounts {
    fn new(files: usize) -> UncoveredCounts {
        UncoveredCounts {
            dead: 0,
            early_ends: 0,
            alone: vec![0; files],
            found: FxHashMap::default(),
        }
    }

    fn from_tally(tally: Tally, live_set: &LiveSet, extractor: &Extractor<'_>) -> UncoveredCounts {
        let found = tally.patterns.into_iter().map(|MovePattern { key, direction, count }| {
            let example = (drawn(live_set, key), key, direction);
            (extractor.extract(key, direction), (count, example))
        });
        UncoveredCounts {
            dead: tally.dead_moves,
            early_ends: tally.early_ends,
            alone: tally.alone,
            found: found.collect(),
        }
    }

    fn into_tally(self, layers: usize) -> Tally {
        let UncoveredCounts { dead: dead_moves, early_ends, alone, found } = self;
        let mut sorted: Vec<(u64, Simplest)> = found.into_values().collect();
        sorted.sort_unstable_by_key(|&(_, example)| example);
        let patterns = sorted.into_iter();
        let patterns =
            patterns.map(|(count, (_, key, direction))| MovePattern { key, direction, count });
        let patterns = patterns.collect();
        Tally { layers, dead_moves, early_ends, alone, patterns }
    }

    fn merge(self, other: UncoveredCounts) -> UncoveredCounts {
        let (mut large, small) = match self.found.len() >= other.found.len() {
            true => (self, other),
            false => (other, self),
        };
        large.dead += small.dead;
        large.early_ends += small.early_ends;
        for (a, b) in large.alone.iter_mut().zip(small.alone) {
            *a += b;
        }
        for (looks, (count, example)) in small.found {
            large.add(looks, count, example);
        }
        large
    }

    fn add(&mut self, looks: Surroundings, count: u64, example: Simplest) {
        match self.found.entry(looks) {
            Slot::Vacant(slot) => {
                slot.insert((count, example));
            }
            Slot::Occupied(mut slot) => {
                let (known, simplest) = slot.get_mut();
                *known += count;
                *simplest = example.min(*simplest);
            }
        }
    }
}

/// Counts the moves of positions; shared by all tasks of a sweep.
struct Counter<'a> {
    live_set: &'a LiveSet,
    moves: &'a (dyn Fn(LiveEntry) -> Moves + Sync),
    extractor: &'a Extractor<'a>,
    files: &'a [usize],
}

/// Which files forbid a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forbids {
    None,
    One(usize),
    Several,
}

impl Counter<'_> {
    fn count(&self, matcher: &mut Matcher<'_>, counts: &mut UncoveredCounts, entry: LiveEntry) {
        let key = entry.key;
        let dead = (self.moves)(entry);
        if dead.is_empty() {
            return;
        }
        let mut by = [Forbids::None; 4];
        matcher.for_each_in_bits(key.free(), key.live_end(), |found| {
            let file = self.files[found.rule];
            for direction in found.moves.and(dead).iter() {
                let by = &mut by[direction as usize];
                *by = match *by {
                    Forbids::None => Forbids::One(file),
                    Forbids::One(other) if other == file => Forbids::One(file),
                    _ => Forbids::Several,
                };
            }
        });
        counts.dead += u64::from(dead.len());
        let drawn = drawn(self.live_set, key);
        let early = self.live_set.early_end(key);
        for direction in dead.iter() {
            match by[direction as usize] {
                by if early.contains(direction) => {
                    counts.early_ends += u64::from(by == Forbids::None);
                }
                Forbids::None => {
                    let looks = self.extractor.extract(key, direction);
                    counts.add(looks, 1, (drawn, key, direction));
                }
                Forbids::One(file) => counts.alone[file] += 1,
                Forbids::Several => {}
            }
        }
    }
}

/// The number of live moves of live positions with each of these surroundings; none if `stop` is
/// set meanwhile.
fn live_moves(
    live_set: &LiveSet,
    extractor: &Extractor<'_>,
    wanted: &FxHashSet<Surroundings>,
    stop: &AtomicBool,
    progress: &(dyn Fn(usize) + Sync),
) -> Option<FxHashMap<Surroundings, u64>> {
    let mut total = FxHashMap::default();
    if wanted.is_empty() {
        return Some(total);
    }
    for drawn in 1..=live_set.layers() {
        for slice in live_set.slices(drawn, SLICE) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let counts = live_set.sweep(
                slice,
                FxHashMap::default,
                |counts: &mut FxHashMap<Surroundings, u64>, _, entry| {
                    // Transposed positions have the same surroundings.
                    let copies = 1 + u64::from(live_set.transposed(entry).is_some());
                    for direction in Moves::from_bits(entry.live_moves).iter() {
                        let looks = extractor.extract(entry.key, direction);
                        if wanted.contains(&looks) {
                            *counts.entry(looks).or_default() += copies;
                        }
                    }
                },
                |counts| counts,
                add_up,
            );
            total = add_up(total, counts);
        }
        progress(drawn);
    }
    Some(total)
}

fn add_up(
    a: FxHashMap<Surroundings, u64>,
    b: FxHashMap<Surroundings, u64>,
) -> FxHashMap<Surroundings, u64> {
    let (mut large, small) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    for (looks, count) in small {
        *large.entry(looks).or_default() += count;
    }
    large
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_core::board::Board;
    use deadmove_rules::RuleFile;
    use rayon::prelude::*;

    const RULES: [&str; 2] = [
        "name one\nsource a test\npicture\n  . L X\nforbids right\n",
        "name two\nsource a test\npicture\n  # X\n  # L\nforbids ahead\n",
    ];

    fn rules() -> Vec<Rule> {
        let board = Board::corner_to_corner(5, 5).unwrap();
        RULES
            .iter()
            .flat_map(|text| RuleFile::parse(text).unwrap().rules(&board).unwrap())
            .collect()
    }

    /// All positions with their dead and live moves.
    fn positions(live_set: &LiveSet) -> Vec<(PackedPosition, Moves, Moves)> {
        let entries =
            (1..=live_set.layers()).flat_map(|drawn| live_set.layer(drawn).collect::<Vec<_>>());
        let all = entries.flat_map(|entry| live_set.both(entry));
        all.map(|entry| {
            let live = Moves::from_bits(entry.live_moves);
            (entry.key, Moves::from_bits(live_set.legal_moves(entry.key)).without(live), live)
        })
        .collect()
    }

    /// Counts all layers; the second flag stops the search for live moves that look the same.
    fn find(live_set: &LiveSet, known: Tally, stop: &AtomicBool) -> Option<Uncovered> {
        let dead = |entry| live_set.dead_moves(entry);
        let never = AtomicBool::new(false);
        let tally = count(live_set, &dead, (&rules(), &[0, 1]), known, &never, &|_| {});
        most_frequent(live_set, &tally, usize::MAX, stop, &|_| {})
    }

    #[test]
    fn a_count_that_is_stopped_after_any_layer_and_resumed_is_the_whole_count() {
        let live_set = LiveSet::build(5, &|_| {}).unwrap();
        let whole = find(&live_set, Tally::new(2), &AtomicBool::new(false)).unwrap();
        assert_eq!(whole.patterns, 93);
        for layers in 0..=live_set.layers() {
            let stop = AtomicBool::new(layers == 0);
            let stop_here = |done| stop.store(done == layers, Ordering::Relaxed);
            let rules = rules();
            let dead = |entry| live_set.dead_moves(entry);
            let part = count(&live_set, &dead, (&rules, &[0, 1]), Tally::new(2), &stop, &stop_here);
            assert_eq!(part.layers, layers);
            assert_eq!(part.contradiction(&live_set), None);
            let resumed = find(&live_set, part, &AtomicBool::new(false));
            assert_eq!(resumed.as_ref(), Some(&whole), "{layers}");
        }
        assert_eq!(find(&live_set, Tally::new(2), &AtomicBool::new(true)), None);
    }

    #[test]
    fn counts_are_those_of_plain_enumeration() {
        let live_set = LiveSet::build(5, &|_| {}).unwrap();
        let rules = rules();
        let uncovered = find(&live_set, Tally::new(2), &AtomicBool::new(false)).unwrap();
        assert_eq!((uncovered.dead_moves, uncovered.patterns), (346, uncovered.top.len()));
        assert_eq!(uncovered.top.iter().map(|group| group.count).sum::<u64>(), uncovered.allowed);
        let extractor = Extractor::new(live_set.grid());
        let board = Board::corner_to_corner(5, 5).unwrap();
        let sets = [&rules[..], &rules[..1], &rules[1..]].map(|r| RuleSet::compile(r, &board));
        let mut counts: FxHashMap<Surroundings, (u64, u64)> = FxHashMap::default();
        let (mut allowed, mut early_ends, mut without) = (0, 0, [0, 0]);
        for (key, dead, live) in positions(&live_set) {
            let early = live_set.early_end(key);
            assert!(dead.and(early) == early, "entering the end cell early is dead");
            let forbidden = [0, 1, 2]
                .map(|set| sets[set].matcher().forbidden_in_bits(key.free(), key.live_end()));
            early_ends += u64::from(early.without(forbidden[0]).len());
            let dead = dead.without(early);
            let [all, one, two] = forbidden.map(|moves| u64::from(dead.without(moves).len()));
            allowed += all;
            without = [without[0] + two - all, without[1] + one - all];
            for direction in dead.without(forbidden[0]).iter() {
                counts.entry(extractor.extract(key, direction)).or_default().0 += 1;
            }
            for direction in live.iter() {
                counts.entry(extractor.extract(key, direction)).or_default().1 += 1;
            }
        }
        assert_eq!((uncovered.allowed, uncovered.early_ends), (allowed, early_ends));
        assert_eq!(uncovered.alone, without);
        assert!(without.iter().all(|&moves| moves > 0), "each rule is needed: {without:?}");
        for group in &uncovered.top {
            assert_eq!(counts[&group.surroundings], (group.count, group.live));
        }
    }
}
