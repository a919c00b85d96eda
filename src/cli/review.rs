//! `deadmove review`: candidates one by one, to be accepted, rejected or skipped by a person.

use std::fs;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use super::output::{Failure, stdout};
use super::rule_files::print_unreadable;
use deadmove_core::error::InputError;
use deadmove_core::verdict::ExitCode;
use deadmove_report::review::{self as report, Tally};
use deadmove_rules::RuleFile;
use deadmove_rules::load::{LoadedFile, load};
use deadmove_search::mine::rejected::{self, Rejected};

/// Go through rule candidates: accept, reject or skip each.
///
/// Shows the picture, the statement and the evidence of every rule file of a folder, and reads an
/// answer for each from standard input: a (accept), r (reject; the next line says why), s (skip) or
/// q (quit). An accepted file moves into the folder of --into. A rejected one is deleted, and
/// remembered with the reason in rejected.jsonl of its folder; `deadmove minimise` does not bring it
/// again. Exit code 0 means that nothing is left undecided.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder with the candidates, as `deadmove minimise --out` makes it.
    folder: PathBuf,
    /// Where accepted files go. Default: the folder `accepted` beside that of the candidates.
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// Print the candidates as a JSON object, and ask nothing.
    #[arg(long)]
    json: bool,
}

/// An answer of the person.
enum Answer {
    Accept,
    Reject(String),
    Skip,
    Quit,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if !args.folder.is_dir() {
        let error = InputError::new("no-candidates", "this is no folder with candidates");
        return Err(error.in_file(&args.folder).into());
    }
    let loaded = load(std::slice::from_ref(&args.folder)).or_else(|error| {
        if error.kind == "no-rules" { Ok(Default::default()) } else { Err(error) }
    })?;
    let read = print_unreadable(&loaded);
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", report::json(&loaded.files))?;
        out.flush()?;
        return Ok(read);
    }
    let into = match &args.into {
        Some(folder) => folder.clone(),
        None => beside(&args.folder),
    };
    let mut answers = std::io::stdin().lock();
    let mut tally = Tally { left: loaded.files.len(), ..Tally::default() };
    for (at, file) in loaded.files.iter().enumerate() {
        write!(out, "{}", report::candidate(file, at + 1, loaded.files.len(), true))?;
        match ask(&mut out, &mut answers)? {
            Answer::Accept => {
                let to = accept(file, &into)?;
                writeln!(out, "accepted: {}\n", to.display())?;
                tally.accepted += 1;
            }
            Answer::Reject(reason) => {
                reject(file, &args.folder, &reason)?;
                writeln!(out, "rejected\n")?;
                tally.rejected += 1;
            }
            Answer::Skip => {
                writeln!(out, "skipped\n")?;
                continue;
            }
            Answer::Quit => {
                writeln!(out)?;
                break;
            }
        }
        tally.left -= 1;
    }
    write!(out, "{}", report::summary(&tally))?;
    out.flush()?;
    Ok(read.combine(if tally.left == 0 { ExitCode::Holds } else { ExitCode::Unknown }))
}

/// The folder for accepted rules beside the one with the candidates.
fn beside(folder: &Path) -> PathBuf {
    let name = folder.file_name().map_or_else(|| folder.join(".."), |_| folder.to_owned());
    match name.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(parent) => parent.join("accepted"),
        None => PathBuf::from("accepted"),
    }
}

/// Asks until there is an answer; the end of the input is a quit.
fn ask(out: &mut impl Write, answers: &mut impl BufRead) -> Result<Answer, Failure> {
    loop {
        write!(out, "accept, reject, skip or quit? [a/r/s/q] ")?;
        out.flush()?;
        let Some(line) = line(answers)? else {
            return Ok(Answer::Quit);
        };
        match line.to_lowercase().as_str() {
            "a" | "accept" => return Ok(Answer::Accept),
            "s" | "skip" => return Ok(Answer::Skip),
            "q" | "quit" => return Ok(Answer::Quit),
            "r" | "reject" => {
                write!(out, "why? ")?;
                out.flush()?;
                return Ok(match self::line(answers)? {
                    Some(reason) => Answer::Reject(reason),
                    None => Answer::Quit,
                });
            }
            _ => {}
        }
    }
}

fn line(answers: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut line = String::new();
    let read = answers.read_line(&mut line).map_err(|error| {
        InputError::new("answers-unreadable", format!("the answers cannot be read: {error}"))
    })?;
    Ok((read > 0).then(|| line.trim().to_owned()))
}

/// Moves a file into the rule set; one of the same name is not overwritten.
fn accept(file: &LoadedFile, into: &Path) -> Result<PathBuf, InputError> {
    let fault = |what: String| InputError::new("file-unwritable", what).in_file(into);
    fs::create_dir_all(into).map_err(|error| fault(format!("no folder can be made: {error}")))?;
    let name = file.path.file_name().unwrap_or_default();
    let to = into.join(name);
    if to.exists() {
        return Err(fault(format!("there is a rule {} already", name.display()))
            .expected("another folder, or another name for one of the two"));
    }
    let text = file.rule_file.write();
    fs::write(&to, text)
        .and_then(|()| fs::remove_file(&file.path))
        .map_err(|error| fault(format!("the rule cannot be moved here: {error}")))?;
    Ok(to)
}

/// Remembers a candidate as rejected, and deletes its file.
fn reject(file: &LoadedFile, folder: &Path, reason: &str) -> Result<(), InputError> {
    let (RuleFile::Rule(rule), name) = (&file.rule_file, &file.path) else {
        let error = InputError::new("family", "a family is no candidate, and is not deleted");
        return Err(error.in_file(&file.path));
    };
    rejected::remember(folder, &Rejected::new(rule, reason))?;
    fs::remove_file(name).map_err(|error| {
        InputError::new("file-unwritable", format!("the file cannot be deleted: {error}"))
            .in_file(name)
    })
}
