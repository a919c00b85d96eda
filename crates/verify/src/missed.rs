//! The dead moves of live positions that no rule forbids, grouped by what they look like, and the
//! dead moves that one rule file alone forbids: what a rule set still lacks, and what it needs.
//!
//! Whether the rules are right is not asked here; see [`super::check_list`].

use std::collections::hash_map::Entry as Slot;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::check::Example;
use super::list::bits::Key;
use super::list::{Entry, List};
use super::surroundings::{Lens, Surroundings};
use deadmove_core::board::{Board, Move};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;

/// Positions that one task takes at least; each task has a matcher of its own.
const TASK: usize = 16_384;

/// What a rule set leaves allowed on one board. Counts are of live positions, symmetric ones apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// The side of the board.
    pub size: usize,
    /// Dead moves of live positions.
    pub dead_moves: u64,
    /// Those that no rule forbids.
    pub allowed: u64,
    /// In how many patterns these fall.
    pub patterns: usize,
    /// The most frequent patterns, most frequent first.
    pub top: Vec<Group>,
    /// Per file, in the order of their numbers: the dead moves that no other file forbids.
    pub alone: Vec<u64>,
}

/// Dead moves with the same surroundings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What they look like.
    pub surroundings: Surroundings,
    /// How many there are.
    pub count: u64,
    /// Live moves of live positions that look the same: none of them, and the picture with its
    /// pockets is a rule on this board.
    pub live: u64,
    /// The simplest: fewest cells drawn.
    pub example: Example,
}

/// Holds rules against every live position. `files[i]` is the number of the file that rule i stands
/// in, counted from 0; the `top` most frequent patterns are kept. `progress` hears of every layer
/// done, twice (once for the dead moves, once for the live ones).
pub fn find(
    list: &List,
    rules: &[Rule],
    files: &[usize],
    top: usize,
    progress: &(dyn Fn(usize) + Sync),
) -> Missed {
    let size = list.grid().side();
    let board = Board::corner_to_corner(size, size).expect("a list has a board");
    let set = RuleSet::compile(rules, &board);
    let lens = Lens::new(list.grid());
    let owners = files.iter().max().map_or(0, |last| last + 1);
    let task = Task { list, lens: &lens, files };
    let mut total = Counts::new(owners);
    for drawn in 1..=list.layers() {
        let layer = list
            .layer(drawn)
            .with_min_len(TASK)
            .fold(
                || (set.matcher(), Counts::new(owners)),
                |(mut matcher, mut counts), entry| {
                    task.count(&mut matcher, &mut counts, entry);
                    if let Some(transposed) = list.transposed(entry) {
                        task.count(&mut matcher, &mut counts, transposed);
                    }
                    (matcher, counts)
                },
            )
            .map(|(_, counts)| counts)
            .reduce(|| Counts::new(owners), Counts::merge);
        total = total.merge(layer);
        progress(drawn);
    }
    let patterns = total.found.len();
    let mut sorted: Vec<(Surroundings, u64, Simplest)> =
        total.found.into_iter().map(|(looks, (count, example))| (looks, count, example)).collect();
    sorted.sort_unstable_by_key(|&(_, count, example)| (std::cmp::Reverse(count), example));
    sorted.truncate(top);
    let live = task.live(sorted.iter().map(|&(looks, ..)| looks).collect(), progress);
    let top = sorted.into_iter().map(|(surroundings, count, (_, key, direction))| Group {
        surroundings,
        count,
        live: live.get(&surroundings).copied().unwrap_or(0),
        example: Example { size, path: list.path_to(key), direction },
    });
    Missed {
        size,
        dead_moves: total.dead,
        allowed: total.allowed,
        patterns,
        top: top.collect(),
        alone: total.alone,
    }
}

/// A position and a move; the order is that of simplicity: fewest cells drawn first.
type Simplest = (usize, Key, Move);

struct Counts {
    dead: u64,
    allowed: u64,
    alone: Vec<u64>,
    found: FxHashMap<Surroundings, (u64, Simplest)>,
}

impl Counts {
    fn new(files: usize) -> Counts {
        Counts { dead: 0, allowed: 0, alone: vec![0; files], found: FxHashMap::default() }
    }

    fn merge(self, other: Counts) -> Counts {
        let (mut large, small) = match self.found.len() >= other.found.len() {
            true => (self, other),
            false => (other, self),
        };
        large.dead += small.dead;
        large.allowed += small.allowed;
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

/// What all tasks share.
struct Task<'a> {
    list: &'a List,
    lens: &'a Lens<'a>,
    files: &'a [usize],
}

/// Which files forbid a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forbids {
    None,
    One(usize),
    Several,
}

