//! Arguments: numbers, times, boards, cells, moves and sizes. Errors say what was expected.

use std::path::PathBuf;
use std::time::Duration;

use deadmove::core::board::{Board, MAX_CELLS, Move};
use deadmove::core::error::{ErrorKind, InputError};
use deadmove::core::formats::{parse_board, parse_cell};
use deadmove::core::verdict::Limits;
use deadmove::engine::judge::Engine;
use deadmove::verify::live_set::MAX_LIVE_SET_SIDE;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::errors::BindingError;

/// A whole number from 0 on.
#[derive(Clone, Copy, Debug)]
pub struct WholeNumber(pub u64);

/// Reads a whole number from 0 on.
///
/// # Errors
/// A `TypeError` if it is no whole number, an `InputError` if it is negative or too large.
pub fn whole(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    object.extract().map_err(|error: PyErr| {
        if !error.is_instance_of::<PyOverflowError>(object.py()) {
            return error;
        }
        let message = format!("{} is out of range", shown(object));
        let error = InputError::new(ErrorKind::BadSize, message)
            .expected("a whole number from 0 to 18446744073709551615");
        BindingError::from(error).into()
    })
}

impl<'py> FromPyObject<'_, 'py> for WholeNumber {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<WholeNumber> {
        whole(&object).map(WholeNumber)
    }
}

impl WholeNumber {
    /// As a number of things in memory; what is too large for that stays as large as possible.
    pub fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// A time in seconds, fractions allowed.
#[derive(Clone, Copy, Debug)]
pub struct Seconds(pub Duration);

impl<'py> FromPyObject<'_, 'py> for Seconds {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Seconds> {
        let seconds: f64 = object.extract()?;
        Duration::try_from_secs_f64(seconds).map(Seconds).map_err(|error| {
            let message = format!("{seconds} is no time: {error}");
            let error = InputError::new(ErrorKind::BadField, message)
                .expected("seconds from 0 on, for example 0.5");
            BindingError::from(error).into()
        })
    }
}

/// The limits of an engine; without a time there is none.
pub fn limits(timeout: Option<Seconds>) -> Limits {
    Limits { timeout: timeout.map(|Seconds(timeout)| timeout), ..Limits::default() }
}

/// An object in an error message, which may be of any length.
fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.str().map(|text| text.to_string_lossy().into_owned());
    let text = text.unwrap_or_else(|_| "this".to_owned());
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Two whole numbers, if it is a pair of something.
fn whole_pair(object: &Bound<'_, PyAny>) -> PyResult<Option<(usize, usize)>> {
    let Ok((first, second)) = object.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
        return Ok(None);
    };
    Ok(Some((WholeNumber(whole(&first)?).size(), WholeNumber(whole(&second)?).size())))
}

/// The sides of a board: text such as `9x9`, one number for a square, or two.
fn sides(board: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
    if let Ok(text) = board.extract::<String>() {
        let board = parse_board(&text).map_err(BindingError::from)?;
        return Ok((board.width().into(), board.height().into()));
    }
    if let Some(sides) = whole_pair(board)? {
        return Ok(sides);
    }
    match whole(board).map(|side| WholeNumber(side).size()) {
        Err(error) if error.is_instance_of::<PyTypeError>(board.py()) => Err(PyTypeError::new_err(
            "a board is text such as '9x9', a number, or a pair of numbers: columns, rows",
        )),
        side => side.map(|side| (side, side)),
    }
}

/// A cell: text such as `3,4`, or a pair of numbers.
fn cell(cell: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
    if let Ok(text) = cell.extract::<String>() {
        return Ok(parse_cell(&text).map_err(BindingError::from)?);
    }
    whole_pair(cell)?.ok_or_else(|| {
        let expected = "a cell is a pair of numbers, column and row from 1, or text such as '3,4'";
        PyTypeError::new_err(expected)
    })
}

/// A board of its size, with a start, an end and blocked cells if they are given.
pub fn board(
    size: &Bound<'_, PyAny>,
    start: Option<&Bound<'_, PyAny>>,
    end: Option<&Bound<'_, PyAny>>,
    blocked: Option<&Bound<'_, PyAny>>,
) -> PyResult<Board> {
    let (width, height) = sides(size)?;
    let start = start.map(cell).transpose()?;
    let end = end.map(cell).transpose()?;
    let mut closed = Vec::new();
    if let Some(blocked) = blocked {
        for one in blocked.try_iter()? {
            closed.push(cell(&one?)?);
            // What is given may have no end.
            if closed.len() > MAX_CELLS {
                let error = InputError::new(ErrorKind::BoardTooLarge, "too many blocked cells");
                let error = error.expected(format!("at most {MAX_CELLS}"));
                return Err(BindingError::from(error).into());
            }
        }
    }
    Ok(Board::new(width, height, start, end, &closed).map_err(BindingError::from)?)
}

/// A move by its letter.
///
/// # Errors
/// If it is none of U, D, L, R.
pub fn direction(letter: &str) -> Result<Move, BindingError> {
    let mut letters = letter.chars();
    let found = letters.next().and_then(Move::from_letter).filter(|_| letters.next().is_none());
    found.ok_or_else(|| {
        let shown: String = letter.chars().take(20).collect();
        InputError::new(ErrorKind::BadMove, format!("`{shown}` is no move"))
            .expected("U (up), D (down), L (left) or R (right)")
            .into()
    })
}

/// An engine by its word.
///
/// # Errors
/// If there is none.
pub fn engine(word: &str) -> Result<Engine, BindingError> {
    let known = [
        ("sat", Engine::Sat),
        ("frontier", Engine::Frontier),
        ("propagate", Engine::Propagate),
        ("strips", Engine::Strips),
        ("both", Engine::Both),
    ];
    let found = known.into_iter().find(|(name, _)| *name == word);
    found.map(|(_, engine)| engine).ok_or_else(|| {
        InputError::new(ErrorKind::WordUnknown, format!("there is no engine '{word}'"))
            .did_you_mean(word, known.map(|(name, _)| name))
            .expected("sat, frontier, propagate, strips or both")
            .into()
    })
}

/// What a size is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeUse {
    /// All live positions, which are listed up to 9×9.
    LiveSet,
    /// Lines on a board of any size.
    Lines,
}

/// The side of a standard board.
///
/// # Errors
/// If it is even, below 3 or too large.
pub fn standard_side(size: WholeNumber, wanted: SizeUse) -> Result<usize, BindingError> {
    let side = size.size();
    let most = match wanted {
        SizeUse::LiveSet => MAX_LIVE_SET_SIDE,
        SizeUse::Lines => usize::MAX,
    };
    let fault = |what: &str| {
        let expected = match wanted {
            SizeUse::LiveSet => format!("an odd size from 3 to {MAX_LIVE_SET_SIDE}"),
            SizeUse::Lines => "an odd size from 3, for example 9".to_owned(),
        };
        let error = InputError::new(ErrorKind::NoList, format!("size {side}: {what}"));
        Err(error.expected(expected).into())
    };
    match side {
        0..3 => fault("the board is too small"),
        _ if side.is_multiple_of(2) => fault("no line fills an even board from corner to corner"),
        _ if side > most => fault("the live positions of so large a board fit into no memory"),
        _ => Board::corner_to_corner(side, side).map(|_| side).map_err(BindingError::from),
    }
}

/// A file or folder. `-` is a file of that name, not standard input.
pub fn path(path: PathBuf) -> PathBuf {
    if path.as_os_str() == "-" { PathBuf::from("./-") } else { path }
}
