//! Single rules and families.

use std::sync::atomic::{AtomicU64, Ordering};

use deadmove::core::error::{ErrorKind, InputError};
use deadmove::report::rule::{Expansion, family_sheet, rule_sheet, sheet_svg};
use deadmove::rules::load::{Loaded, LoadedFile};
use deadmove::rules::model::Rule;
use deadmove::rules::origin::Origin;
use deadmove::rules::words;
use deadmove::rules::{RuleFile, family::FamilyError};
use pyo3::prelude::*;

use crate::errors::BindingError;
use crate::rule_set::PyRuleSet;

/// A rule: a picture around the live end, and moves that it forbids. Or a family of them, with
/// parameters.
///
/// It is also the set of this rule alone, and can do all that a RuleSet can.
#[pyclass(name = "Rule", module = "deadmove", frozen, extends = PyRuleSet)]
#[derive(Debug)]
pub struct PyRule {
    file: LoadedFile,
}

impl PyRule {
    /// A rule that was read.
    ///
    /// # Errors
    /// If Python has no memory for it.
    pub fn of(py: Python<'_>, file: LoadedFile) -> PyResult<Bound<'_, PyRule>> {
        let loaded = Loaded { files: vec![file.clone()], ..Loaded::default() };
        let set = PyRuleSet::of(loaded, file.rule_file.head().name.clone());
        Bound::new(py, PyClassInitializer::from(set).add_subclass(PyRule { file }))
    }

    /// A rule that was found, and is in no file.
    ///
    /// # Errors
    /// If Python has no memory for it.
    pub fn found(py: Python<'_>, rule: Rule) -> PyResult<Bound<'_, PyRule>> {
        let rule_file = RuleFile::Rule(rule);
        let text = rule_file.write();
        PyRule::of(py, LoadedFile { path: place(), text, rule_file })
    }

    /// The family for the parameters of its pictures.
    fn expansions(&self) -> Result<Vec<Expansion>, BindingError> {
        let RuleFile::Family(family) = &self.file.rule_file else { return Ok(Vec::new()) };
        let expand = |parameters: &Vec<i64>| Expansion::of(family, parameters);
        let expanded: Result<Vec<_>, FamilyError> = family.pictures.iter().map(expand).collect();
        expanded.map_err(|error| {
            InputError::new(ErrorKind::FamilyImpossible, error.to_string())
                .in_file(&self.file.path)
                .into()
        })
    }
}

/// A place for a rule that is in no file. Two rules never share one: what is found about rules is
/// told apart by their places.
fn place() -> Origin {
    static TEXTS: AtomicU64 = AtomicU64::new(1);
    Origin::from(format!("<rule {}>", TEXTS.fetch_add(1, Ordering::Relaxed)).as_str())
}

#[pymethods]
impl PyRule {
    /// Reads the text of one rule or family.
    ///
    /// Raises InputError at the first place that is not as the rule language wants it.
    #[staticmethod]
    fn parse<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyRule>> {
        let rule_file = RuleFile::parse(text).map_err(BindingError::from)?;
        PyRule::of(py, LoadedFile { path: place(), text: text.to_owned(), rule_file })
    }

    /// The name that people use.
    #[getter]
    fn name(&self) -> &str {
        &self.file.rule_file.head().name
    }

    /// Where it comes from: a file, FILE#SLUG, SET#SLUG, or '<rule 1>' if it was parsed.
    #[getter]
    fn file_name(&self) -> String {
        self.file.path.to_string()
    }

    /// Its text in the rule language.
    #[getter]
    fn text(&self) -> &str {
        &self.file.text
    }

    /// What it says, in words, line by line; of a family without its cases.
    #[getter]
    fn statement(&self) -> Vec<String> {
        match &self.file.rule_file {
            RuleFile::Rule(rule) => words::statement(rule).lines(),
            RuleFile::Family(family) => words::family::parameters(family),
        }
    }

    /// Whether it is a family with parameters.
    #[getter]
    fn is_family(&self) -> bool {
        matches!(self.file.rule_file, RuleFile::Family(_))
    }

    /// Whether it is made of lemmas, which read the whole board and have no picture.
    #[getter]
    fn reads_the_whole_board(&self) -> bool {
        self.file.rule_file.reads_the_whole_board()
    }

    /// If it is known to be wrong: the side of the smallest board on which it forbids a live move.
    #[getter]
    fn wrong_since(&self) -> Option<u16> {
        self.file.rule_file.head().wrong_since
    }

    /// The boards for which it claims to hold, in words.
    #[getter]
    fn sizes(&self) -> String {
        words::sizes(self.file.rule_file.head().sizes)
    }

    /// Where it comes from, by its author.
    #[getter]
    fn sources(&self) -> Vec<String> {
        self.file.rule_file.head().sources.clone()
    }

    /// Remarks of its author.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.file.rule_file.head().remarks.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyRule>();
        other.is_ok_and(|other| other.get().file.rule_file == self.file.rule_file)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.file.rule_file.write().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let kind = if self.is_family() { "family" } else { "rule" };
        format!("<{kind} '{}' from {}>", self.name(), self.file.path)
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(match &self.file.rule_file {
            RuleFile::Rule(rule) => rule_sheet(rule, false, false),
            RuleFile::Family(family) => family_sheet(family, &self.expansions()?, false, false),
        })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(sheet_svg(&self.file.rule_file, &self.expansions()?, false))
    }
}
