//! The JSON of answers of programs: the writer and, for checks that are resumed or merged, the
//! reader.
//!
//! The reader checks that a report agrees with itself. Whether its findings are true, the list of
//! live positions decides later (`deadmove_verify::check_program`).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answers;
use super::check_json::{schema, units, write_units};
use super::json::{PositionKeys, SCHEMA, broken};
use super::prevention::PreventionObject;
use crate::forms::{Either, Units};
use deadmove_core::board::Letters;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::sealed;
use deadmove_rules::moves::Moves;
use deadmove_search::mine::prevent::Prevention;
use deadmove_verify::answers::{AnswerCounts, AnswerFinding, Flaw, KEPT, ProgramAnswers};
use deadmove_verify::chunks::Chunks;
use deadmove_verify::recorded_answers::RecordedAnswers;

/// Which program was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramObject {
    /// What its file calls it, or the command.
    pub name: String,
    /// The command.
    pub command: String,
    /// BLAKE3 over the command, the executable, arguments that are files, and what it depends on.
    pub digest: String,
}

/// Random lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LinesObject {
    /// How many.
    pub walks: u64,
    /// The seed of the first; the others have the next numbers.
    pub seed: u64,
}

/// What was asked of a program, and what was found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramState {
    /// The side of the board.
    pub size: usize,
    /// The program.
    pub program: ProgramObject,
    /// How many drawings of each position.
    pub drawings: usize,
    /// The random lines on whose positions it was asked, where not all live positions are.
    pub lines: Option<LinesObject>,
    /// The finished chunks.
    pub chunks: Chunks,
    /// The answers.
    pub answers: ProgramAnswers,
}

impl ProgramState {
    /// Whether both are about the same question.
    pub fn asks_the_same(&self, other: &ProgramState) -> bool {
        let question = |state: &ProgramState| {
            let ProgramObject { command, digest, .. } = state.program.clone();
            (state.size, command, digest, state.drawings, state.lines)
        };
        question(self) == question(other)
    }
}

/// A check of a program as JSON: these keys in this order.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct ProgramCheckObject {
    #[serde(deserialize_with = "schema")]
    schema: u8,
    size: usize,
    program: ProgramObject,
    /// How many of each position; null for all.
    drawings: Option<usize>,
    /// The random lines, above 9×9.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "LinesObject")]
    lines: Option<LinesObject>,
    complete: bool,
    #[serde(serialize_with = "write_units", deserialize_with = "units")]
    #[schemars(with = "Units")]
    units: Chunks,
    #[serde(flatten)]
    answers: AnswersObject<FindingObject>,
    /// Only with --missed. Not read: it is found again.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PreventionObject")]
    missed: Option<PreventionObject>,
}

/// A check of recorded answers as JSON: these keys in this order. Positions that are counted in
/// `dead_positions` are not counted elsewhere.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RecordedAnswersObject {
    schema: u8,
    /// The file or folder, or `-`.
    file: String,
    /// The program that was asked about its positions; left out if the file has the answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ProgramObject")]
    program: Option<ProgramObject>,
    /// Whether all of it was read.
    complete: bool,
    /// Inputs that are broken, or do not say what was allowed.
    unread: u64,
    dead_positions: u64,
    #[serde(flatten)]
    answers: AnswersObject<RecordedFindingObject>,
}

/// Counts and findings, wherever the answers come from.
#[derive(Serialize, Deserialize, JsonSchema)]
struct AnswersObject<F> {
    positions: u64,
    questions: u64,
    live_forbidden: u64,
    dead_allowed: u64,
    differing: u64,
    unanswered: u64,
    dead_moves: u64,
    forbidden: u64,
    allowed: u64,
    early_ends: u64,
    /// Questions without an answer, by the kind of the fault.
    faults: BTreeMap<String, u64>,
    /// The simplest findings, 10,000 at most.
    findings: Vec<F>,
}

/// A finding, and the path to its position.
#[derive(Serialize, Deserialize, JsonSchema)]
struct FindingObject {
    path: Letters,
    #[serde(flatten)]
    flaw: FlawKeys,
}

/// A finding, and where its answer is recorded.
#[derive(Serialize, JsonSchema)]
struct RecordedFindingObject {
    /// Left out for standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    file: Option<String>,
    line: usize,
    #[serde(flatten)]
    position: PositionKeys,
    #[serde(flatten)]
    flaw: FlawKeys,
}

