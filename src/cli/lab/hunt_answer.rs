//! The end of a hunt: its report, what was found, and what to run next.

use std::path::{Path, PathBuf};

use crate::cli::again::{this_command, with_files};
use crate::cli::conclusion::Conclusion;
use crate::cli::output::Failure;
use deadmove_core::sealed;
use deadmove_core::verdict::ExitCode;
use deadmove_hunt::boards::MAX_CELLS;
use deadmove_hunt::record::{BoardsRecord, RegionsRecord};
use deadmove_report::hunt as report;
use deadmove_report::numbers::{count, thousands};
use deadmove_verify::chunks::Shard;

/// Prints a hunt on boards. `folder` is that of the hunt; none if it was merged.
pub fn boards(
    record: &BoardsRecord,
    folder: Option<&Path>,
    as_json: bool,
) -> Result<ExitCode, Failure> {
    let stuck = record.boards.iter().filter(|board| board.stuck > 0).count();
    let (done, share) = (record.boards.len(), record.share());
    let code = record.exit_code();
    let found = match stuck {
        0 => "the lemmas miss no dead move".to_owned(),
        stuck => format!("the lemmas miss dead moves on {}", count(stuck, "board", "boards")),
    };
    let answer = format!(
        "{done} of {} boards of up to {} cells are done: {found}",
        record.total, record.cells
    );
    let mut end = Conclusion::new(answer);
    end.why = Some(reason(code, record.shard, done == share).to_owned());
    if folder.is_some() && done < share {
        end = end.resumed_by(this_command());
    } else if code == ExitCode::Holds && record.cells < MAX_CELLS {
        let (cells, starts) = (record.cells + 1, record.starts.word());
        let folder = with_files("--out", &[PathBuf::from(format!("boards-{cells}"))]);
        end = end
            .then(format!("deadmove lab hunt boards --cells {cells} --starts {starts} {folder}"));
    }
    if let Some(folder) = folder.filter(|_| stuck > 0) {
        end = end.then(with_files("deadmove judge", &[folder.to_owned()]));
    }
    end.report(as_json.then(|| sealed::line(record)), || report::boards(record), code)
}

/// Why a hunt has its exit code. `done`: whether all of its shard is done.
fn reason(code: ExitCode, shard: Shard, done: bool) -> &'static str {
    match code {
        ExitCode::Holds => "all is done, and nothing is missed",
        ExitCode::Refuted => "the lemmas miss something",
        _ if done && shard != Shard::WHOLE => "this is one shard of several",
        _ => "not all is done",
    }
}

/// Prints a hunt among regions, of which so many tries of each shape were asked for. `folder` is
/// that of the hunt; none if it was merged.
pub fn regions(
    record: &RegionsRecord,
    asked_tries: u64,
    folder: Option<&Path>,
    as_json: bool,
) -> Result<ExitCode, Failure> {
    let tried = record.shapes.iter().all(|entry| entry.tries >= asked_tries);
    let unknown = record.shapes.iter().any(|entry| entry.unknown > 0);
    let whole = record.shard == Shard::WHOLE;
    let code = record.exit_code(asked_tries);
    let tries = record.shapes.iter().fold(0, |sum: u64, entry| sum.saturating_add(entry.tries));
    let found = match record.misses.len() {
        0 => "no miss was found".to_owned(),
        misses => format!("the lemmas miss {}", count(misses, "region", "regions")),
    };
    let mut end = Conclusion::new(format!("{} tries: {found}", thousands(tries)));
    end.why = Some(match code {
        ExitCode::Unknown if tried && unknown => "some regions are unknown".to_owned(),
        _ => reason(code, record.shard, tried).to_owned(),
    });
    if folder.is_some() && !tried {
        end = end.resumed_by(this_command());
    }
    match (record.misses.first(), folder) {
        (Some(miss), Some(folder)) => {
            end = end.then(with_files("deadmove judge", &[folder.join(&miss.case)]));
        }
        (None, Some(folder)) if tried && whole => {
            let folder = with_files("--out", &[folder.to_owned()]);
            let names = record.shapes.iter().map(|entry| entry.shape.word()).collect::<Vec<_>>();
            let (tries, shapes) = (asked_tries.saturating_mul(10), names.join(" "));
            end = end.then(format!(
                "deadmove lab hunt regions --shape {shapes} --tries {tries} --seed {} {folder}",
                record.seed
            ));
        }
        _ => {}
    }
    let text = || report::regions(record, asked_tries);
    end.report(as_json.then(|| sealed::line(record)), text, code)
}
