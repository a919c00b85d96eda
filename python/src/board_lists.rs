//! Positions and lines of boards, one after the other, as Python iterators.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{thread, vec};

use deadmove::core::board::{Board, Move};
use deadmove::core::error::{ErrorKind, InputError};
use deadmove::core::position::Position;
use deadmove::verify::live_set::{LiveSet, MAX_LIVE_SET_SIDE};
use deadmove::verify::positions::{FoundPath, PositionChoice, along_random_lines, of_live_set};
use deadmove::verify::random_lines::hamiltonian_paths;
use pyo3::prelude::*;

use crate::errors::BindingError;
use crate::live_sets;
use crate::position::PyPosition;
use crate::read::{self, SizeUse, WholeNumber};
use crate::work;

/// Paths that are handed over at a time.
const BATCH: usize = 1024;

/// How often the waiting thread looks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(50);

enum Handed {
    Paths(Vec<Vec<Move>>),
    /// There are no more.
    End,
}

/// Positions of a board, found by another thread while they are used.
#[pyclass(name = "LivePositions", module = "deadmove")]
#[derive(Debug)]
pub struct PyLivePositions {
    board: Arc<Board>,
    batch: vec::IntoIter<Vec<Move>>,
    /// Without one, all positions have been handed over.
    receiver: Option<Mutex<Receiver<Handed>>>,
    stop: Arc<AtomicBool>,
}

#[pymethods]
impl PyLivePositions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<PyPosition>> {
        loop {
            if let Some(path) = self.batch.next() {
                return position(&self.board, &path).map(Some);
            }
            let Some(receiver) = &mut self.receiver else { return Ok(None) };
            let receiver = receiver.get_mut().unwrap_or_else(PoisonError::into_inner);
            match py.detach(move || receiver.recv_timeout(GLANCE)) {
                Ok(Handed::Paths(paths)) => self.batch = paths.into_iter(),
                Ok(Handed::End) => self.receiver = None,
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    let what = "the search for positions ended early";
                    return Err(BindingError::Internal(what.to_owned()).into());
                }
            }
        }
    }
}

impl Drop for PyLivePositions {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn position(board: &Arc<Board>, path: &[Move]) -> PyResult<PyPosition> {
    let drawn = Position::from_path(Arc::clone(board), path);
    let drawn = drawn.map_err(|error| BindingError::Internal(error.to_string()))?;
    Ok(PyPosition::of(drawn))
}

/// Which positions are looked for.
struct PositionQuestion {
    board: Arc<Board>,
    /// Without one, they lie along random lines.
    live_set: Option<Arc<LiveSet>>,
    choice: PositionChoice,
    random: Option<u64>,
    stop: Arc<AtomicBool>,
}

impl PositionQuestion {
    /// Hands all of them over, unless nobody wants more.
    fn answer(&self, sender: &SyncSender<Handed>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut visit = |found: &FoundPath| {
            batch.push(found.path.clone());
            if batch.len() < BATCH {
                return Ok(());
            }
            sender.send(Handed::Paths(std::mem::take(&mut batch)))
        };
        let done = match (&self.live_set, self.random) {
            (Some(live_set), random) => {
                of_live_set(live_set, self.choice, (random, None), &self.stop, &mut visit)
            }
            (None, random) => {
                let wanted = random.unwrap_or(0);
                along_random_lines(&self.board, self.choice, wanted, &self.stop, &mut visit)
            }
        };
        // An error means that nobody wants more.
        let _ = done
            .and_then(|_| sender.send(Handed::Paths(batch)))
            .and_then(|()| sender.send(Handed::End));
    }
}

/// Every live position of a standard board once, in an order that is always the same; boards have
/// odd sizes up to 9. With `random`, so many at random, on boards of any odd size.
///
/// `dead`: the dead positions one move after live ones, in their place. `hard`: only positions with
/// a dead move (dead ones, those) that have neither a dead end nor cells cut off. `cache` is a
/// folder in which the live positions are kept.
///
/// Raises InputError if there is no such board.
#[pyfunction]
#[pyo3(signature = (
    size, *, dead=false, hard=false, random=None, seed=0, cache=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn live_positions(
    py: Python<'_>,
    size: WholeNumber,
    dead: bool,
    hard: bool,
    random: Option<WholeNumber>,
    #[pyo3(from_py_with = read::whole)] seed: u64,
    cache: Option<PathBuf>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyLivePositions> {
    let random = random.map(|WholeNumber(number)| number);
    let wanted = if random.is_some() { SizeUse::Lines } else { SizeUse::LiveSet };
    let side = read::standard_side(size, wanted)?;
    if random == Some(0) {
        let error = InputError::new(ErrorKind::NoPosition, "random=0: no position is wanted");
        return Err(BindingError::from(error.expected("a number from 1 on")).into());
    }
    let listed = side <= MAX_LIVE_SET_SIDE;
    let live_set = work::long(py, (progress, "listing live positions"), |work| {
        listed.then(|| live_sets::open(side, cache, work)).transpose()
    })?;
    let board = Board::corner_to_corner(side, side).map_err(BindingError::from)?;
    let choice = PositionChoice { dead, hard, with_live_moves: false, seed };
    let (board, stop) = (Arc::new(board), Arc::new(AtomicBool::new(false)));
    let question =
        PositionQuestion { board: board.clone(), live_set, choice, random, stop: stop.clone() };
    let (sender, receiver) = mpsc::sync_channel(2);
    thread::spawn(move || question.answer(&sender));
    let receiver = Some(Mutex::new(receiver));
    Ok(PyLivePositions { board, batch: Vec::new().into_iter(), receiver, stop })
}

/// Random lines, infinitely many unless a number was asked for.
#[pyclass(name = "Lines", module = "deadmove")]
pub struct PyLines {
    board: Arc<Board>,
    lines: Mutex<Box<dyn Iterator<Item = Vec<Move>> + Send>>,
}

#[pymethods]
impl PyLines {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<PyPosition>> {
        let lines = self.lines.get_mut().unwrap_or_else(PoisonError::into_inner);
        let line = work::short(py, || Ok(lines.next()))?;
        line.map(|line| position(&self.board, &line)).transpose()
    }
}

/// Random complete lines of the standard board of this size: `count` of them, or infinitely many.
///
/// Each further line resembles the one before to some extent.
///
/// Raises InputError if there is no such board.
#[pyfunction]
#[pyo3(signature = (size, *, seed=1, count=None))]
pub fn lines(
    size: WholeNumber,
    #[pyo3(from_py_with = read::whole)] seed: u64,
    count: Option<WholeNumber>,
) -> PyResult<PyLines> {
    let side = read::standard_side(size, SizeUse::Lines)?;
    let board = Board::corner_to_corner(side, side).map_err(BindingError::from)?;
    let count = count.map_or(usize::MAX, WholeNumber::size);
    let lines: Box<dyn Iterator<Item = Vec<Move>> + Send> =
        Box::new(hamiltonian_paths(side, side, seed).take(count));
    Ok(PyLines { board: Arc::new(board), lines: Mutex::new(lines) })
}
