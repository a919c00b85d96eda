//! Mining on boards without a list: random lines show which dead moves the rules allow, and these
//! are lifted.
//!
//! The lemmas say which moves are dead. They are sound on every board, and miss so few dead moves
//! that hardly a line by them fails, so every position of a line shows what the rules miss, not
//! only the one in which they get stuck.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::cover::cover;
use super::minimise::Seed;
use crate::lift::{self, Lifted, lift};
use crate::walk::random::numbers;
use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::lemmas::Lemmas;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::{Head, Rule};

/// What a search by random lines looks for, and its limits.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The side of the board.
    pub size: usize,
    /// How often to draw lines and lift.
    pub rounds: u64,
    /// Walks in each round; a walk draws one line.
    pub walks: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// How far to look for a rule to lift, and how hard to try.
    pub lift: lift::Options,
}

/// The result of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Lines on which the rules, choosing at random among the moves they allow, did not fail.
    pub completed: u64,
    /// Lines on which they took a dead move, or had no move left.
    pub failed: u64,
    /// Different dead moves that the rules allowed, in all positions of all lines.
    pub missed: usize,
    /// Rules that were added.
    pub added: usize,
    /// Missed moves that no rule that was found forbids.
    pub unexplained: usize,
}

/// A rule, and the dead move it was lifted from.
#[derive(Clone, Debug)]
pub struct MinedRule {
    /// The dead move.
    pub seed: Seed,
    /// The rule.
    pub lifted: Lifted,
}

/// How many moves are lifted at the same time. Rules lifted from one often forbid the others, so
/// more would be a waste. The number is fixed so that the result does not depend on the number of
/// threads.
const AT_ONCE: usize = 8;

/// Steps of the search for the fewest rules of a round.
const NODES: usize = 100_000;

/// Draws lines and lifts what `rules` miss, round by round. `report` is called after every round
/// with its result and all rules found so far; a round that is stopped is not reported, and adds
/// nothing.
pub fn run(
    plan: &Plan,
    rules: &[Rule],
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Round, &[MinedRule]),
) -> Vec<MinedRule> {
    let board = Board::corner_to_corner(plan.size, plan.size).expect("an odd size has a board");
    let lemmas = [Rule::of_lemmas(Head::new("lemmas"), Lemmas::ALL)];
    let lemmas = RuleSet::compile(&lemmas, &board);
    let mut all: Vec<Rule> = rules.to_vec();
    let mut found: Vec<MinedRule> = Vec::new();
    for number in 0..plan.rounds {
        let set = RuleSet::compile(&all, &board);
        let lines: Vec<Line> = (0..plan.walks as usize)
            .into_par_iter()
            .with_max_len(4)
            .filter(|_| !stop.load(Ordering::Relaxed))
            .map_init(
                || (set.matcher(), lemmas.matcher()),
                |(by_rules, by_lemmas), line| {
                    let mut rng = numbers(
                        plan.seed,
                        number.wrapping_mul(plan.walks).wrapping_add(line as u64),
                    );
                    draw(&board, by_rules, by_lemmas, &mut rng)
                },
            )
            .collect();
        let failed = lines.iter().filter(|line| line.failed).count() as u64;
        let mut seen = FxHashSet::default();
        let missed = lines.into_iter().flat_map(|line| line.missed);
        let missed: Vec<Seed> = missed
            .filter(|Seed { position, fatal }| {
                seen.insert((position.free().clone(), position.live_end(), *fatal))
            })
            .collect();
        let mut round = Round {
            completed: plan.walks - failed,
            failed,
            missed: missed.len(),
            ..Round::default()
        };
        let (lifted, unexplained) = lift_all(missed, &board, &plan.lift, stop);
        if stop.load(Ordering::Relaxed) {
            break;
        }
        (round.added, round.unexplained) = (lifted.len(), unexplained);
        all.extend(lifted.iter().map(|mined| mined.lifted.rule.clone()));
        found.extend(lifted);
        report(&round, &found);
    }
    found
}

/// A random line, with what the rules do wrong on it.
struct Line {
    /// Whether the rules, choosing at random, failed.
    failed: bool,
    /// The dead moves that the rules allow.
    missed: Vec<Seed>,
}

