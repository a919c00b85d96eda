//! Proofs of rules for every board.

use std::sync::Arc;
use std::time::Duration;

use deadmove::core::error::{ErrorKind, InputError};
use deadmove::core::verdict::{ExitCode, Verdict};
use deadmove::prove::argument::Effort;
use deadmove::prove::claims::ClaimVerdict;
use deadmove::prove::proofs::{JudgedFile, ProofPlan, claims_of_files, prove_files};
use deadmove::prove::run::Run;
use deadmove::report::prove::{summary, table};
use deadmove::verify::confirm::confirm;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};

use crate::claim::{FinishedProofs, PyClaim};
use crate::errors::BindingError;
use crate::judgement::no_truth_value;
use crate::read::{self, Seconds, SizeUse, WholeNumber};
use crate::rule_set::PyRuleSet;
use crate::work;

/// The largest parameters of families, and the largest board that is searched for counterexamples.
const MOST_PARAMETERS: u64 = 100;
const LARGEST_BOARD: u64 = 51;

/// The time for each part of the work, unless the caller chooses one.
const USUAL: Duration = Duration::from_secs(60);

/// What was found about rules for every board from corner to opposite corner without blocked cells:
/// a claim for each rule, or member of a family, with each move that it forbids.
#[pyclass(name = "Proofs", module = "deadmove", frozen)]
#[derive(Debug)]
pub struct PyProofs {
    finished: Arc<FinishedProofs>,
}

/// Proves rules for every board.
///
/// # Errors
/// If the rules cannot be argued about, or claim nothing.
pub fn prove(
    py: Python<'_>,
    set: &PyRuleSet,
    (max, size, timeout): (u64, u64, Option<Seconds>),
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyProofs> {
    let timeout = timeout.map_or(USUAL, |Seconds(timeout)| timeout);
    let (max, size) = (largest(max)?, searched(size)?);
    let finished = work::long(py, (progress, "proving"), |work| {
        let loaded = set.loaded();
        loaded.without_lemmas()?;
        let claims = claims_of_files(loaded, max)?;
        if claims.is_empty() {
            let message = format!("the rules claim nothing for parameters up to {max}");
            return Err(InputError::new(ErrorKind::NoRules, message)
                .expected("rules, or a larger max")
                .into());
        }
        let advance = |total, more| work.advance(total, more);
        let proofs = prove_files(
            loaded,
            claims,
            &plan(max, size, timeout),
            &Run::new(&work.stop),
            &advance,
        )?;
        let confirmed = proofs.claims.iter().map(|judged| match &judged.verdict {
            ClaimVerdict::Refuted(example) => confirm(example, Verdict::Live).map(Some),
            ClaimVerdict::Proved(_) | ClaimVerdict::Open(_) => Ok(None),
        });
        let confirmed = confirmed.collect::<Result<_, _>>()?;
        Ok(FinishedProofs { proofs, confirmed })
    })?;
    Ok(PyProofs { finished: Arc::new(finished) })
}

fn plan(max: i64, size: usize, timeout: Duration) -> ProofPlan {
    ProofPlan {
        max,
        size,
        timeout: Some(timeout),
        effort: Effort::USUAL,
        without: Vec::new(),
        weaken: false,
        weakest: false,
    }
}

/// The largest parameters of families.
///
/// # Errors
/// If it is not from 1 to 100.
pub fn largest(max: u64) -> Result<i64, BindingError> {
    match max {
        1..=MOST_PARAMETERS => Ok(max as i64),
        _ => {
            let error = InputError::new(ErrorKind::BadParameters, format!("max={max}"));
            Err(error.expected(format!("a number from 1 to {MOST_PARAMETERS}")).into())
        }
    }
}

/// The side of the largest board that is searched for counterexamples.
fn searched(side: u64) -> Result<usize, BindingError> {
    if side <= LARGEST_BOARD {
        return read::standard_side(WholeNumber(side), SizeUse::Lines);
    }
    let error = InputError::new(ErrorKind::NoList, format!("size={side}"));
    Err(error.expected(format!("an odd size from 3 to {LARGEST_BOARD}")).into())
}

#[pymethods]
impl PyProofs {
    /// 'proved' if every rule is proved and forbids something; 'refuted' if one has a
    /// counterexample; else 'open'.
    #[getter]
    fn verdict(&self) -> &'static str {
        match self.finished.proofs.exit_code() {
            ExitCode::Holds => "proved",
            ExitCode::Refuted => "refuted",
            _ => "open",
        }
    }

    /// For each rule file its name, its file and the verdict on all its claims together: 'proved',
    /// 'vacuous' (proved, but it forbids nothing), 'open' or 'refuted'.
    #[getter]
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let row = |file: JudgedFile| {
            let dict = PyDict::new(py);
            dict.set_item("name", file.name)?;
            dict.set_item("file", file.file)?;
            dict.set_item("verdict", file.verdict.word())?;
            Ok(dict)
        };
        self.finished.proofs.files().into_iter().map(row).collect()
    }

    /// Files that claim nothing for these parameters.
    #[getter]
    fn silent(&self) -> Vec<String> {
        self.finished.proofs.silent.clone()
    }

    /// For each family whether all its claims are proved for every choice of its parameters, not
    /// only for those up to `max`; None if that was not decided.
    #[getter]
    fn for_every_parameter<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let families = PyDict::new(py);
        for family in &self.finished.proofs.families {
            let every = family.every.as_ref().map(Result::is_ok);
            families.set_item(&family.name, every)?;
        }
        Ok(families)
    }

    /// A dict for each claim, for pandas.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let all = 0..self.finished.proofs.claims.len();
        all.map(|at| PyClaim::of(&self.finished, at).to_dict(py)).collect()
    }

    fn __len__(&self) -> usize {
        self.finished.proofs.claims.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let all = 0..self.finished.proofs.claims.len();
        let claims: Vec<_> = all.map(|at| PyClaim::of(&self.finished, at)).collect();
        PyList::new(py, claims)?.try_iter()
    }

    fn __getitem__(&self, at: isize) -> PyResult<PyClaim> {
        let claims = self.finished.proofs.claims.len();
        let at = if at < 0 { at + claims as isize } else { at };
        match usize::try_from(at) {
            Ok(at) if at < claims => Ok(PyClaim::of(&self.finished, at)),
            _ => Err(PyIndexError::new_err("no claim has this number")),
        }
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(no_truth_value("a proof", "verdict"))
    }

    fn __repr__(&self) -> String {
        format!("<proofs of {} claims: {}>", self.__len__(), self.verdict())
    }

    fn __str__(&self) -> String {
        let proofs = &self.finished.proofs;
        table(proofs, usize::MAX) + &summary(proofs, usize::MAX)
    }
}
