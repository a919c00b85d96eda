//! `deadmove lab review`: candidates one by one, to be accepted, rejected or skipped by a person.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use crate::cli::again::{this_command, with_files};
use crate::cli::conclusion::Conclusion;
use crate::cli::output::{Failure, stdout};
use crate::cli::rule_files::print_unreadable;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::verdict::ExitCode;
use deadmove_report::numbers::count;
use deadmove_report::review::{self as report, Decisions};
use deadmove_rules::load::load;
use deadmove_search::mine::review::{accept, accepted_beside, reject};

/// Go through rule candidates: accept, reject or skip each.
///
/// Shows the picture, the statement and the evidence of every rule file of a folder, and reads an
/// answer for each from standard input: a (accept), r (reject; the next line says why), s (skip) or
/// q (quit). An accepted file moves into the folder of --out. A rejected one is deleted, and
/// its reason is kept in rejected.jsonl of its folder; `deadmove minimise` does not suggest it
/// again. Exit code 0 means that nothing is left undecided.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder with the candidates, as `deadmove minimise --out` makes it.
    folder: PathBuf,
    /// Where accepted files go. Default: the folder `accepted` beside that of the candidates.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the candidates as a JSON object, and ask nothing.
    #[arg(long)]
    json: bool,
}

/// An answer of the person.
enum ReviewAnswer {
    Accept,
    Reject(String),
    Skip,
    Quit,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if !args.folder.is_dir() {
        let error = InputError::new(ErrorKind::NoCandidates, "this is no folder with candidates");
        return Err(error.in_file(&args.folder).into());
    }
    let loaded = load(std::slice::from_ref(&args.folder)).or_else(|error| {
        if error.kind == ErrorKind::NoRules { Ok(Default::default()) } else { Err(error) }
    })?;
    let read = print_unreadable(&loaded);
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", report::json(&loaded.files))?;
        out.flush()?;
        return Ok(read);
    }
    let into = match &args.out {
        Some(folder) => folder.clone(),
        None => accepted_beside(&args.folder),
    };
    let mut answers = std::io::stdin().lock();
    let mut tally = Decisions { left: loaded.files.len(), ..Decisions::default() };
    for (at, file) in loaded.files.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        write!(out, "{}", report::candidate(file, at + 1, loaded.files.len(), true))?;
        match ask(&mut out, &mut answers)? {
            ReviewAnswer::Accept => {
                let to = accept(file, &into)?;
                writeln!(out, "accepted: {}", to.shown())?;
                tally.accepted += 1;
            }
            ReviewAnswer::Reject(reason) => {
                reject(file, &args.folder, &reason)?;
                writeln!(out, "rejected")?;
                tally.rejected += 1;
            }
            ReviewAnswer::Skip => {
                writeln!(out, "skipped")?;
                continue;
            }
            ReviewAnswer::Quit => {
                writeln!(out)?;
                break;
            }
        }
        tally.left -= 1;
    }
    let code = read.combine(if tally.left == 0 { ExitCode::Holds } else { ExitCode::Unknown });
    let candidates = count(loaded.files.len(), "candidate", "candidates");
    let mut end = Conclusion::new(format!("{candidates}: {}", report::summary(&tally)));
    end.why = Some(match code {
        ExitCode::Unknown => "some candidates are undecided".to_owned(),
        _ => "not every candidate could be read".to_owned(),
    });
    if tally.left > 0 {
        end = end.resumed_by(this_command());
    }
    if tally.accepted > 0 {
        end = end.then(with_files("deadmove prove", std::slice::from_ref(&into)));
        end = end.then(with_files("deadmove check", &[into]) + " --size 7");
    }
    end = end.then("deadmove minimise --help");
    end.finish(out, code)
}

/// Asks until there is an answer; the end of the input is a quit.
fn ask(out: &mut impl Write, answers: &mut impl BufRead) -> Result<ReviewAnswer, Failure> {
    loop {
        write!(out, "accept, reject, skip or quit? [a/r/s/q] ")?;
        out.flush()?;
        let Some(line) = line(answers)? else {
            return Ok(ReviewAnswer::Quit);
        };
        match line.to_lowercase().as_str() {
            "a" | "accept" => return Ok(ReviewAnswer::Accept),
            "s" | "skip" => return Ok(ReviewAnswer::Skip),
            "q" | "quit" => return Ok(ReviewAnswer::Quit),
            "r" | "reject" => {
                write!(out, "why? ")?;
                out.flush()?;
                return Ok(match self::line(answers)? {
                    Some(reason) => ReviewAnswer::Reject(reason),
                    None => ReviewAnswer::Quit,
                });
            }
            _ => {}
        }
    }
}

fn line(answers: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut line = String::new();
    let read = answers.read_line(&mut line).map_err(|error| {
        InputError::new(
            ErrorKind::AnswersUnreadable,
            format!("the answers cannot be read: {error}"),
        )
    })?;
    Ok((read > 0).then(|| line.trim().to_owned()))
}
