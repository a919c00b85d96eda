//! `deadmove certify --engine list`: the check that the certificate is made of, and its reports.

use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_checker::{Engine, Manifest};

use super::certify::{Args, CertificatePlan, failed};
use super::check::report::load_report;
use super::lists;
use super::output::{Failure, OrInternal};
use deadmove_certify::{folder, listed};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::write_atomically;
use deadmove_report::check_json;
use deadmove_rules::load::LoadedRule;
use deadmove_verify::check::{Check, CheckEngine};
use deadmove_verify::check_live_set;
use deadmove_verify::chunks::{ChunkRun, Shard};
use deadmove_verify::confirm::confirm_all;
use deadmove_verify::merge::{merge, nothing, same_question};

/// A check by list is saved each time after this many chunks.
const ROUND: usize = 64;

/// Checks the rules by the list, some chunks at a time. The results so far are kept in the folder
/// until the certificate is complete.
pub fn by_list(
    args: &Args,
    (mut manifest, texts): CertificatePlan,
    claims: &[LoadedRule],
    stop: &AtomicBool,
) -> Result<Manifest, Failure> {
    if args.shard != Shard::WHOLE {
        let message = "with --engine list, the check is divided, not the certificate";
        return Err(InputError::new(ErrorKind::CertificateNotSplit, message)
            .expected("shards of `deadmove check --engine list --json`, for --adopt")
            .into());
    }
    args.list.ready(manifest.size)?;
    manifest.engine = Engine::List;
    let _lock = folder::lock(&args.out)?;
    if let Some(known) = listed::begin(&args.out, &manifest, &texts)? {
        return Ok(known);
    }
    let report = args.out.join(listed::REPORT);
    let mut known = nothing(manifest.size, CheckEngine::List, None, claims);
    if report.exists() {
        known = take_up(&report, known)?;
    }
    for other in &args.adopt {
        known = adopt(other, known)?;
    }
    let bar = lists::progress();
    let Some(list) = args.list.open_unless_stopped(manifest.size, &bar, stop)? else {
        bar.finish_and_clear();
        return Ok(manifest);
    };
    let total = check_live_set::chunk_count(&list);
    known.chunks.of_total(total).map_err(|error| differs(&report, &error))?;
    bar.set_message("chunk");
    bar.set_length(total);
    bar.set_position(known.chunks.count());
    while !known.complete() && args.adopt.is_empty() && !stop.load(Ordering::Relaxed) {
        let done = known.chunks.clone();
        let progress = |_: u64, done: u64| bar.inc(done);
        let run = ChunkRun {
            done: &done,
            shard: Shard::WHOLE,
            limit: Some(ROUND),
            stop,
            progress: &progress,
        };
        let more = check_live_set::check(&list, claims, &run);
        known = merge(known, more).map_err(|error| differs(&report, &error))?;
        let confirmed = confirm_all(&known).or_internal()?;
        write_atomically(&report, check_json::write(&known, &confirmed))?;
    }
    bar.finish_and_clear();
    if !known.complete() {
        return Ok(manifest);
    }
    let partial = manifest.clone();
    let written = listed::finish(&args.out, manifest, claims, (&list, &known), stop);
    Ok(written.map_err(failed)?.unwrap_or(partial))
}

/// Continues from the report of an earlier run.
fn take_up(report: &Path, nothing: Check) -> Result<Check, InputError> {
    let mut earlier = load_report(report)?;
    let (Some(earlier), true) = (earlier.pop(), earlier.is_empty()) else {
        return Err(differs(report, &"it is not about one size"));
    };
    same_question(&nothing, &earlier).map_err(|error| differs(report, &error))?;
    merge(nothing, earlier).map_err(|error| differs(report, &error))
}

/// Adopts a report of `check`.
fn adopt(file: &Path, mut known: Check) -> Result<Check, InputError> {
    let refused = |what: &dyn fmt::Display| {
        InputError::new(ErrorKind::ReportDiffers, format!("it does not fit: {what}"))
            .in_file(file)
            .expected(
                "reports of `deadmove check --engine list --json` about the same rules and \
                      size that share no chunk",
            )
    };
    for check in load_report(file)? {
        same_question(&known, &check).map_err(|error| refused(&error))?;
        let examples = check.rules.iter().filter_map(|rule| rule.counterexample.as_ref());
        if examples.into_iter().any(|example| example.size != check.size) {
            return Err(refused(&"a rule is wrong on a smaller board, which is no evidence here"));
        }
        known = merge(known, check).map_err(|error| refused(&error))?;
    }
    Ok(known)
}

fn differs(report: &Path, what: &dyn fmt::Display) -> InputError {
    let message = format!("what an earlier run left does not belong to these rules: {what}");
    InputError::new(ErrorKind::ReportDiffers, message)
        .in_file(report)
        .expected("the report as it was left, or none: without it the check starts over")
}
