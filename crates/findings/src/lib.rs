//! The findings: Markdown made from reports alone, as one document or as the pages of a folder.
//!
//! They state verdicts and figures for people who work on the rules. Nothing in the code is about a
//! particular rule. Each module writes a section; `pages` puts them together. What does not live
//! here: how a single result is printed (`deadmove-report`).

mod complete;
mod figures;
mod ledger;
mod limits;
mod markdown;
mod milestones;
pub mod obeyed;
pub mod pages;
pub mod proofs;
pub mod read;
mod strength;
mod summary;
mod tables;
pub mod unsolved;
mod wrong;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use deadmove_core::error::InputError;
use deadmove_engine::judge::Fault;
use deadmove_report::command::words;
use deadmove_rules::load::LoadedFile;
use deadmove_verify::check::{Check, RuleVerdict};
use ledger::Ledger;
use markdown::paragraph;
use obeyed::ObeyReport;
use pages::{Layout, Page, Parts, Section};
use proofs::{AllSizes, ProofReport, ProofVerdict};
use read::{MissedReport, Reports};

/// Why there is no document.
#[derive(Debug)]
pub enum FindingsError {
    /// A report is wrong.
    Input(InputError),
    /// The engine contradicts a report.
    Fault(Fault),
}

impl From<InputError> for FindingsError {
    fn from(error: InputError) -> FindingsError {
        FindingsError::Input(error)
    }
}

impl From<Fault> for FindingsError {
    fn from(fault: Fault) -> FindingsError {
        FindingsError::Fault(fault)
    }
}

/// The files of the wrong rules. [`document`] and [`pages()`] state what
/// they claim if they are given them.
pub fn wrong_files(reports: &Reports) -> Result<Vec<PathBuf>, InputError> {
    let ledger = Ledger::of(&reports.checks)?;
    let wrong = ledger.files.iter().filter(|file| file.claims.iter().any(|claim| claim.is_wrong()));
    Ok(wrong.map(|file| PathBuf::from(&file.file)).collect())
}

/// Whether two reports contradict each other.
pub fn contradict(reports: &Reports) -> Result<bool, InputError> {
    Ok(!Ledger::of(&reports.checks)?.contradictions.is_empty()
        || AllSizes::of(reports).contradict(reports))
}

/// All sections in one document. `command` is the command that made it.
pub fn document(
    reports: &Reports,
    rules: &[LoadedFile],
    command: &str,
) -> Result<String, FindingsError> {
    Ok(parts(reports, rules, command, Layout::Document)?.document())
}

/// The sections as pages of a folder, the summary first. `command` is the command that made them.
pub fn pages(
    reports: &Reports,
    rules: &[LoadedFile],
    command: &str,
) -> Result<Vec<Page>, FindingsError> {
    Ok(parts(reports, rules, command, Layout::Pages)?.pages())
}

fn parts(
    reports: &Reports,
    rules: &[LoadedFile],
    command: &str,
    layout: Layout,
) -> Result<Parts, FindingsError> {
    let ledger = Ledger::of(&reports.checks)?;
    let all_sizes = AllSizes::of(reports);
    let mut summary = String::new();
    let mut sections = Vec::new();
    if !reports.checks.is_empty() {
        summary = summary::summary(&ledger, &reports.checks, &all_sizes, layout);
        let numbers = wrong::numbers(&ledger);
        let verdicts = tables::verdicts(&ledger, &numbers, &all_sizes, layout);
        sections.push((Section::Verdicts, verdicts));
        sections.push((Section::Wrong, wrong::sections(&ledger, rules)?));
    }
    sections.push((Section::Strength, strength::section(reports, &ledger, &all_sizes)));
    if !reports.limits.is_empty() {
        sections.push((Section::Limits, limits::limits(&Ledger::of(&reports.limits)?)));
    }
    sections.push((Section::Missed, complete::completeness(&reports.missed, &ledger)?));
    sections.push((Section::Obeyed, obeyed::section(&reports.obeyed)));
    sections.push((Section::Milestones, milestones::section(&reports.milestones)));
    sections
        .push((Section::Unsolved, unsolved::section(&unsolved::positions(&reports.minimised)?)));
    sections.retain(|(_, body)| !body.is_empty());
    Ok(Parts { summary, sections, how: how(reports, command) })
}