impl Task<'_> {
    fn count(&self, matcher: &mut Matcher<'_>, counts: &mut Counts, entry: Entry) {
        let Entry { key, live_moves } = entry;
        let live = Moves::from_bits(live_moves);
        let dead = Moves::from_bits(self.list.legal_moves(key)).without(live);
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
        let drawn = self.list.layers() - key.free().count_ones() as usize;
        for direction in dead.iter() {
            match by[direction as usize] {
                Forbids::None => {
                    counts.allowed += 1;
                    let looks = self.lens.look(key, direction);
                    counts.add(looks, 1, (drawn, key, direction));
                }
                Forbids::One(file) => counts.alone[file] += 1,
                Forbids::Several => {}
            }
        }
    }

    /// How many live moves of live positions look like each of these.
    fn live(
        &self,
        wanted: FxHashSet<Surroundings>,
        progress: &(dyn Fn(usize) + Sync),
    ) -> FxHashMap<Surroundings, u64> {
        let mut total: FxHashMap<Surroundings, u64> = FxHashMap::default();
        if wanted.is_empty() {
            return total;
        }
        for drawn in 1..=self.list.layers() {
            let layer = self
                .list
                .layer(drawn)
                .with_min_len(TASK)
                .fold(FxHashMap::<Surroundings, u64>::default, |mut counts, entry| {
                    // Transposed positions have the same surroundings.
                    let copies = 1 + u64::from(self.list.transposed(entry).is_some());
                    for direction in Moves::from_bits(entry.live_moves).iter() {
                        let looks = self.lens.look(entry.key, direction);
                        if wanted.contains(&looks) {
                            *counts.entry(looks).or_default() += copies;
                        }
                    }
                    counts
                })
                .reduce(FxHashMap::default, |a, b| {
                    let (mut large, small) = if a.len() >= b.len() { (a, b) } else { (b, a) };
                    for (looks, count) in small {
                        *large.entry(looks).or_default() += count;
                    }
                    large
                });
            for (looks, count) in layer {
                *total.entry(looks).or_default() += count;
            }
            progress(drawn);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_rules::RuleFile;

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
    fn positions(list: &List) -> Vec<(Key, Moves, Moves)> {
        let entries = (1..=list.layers()).flat_map(|drawn| list.layer(drawn).collect::<Vec<_>>());
        let all = entries.flat_map(|entry| [Some(entry), list.transposed(entry)]).flatten();
        all.map(|entry| {
            let live = Moves::from_bits(entry.live_moves);
            (entry.key, Moves::from_bits(list.legal_moves(entry.key)).without(live), live)
        })
        .collect()
    }

    #[test]
    fn counts_are_those_of_plain_enumeration() {
        let list = List::build(5, &|_| {}).unwrap();
        let rules = rules();
        let missed = find(&list, &rules, &[0, 1], usize::MAX, &|_| {});
        assert_eq!((missed.dead_moves, missed.patterns), (346, missed.top.len()));
        assert_eq!(missed.top.iter().map(|group| group.count).sum::<u64>(), missed.allowed);
        let lens = Lens::new(list.grid());
        let board = Board::corner_to_corner(5, 5).unwrap();
        let sets = [&rules[..], &rules[..1], &rules[1..]].map(|r| RuleSet::compile(r, &board));
        let mut counts: FxHashMap<Surroundings, (u64, u64)> = FxHashMap::default();
        let (mut allowed, mut without) = (0, [0, 0]);
        for (key, dead, live) in positions(&list) {
            let forbidden = [0, 1, 2]
                .map(|set| sets[set].matcher().forbidden_in_bits(key.free(), key.live_end()));
            let [all, one, two] = forbidden.map(|moves| u64::from(dead.without(moves).len()));
            allowed += all;
            without = [without[0] + two - all, without[1] + one - all];
            for direction in dead.without(forbidden[0]).iter() {
                counts.entry(lens.look(key, direction)).or_default().0 += 1;
            }
            for direction in live.iter() {
                counts.entry(lens.look(key, direction)).or_default().1 += 1;
            }
        }
        assert_eq!(missed.allowed, allowed);
        assert_eq!(missed.alone, without);
        assert!(without.iter().all(|&moves| moves > 0), "the test is about something: {without:?}");
        for group in &missed.top {
            assert_eq!(counts[&group.surroundings], (group.count, group.live));
        }
    }
}