/// Draws a line. Each step is one of the moves that the rules allow, all equally likely. Where that
/// one is dead, or there is none, the rules have failed, and the line goes on with a move that the
/// lemmas allow, one that the rules allow too if there is any. A line that the lemmas lead into a dead
/// end counts as failed, for the rules allowed the same moves.
fn draw(
    board: &Board,
    by_rules: &mut Matcher<'_>,
    by_lemmas: &mut Matcher<'_>,
    rng: &mut ChaCha8Rng,
) -> Line {
    let mut position = Position::start(board.clone().into());
    let mut line = Line { failed: false, missed: Vec::new() };
    loop {
        let (free, live_end) = (position.free(), position.live_end());
        let forbidden = by_rules.forbidden(free, live_end);
        let dead = by_lemmas.forbidden(free, live_end);
        let legal = || position.legal_moves();
        let live: Vec<Move> = legal().filter(|&m| !dead.contains(m)).collect();
        if live.is_empty() {
            line.failed |= !position.is_finished();
            return line;
        }
        for fatal in legal().filter(|&m| dead.contains(m) && !forbidden.contains(m)) {
            line.missed.push(Seed { position: position.clone(), fatal });
        }
        let allowed: Vec<Move> = legal().filter(|&m| !forbidden.contains(m)).collect();
        let mut step = any(&allowed, rng);
        if step.is_none_or(|step| dead.contains(step)) {
            line.failed = true;
            let both: Vec<Move> = allowed.into_iter().filter(|&m| !dead.contains(m)).collect();
            step = any(&both, rng).or_else(|| any(&live, rng));
        }
        let step = step.expect("some move is live");
        position.play(step).expect("a legal move");
    }
}

fn any(moves: &[Move], rng: &mut ChaCha8Rng) -> Option<Move> {
    match moves {
        [] => None,
        _ => Some(moves[rng.random_range(0..moves.len())]),
    }
}

/// Lifts moves until the rules found forbid all that can be lifted, and chooses few of these rules
/// that forbid as many. Also returns how many moves none of them forbids.
fn lift_all(
    missed: Vec<Seed>,
    board: &Board,
    options: &lift::Options,
    stop: &AtomicBool,
) -> (Vec<MinedRule>, usize) {
    let mut found: Vec<MinedRule> = Vec::new();
    let mut open: Vec<&Seed> = missed.iter().collect();
    while !open.is_empty() && !stop.load(Ordering::Relaxed) {
        let rest = open.split_off(open.len().min(AT_ONCE));
        let lifted: Vec<Vec<Lifted>> = open
            .par_iter()
            .with_max_len(1)
            .map(|seed| lift(&seed.position, seed.fatal, options, stop))
            .collect();
        let some = open.iter().zip(lifted).flat_map(|(seed, lifted)| {
            let with_seed = |lifted| MinedRule { seed: Seed::clone(seed), lifted };
            lifted.into_iter().map(with_seed)
        });
        let before = found.len();
        found.extend(some);
        let new: Vec<Rule> = rules_of(&found[before..]);
        let set = RuleSet::compile(&new, board);
        let mut matcher = set.matcher();
        open = rest.into_iter().filter(|seed| !forbids(&mut matcher, seed)).collect();
    }
    fewest(found, &missed, board)
}

/// The fewest of these rules that forbid all the moves that any of them forbids; among equally many,
/// those with the fewest conditions. Also returns how many moves none of them forbids.
fn fewest(found: Vec<MinedRule>, missed: &[Seed], board: &Board) -> (Vec<MinedRule>, usize) {
    let set = RuleSet::compile(&rules_of(&found), board);
    let mut matcher = set.matcher();
    let mut elements = vec![vec![0u64; found.len().div_ceil(64)]; missed.len()];
    for (element, seed) in elements.iter_mut().zip(missed) {
        let (free, live_end) = (seed.position.free(), seed.position.live_end());
        matcher.for_each(free, live_end, |matched| {
            if matched.moves.contains(seed.fatal) {
                element[matched.rule / 64] |= 1 << (matched.rule % 64);
            }
        });
    }
    let open = elements.iter().filter(|element| element.iter().all(|&word| word == 0)).count();
    let weight = |mined: &MinedRule| 10_000 + mined.lifted.conditions() as u32;
    let weights: Vec<u32> = found.iter().map(weight).collect();
    let chosen = cover(elements, &weights, NODES);
    let mut found: Vec<Option<MinedRule>> = found.into_iter().map(Some).collect();
    (chosen.into_iter().filter_map(|at| found[at].take()).collect(), open)
}

fn rules_of(found: &[MinedRule]) -> Vec<Rule> {
    found.iter().map(|mined| mined.lifted.rule.clone()).collect()
}

fn forbids(matcher: &mut Matcher<'_>, seed: &Seed) -> bool {
    let position = &seed.position;
    matcher.forbidden(position.free(), position.live_end()).contains(seed.fatal)
}
