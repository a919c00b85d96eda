//! Checks of rules on every live position of a board.

use std::path::PathBuf;
use std::sync::Arc;

use deadmove::core::board::Board;
use deadmove::core::error::{ErrorKind, InputError};
use deadmove::report::check::{Most, rest, table, verdicts};
use deadmove::verify::check::{Check, CheckEngine, RuleVerdict, SetVerdict};
use deadmove::verify::chunks::ChunkRun;
use deadmove::verify::confirm::confirm_all;
use deadmove::verify::live_set::MAX_LIVE_SET_SIDE;
use deadmove::verify::{check_claims, check_live_set};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};

use crate::errors::BindingError;
use crate::example::PyExample;
use crate::judgement::no_truth_value;
use crate::live_sets;
use crate::read::{self, Seconds, SizeUse, WholeNumber};
use crate::rule_check::{FinishedCheck, PyRuleCheck, word};
use crate::rule_set::PyRuleSet;
use crate::work;

/// What was found by checking rules on one board: a verdict for each, and one for all together.
#[pyclass(name = "Check", module = "deadmove", frozen)]
#[derive(Debug)]
pub struct PyCheck {
    finished: Arc<FinishedCheck>,
}

/// The engine of a check by its word, or the one for a board of this size.
fn engine(word: Option<&str>, size: WholeNumber) -> Result<CheckEngine, BindingError> {
    match word {
        Some("list") => Ok(CheckEngine::List),
        Some("sat") => Ok(CheckEngine::Sat),
        None if size.size() <= MAX_LIVE_SET_SIDE => Ok(CheckEngine::List),
        None => Ok(CheckEngine::Sat),
        Some(word) => {
            let message = format!("there is no engine '{word}' for checks");
            Err(InputError::new(ErrorKind::WordUnknown, message).expected("list or sat").into())
        }
    }
}

