//! Dead moves of one board that were met, the rules they were lifted to, and which of these rules
//! forbid which of the moves.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::cover::{cover, members};
use super::minimise::Seed;
use crate::lift::{self, Lifted, lift};
use deadmove_core::board::{Board, Cell, Move};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::geometry::Placement;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::{Pattern, Rule};

/// A rule, and the dead move it was lifted from.
#[derive(Clone, Debug)]
pub struct MinedRule {
    /// The dead move.
    pub seed: Seed,
    /// The rule.
    pub lifted: Lifted,
}

/// A move of a board, whatever line led to it.
pub(crate) type MoveName = (FixedBitSet, Cell, Move);

/// The name of a move.
pub(crate) fn name(seed: &Seed) -> MoveName {
    (seed.position.free().clone(), seed.position.live_end(), seed.fatal)
}

/// What a pool knew at some time, to return to.
#[derive(Clone, Debug)]
pub(crate) struct PoolMark {
    moves: usize,
    rules: usize,
    tried: Vec<bool>,
}

/// Known moves and rules.
pub struct Pool {
    board: Board,
    moves: Vec<Seed>,
    /// Move → whether it was lifted.
    tried: Vec<bool>,
    /// Move → the rules that forbid it, 64 to a word; missing words are 0.
    forbidden_by: Vec<Vec<u64>>,
    rules: Vec<MinedRule>,
    known_moves: FxHashSet<MoveName>,
    known_rules: FxHashSet<Pattern>,
}

/// How many moves are lifted at the same time. Rules lifted from one often forbid the others, so
/// more would be a waste. The number is fixed so that the result does not depend on the number of
/// threads.
const AT_ONCE: usize = 8;

/// Steps of the search for the fewest rules.
const NODES: usize = 20_000;

impl Pool {
    /// An empty pool.
    pub fn new(board: Board) -> Pool {
        Pool {
            board,
            moves: Vec::new(),
            tried: Vec::new(),
            forbidden_by: Vec::new(),
            rules: Vec::new(),
            known_moves: FxHashSet::default(),
            known_rules: FxHashSet::default(),
        }
    }

    /// The dead moves that are known, in the order in which they were added.
    pub fn moves(&self) -> &[Seed] {
        &self.moves
    }

    /// The rules, in the order in which they were added.
    pub fn rules(&self) -> &[MinedRule] {
        &self.rules
    }

    /// Whether each move was lifted.
    pub fn tried(&self) -> &[bool] {
        &self.tried
    }

    /// Marks moves as lifted.
    pub(crate) fn set_tried(&mut self, tried: Vec<bool>) {
        self.tried = tried;
    }

    /// Adds moves, unless they are known. Returns how many were not.
    pub(crate) fn add_moves(&mut self, moves: impl IntoIterator<Item = Seed>) -> usize {
        let before = self.moves.len();
        for seed in moves {
            if self.known_moves.insert(name(&seed)) {
                self.moves.push(seed);
            }
        }
        self.tried.resize(self.moves.len(), false);
        let new = self.forbidding(0, before..self.moves.len());
        self.forbidden_by.extend(new);
        self.moves.len() - before
    }

    /// Adds rules that forbid a move each, unless they are known.
    pub(crate) fn add_rules(&mut self, rules: impl IntoIterator<Item = MinedRule>) {
        let first = self.rules.len();
        for mined in rules {
            if self.known_rules.insert(canonical(&mined.lifted.rule.pattern)) {
                self.rules.push(mined);
            }
        }
        let new = self.forbidding(first, 0..self.moves.len());
        for (all, new) in self.forbidden_by.iter_mut().zip(new) {
            all.resize(new.len(), 0);
            all.iter_mut().zip(&new).for_each(|(all, new)| *all |= new);
        }
    }

