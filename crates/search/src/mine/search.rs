//! The main loop of mining: see which dead moves a set of rules allows, lift them, and choose few
//! of all lifted rules that forbid all moves known so far.
//!
//! On a board with a list, the set is checked on every live position, until it allows no dead move.
//! Then further rules are lifted from moves that are forbidden already, and a smaller set is looked
//! for. On other boards random lines show which dead moves the set allows.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::seq::SliceRandom;
use schemars::JsonSchema;
use serde::Serialize;

use super::lines;
use super::minimise::{ContradictedCandidate, Seed};
use super::pass::{self, MinePassResult};
use super::pool::{MinedRule, Pool};
use crate::lift;
use crate::walk::random::numbers;
use deadmove_core::board::Board;
use deadmove_core::position::Position;
use deadmove_rules::model::Rule;
use deadmove_verify::answer_table::AnswerTable;
use deadmove_verify::live_set::LiveSet;

/// What a search looks for, and its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinePlan {
    /// With a list: how many sets to complete or try to make smaller. Otherwise how often to draw
    /// lines.
    pub rounds: u64,
    /// Without a list: the lines of each round.
    pub walks: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The most rules of a set without a list; with a list as many as it takes.
    pub most: Option<usize>,
    /// How far to look for a rule to lift, and how hard to try.
    pub lift: lift::LiftOptions,
}

/// A set of rules that was checked on every position of a board.
#[derive(Clone, Debug)]
pub struct Mined {
    /// Numbers of rules of the pool.
    pub chosen: Vec<usize>,
    /// The check. The given rules come first in its lists.
    pub seen: MinePassResult,
    /// Few conditions and few rules are good.
    cost: (u64, usize, usize),
}

/// What was seen when a set was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Trial {
    /// The rules of the set.
    pub rules: usize,
    /// Without a list: lines on which they failed. 0 with a list.
    pub failed: u64,
    /// Different dead moves that they allowed; with a list all of them, transposed ones counted
    /// too.
    pub missed: u64,
    /// Of the missed moves that were added to the known ones, those that no rule was lifted from or
    /// forbids.
    pub unexplained: usize,
}

/// A running search.
pub struct Miner<'l> {
    board: Board,
    list: Option<&'l LiveSet>,
    given: Vec<Rule>,
    /// With a list, what a program forbids already.
    program: Option<&'l AnswerTable<'l>>,
    plan: MinePlan,
    /// The known moves and rules.
    pub pool: Pool,
    /// The set that is to be tried next, as numbers of rules of the pool.
    pub chosen: Vec<usize>,
    /// With a list: the best set so far.
    pub best: Option<Mined>,
    /// Finished rounds.
    pub rounds: u64,
    /// What was seen so far, set by set.
    pub steps: Vec<Trial>,
}

/// Known moves that are lifted again when a set is complete.
const AGAIN: usize = 200;

/// Orders in which the conditions of each of them are dropped.
const ORDERS: u64 = 4;

/// The most missed moves of a round of lines that become known.
const KEPT: usize = 20_000;

