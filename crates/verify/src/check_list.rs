//! Checking rules on the list of all live positions: exhaustive, in both directions at once, unit by
//! unit.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::check::{Check, CheckEngine, Example, simpler};
use super::list::bits::Key;
use super::list::{Entry, List};
use super::merge;
use super::units::{Run, Shard, Units};
use deadmove_core::board::{Board, Move, letters};
use deadmove_engine::judge::Fault;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::LoadedRule;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;

/// A unit is a slice of a layer of so many positions up to transposition; the last one of a layer is
/// shorter.
const SLICE: usize = 1 << 16;

/// The largest board on which simpler counterexamples are looked for; its list takes no time.
const SHRUNK: usize = 7;

/// The layer and the first position of each unit.
fn units(list: &List) -> Vec<(usize, usize)> {
    (1..=list.layers())
        .flat_map(|drawn| {
            (0..list.layer(drawn).len()).step_by(SLICE).map(move |first| (drawn, first))
        })
        .collect()
}

/// How many units a check on a list has.
pub fn unit_count(list: &List) -> u64 {
    units(list).len() as u64
}

/// Holds all claims against every live position, without a stop.
pub fn check_whole(list: &List, claims: &[LoadedRule]) -> Check {
    let whole = Run {
        done: &Units::default(),
        shard: Shard::WHOLE,
        limit: None,
        stop: &AtomicBool::new(false),
        progress: &|_, _| {},
    };
    check(list, claims, &whole)
}

/// Holds all claims against the live positions of the units of a run.
pub fn check(list: &List, claims: &[LoadedRule], run: &Run<'_>) -> Check {
    let size = list.grid().side();
    let board = Board::corner_to_corner(size, size).expect("a list has a board");
    let rules: Vec<Rule> = claims.iter().map(|claim| claim.rule.clone()).collect();
    let set = RuleSet::compile(&rules, &board);
    let units = units(list);
    let total = units.len() as u64;
    let todo = run.todo(total);
    (run.progress)(todo.len() as u64, 0);
    let counts = todo
        .par_iter()
        .with_max_len(1)
        .map(|&unit| {
            if run.stopped() {
                return Counts::new(rules.len());
            }
            let (drawn, first) = units[unit as usize];
            let counts = list
                .slice(drawn, first, SLICE)
                .with_min_len(SLICE)
                .fold(
                    || Worker::new(&set, rules.len()),
                    |mut worker, entry| {
                        worker.count(list, entry);
                        if let Some(transposed) = list.transposed(entry) {
                            worker.count(list, transposed);
                        }
                        worker
                    },
                )
                .map(|worker| worker.counts)
                .reduce(|| Counts::new(rules.len()), Counts::merge);
            (run.progress)(todo.len() as u64, 1);
            counts.settle(list, unit)
        })
        .reduce(|| Counts::new(rules.len()), Counts::merge);
    counts.into_check(total, merge::nothing(size, CheckEngine::List, None, claims))
}

/// A position and a move. Within a unit the smallest is kept, which has the fewest cells drawn.
type Found = (usize, Key, Move);

/// Some refutations: how many, and a simple one.
#[derive(Clone, Default)]
struct Refutations {
    count: u64,
    /// The smallest of the unit at hand.
    found: Option<Found>,
    /// The simplest of the units that are done. Every unit offers one only, so that the choice does
    /// not depend on how units are shared out.
    example: Option<Example>,
}

impl Refutations {
    fn add(&mut self, moves: Moves, drawn: usize, key: Key) {
        self.count += u64::from(moves.len());
        let first = moves.iter().next().map(|direction| (drawn, key, direction));
        self.found = simpler(self.found, first);
    }

    fn merge(&mut self, other: Refutations) {
        self.count += other.count;
        self.found = simpler(self.found, other.found);
        self.example = simpler(self.example.take(), other.example);
    }

    fn settle(&mut self, list: &List) {
        self.example = self.found.take().map(|(_, key, direction)| Example {
            size: list.grid().side(),
            path: list.path_to(key),
            direction,
        });
    }
}

#[derive(Clone, Default)]
struct RuleCounts {
    matches: u64,
    dead: u64,
    live: Refutations,
}

struct Counts {
    done: Vec<u64>,
    rules: Vec<RuleCounts>,
    dead: u64,
    allowed: Refutations,
}

impl Counts {
    fn new(rules: usize) -> Counts {
        Counts {
            done: Vec::new(),
            rules: vec![RuleCounts::default(); rules],
            dead: 0,
            allowed: Refutations::default(),
        }
    }