/// What is wrong: `forbids` and `allows` for a wrong answer, with a `message` if the run stopped
/// there; `allowed`, `other` and `other_allowed` for two answers to one position, `fault` and
/// `message` for none.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct FlawKeys {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Letters")]
    forbids: Option<Letters>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Letters")]
    allows: Option<Letters>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Letters")]
    allowed: Option<Letters>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Letters")]
    other: Option<Letters>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Letters")]
    other_allowed: Option<Letters>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    fault: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    message: Option<String>,
}

fn written(moves: Moves) -> Option<Letters> {
    Some(Letters(moves.iter().collect()))
}

fn read_moves(letters: Letters) -> Moves {
    letters.0.into_iter().collect::<Moves>()
}

impl FlawKeys {
    fn of(finding: &AnswerFinding) -> FlawKeys {
        match &finding.flaw {
            Flaw::Wrong { forbids, allows } => FlawKeys {
                forbids: written(*forbids),
                allows: written(*allows),
                message: answers::stopped(finding),
                ..FlawKeys::default()
            },
            Flaw::Differs { allowed, other, other_allowed } => FlawKeys {
                allowed: written(*allowed),
                other: Some(Letters(other.clone())),
                other_allowed: written(*other_allowed),
                ..FlawKeys::default()
            },
            Flaw::None { word, what } => FlawKeys {
                fault: Some(word.clone()),
                message: Some(what.clone()),
                ..FlawKeys::default()
            },
        }
    }

    fn flaw(self) -> Option<Flaw> {
        let FlawKeys { forbids, allows, allowed, other, other_allowed, fault, message } = self;
        match (forbids.zip(allows), allowed.zip(other).zip(other_allowed), fault.zip(message)) {
            (Some((forbids, allows)), None, None) => {
                Some(Flaw::Wrong { forbids: read_moves(forbids), allows: read_moves(allows) })
            }
            (None, Some(((allowed, other), other_allowed)), None) => Some(Flaw::Differs {
                allowed: read_moves(allowed),
                other: other.0,
                other_allowed: read_moves(other_allowed),
            }),
            (None, None, Some((word, what))) => Some(Flaw::None { word, what }),
            _ => None,
        }
    }
}

impl FindingObject {
    fn of(finding: &AnswerFinding) -> FindingObject {
        FindingObject { path: Letters(finding.path.clone()), flaw: FlawKeys::of(finding) }
    }

    fn finding(self) -> Option<AnswerFinding> {
        Some(AnswerFinding { path: self.path.0, flaw: self.flaw.flaw()?, origin: None })
    }
}

impl RecordedFindingObject {
    /// None if the answer was not recorded.
    fn of(finding: &AnswerFinding) -> Option<RecordedFindingObject> {
        let origin = finding.origin.as_ref()?;
        Some(RecordedFindingObject {
            file: origin.file.as_ref().map(|file| file.shown()),
            line: origin.line,
            position: PositionKeys::of(&origin.board, &finding.path),
            flaw: FlawKeys::of(finding),
        })
    }
}

impl<F> AnswersObject<F> {
    /// The counts of answers, with their findings as objects.
    fn of(answers: &ProgramAnswers, findings: Vec<F>) -> AnswersObject<F> {
        let counts = answers.counts.clone();
        AnswersObject {
            positions: counts.positions,
            questions: counts.questions,
            live_forbidden: counts.live_forbidden,
            dead_allowed: counts.dead_allowed,
            differing: counts.differing,
            unanswered: counts.unanswered,
            dead_moves: counts.dead_moves,
            forbidden: counts.forbidden,
            allowed: counts.allowed,
            early_ends: counts.early_ends,
            faults: counts.faults,
            findings,
        }
    }
}

