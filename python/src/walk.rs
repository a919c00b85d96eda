//! Random lines drawn by rules.

use std::sync::Arc;

use deadmove::core::board::{Board, Move, letters};
use deadmove::core::error::{ErrorKind, InputError};
use deadmove::core::position::Position;
use deadmove::report::stats::table;
use deadmove::search::walk::Stop;
use deadmove::search::walk::digest;
use deadmove::search::walk::player::Player;
use deadmove::search::walk::stats::{
    FailedRun, Method, Rate, RunLines, SizeSample, Statistics, TakeLines, sample,
};
use deadmove::verify::chunks::ChunkRun;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::BindingError;
use crate::judgement::no_truth_value;
use crate::position::PyPosition;
use crate::read::{self, SizeUse, WholeNumber};
use crate::rule_set::PyRuleSet;
use crate::work;

/// The most runs that are asked for.
const MAX_RUNS: u64 = 10_000_000;

/// Random lines that a rule set drew, and where it failed.
#[pyclass(name = "Walk", module = "deadmove", frozen)]
#[derive(Debug)]
pub struct PyWalk {
    board: Arc<Board>,
    rules: String,
    statistics: Statistics,
    first: Option<Vec<Move>>,
}

/// Where a rule set failed: it allows no move, or a dead one.
#[pyclass(name = "WalkFailure", module = "deadmove", frozen)]
#[derive(Debug)]
pub struct PyWalkFailure {
    position: Position,
    failed: FailedRun,
}

