//! The verdict on one move of a position.

use std::sync::Arc;

use deadmove::core::board::{Move, letters};
use deadmove::core::formats::reason_kind;
use deadmove::core::position::Position;
use deadmove::core::reason::Reason;
use deadmove::core::verdict::Outcome;
use deadmove::engine::judge::{EngineAnswer, Judgement, after_move};
use deadmove::report::{self, Picture, describe_reason, in_steps};
use pyo3::prelude::*;

use crate::errors::limit_word;
use crate::position::PyPosition;

/// The verdict on one legal move, with its evidence.
#[pyclass(name = "MoveVerdict", module = "deadmove", frozen)]
#[derive(Debug)]
pub struct PyMoveVerdict {
    judged: Arc<(Position, Judgement)>,
    direction: Move,
    answer: EngineAnswer,
}

impl PyMoveVerdict {
    /// The verdict on a move of a judged position.
    pub fn of(judged: &Arc<(Position, Judgement)>, direction: Move, answer: &EngineAnswer) -> Self {
        PyMoveVerdict { judged: judged.clone(), direction, answer: answer.clone() }
    }

    fn after(&self) -> Position {
        self.judged.0.after(self.direction)
    }

    /// The reason, with the position that it is about: in a dead position a move may have none of
    /// its own.
    fn reason_and_position(&self) -> Option<(&Reason, Position)> {
        let (position, judgement) = &*self.judged;
        match (self.answer.reason()?, judgement.answer.reason()) {
            (Reason::Search { .. }, Some(whole)) => Some((whole, position.clone())),
            (own, _) => Some((own, self.after())),
        }
    }
}

/// Why a position is dead: the steps of a deduction, or one sentence.
pub fn steps(reason: &Reason, position: &Position) -> Vec<String> {
    match reason {
        Reason::Deduction(deduction) => in_steps(deduction, position.live_end()),
        other => vec![describe_reason(other, position.live_end())],
    }
}

#[pymethods]
impl PyMoveVerdict {
    /// The letter of the move.
    #[getter]
    fn r#move(&self) -> char {
        self.direction.letter()
    }

    /// 'live', 'dead' or 'unknown'.
    #[getter]
    fn verdict(&self) -> String {
        self.answer.verdict().to_string()
    }

    /// A completion that begins with the move, in letters; None unless the move is live.
    #[getter]
    fn witness(&self) -> Option<String> {
        self.answer.witness().map(|witness| letters(witness))
    }

    /// Why the move is dead, in a sentence; None unless it is.
    #[getter]
    fn reason(&self) -> Option<String> {
        let (reason, position) = self.reason_and_position()?;
        Some(describe_reason(reason, position.live_end()))
    }

    /// The kind of the reason, such as 'dead-end' or 'deduction'; None unless the move is dead.
    #[getter]
    fn reason_kind(&self) -> Option<&'static str> {
        self.reason_and_position().map(|(reason, _)| reason_kind(reason))
    }

    /// Why the move is dead, step by step; empty unless it is.
    #[getter]
    fn why(&self) -> Vec<String> {
        let found = self.reason_and_position();
        found.map(|(reason, position)| steps(reason, &position)).unwrap_or_default()
    }

    /// The limit that left it open: 'timeout', 'conflicts', 'memory' …; None if it is decided.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        match &self.answer {
            Outcome::Unknown(limit) => Some(limit_word(*limit)),
            Outcome::Live(_) | Outcome::Dead(_) => None,
        }
    }

    /// The position after the move.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::of(self.after())
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(crate::judgement::no_truth_value("a verdict", "verdict"))
    }

    fn __repr__(&self) -> String {
        let reason = self.reason().map(|reason| format!(": {reason}")).unwrap_or_default();
        format!("<move {} is {}{reason}>", self.direction, self.verdict())
    }

    fn __str__(&self) -> String {
        self.drawn(|picture| report::draw(picture, false))
    }

    fn _repr_svg_(&self) -> String {
        self.drawn(report::svg)
    }
}

impl PyMoveVerdict {
    /// Draws the position after the move with the evidence.
    fn drawn(&self, draw: impl Fn(&Picture<'_>) -> String) -> String {
        let (own, after) = (after_move(&self.answer), self.after());
        draw(&Picture {
            verdict: Some(own.verdict()),
            witness: own.witness().map(Vec::as_slice),
            reason: own.reason(),
            ..Picture::of(&after)
        })
    }
}
