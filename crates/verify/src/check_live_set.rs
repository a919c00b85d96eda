//! Checking rules on the live set: exhaustive, soundness and completeness at once, chunk by chunk.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::check::{Check, CheckEngine, Example, simpler};
use super::chunks::{ChunkRun, Chunks};
use super::live_set::bits::PackedPosition;
use super::live_set::layers::transpose_links;
use super::live_set::sweep::Slice;
use super::live_set::{LiveEntry, LiveSet};
use super::merge;
use deadmove_core::board::{Board, Move, letters};
use deadmove_engine::judge::Fault;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::LoadedRule;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;

/// Positions of a chunk, up to transposition; the last chunk of a layer is shorter.
const CHUNK: usize = 1 << 16;

/// The largest board on which simpler counterexamples are sought; its live set takes no time.
const SHRUNK: usize = 7;

/// The positions of each chunk.
fn chunks(live_set: &LiveSet) -> Vec<Slice> {
    (1..=live_set.layers()).flat_map(|drawn| live_set.slices(drawn, CHUNK)).collect()
}

/// The number of chunks of a check on a live set.
pub fn chunk_count(live_set: &LiveSet) -> u64 {
    chunks(live_set).len() as u64
}

/// Checks all claims on every live position, without a way to stop.
pub fn check_whole(live_set: &LiveSet, claims: &[LoadedRule]) -> Check {
    let stop = AtomicBool::new(false);
    let whole = ChunkRun::whole(&stop, &|_, _| {});
    check(live_set, claims, &whole)
}

/// Checks all claims on the live positions in the chunks of a run.
pub fn check(live_set: &LiveSet, claims: &[LoadedRule], run: &ChunkRun<'_>) -> Check {
    let size = live_set.grid().side();
    let board = live_set.board();
    let rules: Vec<Rule> = claims.iter().map(|claim| claim.rule.clone()).collect();
    let set = RuleSet::compile(&rules, &board);
    let chunks = chunks(live_set);
    let total = chunks.len() as u64;
    let todo = run.todo(total);
    (run.progress)(todo.len() as u64, 0);
    let counts = todo
        .par_iter()
        .with_max_len(1)
        .map(|&chunk| {
            if run.stopped() {
                return CheckCounts::new(rules.len());
            }
            let counts = live_set.sweep(
                chunks[chunk as usize],
                || Worker::new(&set, rules.len()),
                |worker, _, entry| worker.count_both(live_set, entry),
                |worker| worker.counts,
                CheckCounts::merge,
            );
            (run.progress)(todo.len() as u64, 1);
            counts.settle(live_set, chunk)
        })
        .reduce(|| CheckCounts::new(rules.len()), CheckCounts::merge);
    counts.into_check(total, merge::nothing(size, CheckEngine::List, None, claims))
}

/// Cells drawn, the position, the move. The smallest has the fewest cells drawn.
type Candidate = (usize, PackedPosition, Move);

/// How many moves refute something, and a simple one of them.
#[derive(Clone, Default)]
struct Refutations {
    count: u64,
    /// The smallest of the current chunk.
    smallest: Option<Candidate>,
    /// The simplest of the finished chunks. Every chunk offers only one, so that the choice does
    /// not depend on how chunks are distributed over runs.
    example: Option<Example>,
}

impl Refutations {
    fn add(&mut self, moves: Moves, drawn: usize, key: PackedPosition) {
        // Usually there are none, and millions of positions are counted.
        if moves.is_empty() {
            return;
        }
        let first = moves.iter().next().expect("there is a move");
        self.count += u64::from(moves.len());
        self.smallest = simpler(self.smallest, Some((drawn, key, first)));
    }

    fn merge(&mut self, other: Refutations) {
        self.count += other.count;
        self.smallest = simpler(self.smallest, other.smallest);
        self.example = simpler(self.example.take(), other.example);
    }

