//! The JSON of checks: the writer and, for reports that are resumed or merged, the reader.
//!
//! The reader checks that a report agrees with itself. Whether its examples are true, the engine
//! decides later (`deadmove_verify::confirm`).

use std::path::Path;

use schemars::JsonSchema;
use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::check::counted::{Counted, CountedObject};
use super::check::missed::Missed;
use super::check::stuck::Followed;
use super::json::{SCHEMA, broken};
use crate::forms::{Either, SealedReport, Units, Word};
use deadmove_core::board::{Board, Letters, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::sealed;
use deadmove_verify::check::{
    Check, CheckEngine, Checked, Example, RuleResult, RuleVerdict, SetResult, SetVerdict, Vacuity,
};
use deadmove_verify::chunks::Chunks;
use deadmove_verify::confirm::ConfirmedCheck;
use deadmove_verify::consistency::contradiction;
use deadmove_verify::reachability::Reachability;

/// A check as JSON: these keys in this order.
#[derive(JsonSchema, Serialize, Deserialize)]
pub struct CheckObject {
    #[serde(deserialize_with = "schema")]
    schema: u8,
    #[serde(deserialize_with = "side")]
    size: usize,
    engine: Word<CheckEngine>,
    complete: bool,
    #[serde(serialize_with = "write_units", deserialize_with = "units")]
    #[schemars(with = "Units")]
    units: Chunks,
    rules: Vec<RuleObject>,
    set: SetObject,
    /// Reports of the first version have no such list.
    #[serde(default)]
    left_out: Vec<String>,
    /// Only with --missed. Not read: it is counted again, or follows from `counted`.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    missed: Option<Missed>,
    /// Only with --stuck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stuck: Option<Followed>,
    /// Only in the file of --resume.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    counted: Option<CountedObject>,
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct RuleObject {
    name: String,
    file: String,
    digest: String,
    /// Only for lemmas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lemmas: Vec<String>,
    verdict: Word<RuleVerdict>,
    /// Why it is vacuous; null if it is not, or by the sat engine.
    #[serde(skip_deserializing)]
    vacuous: Option<Word<Vacuity>>,
    placements: usize,
    matches: Option<u64>,
    forbids_dead: Option<u64>,
    forbids_live: Option<u64>,
    counterexample: Option<CounterexampleObject>,
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct CounterexampleObject {
    #[serde(deserialize_with = "side")]
    size: usize,
    path: Letters,
    #[serde(rename = "move")]
    direction: Move,
    /// Not read: the engine finds it again when it confirms the example.
    #[serde(skip_deserializing)]
    completion: Option<Letters>,
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct SetObject {
    verdict: Word<SetVerdict>,
    dead_moves: Option<u64>,
    forbidden: Option<u64>,
    allowed: Option<u64>,
    early_ends: Option<u64>,
    example: Option<ExampleObject>,
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct ExampleObject {
    path: Letters,
    #[serde(rename = "move")]
    direction: Move,
}

/// A check with what else was asked in the same run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckState {
    /// The check.
    pub check: Check,
    /// What was counted for --missed.
    pub counted: Option<Counted>,
    /// Where the first of the unsound rules lead, for --stuck.
    pub followed: Vec<Reachability>,
}

/// What a report has beside the check.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<'a> {
    /// The dead moves that the rules allow.
    pub missed: Option<&'a Missed>,
    /// Where wrong rules lead.
    pub stuck: Option<&'a Followed>,
    /// For the file of --resume: what is counted so far.
    pub counted: Option<&'a Counted>,
}

/// Whether reports have answers to --missed or --stuck.
pub fn has_more(text: &str) -> bool {
    #[derive(Deserialize)]
    struct CheckKeys {
        missed: Option<IgnoredAny>,
        stuck: Option<IgnoredAny>,
    }
    let more = |kind: &CheckKeys| kind.missed.is_some() || kind.stuck.is_some();
    match text.trim_start().starts_with('[') {
        true => serde_json::from_str::<Vec<CheckKeys>>(text).is_ok_and(|all| all.iter().any(more)),
        false => serde_json::from_str::<CheckKeys>(text).is_ok_and(|kind| more(&kind)),
    }
}

/// A check as a JSON object, with the completions of its counterexamples.
pub fn write(check: &Check, confirmed: &ConfirmedCheck) -> String {
    write_with(check, confirmed, Beside::default())
}

/// [`write()`] with what else was asked.
pub fn write_with(check: &Check, confirmed: &ConfirmedCheck, beside: Beside<'_>) -> String {
    let rules = check.rules.iter().zip(&check.claims).zip(&confirmed.rules);
    let rules = rules.map(|((result, claim), confirmed)| RuleObject {
        name: claim.name.clone(),
        file: claim.file.clone(),
        digest: claim.digest.clone(),
        lemmas: claim.lemmas.clone(),
        verdict: Word(result.verdict),
        vacuous: result.vacuity().map(Word),
        placements: result.placements,
        matches: result.matches,
        forbids_dead: result.forbids_dead,
        forbids_live: result.forbids_live,
        counterexample: result.counterexample.as_ref().map(|example| CounterexampleObject {
            size: example.size,
            path: Letters(example.path.clone()),
            direction: example.direction,
            completion: confirmed
                .as_ref()
                .and_then(|confirmed| confirmed.answer.witness())
                .cloned()
                .map(Letters),
        }),
    });
    let set = &check.set;
    sealed::line(&CheckObject {
        schema: SCHEMA,
        size: check.size,
        engine: Word(check.engine),
        complete: check.complete(),
        units: check.chunks.clone(),
        rules: rules.collect(),
        set: SetObject {
            verdict: Word(set.verdict),
            dead_moves: set.dead_moves,
            forbidden: set.forbidden,
            allowed: set.allowed,
            early_ends: set.early_ends,
            example: set.example.as_ref().map(|example| ExampleObject {
                path: Letters(example.path.clone()),
                direction: example.direction,
            }),
        },
        left_out: check.left_out.clone(),
        missed: beside.missed.cloned(),
        stuck: beside.stuck.cloned(),
        counted: beside.counted.map(CountedObject::of),
    })
}

/// What [`write_all`] writes.
pub(crate) type CheckOutput = Either<SealedReport<CheckObject>, Vec<SealedReport<CheckObject>>>;

/// Checks as `deadmove check` and `deadmove merge` print them: an object, or a list for several.
pub fn write_all(objects: &[String]) -> String {
    match objects {
        [object] => format!("{object}\n"),
        objects => format!("[{}]\n", objects.join(",\n")),
    }
}

/// Reads the checks of what [`write_all`] wrote. `file` is named in errors.
///
/// # Errors
/// Those of [`read_states`].
pub fn read(text: &str, file: &Path) -> Result<Vec<Check>, InputError> {
    Ok(read_states(text, file)?.into_iter().map(|state| state.check).collect())
}

/// Reads what [`write_all`] wrote, with what else was asked. Whether patterns and paths are true,
/// only the live set shows (`Tally::contradiction`, `reachability::gets_stuck`).
///
/// # Errors
/// If the text is no such report, was changed, or contradicts itself.
pub fn read_states(text: &str, file: &Path) -> Result<Vec<CheckState>, InputError> {
    const EXPECTED: &str = "what `deadmove check --json` wrote";
    if text.trim().is_empty() {
        let error = InputError::new(
            ErrorKind::ReportEmpty,
            "the report is empty; a shell empties the file it writes to before deadmove reads it",
        );
        return Err(error.expected(EXPECTED).in_file(file));
    }
    let no_report = |error: &serde_json::Error, part: &str| {
        broken(error, (text, part), "this is no report of a check").expected(EXPECTED)
    };
    let parts: Vec<&RawValue> = match text.trim_start().starts_with('[') {
        true => serde_json::from_str(text),
        false => serde_json::from_str(text).map(|object| vec![object]),
    }
    .map_err(|error| no_report(&error, text).in_file(file))?;
    let object = |part: &RawValue| {
        sealed::open(part.get())?;
        serde_json::from_str(part.get()).map_err(|error| no_report(&error, part.get()))
    };
    let objects = parts.into_iter().map(object).collect::<Result<Vec<CheckObject>, _>>();
    let objects = objects.map_err(|error| error.in_file(file))?;
    let states = objects.into_iter().map(verified_state).collect::<Result<Vec<_>, _>>();
    let states = states.map_err(|error| error.in_file(file))?;
    if states.is_empty() {
        let error = InputError::new(ErrorKind::ReportEmpty, "the report has no checks");
        return Err(error.expected(EXPECTED).in_file(file));
    }
    Ok(states)
}

/// The check of an object, if it agrees with itself.
///
/// # Errors
/// The first contradiction.
pub fn verified(object: CheckObject) -> Result<Check, InputError> {
    verified_state(object).map(|state| state.check)
}

fn verified_state(mut object: CheckObject) -> Result<CheckState, InputError> {
    let (size, complete) = (object.size, object.complete);
    let fault = |what: String| {
        let message = format!("the report of {size}×{size} contradicts itself: {what}");
        InputError::new(ErrorKind::ReportContradiction, message)
    };
    let counted = object.counted.take().map(CountedObject::counted);
    let stuck = object.stuck.take();
    let check = Check::from(object);
    if let Some(what) = contradiction(&check, complete) {
        return Err(fault(what));
    }
    if counted.as_ref().is_some_and(|counted| counted.tally.layers > 0) && !complete {
        return Err(fault("its check is not finished, and layers are counted".to_owned()));
    }
    let followed = stuck.map_or(Ok(Vec::new()), |stuck| stuck.found(&check)).map_err(fault)?;
    Ok(CheckState { check, counted, followed })
}

impl From<CheckObject> for Check {
    fn from(object: CheckObject) -> Check {
        let size = object.size;
        let mut claims = Vec::new();
        let mut rules = Vec::new();
        for rule in object.rules {
            let RuleObject { name, file, digest, lemmas, .. } = rule;
            claims.push(Checked { name, file, digest, lemmas });
            rules.push(RuleResult {
                verdict: rule.verdict.0,
                placements: rule.placements,
                matches: rule.matches,
                forbids_dead: rule.forbids_dead,
                forbids_live: rule.forbids_live,
                counterexample: rule.counterexample.map(|example| Example {
                    size: example.size,
                    path: example.path.0,
                    direction: example.direction,
                }),
                time: None,
            });
        }
        let set = SetResult {
            verdict: object.set.verdict.0,
            dead_moves: object.set.dead_moves,
            forbidden: object.set.forbidden,
            allowed: object.set.allowed,
            early_ends: object.set.early_ends,
            example: object.set.example.map(|example| Example {
                size,
                path: example.path.0,
                direction: example.direction,
            }),
        };
        let CheckObject { engine, units, left_out, .. } = object;
        Check { size, engine: engine.0, chunks: units, claims, rules, set, left_out }
    }
}

pub(crate) fn schema<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    match u8::deserialize(deserializer)? {
        SCHEMA => Ok(SCHEMA),
        other => Err(D::Error::custom(format!(
            "schema {other}, but this version of deadmove reads schema {SCHEMA}"
        ))),
    }
}

fn side<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let side = usize::deserialize(deserializer)?;
    Board::corner_to_corner(side, side).map(|_| side).map_err(D::Error::custom)
}

pub(crate) fn units<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Chunks, D::Error> {
    let Units { total, done } = Units::deserialize(deserializer)?;
    Chunks::from_ranges(total, done).map_err(D::Error::custom)
}

pub(crate) fn write_units<S: Serializer>(units: &Chunks, serializer: S) -> Result<S::Ok, S::Error> {
    Units { total: units.total(), done: units.ranges().to_vec() }.serialize(serializer)
}