impl<'l> Miner<'l> {
    /// A search on a board from corner to opposite corner, which begins with a pool of moves and
    /// rules. The list, if there is one, is of this board.
    pub fn new(
        board: Board,
        list: Option<&'l LiveSet>,
        given: Vec<Rule>,
        plan: MinePlan,
        pool: Pool,
    ) -> Miner<'l> {
        let (chosen, best, rounds, steps) = (Vec::new(), None, 0, Vec::new());
        let program = None;
        Miner { board, list, given, program, plan, pool, chosen, best, rounds, steps }
    }

    /// Leaves alone what a program forbids on the board of the list.
    #[must_use]
    pub fn beside(self, program: Option<&'l AnswerTable<'l>>) -> Miner<'l> {
        Miner { program, ..self }
    }

    /// Chooses a set of the pool, as at the end of a step.
    pub(crate) fn choose(&mut self) {
        self.chosen = self.pool.choose(self.plan.most.filter(|_| self.list.is_none()));
    }

    /// Continues from the pool: checks the best set again, and chooses the set to try next.
    pub(crate) fn go_on(
        &mut self,
        best: Option<Vec<usize>>,
        stop: &AtomicBool,
    ) -> Result<(), ContradictedCandidate> {
        if let (Some(list), Some(best)) = (self.list, best) {
            let (seen, cost) = self.seen(list, &best, stop)?;
            self.best = Some(Mined { chosen: best, seen, cost });
        }
        self.choose();
        Ok(())
    }

    /// How far to look for a rule to lift, and how hard to try.
    pub(crate) fn effort(&self) -> &lift::LiftOptions {
        &self.plan.lift
    }

    /// The number of rules that the search began with.
    pub fn given(&self) -> usize {
        self.given.len()
    }

    /// The rules of a set.
    pub fn rules(&self, chosen: &[usize]) -> Vec<MinedRule> {
        chosen.iter().map(|&at| self.pool.rules()[at].clone()).collect()
    }

    fn with_given(&self, chosen: &[usize]) -> Vec<Rule> {
        let chosen = chosen.iter().map(|&at| self.pool.rules()[at].lifted.rule.clone());
        self.given.iter().cloned().chain(chosen).collect()
    }

    /// Searches to the end of the last round, or until `stop` is set. `each` is called after every
    /// step, when the search is in a state that it can be resumed from.
    ///
    /// # Errors
    /// If a proved candidate forbids a live move.
    pub fn run(
        &mut self,
        stop: &AtomicBool,
        each: &mut dyn FnMut(&Miner<'_>),
    ) -> Result<(), ContradictedCandidate> {
        while self.rounds < self.plan.rounds && !stop.load(Ordering::Relaxed) {
            let finished = match self.list {
                Some(list) => self.check(list, stop)?,
                None => self.draw(stop),
            };
            if finished {
                each(self);
            }
        }
        Ok(())
    }

    /// Draws lines by the chosen rules and lifts what these miss. Returns whether it was not
    /// stopped.
    fn draw(&mut self, stop: &AtomicBool) -> bool {
        let first = self.rounds.wrapping_mul(self.plan.walks);
        let rules = self.with_given(&self.chosen);
        let numbers = (self.plan.seed, first);
        let seen = lines::draw(&self.board, &rules, self.plan.walks, numbers, stop);
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        let (missed, failed) = (seen.missed.len() as u64, seen.failed);
        let finished = self.learn(seen.missed, missed, failed, stop);
        self.rounds += u64::from(finished);
        finished
    }

    /// Checks the chosen rules on every position and lifts what they miss; once they are complete,
    /// looks for more rules. Returns whether it was not stopped.
    fn check(&mut self, list: &LiveSet, stop: &AtomicBool) -> Result<bool, ContradictedCandidate> {
        if self.best.as_ref().is_some_and(|best| !self.could_be_better(best)) {
            return Ok(self.look_for_more(stop));
        }
        let (seen, cost) = self.seen(list, &self.chosen, stop)?;
        if !seen.whole {
            return Ok(false);
        }
        let position = |key| {
            Position::from_path(self.board.clone().into(), &list.path_to(key)).expect("a line")
        };
        let seeds = |&(key, fatal)| Seed { position: position(key), fatal };
        let open: Vec<Seed> = seen.open.iter().map(seeds).collect();
        let opens = seen.opens;
        if self.best.as_ref().is_none_or(|best| cost < best.cost) {
            self.best = Some(Mined { chosen: self.chosen.clone(), seen, cost });
        }
        let known = self.pool.moves().len();
        let finished = self.learn(open, opens, 0, stop);
        if finished && self.pool.moves().len() == known {
            return Ok(self.look_for_more(stop));
        }
        Ok(finished)
    }

    /// Checks a set on every position.
    fn seen(
        &self,
        list: &LiveSet,
        chosen: &[usize],
        stop: &AtomicBool,
    ) -> Result<(MinePassResult, (u64, usize, usize)), ContradictedCandidate> {
        let rules = self.with_given(chosen);
        let seen = pass::run(list, &rules, self.program, stop);
        let given = self.given.len();
        if let Some(wrong) = seen.live[given..].iter().position(|live| !live.is_empty()) {
            return Err(ContradictedCandidate(rules[given + wrong].clone()));
        }
        let (rules, conditions) = self.cost(chosen);
        let cost = (seen.opens, rules, conditions);
        Ok((seen, cost))
    }

    /// Whether the chosen set, if it is complete, is better than the best one.
    fn could_be_better(&self, best: &Mined) -> bool {
        let (rules, conditions) = self.cost(&self.chosen);
        self.chosen != best.chosen && (0, rules, conditions) < best.cost
    }

    fn cost(&self, chosen: &[usize]) -> (usize, usize) {
        let conditions = |&at: &usize| self.pool.rules()[at].lifted.conditions();
        (chosen.len(), chosen.iter().map(conditions).sum())
    }

    /// Adds missed moves, lifts them, and chooses a set. Returns whether it was not stopped.
    fn learn(&mut self, mut seeds: Vec<Seed>, missed: u64, failed: u64, stop: &AtomicBool) -> bool {
        let mut rng = numbers(self.plan.seed, u64::MAX - self.steps.len() as u64);
        seeds.shuffle(&mut rng);
        if self.list.is_none() {
            seeds.truncate(KEPT);
        }
        let mark = self.pool.mark();
        let known = self.pool.moves().len();
        self.pool.add_moves(seeds);
        self.pool.lift_open(&self.plan.lift, stop);
        if stop.load(Ordering::Relaxed) {
            self.pool.return_to(mark);
            return false;
        }
        let unexplained = self.pool.open_from(known);
        self.steps.push(Trial { rules: self.chosen.len(), failed, missed, unexplained });
        self.choose();
        true
    }

    /// Lifts some known moves again, in other orders, and chooses a set. That ends a round. Returns
    /// whether it was not stopped.
    fn look_for_more(&mut self, stop: &AtomicBool) -> bool {
        if self.rounds + 1 < self.plan.rounds {
            let mut rng = numbers(self.plan.seed, self.rounds);
            let mut some: Vec<usize> = (0..self.pool.moves().len()).collect();
            some.shuffle(&mut rng);
            some.truncate(AGAIN);
            let first = 1 + self.rounds * ORDERS;
            let options =
                lift::LiftOptions { orders: first..first + ORDERS, ..self.plan.lift.clone() };
            let mark = self.pool.mark();
            self.pool.lift_all(&some, &options, stop);
            if stop.load(Ordering::Relaxed) {
                self.pool.return_to(mark);
                return false;
            }
            self.choose();
        }
        self.rounds += 1;
        true
    }
}
