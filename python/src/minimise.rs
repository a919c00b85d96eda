//! Dead moves lifted to rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use deadmove::core::error::{ErrorKind, InputError};
use deadmove::core::formats::Input;
use deadmove::core::verdict::{Limits, Verdict};
use deadmove::engine::judge::{Engine, decide_move};
use deadmove::report::minimise::rule;
use deadmove::rules::model::Rule;
use deadmove::search::lift::LiftOptions;
use deadmove::search::mine::minimise::{Holds, MinimiseOptions, Seed, minimise as lift_all};
use deadmove::search::mine::seeds::seeds;
use deadmove::verify::live_set::LiveSet;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::BindingError;
use crate::live_sets;
use crate::position::PyPosition;
use crate::read::{self, SizeUse, WholeNumber};
use crate::rule::PyRule;
use crate::work;

/// The most candidates for a move, and the farthest reach.
const MOST_CANDIDATES: u64 = 20;
const FARTHEST: u64 = 50;

/// A rule to which a dead move was lifted. It is proved for every board from corner to opposite
/// corner without blocked cells.
#[pyclass(name = "Candidate", module = "deadmove", frozen, get_all)]
#[derive(Debug)]
pub struct PyCandidate {
    /// The rule.
    rule: Py<PyRule>,
    /// The live position.
    position: Py<PyPosition>,
    /// The letter of its dead move.
    r#move: char,
    /// Number of conditions: tests of cells, and regions.
    conditions: usize,
    /// How many dead moves it forbids, by the size of the board; None if it was not decided there.
    dead_moves: Py<PyDict>,
}

#[pymethods]
impl PyCandidate {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (rule, moves) = (self.rule.bind(py).repr()?, self.dead_moves.bind(py).repr()?);
        Ok(format!("<{} conditions, dead moves {moves}: {rule}>", self.conditions))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.rule.bind(py).str()?.to_string())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.rule.bind(py).call_method0("_repr_svg_")?.extract()
    }
}

/// Lifts a dead move to rules: of all that holds around the live end, what a proof for every board
/// needs is kept.
///
/// `position` is live and `move` is dead; or without `move`, `position` is dead, and the move that
/// made it so is lifted. The rules are checked on all live positions of `sizes`, odd numbers up to
/// 9. `candidates` is the most rules, `reach` how many columns and rows the picture may extend from
/// the live end.
///
/// Raises InputError if the move is not dead, or the position is dead already.
#[pyfunction]
#[pyo3(signature = (
    position, r#move=None, *, sizes=None, candidates=3, reach=7,
    progress=None
))]
pub fn minimise(
    py: Python<'_>,
    position: PyRef<'_, PyPosition>,
    r#move: Option<&str>,
    sizes: Option<Vec<WholeNumber>>,
    #[pyo3(from_py_with = read::whole)] candidates: u64,
    #[pyo3(from_py_with = read::whole)] reach: u64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<PyCandidate>> {
    let sizes = sizes.unwrap_or_else(|| vec![WholeNumber(5), WholeNumber(7)]);
    let sides = sizes.into_iter().map(|size| read::standard_side(size, SizeUse::LiveSet));
    let sides: BTreeSet<usize> = sides.collect::<Result<_, _>>()?;
    let options = options(candidates, reach)?;
    let asked: &PyPosition = &position;
    let (seed, found) = work::long(py, (progress, "looking for candidates"), |work| {
        let seed = seed(asked, r#move)?;
        let lists = sides.iter().map(|&side| live_sets::open(side, None, work));
        let lists: Vec<Arc<LiveSet>> = lists.collect::<Result<_, _>>()?;
        let rules: &[Rule] = &[];
        let found = lift_all(&lists, std::slice::from_ref(&seed), rules, &options, &work.stop);
        let found = found.map_err(|wrong| BindingError::Internal(wrong.to_string()))?;
        Ok((seed, found))
    })?;
    let suggestions = found.into_iter().flat_map(|explained| explained.suggestions).enumerate();
    let mut all = Vec::new();
    for (at, suggestion) in suggestions {
        let name = format!("found {}", at + 1);
        let dead_moves = PyDict::new(py);
        for &(size, holds) in &suggestion.sizes {
            let number = match holds {
                Holds::Yes(number) => number,
                Holds::Vacuous => Some(0),
                Holds::Unknown => None,
            };
            dead_moves.set_item(size, number)?;
        }
        all.push(PyCandidate {
            rule: PyRule::found(py, rule(&name, &seed, &suggestion, None))?.unbind(),
            position: Py::new(py, PyPosition::of(seed.position.clone()))?,
            r#move: seed.fatal.letter(),
            conditions: suggestion.lifted.conditions(),
            dead_moves: dead_moves.unbind(),
        });
    }
    Ok(all)
}

fn options(candidates: u64, reach: u64) -> Result<MinimiseOptions, BindingError> {
    if !(1..=MOST_CANDIDATES).contains(&candidates) || !(1..=FARTHEST).contains(&reach) {
        let message = format!("candidates={candidates}, reach={reach}");
        let error = InputError::new(ErrorKind::BadField, message);
        return Err(error.expected("candidates from 1 to 20, a reach from 1 to 50").into());
    }
    Ok(MinimiseOptions {
        lift: LiftOptions { reach: reach as u16, ..LiftOptions::default() },
        candidates: candidates as usize,
        rejected: Vec::new(),
        known: true,
        beyond: Vec::new(),
        limits: Limits::default(),
    })
}

/// The dead move to lift.
fn seed(asked: &PyPosition, letter: Option<&str>) -> Result<Seed, BindingError> {
    let position = asked.inner();
    let wrong = |what: String, expected: &str| {
        BindingError::from(InputError::new(ErrorKind::BadMove, what).expected(expected))
    };
    let Some(letter) = letter else {
        let found = seeds(&[Input::new(String::new(), position.clone())])?.concat();
        // Of a live position nothing is drawn after the dead move.
        let dead = found.into_iter().next().filter(|found| !found.rest.is_empty());
        return dead.map(|found| found.seed).ok_or_else(|| {
            let what = "the position is live, or its board is dead from the start";
            wrong(what.to_owned(), "a dead position, or a move to lift")
        });
    };
    let direction = read::direction(letter)?;
    if !position.legal_moves().any(|legal| legal == direction) {
        let legal: String = position.legal_moves().map(|legal| legal.letter()).collect();
        return Err(wrong(
            format!("{direction} leads onto no free cell"),
            &format!("one of {legal}"),
        ));
    }
    let judged = deadmove::engine::judge::judge(position, Engine::Sat, &Limits::default())?;
    if judged.answer.verdict() != Verdict::Live {
        let what = "the position is dead already".to_owned();
        return Err(wrong(what, "a live position, or no move, to lift the one that made it dead"));
    }
    let answer = decide_move(position, direction, Engine::Sat, &Limits::default())?;
    match answer.verdict() {
        Verdict::Dead => Ok(Seed { position: position.clone(), fatal: direction }),
        _ => Err(wrong(format!("{direction} is live"), "a dead move")),
    }
}