impl AnswersObject<FindingObject> {
    /// The answers, if they agree with themselves.
    fn answers(self) -> Option<ProgramAnswers> {
        let most = [self.live_forbidden, self.dead_allowed, self.differing, self.unanswered];
        let decided = self.forbidden.checked_add(self.allowed)?.checked_add(self.early_ends)?;
        let asked = self.faults.values().try_fold(0_u64, |sum, number| sum.checked_add(*number))?;
        let agrees = most.iter().all(|&number| number <= self.positions)
            && decided <= self.dead_moves
            && (decided == self.dead_moves || self.unanswered > 0)
            && asked <= self.questions
            && (asked > 0) == (self.unanswered > 0)
            && (self.allowed + self.early_ends > 0) == (self.dead_allowed > 0)
            && self.findings.len() <= KEPT;
        let counts = AnswerCounts {
            positions: self.positions,
            questions: self.questions,
            live_forbidden: self.live_forbidden,
            dead_allowed: self.dead_allowed,
            differing: self.differing,
            unanswered: self.unanswered,
            dead_moves: self.dead_moves,
            forbidden: self.forbidden,
            allowed: self.allowed,
            early_ends: self.early_ends,
            faults: self.faults,
        };
        let findings: Option<Vec<_>> =
            self.findings.into_iter().map(FindingObject::finding).collect();
        let findings = findings?;
        let wrong = [counts.live_forbidden, counts.dead_allowed, counts.unanswered];
        let wrong = wrong.iter().any(|&number| number > 0);
        (agrees && findings.is_empty() != wrong).then_some(ProgramAnswers { counts, findings })
    }
}

/// Checks of a program as `deadmove check` prints them: an object, or a list for several sizes.
pub(crate) type ProgramOutput = Either<ProgramCheckObject, Vec<ProgramCheckObject>>;

/// A check of a program as a JSON object, with its checksum. `missed` are the rules that would have
/// prevented what it misses, if they were asked for.
pub fn write(state: &ProgramState, missed: Option<&Prevention>) -> String {
    let object = ProgramCheckObject {
        schema: SCHEMA,
        size: state.size,
        program: state.program.clone(),
        drawings: (state.drawings != usize::MAX).then_some(state.drawings),
        lines: state.lines,
        complete: state.chunks.complete(),
        units: state.chunks.clone(),
        answers: AnswersObject::of(
            &state.answers,
            state.answers.findings.iter().map(FindingObject::of).collect(),
        ),
        missed: missed.map(PreventionObject::of),
    };
    sealed::line(&object)
}

/// A check of recorded answers as a JSON object. `complete` says whether all of the file was read,
/// `unread` how many inputs are broken or do not say what was allowed.
/// `program` was asked, unless the file has the answers.
pub fn write_recorded(
    file: &str,
    program: Option<ProgramObject>,
    (complete, unread, found): (bool, u64, &RecordedAnswers),
) -> String {
    let findings = found.answers.findings.iter().filter_map(RecordedFindingObject::of).collect();
    let object = RecordedAnswersObject {
        schema: SCHEMA,
        file: file.to_owned(),
        program,
        complete,
        unread,
        dead_positions: found.dead_positions,
        answers: AnswersObject::of(&found.answers, findings),
    };
    serde_json::to_string(&object).expect("plain data is serialisable")
}

/// Reads what [`write`] wrote.
fn read(text: &str) -> Result<ProgramState, InputError> {
    let object: ProgramCheckObject = serde_json::from_str(text)
        .map_err(|error| broken(&error, (text, text), "this is no report of a program"))?;
    let ProgramCheckObject { size, program, drawings, lines, complete, units, answers, .. } =
        object;
    let answers = answers.answers().filter(|_| complete == units.complete());
    let answers = answers.ok_or_else(|| {
        let message = format!("the report of {size}×{size} contradicts itself");
        InputError::new(ErrorKind::ReportContradiction, message)
    })?;
    let drawings = drawings.unwrap_or(usize::MAX);
    Ok(ProgramState { size, program, drawings, lines, chunks: units, answers })
}

/// Reads a report of checks of one program, which must be as it was written.
///
/// # Errors
/// If it is no such report, was changed, or contradicts itself.
pub fn read_all(text: &str) -> Result<Vec<ProgramState>, InputError> {
    let parts: Vec<&RawValue> = match text.trim_start().starts_with('[') {
        true => serde_json::from_str(text),
        false => serde_json::from_str(text).map(|object| vec![object]),
    }
    .map_err(|error| broken(&error, (text, text), "this is no report of a program"))?;
    parts.into_iter().map(|part| read(&sealed::open(part.get())?)).collect()
}
