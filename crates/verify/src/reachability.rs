//! Reachability: can a walk that follows a wrong rule reach a stuck position?
//!
//! A wrong rule forbids live moves. The lines considered here take any live move that the rule does
//! not forbid, so they are stuck where the rule forbids every live move. This is exact: other sound
//! rules forbid dead moves only, and these lines take none. The reached positions and the stuck
//! ones among them are computed layer by layer on the live set, for several rules at once.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::live_set::bits::PackedPosition;
use super::live_set::sweep::Slice;
use super::live_set::{LiveEntry, LiveSet};
use deadmove_core::board::Move;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;

/// What lines can reach that take live moves only and follow one rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reachability {
    /// Live positions that such lines reach, the start and the full board included.
    pub reached: u64,
    /// The stuck ones among them: the rule forbids every live move.
    pub stuck: u64,
    /// A shortest line to a stuck position.
    pub first: Option<Vec<Move>>,
}

/// Rules followed in one pass: each takes one bit for a position and one for its transpose.
const AT_ONCE: usize = 32;

/// Follows every rule on its own. The sizes of the rules must include the board of the live set.
/// `known` are the results for the first rules; once `stop` is set, the pass in progress is given
/// up, and the results are those of the finished passes. `progress` is called after every layer:
/// [`passes`] of the other rules times the number of layers in all.
pub fn follow(
    live_set: &LiveSet,
    rules: &[Rule],
    mut known: Vec<Reachability>,
    stop: &AtomicBool,
    progress: &(dyn Fn() + Sync),
) -> Vec<Reachability> {
    for rules in rules[known.len()..].chunks(AT_ONCE) {
        match ReachabilityPass::new(live_set, rules).run(stop, progress) {
            Some(found) => known.extend(found),
            None => break,
        }
    }
    known
}

/// Whether a line takes only live moves that the rule allows, and the rule forbids every live move
/// of the position after it.
pub fn gets_stuck(live_set: &LiveSet, rule: &Rule, path: &[Move]) -> bool {
    let set = RuleSet::compile(std::slice::from_ref(rule), &live_set.board());
    let mut matcher = set.matcher();
    let mut key = PackedPosition::new(live_set.grid().all() & !1, 0);
    let mut allowed_and_live = |key: PackedPosition| -> Moves {
        let leads_on =
            |after: Option<PackedPosition>| after.is_some_and(|after| live_set.contains(after));
        let live = Move::ALL.into_iter().filter(|&step| leads_on(live_set.after(key, step)));
        let live: Moves = live.collect();
        live.without(matcher.forbidden_in_bits(key.free(), key.live_end()))
    };
    for &step in path {
        if !allowed_and_live(key).contains(step) {
            return false;
        }
        key = live_set.after(key, step).expect("a live move is legal");
    }
    key.free() != 0 && allowed_and_live(key).is_empty()
}

/// The number of passes over the live set.
pub fn passes(rules: usize) -> usize {
    rules.div_ceil(AT_ONCE)
}

struct ReachabilityPass<'a> {
    live_set: &'a LiveSet,
    rules: usize,
    set: RuleSet,
    /// Per layer and position: in the low 32 bits the rules under which it is reached, in the high
    /// 32 bits those under which its transpose is.
    reached: Vec<Vec<AtomicU64>>,
}

/// The counts of a layer or a part of it.
#[derive(Clone, Debug)]
struct Counts {
    reached: Vec<u64>,
    stuck: Vec<u64>,
    first: Vec<Option<PackedPosition>>,
}

impl Counts {
    fn new(rules: usize) -> Counts {
        Counts { reached: vec![0; rules], stuck: vec![0; rules], first: vec![None; rules] }
    }

    fn join(mut self, other: Counts) -> Counts {
        let add = |sums: &mut Vec<u64>, more: Vec<u64>| {
            sums.iter_mut().zip(more).for_each(|(sum, one)| *sum += one);
        };
        add(&mut self.reached, other.reached);
        add(&mut self.stuck, other.stuck);
        for (first, key) in self.first.iter_mut().zip(other.first) {
            // The smallest key, so that the answer does not depend on threads.
            *first = (*first).into_iter().chain(key).min();
        }
        self
    }
}

