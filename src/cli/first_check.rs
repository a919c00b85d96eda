//! The check of all rules on the list of live positions with which `obey` and `missed --sound-only`
//! begin. It is part of their state, and says which question the state is about.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;

use super::output::Failure;
use super::{check_reports, progress};
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_report::numbers::thousands;
use deadmove_rules::load::LoadedRule;
use deadmove_verify::check::{Check, CheckEngine};
use deadmove_verify::check_live_set;
use deadmove_verify::chunks::{Run, Shard};
use deadmove_verify::live_set::LiveSet;
use deadmove_verify::merge::{merge, nothing, same_question};

/// A check of the rules of a run with no chunk done.
pub fn begin(size: usize, claims: &[LoadedRule]) -> Check {
    nothing(size, CheckEngine::List, None, claims)
}

/// Reads the state of an earlier run, if the file of `--resume` exists.
pub fn load<S>(
    file: Option<&Path>,
    read: fn(&str, &Path) -> Result<S, InputError>,
) -> Result<Option<(S, &Path)>, InputError> {
    let Some(file) = file.filter(|file| file.exists()) else { return Ok(None) };
    Ok(Some((read(&files::read_text(file)?, file)?, file)))
}

/// The check of an earlier run, with the files of this one, if both are about the same rules and
/// the same size.
pub fn take_over(earlier: Check, asked: Check, file: &Path) -> Result<Check, InputError> {
    let check = same_question(&earlier, &asked).and_then(|()| merge(asked, earlier));
    let check = check.map_err(|error| differs(&error.to_string(), file))?;
    check_reports::verify(&check, file)?;
    Ok(check)
}

/// The error for a state of another question.
pub fn differs(what: &str, file: &Path) -> InputError {
    let message = format!("the state is about another question than this run: {what}");
    InputError::new("report-differs", message)
        .expected("the rules, the size and the options of the state")
        .in_file(file)
}

/// The error for a state that its list of live positions shows to be false.
pub fn contradicts(what: &str, file: &Path) -> InputError {
    let message = format!("the state contradicts the list of live positions: {what}");
    InputError::new("report-contradiction", message).in_file(file)
}

/// Does the chunks that are missing, until all are done or `stop` is set. `file` is the one of
/// `--resume`: only a check that was read from it can have other chunks.
pub fn go_on(
    known: &mut Check,
    (live_set, claims): (&LiveSet, &[LoadedRule]),
    file: Option<&Path>,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let differ = |error: &str| match file {
        Some(file) => Failure::Input(differs(error, file)),
        None => Failure::Internal(error.to_owned()),
    };
    let total = check_live_set::chunk_count(live_set);
    known.chunks.of_total(total).map_err(|error| differ(&error.to_string()))?;
    progress::phase(bar, "unit");
    let earlier = known.chunks.clone();
    let run = Run {
        done: &earlier,
        shard: Shard::WHOLE,
        limit: None,
        stop,
        progress: &|todo, done| {
            progress::total(bar, todo);
            bar.inc(done);
        },
    };
    let more = check_live_set::check(live_set, claims, &run);
    *known = merge(known.clone(), more).map_err(|error| differ(&error.to_string()))?;
    Ok(())
}

/// How far a check is, as the answer of a run that was stopped before its end.
pub fn answer(check: &Check) -> String {
    match check.chunks.total() {
        Some(total) => {
            let done = thousands(check.chunks.count());
            format!("not finished, {done} of {} units of the check are done", thousands(total))
        }
        None => "not begun".to_owned(),
    }
}
