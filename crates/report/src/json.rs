//! The JSON objects that scripts rely on: `"schema": 1`, fields in a fixed order.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::judgement::move_verdicts;
use crate::forms::{ByMove, Either};
use deadmove_core::board::{Board, BoardError, Cell, Letters, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limit, Verdict};
use deadmove_engine::expectation::Unmet;
use deadmove_engine::judge::{EngineComparison, Judgement};
use deadmove_rules::moves::Moves;

/// The version of all output formats.
pub const SCHEMA: u8 = 1;

/// A judged position.
#[derive(JsonSchema, Serialize)]
pub(crate) struct JudgementLine<'a> {
    schema: u8,
    name: &'a str,
    #[serde(flatten)]
    position: PositionKeys,
    verdict: Verdict,
    moves: ByMove<Verdict>,
    #[serde(flatten)]
    evidence: Option<EvidenceKeys<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Limit")]
    limit: Option<Limit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ComparisonObject")]
    comparison: Option<ComparisonObject>,
    /// The expectations that are not true, each in words; left out if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    unmet: &'a [String],
    /// The expectations that were not compared, each in words; left out if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    open: &'a [String],
}

/// A position, in the keys by which batches are read.
#[derive(JsonSchema, Serialize)]
pub(crate) struct PositionKeys {
    /// The side of a square board; others have `width` and `height`.
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u16>,
    path: Letters,
    /// Left out if it is the upper-left corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Cell>,
    /// Left out if it is the lower-right corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<Cell>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocked: Vec<Cell>,
}

impl PositionKeys {
    pub(crate) fn of(board: &Board, path: &[Move]) -> PositionKeys {
        let (width, height) = (board.width(), board.height());
        let square = width == height;
        PositionKeys {
            n: square.then_some(width),
            width: (!square).then_some(width),
            height: (!square).then_some(height),
            path: Letters(path.to_vec()),
            start: Some(board.start()).filter(|&start| start != Cell::new(1, 1)),
            end: Some(board.end()).filter(|&end| end != Cell::new(width, height)),
            blocked: board.blocked_cells().collect(),
        }
    }
}

/// What shows a verdict; left out with `--no-evidence`.
#[derive(JsonSchema, Serialize)]
struct EvidenceKeys<'a> {
    /// Why each dead move of a live position is dead; in a dead position `reason` is that of all.
    #[serde(skip_serializing_if = "ByMove::is_empty")]
    reasons: ByMove<&'a Reason>,
    witness: Option<Letters>,
    reason: Option<&'a Reason>,
    turning_point: Option<usize>,
    fatal_move: Option<Move>,
}

/// Two engines compared.
#[derive(JsonSchema, Serialize)]
struct ComparisonObject {
    /// Questions to which both gave the same answer.
    agreed: usize,
    /// Questions that one of them did not decide.
    open: usize,
}

/// One line for one judged position. Left out where they do not apply: `reasons` unless a live
/// position has dead moves, `limit` unless anything stayed unknown, `comparison` unless two engines
/// ran, `unmet` and `open` unless an expectation is not true, or was not compared.
pub fn judgement(
    name: &str,
    judgement: &Judgement,
    position: &Position,
    unmet: &Unmet,
    with_evidence: bool,
) -> String {
    let comparison = judgement.comparison;
    let live = judgement.answer.verdict() == Verdict::Live;
    let evidence = || {
        let reasons = judgement.moves.iter().filter(|_| live);
        let reasons = reasons.filter_map(|(m, answer)| Some((*m, answer.reason()?))).collect();
        EvidenceKeys {
            reasons: ByMove(reasons),
            witness: judgement.answer.witness().cloned().map(Letters),
            reason: judgement.answer.reason(),
            turning_point: judgement.turning.live_moves(position.path().len()),
            fatal_move: judgement.turning.fatal_move(),
        }
    };
    to_line(&JudgementLine {
        schema: SCHEMA,
        name,
        position: PositionKeys::of(position.board(), position.path()),
        verdict: judgement.answer.verdict(),
        moves: ByMove(move_verdicts(judgement)),
        evidence: with_evidence.then(evidence),
        limit: judgement.limit(),
        comparison: comparison
            .map(|EngineComparison { agreed, open }| ComparisonObject { agreed, open }),
        unmet: &unmet.refuted,
        open: &unmet.open,
    })
}

/// A line of `deadmove judge --json`.
pub(crate) type JudgeOutput = Either<JudgementLine<'static>, ErrorOutput>;

/// A line for an input with an error.
pub(crate) type ErrorOutput = ErrorLine<'static, InputError>;

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
    to_line(&ErrorLine { schema: SCHEMA, name, error })
}