impl<'a> ReachabilityPass<'a> {
    fn new(live_set: &'a LiveSet, rules: &[Rule]) -> ReachabilityPass<'a> {
        let layer = |drawn| (0..live_set.layer(drawn).len()).map(|_| AtomicU64::new(0)).collect();
        ReachabilityPass {
            live_set,
            rules: rules.len(),
            set: RuleSet::compile(rules, &live_set.board()),
            reached: (1..=live_set.layers()).map(layer).collect(),
        }
    }

    /// The results for all rules of the pass; none if it is stopped.
    fn run(&self, stop: &AtomicBool, progress: &(dyn Fn() + Sync)) -> Option<Vec<Reachability>> {
        let mut all = vec![Reachability::default(); self.rules];
        self.reached[0][0].store(u64::MAX >> (64 - self.rules), Ordering::Relaxed);
        for drawn in 1..=self.live_set.layers() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let counts = self.layer(drawn);
            for (number, reachability) in all.iter_mut().enumerate() {
                reachability.reached += counts.reached[number];
                reachability.stuck += counts.stuck[number];
                if let (None, Some(key)) = (&reachability.first, counts.first[number]) {
                    reachability.first = Some(self.path_to(key, number));
                }
            }
            progress();
        }
        Some(all)
    }

    /// Counts a layer and marks the positions reached from it.
    fn layer(&self, drawn: usize) -> Counts {
        let marks = &self.reached[drawn - 1];
        self.live_set.sweep(
            Slice::layer(drawn),
            || (self.set.matcher(), Counts::new(self.rules)),
            |(matcher, counts), index, entry| {
                let under = marks[index].load(Ordering::Relaxed);
                self.visit(matcher, counts, entry, under as u32);
                if let Some(transposed) = self.live_set.transposed(entry) {
                    self.visit(matcher, counts, transposed, (under >> 32) as u32);
                }
            },
            |(_, counts)| counts,
            Counts::join,
        )
    }

    /// Counts a position that is reached under some rules and marks its successors.
    fn visit(&self, matcher: &mut Matcher<'_>, counts: &mut Counts, entry: LiveEntry, under: u32) {
        for rule in members(under) {
            counts.reached[rule] += 1;
        }
        if under == 0 || entry.key.free() == 0 {
            return;
        }
        let forbidden_by = self.forbidden_by(matcher, entry.key);
        let mut stuck = under;
        for direction in Moves::from_bits(entry.live_moves).iter() {
            let by = forbidden_by[direction as usize];
            stuck &= by;
            if under & !by != 0 {
                self.mark(entry.key, direction, under & !by);
            }
        }
        for rule in members(stuck) {
            counts.stuck[rule] += 1;
            let first = &mut counts.first[rule];
            *first = (*first).into_iter().chain([entry.key]).min();
        }
    }

    /// For every move, in the order U D L R, the rules that forbid it.
    fn forbidden_by(&self, matcher: &mut Matcher<'_>, key: PackedPosition) -> [u32; 4] {
        let mut by = [0; 4];
        matcher.for_each_in_bits(key.free(), key.live_end(), |found| {
            for direction in found.moves.iter() {
                by[direction as usize] |= 1 << found.rule;
            }
        });
        by
    }

    /// Marks the position after a live move as reached.
    fn mark(&self, key: PackedPosition, direction: Move, under: u32) {
        let next = self.live_set.after(key, direction).expect("a live move leads to a free cell");
        let location = self.live_set.locate(next).expect("a live move leads to a live position");
        let under = u64::from(under) << if location.transposed { 32 } else { 0 };
        self.reached[location.drawn - 1][location.index].fetch_or(under, Ordering::Relaxed);
    }

    /// A line that follows a rule, to a position that is reached under it.
    fn path_to(&self, key: PackedPosition, rule: usize) -> Vec<Move> {
        let mut matcher = self.set.matcher();
        let mut path = Vec::new();
        let mut key = key;
        while key.live_end() != 0 {
            let follows = |direction: Move, before: PackedPosition, matcher: &mut Matcher<'_>| {
                let by = self.forbidden_by(matcher, before)[direction as usize];
                by >> rule & 1 == 0 && self.is_reached(before, rule)
            };
            let (direction, before) = self
                .live_set
                .grid()
                .before(key)
                .find(|&(direction, before)| follows(direction, before, &mut matcher))
                .expect("a reached position has a reached predecessor");
            path.push(direction);
            key = before;
        }
        path.reverse();
        path
    }

    fn is_reached(&self, key: PackedPosition, rule: usize) -> bool {
        self.live_set.locate(key).is_some_and(|location| {
            let under = self.reached[location.drawn - 1][location.index].load(Ordering::Relaxed);
            under >> (rule + if location.transposed { 32 } else { 0 }) & 1 == 1
        })
    }
}

/// The numbers of the set bits.
fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (next < 32).then_some(next as usize)
    })
}