/// Lets a rule set draw random lines on the standard board of this size: of the moves that it
/// allows, all are equally likely.
///
/// A run ends where the rules fail, or after `limit` completed lines. `stop` is what counts as a
/// failure: 'stuck', where no move is allowed, or 'dead', also where an allowed move is dead.
/// Results depend only on the rules, the size and the seed.
///
/// Raises InputError if there is no such board, or no rule applies to it.
#[pyfunction]
#[pyo3(signature = (
    rules, size, *, seed=0, runs=1000, limit=1, stop="stuck",
    progress=None
))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn walk(
    py: Python<'_>,
    rules: PyRef<'_, PyRuleSet>,
    size: WholeNumber,
    #[pyo3(from_py_with = read::whole)] seed: u64,
    #[pyo3(from_py_with = read::whole)] runs: u64,
    #[pyo3(from_py_with = read::whole)] limit: u64,
    stop: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyWalk> {
    let side = read::standard_side(size, SizeUse::Lines)?;
    let method = method(runs, limit, seed, stop)?;
    let set: &PyRuleSet = &rules;
    work::long(py, (progress, &format!("walking on {side}×{side}")), |work| {
        let board = Board::corner_to_corner(side, side)?;
        let claims = set.loaded().applicable(&board)?;
        let rules = digest(&claims);
        let compiled = set.compile(&board)?;
        let lemmas = compiled.lemmas().names().map(str::to_owned).collect();
        let advance = |total, more| work.advance(total, more);
        let part = ChunkRun::whole(&work.stop, &advance);
        let mut first = None;
        let mut take = |run: RunLines| {
            first = first.take().or_else(|| run.completed.into_iter().next());
            Ok(())
        };
        let (player, take) = (Player::Rules(&compiled), &mut take as &mut TakeLines<'_>);
        let (sample, _) = sample((&board, player), method, &part, None, Some(take))?;
        let sizes = vec![SizeSample { size: side, rules, lemmas, sample }];
        let statistics = Statistics { method, sizes };
        Ok(PyWalk { board: Arc::new(board), rules: set.name().to_owned(), statistics, first })
    })
}

fn method(runs: u64, limit: u64, seed: u64, stop: &str) -> Result<Method, BindingError> {
    if !(1..=MAX_RUNS).contains(&runs) || limit == 0 {
        let message = format!("runs={runs}, limit={limit}");
        let error = InputError::new(ErrorKind::NoWalk, message);
        return Err(error.expected("runs from 1 to 10,000,000, a limit of at least 1").into());
    }
    let stop = match stop {
        "stuck" => Stop::Stuck,
        "dead" => Stop::Dead,
        other => {
            let error = InputError::new(ErrorKind::WordUnknown, format!("stop='{other}'"));
            return Err(error.expected("'stuck' or 'dead'").into());
        }
    };
    Ok(Method { runs, limit, seed, stop })
}

impl PyWalk {
    fn row(&self) -> &SizeSample {
        &self.statistics.sizes[0]
    }

    fn failed(&self, failed: &FailedRun) -> PyResult<PyWalkFailure> {
        let position = Position::from_path(self.board.clone(), &failed.failure.path);
        let position = position.map_err(|error| BindingError::Internal(error.to_string()))?;
        Ok(PyWalkFailure { position, failed: failed.clone() })
    }
}

#[pymethods]
impl PyWalk {
    /// The side of the board.
    #[getter]
    fn size(&self) -> usize {
        self.row().size
    }

    /// Runs that are done.
    #[getter]
    fn runs(&self) -> u64 {
        self.row().sample.runs.count()
    }

    /// Lines that were completed.
    #[getter]
    fn completed(&self) -> u64 {
        self.row().sample.completed
    }

    /// Where the rules failed, in the order of the runs.
    #[getter]
    fn failures(&self) -> PyResult<Vec<PyWalkFailure>> {
        self.row().sample.failed.iter().map(|failed| self.failed(failed)).collect()
    }

    /// 'failed' if the rules failed in some run, else 'completed': all lines that were asked for.
    #[getter]
    fn verdict(&self) -> &'static str {
        match (self.row().sample.failed.is_empty(), self.statistics.finished()) {
            (false, _) => "failed",
            (true, true) => "completed",
            (true, false) => "unknown",
        }
    }

    /// Lines completed per failure; None without a failure.
    #[getter]
    fn lines_per_failure(&self) -> Option<f64> {
        match self.row().sample.rate(self.statistics.method) {
            Rate::Mean { mean, .. } => Some(mean),
            Rate::AtLeast(_) | Rate::Nothing => None,
        }
    }

    /// The ends of the 95 % interval of the lines per failure; without a failure the upper end is
    /// None, without a line both are.
    #[getter]
    fn interval(&self) -> (Option<f64>, Option<f64>) {
        match self.row().sample.rate(self.statistics.method) {
            Rate::Mean { low, high, .. } => (Some(low), Some(high)),
            Rate::AtLeast(low) => (Some(low), None),
            Rate::Nothing => (None, None),
        }
    }

    /// The first completed line; None if there is none.
    #[getter]
    fn first_line(&self) -> PyResult<Option<PyPosition>> {
        let Some(line) = &self.first else { return Ok(None) };
        let position = Position::from_path(self.board.clone(), line);
        let position = position.map_err(|error| BindingError::Internal(error.to_string()))?;
        Ok(Some(PyPosition::of(position)))
    }

    /// Plain values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (dict, (low, high)) = (PyDict::new(py), self.interval());
        dict.set_item("size", self.size())?;
        dict.set_item("rules", &self.rules)?;
        dict.set_item("seed", self.statistics.method.seed)?;
        dict.set_item("runs", self.runs())?;
        dict.set_item("completed", self.completed())?;
        dict.set_item("failures", self.row().sample.failed.len())?;
        dict.set_item("verdict", self.verdict())?;
        dict.set_item("lines_per_failure", self.lines_per_failure())?;
        dict.set_item("low", low)?;
        dict.set_item("high", high)?;
        Ok(dict)
    }

    /// A dict for each failure, for pandas.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let failed = self.row().sample.failed.iter();
        failed.map(|failed| self.failed(failed)?.to_dict(py)).collect()
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(no_truth_value("a walk", "verdict"))
    }

    fn __repr__(&self) -> String {
        let (size, completed) = (self.size(), self.completed());
        let failures = self.row().sample.failed.len();
        format!("<walk by {} on {size}x{size}: {completed} lines, {failures} failures>", self.rules)
    }

    fn __str__(&self) -> String {
        table(&self.statistics, Some(&self.rules))
    }

    /// The first failure, else the first line.
    fn _repr_svg_(&self) -> PyResult<String> {
        use deadmove::report::{Picture, svg};
        let path = match self.row().sample.failed.first() {
            Some(failed) => &failed.failure.path[..],
            None => self.first.as_deref().unwrap_or_default(),
        };
        let position = Position::from_path(self.board.clone(), path);
        let position = position.map_err(|error| BindingError::Internal(error.to_string()))?;
        let name = self.__repr__();
        let name = name.trim_matches(['<', '>']);
        Ok(svg(&Picture { name: Some(name), ..Picture::of(&position) }))
    }
}

#[pymethods]
impl PyWalkFailure {
    /// The number of the run, from 0.
    #[getter]
    fn run(&self) -> u64 {
        self.failed.run
    }

    /// The position in which the rules fail.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::of(self.position.clone())
    }

    /// The dead move that the rules allow there; None if they allow no move.
    #[getter]
    fn dead_move(&self) -> Option<char> {
        self.failed.failure.dead_move.map(Move::letter)
    }

    /// Plain values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("run", self.failed.run)?;
        dict.set_item("path", letters(&self.failed.failure.path))?;
        dict.set_item("dead_move", self.dead_move())?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        let why = match self.dead_move() {
            Some(letter) => format!("allows dead {letter}"),
            None => "allows no move".to_owned(),
        };
        format!("<run {}: {why} after {} steps>", self.failed.run, self.failed.failure.path.len())
    }

    fn _repr_svg_(&self) -> String {
        use deadmove::report::{Picture, svg};
        svg(&Picture::of(&self.position))
    }
}
