//! Positions with a move that refutes something, drawn with the evidence.

use std::fmt::Write as _;

use deadmove::core::board::letters;
use deadmove::core::verdict::Verdict;
use deadmove::report::check;
use deadmove::report::describe_reason;
use deadmove::rules::model::Rule;
use deadmove::verify::confirm::Confirmed;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::position::PyPosition;

/// A live position and a move that refutes a rule, a set or a function: a live move that is
/// forbidden, or a dead one that is allowed. The engine has confirmed it.
#[pyclass(name = "Example", module = "deadmove", frozen)]
#[derive(Clone, Debug)]
pub struct PyExample {
    confirmed: Confirmed,
    /// What it refutes, in words.
    refuted: String,
    /// The rule to be drawn over the board.
    rule: Option<Rule>,
}

impl PyExample {
    /// An example of a rule that forbids a live move.
    pub fn forbidden(confirmed: Confirmed, rule: Rule) -> PyExample {
        let refuted = rule.head.name.clone();
        PyExample { confirmed, refuted, rule: Some(rule) }
    }

    /// An example without a rule to draw. `refuted` says what it refutes.
    pub fn of(confirmed: Confirmed, refuted: &str) -> PyExample {
        PyExample { confirmed, refuted: refuted.to_owned(), rule: None }
    }

    fn is_live(&self) -> bool {
        self.confirmed.answer.verdict() == Verdict::Live
    }

    fn sentence(&self) -> String {
        let Confirmed { direction, .. } = &self.confirmed;
        match self.is_live() {
            true => format!("{} forbids {direction}, which is live", self.refuted),
            false => format!("{} allows {direction}, which is dead", self.refuted),
        }
    }
}

#[pymethods]
impl PyExample {
    /// The live position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::of(self.confirmed.position.clone())
    }

    /// The letter of the move.
    #[getter]
    fn r#move(&self) -> char {
        self.confirmed.direction.letter()
    }

    /// The verdict on the move: 'live' or 'dead'.
    #[getter]
    fn verdict(&self) -> String {
        self.confirmed.answer.verdict().to_string()
    }

    /// A completion that begins with the move, in letters; None if the move is dead.
    #[getter]
    fn witness(&self) -> Option<String> {
        self.confirmed.answer.witness().map(|witness| letters(witness))
    }

    /// Why the move is dead, in a sentence; None if it is live.
    #[getter]
    fn reason(&self) -> Option<String> {
        let after = self.confirmed.position.after(self.confirmed.direction);
        self.confirmed.answer.reason().map(|reason| describe_reason(reason, after.live_end()))
    }

    /// Plain values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("board", crate::position::size_text(self.confirmed.position.board()))?;
        dict.set_item("path", letters(self.confirmed.position.path()))?;
        dict.set_item("move", self.r#move())?;
        dict.set_item("verdict", self.verdict())?;
        dict.set_item("witness", self.witness())?;
        dict.set_item("reason", self.reason())?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        let Confirmed { position, .. } = &self.confirmed;
        let size = crate::position::size_text(position.board());
        format!("<{}, after '{}' on {size}>", self.sentence(), letters(position.path()))
    }

    pub fn __str__(&self) -> String {
        let mut text = format!("{}:\n\n", self.sentence());
        let _ = write!(text, "{}", check::draw(&self.confirmed, false));
        text
    }

    fn _repr_svg_(&self) -> String {
        let sketch = self.rule.as_ref().and_then(|rule| check::sketch(&self.confirmed, rule));
        check::svg(&self.confirmed, &self.sentence(), sketch.as_ref())
    }
}
