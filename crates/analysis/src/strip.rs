//! What happens along a line: for each step the live moves, and the completions where counting
//! takes no time; and of one position how often completions use each edge.

use deadmove_core::board::{Cell, Move, letters};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limit, Limits, Verdict};
use deadmove_engine::frontier;
use deadmove_engine::judge::{Engine, verdicts_within};
use serde::Serialize;

use crate::Unanswered;
use crate::count::quick;

/// The answer to `strip`.
#[derive(Debug, Serialize)]
pub(crate) struct LineStrip {
    steps: Vec<StripStep>,
}

/// The position after some steps of a line.
#[derive(Debug, Serialize)]
struct StripStep {
    at: usize,
    verdict: Verdict,
    /// The letters of the legal moves and of those that are live.
    legal: String,
    live: String,
    /// The completions, in decimal, if counting takes no time.
    count: Option<String>,
}

/// The positions after `from` to `to` steps of a line; a dead one ends them, for what follows is
/// dead too. With `counts` completions are counted.
pub(crate) fn answer(
    line: &Position,
    (from, to): (usize, usize),
    counts: bool,
    limits: &Limits,
) -> Result<LineStrip, Unanswered> {
    let mut steps = Vec::new();
    for at in from..=to.min(line.path().len()) {
        let position = line.prefix(at);
        let judgement = verdicts_within(&position, Engine::Sat, &Budget::new(limits))?;
        let verdict = judgement.answer.verdict();
        let moves = &judgement.moves;
        let live = moves.iter().filter(|(_, answer)| answer.verdict() == Verdict::Live);
        let live: Vec<Move> = live.map(|(direction, _)| *direction).collect();
        let legal: Vec<Move> = moves.iter().map(|(direction, _)| *direction).collect();
        let count = if counts && verdict == Verdict::Live {
            frontier::count(&position, &quick(limits)).ok()
        } else {
            None
        };
        let count = count.map(|count| count.to_string());
        steps.push(StripStep { at, verdict, legal: letters(&legal), live: letters(&live), count });
        if verdict == Verdict::Dead {
            break;
        }
    }
    Ok(LineStrip { steps })
}

/// The answer to `edges`.
#[derive(Debug, Serialize)]
pub(crate) struct EdgeUses {
    /// The completions, in decimal; none if a limit was reached.
    count: Option<String>,
    edges: Vec<EdgeUse>,
    limit: Option<Limit>,
}

#[derive(Debug, Serialize)]
struct EdgeUse {
    from: Cell,
    to: Cell,
    /// The share of the completions that use it, above 0, at most 1.
    share: f64,
    /// Whether every completion does.
    every: bool,
}

/// How often the completions of a position use each edge.
pub(crate) fn edges(position: &Position, limits: &Limits) -> EdgeUses {
    match frontier::used_edges(position, limits) {
        Err(limit) => EdgeUses { count: None, edges: Vec::new(), limit: Some(limit) },
        Ok((count, used)) => {
            let number = |digits: String| digits.parse::<f64>().expect("digits are a number");
            let all = number(count.to_string());
            let edges = used.into_iter().map(|edge| EdgeUse {
                from: edge.cells.0,
                to: edge.cells.1,
                share: number(edge.completions.to_string()) / all,
                every: edge.completions == count,
            });
            EdgeUses { edges: edges.collect(), count: Some(count.to_string()), limit: None }
        }
    }
}
