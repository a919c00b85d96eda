//! One answer that is wrong or missing.

use deadmove::core::board::letters;
use deadmove::core::position::Position;
use deadmove::rules::moves::Moves;
use deadmove::verify::answers::Flaw;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::position::PyPosition;

/// An answer that is wrong, or a question without one.
#[pyclass(name = "AnswerFinding", module = "deadmove", frozen)]
#[derive(Clone, Debug)]
pub struct PyAnswerFinding {
    position: Position,
    flaw: Flaw,
}

impl PyAnswerFinding {
    /// The flaw in the answer about a position.
    pub fn of(position: Position, flaw: Flaw) -> PyAnswerFinding {
        PyAnswerFinding { position, flaw }
    }
}

#[pymethods]
impl PyAnswerFinding {
    /// The position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::of(self.position.clone())
    }

    /// 'wrong', 'differs' or 'no-answer'.
    #[getter]
    fn kind(&self) -> &'static str {
        match &self.flaw {
            Flaw::Wrong { .. } => "wrong",
            Flaw::Differs { .. } => "differs",
            Flaw::None { .. } => "no-answer",
        }
    }

    /// The live moves that the answer does not allow, in letters; None unless it is wrong.
    #[getter]
    fn forbids(&self) -> Option<String> {
        match &self.flaw {
            Flaw::Wrong { forbids, .. } => Some(forbids.to_string()),
            _ => None,
        }
    }

    /// The dead moves that the answer allows, in letters; None unless it is wrong.
    #[getter]
    fn allows(&self) -> Option<String> {
        match &self.flaw {
            Flaw::Wrong { allows, .. } => Some(allows.to_string()),
            _ => None,
        }
    }

    /// The kind of the fault, such as 'silent' or 'illegal-move'; None if there is an answer.
    #[getter]
    fn fault(&self) -> Option<&str> {
        match &self.flaw {
            Flaw::None { word, .. } => Some(word),
            _ => None,
        }
    }

    /// What it is, in words.
    #[getter]
    fn message(&self) -> String {
        let moves = |moves: &Moves| match moves.is_empty() {
            true => "no move".to_owned(),
            false => moves.to_string(),
        };
        match &self.flaw {
            Flaw::Wrong { forbids, allows } if allows.is_empty() => {
                format!("forbids live {forbids}")
            }
            Flaw::Wrong { forbids, allows } if forbids.is_empty() => {
                format!("allows dead {allows}")
            }
            Flaw::Wrong { forbids, allows } => {
                format!("forbids live {forbids}, allows dead {allows}")
            }
            Flaw::Differs { allowed, other, other_allowed } => format!(
                "allows {}, and {} if the same position is drawn as {}",
                moves(allowed),
                moves(other_allowed),
                letters(other)
            ),
            Flaw::None { what, .. } => what.clone(),
        }
    }

    /// Plain values.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("path", letters(self.position.path()))?;
        dict.set_item("kind", self.kind())?;
        dict.set_item("forbids", self.forbids())?;
        dict.set_item("allows", self.allows())?;
        dict.set_item("fault", self.fault())?;
        dict.set_item("message", self.message())?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("<after '{}': {}>", letters(self.position.path()), self.message())
    }
}
