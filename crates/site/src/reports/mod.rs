//! Reads reports back: what `check`, `prove`, `milestones` and `minimise` print with `--json`.
//! Whatever can be replayed is replayed.
//!
//! Checks are read as `merge` and `check --resume` read them, by [`deadmove_report::check_json`].
//! In other reports, unknown keys are ignored, so that they may grow.

mod contradictions;
mod milestones;
mod minimised;
mod obeyed;
mod proofs;

use std::path::Path;
use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use deadmove_core::board::{Board, Move};
use deadmove_core::error::InputError;
use deadmove_core::formats::parse_path;
use deadmove_core::position::Position;
use deadmove_report::check_json;
use deadmove_report::json::SCHEMA;
use deadmove_report::milestones::MilestonesReport;
use deadmove_verify::check::{Check, Checked, Example};

pub use minimised::{
    DeadMove, MinimiseReport, MinimisedMove, ProvedRule, Rescue, Unsolved, positions,
};
pub use obeyed::ObeyReport;
use obeyed::ObeyedRule;
pub use proofs::{ProofExample, ProofReport, ProofVerdict, ProvedClaim, ProvedRow};

/// Reports, in the order in which they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reports {
    /// Of `check`.
    pub checks: Vec<Check>,
    /// Of `check --at-the-limit`.
    pub limits: Vec<Check>,
    /// Of `check --missed`.
    pub missed: Vec<MissedReport>,
    /// Of `check --stuck`.
    pub obeyed: Vec<ObeyReport>,
    /// Of `milestones`.
    pub milestones: Vec<MilestonesReport>,
    /// Of `prove`.
    pub proofs: Vec<ProofReport>,
    /// Of `minimise`.
    pub minimised: Vec<MinimiseReport>,
}

/// The dead moves that a rule set allows on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissedReport {
    /// The side of the board.
    pub size: usize,
    /// The rules.
    pub asked: AskedReport,
    /// Dead moves of live positions.
    pub dead_moves: u64,
    /// Those that no rule forbids.
    pub allowed: u64,
    /// The number of patterns among these.
    pub patterns: u64,
    /// The most frequent patterns.
    pub top: Vec<GroupReport>,
    /// For each file the dead moves that no other file forbids.
    pub alone: Vec<AloneReport>,
}

/// The rules a [`MissedReport`] is about.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct AskedReport {
    /// Files and folders.
    pub paths: Vec<String>,
    /// Rules and claims.
    pub rules: u64,
    /// The unsound ones that were left out, if that was asked.
    pub left_out: Option<Vec<String>>,
}

/// A pattern of moves that are missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupReport {
    /// How many there are.
    pub count: u64,
    /// Live moves that look the same.
    pub live: u64,
    /// The picture, line by line.
    pub picture: Vec<String>,
    /// What the picture cannot show.
    pub remarks: Vec<String>,
    /// The simplest of them.
    pub example: Example,
}

/// How much a file is needed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct AloneReport {
    /// The rule file.
    pub file: String,
    /// Dead moves that no other file forbids.
    pub dead_moves: u64,
}

impl Reports {
    /// Adds the reports of a file: one, or a list of them.
    pub fn read(&mut self, text: &str, file: &Path) -> Result<(), InputError> {
        self.add(text).map_err(|error| error.in_file(file))
    }

    fn add(&mut self, text: &str) -> Result<(), InputError> {
        for part in parts(text)? {
            let kind: Kind = part.parse()?;
            match kind {
                Kind { schema: Some(schema), .. } if schema != u64::from(SCHEMA) => {
                    return Err(no_report(format!("this is a report of schema {schema}"))
                        .expected(format!("schema {SCHEMA}")));
                }
                Kind { schema: Some(_), claims: Some(_), .. } => self.proofs.push(part.parse()?),
                Kind { schema: Some(_), rules: Some(_), .. } => {
                    let Beside { missed, stuck } = part.parse()?;
                    let check = check_json::verified(part.parse()?)?;
                    if let Some(missed) = missed {
                        self.missed.push(missed.verified(check.size)?);
                    }
                    if let Some(RawStuck { live_positions, followed }) = stuck {
                        let size = check.size;
                        let obeyed = ObeyReport { size, live_positions, obeyed: followed };
                        obeyed.verify()?;
                        self.obeyed.push(obeyed);
                    }
                    let limits = check.claims.iter().all(Checked::is_at_the_limit);
                    let kind = if limits { &mut self.limits } else { &mut self.checks };
                    kind.push(check);
                }
                Kind { schema: Some(_), milestones: Some(_), .. } => {
                    let walked: MilestonesReport = part.parse()?;
                    milestones::verify(&walked)?;
                    self.milestones.push(walked);
                }
                // Other commands print an object of this name.
                Kind { schema: Some(_), moves: Some(moves), .. }
                    if moves.get().starts_with('[') =>
                {
                    let minimised: MinimiseReport = part.parse()?;
                    minimised.verify()?;
                    self.minimised.push(minimised);
                }
                _ => return Err(no_report("this is no report")),
            }
        }
        Ok(())
    }
}

