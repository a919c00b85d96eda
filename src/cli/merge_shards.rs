//! The parts of `deadmove merge` that combine shards of a walk and of a hunt.

use std::path::PathBuf;

use super::lab::hunt_answer;
use super::output::{Failure, OrInternal};
use super::walk_answer::conclusion;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::verdict::ExitCode;
use deadmove_hunt::merge::{AnyRecord, boards, read as read_record, regions};
use deadmove_report::walk::{WalkResult, json, read, text};
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::merge::{Part, merge};
use deadmove_verify::chunks::ShardsError;

/// Combines the records and prints the whole; `texts` are the contents of the files.
pub fn hunts(files: &[PathBuf], texts: &[String], as_json: bool) -> Result<ExitCode, Failure> {
    let refused = |error: ShardsError| {
        let fault = InputError::new(ErrorKind::ReportDiffers, error.to_string())
            .expected("the hunt.json of each shard of one `deadmove lab hunt`");
        error.place().into_iter().fold(fault, |fault, at| fault.in_file(&files[at]))
    };
    let (mut on_boards, mut among_regions) = (Vec::new(), Vec::new());
    for (at, (file, text)) in files.iter().zip(texts).enumerate() {
        match read_record(text).map_err(|error| error.in_file(file))? {
            AnyRecord::Boards(record) => on_boards.push(record),
            AnyRecord::Regions(record) => among_regions.push(record),
        }
        if !on_boards.is_empty() && !among_regions.is_empty() {
            return Err(refused(ShardsError::Differs(at)).into());
        }
    }
    if among_regions.is_empty() {
        return hunt_answer::boards(&boards(on_boards).map_err(refused)?, None, as_json);
    }
    let whole = regions(among_regions).map_err(refused)?;
    // Without shards, what was asked is not in the record; it is what was done at most.
    let tries = whole.shapes.iter().map(|entry| entry.tries).max().unwrap_or(0);
    hunt_answer::regions(&whole, tries, None, as_json)
}

/// Combines the reports and prints the whole; `texts` are the contents of the files.
pub fn walks(files: &[PathBuf], texts: &[String], as_json: bool) -> Result<ExitCode, Failure> {
    let mut parts = Vec::new();
    for (file, text) in files.iter().zip(texts) {
        let part: Part = read(text, file)?;
        part.check().map_err(|error| error.in_file(file))?;
        parts.push(part);
    }
    let whole = merge(&parts).map_err(|error| {
        let fault = InputError::new(ErrorKind::ReportDiffers, error.to_string())
            .expected("one report of each shard of one `deadmove walk --json`");
        error.place().into_iter().fold(fault, |fault, at| fault.in_file(&files[at]))
    })?;
    let Part { question, completed, failed, first, finished } = whole;
    let judged = first.as_ref().map(|failure| JudgedFailure::of(failure, question.size));
    let judged = judged.transpose().or_internal()?;
    let walked =
        WalkResult { question: &question, rules: None, completed, failed, first: judged, finished };
    let code = question.exit_code((completed, failed), finished, true);
    let end = conclusion(&walked, None, None, code);
    end.report(as_json.then(|| json(&walked)), || text(&walked, None, true), code)
}
