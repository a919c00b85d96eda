//! The judgement of a position: its verdict, the verdict on each move, its turning point.
//!
//! Engines decide single positions. This module calls them, validates the evidence, and compares
//! their answers if both engines are used.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::evidence::{self, RejectedEvidence};
pub use crate::judgement::{EngineAnswer, EngineComparison, Judgement, Turning};
use crate::sat::{self, Session, Strategy};
use crate::{frontier, propagate, strips};
use deadmove_core::board::{Move, letters};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::{Reason, SearchEngine};
use deadmove_core::verdict::{Limits, Outcome, Verdict};

/// Which engine decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Degree flow, colour potentials, cut sets, varisat.
    Sat,
    /// Dynamic programming along a sweep line.
    Frontier,
    /// Lemmas about edges: dead or unknown.
    Propagate,
    /// Loops of the degree flow joined by strips: live, or dead by a short reason or by loops that
    /// no strip joins, or unknown.
    Strips,
    /// The SAT engine, with every answer compared with the frontier engine's.
    Both,
    /// The SAT engine with CaDiCaL in place of varisat.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl Engine {
    /// How the SAT engine decides, if it is the one that does.
    fn strategy(self) -> Option<Strategy> {
        match self {
            Engine::Sat | Engine::Both => Some(Strategy::default()),
            Engine::Frontier | Engine::Propagate | Engine::Strips => None,
            #[cfg(feature = "cadical")]
            Engine::Cadical => {
                Some(Strategy { solver: sat::Solver::Cadical, ..Strategy::default() })
            }
        }
    }

    /// The engine in a reason that is an exhaustive search.
    fn search_engine(self) -> SearchEngine {
        match self {
            Engine::Frontier => SearchEngine::Frontier,
            Engine::Propagate => SearchEngine::Propagate,
            Engine::Strips => SearchEngine::Strips,
            _ => SearchEngine::Sat,
        }
    }
}

/// A fault of deadmove itself, found by validating and comparing answers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Evidence that the checker rejects.
    #[error(transparent)]
    Evidence(#[from] RejectedEvidence),
    /// The two engines give opposite verdicts.
    #[error("the engines disagree about path '{path}': sat says {sat}, frontier says {frontier}")]
    Disagreement {
        /// The path of the position.
        path: String,
        /// The verdict of the SAT engine.
        sat: Verdict,
        /// The verdict of the frontier engine.
        frontier: Verdict,
    },
    /// The answers of an engine for a position and for its moves contradict each other; the path.
    #[error("the answers for path '{0}' and for its moves contradict each other")]
    Contradiction(String),
    /// A panic in an engine, and what it said.
    #[error("an engine panicked: {0}")]
    Panic(String),
}

/// Judges a position: verdict, moves, turning point. The limits apply to all of it together.
///
/// A panic inside becomes a fault, so that it does not end a batch.
///
/// # Errors
/// If evidence is rejected, engines contradict each other, or one panics.
pub fn judge(position: &Position, engine: Engine, limits: &Limits) -> Result<Judgement, Fault> {
    judge_within(position, engine, &Budget::new(limits))
}

/// The same with a budget that was begun earlier, whose stop flag ends it too.
///
/// # Errors
/// Those of [`judge`].
pub fn judge_within(
    position: &Position,
    engine: Engine,
    budget: &Budget<'_>,
) -> Result<Judgement, Fault> {
    judge_with(position, engine, true, budget)
}

/// The verdicts of [`judge_within`] in less time. One SAT engine alone finds no deductions, no
/// turning point, and no reasons for the moves of a dead position; its witnesses and short reasons
/// are validated.
///
/// # Errors
/// Those of [`judge`].
pub fn verdicts_within(
    position: &Position,
    engine: Engine,
    budget: &Budget<'_>,
) -> Result<Judgement, Fault> {
    let evidence = engine == Engine::Both || engine.strategy().is_none();
    judge_with(position, engine, evidence, budget)
}

fn judge_with(
    position: &Position,
    engine: Engine,
    evidence: bool,
    budget: &Budget,
) -> Result<Judgement, Fault> {
    catch_unwind(AssertUnwindSafe(|| judge_all(position, engine, evidence, budget)))
        .unwrap_or_else(|panic| Err(Fault::Panic(said(&*panic))))
}

