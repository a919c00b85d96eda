//! Sets of rules: reading them, and what they say about a position. What is found out about them on
//! whole boards is in the modules [`crate::check`], [`crate::prove`], [`crate::certify`] and
//! [`crate::walk`].

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use deadmove::core::board::Board;
use deadmove::core::position::Position;
use deadmove::report::rule::table;
use deadmove::rules::compile::RuleSet;
use deadmove::rules::load::{KnownWrong, Loaded, LoadedFile, load_with};
use deadmove::rules::model::Rule;
use deadmove::rules::moves::Moves;
use deadmove::rules::places::named_sets;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};

use crate::certify::{self, PyCertificate};
use crate::check::{self, PyCheck};
use crate::errors::BindingError;
use crate::explain::PyExplanation;
use crate::position::PyPosition;
use crate::prove::{self, PyProofs};
use crate::read::{self, Seconds, WholeNumber};
use crate::rule::PyRule;
use crate::work;

/// Rules and families that are used together.
#[pyclass(name = "RuleSet", module = "deadmove", frozen, subclass)]
#[derive(Debug)]
pub struct PyRuleSet {
    loaded: Arc<Loaded>,
    /// What it was asked for with.
    name: String,
    /// Compiled for the board that was asked about last.
    compiled: Mutex<Option<Arc<CompiledRules>>>,
}

/// The rules for one board.
#[derive(Debug)]
struct CompiledRules {
    board: Board,
    set: RuleSet,
}

impl PyRuleSet {
    /// A set of rules that were read.
    pub fn of(loaded: Loaded, name: String) -> PyRuleSet {
        PyRuleSet { loaded: Arc::new(loaded), name, compiled: Mutex::new(None) }
    }

    /// The rules.
    pub fn loaded(&self) -> &Arc<Loaded> {
        &self.loaded
    }

    /// What the set was asked for with.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The plain rules for a board, and the set compiled for it.
    ///
    /// # Errors
    /// If a family is impossible for the board.
    pub fn compile(&self, board: &Board) -> Result<RuleSet, BindingError> {
        let claims = self.loaded.rules_for(board)?;
        let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
        Ok(RuleSet::compile(&rules, board))
    }

    fn compiled(&self, board: &Board) -> Result<Arc<CompiledRules>, BindingError> {
        let lock = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().as_ref().filter(|known| known.board == *board) {
            return Ok(known.clone());
        }
        let set = self.compile(board)?;
        let compiled = Arc::new(CompiledRules { board: board.clone(), set });
        *lock() = Some(compiled.clone());
        Ok(compiled)
    }

    fn forbids(&self, position: &Position) -> Result<Moves, BindingError> {
        let compiled = self.compiled(position.board())?;
        Ok(compiled.set.matcher().forbidden(position.free(), position.live_end()))
    }
}

