//! The JSON objects that scripts rely on: `"schema": 1`, fields in a fixed order.

use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::forms;
use crate::mirror::{self, Json};
use deadmove_core::board::{Board, Cell, Move, letters};
use deadmove_core::error::InputError;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limit, Verdict};
use deadmove_engine::expectation::Unmet;
use deadmove_engine::judge::{Answer, Comparison, Judgement};

/// The version of all output formats.
pub const SCHEMA: u8 = 1;

/// A judged position.
#[derive(JsonSchema, Serialize)]
pub(crate) struct JudgementLine<'a> {
    schema: u8,
    name: &'a str,
    #[serde(serialize_with = "mirror::json")]
    #[schemars(with = "forms::Verdict")]
    verdict: Verdict,
    #[schemars(with = "forms::Moves<forms::Verdict>")]
    moves: Moves<'a>,
    #[schemars(with = "Option<forms::Path>")]
    witness: Option<String>,
    #[serde(serialize_with = "mirror::json")]
    #[schemars(with = "Option<forms::Reason>")]
    reason: Option<&'a Reason>,
    turning_point: Option<usize>,
    #[serde(serialize_with = "mirror::json")]
    #[schemars(with = "Option<forms::Move>")]
    fatal_move: Option<Move>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(serialize_with = "mirror::json")]
    #[schemars(with = "forms::Limit")]
    limit: Option<Limit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(serialize_with = "mirror::json")]
    #[schemars(with = "forms::Comparison")]
    comparison: Option<Comparison>,
    /// The expectations that are not true, each in words; left out if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    unmet: &'a [String],
    /// The expectations that were not compared, each in words; left out if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    open: &'a [String],
}

/// `{"U":"live",…}` in the order U D L R.
struct Moves<'a>(&'a [(Move, Answer)]);

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (direction, answer) in self.0 {
            map.serialize_entry(&Json(direction), &Json(answer.verdict()))?;
        }
        map.end()
    }
}

/// One line for one judged position. Left out where they do not apply: `limit` unless anything
/// stayed unknown, `comparison` unless two engines ran, `unmet` and `open` unless an expectation is
/// not true, or was not compared.
pub fn judgement(name: &str, judgement: &Judgement, position: &Position, unmet: &Unmet) -> String {
    to_line(&JudgementLine {
        schema: SCHEMA,
        name,
        verdict: judgement.answer.verdict(),
        moves: Moves(&judgement.moves),
        witness: judgement.answer.witness().map(|witness| letters(witness)),
        reason: judgement.answer.reason(),
        turning_point: judgement.turning.live_moves(position.path().len()),
        fatal_move: judgement.turning.fatal_move(),
        limit: judgement.limit(),
        comparison: judgement.comparison,
        unmet: &unmet.refuted,
        open: &unmet.open,
    })
}

/// A line of `deadmove judge --json`.
pub(crate) type JudgeOutput = forms::Either<JudgementLine<'static>, ErrorOutput>;

/// A line for an input with an error.
pub(crate) type ErrorOutput = ErrorLine<'static, forms::InputError>;

/// An input with an error.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "ErrorLine")]
pub(crate) struct ErrorLine<'a, E> {
    schema: u8,
    name: &'a str,
    error: E,
}

/// One line for an input that could not be read.
pub fn input_error(name: &str, error: &InputError) -> String {
    to_line(&ErrorLine { schema: SCHEMA, name, error: Json(error) })
}

/// One line for a position on which deadmove itself failed.
pub fn fault(name: &str, message: &str) -> String {
    #[derive(Serialize)]
    struct Internal<'a> {
        kind: &'static str,
        message: &'a str,
    }
    to_line(&ErrorLine { schema: SCHEMA, name, error: Internal { kind: "internal", message } })
}

/// The number of completions of a position.
#[derive(JsonSchema, Serialize)]
pub(crate) struct CountObject<'a> {
    schema: u8,
    board: BoardObject,
    #[schemars(with = "forms::Path")]
    path: String,
    #[schemars(with = "Option<forms::Digits>")]
    count: Option<&'a RawValue>,
    #[schemars(extend("enum" = ["frontier"]))]
    engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(serialize_with = "mirror::json")]
    #[schemars(with = "forms::Limit")]
    limit: Option<Limit>,
}

/// A board as its keys.
#[derive(Debug, JsonSchema, Serialize)]
pub struct BoardObject {
    width: u16,
    height: u16,
    #[serde(serialize_with = "mirror::json")]
    #[schemars(with = "forms::Cell")]
    start: Cell,
    #[serde(serialize_with = "mirror::json")]
    #[schemars(with = "forms::Cell")]
    end: Cell,
    #[serde(serialize_with = "mirror::json")]
    #[schemars(with = "Vec<forms::Cell>")]
    blocked: Vec<Cell>,
}

impl BoardObject {
    /// The keys of a board.
    pub fn of(board: &Board) -> BoardObject {
        BoardObject {
            width: board.width(),
            height: board.height(),
            start: board.start(),
            end: board.end(),
            blocked: board.blocked_cells().collect(),
        }
    }
}

/// The count of a position's completions, as a JSON number of any size; null if a limit was hit.
pub fn count(position: &Position, counted: &Result<BigUint, Limit>) -> String {
    let digits = counted.as_ref().ok().map(|count| {
        RawValue::from_string(count.to_string()).expect("decimal digits are a JSON number")
    });
    to_line(&CountObject {
        schema: SCHEMA,
        board: BoardObject::of(position.board()),
        path: letters(position.path()),
        count: digits.as_deref(),
        engine: "frontier",
        limit: counted.as_ref().err().copied(),
    })
}

fn to_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data is serialisable")
}