/// Checks rules on every live position of a board.
///
/// # Errors
/// If there is no such board, no rule applies to it, or an engine fails.
pub fn check(
    py: Python<'_>,
    set: &PyRuleSet,
    size: WholeNumber,
    (word, timeout): (Option<&str>, Option<Seconds>),
    cache: Option<PathBuf>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyCheck> {
    let engine = engine(word, size)?;
    let wanted = match engine {
        CheckEngine::List => SizeUse::LiveSet,
        CheckEngine::Sat => SizeUse::Lines,
    };
    let side = read::standard_side(size, wanted)?;
    let limits = read::limits(timeout);
    let finished = work::long(py, (progress, &format!("checking {side}×{side}")), |work| {
        let board = Board::corner_to_corner(side, side)?;
        let claims = set.loaded().applicable(&board)?;
        let left_out = set.loaded().left_out(&claims);
        let left_out = left_out.into_iter().map(|path| path.display().to_string()).collect();
        let advance = |total, more| work.advance(total, more);
        let run = ChunkRun::whole(&work.stop, &advance);
        let mut check = match engine {
            CheckEngine::List => {
                let live_set = live_sets::open(side, cache, work)?;
                work.begin(0);
                check_live_set::check(&live_set, &claims, &run)
            }
            CheckEngine::Sat => {
                set.loaded().without_lemmas()?;
                check_claims::check(&board, &claims, &run, &limits)
            }
        };
        check_live_set::shrink(&mut check, &claims)?;
        let confirmed = confirm_all(&check)?;
        Ok(FinishedCheck { check: Check { left_out, ..check }, claims, confirmed })
    })?;
    Ok(PyCheck { finished: Arc::new(finished) })
}

#[pymethods]
impl PyCheck {
    /// The side of the board.
    #[getter]
    fn size(&self) -> usize {
        self.finished.check.size
    }

    /// How it was done: 'list' or 'sat'.
    #[getter]
    fn engine(&self) -> &'static str {
        match self.finished.check.engine {
            CheckEngine::List => "list",
            CheckEngine::Sat => "sat",
        }
    }

    /// The verdict on the rules one by one: 'unsound' if one forbids a live move, 'unknown' if one
    /// is not decided, 'vacuous' if none forbids anything here, else 'sound'.
    #[getter]
    fn verdict(&self) -> &'static str {
        let rules = &self.finished.check.rules;
        let some = |verdict| rules.iter().any(|rule| rule.verdict == verdict);
        let unknown = !self.finished.check.complete() || some(RuleVerdict::Unknown);
        word(match () {
            () if some(RuleVerdict::Unsound) => RuleVerdict::Unsound,
            () if unknown => RuleVerdict::Unknown,
            () if some(RuleVerdict::Sound) => RuleVerdict::Sound,
            () => RuleVerdict::Vacuous,
        })
    }

    /// The verdict on all together: 'complete' if they forbid every dead move except those that
    /// enter the end cell early, 'incomplete', or 'unknown', as always by the sat engine.
    #[getter]
    fn set_verdict(&self) -> &'static str {
        match self.finished.check.set.verdict {
            SetVerdict::Complete => "complete",
            SetVerdict::Incomplete => "incomplete",
            SetVerdict::Unknown => "unknown",
        }
    }

    /// Dead moves of live positions; None by the sat engine.
    #[getter]
    fn dead_moves(&self) -> Option<u64> {
        self.finished.check.set.dead_moves
    }

    /// Those of them that some rule forbids.
    #[getter]
    fn forbidden(&self) -> Option<u64> {
        self.finished.check.set.forbidden
    }

    /// Those that no rule forbids, early ends left out.
    #[getter]
    fn allowed(&self) -> Option<u64> {
        self.finished.check.set.allowed
    }

    /// Those that no rule forbids and that enter the end cell early.
    #[getter]
    fn early_ends(&self) -> Option<u64> {
        self.finished.check.set.early_ends
    }

    /// The simplest dead move that is allowed; None if there is none.
    #[getter]
    fn missed(&self) -> Option<PyExample> {
        let missed = self.finished.confirmed.missed.clone();
        missed.map(|confirmed| PyExample::of(confirmed, "the set"))
    }

    /// The counterexamples to all rules that have one.
    #[getter]
    fn counterexamples(&self) -> Vec<PyExample> {
        self.rules().filter_map(|rule| rule.counterexample()).collect()
    }

    /// Rule files whose sizes leave this board out.
    #[getter]
    fn left_out(&self) -> Vec<String> {
        self.finished.check.left_out.clone()
    }

    /// A dict for each rule, for pandas.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.rules().map(|rule| rule.to_dict(py)).collect()
    }

    fn __len__(&self) -> usize {
        self.finished.check.rules.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.rules().collect::<Vec<_>>())?.try_iter()
    }

    fn __getitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<PyRuleCheck> {
        let claims = &self.finished.check.claims;
        let at = match (key.extract::<isize>(), key.extract::<String>()) {
            (Ok(at), _) => {
                let at = if at < 0 { at + claims.len() as isize } else { at };
                let found = usize::try_from(at).ok().filter(|at| *at < claims.len());
                found.ok_or_else(|| PyIndexError::new_err("no rule has this number"))?
            }
            (_, Ok(name)) => {
                let found = claims.iter().position(|claim| claim.name == name);
                found.ok_or_else(|| PyKeyError::new_err(name))?
            }
            _ => return Err(PyTypeError::new_err("a rule has a number or a name")),
        };
        Ok(PyRuleCheck::of(&self.finished, at))
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(no_truth_value("a check", "verdict"))
    }

    fn __repr__(&self) -> String {
        let (size, rules) = (self.size(), self.finished.check.rules.len());
        let (verdict, set) = (self.verdict(), self.set_verdict());
        format!("<check of {rules} on {size}x{size}: {verdict}, {set}>")
    }

    fn __str__(&self) -> String {
        let check = &self.finished.check;
        table(check, Most::ALL) + &rest(check, Most::ALL) + &verdicts(check)
    }
}

impl PyCheck {
    fn rules(&self) -> impl Iterator<Item = PyRuleCheck> + '_ {
        let all = 0..self.finished.check.rules.len();
        all.map(|at| PyRuleCheck::of(&self.finished, at))
    }
}
