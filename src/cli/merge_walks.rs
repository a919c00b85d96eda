//! The part of `deadmove merge` that combines shards of a walk.

use std::path::PathBuf;

use super::output::{Failure, OrInternal};
use super::walk_answer::conclusion;
use deadmove_core::error::InputError;
use deadmove_core::verdict::ExitCode;
use deadmove_report::walk::{WalkResult, json, read, text};
use deadmove_search::walk::WalkParameters;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::merge::{Part, WalkMergeError, merge};
use deadmove_verify::chunks::ShardsError;

/// Combines the reports and prints the whole; `texts` are the contents of the files.
pub fn run(files: &[PathBuf], texts: &[String], as_json: bool) -> Result<ExitCode, Failure> {
    let mut parts = Vec::new();
    for (file, text) in files.iter().zip(texts) {
        let part: Part = read(text, file)?;
        part.check().map_err(|error| error.in_file(file))?;
        parts.push(part);
    }
    let whole = merge(&parts).map_err(|error| {
        let at = match error {
            WalkMergeError::Differs(at)
            | WalkMergeError::Shards(ShardsError::Differs(at) | ShardsError::Twice(at)) => Some(at),
            WalkMergeError::Shards(ShardsError::Missing(..)) | WalkMergeError::TooMany => None,
        };
        let fault = InputError::new("report-differs", error.to_string())
            .expected("one report of each shard of one `deadmove walk --json`");
        at.into_iter().fold(fault, |fault, at| fault.in_file(&files[at]))
    })?;
    let Part { question, completed, failed, first, finished } = whole;
    let judged = first.as_ref().map(|failure| JudgedFailure::of(failure, question.size));
    let judged = judged.transpose().or_internal()?;
    let walked =
        WalkResult { question: &question, rules: None, completed, failed, first: judged, finished };
    let code = code(&question, (completed, failed), finished);
    let end = conclusion(&walked, None, None, code);
    end.report(as_json.then(|| json(&walked)), || text(&walked, None, true), code)
}

/// As for one walk: failures refute the rules, unless the walk was to go on after them and is not
/// finished. Without a line nothing is known.
fn code(question: &WalkParameters, counts: (u64, u64), finished: bool) -> ExitCode {
    match (counts, finished) {
        ((1.., 0), true) => ExitCode::Holds,
        ((_, 0), _) => ExitCode::Unknown,
        _ if question.keep_going && !finished => ExitCode::Unknown,
        _ => ExitCode::Refuted,
    }
}
