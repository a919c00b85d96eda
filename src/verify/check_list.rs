//! Checking rules on the list of all live positions: exhaustive, in both directions at once.

use rayon::prelude::*;

use super::check::{Check, Example, RuleResult, RuleVerdict, SetResult, SetVerdict};
use super::list::bits::Key;
use super::list::{Entry, List};
use crate::board::{Board, Move};
use crate::rule::compile::RuleSet;
use crate::rule::matcher::Matcher;
use crate::rule::model::Rule;
use crate::rule::moves::Moves;

/// Positions that one task takes at least; each task has a matcher of its own.
const TASK: usize = 16_384;

/// Holds all rules against every live position. `progress` hears of every layer done.
pub fn check(list: &List, rules: &[Rule], progress: &(dyn Fn(usize) + Sync)) -> Check {
    let size = list.grid().side();
    let board = Board::corner_to_corner(size, size).expect("a list has a board");
    let set = RuleSet::compile(rules, &board);
    let mut total = Counts::new(rules.len());
    for drawn in 1..=list.layers() {
        let layer = list
            .layer(drawn)
            .with_min_len(TASK)
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
        total = total.merge(layer);
        progress(drawn);
    }
    total.into_check(list, rules)
}

/// A position and a move; the order is that of simplicity: fewest cells drawn first.
type Found = (usize, Key, Move);

#[derive(Clone, Copy, Default)]
struct RuleCounts {
    matches: u64,
    dead: u64,
    live: u64,
    counterexample: Option<Found>,
}

struct Counts {
    rules: Vec<RuleCounts>,
    dead: u64,
    allowed: u64,
    example: Option<Found>,
}

fn simpler(a: Option<Found>, b: Option<Found>) -> Option<Found> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

impl Counts {
    fn new(rules: usize) -> Counts {
        Counts { rules: vec![RuleCounts::default(); rules], dead: 0, allowed: 0, example: None }
    }

    fn merge(mut self, other: Counts) -> Counts {
        for (a, b) in self.rules.iter_mut().zip(&other.rules) {
            a.matches += b.matches;
            a.dead += b.dead;
            a.live += b.live;
            a.counterexample = simpler(a.counterexample, b.counterexample);
        }
        self.dead += other.dead;
        self.allowed += other.allowed;
        self.example = simpler(self.example, other.example);
        self
    }

    fn into_check(self, list: &List, rules: &[Rule]) -> Check {
        let example = |found: Option<Found>| {
            found.map(|(_, key, direction)| Example {
                size: list.grid().side(),
                path: list.path_to(key),
                direction,
            })
        };
        let results = self.rules.iter().zip(rules).map(|(counts, rule)| RuleResult {
            verdict: match (counts.live, counts.dead) {
                (0, 0) => RuleVerdict::Vacuous,
                (0, _) => RuleVerdict::Sound,
                _ => RuleVerdict::Unsound,
            },
            placements: RuleSet::placements_of(rule).len(),
            matches: counts.matches,
            forbids_dead: counts.dead,
            forbids_live: counts.live,
            counterexample: example(counts.counterexample),
        });
        Check {
            size: list.grid().side(),
            complete: true,
            rules: results.collect(),
            set: SetResult {
                verdict: match self.allowed {
                    0 => SetVerdict::Complete,
                    _ => SetVerdict::Incomplete,
                },
                dead_moves: self.dead,
                forbidden: self.dead - self.allowed,
                allowed: self.allowed,
                example: example(self.example),
            },
        }
    }
}

/// One task: a matcher, what it counted, and scratch for the rules that match one position.
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
        let first = |moves: Moves| moves.iter().next().map(|direction| (drawn, key, direction));
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
            counts.live += u64::from(by_rule.and(live).len());
            counts.counterexample = simpler(counts.counterexample, first(by_rule.and(live)));
            forbidden = forbidden.or(by_rule);
        }
        let allowed = dead.without(forbidden);
        self.counts.dead += u64::from(dead.len());
        self.counts.allowed += u64::from(allowed.len());
        self.counts.example = simpler(self.counts.example, first(allowed));
    }
}

/// Replaces counterexamples by ones on smaller boards, where the rules claim to hold there too.
pub fn shrink(check: &mut Check, rules: &[Rule]) {
    for size in (3..check.size).step_by(2) {
        let board = Board::corner_to_corner(size, size).expect("a small board");
        let wrong: Vec<usize> = (0..rules.len())
            .filter(|&rule| rules[rule].head.sizes.contain(&board))
            .filter(|&rule| {
                check.rules[rule].counterexample.as_ref().is_some_and(|e| e.size > size)
            })
            .collect();
        if wrong.is_empty() {
            continue;
        }
        let subset: Vec<Rule> = wrong.iter().map(|&rule| rules[rule].clone()).collect();
        let list = List::build(size, &|_| {}).expect("an odd size below that of a list");
        let smaller = self::check(&list, &subset, &|_| {});
        for (rule, result) in wrong.into_iter().zip(smaller.rules) {
            if result.counterexample.is_some() {
                check.rules[rule].counterexample = result.counterexample;
            }
        }
    }
}