    fn merge(mut self, other: Counts) -> Counts {
        self.done.extend(other.done);
        for (a, b) in self.rules.iter_mut().zip(other.rules) {
            a.matches += b.matches;
            a.dead += b.dead;
            a.live.merge(b.live);
        }
        self.dead += other.dead;
        self.allowed.merge(other.allowed);
        self
    }

    /// The counts of a unit that is done.
    fn settle(mut self, list: &List, unit: u64) -> Counts {
        self.done.push(unit);
        self.rules.iter_mut().for_each(|rule| rule.live.settle(list));
        self.allowed.settle(list);
        self
    }

    /// Fills in a check of nothing.
    fn into_check(self, total: u64, mut check: Check) -> Check {
        check.units = Units::of(total, self.done);
        for (result, counts) in check.rules.iter_mut().zip(self.rules) {
            result.matches = Some(counts.matches);
            result.forbids_dead = Some(counts.dead);
            result.forbids_live = Some(counts.live.count);
            result.counterexample = counts.live.example;
        }
        check.set.dead_moves = Some(self.dead);
        check.set.forbidden = Some(self.dead - self.allowed.count);
        check.set.allowed = Some(self.allowed.count);
        check.set.example = self.allowed.example;
        merge::judge(&mut check);
        check
    }
}

/// One unit at work: a matcher, what it counted, and scratch for the rules that match one position.
struct Worker<'s> {
    matcher: Matcher<'s>,
    counts: Counts,
    /// Per rule, the moves it forbids in the position at hand.
    moves: Vec<Option<Moves>>,
    touched: Vec<usize>,
}

impl<'s> Worker<'s> {
    fn new(set: &'s RuleSet, rules: usize) -> Worker<'s> {
        Worker {
            matcher: set.matcher(),
            counts: Counts::new(rules),
            moves: vec![None; rules],
            touched: Vec::new(),
        }
    }

    fn count(&mut self, list: &List, entry: Entry) {
        let Entry { key, live_moves } = entry;
        let live = Moves::from_bits(live_moves);
        let dead = Moves::from_bits(list.legal_moves(key)).without(live);
        let drawn = list.layers() - key.free().count_ones() as usize;
        let (moves, touched) = (&mut self.moves, &mut self.touched);
        self.matcher.for_each_in_bits(key.free(), key.live_end(), |found| {
            let known = &mut moves[found.rule];
            if known.is_none() {
                touched.push(found.rule);
            }
            *known = Some(known.unwrap_or(Moves::NONE).or(found.moves));
        });
        let mut forbidden = Moves::NONE;
        for rule in self.touched.drain(..) {
            let by_rule = self.moves[rule].take().expect("touched rules have moves");
            let counts = &mut self.counts.rules[rule];
            counts.matches += 1;
            counts.dead += u64::from(by_rule.and(dead).len());
            counts.live.add(by_rule.and(live), drawn, key);
            forbidden = forbidden.or(by_rule);
        }
        self.counts.dead += u64::from(dead.len());
        self.counts.allowed.add(dead.without(forbidden), drawn, key);
    }
}

/// Replaces counterexamples by ones on smaller boards, where the rules claim to hold there too; those
/// of the sat engine by the simplest ones of their board as well. A fault if there is none on it.
pub fn shrink(check: &mut Check, claims: &[LoadedRule]) -> Result<(), Fault> {
    let by_sat = check.engine == CheckEngine::Sat;
    for size in (3..=check.size.min(SHRUNK)).step_by(2) {
        let board = Board::corner_to_corner(size, size).expect("a small board");
        let wrong: Vec<usize> = (0..claims.len())
            .filter(|&rule| claims[rule].rule.head.sizes.contain(&board))
            .filter(|&rule| {
                let example = check.rules[rule].counterexample.as_ref();
                example.is_some_and(|e| e.size > size || by_sat && e.size == size)
            })
            .collect();
        if wrong.is_empty() {
            continue;
        }
        let subset: Vec<LoadedRule> = wrong.iter().map(|&rule| claims[rule].clone()).collect();
        let list = List::build(size, &|_| {}).expect("an odd size that has a list");
        let smaller = check_whole(&list, &subset);
        for (rule, result) in wrong.into_iter().zip(smaller.rules) {
            let known = &mut check.rules[rule].counterexample;
            match (result.counterexample, &known) {
                (Some(simpler), _) => *known = Some(simpler),
                (None, Some(example)) if example.size == size => {
                    return Err(Fault::Contradiction(letters(&example.path)));
                }
                (None, _) => {}
            }
        }
    }
    Ok(())
}
