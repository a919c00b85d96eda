//! Reads reports back: what `check`, `prove`, `milestones` and `minimise` print with `--json`.
//! Whatever can be replayed is replayed.
//!
//! Checks are read as `merge` and `check --resume` read them, by [`deadmove_report::check_json`].
//! In other reports, unknown keys are ignored, so that they may grow.

mod contradictions;
mod minimised;
mod proofs;

use std::path::Path;

use serde::Deserialize;
use serde_json::value::RawValue;

use deadmove_core::board::{Board, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::formats::parse_path;
use deadmove_core::position::Position;
use deadmove_core::sealed;
use deadmove_report::check::missed::{Missed, MissedGroup};
use deadmove_report::check::stuck::Followed;
use deadmove_report::check_json;
use deadmove_report::json::{SCHEMA, broken};
use deadmove_report::milestones::MilestonesReport;
use deadmove_report::minimise::MinimiseReport;
use deadmove_report::prove::json::ProofReport;
use deadmove_verify::check::{Check, Checked};

pub use minimised::{DeadMove, ProvedRule, Rescue, Unsolved, positions};
pub use proofs::counterexample;

/// Reports, in the order in which they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reports {
    /// Of `check`.
    pub checks: Vec<Check>,
    /// Of `check --at-the-limit`.
    pub limits: Vec<Check>,
    /// Of `check --missed`, each with the side of the board.
    pub missed: Vec<(usize, Missed)>,
    /// Of `check --stuck`, each with the side of the board.
    pub obeyed: Vec<(usize, Followed)>,
    /// Of `milestones`.
    pub milestones: Vec<MilestonesReport>,
    /// Of `prove`.
    pub proofs: Vec<ProofReport>,
    /// Of `minimise`.
    pub minimised: Vec<MinimiseReport>,
}

impl Reports {
    /// Adds the reports of a file: one, or a list of them.
    ///
    /// # Errors
    /// If the text is no report of a known kind and schema, or was changed.
    pub fn read(&mut self, text: &str, file: &Path) -> Result<(), InputError> {
        self.add(text).map_err(|error| error.in_file(file))
    }

    fn add(&mut self, text: &str) -> Result<(), InputError> {
        for part in parts(text)? {
            let kind: ReportKeys = part.parse()?;
            match kind {
                ReportKeys { schema: Some(schema), .. } if schema != u64::from(SCHEMA) => {
                    return Err(no_report(format!("this is a report of schema {schema}"))
                        .expected(format!("schema {SCHEMA}")));
                }
                ReportKeys { schema: Some(_), claims: Some(_), .. } => {
                    self.proofs.push(part.parse()?)
                }
                ReportKeys { schema: Some(_), rules: Some(_), .. } => {
                    let CheckExtras { missed, stuck } = part.parse()?;
                    let check = check_json::verified(part.parse()?)?;
                    if let Some(missed) = missed {
                        verify_missed(&missed, check.size)?;
                        self.missed.push((check.size, missed));
                    }
                    if let Some(stuck) = stuck {
                        verify_stuck(&stuck, check.size)?;
                        self.obeyed.push((check.size, stuck));
                    }
                    let limits = check.claims.iter().all(Checked::is_at_the_limit);
                    let kind = if limits { &mut self.limits } else { &mut self.checks };
                    kind.push(check);
                }
                ReportKeys { schema: Some(_), milestones: Some(_), .. } => {
                    let walked: MilestonesReport = part.parse()?;
                    verify_milestones(&walked)?;
                    self.milestones.push(walked);
                }
                // Other commands print an object of this name.
                ReportKeys { schema: Some(_), moves: Some(moves), .. }
                    if moves.get().starts_with('[') =>
                {
                    let minimised: MinimiseReport = part.parse()?;
                    minimised::verify(&minimised)?;
                    self.minimised.push(minimised);
                }
                _ => return Err(no_report("this is no report")),
            }
            sealed::open(part.part)?;
        }
        Ok(())
    }
}

/// What is expected of a file of reports.
pub const EXPECTED: &str =
    "what `deadmove` printed with --json: check, prove, minimise or lab milestones";

fn no_report(message: impl Into<String>) -> InputError {
    InputError::new(ErrorKind::BadReport, message).expected(EXPECTED)
}

/// The reports of a text: one, several in lines, or a list of them.
///
/// # Errors
/// If the text is no JSON, or has no report.
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
struct ReportKeys<'a> {
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
    ///
    /// # Errors
    /// If the value does not have this form.
    pub fn parse<T: Deserialize<'a>>(&self) -> Result<T, InputError> {
        serde_json::from_str(self.part).map_err(|error| self.fault(&error))
    }

    fn fault(&self, error: &serde_json::Error) -> InputError {
        broken(error, (self.text, self.part), "broken report").expected(EXPECTED)
    }
}

/// What a report of `check` has beside its verdicts.
#[derive(Deserialize)]
struct CheckExtras {
    missed: Option<Missed>,
    stuck: Option<Followed>,
}

/// Checks that the examples of missed moves can be drawn.
fn verify_missed(missed: &Missed, size: usize) -> Result<(), InputError> {
    missed.top.iter().try_for_each(|MissedGroup { example, .. }| {
        replay(size, &example.path.0, Some(example.direction)).map_err(no_report)
    })
}

/// Checks that the lines of wrong rules can be drawn.
fn verify_stuck(stuck: &Followed, size: usize) -> Result<(), InputError> {
    stuck.followed.iter().try_for_each(|rule| {
        let drawn = match &rule.path {
            path if (rule.stuck > 0) != path.is_some() => {
                Err("there is a count without a position, or the reverse".to_owned())
            }
            Some(path) => parse_path(path)
                .map_err(|error| error.message)
                .and_then(|path| replay(size, &path, None)),
            None => Ok(()),
        };
        drawn.map_err(|what| {
            let message = format!("the stuck position of '{}' does not hold: {what}", rule.name);
            InputError::new(ErrorKind::BadReport, message)
                .expected("what `deadmove check --stuck --json` printed")
        })
    })
}

/// Checks that the stuck lines of milestones can be drawn.
fn verify_milestones(report: &MilestonesReport) -> Result<(), InputError> {
    report.milestones.iter().try_for_each(|milestone| {
        let Some(stuck) = &milestone.stuck else { return Ok(()) };
        replay(report.size, &stuck.path.0, None).map_err(|what| {
            let completed = milestone.completed;
            let message = format!("the place after {completed} lines does not hold: {what}");
            InputError::new(ErrorKind::BadReport, message)
                .expected("what `deadmove lab milestones --json` printed")
        })
    })
}

/// Checks that a path, and a move after it, can be drawn on a square board.
fn replay(size: usize, path: &[Move], step: Option<Move>) -> Result<(), String> {
    let board = Board::corner_to_corner(size, size).map_err(|error| error.to_string())?;
    let mut position =
        Position::from_path(board.into(), path).map_err(|error| error.to_string())?;
    step.map_or(Ok(()), |step| position.play(step)).map_err(|error| error.to_string())
}
