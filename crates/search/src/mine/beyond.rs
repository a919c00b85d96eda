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
    /// Lines in each round.
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
    /// Dead moves that the rules allowed, in all positions of all lines.
    pub missed: usize,
    /// Rules that were added.
    pub added: usize,
    /// Missed moves that no rule was found for.
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
                    let mut rng = numbers(plan.seed, number * plan.walks + line as u64);
                    draw(&board, by_rules, by_lemmas, &mut rng)
                },
            )
            .collect();
        let failed = lines.iter().filter(|line| line.failed).count() as u64;
        let missed: Vec<Seed> = lines.into_iter().flat_map(|line| line.missed).collect();
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

/// Draws a line. Each step is one of the moves that the rules allow, all equally likely, or, where
/// that one is dead or there is none, one that the lemmas allow.
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
        for fatal in legal().filter(|&m| dead.contains(m) && !forbidden.contains(m)) {
            line.missed.push(Seed { position: position.clone(), fatal });
        }
        let live: Vec<Move> = legal().filter(|&m| !dead.contains(m)).collect();
        if position.is_finished() || live.is_empty() {
            return line;
        }
        let allowed: Vec<Move> = legal().filter(|&m| !forbidden.contains(m)).collect();
        let mut any = |moves: &[Move]| match moves {
            [] => None,
            _ => Some(moves[rng.random_range(0..moves.len())]),
        };
        let step = match any(&allowed) {
            Some(step) if !dead.contains(step) => step,
            _ => {
                line.failed = true;
                any(&live).expect("there is one")
            }
        };
        position.play(step).expect("a legal move");
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
    let mut unexplained = 0;
    while !open.is_empty() && !stop.load(Ordering::Relaxed) {
        let rest = open.split_off(open.len().min(AT_ONCE));
        let lifted: Vec<Vec<Lifted>> = open
            .par_iter()
            .with_max_len(1)
            .map(|seed| lift(&seed.position, seed.fatal, options, stop))
            .collect();
        unexplained += lifted.iter().filter(|lifted| lifted.is_empty()).count();
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
    (fewest(found, &missed, board), unexplained)
}

/// The fewest of these rules that forbid all the moves that any of them forbids; among equally many,
/// those with the fewest conditions.
fn fewest(found: Vec<MinedRule>, missed: &[Seed], board: &Board) -> Vec<MinedRule> {
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
    let weight = |mined: &MinedRule| 10_000 + mined.lifted.conditions() as u32;
    let weights: Vec<u32> = found.iter().map(weight).collect();
    let chosen = cover(elements, &weights, NODES);
    let mut found: Vec<Option<MinedRule>> = found.into_iter().map(Some).collect();
    chosen.into_iter().filter_map(|at| found[at].take()).collect()
}

fn rules_of(found: &[MinedRule]) -> Vec<Rule> {
    found.iter().map(|mined| mined.lifted.rule.clone()).collect()
}

fn forbids(matcher: &mut Matcher<'_>, seed: &Seed) -> bool {
    let position = &seed.position;
    matcher.forbidden(position.free(), position.live_end()).contains(seed.fatal)
}
