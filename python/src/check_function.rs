//! Python functions in place of rules: each is asked which moves it allows in live positions.

use std::path::PathBuf;
use std::sync::Arc;

use deadmove::core::board::{Board, Move, letters};
use deadmove::core::error::{ErrorKind, InputError};
use deadmove::core::position::Position;
use deadmove::rules::moves::Moves;
use deadmove::verify::answers::{ProgramAnswers, Truth};
use deadmove::verify::check_program::{judged, truth};
use deadmove::verify::live_set::paths::LivePaths;
use deadmove::verify::live_set::{LiveSet, MAX_LIVE_SET_SIDE};
use deadmove::verify::random_lines::hamiltonian_path;
use deadmove_program::answer::{Answer, AnswerError, parse};
use deadmove_program::fault::ProgramFault;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers::PyAnswerCheck;
use crate::errors::BindingError;
use crate::live_sets;
use crate::position::PyPosition;
use crate::read::{self, SizeUse, WholeNumber};
use crate::work::{self, Reporter};

/// Questions between two looks for Ctrl-C.
const AT_ONCE: u64 = 1024;

/// Letters that are looked at in an answer, which may have no end. More than four are no answer.
const MOST_LETTERS: usize = 16;

/// After so many faults a function is not asked any more, as a program.
const MOST_FAULTS: u64 = 1000;

/// What becomes of a function that raises, or returns something else than moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaultUse {
    /// The check ends with an exception.
    Raise,
    /// It counts as a question without an answer.
    Count,
}

/// A function that is being asked.
struct AskedFunction<'f, 'py> {
    function: &'f Bound<'py, PyAny>,
    faults: FaultUse,
    reporter: Reporter<'py>,
    /// Positions to ask about.
    total: u64,
    answers: ProgramAnswers,
    ended: Option<String>,
}

impl AskedFunction<'_, '_> {
    /// Asks about one live position, unless there were too many faults. Returns whether to go on.
    fn ask(&mut self, position: Position, truth: Truth) -> PyResult<bool> {
        let counts = &self.answers.counts;
        if counts.positions.is_multiple_of(AT_ONCE) {
            self.function.py().check_signals()?;
            self.reporter.report(counts.positions, self.total)?;
        }
        let legal = truth.live.or(truth.dead);
        if legal.is_empty() {
            // The complete line has no moves to ask about.
            self.answers.counts.positions += 1;
            return Ok(true);
        }
        let path = position.path().to_vec();
        let said = self.said(position, legal)?;
        self.answers.add(truth, [(&path[..], said)]);
        if self.answers.findings.len() >= 2 * deadmove::verify::answers::KEPT {
            self.answers.settle();
        }
        let faults: u64 = self.answers.counts.faults.values().sum();
        if faults >= MOST_FAULTS {
            self.ended = Some(format!("{faults} questions had no answer"));
        }
        Ok(self.ended.is_none())
    }

    /// What the function says, or its fault.
    fn said(&self, position: Position, legal: Moves) -> PyResult<Result<Answer, ProgramFault>> {
        let py = self.function.py();
        let asked = Bound::new(py, PyPosition::of(position.clone()))?;
        let fault = match self.function.call1((asked,)) {
            Ok(returned) => match answer(&returned, legal) {
                Ok(answer) => return Ok(Ok(answer)),
                Err(error) => (ProgramFault::NoAnswer(error), None),
            },
            // Such as KeyboardInterrupt.
            Err(raised) if !raised.is_instance_of::<PyException>(py) => return Err(raised),
            Err(raised) => {
                let how = format!("it raised {raised}");
                (ProgramFault::Ended { how, errors: String::new() }, Some(raised))
            }
        };
        match self.faults {
            FaultUse::Count => Ok(Err(fault.0)),
            FaultUse::Raise => Err(function_error(py, position, fault)?),
        }
    }
}

/// The exception for a fault of a function.
fn function_error(
    py: Python<'_>,
    position: Position,
    (fault, raised): (ProgramFault, Option<PyErr>),
) -> PyResult<PyErr> {
    let (path, board) = (letters(position.path()), crate::position::size_text(position.board()));
    let message = format!("the function gives no answer after '{path}' on {board}: {fault}");
    let fields = PyDict::new(py);
    fields.set_item("position", Bound::new(py, PyPosition::of(position))?)?;
    let class = py.import("deadmove._errors")?.getattr("FunctionError")?;
    let error = PyErr::from_value(class.call((message,), Some(&fields))?);
    error.set_cause(py, raised);
    Ok(error)
}

