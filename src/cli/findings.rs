//! `deadmove findings`: Markdown made of reports.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::again::with_files;
use super::check_reports::verify;
use super::conclusion::Conclusion;
use super::output::{Failure, complain, stdout};
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_findings::pages::{MADE, Page, SUMMARY, Section};
use deadmove_findings::read::Reports;
use deadmove_findings::{FindingsError, contradict, document, pages, wrong_files};
use deadmove_report::command::words;
use deadmove_report::numbers::count;
use deadmove_rules::load::{LoadedFile, load};

/// Make a document of reports: verdicts per rule and size, counterexamples, and what is missed.
///
/// Takes what check, missed, obey, prove, milestones and minimise printed with --json, in any
/// number, for any sizes and engines, and prints Markdown. Every counterexample is replayed. What a
/// wrong rule claims is read from its file, at the path in the report. The exit code is 70 if two
/// reports contradict each other.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Reports.
    #[arg(required = true, value_name = "REPORT")]
    reports: Vec<PathBuf>,
    /// Write a page for each section into this folder, with a summary in README.md. Only pages of
    /// an earlier run are replaced.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
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
    let mut command = format!("deadmove findings {}", words(&names));
    let mut out = stdout();
    let code = if found { ExitCode::Holds } else { ExitCode::Input };
    let contradict = contradict(&reports)?;
    let code = if contradict { code.combine(ExitCode::Internal) } else { code };
    let reports_given = count(args.reports.len(), "report", "reports");
    let mut end = Conclusion::new(format!("what do {reports_given} find?"), String::new());
    end.why = Some(match code {
        ExitCode::Internal => "two reports contradict each other".to_owned(),
        ExitCode::Input => "not every wrong rule could be read".to_owned(),
        _ => "the reports agree, and every counterexample was replayed".to_owned(),
    });
    if let Some(folder) = &args.out {
        command.push_str(&format!(" --out {}", words(&[folder.display().to_string()])));
        let pages = pages(&reports, &rules, &command).map_err(failure)?;
        write_pages(folder, &pages)?;
        let summary = folder.join(SUMMARY);
        let pages = count(pages.len(), "page", "pages");
        end.answer = format!("{pages} written; begin with {}", summary.display());
        end.then(with_files("less", &[summary])).print(&mut out, code)?;
        out.flush()?;
    } else {
        let text = document(&reports, &rules, &command).map_err(failure)?;
        out.write_all(text.as_bytes())?;
        out.flush()?;
        end.answer = format!("a document of {}", count(text.lines().count(), "line", "lines"));
        end.then(format!("{command} --out findings")).print_beside_data(code);
    }
    Ok(code)
}

fn failure(error: FindingsError) -> Failure {
    match error {
        FindingsError::Input(error) => Failure::Input(error),
        FindingsError::Fault(fault) => Failure::Internal(fault.to_string()),
    }
}

/// Writes the pages, and removes pages of an earlier run that there is no content for. Nothing is
/// written if a file that was not generated is in the way.
fn write_pages(folder: &Path, pages: &[Page]) -> Result<(), InputError> {
    let mut outdated = Vec::new();
    for name in Section::ALL.iter().map(|section| section.page()).chain([SUMMARY]) {
        let file = folder.join(name);
        let written = pages.iter().any(|page| page.name == name);
        match files::read_text_if_present(&file)? {
            Some(text) if text.contains(MADE) => outdated.extend((!written).then_some(file)),
            Some(_) if written => {
                let message = "the file exists, and `deadmove findings` did not make it";
                return Err(InputError::new("file-exists", message)
                    .in_file(&file)
                    .expected("a folder without this file, or with pages of an earlier run"));
            }
            _ => {}
        }
    }
    files::create_folder(folder)?;
    for page in pages {
        files::write_atomically(&folder.join(page.name), &page.text)?;
    }
    for file in outdated {
        fs::remove_file(&file).map_err(|error| files::unwritable(&file, error))?;
    }
    Ok(())
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
