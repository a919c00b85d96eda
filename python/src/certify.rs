//! Certificates of rules, which the independent checker accepts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use deadmove::certify::all_sizes::folder as every_board;
use deadmove::certify::folder::{self as one_board, Share, WriteError};
use deadmove::core::board::Board;
use deadmove::core::error::{ErrorKind, InputError};
use deadmove::prove::argument::Effort;
use deadmove::prove::claims::{ClaimArgument, JudgedClaim, MoveClaim, find_vacuous};
use deadmove::prove::cross_check::{LISTED, check_against_live_sets};
use deadmove::prove::proofs::claims_of_files;
use deadmove::prove::run::Run;
use deadmove::rules::load::none_applies;
use deadmove_checker::Verdict;
use deadmove_checker::verdict::{Exporter, Wanted, check};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::BindingError;
use crate::judgement::no_truth_value;
use crate::prove::largest;
use crate::read::{self, Seconds, SizeUse, WholeNumber};
use crate::rule_set::PyRuleSet;
use crate::work::{self, LongWork};

/// The largest side of a certificate for one board.
const LARGEST: u64 = 99;

/// What a certificate says.
#[pyclass(name = "Certificate", module = "deadmove", frozen, get_all)]
#[derive(Debug)]
pub struct PyCertificate {
    /// Its folder.
    folder: PathBuf,
    /// The side of the board; None for every board.
    size: Option<usize>,
    /// Whether every claim has its evidence.
    complete: bool,
    /// Claims that forbid no live move.
    sound: usize,
    /// Claims that forbid a live move; none for every board.
    unsound: usize,
    /// Claims that forbid nothing there.
    vacuous: usize,
    /// Claims without evidence.
    open: usize,
}

impl From<WriteError> for BindingError {
    fn from(error: WriteError) -> BindingError {
        match error {
            WriteError::Input(error) => error.into(),
            WriteError::Fault(fault) => BindingError::Internal(fault.to_string()),
        }
    }
}

