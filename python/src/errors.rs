//! Errors at the border to Python. The exceptions are classes of `deadmove/_errors.py`.

use deadmove::core::board::BoardError;
use deadmove::core::error::{InputError, Place};
use deadmove::core::verdict::Limit;
use deadmove::engine::judge::Fault;
use deadmove::prove::proofs::ProofsError;
use deadmove::search::walk::session::SessionError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Why there is no result.
#[derive(Debug)]
pub enum BindingError {
    /// The caller gave something wrong.
    Input(Box<InputError>),
    /// A limit was reached first.
    Limit(Limit),
    /// A fault of deadmove itself.
    Internal(String),
    /// What a function of the caller raised.
    Raised(PyErr),
}

impl From<InputError> for BindingError {
    fn from(error: InputError) -> BindingError {
        BindingError::Input(Box::new(error))
    }
}

impl From<BoardError> for BindingError {
    fn from(error: BoardError) -> BindingError {
        InputError::from(error).into()
    }
}

impl From<Fault> for BindingError {
    fn from(fault: Fault) -> BindingError {
        BindingError::Internal(fault.to_string())
    }
}

impl From<Limit> for BindingError {
    fn from(limit: Limit) -> BindingError {
        BindingError::Limit(limit)
    }
}

impl From<PyErr> for BindingError {
    fn from(error: PyErr) -> BindingError {
        BindingError::Raised(error)
    }
}

impl From<ProofsError> for BindingError {
    fn from(error: ProofsError) -> BindingError {
        match error {
            ProofsError::Input(error) => error.into(),
            ProofsError::Contradicted(wrong) => BindingError::Internal(wrong.to_string()),
        }
    }
}

impl From<SessionError> for BindingError {
    fn from(error: SessionError) -> BindingError {
        match error {
            SessionError::Input(error) => error.into(),
            SessionError::Fault(fault) => fault.into(),
            // Rules that walk without a checkpoint end in no other way.
            other => BindingError::Internal(other.to_string()),
        }
    }
}

impl From<BindingError> for PyErr {
    fn from(error: BindingError) -> PyErr {
        Python::attach(|py| exception(py, error).unwrap_or_else(|raised| raised))
    }
}

/// The exception for an error.
fn exception(py: Python<'_>, error: BindingError) -> PyResult<PyErr> {
    let of_class = |name, message: String, fields: &Bound<'_, PyDict>| {
        let class = py.import("deadmove._errors")?.getattr(name)?;
        Ok(PyErr::from_value(class.call((message,), Some(fields))?))
    };
    let fields = PyDict::new(py);
    match error {
        BindingError::Raised(error) => Ok(error),
        BindingError::Internal(message) => of_class("InternalError", message, &fields),
        BindingError::Limit(limit) => {
            fields.set_item("limit", limit_word(limit))?;
            of_class("LimitReached", limit.to_string(), &fields)
        }
        BindingError::Input(error) => {
            let message = error.to_string();
            let InputError { kind, file, place, expected, message: what, .. } = *error;
            fields.set_item("kind", kind.word())?;
            fields.set_item("what", what)?;
            fields.set_item("file", file)?;
            fields.set_item("line", place.as_ref().map(|place| place.line))?;
            fields.set_item("column", place.as_ref().map(|place| place.column))?;
            fields.set_item("found", place.as_ref().map(found))?;
            fields.set_item("expected", expected)?;
            of_class("InputError", message, &fields)
        }
    }
}

/// The characters that a fault covers.
fn found(place: &Place) -> String {
    place.text.chars().skip(place.column.saturating_sub(1)).take(place.length).collect()
}

/// The word for a limit.
pub fn limit_word(limit: Limit) -> &'static str {
    match limit {
        Limit::Timeout => "timeout",
        Limit::Conflicts => "conflicts",
        Limit::Memory => "memory",
        Limit::Stopped => "stopped",
        Limit::Incomplete => "incomplete",
        Limit::Unjoined => "unjoined",
        Limit::Candidates => "candidates",
    }
}