    fn settle(&mut self, live_set: &LiveSet) {
        self.example = self.smallest.take().map(|(_, key, direction)| Example {
            size: live_set.grid().side(),
            path: live_set.path_to(key),
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

struct CheckCounts {
    done: Vec<u64>,
    rules: Vec<RuleCounts>,
    dead: u64,
    allowed: Refutations,
    early_ends: u64,
}

impl CheckCounts {
    fn new(rules: usize) -> CheckCounts {
        CheckCounts {
            done: Vec::new(),
            rules: vec![RuleCounts::default(); rules],
            dead: 0,
            allowed: Refutations::default(),
            early_ends: 0,
        }
    }

    fn merge(mut self, other: CheckCounts) -> CheckCounts {
        self.done.extend(other.done);
        for (a, b) in self.rules.iter_mut().zip(other.rules) {
            a.matches += b.matches;
            a.dead += b.dead;
            a.live.merge(b.live);
        }
        self.dead += other.dead;
        self.allowed.merge(other.allowed);
        self.early_ends += other.early_ends;
        self
    }

    /// The counts of a finished chunk, with an example in place of the smallest candidate.
    fn settle(mut self, live_set: &LiveSet, chunk: u64) -> CheckCounts {
        self.done.push(chunk);
        self.rules.iter_mut().for_each(|rule| rule.live.settle(live_set));
        self.allowed.settle(live_set);
        self
    }

    /// Fills in an empty check.
    fn into_check(self, total: u64, mut check: Check) -> Check {
        check.chunks = Chunks::of(total, self.done);
        for (result, counts) in check.rules.iter_mut().zip(self.rules) {
            result.matches = Some(counts.matches);
            result.forbids_dead = Some(counts.dead);
            result.forbids_live = Some(counts.live.count);
            result.counterexample = counts.live.example;
        }
        check.set.dead_moves = Some(self.dead);
        check.set.forbidden = Some(self.dead - self.allowed.count - self.early_ends);
        check.set.allowed = Some(self.allowed.count);
        check.set.early_ends = Some(self.early_ends);
        check.set.example = self.allowed.example;
        merge::judge(&mut check);
        check
    }
}

/// The state of one task: a matcher, its counts, and buffers for the rules that match one position.
struct Worker<'s> {
    set: &'s RuleSet,
    matcher: Matcher<'s>,
    counts: CheckCounts,
    /// Per rule, the moves it forbids in the current position.
    moves: Vec<Option<Moves>>,
    touched: Vec<usize>,
}

impl<'s> Worker<'s> {
    fn new(set: &'s RuleSet, rules: usize) -> Worker<'s> {
        Worker {
            set,
            matcher: set.matcher(),
            counts: CheckCounts::new(rules),
            moves: vec![None; rules],
            touched: Vec::new(),
        }
    }

    /// Counts what the rules forbid in a position and in the transposed one.
    fn count_both(&mut self, live_set: &LiveSet, entry: LiveEntry) {
        self.find(entry.key);
        self.count(live_set, entry);
        let Some(other) = live_set.transposed(entry) else { return };
        if self.set.is_transposable() {
            for &rule in &self.touched {
                let moves = &mut self.moves[rule];
                *moves = moves.map(|moves| Moves::from_bits(transpose_links(moves.bits())));
            }
        } else {
            self.find(other.key);
        }
        self.count(live_set, other);
    }

    /// Finds the rules that match a position.
    fn find(&mut self, key: PackedPosition) {
        let Worker { matcher, touched, moves, .. } = self;
        touched.drain(..).for_each(|rule| moves[rule] = None);
        matcher.for_each_in_bits(key.free(), key.live_end(), |found| {
            let known = &mut moves[found.rule];
            if known.is_none() {
                touched.push(found.rule);
            }
            *known = Some(known.unwrap_or(Moves::NONE).or(found.moves));
        });
    }

    /// Counts what the rules that were found forbid in their position.
    fn count(&mut self, live_set: &LiveSet, entry: LiveEntry) {
        let LiveEntry { key, live_moves } = entry;
        let live = Moves::from_bits(live_moves);
        let dead = live_set.dead_moves(entry);
        let drawn = live_set.layers() - key.free().count_ones() as usize;
        let mut forbidden = Moves::NONE;
        for &rule in &self.touched {
            let by_rule = self.moves[rule].expect("touched rules have moves");
            let counts = &mut self.counts.rules[rule];
            counts.matches += 1;
            counts.dead += u64::from(by_rule.and(dead).len());
            counts.live.add(by_rule.and(live), drawn, key);
            forbidden = forbidden.or(by_rule);
        }
        self.counts.dead += u64::from(dead.len());
        let early = live_set.early_end(key);
        let allowed = dead.without(forbidden);
        self.counts.early_ends += u64::from(allowed.and(early).len());
        self.counts.allowed.add(allowed.without(early), drawn, key);
    }
}

/// Replaces counterexamples by ones on smaller boards, if the rules apply there too. For the sat
/// engine it also finds the simplest ones on the check's own board.
///
/// # Errors
/// If the live set of a board refutes a counterexample on that board: the engines disagree.
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
        let live_set = LiveSet::build(size, &|_| {}).expect("an odd size that has a live set");
        let smaller = check_whole(&live_set, &subset);
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