/// What a panic said, if it is text.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no text".into())
}

fn judge_all(
    position: &Position,
    engine: Engine,
    evidence: bool,
    budget: &Budget,
) -> Result<Judgement, Fault> {
    let (answer, moves) = match engine.strategy() {
        Some(strategy) => {
            sat_answers(position, Strategy { deductions: evidence, ..strategy }, budget)
        }
        None => move_answers(position, engine, budget),
    };
    let answer = reconcile(position, engine.search_engine(), answer, &moves)?;
    let mut comparison = (engine == Engine::Both).then(EngineComparison::default);
    let mut examine = |position: &Position, answer: &EngineAnswer| {
        check_evidence(position, answer)?;
        compare(position, answer.verdict(), budget, &mut comparison)
    };
    examine(position, &answer)?;
    for (direction, of_move) in &moves {
        // A witness of the position is replayed once.
        let replayed = engine != Engine::Both && *of_move == answer;
        if !(replayed && of_move.witness().is_some_and(|witness| witness[0] == *direction)) {
            examine(&position.after(*direction), &after_move(of_move))?;
        }
    }
    let turning = match &answer {
        Outcome::Live(_) => Turning::Live,
        Outcome::Unknown(limit) => Turning::Unknown(*limit),
        Outcome::Dead(_) if !evidence => Turning::NotAsked,
        Outcome::Dead(_) => turning_point(position, engine, budget)?,
    };
    match &turning {
        Turning::Point { live, .. } => {
            compare(&position.prefix(*live), Verdict::Live, budget, &mut comparison)?;
            compare(&position.prefix(live + 1), Verdict::Dead, budget, &mut comparison)?;
        }
        Turning::FromTheStart => {
            compare(&position.prefix(0), Verdict::Dead, budget, &mut comparison)?;
        }
        Turning::Live | Turning::Unknown(_) | Turning::NotAsked => {}
    }
    Ok(Judgement { answer, moves, turning, comparison })
}

/// Derives an answer that a limit left open from the moves, and detects contradictory answers: an
/// unfinished position is live exactly if one of its moves is.
fn reconcile(
    position: &Position,
    engine: SearchEngine,
    answer: EngineAnswer,
    moves: &[(Move, EngineAnswer)],
) -> Result<EngineAnswer, Fault> {
    let live = moves.iter().map(|(_, answer)| answer).find(|a| a.verdict() == Verdict::Live);
    let all_dead = !position.is_finished()
        && moves.iter().all(|(_, answer)| answer.verdict() == Verdict::Dead);
    match (&answer, live) {
        (Outcome::Dead(_), Some(_)) => Err(Fault::Contradiction(letters(position.path()))),
        (Outcome::Live(_), _) if all_dead => Err(Fault::Contradiction(letters(position.path()))),
        (Outcome::Unknown(_), Some(live)) => Ok(live.clone()),
        (Outcome::Unknown(_), None) if all_dead => {
            Ok(Outcome::Dead(Reason::Search { engine, cut_sets: 0 }))
        }
        _ => Ok(answer),
    }
}

/// The verdict on one legal move, with validated evidence. A witness begins with the move; a
/// reason is about the position after it.
///
/// # Errors
/// If evidence is rejected, or engines contradict each other.
pub fn decide_move(
    position: &Position,
    direction: Move,
    engine: Engine,
    limits: &Limits,
) -> Result<EngineAnswer, Fault> {
    let after = position.after(direction);
    let answer = decide(&after, engine, &Budget::new(limits));
    check_evidence(&after, &answer)?;
    Ok(of_move(direction, answer))
}

/// The answer for a move, given the one for the position after it.
pub(crate) fn of_move(direction: Move, after: EngineAnswer) -> EngineAnswer {
    match after {
        Outcome::Live(rest) => Outcome::Live([vec![direction], rest].concat()),
        other => other,
    }
}

/// The answer for the position after a move, given the one for the move.
pub fn after_move(answer: &EngineAnswer) -> EngineAnswer {
    match answer {
        Outcome::Live(witness) => Outcome::Live(witness[1..].to_vec()),
        other => other.clone(),
    }
}

