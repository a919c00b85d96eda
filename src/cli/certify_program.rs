//! `deadmove certify` of a program: what it allows in every live position.

use std::io::Write;
use std::sync::atomic::Ordering;

use deadmove_checker::{AnswerManifest, CertifiedCounts, CertifiedProgram};

use super::certify::Args;
use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::output::{Failure, stdout};
use super::{again, interrupt, lists, programs, progress};
use deadmove_certify::program::{begun, write};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::verdict::ExitCode;
use deadmove_program::file::Program;
use deadmove_program::process::AskError;
use deadmove_report::command::words;
use deadmove_verify::check_program::AskedProgram;
use deadmove_verify::chunks::{ChunkRun, Shard};
use deadmove_verify::live_set::MAX_LIVE_SET_SIDE;

/// Certifies what a program allows in every live position of a board.
pub fn run(args: &Args, program: &Program) -> Result<ExitCode, Failure> {
    let size = possible(args)?;
    let named = programs::named(program)?;
    let named = CertifiedProgram { name: named.name, command: named.command, digest: named.digest };
    if let Some(known) = begun(&args.out, &named, size)?
        && known.counts.unanswered == 0
    {
        return report(args, &known, None);
    }
    args.list.ready(size)?;
    let stop = interrupt::stop_flag()?;
    let bar = lists::progress();
    let Some(live_set) = args.list.open_unless_stopped(size, &bar, stop)? else {
        bar.finish_and_clear();
        let end = Conclusion::new("PARTIAL: nothing was asked").because("the run was stopped");
        return end.resumed_by(again::this_command()).finish(stdout(), ExitCode::Unknown);
    };
    progress::phase(&bar, "chunk");
    let guard = programs::guard();
    let asked = AskedProgram {
        program,
        guard: guard.as_deref(),
        processes: rayon::current_num_threads(),
        drawings: 1,
    };
    let progress = progress::advance(&bar);
    let run = ChunkRun::whole(stop, &progress);
    let (manifest, ended) = write(&args.out, named, (&live_set, asked), &run)?;
    bar.finish_and_clear();
    let why = match ended {
        Some(error @ AskError::GivenUp(_)) => Some(error.to_string()),
        _ if stop.load(Ordering::Relaxed) => Some("the run was stopped".to_owned()),
        _ if manifest.counts.unanswered > 0 => Some("some positions have no answer".to_owned()),
        _ => None,
    };
    report(args, &manifest, why)
}

/// The side of the board. Refuses what is for rules alone.
fn possible(args: &Args) -> Result<usize, InputError> {
    let given = [
        ("--timeout", args.timeout.is_some()),
        ("--shard", args.shard != Shard::WHOLE),
        ("--adopt", !args.adopt.is_empty()),
    ];
    if let Some((option, _)) = given.into_iter().find(|(_, given)| *given) {
        let message = format!("{option} is for rules, and a program was given");
        return Err(InputError::new(ErrorKind::ProgramNotRules, message));
    }
    let size = args.size.filter(|size| (3..=MAX_LIVE_SET_SIDE).contains(size) && size % 2 == 1);
    size.ok_or_else(|| {
        let message = match args.size {
            Some(size) => format!("no certificates of programs for side {size}"),
            None => "no certificates of programs for every board".to_owned(),
        };
        InputError::new(ErrorKind::SizeNotCertified, message).expected("an odd side from 3 to 9")
    })
}

/// Prints the counts and the verdicts. Both count, as in a check of a program.
fn report(
    args: &Args,
    manifest: &AnswerManifest,
    why: Option<String>,
) -> Result<ExitCode, Failure> {
    let AnswerManifest { size, program, sound, complete, counts, .. } = manifest;
    let CertifiedCounts { positions, unanswered, live_forbidden, dead_allowed, .. } = counts;
    let mut out = stdout();
    if detail() != Detail::Quiet {
        writeln!(out, "{size}×{size}, every live position, asked of `{}`", program.command)?;
        writeln!(out, "  {positions} positions, {unanswered} without an answer")?;
        writeln!(out, "  a live move is forbidden in {live_forbidden}")?;
        writeln!(out, "  a dead move is allowed in {dead_allowed}")?;
    }
    let word = |verdict: &Option<bool>, word: &str| match verdict {
        Some(true) => word.to_owned(),
        Some(false) => format!("not {word}"),
        None => format!("perhaps {word}"),
    };
    let state = if *unanswered == 0 { "whole" } else { "PARTIAL" };
    let answer = format!("{state}: {}, {}", word(sound, "sound"), word(complete, "complete"));
    let code = match (sound, complete) {
        (Some(false), _) | (_, Some(false)) => ExitCode::Refuted,
        (Some(true), Some(true)) if why.is_none() => ExitCode::Holds,
        _ => ExitCode::Unknown,
    };
    let mut end = Conclusion::new(answer);
    end.why = why.or_else(|| match (sound, complete) {
        (Some(false), _) => Some("a live move is forbidden".to_owned()),
        (_, Some(false)) => Some("a dead move is allowed".to_owned()),
        _ => None,
    });
    if *unanswered > 0 {
        end = end.resumed_by(again::this_command());
    }
    end.then(format!("deadmove-checker {}", words(&[args.out.shown()]))).finish(out, code)
}
