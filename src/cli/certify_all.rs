//! `deadmove certify --all-sizes`: certificates for every board from corner to opposite corner,
//! without blocked cells.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_checker::every_board::AllSizes;

use super::certify::{Args, ONE_SHARD, failed};
use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::output::{Failure, stdout};
use super::rule_files::print_unreadable;
use super::{interrupt, progress};
use deadmove_certify::all_sizes::folder;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_prove::argument::Effort;
use deadmove_prove::claims::{ClaimArgument, JudgedClaim, MoveClaim, find_vacuous};
use deadmove_prove::cross_check::{LISTED, check_against_live_sets};
use deadmove_prove::proofs::claims_of_files;
use deadmove_prove::run::Run;
use deadmove_report::command::words;
use deadmove_report::numbers::count;

/// The default of `--max`, the largest parameters of families.
const USUAL_MAX: i64 = 8;

/// Certifies for every board.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let loaded = args.rules.load()?;
    if print_unreadable(&loaded) == ExitCode::Input {
        return Ok(ExitCode::Input);
    }
    loaded.without_lemmas()?;
    let max = args.max.unwrap_or(USUAL_MAX);
    let claims = claims_of_files(&loaded, max)?;
    let plan = folder::plan(&loaded.files, max)?;
    if plan.manifest.count == 0 {
        let message = format!("the rules claim nothing for parameters up to {max}");
        return Err(InputError::new(ErrorKind::NoRules, message).expected("a larger --max").into());
    }
    let bar = progress::spinner("rule");
    let limits = Limits { timeout: args.timeout, ..Limits::default() };
    let splits = args.splits.unwrap_or(Effort::USUAL.splits);
    let stop = interrupt::stop_flag()?;
    let written = folder::write(
        &args.out,
        plan,
        &args.share(),
        splits,
        &limits,
        stop,
        &progress::advance(&bar),
    );
    bar.finish_and_clear();
    let manifest = written.map_err(failed)?;
    let mut out = stdout();
    let mut code = ExitCode::Holds;
    let mut left = false;
    for (number, entry) in (0..).zip(&manifest.claims).filter(|(_, e)| e.sha256.is_none()) {
        if !args.shard.contains(number) {
            continue;
        }
        left = true;
        code = code.combine(ExitCode::Unknown);
        if detail() != Detail::Quiet {
            writeln!(out, "open     {}", entry.rule.name)?;
        }
    }
    for (number, file) in manifest.files.iter().enumerate() {
        if manifest.claims.iter().all(|entry| entry.file != number) {
            code = code.combine(ExitCode::Unknown);
            writeln!(out, "nothing  {}: no claims for parameters up to {max}", file.path)?;
        }
    }
    let vacuous = vacuous_files(&manifest, claims, stop)?;
    for file in &vacuous {
        writeln!(out, "vacuous  {file}")?;
    }
    if vacuous.len() == manifest.files.len() {
        code = code.combine(ExitCode::Unknown);
    }
    let stopped = stop.load(Ordering::Relaxed);
    if !manifest.complete || stopped {
        code = code.combine(ExitCode::Unknown);
    }
    let open = manifest.claims.iter().filter(|entry| entry.sha256.is_none()).count();
    let state = if manifest.complete { "whole" } else { "PARTIAL" };
    let proved = count(manifest.count - open, "rule", "rules");
    let mut end = Conclusion::new(format!("{state}: {proved} proved, {open} open"));
    if code == ExitCode::Unknown {
        end = end.because(match open {
            _ if stopped => "the run was stopped",
            0 => "a file has no claims, or every rule forbids nothing",
            _ if !left => ONE_SHARD,
            _ => "some rules are not proved",
        });
    }
    end = args.continued(end, stopped);
    end = end.then(format!("deadmove-checker {}", words(&[args.out.shown()])));
    end.finish(out, code)
}

/// Files all of whose rules are certified, and forbid no move of any live position. Certified rules
/// are also checked on the small boards. If `stop` is set by the end, some may be missing.
fn vacuous_files(
    manifest: &AllSizes,
    claims: Vec<MoveClaim>,
    stop: &AtomicBool,
) -> Result<Vec<String>, Failure> {
    let certified = |claim: &MoveClaim| {
        let whole = manifest.claims.iter().filter(|entry| entry.sha256.is_some());
        let file = claim.file.shown();
        whole.clone().any(|entry| {
            manifest.files[entry.file].path == file && entry.rule.name == claim.rule.head.name
        })
    };
    let mut claims: Vec<JudgedClaim> = claims
        .into_iter()
        .filter(certified)
        .map(|claim| JudgedClaim::new(claim, ClaimArgument::Certificate.proves()))
        .collect();
    check_against_live_sets(&mut claims, LISTED, stop)
        .map_err(|wrong| Failure::Internal(wrong.to_string()))?;
    find_vacuous(&mut claims, None, &Run::new(stop));
    let mut files: Vec<(String, bool)> = Vec::new();
    for judged in &claims {
        let vacuous = judged.proof().is_some_and(|proof| proof.vacuous);
        let file = judged.claim.file.shown();
        match files.last_mut() {
            Some((last, all)) if *last == file => *all &= vacuous,
            _ => files.push((file, vacuous)),
        }
    }
    let open = |file: &String| {
        let mut entries = manifest.claims.iter().filter(|entry| entry.sha256.is_none());
        entries.any(|entry| manifest.files[entry.file].path == *file)
    };
    files.retain(|(file, vacuous)| *vacuous && !open(file));
    Ok(files.into_iter().map(|(file, _)| file).collect())
}