/// One line for a position on which deadmove itself failed.
pub fn fault(name: &str, message: &str) -> String {
    #[derive(Serialize)]
    struct InternalErrorObject<'a> {
        kind: &'static str,
        message: &'a str,
    }
    to_line(&ErrorLine {
        schema: SCHEMA,
        name,
        error: InternalErrorObject { kind: "internal", message },
    })
}

/// The number of completions of a position.
#[derive(JsonSchema, Serialize)]
pub(crate) struct CountObject<'a> {
    schema: u8,
    board: BoardObject,
    path: Letters,
    /// A whole number of any size.
    #[schemars(with = "serde_json::Value", extend("type" = ["integer", "null"], "minimum" = 0))]
    count: Option<&'a RawValue>,
    #[schemars(extend("enum" = ["frontier"]))]
    engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Limit")]
    limit: Option<Limit>,
}

/// A board as its keys.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct BoardObject {
    width: u16,
    height: u16,
    start: Cell,
    end: Cell,
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

    /// The board with these keys.
    ///
    /// # Errors
    /// Those of [`Board::new`].
    pub fn board(&self) -> Result<Board, BoardError> {
        let cell = |cell: Cell| (cell.column.into(), cell.row.into());
        let blocked: Vec<_> = self.blocked.iter().copied().map(cell).collect();
        let (start, end) = (Some(cell(self.start)), Some(cell(self.end)));
        Board::new(self.width.into(), self.height.into(), start, end, &blocked)
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
        path: Letters(position.path().to_vec()),
        count: digits.as_deref(),
        engine: "frontier",
        limit: counted.as_ref().err().copied(),
    })
}

/// An error of serde about a part of a text, with its place in the text. `what` is said before it.
pub fn broken(error: &serde_json::Error, (text, part): (&str, &str), what: &str) -> InputError {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    let lines = part.split_inclusive('\n');
    let before: usize = lines.take(error.line().saturating_sub(1)).map(str::len).sum();
    // serde counts bytes, up to and including the last one it read.
    let mut at = (start + before + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let head = &text[..at];
    let line = head.matches('\n').count() + 1;
    let column = head[head.rfind('\n').map_or(0, |end| end + 1)..].chars().count() + 1;
    let words = error.to_string();
    let found = words.split(" at line ").next().unwrap_or(&words);
    InputError::new(ErrorKind::BadReport, format!("{what}: {found}")).at(text, line, column, 1)
}

/// Whether a text is a JSON object with these keys, or a list of some: kinds of reports have keys
/// of their own.
pub fn has_keys(text: &str, keys: &[&str]) -> bool {
    type Keys = BTreeMap<String, IgnoredAny>;
    let found = match text.trim_start().starts_with('[') {
        true => serde_json::from_str::<Vec<Keys>>(text),
        false => serde_json::from_str::<Keys>(text).map(|object| vec![object]),
    };
    let has = |object: &Keys| keys.iter().all(|&key| object.contains_key(key));
    found.is_ok_and(|found| !found.is_empty() && found.iter().all(has))
}

/// A path to a position.
#[derive(JsonSchema, Serialize)]
pub(crate) struct PathLine {
    #[serde(flatten)]
    position: PositionKeys,
    /// The letters of the live moves; none in a dead position.
    live: Letters,
    schema: u8,
}

/// One line for a path on a board, with the live moves that follow.
pub fn path_to_position(board: &Board, path: &[Move], live: Moves) -> String {
    let live = Letters(live.iter().collect());
    to_line(&PathLine { position: PositionKeys::of(board, path), live, schema: SCHEMA })
}

/// A line that was drawn by rules, complete or up to where they failed.
#[derive(Serialize)]
struct DrawnLineObject<'a> {
    #[serde(flatten)]
    position: PositionKeys,
    name: &'a str,
    /// Whether the line is complete; if not, the rules failed there.
    completed: bool,
    /// The dead move that the rules allow there, with `--stop dead`.
    #[serde(skip_serializing_if = "Option::is_none")]
    dead_move: Option<Move>,
    schema: u8,
}

/// One line for a path that was drawn by rules, and the dead move after it at which they failed.
pub fn drawn_line(name: &str, board: &Board, path: &[Move], dead_move: Option<Move>) -> String {
    let completed = dead_move.is_none() && path.len() + 1 == board.cells();
    let position = PositionKeys::of(board, path);
    to_line(&DrawnLineObject { position, name, completed, dead_move, schema: SCHEMA })
}

pub(crate) fn to_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data is serialisable")
}
