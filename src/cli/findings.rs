//! `deadmove findings`: a document made of reports.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use super::check_reports::verify;
use super::output::{Failure, complain, stdout};
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_findings::read::Reports;
use deadmove_findings::{FindingsError, contradict, markdown, wrong_files};
use deadmove_report::command::words;
use deadmove_rules::load::{LoadedFile, load};

/// Make a document of reports: verdicts per rule and size, counterexamples, and what is missed.
///
/// Takes what check, missed, obey, prove and milestones printed with --json, in any number, for any
/// sizes and engines, and prints Markdown. Every counterexample is replayed. What a wrong
/// rule claims is read from its file, at the path in the report. The exit code is 70 if two reports
/// contradict each other.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Reports.
    #[arg(required = true, value_name = "REPORT")]
    reports: Vec<PathBuf>,
    /// Markdown to append to the document; may be repeated. It is not checked against the reports.
    #[arg(long, value_name = "FILE")]
    append: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut reports = Reports::default();
    for file in &args.reports {
        let text = files::read_text(file)?;
        let (checks, limits) = (reports.checks.len(), reports.limits.len());
        reports.read(&text, file)?;
        for check in reports.checks[checks..].iter().chain(&reports.limits[limits..]) {
            verify(check, file)?;
        }
    }
    let (rules, found) = rules(&reports)?;
    let names: Vec<String> = args.reports.iter().map(|path| path.display().to_string()).collect();
    let appended: Vec<(String, String)> = args
        .append
        .iter()
        .map(|file| {
            let text = files::read_text(file)?;
            Ok((file.display().to_string(), text))
        })
        .collect::<Result<_, InputError>>()?;
    let options: String =
        appended.iter().map(|(name, _)| format!(" --append {}", words(&[name]))).collect();
    let command = format!("deadmove findings {}{options}", words(&names));
    let text = markdown(&reports, &rules, &command).map_err(|error| match error {
        FindingsError::Input(error) => Failure::Input(error),
        FindingsError::Fault(fault) => Failure::Internal(fault.to_string()),
    })?;
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    for (_, text) in &appended {
        write!(out, "\n{}\n", text.trim())?;
    }
    out.flush()?;
    let code = if found { ExitCode::Holds } else { ExitCode::Input };
    Ok(if contradict(&reports)? { code.combine(ExitCode::Internal) } else { code })
}

/// The files of the wrong rules, and whether all of them could be read.
fn rules(reports: &Reports) -> Result<(Vec<LoadedFile>, bool), InputError> {
    let files: BTreeSet<PathBuf> = wrong_files(reports)?.into_iter().collect();
    let files: Vec<PathBuf> = files.into_iter().collect();
    Ok(match load(&files) {
        Ok(loaded) => {
            loaded.errors.iter().for_each(complain);
            (loaded.files, loaded.errors.is_empty())
        }
        // No file has to be read.
        Err(_) => (Vec::new(), true),
    })
}