    /// For each of some moves, the rules from a number on that forbid it, 64 to a word.
    fn forbidding(&self, first: usize, moves: Range<usize>) -> Vec<Vec<u64>> {
        let rules: Vec<Rule> =
            self.rules[first..].iter().map(|mined| mined.lifted.rule.clone()).collect();
        let set = RuleSet::compile(&rules, &self.board);
        let words = self.words();
        let forbidding = |matcher: &mut Matcher<'_>, seed: &Seed| {
            let mut all = vec![0u64; words];
            matcher.for_each(seed.position.free(), seed.position.live_end(), |found| {
                if found.moves.contains(seed.fatal) {
                    let rule = first + found.rule;
                    all[rule / 64] |= 1 << (rule % 64);
                }
            });
            all
        };
        self.moves[moves].par_iter().map_init(|| set.matcher(), forbidding).collect()
    }

    fn words(&self) -> usize {
        self.rules.len().div_ceil(64)
    }

    /// Lifts the moves that no rule forbids, each once.
    pub(crate) fn lift_open(&mut self, options: &lift::LiftOptions, stop: &AtomicBool) {
        let mut next = 0;
        while next < self.moves.len() && !stop.load(Ordering::Relaxed) {
            let rest = (next..self.moves.len()).filter(|&at| !self.tried[at] && self.is_open(at));
            let some: Vec<usize> = rest.take(AT_ONCE).collect();
            let Some(last) = some.last() else { return };
            next = last + 1;
            self.lift_all(&some, options, stop);
        }
    }

    /// Lifts some moves, whether or not a rule forbids them.
    pub(crate) fn lift_all(
        &mut self,
        some: &[usize],
        options: &lift::LiftOptions,
        stop: &AtomicBool,
    ) {
        let lifted: Vec<Vec<MinedRule>> = some
            .par_iter()
            .with_max_len(1)
            .map(|&at| {
                let seed = &self.moves[at];
                let lifted = lift(&seed.position, seed.fatal, options, stop);
                lifted.into_iter().map(|lifted| MinedRule { seed: seed.clone(), lifted }).collect()
            })
            .collect();
        some.iter().for_each(|&at| self.tried[at] = true);
        self.add_rules(lifted.into_iter().flatten());
    }

    fn is_open(&self, at: usize) -> bool {
        self.forbidden_by[at].iter().all(|&word| word == 0)
    }

    /// The number of moves from a number on that no rule forbids.
    pub(crate) fn open_from(&self, first: usize) -> usize {
        (first..self.moves.len()).filter(|&at| self.is_open(at)).count()
    }

    /// What is known now.
    pub(crate) fn mark(&self) -> PoolMark {
        PoolMark { moves: self.moves.len(), rules: self.rules.len(), tried: self.tried.clone() }
    }

    /// Forgets what became known after a mark, so that a step that was stopped can be done again as
    /// if it had not begun.
    pub(crate) fn return_to(&mut self, mark: PoolMark) {
        for seed in self.moves.drain(mark.moves..) {
            self.known_moves.remove(&name(&seed));
        }
        for mined in self.rules.drain(mark.rules..) {
            self.known_rules.remove(&canonical(&mined.lifted.rule.pattern));
        }
        self.tried = mark.tried;
        self.forbidden_by.truncate(mark.moves);
        let words = self.words();
        for forbidding in &mut self.forbidden_by {
            forbidding.truncate(words);
            if let Some(last) = forbidding.get_mut(mark.rules / 64) {
                *last &= (1 << (mark.rules % 64)) - 1;
            }
        }
    }

    /// The fewest rules that forbid all known moves that any rule forbids; among equally many,
    /// those with the fewest conditions. If these are more than `most`, as many that forbid the
    /// most moves.
    pub(crate) fn choose(&self, most: Option<usize>) -> Vec<usize> {
        let words = self.words();
        let whole = |forbidden: &Vec<u64>| {
            let mut forbidden = forbidden.clone();
            forbidden.resize(words, 0);
            forbidden
        };
        let elements = self.forbidden_by.iter().map(whole).collect();
        let weight = |mined: &MinedRule| 10_000 + mined.lifted.conditions() as u32;
        let weights: Vec<u32> = self.rules.iter().map(weight).collect();
        let chosen = cover(elements, &weights, NODES);
        match most {
            Some(most) if chosen.len() > most => self.widest(most),
            _ => chosen,
        }
    }

    /// Rules chosen one by one: each forbids the most moves that those before it allow.
    fn widest(&self, most: usize) -> Vec<usize> {
        let mut left: Vec<&Vec<u64>> = self.forbidden_by.iter().collect();
        let mut chosen = Vec::new();
        while chosen.len() < most {
            let mut forbids = vec![0usize; self.rules.len()];
            for forbidding in &left {
                members(forbidding).for_each(|rule| forbids[rule] += 1);
            }
            let best = (0..forbids.len()).max_by_key(|&rule| (forbids[rule], Reverse(rule)));
            let Some(best) = best.filter(|&rule| forbids[rule] > 0) else { break };
            left.retain(|all| all.get(best / 64).is_none_or(|word| word >> (best % 64) & 1 == 0));
            chosen.push(best);
        }
        chosen.sort_unstable();
        chosen
    }
}

/// A pattern in a form that it shares with its mirror image, so that both are kept once.
pub fn canonical(pattern: &Pattern) -> Pattern {
    let placed = |placement| {
        let mut pattern = pattern.placed(placement);
        pattern.segments.sort();
        pattern
    };
    placed(Placement::UPRIGHT).min(placed(Placement::new(0, true)))
}
