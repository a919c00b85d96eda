//! The main loop of mining: learn candidates from dead moves, choose few that cover these moves,
//! check the chosen set on every position, and learn from the failures of the check.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::cover::cover;
use super::examples::Examples;
use super::language::{Condition, Width};
use super::learn::{Candidate, Effort, learn};
use super::pass::{self, PassResult};
use super::pool::{Pool, PoolRule};
use super::proof::proved;
use super::table::{self, Bits};
use deadmove_core::board::Move;
use deadmove_rules::model::Rule;
use deadmove_verify::live_set::bits::Key;

/// What a search looks for, and its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most conditions of a rule.
    pub conditions: usize,
    /// Only rules that are proved for every board.
    pub proved: bool,
    /// How often to learn from all dead moves, each time in another order.
    pub rounds: u64,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// A set of rules, and the result of a pass over all positions.
#[derive(Clone, Debug)]
pub struct Mined {
    /// The rules.
    pub rules: Vec<PoolRule>,
    /// The pass over the largest board. The given rules come first in its lists.
    pub seen: PassResult,
}

impl Mined {
    /// Whether the rules forbid all dead moves and no live one.
    pub fn is_complete_and_sound(&self) -> bool {
        self.seen.whole && self.seen.opens == 0 && self.seen.live.iter().all(Vec::is_empty)
    }

    /// Smaller is better: sound, then fewer dead moves left open, then fewer rules, then fewer
    /// unproved ones, then fewer conditions.
    fn cost(&self) -> (bool, u64, usize, usize, usize) {
        let unproved = self.rules.iter().filter(|entry| entry.proved.is_none()).count();
        let conditions = self.rules.iter().map(|entry| entry.conditions.len()).sum();
        let sound = self.seen.whole && self.seen.live.iter().all(Vec::is_empty);
        (!sound, self.seen.opens, self.rules.len(), unproved, conditions)
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current stage.
    pub stage: &'static str,
    /// The round, from 1.
    pub round: u64,
    /// Usable rules in the pool.
    pub pool: usize,
    /// Candidates that a live move refuted.
    pub refuted: usize,
    /// Known dead moves.
    pub dead: usize,
    /// Known dead moves that no rule of the pool forbids.
    pub open: usize,
    /// Rules of the best set so far, if there is one that is complete and sound.
    pub best: Option<usize>,
}

/// The counters that a resumed search continues from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoFar {
    /// Finished rounds.
    pub rounds: u64,
    /// Whether the learning phase of the next round is done.
    pub learned: bool,
    /// How often the learning phase was run.
    pub lessons: u64,
    /// Known dead move → how many levels of effort gave nothing.
    pub tried: Vec<u8>,
}

/// A running search.
pub struct Miner<'l> {
    /// The known moves.
    pub examples: Examples<'l>,
    /// The rules to choose from.
    pub pool: Pool,
    /// The best set so far.
    pub best: Option<Mined>,
    /// Rules that the search begins with; what they forbid needs no other rule.
    given: Vec<Rule>,
    /// The rows of the known dead moves that the given rules allow.
    allowed: Bits,
    options: Options,
    /// Finished rounds.
    pub rounds: u64,
    /// Whether the learning phase of the unfinished round is done.
    pub learned: bool,
    /// How often the learning phase was run; each run has its own stream of random numbers.
    pub lessons: u64,
    /// Known dead move → how many levels of effort gave nothing.
    tried: Vec<u8>,
}

/// Levels of effort to explain one dead move, tried in order until one gives a candidate: nodes,
/// whether to add conditions greedily, and which features to consider.
const EFFORTS: [(usize, bool, Width); 5] = [
    (50_000, false, Width::Narrow),
    (1_000_000, false, Width::Narrow),
    (100_000, false, Width::Wide),
    (2_000_000, false, Width::Wide),
    (0, true, Width::Wide),
];

/// How many dead moves are learned from at the same time. Candidates for one often cover the
/// others, so more would be a waste. The number is fixed so that the result does not depend on the
/// number of threads.
const AT_ONCE: usize = 8;

/// The most candidates that enter the pool for each dead move that is learned from.
const TAKEN: usize = 3;

/// Steps of the search for the cheapest set.
const NODES: usize = 300_000;

