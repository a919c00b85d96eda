//! Changing, copying and judging positions.

use deadmove::core::board::{Move, letters};
use deadmove::core::budget::Budget;
use deadmove::core::formats;
use deadmove::core::position::Position;
use deadmove::core::verdict::Limits;
use deadmove::engine::frontier;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt};

use crate::errors::BindingError;
use crate::judgement::PyJudgement;
use crate::position::PyPosition;
use crate::read::{self, Seconds, WholeNumber};
use crate::work;

/// The error for a step that cannot be drawn, worded as for paths.
fn illegal(position: &Position, direction: Move) -> BindingError {
    let mut path = letters(position.path());
    path.push(direction.letter());
    match formats::parse_position(position.shared_board(), &path) {
        Err(error) => error.into(),
        Ok(_) => BindingError::Internal(format!("`{path}` can be drawn")),
    }
}

impl PyPosition {
    fn draw(&mut self, moves: &[Move]) -> Result<(), BindingError> {
        let mut longer = self.inner().clone();
        for &direction in moves {
            longer.play(direction).map_err(|_| illegal(&longer, direction))?;
        }
        self.change(longer);
        Ok(())
    }
}

#[pymethods]
impl PyPosition {
    /// Draws one or more steps. If one of them cannot be drawn, none is.
    ///
    /// Raises InputError if a step is no move, or leads to no free cell.
    fn push(&mut self, moves: &str) -> PyResult<()> {
        let moves = formats::parse_path(moves).map_err(BindingError::from)?;
        Ok(self.draw(&moves)?)
    }

    /// Takes the last step back, and returns its letter.
    ///
    /// Raises IndexError if nothing is drawn.
    fn pop(&mut self) -> PyResult<char> {
        let Some((last, before)) = self.inner().path().split_last() else {
            return Err(PyIndexError::new_err("pop from a position without steps"));
        };
        let (last, shorter) = (last.letter(), self.inner().prefix(before.len()));
        self.change(shorter);
        Ok(last)
    }

    /// The position after more steps; this one stays as it is.
    ///
    /// Raises InputError if a step is no move, or leads to no free cell.
    fn after(&self, moves: &str) -> PyResult<PyPosition> {
        let mut longer = PyPosition::of(self.inner().clone());
        longer.push(moves)?;
        Ok(longer)
    }

    /// The position after the first `length` steps of the path.
    ///
    /// Raises IndexError if the path is shorter.
    fn prefix(&self, length: WholeNumber) -> PyResult<PyPosition> {
        match self.inner().path().len() {
            steps if length.size() <= steps => {
                Ok(PyPosition::of(self.inner().prefix(length.size())))
            }
            steps => Err(PyIndexError::new_err(format!("the path has {steps} steps"))),
        }
    }

    /// A copy, which changes independently.
    fn copy(&self) -> PyPosition {
        self.copied()
    }

    /// Judges the position: is there a completion, and which moves leave one?
    ///
    /// `engine` is 'sat', 'frontier', 'propagate', 'strips' or 'both'; `timeout` is in
    /// seconds. What is not decided in time is 'unknown', which is an answer and no error.
    ///
    /// Raises InputError if there is no such engine.
    #[pyo3(signature = (*, engine="sat", timeout=None))]
    fn judge(
        &self,
        py: Python<'_>,
        engine: &str,
        timeout: Option<Seconds>,
    ) -> PyResult<Py<PyJudgement>> {
        let engine_word = engine;
        let engine = read::engine(engine)?;
        let judge = || Py::new(py, PyJudgement::judge(py, self, engine, timeout)?);
        if engine_word == "sat" && timeout.is_none() {
            return self.kept_judgement(py, judge);
        }
        judge()
    }

    /// The verdict on each legal move, by its letter: those of `judge()`.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.judge(py, "sat", None)?.get().moves(py)
    }

    /// The number of completions.
    ///
    /// `timeout` is in seconds, `memory` in bytes, 2 GiB if left out.
    ///
    /// Raises LimitReached if a limit was reached first.
    #[pyo3(signature = (*, timeout=None, memory=None, progress=None))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        timeout: Option<Seconds>,
        memory: Option<WholeNumber>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = read::limits(timeout);
        let memory = memory.map_or(limits.memory, WholeNumber::size);
        let limits = Limits { memory, ..limits };
        let counted = work::long(py, (progress, "counting"), |work| {
            let budget = Budget::stoppable(&limits, &work.stop);
            Ok(frontier::count_within(self.inner(), &budget)?)
        })?;
        let bytes = PyBytes::new(py, &counted.to_bytes_le());
        py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
    }

    fn __copy__(&self) -> PyPosition {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.copy()
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((String, String), Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        options.set_item("start", self.start())?;
        options.set_item("end", self.end())?;
        options.set_item("blocked", self.blocked())?;
        options.set_item("name", self.name())?;
        Ok(((self.board(), self.path()), options))
    }
}
