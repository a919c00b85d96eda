//! The examples of checks, confirmed by the SAT engine: a cross-check of what a check found, and
//! the only opinion on what a report from a file states.

use std::sync::Arc;

use super::check::{Check, Example};
use deadmove_core::board::{Board, Move, letters};
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, EngineAnswer, Fault, decide_move};

/// An example with the answer of the engine about its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub direction: Move,
    /// Live with a completion, or dead with a reason.
    pub answer: EngineAnswer,
}

/// The examples of a check.
#[derive(Clone, Debug)]
pub struct ConfirmedCheck {
    /// For each rule the live move it forbids, if there is one.
    pub rules: Vec<Option<Confirmed>>,
    /// The dead move that no rule forbids, if there is one.
    pub missed: Option<Confirmed>,
}

/// Confirms all examples of a check.
///
/// # Errors
/// Those of [`confirm`], for the first example.
pub fn confirm_all(check: &Check) -> Result<ConfirmedCheck, Fault> {
    let confirmed = |example: &Option<Example>, expected| {
        example.as_ref().map(|example| confirm(example, expected)).transpose()
    };
    let rules = check.rules.iter().map(|rule| confirmed(&rule.counterexample, Verdict::Live));
    Ok(ConfirmedCheck {
        rules: rules.collect::<Result<_, _>>()?,
        missed: confirmed(&check.set.example, Verdict::Dead)?,
    })
}

/// Replays an example on its board and decides its move, which must have the expected verdict.
///
/// # Errors
/// If the verdict is another, or an engine fails.
///
/// # Panics
/// If there is no board of this size, or the path cannot be drawn on it.
pub fn confirm(example: &Example, expected: Verdict) -> Result<Confirmed, Fault> {
    let board = Board::corner_to_corner(example.size, example.size).expect("a checked size");
    let position =
        Position::from_path(Arc::new(board), &example.path).expect("examples can be drawn");
    confirm_move(position, example.direction, expected)
}

/// Decides a move, which must have the expected verdict.
///
/// # Errors
/// If the verdict is another, or an engine fails.
pub fn confirm_move(
    position: Position,
    direction: Move,
    expected: Verdict,
) -> Result<Confirmed, Fault> {
    let answer = decide_move(&position, direction, Engine::Sat, &Limits::default())?;
    if answer.verdict() != expected {
        return Err(Fault::Contradiction(letters(position.path())));
    }
    Ok(Confirmed { position, direction, answer })
}