/// The commands that made the reports, and the findings.
fn how(reports: &Reports, command: &str) -> String {
    let checks = reports.checks.iter().map(|check| check_command(check, ""));
    let limits = reports.limits.iter().map(|check| check_command(check, " --at-the-limit"));
    let missed = reports.missed.iter().map(missed_command);
    let obeyed = reports.obeyed.iter().map(obey_command);
    let proofs = reports.proofs.iter().map(prove_command);
    let commands = checks.chain(limits).chain(missed).chain(obeyed).chain(proofs);
    let commands: BTreeSet<String> = commands.collect();
    let mut text = String::new();
    if !reports.checks.is_empty() || !reports.limits.is_empty() {
        text.push_str(&paragraph(
            "Reports of `check` do not keep the paths that were given; the folder that holds all \
             rule files is named here.",
        ));
        text.push('\n');
    }
    text.push_str("```sh\n");
    for line in commands.iter().map(String::as_str).chain([command]) {
        let _ = writeln!(text, "{line}");
    }
    text.push_str("```\n");
    text
}

fn check_command(check: &Check, more: &str) -> String {
    let files: Vec<&str> = check.claims.iter().map(|claim| claim.file.as_str()).collect();
    let (size, engine) = (check.size, check.engine.word());
    // A claim next to a limit is wrong if the limit is the best one, and the rule is right.
    let wrong =
        more.is_empty() && check.rules.iter().any(|rule| rule.verdict == RuleVerdict::Unsound);
    format!("deadmove check {} --size {size} --engine {engine}{more} --json", set_of(&files, wrong))
}

fn prove_command(report: &ProofReport) -> String {
    let files: Vec<&str> = report.claims.iter().map(|claim| claim.file.as_str()).collect();
    let ProofReport { size, max, splits, .. } = report;
    let weaken = report.claims.iter().any(|claim| claim.weaker.is_some());
    let weaken = if weaken { " --weaken" } else { "" };
    let asked = format!("--max {max} --size {size} --splits {splits}{weaken}");
    let wrong = report.claims.iter().any(|claim| claim.verdict == ProofVerdict::Refuted);
    format!("deadmove prove {} {asked} --json", set_of(&files, wrong))
}

fn missed_command(report: &MissedReport) -> String {
    let sound = if report.asked.left_out.is_some() { " --sound-only" } else { "" };
    let mut paths = words(&report.asked.paths);
    if report.asked.left_out.as_ref().is_some_and(|names| !names.is_empty()) {
        paths += WITH_WRONG;
    }
    format!("deadmove missed {paths} --size {}{sound} --json", report.size)
}

fn obey_command(report: &ObeyReport) -> String {
    let files: Vec<&str> = report.obeyed.iter().map(|rule| rule.file.as_str()).collect();
    format!("deadmove obey {} --size {} --json", set_of(&files, !files.is_empty()), report.size)
}

/// Takes in rules of folders that are known to be wrong.
const WITH_WRONG: &str = " --include-wrong";

/// The words of a command for some rule files. `wrong`: whether wrong ones are among them.
fn set_of(files: &[&str], wrong: bool) -> String {
    let set = words(&[common(files)]);
    if wrong && !set.ends_with(".rule") { set + WITH_WRONG } else { set }
}

/// The file, or the folder that holds all files.
fn common(files: &[&str]) -> String {
    let Some((first, rest)) = files.split_first() else { return String::new() };
    if rest.iter().all(|file| file == first) {
        return (*first).to_owned();
    }
    let mut parts: Vec<&str> = first.split('/').collect();
    parts.pop();
    for file in rest {
        let same = parts.iter().zip(file.split('/')).take_while(|(a, b)| *a == b).count();
        parts.truncate(same);
    }
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}
