//! `deadmove-checker [OPTIONS] CERTIFICATE…`: accepts certificates or reports what is wrong with
//! them.
//!
//! Exit codes: 0 all are accepted and complete, 1 one is rejected, 2 usage, 3 none is rejected, but
//! one is partial, was checked by sampling, or was not checked to its end (a limit was reached, or
//! the result could not be written; that standard output was closed from the beginning cannot be
//! seen here, and the code says what was found).

mod arguments;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{self, ExitCode};
use std::time::Instant;

use arguments::{Request, USAGE};
use deadmove_checker::verdict::{Exporter, Report, check, is_all_sizes};
use deadmove_checker::{
    Engine, MAX_LISTED, escaped, is_by_lemmas, is_of_answers, read_answer_manifest,
    read_lemma_manifest, read_manifest, trust,
};

/// One certificate is rejected.
const REJECTED: u8 = 1;
/// No such arguments, or nothing could be exported.
const USAGE_ERROR: u8 = 2;
/// Accepted in part only, or not decided.
const NOT_WHOLE: u8 = 3;

fn main() -> ExitCode {
    if std::env::args_os().any(|argument| argument == "--help") {
        return ended(say(USAGE).map(|()| 0));
    }
    let Some(request) = arguments::parse() else {
        // If this cannot be written, the exit code still says it.
        let _ = writeln!(io::stderr(), "{USAGE}");
        return ExitCode::from(USAGE_ERROR);
    };
    if let Some(folder) = &request.export
        && let Err(error) = fs::create_dir_all(folder)
    {
        let _ = writeln!(io::stderr(), "{}: {error}", folder.display());
        return ExitCode::from(USAGE_ERROR);
    }
    ended(check_all(&request))
}

/// The exit code. A result that could not be written is no success.
fn ended(result: io::Result<u8>) -> ExitCode {
    ExitCode::from(result.unwrap_or_else(|error| {
        let _ = writeln!(io::stderr(), "the result cannot be written: {error}");
        NOT_WHOLE
    }))
}

fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

fn check_all(request: &Request) -> io::Result<u8> {
    let mut exporter = Exporter { folder: request.export.clone(), failed: None };
    let mut code = 0;
    for (number, path) in request.paths.iter().enumerate() {
        let begun = Instant::now();
        let left = request.paths.len() - number - 1;
        let (line, found, accepted) = check_one(request, path, (code, left), &mut exporter);
        let seconds = begun.elapsed().as_secs_f64();
        say(&format!("{}: {} ({seconds:.2} s)", name(path), escaped(&line)))?;
        for detail in accepted.details {
            say(&format!("\n  {}", detail.trim_end().replace('\n', "\n  ")))?;
        }
        if request.trust && !accepted.theories.is_empty() {
            say(&format!("\n  {}", trust::report(&accepted.theories).replace('\n', "\n  ")))?;
        }
        if let Some(why) = &exporter.failed {
            let _ = writeln!(io::stderr(), "not exported: {why}");
            return Ok(USAGE_ERROR);
        }
        code = worse(code, found);
    }
    Ok(code)
}

/// What is printed about a certificate, and its exit code. `code` is that of the certificates
/// before it, `left` is the number of those after it.
fn check_one(
    request: &Request,
    path: &Path,
    (code, left): (u8, usize),
    exporter: &mut Exporter,
) -> (String, u8, Report) {
    let limits = request.limits;
    let shown = name(path);
    let end = move |why: &str| {
        let rest = if left > 0 { format!("; {left} more not looked at") } else { String::new() };
        let said = say(&format!("{shown}: not decided: {why}{rest}"));
        let code = worse(code, NOT_WHOLE);
        process::exit(i32::from(said.map_or(NOT_WHOLE, |()| code)));
    };
    let work = || {
        let too_much = enumeration(path).and_then(|(side, memory, time)| {
            let what = format!("to enumerate the live positions of {side}×{side}");
            limits.too_small_for(&what, memory, time)
        });
        match too_much {
            Some(why) => Err(why),
            None => Ok(check(path, &request.wanted, exporter)),
        }
    };
    match limits.watch(work, end) {
        Err(why) => (format!("not decided: {why}"), NOT_WHOLE, Report::default()),
        Ok(Ok(accepted)) if accepted.open.is_empty() => {
            (format!("accepted: {}", accepted.summary), 0, accepted)
        }
        Ok(Ok(accepted)) => {
            let (what, open) = (&accepted.summary, accepted.open.join(", "));
            (format!("accepted, but partial: {what}; open: {open}"), NOT_WHOLE, accepted)
        }
        Ok(Err(why)) => (format!("rejected: {why}"), REJECTED, Report::default()),
    }
}

/// What the enumeration of all live positions takes, if a certificate rests on it: the side of the
/// board, MiB, and seconds.
pub fn enumeration(path: &Path) -> Option<(usize, u64, u64)> {
    let side = match is_by_lemmas(path) {
        true => read_lemma_manifest(path).ok()?.size,
        false if is_of_answers(path) => read_answer_manifest(path).ok()?.size,
        false if is_all_sizes(path) || !path.join("manifest.json").exists() => return None,
        false => {
            let manifest = read_manifest(path).ok()?;
            (manifest.engine == Engine::List && manifest.complete).then_some(manifest.size)?
        }
    };
    // The next smaller board takes less than a second.
    (side == MAX_LISTED).then_some((side, 1_600, 600))
}

/// A path as it is printed.
fn name(path: &Path) -> String {
    escaped(&path.to_string_lossy())
}

/// The exit code of two certificates: a rejected one outweighs one that is not decided.
fn worse(one: u8, other: u8) -> u8 {
    if one == REJECTED || other == REJECTED { REJECTED } else { one.max(other) }
}
