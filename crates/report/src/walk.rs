//! Depth-first walks as text and JSON: how far they got, and where the rules failed.

use crate::numbers::{count, thousands};
use std::fmt::Write as _;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check_json;
use super::json::SCHEMA;
use super::judgement;
use deadmove_core::board::{Letters, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::formats::{Case, Expectation, Input, write_case};
use deadmove_core::sealed;
use deadmove_core::verdict::Verdict;
use deadmove_engine::expectation::Unmet;
use deadmove_rules::lemmas::Lemmas;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::merge::Part;
use deadmove_search::walk::{Stop, WalkFailure, WalkParameters};

/// The result of a walk.
#[derive(Clone, Debug)]
pub struct WalkResult<'a> {
    /// What was asked.
    pub question: &'a WalkParameters,
    /// The number of placements of rules with pictures, and the lemmas, if they are known.
    pub rules: Option<(usize, Lemmas)>,
    /// Completed lines.
    pub completed: u64,
    /// Failures of the rules.
    pub failed: u64,
    /// The first failure, judged.
    pub first: Option<JudgedFailure>,
    /// Whether all that was asked is walked.
    pub finished: bool,
}

/// The case file of a failure, with its verdict.
pub fn case(failed: &JudgedFailure, completed: u64) -> String {
    let after = count_of(completed);
    let comment = match failed.failure.dead_move {
        None => format!("A walk got stuck here after {after}."),
        Some(m) => format!("A walk came here after {after}; its last move, {m}, was allowed."),
    };
    write_failure(failed, comment)
}

/// A case file of a failure, which expects its verdict.
pub(crate) fn write_failure(failed: &JudgedFailure, comment: String) -> String {
    let expect = match failed.verdict() {
        Verdict::Unknown => None,
        verdict => Some(Expectation {
            turning_point: failed.turning_point(),
            fatal_move: failed.fatal_move(),
            ..Expectation::of(verdict)
        }),
    };
    write_case(&Case::new(comment, failed.position.clone(), expect))
}

/// The drawing of a failure with its judgement, and what that means for the rules.
pub fn failure_text(failed: &JudgedFailure, styled: bool) -> String {
    let text = judged_position(failed, styled);
    let what = match (failed.turning_point(), failed.fatal_move()) {
        (Some(live), Some(fatal)) => format!(
            "The rules allowed the fatal move {fatal} after {}: the set is incomplete.",
            count(live, "step", "steps")
        ),
        _ if failed.verdict() == Verdict::Live => {
            "The position is live, but the rules allow no move: one is unsound.".to_owned()
        }
        _ => "The board is dead from the start.".to_owned(),
    };
    format!("{text}\n{what}\n")
}

/// The position of a failure, drawn and judged.
pub(crate) fn judged_position(failed: &JudgedFailure, styled: bool) -> String {
    let input = Input::new(String::new(), failed.position.clone());
    judgement::full(&input, &failed.judgement, &Unmet::default(), styled)
}

fn count_of(completed: u64) -> String {
    let word = if completed == 1 { "line" } else { "lines" };
    format!("{} completed {word}", thousands(completed))
}

/// Rules with pictures, and lemmas.
fn what(placements: usize, lemmas: Lemmas) -> String {
    let names: Vec<&str> = lemmas.names().collect();
    let pictures = || format!("{} of rules", count(placements, "placement", "placements"));
    match (names.as_slice(), placements) {
        ([], _) => pictures(),
        (names, 0) => format!("lemmas {}", names.join(", ")),
        (names, _) => format!("{} and lemmas {}", pictures(), names.join(", ")),
    }
}

