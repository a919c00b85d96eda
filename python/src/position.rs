//! Positions: what they are. What is done with them is in [`crate::position_changes`].

use std::hash::{DefaultHasher, Hash, Hasher};

use deadmove::core::board::{Board, Cell, Move, letters};
use deadmove::core::formats::{self, Input};
use deadmove::core::position::Position;
use deadmove::report::{self, Picture};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

use crate::errors::BindingError;
use crate::judgement::PyJudgement;
use crate::read;

/// A board on which a part of a line is drawn.
///
/// Two positions are equal if their boards and paths are. `push` and `pop` change a position, so
/// put a copy of it into a set or a dict.
#[pyclass(name = "Position", module = "deadmove")]
pub struct PyPosition {
    position: Position,
    name: Option<String>,
    /// The judgement without limits, if it was asked for since the last change.
    judged: PyOnceLock<Py<PyJudgement>>,
}

impl PyPosition {
    /// A position without a name.
    pub fn of(position: Position) -> PyPosition {
        PyPosition { position, name: None, judged: PyOnceLock::new() }
    }

    /// A position of a file.
    pub fn of_input(input: Input) -> PyPosition {
        PyPosition { name: Some(input.name), ..PyPosition::of(input.position) }
    }

    /// The position itself.
    pub fn inner(&self) -> &Position {
        &self.position
    }

    /// The same position under the same name.
    pub fn copied(&self) -> PyPosition {
        PyPosition { name: self.name.clone(), ..PyPosition::of(self.position.clone()) }
    }

    /// What it is called, if it comes from a file.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or("")
    }

    /// The judgement without limits, which `judge` makes if none is kept.
    ///
    /// # Errors
    /// Those of `judge`.
    pub fn kept_judgement(
        &self,
        py: Python<'_>,
        judge: impl FnOnce() -> PyResult<Py<PyJudgement>>,
    ) -> PyResult<Py<PyJudgement>> {
        self.judged.get_or_try_init(py, judge).map(|kept| kept.clone_ref(py))
    }

    /// Takes another position in place of this one.
    pub fn change(&mut self, position: Position) {
        self.position = position;
        self.judged = PyOnceLock::new();
    }
}

/// Column and row, from 1.
pub fn pair(cell: Cell) -> (u16, u16) {
    (cell.column, cell.row)
}

/// The size of a board as text, such as `9x9`.
pub fn size_text(board: &Board) -> String {
    format!("{}x{}", board.width(), board.height())
}

#[pymethods]
impl PyPosition {
    /// The position after `path` on a board.
    ///
    /// `board` is text such as '9x9', a number for a square, or columns and rows. `path` has the
    /// letters U, D, L, R. `start` and `end` are cells, (column, row) from 1 in the upper left;
    /// they are the upper left and the lower right corner if left out. The line must not enter
    /// `blocked` cells. `name` is what pictures call it.
    ///
    /// Raises InputError if there is no such board, or the path cannot be drawn.
    #[new]
    #[pyo3(signature = (board, path="", *, start=None, end=None, blocked=None, name=None))]
    fn new(
        board: &Bound<'_, PyAny>,
        path: &str,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
        blocked: Option<&Bound<'_, PyAny>>,
        name: Option<String>,
    ) -> PyResult<PyPosition> {
        let board = read::board(board, start, end, blocked)?;
        let drawn = formats::parse_position(board.into(), path).map_err(BindingError::from)?;
        Ok(PyPosition { name, ..PyPosition::of(drawn) })
    }

    /// What it is called; None if it has no name.
    #[getter]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Number of columns.
    #[getter]
    fn width(&self) -> u16 {
        self.position.board().width()
    }

    /// Number of rows.
    #[getter]
    fn height(&self) -> u16 {
        self.position.board().height()
    }

    /// The size of the board as text, such as '9x9'.
    #[getter]
    pub fn board(&self) -> String {
        size_text(self.position.board())
    }

    /// The cell where the line begins, (column, row) from 1.
    #[getter]
    pub fn start(&self) -> (u16, u16) {
        pair(self.position.board().start())
    }

    /// The cell where the line must finish, (column, row) from 1.
    #[getter]
    pub fn end(&self) -> (u16, u16) {
        pair(self.position.board().end())
    }

    /// The cells that the line must not enter, row by row.
    #[getter]
    pub fn blocked(&self) -> Vec<(u16, u16)> {
        self.position.board().blocked_cells().map(pair).collect()
    }

    /// The steps drawn so far, in the letters U, D, L, R.
    #[getter]
    pub fn path(&self) -> String {
        letters(self.position.path())
    }

    /// The drawn cells in order, the start first.
    #[getter]
    fn line(&self) -> Vec<(u16, u16)> {
        self.position.line().into_iter().map(pair).collect()
    }

    /// The cell that the line has reached, (column, row) from 1.
    #[getter]
    fn live_end(&self) -> (u16, u16) {
        pair(self.position.live_end())
    }

    /// The cells that are neither drawn nor blocked, row by row.
    #[getter]
    fn free(&self) -> Vec<(u16, u16)> {
        let board = self.position.board();
        self.position.free().ones().map(|index| pair(board.cell(index))).collect()
    }

    /// The moves onto a free cell, as letters in the order U D L R.
    #[getter]
    pub fn legal(&self) -> String {
        self.position.legal_moves().map(Move::letter).collect()
    }

    /// Whether the line has filled the board and stands on the end cell.
    #[getter]
    fn finished(&self) -> bool {
        self.position.is_finished()
    }

    /// Whether `cell`, (column, row) from 1, is on the board and neither drawn nor blocked.
    fn is_free(&self, cell: (i64, i64)) -> bool {
        let board = self.position.board();
        match (u16::try_from(cell.0), u16::try_from(cell.1)) {
            (Ok(column @ 1..), Ok(row @ 1..))
                if column <= board.width() && row <= board.height() =>
            {
                self.position.is_free(Cell::new(column, row))
            }
            _ => false,
        }
    }

    /// The line as a path, and the board, for a list of dicts.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("name", self.name())?;
        dict.set_item("board", self.board())?;
        dict.set_item("path", self.path())?;
        dict.set_item("start", self.start())?;
        dict.set_item("end", self.end())?;
        dict.set_item("blocked", self.blocked())?;
        dict.set_item("legal", self.legal())?;
        Ok(dict)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPosition>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| other.position == self.position)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let board = self.position.board();
        (board.width(), board.height(), board.start(), board.end()).hash(&mut hasher);
        self.position.free().hash(&mut hasher);
        self.position.path().hash(&mut hasher);
        hasher.finish()
    }

    fn __len__(&self) -> usize {
        self.position.path().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let board = self.position.board();
        let (start, end, blocked) = (self.start(), self.end(), self.blocked());
        let mut text = format!("Position('{}', '{}'", size_text(board), self.path());
        if start != (1, 1) {
            text += &format!(", start={start:?}");
        }
        if end != (board.width(), board.height()) {
            text += &format!(", end={end:?}");
        }
        if !blocked.is_empty() {
            text += &format!(", blocked={blocked:?}");
        }
        text + ")"
    }

    fn __str__(&self) -> String {
        report::draw(&self.picture(), false)
    }

    fn _repr_svg_(&self) -> String {
        report::svg(&self.picture())
    }
}

impl PyPosition {
    fn picture(&self) -> Picture<'_> {
        Picture { name: self.name.as_deref(), ..Picture::of(&self.position) }
    }
}
