//! How many ways there are to go on.
//!
//! The most difficult live move of a position is the one with the fewest completions, the first in
//! the order U D L R if there are several.

use deadmove_core::board::Move;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limit, Limits, Verdict};
use deadmove_engine::frontier;
use deadmove_engine::judge::{Engine, judge};
use num_bigint::BigUint;
use serde::Serialize;

use crate::{AnswerLimits, Unanswered};

/// Bytes that a quick count may hold: with about a hundred for each state, some ten thousand
/// states.
const QUICK: usize = 1 << 20;

/// The answer to `count`.
#[derive(Debug, Serialize)]
pub(crate) struct CountAnswer {
    /// The completions of the position, in decimal; none if a limit was reached.
    count: Option<String>,
    moves: Vec<CountedMove>,
    /// The live move with the fewest completions.
    hardest: Option<Move>,
    limit: Option<Limit>,
}

#[derive(Debug, Serialize)]
struct CountedMove {
    #[serde(rename = "move")]
    direction: Move,
    count: String,
}

/// The limits of a count that takes no time.
pub(crate) fn quick(limits: &Limits) -> Limits {
    Limits { memory: QUICK.min(limits.memory), ..*limits }
}

/// Counts completions by the frontier engine, and compares what is zero with the verdicts of the
/// SAT engine.
pub(crate) fn answer(
    position: &Position,
    limits: &AnswerLimits,
    is_quick: bool,
) -> Result<CountAnswer, Unanswered> {
    let counting = if is_quick { quick(&limits.count) } else { limits.count };
    if position.is_finished() {
        let count = Some("1".to_owned());
        return Ok(CountAnswer { count, moves: Vec::new(), hardest: None, limit: None });
    }
    let mut counts: Vec<(Move, BigUint)> = Vec::new();
    for direction in position.legal_moves() {
        match frontier::count(&position.after(direction), &counting) {
            Ok(count) => counts.push((direction, count)),
            Err(limit) => {
                let limit = Some(limit);
                return Ok(CountAnswer { count: None, moves: Vec::new(), hardest: None, limit });
            }
        }
    }
    let judgement = judge(position, Engine::Sat, &limits.judge)?;
    for ((direction, count), (_, answer)) in counts.iter().zip(&judgement.moves) {
        let counted = if *count == BigUint::ZERO { Verdict::Dead } else { Verdict::Live };
        if ![counted, Verdict::Unknown].contains(&answer.verdict()) {
            let message = format!(
                "move {direction} is {} by one engine and has {count} completions by the other",
                answer.verdict(),
            );
            return Err(Unanswered::Fault(message));
        }
    }
    let live = counts.iter().filter(|(_, count)| *count != BigUint::ZERO);
    let hardest =
        live.min_by(|(_, one), (_, other)| one.cmp(other)).map(|(direction, _)| *direction);
    let total: BigUint = counts.iter().map(|(_, count)| count).sum();
    let moves = counts
        .iter()
        .map(|(direction, count)| CountedMove { direction: *direction, count: count.to_string() });
    Ok(CountAnswer { count: Some(total.to_string()), moves: moves.collect(), hardest, limit: None })
}
