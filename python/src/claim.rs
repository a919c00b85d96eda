//! Single claims: rules with one of the moves that they forbid, proved or not.

use std::collections::BTreeMap;
use std::sync::Arc;

use deadmove::prove::claims::{ClaimVerdict, JudgedClaim};
use deadmove::prove::proofs::Proofs;
use deadmove::report::prove::countermodel;
use deadmove::rules::geometry::word;
use deadmove::verify::confirm::Confirmed;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::example::PyExample;
use crate::judgement::no_truth_value;

/// Proofs with the confirmed counterexamples, in the order of the claims.
#[derive(Debug)]
pub struct FinishedProofs {
    /// What was found.
    pub proofs: Proofs,
    /// The counterexample to each claim that has one.
    pub confirmed: Vec<Option<Confirmed>>,
}

/// A rule, or a member of a family, with one of the moves that it forbids.
#[pyclass(name = "Claim", module = "deadmove", frozen)]
#[derive(Debug)]
pub struct PyClaim {
    finished: Arc<FinishedProofs>,
    at: usize,
}

impl PyClaim {
    /// The claim with this number.
    pub fn of(finished: &Arc<FinishedProofs>, at: usize) -> PyClaim {
        PyClaim { finished: finished.clone(), at }
    }

    fn judged(&self) -> &JudgedClaim {
        &self.finished.proofs.claims[self.at]
    }
}

#[pymethods]
impl PyClaim {
    /// The name of the rule.
    #[getter]
    fn rule(&self) -> &str {
        &self.judged().claim.rule.head.name
    }

    /// Where it comes from.
    #[getter]
    fn file(&self) -> String {
        self.judged().claim.file.display().to_string()
    }

    /// The move that it forbids: 'ahead', 'behind', 'left' or 'right' in the picture.
    #[getter]
    fn r#move(&self) -> &'static str {
        word(self.judged().claim.direction)
    }

    /// The parameters of the family by name; None if it is no member of one.
    #[getter]
    fn parameters(&self) -> Option<BTreeMap<String, i64>> {
        let member = self.judged().claim.member.as_ref()?;
        Some(member.parameters.iter().cloned().collect())
    }

    /// 'proved', 'refuted' or 'open'.
    #[getter]
    fn verdict(&self) -> &'static str {
        match self.judged().verdict {
            ClaimVerdict::Proved(_) => "proved",
            ClaimVerdict::Refuted(_) => "refuted",
            ClaimVerdict::Open(_) => "open",
        }
    }

    /// Whether it is proved but forbids no move of any live position, which is no success.
    #[getter]
    fn vacuous(&self) -> bool {
        self.judged().proof().is_some_and(|proof| proof.vacuous)
    }

    /// The kinds of facts that the proof needs; empty if there is no proof.
    #[getter]
    fn needed(&self) -> Vec<&'static str> {
        let proof = self.judged().proof();
        proof.map(|proof| proof.argument.needed().to_vec()).unwrap_or_default()
    }

    /// Dead moves that it forbids on the boards up to 7×7.
    #[getter]
    fn dead_moves(&self) -> u64 {
        self.judged().fired
    }

    /// A live move that it forbids; None unless it is refuted.
    #[getter]
    fn counterexample(&self) -> Option<PyExample> {
        let confirmed = self.finished.confirmed[self.at].clone()?;
        Some(PyExample::forbidden(confirmed, self.judged().claim.rule.clone()))
    }

    /// What the proof could not exclude, as a drawing in text; None unless it is open.
    #[getter]
    fn survives(&self) -> Option<String> {
        match &self.judged().verdict {
            ClaimVerdict::Open(Some(left)) => Some(countermodel::draw(left)),
            _ => None,
        }
    }

    /// Plain values.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("rule", self.rule())?;
        dict.set_item("file", self.file())?;
        dict.set_item("move", self.r#move())?;
        dict.set_item("parameters", self.parameters())?;
        dict.set_item("verdict", self.verdict())?;
        dict.set_item("vacuous", self.vacuous())?;
        dict.set_item("needed", self.needed())?;
        dict.set_item("dead_moves", self.dead_moves())?;
        Ok(dict)
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(no_truth_value("a claim", "verdict"))
    }

    fn __repr__(&self) -> String {
        let vacuous = if self.vacuous() { ", vacuous" } else { "" };
        format!("<{}: {}{vacuous}>", self.judged().claim.name(), self.verdict())
    }
}