/// Certifies rules.
///
/// # Errors
/// If there is no such board, no rule applies to it, or the folder cannot be used.
pub fn certify(
    py: Python<'_>,
    set: &PyRuleSet,
    folder: &Path,
    (size, max, timeout): (Option<WholeNumber>, u64, Option<Seconds>),
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyCertificate> {
    let max = largest(max)?;
    let side = size.map(one_board_side).transpose()?;
    work::long(py, (progress, "certifying"), |work| {
        set.loaded().without_lemmas()?;
        match side {
            Some(side) => for_one_board(set, folder, (side, timeout), work),
            None => for_every_board(set, folder, (max, timeout), work),
        }
    })
}

fn one_board_side(size: WholeNumber) -> Result<usize, BindingError> {
    match size {
        WholeNumber(side) if side > LARGEST => {
            let message = format!("no certificates for side {side}");
            let error = InputError::new(ErrorKind::SizeNotCertified, message);
            Err(error.expected(format!("an odd size from 3 to {LARGEST}")).into())
        }
        size => read::standard_side(size, SizeUse::Lines),
    }
}

fn for_one_board(
    set: &PyRuleSet,
    folder: &Path,
    (side, timeout): (usize, Option<Seconds>),
    work: &LongWork,
) -> Result<PyCertificate, BindingError> {
    let loaded = set.loaded();
    let board = Board::corner_to_corner(side, side)?;
    let plan = one_board::plan(&board, &loaded.files, &loaded.rules_for(&board)?);
    if plan.0.count == 0 {
        return Err(none_applies("rule", &board).into());
    }
    let (limits, advance) = (read::limits(timeout), |total, more| work.advance(total, more));
    let manifest = one_board::write(folder, plan, &Share::WHOLE, &limits, &work.stop, &advance)?;
    let count = |wanted: Option<Verdict>| {
        manifest.claims.iter().filter(|entry| entry.verdict == wanted).count()
    };
    Ok(PyCertificate {
        folder: folder.to_owned(),
        size: Some(side),
        complete: manifest.complete,
        sound: count(Some(Verdict::Sound)),
        unsound: count(Some(Verdict::Unsound)),
        vacuous: count(Some(Verdict::Vacuous)),
        open: count(None),
    })
}

fn for_every_board(
    set: &PyRuleSet,
    folder: &Path,
    (max, timeout): (i64, Option<Seconds>),
    work: &LongWork,
) -> Result<PyCertificate, BindingError> {
    let claims = claims_of_files(set.loaded(), max)?;
    let plan = every_board::plan(&set.loaded().files, max)?;
    if plan.manifest.count == 0 {
        let message = format!("the rules claim nothing for parameters up to {max}");
        let error = InputError::new(ErrorKind::NoRules, message);
        return Err(error.expected("rules, or a larger max").into());
    }
    let (limits, advance) = (read::limits(timeout), |total, more| work.advance(total, more));
    let splits = Effort::USUAL.splits;
    let manifest =
        every_board::write(folder, plan, &Share::WHOLE, splits, &limits, &work.stop, &advance)?;
    let certified = manifest.claims.iter().filter(|entry| entry.sha256.is_some());
    let certified: Vec<(String, String)> = certified
        .map(|entry| (manifest.files[entry.file].path.clone(), entry.rule.name.clone()))
        .collect();
    let effective = effective_rules(claims, &certified.iter().cloned().collect(), &work.stop)?;
    let vacuous = certified.iter().filter(|rule| !effective.contains(*rule)).count();
    Ok(PyCertificate {
        folder: folder.to_owned(),
        size: None,
        complete: manifest.complete,
        sound: certified.len() - vacuous,
        unsound: 0,
        vacuous,
        open: manifest.claims.iter().filter(|entry| entry.sha256.is_none()).count(),
    })
}

/// Those of the certified rules, given by their files and names, that forbid a move of some live
/// position.
fn effective_rules(
    claims: Vec<MoveClaim>,
    certified: &BTreeSet<(String, String)>,
    stop: &AtomicBool,
) -> Result<BTreeSet<(String, String)>, BindingError> {
    let name = |claim: &MoveClaim| (claim.file.display().to_string(), claim.rule.head.name.clone());
    let judged = |claim| JudgedClaim::new(claim, ClaimArgument::Certificate.proves());
    let claims = claims.into_iter().filter(|claim| certified.contains(&name(claim)));
    let mut claims: Vec<JudgedClaim> = claims.map(judged).collect();
    check_against_live_sets(&mut claims, LISTED, stop)
        .map_err(|wrong| BindingError::Internal(wrong.to_string()))?;
    find_vacuous(&mut claims, None, &Run::new(stop));
    let effective = claims.iter().filter(|judged| judged.proof().is_some_and(|it| !it.vacuous));
    Ok(effective.map(|judged| name(&judged.claim)).collect())
}

#[pymethods]
impl PyCertificate {
    /// 'unsound' if a claim forbids a live move, 'partial' if one has no evidence, 'vacuous' if
    /// none forbids anything on the board, else 'sound'.
    #[getter]
    fn verdict(&self) -> &'static str {
        match () {
            () if self.unsound > 0 => "unsound",
            () if self.open > 0 || !self.complete => "partial",
            () if self.sound == 0 => "vacuous",
            () => "sound",
        }
    }

    /// Plain values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("folder", &self.folder)?;
        dict.set_item("size", self.size)?;
        dict.set_item("verdict", self.verdict())?;
        dict.set_item("complete", self.complete)?;
        dict.set_item("sound", self.sound)?;
        dict.set_item("unsound", self.unsound)?;
        dict.set_item("vacuous", self.vacuous)?;
        dict.set_item("open", self.open)?;
        Ok(dict)
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(no_truth_value("a certificate", "verdict"))
    }

    fn __repr__(&self) -> String {
        let board = self.size.map_or("every board".to_owned(), |side| format!("{side}x{side}"));
        let PyCertificate { sound, unsound, vacuous, open, .. } = self;
        let verdict = self.verdict();
        format!(
            "<certificate for {board}: {verdict}; {sound} sound, {unsound} unsound, {vacuous} \
             vacuous, {open} open>"
        )
    }
}

/// Checks a certificate as the program `deadmove-checker` does, with the same code, which shares
/// none with what made it. Returns what the certificate says, in a line, and what it leaves open.
///
/// Raises InputError if it is rejected.
#[pyfunction]
pub fn check_certificate(py: Python<'_>, path: PathBuf) -> PyResult<(String, Vec<String>)> {
    work::long(py, (None, "checking a certificate"), |_| {
        let accepted = check(&path, &Wanted::default(), &mut Exporter::default());
        let report = accepted.map_err(|why| {
            let message = format!("the checker rejects the certificate: {why}");
            InputError::new(ErrorKind::CertificateBroken, message).in_file(&path)
        })?;
        Ok((report.summary, report.open))
    })
}