/// What is expected of a file of reports.
pub const EXPECTED: &str =
    "what `deadmove` printed with --json: check, prove, minimise or lab milestones";

fn no_report(message: impl Into<String>) -> InputError {
    InputError::new("bad-report", message).expected(EXPECTED)
}

/// The reports of a text: one, several in lines, or a list of them.
pub fn parts(text: &str) -> Result<Vec<JsonPart<'_>>, InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = JsonPart { text, part: text };
    let mut parts = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        let part = JsonPart { text, part: value.map_err(|error| whole.fault(&error))?.get() };
        match part.part.starts_with('[') {
            true => {
                let list: Vec<&RawValue> = part.parse()?;
                parts.extend(list.into_iter().map(|part| JsonPart { text, part: part.get() }));
            }
            false => parts.push(part),
        }
    }
    match parts.is_empty() {
        true => Err(no_report("there is no report in it")),
        false => Ok(parts),
    }
}

/// The keys by which kinds of reports are recognised.
#[derive(Deserialize)]
struct Kind<'a> {
    schema: Option<u64>,
    #[serde(borrow)]
    rules: Option<&'a RawValue>,
    #[serde(borrow)]
    claims: Option<&'a RawValue>,
    #[serde(borrow)]
    milestones: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Option<&'a RawValue>,
}

/// A JSON value in a text.
#[derive(Clone, Copy, Debug)]
pub struct JsonPart<'a> {
    text: &'a str,
    part: &'a str,
}

impl<'a> JsonPart<'a> {
    /// Reads the value. A fault is shown at its place in the text.
    pub fn parse<T: Deserialize<'a>>(&self) -> Result<T, InputError> {
        serde_json::from_str(self.part).map_err(|error| self.fault(&error))
    }

    fn fault(&self, error: &serde_json::Error) -> InputError {
        let start = self.part.as_ptr().addr() - self.text.as_ptr().addr();
        let lines = self.part.split_inclusive('\n');
        let before: usize = lines.take(error.line().saturating_sub(1)).map(str::len).sum();
        let mut at = (start + before + error.column().saturating_sub(1)).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let head = &self.text[..at];
        let line = head.matches('\n').count() + 1;
        let column = head[head.rfind('\n').map_or(0, |end| end + 1)..].chars().count() + 1;
        let message = error.to_string();
        let what = message.split(" at line ").next().unwrap_or(&message);
        no_report(format!("broken report: {what}")).at(self.text, line, column, 1)
    }
}

fn moves(text: &str) -> Result<Vec<Move>, String> {
    parse_path(text).map_err(|error| error.message)
}

fn one_move<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
    let text = String::deserialize(deserializer)?;
    let mut letters = text.chars();
    match (letters.next().and_then(Move::from_letter), letters.next()) {
        (Some(direction), None) => Ok(direction),
        _ => Err(D::Error::custom(format!("`{text}` is no move; moves are U D L R"))),
    }
}

/// What a report of `check` has beside its verdicts.
#[derive(Deserialize)]
struct Beside {
    missed: Option<RawMissed>,
    stuck: Option<RawStuck>,
}

#[derive(Deserialize)]
struct RawStuck {
    live_positions: u64,
    followed: Vec<ObeyedRule>,
}

#[derive(Deserialize)]
struct RawMissed {
    asked: AskedReport,
    dead_moves: u64,
    allowed: u64,
    patterns: u64,
    top: Vec<RawGroup>,
    alone: Vec<AloneReport>,
}

#[derive(Deserialize)]
struct RawGroup {
    count: u64,
    live: u64,
    picture: Vec<String>,
    remarks: Vec<String>,
    example: RawExample,
}

#[derive(Deserialize)]
struct RawExample {
    path: String,
    #[serde(rename = "move", deserialize_with = "one_move")]
    direction: Move,
}

impl RawMissed {
    fn verified(self, size: usize) -> Result<MissedReport, InputError> {
        let RawMissed { asked, dead_moves, allowed, patterns, top, alone } = self;
        let top = top.into_iter().map(|group| {
            let RawGroup { count, live, picture, remarks, example } = group;
            let path = moves(&example.path).map_err(no_report)?;
            let example = Example { size, path, direction: example.direction };
            replay(&example)?;
            Ok(GroupReport { count, live, picture, remarks, example })
        });
        let top = top.collect::<Result<Vec<_>, InputError>>()?;
        Ok(MissedReport { size, asked, dead_moves, allowed, patterns, top, alone })
    }
}

/// Checks that an example can be drawn on its board.
fn replay(example: &Example) -> Result<(), InputError> {
    let Example { size, path, direction } = example;
    let board =
        Board::corner_to_corner(*size, *size).map_err(|error| no_report(error.to_string()))?;
    let position =
        Position::from_path(Arc::new(board), path).map_err(|error| no_report(error.to_string()))?;
    let mut after = position;
    after.play(*direction).map_err(|error| no_report(error.to_string()))
}
