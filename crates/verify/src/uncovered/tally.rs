//! What a count of uncovered moves has found in the first layers: plain data, which a file can
//! keep.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::live_set::LiveSet;
use crate::live_set::bits::PackedPosition;
use crate::surroundings::Extractor;
use deadmove_core::board::Move;

/// What is counted in the first layers. A run that is stopped keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many layers are done, from the first.
    pub layers: usize,
    /// Dead moves of their live positions.
    pub dead_moves: u64,
    /// Those that no rule forbids and that enter the end cell before the line is complete.
    pub early_ends: u64,
    /// Per file: the dead moves that no other file forbids, early ends left out.
    pub alone: Vec<u64>,
    /// The moves that no rule forbids, by their surroundings; the simplest example first.
    pub patterns: Vec<MovePattern>,
}

/// Moves with the same surroundings, which can be extracted from the example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePattern {
    /// The position of the simplest move: fewest cells drawn.
    pub key: PackedPosition,
    /// The move.
    pub direction: Move,
    /// How many there are.
    pub count: u64,
}

impl Tally {
    /// No layer is done. Files are numbered from 0.
    pub fn new(files: usize) -> Tally {
        Tally {
            layers: 0,
            dead_moves: 0,
            early_ends: 0,
            alone: vec![0; files],
            patterns: Vec::new(),
        }
    }

    /// The moves that no rule forbids, early ends left out.
    pub(crate) fn allowed(&self) -> u64 {
        self.patterns.iter().map(|pattern| pattern.count).sum()
    }

    /// What is wrong with a tally that was read from a file. Whether its counts are true would take
    /// a new count; that its examples are can be seen.
    pub fn contradiction(&self, live_set: &LiveSet) -> Option<String> {
        if self.layers > live_set.layers() {
            return Some(format!("{} layers of {} are done", self.layers, live_set.layers()));
        }
        // Of a position and its transpose one is stored, and each has at most four moves.
        let positions: usize =
            (1..=live_set.layers()).map(|drawn| live_set.layer(drawn).len()).sum();
        if self.dead_moves > 2 * 4 * positions as u64 {
            return Some("there are more dead moves than moves".to_owned());
        }
        let mut counts =
            self.patterns.iter().map(|pattern| pattern.count).chain(self.alone.clone());
        let sum = counts.try_fold(self.early_ends, |sum, count| sum.checked_add(count));
        if sum.is_none_or(|sum| sum > self.dead_moves) {
            return Some("there are more counted moves than dead moves".to_owned());
        }
        let extractor = Extractor::new(live_set.grid());
        let mut known = FxHashSet::default();
        for (number, pattern) in self.patterns.iter().enumerate() {
            let what = match pattern.fault(live_set, self.layers) {
                None if known.insert(extractor.extract(pattern.key, pattern.direction)) => continue,
                None => "looks like an earlier one",
                Some(what) => what,
            };
            return Some(format!("pattern {} {what}", number + 1));
        }
        None
    }
}

impl MovePattern {
    /// Why it is not a dead move of a live position in the first layers.
    fn fault(&self, live_set: &LiveSet, layers: usize) -> Option<&'static str> {
        let key = self.key;
        if self.count == 0 {
            return Some("counts no move");
        }
        if !live_set.grid().has(key) || !live_set.contains(key) {
            return Some("has no live position");
        }
        if drawn(live_set, key) > layers {
            return Some("is of a layer that is not done");
        }
        match live_set.after(key, self.direction) {
            None => Some("has an illegal move"),
            Some(after) if live_set.contains(after) => Some("has a live move"),
            Some(_) if live_set.early_end(key).contains(self.direction) => {
                Some("enters the end cell early")
            }
            Some(_) => None,
        }
    }
}

/// The number of drawn cells.
pub(super) fn drawn(live_set: &LiveSet, key: PackedPosition) -> usize {
    live_set.layers() - key.free().count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uncovered::count;
    use deadmove_rules::moves::Moves;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_tally_with_a_false_pattern_is_recognised() {
        let live_set = LiveSet::build(5, &|_| {}).unwrap();
        let never = AtomicBool::new(false);
        let dead = |entry| live_set.dead_moves(entry);
        let good = count(&live_set, &dead, (&[], &[]), Tally::new(0), &never, &|_| {});
        assert!(good.early_ends > 0, "no rule forbids entering the end cell early");
        assert_eq!(good.allowed() + good.early_ends, good.dead_moves);
        let fault = |change: &dyn Fn(&mut Tally)| {
            let mut tally = good.clone();
            change(&mut tally);
            tally.contradiction(&live_set)
        };
        let of_first =
            |change: &dyn Fn(&mut MovePattern)| fault(&|tally| change(&mut tally.patterns[0]));
        let says = |found: Option<String>, expected: &str| {
            assert_eq!(found.as_deref(), Some(expected));
        };
        says(fault(&|tally| tally.layers = 26), "26 layers of 25 are done");
        let more = "there are more dead moves than moves";
        says(fault(&|tally| tally.dead_moves = u64::MAX), more);
        let too_many = "there are more counted moves than dead moves";
        says(fault(&|tally| tally.dead_moves -= 200), too_many);
        says(of_first(&|pattern| pattern.count = u64::MAX), too_many);
        says(of_first(&|pattern| pattern.count = 0), "pattern 1 counts no move");
        says(
            of_first(&|pattern| pattern.key = PackedPosition(u128::MAX)),
            "pattern 1 has no live position",
        );
        says(
            of_first(&|pattern| pattern.key = PackedPosition(0)),
            "pattern 1 has no live position",
        );
        let late = "pattern 1 is of a layer that is not done";
        says(fault(&|tally| tally.layers = 0), late);
        let start = PackedPosition::new(live_set.grid().all() & !1, 0);
        let moved =
            |direction| of_first(&|pattern| (pattern.key, pattern.direction) = (start, direction));
        says(moved(Move::Right), "pattern 1 has a live move");
        says(moved(Move::Up), "pattern 1 has an illegal move");
        // All but the cells of the first row and the last column, and the end cell itself.
        let before_end =
            (0..5).chain([9, 14, 19]).fold(live_set.grid().all(), |free, cell| free & !(1 << cell));
        let early = PackedPosition::new(before_end, 19);
        assert_eq!(live_set.early_end(early), Moves::only(Move::Down));
        says(
            of_first(&|pattern| (pattern.key, pattern.direction) = (early, Move::Down)),
            "pattern 1 enters the end cell early",
        );
        says(
            fault(&|tally| tally.patterns[1] = tally.patterns[0]),
            "pattern 2 looks like an earlier one",
        );
    }
}
