//! `deadmove-puzzles-checker [OPTIONS] CERTIFICATE…`: accepts certificates or reports what is wrong
//! with them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use deadmove_checker::{Cnf, Limits, export, read, unpack};
use deadmove_puzzles_checker::check;

const USAGE: &str = "\
Usage: deadmove-puzzles-checker [OPTIONS] CERTIFICATE...

A certificate is a file made by 'deadmove-puzzles' with --certificate.

Options:
  --export FOLDER  Write each refuted formula and its proof for other proof checkers, as .cnf, .drat
                   and .lrat files, into a new folder
  --memory MIB     The most memory for one certificate, measured on Linux only [default: 900]
  --time SECONDS   The most time for one certificate [default: 10]

Exit codes: 0 accepted, 1 rejected, 2 usage, 3 accepted, but something in it is left open; or not
decided, because a limit was reached or the result could not be written";

const REJECTED: u8 = 1;
const USAGE_ERROR: u8 = 2;
/// Accepted in part only, or not decided.
const NOT_WHOLE: u8 = 3;

#[derive(Default)]
struct Request {
    files: Vec<PathBuf>,
    export: Option<PathBuf>,
    limits: Limits,
}

/// Parses the command line; `None` if it is wrong.
fn parse() -> Option<Request> {
    let mut request = Request::default();
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
        match argument.to_str() {
            Some("--memory") => request.limits.memory = number()?,
            Some("--time") => request.limits.time = number()?,
            Some("--export") => request.export = Some(arguments.next()?.into()),
            _ if argument.to_string_lossy().starts_with('-') => return None,
            _ => request.files.push(argument.into()),
        }
    }
    (!request.files.is_empty()).then_some(request)
}

fn main() -> ExitCode {
    if std::env::args_os().any(|argument| argument == "--help") {
        return ExitCode::from(said(USAGE, 0));
    }
    let Some(request) = parse() else {
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
    let mut code = 0;
    for file in &request.files {
        let shown = file.display().to_string().escape_debug().to_string();
        let name = shown.clone();
        let end = move |why: &str| {
            let found = said(&format!("{name}: not decided: {why}"), NOT_WHOLE);
            std::process::exit(worse(code, found).into());
        };
        let folder = request.export.as_deref();
        let (line, found) = match request.limits.watch(|| check_file(file, folder), end) {
            Ok((what, open)) if open.is_empty() => (format!("accepted: {what}"), 0),
            Ok((what, open)) => {
                (format!("accepted, but partial: {what}; open: {}", open.join(", ")), NOT_WHOLE)
            }
            Err(why) => (format!("rejected: {why}"), REJECTED),
        };
        code = worse(code, said(&format!("{shown}: {line}"), found));
    }
    ExitCode::from(code)
}

/// What a certificate says, and what it leaves open.
fn check_file(file: &Path, folder: Option<&Path>) -> Result<(String, Vec<String>), String> {
    let text = unpack(read(file)?)?;
    let label = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut failed = None;
    let mut listener = |what: &str, cnf: &dyn Fn() -> Cnf, proof: &str| {
        if let (Some(folder), None) = (folder, &failed) {
            failed = export(folder, &label, what, &cnf(), proof).err();
        }
    };
    let (what, mut open) = check(&text, &mut listener)?;
    open.extend(failed.map(|why| format!("the export: {why}")));
    Ok((what, open))
}

/// Prints a line; the exit code afterwards. A result that could not be written is no success.
fn said(line: &str, code: u8) -> u8 {
    let mut out = io::stdout().lock();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Ok(()) => code,
        Err(_) => worse(code, NOT_WHOLE),
    }
}

/// The exit code of two certificates: a rejected one outweighs one that is not decided.
fn worse(one: u8, other: u8) -> u8 {
    if one == REJECTED || other == REJECTED { REJECTED } else { one.max(other) }
}