#[pymethods]
impl PyRuleSet {
    /// The names of the rules and families.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.loaded.files.iter().map(|file| file.rule_file.head().name.as_str()).collect()
    }

    /// The rules that were left out because they are known to be wrong.
    #[getter]
    fn known_wrong<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyRule>>> {
        self.loaded.known_wrong.iter().map(|file| PyRule::of(py, file.clone())).collect()
    }

    /// The legal moves of a position that some rule forbids, as letters in the order U D L R.
    ///
    /// Rules that do not claim to hold on the board take no part.
    fn forbidden(&self, py: Python<'_>, position: PyRef<'_, PyPosition>) -> PyResult<String> {
        let position = position.inner();
        Ok(work::short(py, || self.forbids(position))?.to_string())
    }

    /// What the rules say about a position, compared with the verdict on each move.
    fn explain(&self, py: Python<'_>, position: PyRef<'_, PyPosition>) -> PyResult<PyExplanation> {
        PyExplanation::of(py, self, &position)
    }

    /// Checks the rules on every live position of the standard board of this size: are they sound,
    /// and are they complete?
    ///
    /// `engine` is 'list', which looks at every live position and reaches up to 9×9, or 'sat',
    /// which decides each rule by formulas and counts nothing. `timeout` is in seconds for each
    /// rule, for 'sat'. `cache` is a folder in which the live positions are kept.
    ///
    /// Raises InputError if there is no such board, or no rule applies to it.
    #[pyo3(signature = (size, *, engine=None, timeout=None, cache=None, progress=None))]
    fn check(
        &self,
        py: Python<'_>,
        size: WholeNumber,
        engine: Option<&str>,
        timeout: Option<Seconds>,
        cache: Option<PathBuf>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyCheck> {
        check::check(py, self, size, (engine, timeout), cache, progress)
    }

    /// Proves each rule, with each move that it forbids, for every board from corner to opposite
    /// corner without blocked cells; or finds a counterexample.
    ///
    /// `max` is the largest parameter of families, `size` the largest board that is searched for
    /// counterexamples. `timeout` is in seconds for each part of the work, 60 if left out.
    ///
    /// Raises InputError if rules are made of lemmas, or claim nothing.
    #[pyo3(signature = (*, max=8, size=11, timeout=None, progress=None))]
    fn prove(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = read::whole)] max: u64,
        #[pyo3(from_py_with = read::whole)] size: u64,
        timeout: Option<Seconds>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyProofs> {
        prove::prove(py, self, (max, size, timeout), progress)
    }

    /// Writes a certificate into a folder, which `deadmove-checker` accepts without trusting this
    /// program: for the standard board of this size, or without one for every board.
    ///
    /// `timeout` is in seconds for each formula; `max` is the largest parameter of families,
    /// without a size. A run that was stopped goes on if it is repeated.
    ///
    /// Raises InputError if the rules cannot be certified, or the folder has something else.
    #[pyo3(signature = (folder, size=None, *, max=8, timeout=None, progress=None))]
    fn certify(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        size: Option<WholeNumber>,
        #[pyo3(from_py_with = read::whole)] max: u64,
        timeout: Option<Seconds>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyCertificate> {
        certify::certify(py, self, &folder, (size, max, timeout), progress)
    }

    fn __len__(&self) -> usize {
        self.loaded.files.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let files = self.loaded.files.iter();
        let rules: Vec<_> =
            files.map(|file| PyRule::of(py, file.clone())).collect::<PyResult<_>>()?;
        PyList::new(py, rules)?.try_iter()
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyRule>> {
        let files = &self.loaded.files;
        let named = |name: &str| files.iter().find(|file| file.rule_file.head().name == name);
        let found = match (key.extract::<isize>(), key.extract::<String>()) {
            (Ok(at), _) => {
                let at = if at < 0 { at + files.len() as isize } else { at };
                let found = usize::try_from(at).ok().and_then(|at| files.get(at));
                found.ok_or_else(|| PyIndexError::new_err("no rule has this number"))
            }
            (_, Ok(name)) => named(&name).ok_or_else(|| PyKeyError::new_err(name)),
            _ => Err(PyTypeError::new_err("a rule has a number or a name")),
        };
        found.and_then(|file| PyRule::of(key.py(), file.clone()))
    }

    fn __repr__(&self) -> String {
        let rules = self.loaded.files.len();
        format!("<{rules} {} of {}>", if rules == 1 { "rule" } else { "rules" }, self.name)
    }

    fn __str__(&self) -> String {
        table(&self.loaded.files, false)
    }

    /// Name, file and kind of each rule, for pandas.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let row = |file: &LoadedFile| {
            let (dict, head) = (PyDict::new(py), file.rule_file.head());
            dict.set_item("name", &head.name)?;
            dict.set_item("file", file.path.to_string())?;
            dict.set_item("family", &head.family)?;
            dict.set_item("sizes", deadmove::rules::words::sizes(head.sizes))?;
            dict.set_item("wrong_since", head.wrong_since)?;
            Ok(dict)
        };
        self.loaded.files.iter().map(row).collect()
    }
}

/// The rules of files, folders, set files, and of sets by their names, such as 'mined-9'; and Rule
/// and RuleSet objects.
///
/// Rules that are known to be wrong take part only if they are named themselves, or with
/// `include_wrong`.
///
/// Raises InputError if there are no rules, or a file cannot be read.
#[pyfunction]
#[pyo3(signature = (*rules, include_wrong=false))]
pub fn rules(
    py: Python<'_>,
    rules: &Bound<'_, PyTuple>,
    include_wrong: bool,
) -> PyResult<PyRuleSet> {
    let (mut paths, mut names, mut given) = (Vec::new(), Vec::new(), Vec::new());
    for rule in rules {
        if let Ok(set) = rule.cast::<PyRuleSet>() {
            names.push(set.get().name.clone());
            given.extend(set.get().loaded.files.iter().cloned());
        } else {
            let path = read::path(rule.extract::<PathBuf>()?);
            names.push(path.display().to_string());
            paths.push(path);
        }
    }
    let wrong = if include_wrong { KnownWrong::Include } else { KnownWrong::LeaveOut };
    let loaded = work::short(py, || {
        if paths.is_empty() && !given.is_empty() {
            return Ok(Loaded::default());
        }
        let mut loaded = load_with(&paths, wrong)?;
        match loaded.errors.is_empty() {
            true => Ok(loaded),
            false => Err(loaded.errors.swap_remove(0).into()),
        }
    })?;
    let mut files = loaded.files;
    files.extend(given);
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(file.path.identity()));
    Ok(PyRuleSet::of(Loaded { files, ..loaded }, names.join(" ")))
}

/// The names of the rule sets that `rules` finds.
///
/// Raises InputError if a folder of sets cannot be read.
#[pyfunction]
pub fn set_names() -> PyResult<Vec<String>> {
    let sets = named_sets().map_err(BindingError::from)?;
    Ok(sets.into_iter().map(|set| set.name).collect())
}