fn decide(position: &Position, engine: Engine, budget: &Budget) -> EngineAnswer {
    match engine.strategy() {
        Some(strategy) => sat::solve_with(position, strategy, budget),
        None if engine == Engine::Propagate => propagate::solve(position, budget),
        None if engine == Engine::Strips => strips::solve(position, budget),
        None => frontier::solve_within(position, budget),
    }
}

fn sat_answers(
    position: &Position,
    strategy: Strategy,
    budget: &Budget,
) -> (EngineAnswer, Vec<(Move, EngineAnswer)>) {
    let mut session = Session::new(position, strategy, budget);
    let answer = session.decide();
    let moves = position
        .legal_moves()
        .map(|direction| match answer.witness() {
            Some(witness) if witness[0] == direction => (direction, answer.clone()),
            None if answer.verdict() == Verdict::Dead && !strategy.deductions => {
                let reason = Reason::Search { engine: SearchEngine::Sat, cut_sets: 0 };
                (direction, Outcome::Dead(reason))
            }
            _ => (direction, session.decide_move(direction)),
        })
        .collect();
    (answer, moves)
}

/// The answers of an engine that decides the position after each move separately; the position is
/// live if one of them is.
fn move_answers(
    position: &Position,
    engine: Engine,
    budget: &Budget,
) -> (EngineAnswer, Vec<(Move, EngineAnswer)>) {
    let moves: Vec<(Move, EngineAnswer)> = position
        .legal_moves()
        .map(|step| (step, of_move(step, decide(&position.after(step), engine, budget))))
        .collect();
    let first = |verdict| moves.iter().map(|(_, a)| a).find(|a| a.verdict() == verdict);
    let answer = match (first(Verdict::Live), first(Verdict::Unknown)) {
        (Some(live), _) => live.clone(),
        (None, Some(unknown)) => unknown.clone(),
        (None, None) => decide(position, engine, budget),
    };
    (answer, moves)
}

/// Validates the evidence of an answer.
fn check_evidence(position: &Position, answer: &EngineAnswer) -> Result<(), RejectedEvidence> {
    match answer {
        Outcome::Live(witness) => evidence::check_witness(position, witness),
        Outcome::Dead(reason) => evidence::check_reason(position, reason),
        Outcome::Unknown(_) => Ok(()),
    }
}

/// Compares a verdict with the second engine, if a comparison is requested.
fn compare(
    position: &Position,
    verdict: Verdict,
    budget: &Budget,
    comparison: &mut Option<EngineComparison>,
) -> Result<(), Fault> {
    let Some(comparison) = comparison else { return Ok(()) };
    let second = decide(position, Engine::Frontier, budget);
    check_evidence(position, &second)?;
    match (verdict, second.verdict()) {
        (Verdict::Unknown, _) | (_, Verdict::Unknown) => comparison.open += 1,
        (sat, frontier) if sat == frontier => comparison.agreed += 1,
        (sat, frontier) => {
            return Err(Fault::Disagreement { path: letters(position.path()), sat, frontier });
        }
    }
    Ok(())
}

/// Finds the longest live prefix of a dead position by bisection. It applies because every prefix
/// of a live path is live.
fn turning_point(position: &Position, engine: Engine, budget: &Budget) -> Result<Turning, Fault> {
    // Invariant: prefixes up to `live` are live, with a witness; those from `dead` on are dead.
    let mut dead = position.path().len();
    let mut live: Option<(usize, Vec<Move>)> = None;
    loop {
        let low = live.as_ref().map_or(0, |(length, _)| length + 1);
        if low == dead {
            break;
        }
        let middle = low + (dead - low) / 2;
        let prefix = position.prefix(middle);
        let answer = decide(&prefix, engine, budget);
        check_evidence(&prefix, &answer)?;
        match answer {
            Outcome::Live(witness) => live = Some((middle, witness)),
            Outcome::Dead(_) => dead = middle,
            Outcome::Unknown(limit) => return Ok(Turning::Unknown(limit)),
        }
    }
    Ok(match live {
        Some((live, witness)) => Turning::Point { live, fatal: position.path()[live], witness },
        None => Turning::FromTheStart,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_an_engine_repeats_what_its_panic_said() {
        let panicked = catch_unwind(|| panic!("no edge {}", 7)).unwrap_err();
        let fault = Fault::Panic(said(&*panicked));
        assert_eq!(fault.to_string(), "an engine panicked: no edge 7");
    }
}
