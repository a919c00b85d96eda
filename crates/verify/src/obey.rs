//! Does a rule that forbids too much lead to a stuck position?
//!
//! Lines are drawn that obey the truth and one rule: every step goes to a live position and is not
//! forbidden by the rule. A line is stuck where the rule forbids every live move. Which positions
//! are reached, and in which of them a line is stuck, is found layer by layer on the list of all
//! live positions, for several rules at once. It is exact: there is no other way to be stuck, and
//! what other rules may forbid rightly is forbidden already.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::list::bits::Key;
use super::list::{Entry, List};
use deadmove_core::board::{Board, Move};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;

/// What becomes of lines that obey the truth and one rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Obeyed {
    /// Live positions that such lines reach, the start and the full board included.
    pub reached: u64,
    /// Those of them in which the rule forbids every live move.
    pub stuck: u64,
    /// A line that is stuck after as few steps as any.
    pub first: Option<Vec<Move>>,
}

/// How many rules are followed in one pass: one bit each for a position and for its transpose.
const AT_ONCE: usize = 32;

/// Follows every rule by itself. The rules must hold for the board of the list. `progress` hears of
/// every layer done, [`passes`] times the number of layers in all.
pub fn obey(list: &List, rules: &[Rule], progress: &(dyn Fn() + Sync)) -> Vec<Obeyed> {
    rules.chunks(AT_ONCE).flat_map(|rules| Pass::new(list, rules).run(progress)).collect()
}

/// How often the list is gone through.
pub fn passes(rules: usize) -> usize {
    rules.div_ceil(AT_ONCE)
}

struct Pass<'a> {
    list: &'a List,
    rules: usize,
    set: RuleSet,
    /// For every layer and position of the list, the rules under which it is reached, and above
    /// them those under which its transpose is.
    reached: Vec<Vec<AtomicU64>>,
}

/// What one layer adds.
#[derive(Clone, Debug)]
struct Counts {
    reached: Vec<u64>,
    stuck: Vec<u64>,
    first: Vec<Option<Key>>,
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
            // The least key, so that the answer does not depend on threads.
            *first = (*first).into_iter().chain(key).min();
        }
        self
    }
}

impl<'a> Pass<'a> {
    fn new(list: &'a List, rules: &[Rule]) -> Pass<'a> {
        let side = list.grid().side();
        let board = Board::corner_to_corner(side, side).expect("a list has a board");
        let layer = |drawn| (0..list.layer(drawn).len()).map(|_| AtomicU64::new(0)).collect();
        Pass {
            list,
            rules: rules.len(),
            set: RuleSet::compile(rules, &board),
            reached: (1..=list.layers()).map(layer).collect(),
        }
    }

    fn run(&self, progress: &(dyn Fn() + Sync)) -> Vec<Obeyed> {
        let mut all = vec![Obeyed::default(); self.rules];
        self.reached[0][0].store(u64::MAX >> (64 - self.rules), Ordering::Relaxed);
        for drawn in 1..=self.list.layers() {
            let counts = self.layer(drawn);
            for (number, obeyed) in all.iter_mut().enumerate() {
                obeyed.reached += counts.reached[number];
                obeyed.stuck += counts.stuck[number];
                if let (None, Some(key)) = (&obeyed.first, counts.first[number]) {
                    obeyed.first = Some(self.path_to(key, number));
                }
            }
            progress();
        }
        all
    }

    /// Counts a layer, and marks what is reached from it.
    fn layer(&self, drawn: usize) -> Counts {
        let marks = &self.reached[drawn - 1];
        let new = || (self.set.matcher(), Counts::new(self.rules));
        let entries = self.list.layer(drawn).enumerate();
        let parts = entries.fold(new, |(mut matcher, mut counts), (index, entry)| {
            let under = marks[index].load(Ordering::Relaxed);
            self.visit(&mut matcher, &mut counts, entry, under as u32);
            if let Some(transposed) = self.list.transposed(entry) {
                self.visit(&mut matcher, &mut counts, transposed, (under >> 32) as u32);
            }
            (matcher, counts)
        });
        parts.map(|(_, counts)| counts).reduce(|| Counts::new(self.rules), Counts::join)
    }

    /// A position that is reached under some rules.
    fn visit(&self, matcher: &mut Matcher<'_>, counts: &mut Counts, entry: Entry, under: u32) {
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
    fn forbidden_by(&self, matcher: &mut Matcher<'_>, key: Key) -> [u32; 4] {
        let mut by = [0; 4];
        matcher.for_each_in_bits(key.free(), key.live_end(), |found| {
            for direction in found.moves.iter() {
                by[direction as usize] |= 1 << found.rule;
            }
        });
        by
    }

    /// Marks the position after a live move as reached.
    fn mark(&self, key: Key, direction: Move, under: u32) {
        let next = self.list.after(key, direction).expect("a live move leads to a free cell");
        let place = self.list.place(next).expect("a live move leads to a position on the list");
        let under = u64::from(under) << if place.transposed { 32 } else { 0 };
        self.reached[place.drawn - 1][place.index].fetch_or(under, Ordering::Relaxed);
    }

    /// A line that obeys a rule, to a position that is reached under it.
    fn path_to(&self, key: Key, rule: usize) -> Vec<Move> {
        let mut matcher = self.set.matcher();
        let mut path = Vec::new();
        let mut key = key;
        while key.live_end() != 0 {
            let obeys = |direction: Move, before: Key, matcher: &mut Matcher<'_>| {
                let by = self.forbidden_by(matcher, before)[direction as usize];
                by >> rule & 1 == 0 && self.is_reached(before, rule)
            };
            let (direction, before) = self
                .list
                .before(key)
                .find(|&(direction, before)| obeys(direction, before, &mut matcher))
                .expect("what is reached is reached from somewhere");
            path.push(direction);
            key = before;
        }
        path.reverse();
        path
    }

    fn is_reached(&self, key: Key, rule: usize) -> bool {
        self.list.place(key).is_some_and(|place| {
            let under = self.reached[place.drawn - 1][place.index].load(Ordering::Relaxed);
            under >> (rule + if place.transposed { 32 } else { 0 }) & 1 == 1
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