/// The answer that an object stands for: letters as programs print them, or several letters, one by
/// one. Empty text is no move.
fn answer(returned: &Bound<'_, PyAny>, legal: Moves) -> Result<Answer, AnswerError> {
    let other = || {
        let shown = returned.repr().map(|text| text.to_string_lossy().into_owned());
        let shown: String = shown.unwrap_or_default().chars().take(100).collect();
        AnswerError::NotMoves(shown)
    };
    let text = match returned.extract::<String>() {
        Ok(text) => text,
        Err(_) => {
            let mut text = String::new();
            for letter in returned.try_iter().map_err(|_| other())?.take(MOST_LETTERS) {
                let letter = letter.and_then(|letter| letter.extract::<char>());
                text.push(letter.map_err(|_| other())?);
            }
            text
        }
    };
    match text.is_empty() {
        true => Ok(Answer::Allowed(Moves::NONE)),
        false => parse(text.as_bytes(), legal),
    }
}

/// Asks a function which moves it allows, in every live position of a standard board up to 9×9; on
/// larger boards, in the positions of random lines.
///
/// Use `check`, which takes rules, too.
#[pyfunction]
#[pyo3(signature = (
    function, size, *, faults="raise", lines=100, seed=1, cache=None,
    progress=None
))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn check_function<'py>(
    py: Python<'py>,
    function: &Bound<'py, PyAny>,
    size: WholeNumber,
    faults: &str,
    #[pyo3(from_py_with = read::whole)] lines: u64,
    #[pyo3(from_py_with = read::whole)] seed: u64,
    cache: Option<PathBuf>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<PyAnswerCheck> {
    let side = read::standard_side(size, SizeUse::Lines)?;
    let faults = fault_use(faults)?;
    let live_set = work::long(py, (progress, "listing live positions"), |work| {
        (side <= MAX_LIVE_SET_SIDE).then(|| live_sets::open(side, cache, work)).transpose()
    })?;
    let board = Arc::new(Board::corner_to_corner(side, side).map_err(BindingError::from)?);
    let name = function.getattr("__name__").and_then(|name| name.extract::<String>());
    let name = name.unwrap_or_else(|_| "the function".to_owned());
    let lines = lines.min(1_000_000);
    let total = match &live_set {
        Some(live_set) => live_set.totals().live_positions,
        None => lines.saturating_mul((side * side - 1) as u64),
    };
    let reporter = Reporter::new(py, progress, &format!("asking {name}"))?;
    let answers = ProgramAnswers::default();
    let mut asked = AskedFunction { function, faults, reporter, total, answers, ended: None };
    let done = match &live_set {
        Some(live_set) => on_live_set(&mut asked, live_set, &board),
        None => on_lines(&mut asked, &board, (lines, seed)),
    };
    let AskedFunction { mut reporter, mut answers, ended, .. } = asked;
    let reported = reporter.report(answers.counts.positions, total);
    // The bar is closed whatever happened, and what happened first is raised.
    let closed = reporter.close();
    done.and(reported).and(closed)?;
    answers.settle();
    let complete = ended.is_none();
    Ok(PyAnswerCheck::of(board, name, (complete, ended), answers)?)
}

fn fault_use(word: &str) -> Result<FaultUse, BindingError> {
    match word {
        "raise" => Ok(FaultUse::Raise),
        "count" => Ok(FaultUse::Count),
        _ => {
            let error = InputError::new(ErrorKind::WordUnknown, format!("faults='{word}'"));
            Err(error.expected("'raise' or 'count'").into())
        }
    }
}

/// Asks about every position of a live set.
fn on_live_set(
    asked: &mut AskedFunction<'_, '_>,
    live_set: &LiveSet,
    board: &Arc<Board>,
) -> PyResult<()> {
    let mut paths = LivePaths::one_each(live_set);
    while let Some((path, entry)) = paths.next() {
        let position = Position::from_path(board.clone(), path);
        let position = position.map_err(|error| BindingError::Internal(error.to_string()))?;
        if !asked.ask(position, truth(live_set, entry))? {
            break;
        }
    }
    Ok(())
}

/// Asks about the positions of random lines.
fn on_lines(
    asked: &mut AskedFunction<'_, '_>,
    board: &Arc<Board>,
    (lines, seed): (u64, u64),
) -> PyResult<()> {
    let py = asked.function.py();
    for number in 0..lines {
        let side = usize::from(board.width());
        let line: Vec<Move> =
            work::short(py, || Ok(hamiltonian_path(side, side, seed.wrapping_add(number))))?;
        let mut position = Position::start(board.clone());
        for step in line {
            let truth = work::short(py, || Ok(judged(&position, step)?))?;
            py.check_signals()?;
            let next = position.after(step);
            if !asked.ask(position, truth)? {
                return Ok(());
            }
            position = next;
        }
    }
    Ok(())
}
