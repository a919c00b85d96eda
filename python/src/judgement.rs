//! Judgements of positions.

use std::sync::Arc;
use std::time::Duration;

use deadmove::core::board::letters;
use deadmove::core::budget::Budget;
use deadmove::core::formats::{Input, reason_kind};
use deadmove::core::position::Position;
use deadmove::core::verdict::{Limits, Verdict};
use deadmove::engine::expectation::Unmet;
use deadmove::engine::judge::{Engine, Judgement, judge_within};
use deadmove::report::judgement::{dead_moves, full, move_verdicts, picture};
use deadmove::report::{self, Picture, describe_reason};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::limit_word;
use crate::move_verdict::{PyMoveVerdict, steps};
use crate::position::PyPosition;
use crate::read::{self, Seconds};
use crate::work;

/// How long a judgement may take without a thread of its own. Nearly all take less, and a thread
/// takes longer than most of them.
const AT_ONCE: Duration = Duration::from_millis(50);

/// What is known of a position: its verdict with evidence, the verdict on each move, and the move
/// that made it dead.
#[pyclass(name = "Judgement", module = "deadmove", frozen)]
#[derive(Debug)]
pub struct PyJudgement {
    judged: Arc<(Position, Judgement)>,
    name: Option<String>,
}

/// The error for a result in place of a condition: what is unknown must not pass for success.
pub fn no_truth_value(what: &str, attribute: &str) -> PyErr {
    PyTypeError::new_err(format!("{what} is neither true nor false; compare its `{attribute}`"))
}

impl PyJudgement {
    /// Judges a position.
    ///
    /// # Errors
    /// If the engines fail, and `KeyboardInterrupt` after Ctrl-C.
    pub fn judge(
        py: Python<'_>,
        position: &PyPosition,
        engine: Engine,
        timeout: Option<Seconds>,
    ) -> PyResult<PyJudgement> {
        let title = position.title();
        let name = (!title.is_empty()).then(|| title.to_owned());
        let position = position.inner().clone();
        let limits = read::limits(timeout);
        let short = limits.timeout.unwrap_or(AT_ONCE).min(AT_ONCE);
        let at_once = Limits { timeout: Some(short), ..limits };
        let mut judgement =
            work::short(py, || Ok(judge_within(&position, engine, &Budget::new(&at_once))?))?;
        if judgement.limit().is_some() && limits.timeout != Some(short) {
            judgement = work::long(py, (None, "judging"), |work| {
                Ok(judge_within(&position, engine, &Budget::stoppable(&limits, &work.stop))?)
            })?;
        }
        Ok(PyJudgement { judged: Arc::new((position, judgement)), name })
    }

    fn drawn(&self, draw: impl Fn(&Picture<'_>) -> String) -> String {
        let (position, judgement) = &*self.judged;
        let (verdicts, notes) = (move_verdicts(judgement), dead_moves(position, judgement));
        let picture = picture(position, judgement, &verdicts);
        draw(&Picture { name: self.name.as_deref(), notes: &notes, ..picture })
    }
}

#[pymethods]
impl PyJudgement {
    /// The position that was judged.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::of(self.judged.0.clone())
    }

    /// 'live', 'dead' or 'unknown'.
    #[getter]
    fn verdict(&self) -> String {
        self.judged.1.answer.verdict().to_string()
    }

    /// A completion, in letters; None unless the position is live.
    #[getter]
    fn witness(&self) -> Option<String> {
        self.judged.1.answer.witness().map(|witness| letters(witness))
    }

    /// Why the position is dead, in a sentence; None unless it is.
    #[getter]
    fn reason(&self) -> Option<String> {
        let (position, judgement) = &*self.judged;
        judgement.answer.reason().map(|reason| describe_reason(reason, position.live_end()))
    }

    /// The kind of the reason, such as 'dead-end' or 'deduction'; None unless the position is dead.
    #[getter]
    fn reason_kind(&self) -> Option<&'static str> {
        self.judged.1.answer.reason().map(reason_kind)
    }

    /// Why the position is dead, step by step; empty unless it is.
    #[getter]
    fn why(&self) -> Vec<String> {
        let (position, judgement) = &*self.judged;
        judgement.answer.reason().map(|reason| steps(reason, position)).unwrap_or_default()
    }

    /// The verdict on each legal move, by its letter in the order U D L R.
    #[getter]
    pub fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let moves = PyDict::new(py);
        for (direction, answer) in &self.judged.1.moves {
            let verdict = PyMoveVerdict::of(&self.judged, *direction, answer);
            moves.set_item(direction.letter(), Bound::new(py, verdict)?)?;
        }
        Ok(moves)
    }

    /// How many steps of the path are live before the one that made it dead: all if the position is
    /// live; None if that is not known, or the board was dead from the start.
    #[getter]
    fn turning_point(&self) -> Option<usize> {
        let (position, judgement) = &*self.judged;
        judgement.turning.live_moves(position.path().len())
    }

    /// The move after the turning point; None if there is none.
    #[getter]
    fn fatal_move(&self) -> Option<char> {
        self.judged.1.turning.fatal_move().map(|direction| direction.letter())
    }

    /// The limit that left something open: 'timeout', 'conflicts', 'memory' …; None if all is
    /// decided.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.judged.1.limit().map(limit_word)
    }

    /// How many answers of two engines agreed and how many could not be compared; None unless the
    /// engine is 'both'.
    #[getter]
    fn comparison(&self) -> Option<(usize, usize)> {
        self.judged.1.comparison.map(|compared| (compared.agreed, compared.open))
    }

    /// Plain values: the moves are letters, grouped by their verdict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (position, judgement) = &*self.judged;
        let moves = |wanted: Verdict| -> String {
            let moves = judgement.moves.iter().filter(|(_, answer)| answer.verdict() == wanted);
            moves.map(|(direction, _)| direction.letter()).collect()
        };
        let dict = PyDict::new(py);
        dict.set_item("name", &self.name)?;
        dict.set_item("board", crate::position::size_text(position.board()))?;
        dict.set_item("path", letters(position.path()))?;
        dict.set_item("verdict", self.verdict())?;
        dict.set_item("live_moves", moves(Verdict::Live))?;
        dict.set_item("dead_moves", moves(Verdict::Dead))?;
        dict.set_item("unknown_moves", moves(Verdict::Unknown))?;
        dict.set_item("witness", self.witness())?;
        dict.set_item("reason_kind", self.reason_kind())?;
        dict.set_item("reason", self.reason())?;
        dict.set_item("turning_point", self.turning_point())?;
        dict.set_item("fatal_move", self.fatal_move())?;
        dict.set_item("limit", self.limit())?;
        Ok(dict)
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(no_truth_value("a judgement", "verdict"))
    }

    fn __repr__(&self) -> String {
        let (position, judgement) = &*self.judged;
        let moves = judgement.moves.iter();
        let moves = moves.map(|(direction, answer)| format!(", {direction} {}", answer.verdict()));
        let (size, path) = (crate::position::size_text(position.board()), position.path());
        let moves: String = moves.collect();
        format!("<{} after {} steps on {size}{moves}>", judgement.answer.verdict(), path.len())
    }

    fn __str__(&self) -> String {
        let (position, judgement) = &*self.judged;
        let name = self.name.clone().unwrap_or_default();
        full(&Input::new(name, position.clone()), judgement, &Unmet::default(), false)
    }

    fn _repr_svg_(&self) -> String {
        self.drawn(report::svg)
    }
}
