//! Answers of functions and programs, compared with the truth.

use std::sync::Arc;

use deadmove::core::board::Board;
use deadmove::core::position::Position;
use deadmove::core::verdict::Verdict;
use deadmove::report::answers::answer;
use deadmove::verify::answers::{AnswerFinding, Flaw, ProgramAnswers};
use deadmove::verify::confirm::{Confirmed, confirm_move};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};

use crate::answer_finding::PyAnswerFinding;
use crate::errors::BindingError;
use crate::example::PyExample;
use crate::judgement::no_truth_value;

/// What was found by asking a function or a program which moves it allows in live positions.
#[pyclass(name = "AnswerCheck", module = "deadmove", frozen)]
#[derive(Debug)]
pub struct PyAnswerCheck {
    board: Arc<Board>,
    /// What was asked.
    asked: String,
    /// Whether all was asked that was to be.
    complete: bool,
    /// Why not.
    ended: Option<String>,
    answers: ProgramAnswers,
    examples: Vec<Confirmed>,
}

impl PyAnswerCheck {
    /// The result of asking; `ended` says why it ended before all was `complete`.
    ///
    /// # Errors
    /// If the engine contradicts a finding.
    pub fn of(
        board: Arc<Board>,
        asked: String,
        (complete, ended): (bool, Option<String>),
        answers: ProgramAnswers,
    ) -> Result<PyAnswerCheck, BindingError> {
        let examples = examples(&board, &answers)?;
        Ok(PyAnswerCheck { board, asked, complete, ended, answers, examples })
    }

    fn finding(&self, finding: &AnswerFinding) -> PyResult<PyAnswerFinding> {
        let position = Position::from_path(self.board.clone(), &finding.path);
        let position = position.map_err(|error| BindingError::Internal(error.to_string()))?;
        Ok(PyAnswerFinding::of(position, finding.flaw.clone()))
    }
}

/// The first live move that is forbidden and the first dead one that is allowed, confirmed.
fn examples(board: &Arc<Board>, answers: &ProgramAnswers) -> Result<Vec<Confirmed>, BindingError> {
    let first = |verdict| {
        let (path, direction) =
            answers.findings.iter().find_map(|finding| match &finding.flaw {
                Flaw::Wrong { forbids, allows } => {
                    let moves = if verdict == Verdict::Live { forbids } else { allows };
                    Some((&finding.path, moves.iter().next()?))
                }
                _ => None,
            })?;
        let position = Position::from_path(board.clone(), path).ok()?;
        Some(confirm_move(position, direction, verdict))
    };
    let confirmed = [Verdict::Live, Verdict::Dead].into_iter().filter_map(first);
    Ok(confirmed.collect::<Result<_, _>>()?)
}

#[pymethods]
impl PyAnswerCheck {
    /// The side of the board.
    #[getter]
    fn size(&self) -> u16 {
        self.board.width()
    }

