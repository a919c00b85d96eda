//! What rules say about a position, compared with the truth.

use deadmove::core::budget::Budget;
use deadmove::core::formats::Input;
use deadmove::core::position::Position;
use deadmove::core::verdict::Limits;
use deadmove::engine::judge::{Engine, judge_within};
use deadmove::report::judgement::{move_verdicts, picture};
use deadmove::report::rule::Sketch;
use deadmove::report::{self, Picture, explain};
use deadmove::rules::model::Rule;
use deadmove::verify::explain::{Explanation, MoveStatus, explain as compare};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::position::PyPosition;
use crate::rule_set::PyRuleSet;
use crate::work;

/// What a rule set says about each move of a position, and whether that is true.
#[pyclass(name = "Explanation", module = "deadmove", frozen)]
#[derive(Debug)]
pub struct PyExplanation {
    input: Input,
    explanation: Explanation,
    rules: Vec<Rule>,
}

impl PyExplanation {
    /// Matches rules against a position, and judges it.
    ///
    /// # Errors
    /// If a family is impossible on the board, or an engine fails.
    pub fn of(py: Python<'_>, set: &PyRuleSet, asked: &PyPosition) -> PyResult<PyExplanation> {
        let position: &Position = asked.inner();
        let (explanation, rules) = work::long(py, (None, "explaining"), |work| {
            let claims = set.loaded().rules_at(position)?;
            let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
            let budget = Budget::stoppable(&Limits::default(), &work.stop);
            let judgement = judge_within(position, Engine::Sat, &budget)?;
            Ok((compare(position, judgement, &rules), rules))
        })?;
        let input = Input::new(asked.title().to_owned(), position.clone());
        Ok(PyExplanation { input, explanation, rules })
    }
}

/// What rules say about one move, compared with its verdict.
#[pyclass(name = "ExplainedMove", module = "deadmove", frozen, get_all)]
#[derive(Clone, Debug)]
pub struct PyExplainedMove {
    /// The letter of the move.
    r#move: char,
    /// 'live', 'dead' or 'unknown'.
    verdict: String,
    /// 'forbidden' (dead, and a rule says so), 'allowed' (live, and no rule forbids it),
    /// 'over-forbidden' (live, but a rule forbids it, which is unsound), 'uncovered' (dead, and no
    /// rule says so), 'early-end' (dead since it enters the end cell early, which no rule has to
    /// say), 'too-late' (dead like the whole position, and no rule says so) or 'unknown'.
    status: &'static str,
    /// The names of the rules that forbid it, each once.
    forbidden_by: Vec<String>,
}

#[pymethods]
impl PyExplainedMove {
    fn __repr__(&self) -> String {
        let by = self.forbidden_by.join(", ");
        let by = if by.is_empty() { by } else { format!(" by {by}") };
        format!("<move {}: {}, {}{by}>", self.r#move, self.verdict, self.status)
    }
}

fn word(status: MoveStatus) -> &'static str {
    match status {
        MoveStatus::Forbidden => "forbidden",
        MoveStatus::Allowed => "allowed",
        MoveStatus::OverForbidden => "over-forbidden",
        MoveStatus::Uncovered => "uncovered",
        MoveStatus::EarlyEnd => "early-end",
        MoveStatus::TooLate => "too-late",
        MoveStatus::Unknown => "unknown",
    }
}

#[pymethods]
impl PyExplanation {
    /// The position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::of(self.input.position.clone())
    }

    /// Each legal move, by its letter in the order U D L R.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let moves = PyDict::new(py);
        for row in self.rows() {
            moves.set_item(row.r#move, Bound::new(py, row)?)?;
        }
        Ok(moves)
    }

    /// 'right' if the rules forbid exactly the dead moves that they should; 'wrong' if a rule
    /// forbids a live move or no rule forbids a dead one; 'unknown' if a move was not decided.
    #[getter]
    fn verdict(&self) -> &'static str {
        let has = |wanted: &[MoveStatus]| {
            self.explanation.statuses().any(|(_, _, status)| wanted.contains(&status))
        };
        match () {
            () if has(&[MoveStatus::OverForbidden, MoveStatus::Uncovered]) => "wrong",
            () if has(&[MoveStatus::Unknown]) => "unknown",
            () => "right",
        }
    }

    /// Plain values, a dict for each move.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let dict = |row: PyExplainedMove| {
            let dict = PyDict::new(py);
            dict.set_item("move", row.r#move)?;
            dict.set_item("verdict", row.verdict)?;
            dict.set_item("status", row.status)?;
            dict.set_item("forbidden_by", row.forbidden_by)?;
            Ok(dict)
        };
        self.rows().map(dict).collect()
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(crate::judgement::no_truth_value("an explanation", "verdict"))
    }

    fn __repr__(&self) -> String {
        let rows: Vec<String> =
            self.rows().map(|row| format!("{} {}", row.r#move, row.status)).collect();
        format!("<the rules are {} here: {}>", self.verdict(), rows.join(", "))
    }

    fn __str__(&self) -> String {
        let Input { name, position, .. } = &self.input;
        explain::text(name, position, &self.explanation, &self.rules, false)
    }

    fn _repr_svg_(&self) -> String {
        let judgement = &self.explanation.judgement;
        let verdicts = move_verdicts(judgement);
        let forbids = self.explanation.matches.iter().filter(|found| !found.moves.is_empty());
        let sketch =
            forbids.filter_map(|found| Sketch::of_match(&self.rules[found.rule], found)).next();
        let picture = picture(&self.input.position, judgement, &verdicts);
        report::svg(&Picture { witness: None, rule: sketch.as_ref(), ..picture })
    }
}

impl PyExplanation {
    fn rows(&self) -> impl Iterator<Item = PyExplainedMove> + '_ {
        self.explanation.statuses().map(|(direction, answer, status)| {
            let mut forbidden_by: Vec<String> = Vec::new();
            for found in self.explanation.forbidding(direction) {
                let name = &self.rules[found.rule].head.name;
                if !forbidden_by.contains(name) {
                    forbidden_by.push(name.clone());
                }
            }
            let (r#move, verdict) = (direction.letter(), answer.verdict().to_string());
            PyExplainedMove { r#move, verdict, status: word(status), forbidden_by }
        })
    }
}
