//! Random lines, on boards without a list: they show which dead moves some rules allow.
//!
//! The lemmas say which moves are dead. They are sound on every board, and miss so few dead moves
//! that hardly a line by them fails, so every position of a line shows what the rules miss, not
//! only the one in which they get stuck.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::minimise::Seed;
use super::pool::name;
use crate::walk::random::numbers;
use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::lemmas::Lemmas;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::{Head, Rule};

/// What some lines show.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Lines on which the rules, choosing at random among the moves they allow, took a dead move,
    /// or had no move left.
    pub failed: u64,
    /// The different dead moves that the rules allow, in all positions of all lines.
    pub missed: Vec<Seed>,
}

/// Draws lines with random numbers of their own, from number `first` on. A run that is stopped
/// draws only some.
pub fn draw(
    board: &Board,
    rules: &[Rule],
    lines: u64,
    (seed, first): (u64, u64),
    stop: &AtomicBool,
) -> Seen {
    let lemmas = [Rule::of_lemmas(Head::new("lemmas"), Lemmas::ALL)];
    let lemmas = RuleSet::compile(&lemmas, board);
    let set = RuleSet::compile(rules, board);
    let drawn: Vec<Line> = (0..lines as usize)
        .into_par_iter()
        .with_max_len(4)
        .filter(|_| !stop.load(Ordering::Relaxed))
        .map_init(
            || (set.matcher(), lemmas.matcher()),
            |(by_rules, by_lemmas), line| {
                let mut rng = numbers(seed, first.wrapping_add(line as u64));
                draw_one(board, by_rules, by_lemmas, &mut rng)
            },
        )
        .collect();
    let failed = drawn.iter().filter(|line| line.failed).count() as u64;
    let mut seen = FxHashSet::default();
    let missed = drawn.into_iter().flat_map(|line| line.missed);
    Seen { failed, missed: missed.filter(|seed| seen.insert(name(seed))).collect() }
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
/// lemmas allow, one that the rules allow too if there is any. A line that the lemmas lead into a
/// dead end counts as failed, for the rules allowed the same moves.
fn draw_one(
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