    /// 'right' if every question has an answer that allows the live moves and no others; 'wrong' if
    /// one forbids a live move or allows a dead one; else 'unknown': not all was asked or answered.
    #[getter]
    fn verdict(&self) -> &'static str {
        let counts = &self.answers.counts;
        match counts.live_forbidden + counts.dead_allowed {
            0 if self.complete && self.answers.right() => "right",
            0 => "unknown",
            _ => "wrong",
        }
    }

    /// Whether all was asked that was to be.
    #[getter]
    fn complete(&self) -> bool {
        self.complete
    }

    /// Why not all was asked; None if it was.
    #[getter]
    fn ended(&self) -> Option<&str> {
        self.ended.as_deref()
    }

    /// Live positions that were asked about.
    #[getter]
    fn positions(&self) -> u64 {
        self.answers.counts.positions
    }

    /// Questions: more than positions if several drawings of each were asked about.
    #[getter]
    fn questions(&self) -> u64 {
        self.answers.counts.questions
    }

    /// Positions in which a live move is not allowed.
    #[getter]
    fn live_forbidden(&self) -> u64 {
        self.answers.counts.live_forbidden
    }

    /// Positions in which a dead move is allowed.
    #[getter]
    fn dead_allowed(&self) -> u64 {
        self.answers.counts.dead_allowed
    }

    /// Positions with different answers to different drawings.
    #[getter]
    fn differing(&self) -> u64 {
        self.answers.counts.differing
    }

    /// Positions with a question that has no answer.
    #[getter]
    fn unanswered(&self) -> u64 {
        self.answers.counts.unanswered
    }

    /// Dead moves of all positions.
    #[getter]
    fn dead_moves(&self) -> u64 {
        self.answers.counts.dead_moves
    }

    /// Those of them that are not allowed.
    #[getter]
    fn forbidden(&self) -> u64 {
        self.answers.counts.forbidden
    }

    /// Those that are allowed, early ends left out.
    #[getter]
    fn allowed(&self) -> u64 {
        self.answers.counts.allowed
    }

    /// Those that are allowed and enter the end cell early.
    #[getter]
    fn early_ends(&self) -> u64 {
        self.answers.counts.early_ends
    }

    /// Questions without an answer, by the kind of the fault.
    #[getter]
    fn faults<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let faults = PyDict::new(py);
        for (word, number) in &self.answers.counts.faults {
            faults.set_item(word, number)?;
        }
        Ok(faults)
    }

    /// The findings with the shortest paths, at most 10,000.
    #[getter]
    fn findings(&self) -> PyResult<Vec<PyAnswerFinding>> {
        self.answers.findings.iter().map(|finding| self.finding(finding)).collect()
    }

    /// The first live move that is forbidden and the first dead one that is allowed, confirmed by
    /// the engine; empty if there is neither.
    #[getter]
    fn examples(&self) -> Vec<PyExample> {
        self.examples.iter().map(|one| PyExample::of(one.clone(), &self.asked)).collect()
    }

    /// The counts as plain values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (dict, counts) = (PyDict::new(py), &self.answers.counts);
        dict.set_item("size", self.size())?;
        dict.set_item("verdict", self.verdict())?;
        dict.set_item("complete", self.complete)?;
        dict.set_item("positions", counts.positions)?;
        dict.set_item("questions", counts.questions)?;
        dict.set_item("live_forbidden", counts.live_forbidden)?;
        dict.set_item("dead_allowed", counts.dead_allowed)?;
        dict.set_item("differing", counts.differing)?;
        dict.set_item("unanswered", counts.unanswered)?;
        dict.set_item("dead_moves", counts.dead_moves)?;
        dict.set_item("forbidden", counts.forbidden)?;
        dict.set_item("allowed", counts.allowed)?;
        dict.set_item("early_ends", counts.early_ends)?;
        Ok(dict)
    }

    /// A dict for each finding, for pandas.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let findings = self.answers.findings.iter();
        findings.map(|finding| self.finding(finding)?.to_dict(py)).collect()
    }

    fn __len__(&self) -> usize {
        self.answers.findings.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.findings()?)?.try_iter()
    }

    fn __getitem__(&self, at: isize) -> PyResult<PyAnswerFinding> {
        let findings = &self.answers.findings;
        let at = if at < 0 { at + findings.len() as isize } else { at };
        match usize::try_from(at).ok().and_then(|at| findings.get(at)) {
            Some(finding) => self.finding(finding),
            None => Err(PyIndexError::new_err("no finding has this number")),
        }
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(no_truth_value("a check", "verdict"))
    }

    fn __repr__(&self) -> String {
        let answer = answer(&self.answers.counts, self.complete);
        format!("<{} on {1}x{1}: {answer}>", self.asked, self.size())
    }

    fn __str__(&self) -> String {
        let counts = &self.answers.counts;
        let mut text = format!("{0} on {1}×{1}\n", self.asked, self.size());
        text += &format!("{}\n", answer(counts, self.complete));
        if let Some(ended) = &self.ended {
            text += &format!("not all was asked: {ended}\n");
        }
        for example in self.examples() {
            text += &format!("\n{}", example.__str__());
        }
        text
    }
}
