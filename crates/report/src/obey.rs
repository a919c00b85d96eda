//! Lines that avoid dead moves and follow one wrong rule: how far they get, as text, JSON and case
//! files.

use crate::numbers::{count, thousands};
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::command::{explain, words};
use super::json::SCHEMA;
use super::table::{Column, Table};
use crate::forms;
use deadmove_core::board::{Board, Move, letters};
use deadmove_core::error::InputError;
use deadmove_core::formats::{Case, Expectation, write_case};
use deadmove_core::position::Position;
use deadmove_core::verdict::Verdict;
use deadmove_verify::check::Checked;
use deadmove_verify::reachability::Reachability;

/// The rules on one board, and where the wrong ones lead.
#[derive(Clone, Debug)]
pub struct FollowedRules {
    /// The side of the board.
    pub size: usize,
    /// Live positions of the board.
    pub live_positions: u64,
    /// Rules and claims that forbid something, but no live move: following them changes nothing.
    pub sound: usize,
    /// Rules and claims that match nowhere.
    pub vacuous: usize,
    /// The others.
    pub wrong: Vec<WrongRule>,
}

/// A rule that forbids live moves.
#[derive(Clone, Debug)]
pub struct WrongRule {
    /// The rule.
    pub rule: Checked,
    /// Live moves it forbids, on all live positions.
    pub forbids_live: u64,
    /// The positions that lines reach which follow it.
    pub obeyed: Reachability,
}

/// The JSON object: scripts rely on these keys in this order.
#[derive(JsonSchema, Serialize)]
pub(crate) struct Object<'a> {
    schema: u8,
    size: usize,
    complete: bool,
    live_positions: u64,
    sound: usize,
    vacuous: usize,
    obeyed: Vec<WrongObject<'a>>,
}

#[derive(JsonSchema, Serialize)]
struct WrongObject<'a> {
    name: &'a str,
    file: &'a str,
    digest: &'a str,
    forbids_live: u64,
    reached: u64,
    stuck: u64,
    #[schemars(with = "Option<forms::Path>")]
    path: Option<String>,
}

/// The report as a JSON object.
pub fn json(followed: &FollowedRules) -> String {
    let wrong = followed.wrong.iter().map(|wrong| WrongObject {
        name: &wrong.rule.name,
        file: &wrong.rule.file,
        digest: &wrong.rule.digest,
        forbids_live: wrong.forbids_live,
        reached: wrong.obeyed.reached,
        stuck: wrong.obeyed.stuck,
        path: wrong.obeyed.first.as_deref().map(letters),
    });
    let object = Object {
        schema: SCHEMA,
        size: followed.size,
        complete: true,
        live_positions: followed.live_positions,
        sound: followed.sound,
        vacuous: followed.vacuous,
        obeyed: wrong.collect(),
    };
    serde_json::to_string(&object).expect("strings and numbers are valid JSON")
}

/// The report for a person.
pub fn text(followed: &FollowedRules) -> String {
    let FollowedRules { size, live_positions, sound, vacuous, wrong } = followed;
    let mut out = format!(
        "{size}×{size}, {}; lines that obey the truth and one rule\n\n",
        count(*live_positions as usize, "live position", "live positions")
    );
    let _ = writeln!(
        out,
        "{}, {} nothing here, {} live moves",
        count(*sound, "rule is sound", "rules are sound"),
        count(*vacuous, "matches", "match"),
        count(wrong.len(), "forbids", "forbid"),
    );
    if wrong.is_empty() {
        return out;
    }
    let mut table = Table::new([
        Column::right("forbids live moves").wide(18),
        Column::right("positions reached").wide(18),
        Column::right("stuck positions").wide(15),
        Column::right("after").wide(5),
        Column::left("rule"),
    ]);
    for WrongRule { rule, forbids_live, obeyed } in wrong {
        let steps = obeyed.first.as_ref().map_or_else(|| "-".to_owned(), |p| p.len().to_string());
        let [live, reached, stuck] = [*forbids_live, obeyed.reached, obeyed.stuck].map(thousands);
        table.row([live, reached, stuck, steps, rule.name.clone()]);
    }
    let _ = write!(out, "\n{}", table.print(false));
    for WrongRule { rule, obeyed, .. } in wrong {
        if let Some(path) = &obeyed.first {
            let board = (*size as u16, *size as u16);
            let command = explain(board, path, &words(&[&rule.file]));
            let _ = writeln!(out, "\n{} forbids every live move here:\n  {command}", rule.name);
        }
    }
    out
}

/// The case file of a position in which a rule forbids every live move.
pub fn case(rule: &Checked, size: usize, path: &[Move]) -> Result<String, InputError> {
    let fault = |what: String| InputError::new("bad-path", what);
    let board = Board::corner_to_corner(size, size).map_err(|error| fault(error.to_string()))?;
    let position =
        Position::from_path(board.into(), path).map_err(|error| fault(error.to_string()))?;
    let comment = format!("Every live move here is forbidden by the rule {}.", rule.name);
    Ok(write_case(&Case {
        comment,
        position,
        expect: Some(Expectation::of(Verdict::Live)),
        options: None,
    }))
}
