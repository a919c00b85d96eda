//! What a check found about one rule.

use std::sync::Arc;

use deadmove::core::board::letters;
use deadmove::rules::load::LoadedRule;
use deadmove::verify::check::{Check, RuleVerdict, Vacuity};
use deadmove::verify::confirm::ConfirmedCheck;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::example::PyExample;
use crate::judgement::no_truth_value;

/// A check with its rules and its confirmed examples.
#[derive(Debug)]
pub struct FinishedCheck {
    /// What was found.
    pub check: Check,
    /// The rules, in the order of the check.
    pub claims: Vec<LoadedRule>,
    /// The examples of the check.
    pub confirmed: ConfirmedCheck,
}

/// What was found about one rule, or one claim of a family, on one board.
#[pyclass(name = "RuleCheck", module = "deadmove", frozen)]
#[derive(Debug)]
pub struct PyRuleCheck {
    finished: Arc<FinishedCheck>,
    at: usize,
}

impl PyRuleCheck {
    /// What was found about the rule with this number.
    pub fn of(finished: &Arc<FinishedCheck>, at: usize) -> PyRuleCheck {
        PyRuleCheck { finished: finished.clone(), at }
    }
}

/// The word for a verdict, as in the JSON of the command line.
pub fn word(verdict: RuleVerdict) -> &'static str {
    match verdict {
        RuleVerdict::Sound => "sound",
        RuleVerdict::Unsound => "unsound",
        RuleVerdict::Vacuous => "vacuous",
        RuleVerdict::Unknown => "unknown",
    }
}

#[pymethods]
impl PyRuleCheck {
    /// The name of the rule or claim.
    #[getter]
    fn name(&self) -> &str {
        &self.finished.check.claims[self.at].name
    }

    /// Where it comes from.
    #[getter]
    fn file(&self) -> &str {
        &self.finished.check.claims[self.at].file
    }

    /// BLAKE3 of its canonical text, in hexadecimal digits.
    #[getter]
    fn digest(&self) -> &str {
        &self.finished.check.claims[self.at].digest
    }

    /// 'sound', 'unsound' (it forbids a live move), 'vacuous' (it forbids nothing here) or
    /// 'unknown'.
    #[getter]
    fn verdict(&self) -> &'static str {
        word(self.finished.check.rules[self.at].verdict)
    }

    /// Why it is vacuous: 'never-matched' or 'nothing-to-forbid'; None if it is not, or by the sat
    /// engine.
    #[getter]
    fn vacuous(&self) -> Option<&'static str> {
        self.finished.check.rules[self.at].vacuity().map(|vacuity| match vacuity {
            Vacuity::NeverMatched => "never-matched",
            Vacuity::NothingToForbid => "nothing-to-forbid",
        })
    }

    /// In how many ways its picture is placed on the board.
    #[getter]
    fn placements(&self) -> usize {
        self.finished.check.rules[self.at].placements
    }

    /// Live positions in which it matches; None by the sat engine.
    #[getter]
    fn matches(&self) -> Option<u64> {
        self.finished.check.rules[self.at].matches
    }

    /// Dead moves that it forbids; None by the sat engine.
    #[getter]
    fn forbids_dead(&self) -> Option<u64> {
        self.finished.check.rules[self.at].forbids_dead
    }

    /// Live moves that it forbids; None by the sat engine.
    #[getter]
    fn forbids_live(&self) -> Option<u64> {
        self.finished.check.rules[self.at].forbids_live
    }

    /// A live move that it forbids, on the smallest board where one was found; None if there is
    /// none.
    #[getter]
    pub fn counterexample(&self) -> Option<PyExample> {
        let confirmed = self.finished.confirmed.rules[self.at].clone()?;
        Some(PyExample::forbidden(confirmed, self.finished.claims[self.at].rule.clone()))
    }

    /// Plain values; the counterexample as its path and move.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let example = self.finished.check.rules[self.at].counterexample.as_ref();
        let dict = PyDict::new(py);
        dict.set_item("name", self.name())?;
        dict.set_item("file", self.file())?;
        dict.set_item("verdict", self.verdict())?;
        dict.set_item("placements", self.placements())?;
        dict.set_item("matches", self.matches())?;
        dict.set_item("forbids_dead", self.forbids_dead())?;
        dict.set_item("forbids_live", self.forbids_live())?;
        dict.set_item("counterexample_size", example.map(|example| example.size))?;
        let path = example.map(|example| letters(&example.path));
        dict.set_item("counterexample_path", path)?;
        dict.set_item("counterexample_move", example.map(|found| found.direction.letter()))?;
        Ok(dict)
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(no_truth_value("a check", "verdict"))
    }

    fn __repr__(&self) -> String {
        let size = self.finished.check.size;
        format!("<'{}' on {size}x{size}: {}>", self.name(), self.verdict())
    }
}
