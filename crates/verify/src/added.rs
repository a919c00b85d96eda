//! What one rule adds to others on a board: the dead moves that only it forbids.

use super::check::{Example, simpler};
use super::live_set::bits::PackedPosition;
use super::live_set::sweep::Slice;
use super::live_set::{LiveEntry, LiveSet};
use deadmove_core::board::Move;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;

/// The dead moves of live positions that some rules forbid and others do not. Symmetric ones count
/// separately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// How many there are.
    pub dead: u64,
    /// The simplest of them: fewest cells drawn.
    pub example: Option<Example>,
}

/// The dead moves that one of `rules` forbids and none of `others`, on all positions of a live set.
pub fn added(live_set: &LiveSet, rules: &[Rule], others: &[Rule]) -> Added {
    let board = live_set.board();
    let (rules, others) = (RuleSet::compile(rules, &board), RuleSet::compile(others, &board));
    let mut found = AddedCounts::default();
    for drawn in 1..=live_set.layers() {
        let layer = live_set.sweep(
            Slice::layer(drawn),
            || (rules.matcher(), others.matcher(), AddedCounts::default()),
            |(rules, others, counts), _, entry| {
                live_set.both(entry).for_each(|entry| {
                    counts.add(drawn, entry.key, alone(live_set, rules, others, entry));
                });
            },
            |(_, _, counts)| counts,
            AddedCounts::merge,
        );
        found = found.merge(layer);
    }
    let example = found.smallest.map(|(_, key, direction)| Example {
        size: live_set.grid().side(),
        path: live_set.path_to(key),
        direction,
    });
    Added { dead: found.dead, example }
}

/// The dead moves of a position that the rules forbid and the others do not. The others are asked
/// only where the rules match, which is rare.
fn alone(
    live_set: &LiveSet,
    rules: &mut Matcher<'_>,
    others: &mut Matcher<'_>,
    entry: LiveEntry,
) -> Moves {
    let dead = live_set.dead_moves(entry);
    let mut left = forbidden(rules, entry.key).and(dead);
    if left != Moves::NONE {
        left = left.without(forbidden(others, entry.key));
    }
    left
}

fn forbidden(matcher: &mut Matcher<'_>, key: PackedPosition) -> Moves {
    let mut moves = Moves::NONE;
    matcher.for_each_in_bits(key.free(), key.live_end(), |found| moves = moves.or(found.moves));
    moves
}

#[derive(Default)]
struct AddedCounts {
    dead: u64,
    smallest: Option<(usize, PackedPosition, Move)>,
}

impl AddedCounts {
    fn add(&mut self, drawn: usize, key: PackedPosition, moves: Moves) {
        self.dead += u64::from(moves.len());
        let first = moves.iter().next().map(|direction| (drawn, key, direction));
        self.smallest = simpler(self.smallest, first);
    }

    fn merge(self, other: AddedCounts) -> AddedCounts {
        AddedCounts {
            dead: self.dead + other.dead,
            smallest: simpler(self.smallest, other.smallest),
        }
    }
}