/// A walk as text. `rules` is the set as given on the command line, unless it is not known.
pub fn text(walked: &WalkResult<'_>, rules: Option<&str>, styled: bool) -> String {
    let question = walked.question;
    let size = question.size;
    let order = match question.half {
        false => "depth first, left before straight before right",
        true => "depth first, lines that begin to the right",
    };
    let rules_used = match &question.rules {
        None => "no rules, steps back where it is stuck".to_owned(),
        Some(digest) => {
            let what = walked.rules.map_or("rules".to_owned(), |(n, lemmas)| what(n, lemmas));
            format!("{what} (digest {})", &digest[..digest.len().min(12)])
        }
    };
    let name = rules.map(|rules| format!(", {rules}")).unwrap_or_default();
    let mut out = format!("{size}×{size} board{name}\n{rules_used}\n{order}\n");
    if question.shard.of() > 1 {
        let _ = writeln!(out, "shard {} of {}", question.shard.number(), question.shard.of());
    }
    let (never, failures) = match question.stop {
        Stop::Stuck => ("never stuck", "stuck"),
        Stop::Dead => ("no dead move allowed, never stuck", "stuck or a dead move allowed"),
    };
    let all = count_of(walked.completed);
    let so_far = if walked.finished { "finished" } else { "not finished" };
    let _ = match (&walked.first, question.keep_going) {
        // Without rules, a walk steps back where it is stuck.
        (None, _) if question.rules.is_none() => writeln!(out, "{so_far}: {all}"),
        (None, _) => writeln!(out, "{so_far}: {all}, {never}"),
        (Some(_), true) => {
            writeln!(out, "{so_far}: {all}, {failures} {}", count_times(walked.failed))
        }
        (Some(failed), false) => match failed.failure.dead_move {
            None => writeln!(out, "stuck after {all}"),
            Some(m) => writeln!(out, "the dead move {m} is allowed after {all}"),
        },
    };
    if let Some(failed) = &walked.first {
        out.push('\n');
        if question.keep_going {
            out.push_str("The first time:\n");
        }
        out.push_str(&failure_text(failed, styled));
    }
    out
}

fn count_times(failed: u64) -> String {
    match failed {
        1 => "once".to_owned(),
        _ => format!("{} times", thousands(failed)),
    }
}

/// Reads a report of a walk back. Its first failure is judged later, when it is shown.
///
/// # Errors
/// If the text is no such report, was changed, or contradicts itself.
pub fn read(text: &str, file: &Path) -> Result<Part, InputError> {
    let fault = |message: String| {
        InputError::new(ErrorKind::BadReport, message)
            .expected("what `deadmove walk --json` printed")
            .in_file(file)
    };
    sealed::open(text).map_err(|error| error.in_file(file))?;
    let object: WalkObject = serde_json::from_str(text)
        .map_err(|error| fault(format!("this is no report of a walk: {error}")))?;
    if object.order != ORDER {
        return Err(fault(format!("`{}` is no order of a walk", object.order)));
    }
    let first = object.stuck;
    let first = first.map(|stuck| WalkFailure { path: stuck.path.0, dead_move: stuck.dead_move });
    let shard = object.shard.parse().map_err(|error: &str| fault(error.to_owned()))?;
    Ok(Part {
        question: WalkParameters {
            size: object.size,
            rules: object.rules,
            stop: object.stop,
            keep_going: object.keep_going,
            half: object.half,
            shard,
        },
        completed: object.completed,
        failed: object.failed,
        first,
        finished: object.finished,
    })
}

/// The order of moves in reports.
const ORDER: &str = "left";

/// The JSON object: scripts rely on these keys in this order.
#[derive(JsonSchema, Serialize, Deserialize)]
pub(crate) struct WalkObject {
    #[serde(deserialize_with = "check_json::schema")]
    schema: u8,
    size: usize,
    /// Digest of the rules.
    rules: Option<String>,
    /// Always `left`: reports of random lines have other keys.
    order: String,
    stop: Stop,
    keep_going: bool,
    half: bool,
    shard: String,
    completed: u64,
    failed: u64,
    finished: bool,
    stuck: Option<StuckWalk>,
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct StuckWalk {
    path: Letters,
    /// The dead allowed move after the path, with --stop dead.
    dead_move: Option<Move>,
    // Not read: the failure of a report is judged again.
    #[serde(skip_deserializing)]
    verdict: Option<Verdict>,
    #[serde(skip_deserializing)]
    turning_point: Option<usize>,
    #[serde(skip_deserializing)]
    fatal_move: Option<Move>,
}

/// A walk as a JSON object.
pub fn json(walked: &WalkResult<'_>) -> String {
    let question = walked.question;
    let stuck = walked.first.as_ref().map(|failed| StuckWalk {
        path: Letters(failed.failure.path.clone()),
        dead_move: failed.failure.dead_move,
        verdict: Some(failed.verdict()),
        turning_point: failed.turning_point(),
        fatal_move: failed.fatal_move(),
    });
    let object = WalkObject {
        schema: SCHEMA,
        size: question.size,
        rules: question.rules.clone(),
        order: ORDER.to_owned(),
        stop: question.stop,
        keep_going: question.keep_going,
        half: question.half,
        shard: question.shard.to_string(),
        completed: walked.completed,
        failed: walked.failed,
        finished: walked.finished,
        stuck,
    };
    sealed::line(&object)
}
