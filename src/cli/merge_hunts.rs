//! The part of `deadmove merge` that combines shards of a hunt.

use std::path::PathBuf;

use super::lab::hunt_answer;
use super::output::Failure;
use deadmove_core::error::InputError;
use deadmove_core::verdict::ExitCode;
use deadmove_hunt::merge::{AnyRecord, HuntMergeError, boards, read, regions};

/// Combines the records and prints the whole; `texts` are the contents of the files.
pub fn run(files: &[PathBuf], texts: &[String], as_json: bool) -> Result<ExitCode, Failure> {
    let refused = |error: HuntMergeError| {
        let fault = InputError::new("report-differs", error.to_string())
            .expected("the hunt.json of each shard of one `deadmove lab hunt`");
        error.place().into_iter().fold(fault, |fault, at| fault.in_file(&files[at]))
    };
    let (mut on_boards, mut among_regions) = (Vec::new(), Vec::new());
    for (at, (file, text)) in files.iter().zip(texts).enumerate() {
        match read(text).map_err(|error| error.in_file(file))? {
            AnyRecord::Boards(record) => on_boards.push(record),
            AnyRecord::Regions(record) => among_regions.push(record),
        }
        if !on_boards.is_empty() && !among_regions.is_empty() {
            return Err(refused(HuntMergeError::Differs(at)).into());
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