impl<'l> Miner<'l> {
    /// A search that begins with known moves, given rules, and a pool of rules that were tried
    /// before.
    pub fn new(
        examples: Examples<'l>,
        given: Vec<Rule>,
        pool: Pool,
        options: Options,
    ) -> Miner<'l> {
        let allowed = examples.allowed_by(&given);
        Miner {
            examples,
            pool,
            best: None,
            given,
            allowed,
            options,
            rounds: 0,
            learned: false,
            lessons: 0,
            tried: Vec::new(),
        }
    }

    /// The rules that the search began with.
    pub fn given(&self) -> &[Rule] {
        &self.given
    }

    /// Known dead move → how many levels of effort gave nothing.
    pub fn tried(&self) -> &[u8] {
        &self.tried
    }

    /// Resumes a search; `best` are the conditions of its best set.
    pub fn go_on(&mut self, so_far: SoFar, best: &[Vec<Condition>]) {
        let SoFar { rounds, learned, lessons, tried } = so_far;
        (self.rounds, self.learned, self.lessons, self.tried) = (rounds, learned, lessons, tried);
        if best.is_empty() {
            return;
        }
        let language = self.examples.language;
        let rules: Vec<PoolRule> = best
            .iter()
            .map(|conditions| {
                let at = self.pool.enter(language, conditions);
                self.pool.entries[at].clone()
            })
            .collect();
        let seen = self.check(&rules, &AtomicBool::new(false));
        self.best = Some(Mined { rules, seen });
    }

    /// Checks a set on all positions of the largest board.
    fn check(&self, set: &[PoolRule], stop: &AtomicBool) -> PassResult {
        let found = set.iter().map(|entry| entry.rule.clone());
        let rules: Vec<Rule> = self.given.iter().cloned().chain(found).collect();
        pass::run(self.examples.live_sets.last().expect("there is a live set"), &rules, stop)
    }

    /// Searches until all rounds are done or `stop` is set. `report` receives the progress, and
    /// `save` is called whenever the search can be resumed from its state.
    pub fn run(
        &mut self,
        stop: &AtomicBool,
        report: &dyn Fn(&Progress),
        save: &dyn Fn(&Miner<'_>),
    ) {
        while self.rounds < self.options.rounds && !stop.load(Ordering::Relaxed) {
            if !self.learned {
                self.learn(self.allowed.clone(), stop, report);
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                self.learned = true;
                save(self);
            }
            self.settle(stop, report, save);
            if !stop.load(Ordering::Relaxed) {
                self.rounds += 1;
                self.learned = false;
                save(self);
            }
        }
    }

    /// Chooses a set and checks it on all positions, again and again, until a set passes or no
    /// chosen set can be better than the best.
    fn settle(&mut self, stop: &AtomicBool, report: &dyn Fn(&Progress), save: &dyn Fn(&Miner<'_>)) {
        loop {
            self.learn_open(stop, report);
            if stop.load(Ordering::Relaxed) {
                return;
            }
            self.report_progress(report, "choosing");
            let chosen = self.choose();
            let rules: Vec<PoolRule> =
                chosen.iter().map(|&at| self.pool.entries[at].clone()).collect();
            let at_best = Mined {
                rules: rules.clone(),
                seen: PassResult { whole: true, ..PassResult::default() },
            };
            if self.best.as_ref().is_some_and(|best| best.cost() <= at_best.cost()) {
                return;
            }
            self.report_progress(report, "checking the set on all positions");
            let last = self.examples.live_sets.len() - 1;
            let seen = self.check(&rules, stop);
            if !seen.whole {
                return;
            }
            for live in &seen.live {
                self.examples.add_live(last, live);
            }
            let before = self.examples.moves.len();
            self.examples.add_dead(last, &seen.open);
            self.allowed = self.examples.allowed_by(&self.given);
            let refuted = self.pool.drop_refuted(&self.examples);
            let mined = Mined { rules, seen };
            let clean = mined.is_complete_and_sound();
            if self.best.as_ref().is_none_or(|best| mined.cost() < best.cost()) {
                self.best = Some(mined);
            }
            save(self);
            // If neither rules nor moves are new, the dead moves still open have no candidate.
            if clean || (refuted == 0 && self.examples.moves.len() == before) {
                return;
            }
        }
    }

    fn report_progress(&self, report: &dyn Fn(&Progress), stage: &'static str) {
        let all = self.examples.all_dead();
        let complete = |best: &&Mined| best.is_complete_and_sound();
        report(&Progress {
            stage,
            round: self.rounds + 1,
            pool: self.usable().count(),
            refuted: self.pool.refuted(),
            dead: self.examples.dead.moves(),
            open: table::moves_in_both(&self.uncovered(), &all) as usize,
            best: self.best.as_ref().filter(complete).map(|best| best.rules.len()),
        });
    }

    /// Learns from the dead moves that no usable rule forbids, with increasing effort.
    fn learn_open(&mut self, stop: &AtomicBool, report: &dyn Fn(&Progress)) {
        for _ in EFFORTS {
            let wanted = self.uncovered();
            if wanted.iter().all(|&word| word == 0) {
                break;
            }
            self.learn(wanted, stop, report);
        }
    }

    /// Learns from dead moves until the candidates found forbid all of them. `wanted` are their
    /// rows.
    fn learn(&mut self, mut wanted: Bits, stop: &AtomicBool, report: &dyn Fn(&Progress)) {
        self.tried.resize(self.examples.moves.len(), 0);
        let mut rng = ChaCha8Rng::seed_from_u64(self.options.seed);
        rng.set_stream(self.lessons);
        self.lessons += 1;
        let mut order: Vec<usize> =
            (0..self.examples.moves.len()).filter(|&k| table::has(&wanted, 2 * k)).collect();
        order.shuffle(&mut rng);
        let mut next = order.into_iter();
        for batch in 0.. {
            let open = |&k: &usize| {
                table::has(&wanted, 2 * k) && usize::from(self.tried[k]) < EFFORTS.len()
            };
            let some: Vec<usize> = next.by_ref().filter(open).take(AT_ONCE).collect();
            if some.is_empty() || stop.load(Ordering::Relaxed) {
                return;
            }
            let found: Vec<Vec<Candidate>> =
                some.par_iter().with_max_len(1).map(|&k| self.candidates(k, &wanted)).collect();
            for (k, candidates) in some.into_iter().zip(found) {
                if !self.take(&candidates, &mut wanted) {
                    self.tried[k] += 1;
                }
            }
            if batch % 4 == 0 {
                self.report_progress(report, "learning");
            }
        }
    }

    /// Candidates that forbid a dead move, best first: by how many wanted moves they forbid.
    fn candidates(&self, k: usize, wanted: &[u64]) -> Vec<Candidate> {
        let (at, key, direction): (usize, Key, Move) = self.examples.moves[k];
        let (nodes, greedy, width) = EFFORTS[usize::from(self.tried[k])];
        let conditions = self.options.conditions;
        let effort = Effort { conditions, nodes, candidates: 12, beyond: 1, greedy, width };
        let Examples { language, extractors, live, dead, .. } = &self.examples;
        let views = extractors[at].rows(key, direction);
        let mut all: Vec<Candidate> = views
            .iter()
            .flat_map(|row| {
                let found = learn(language, row, live, dead, wanted, &effort);
                if self.options.proved { proved(language, row, found) } else { found }
            })
            .collect();
        all.sort_by_key(|c| (std::cmp::Reverse(c.covers), c.conditions.len()));
        all
    }

    /// Adds the first usable candidates to the pool. The moves that the best of them forbids are no
    /// longer wanted. Returns whether there was a usable one.
    fn take(&mut self, candidates: &[Candidate], wanted: &mut Bits) -> bool {
        let mut taken = 0;
        for candidate in candidates {
            if taken == TAKEN {
                break;
            }
            let at = self.pool.enter(self.examples.language, &candidate.conditions);
            if !self.is_usable(&self.pool.entries[at]) {
                continue;
            }
            if taken == 0 {
                let rows = self.examples.dead.all(&candidate.conditions);
                table::remove(wanted, &table::both_views(&rows));
            }
            taken += 1;
        }
        taken > 0
    }

    fn is_usable(&self, entry: &PoolRule) -> bool {
        !entry.refuted && (entry.proved.is_some() || !self.options.proved)
    }

    /// The numbers of the usable rules of the pool.
    fn usable(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.pool.entries.len()).filter(|&at| self.is_usable(&self.pool.entries[at]))
    }

    /// The rows of the known dead moves that no usable rule forbids.
    fn uncovered(&self) -> Bits {
        let mut left = self.allowed.clone();
        for at in self.usable() {
            let rows = self.examples.dead.all(&self.pool.entries[at].conditions);
            table::remove(&mut left, &table::both_views(&rows));
        }
        left
    }

    /// The cheapest usable rules that forbid all known dead moves that any usable rule forbids: few
    /// rules first, then proved ones, then few conditions.
    fn choose(&self) -> Vec<usize> {
        let usable: Vec<usize> = self.usable().collect();
        let mut elements = vec![vec![0u64; usable.len().div_ceil(64)]; self.examples.moves.len()];
        for (set, &at) in usable.iter().enumerate() {
            let rows = self.examples.dead.all(&self.pool.entries[at].conditions);
            for k in table::moves_of(&rows).filter(|k| table::has(&self.allowed, 2 * k)) {
                elements[k][set / 64] |= 1 << (set % 64);
            }
        }
        let weight = |&at: &usize| {
            let entry = &self.pool.entries[at];
            10_000 + 100 * u32::from(entry.proved.is_none()) + entry.conditions.len() as u32
        };
        let weights: Vec<u32> = usable.iter().map(weight).collect();
        cover(elements, &weights, NODES).into_iter().map(|set| usable[set]).collect()
    }
}
