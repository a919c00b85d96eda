//! Which dead moves sets of rules allow, and which files the sets need.

use deadmove_report::command::words;
use deadmove_report::numbers::{count, thousands};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::ledger::{Ledger, by_count};
use super::markdown::{escape, item, paragraph};
use super::read::MissedReport;
use super::summary::board;
use super::wrong::block;
use deadmove_core::board::letters;
use deadmove_core::verdict::Verdict;
use deadmove_engine::judge::Fault;
use deadmove_report::check::{command, draw, reason};
use deadmove_report::missed::{LEGEND, frequency};
use deadmove_verify::check::RuleVerdict;
use deadmove_verify::confirm::confirm;

/// How many examples of a set are drawn as boards.
const DRAWN: usize = 3;
/// How many files a ranking lists.
const RANKED: usize = 12;

/// The completeness of sets, with examples that the engine confirms.
pub fn completeness(missed: &[MissedReport], ledger: &Ledger) -> Result<String, Fault> {
    if missed.is_empty() {
        return Ok(String::new());
    }
    let mut text = String::new();
    table(&mut text, missed, ledger);
    if missed.iter().any(|report| report.allowed > 0) {
        let sorted = paragraph(
            "The moves are sorted by what the board looks like around them, turned so that the \
             move goes ahead. In the pictures:",
        );
        let _ = write!(text, "\n{sorted}\n```text\n{LEGEND}\n```\n");
    }
    for report in missed.iter().filter(|report| report.allowed > 0) {
        patterns(&mut text, report)?;
    }
    for report in missed {
        needed(&mut text, report);
    }
    Ok(text)
}

/// A name for the rules of a report.
fn label(report: &MissedReport) -> String {
    let sound = if report.asked.left_out.is_some() { ", sound ones only" } else { "" };
    format!("{}{sound}", escape(&report.asked.paths.join(" + ")))
}

fn table(text: &mut String, missed: &[MissedReport], ledger: &Ledger) {
    let sizes: BTreeSet<usize> = missed.iter().map(|report| report.size).collect();
    let heads: String = sizes.iter().map(|&size| format!(" {} |", board(size))).collect();
    let _ = writeln!(
        text,
        "Dead moves of live positions that a set of rules leaves allowed:\n\n\
         | rules |{heads}\n| --- |{}",
        " ---: |".repeat(sizes.len())
    );
    let mut order: Vec<String> = Vec::new();
    let mut rows: BTreeMap<String, BTreeMap<usize, &MissedReport>> = BTreeMap::new();
    for report in missed {
        let label = label(report);
        if !order.contains(&label) {
            order.push(label.clone());
        }
        rows.entry(label).or_default().insert(report.size, report);
    }
    for label in order {
        let _ = write!(text, "| {label} |");
        for size in &sizes {
            let cell = rows[&label].get(size).map(|report| {
                let allowed = match report.allowed {
                    0 => "none: **complete**".to_owned(),
                    allowed => format!(
                        "{} of {} ({:.3} %)",
                        thousands(allowed),
                        thousands(report.dead_moves),
                        100.0 * allowed as f64 / report.dead_moves.max(1) as f64
                    ),
                };
                format!("{allowed}{}", wrong_rules(report, ledger))
            });
            let _ = write!(text, " {} |", cell.unwrap_or_default());
        }
        text.push('\n');
    }
}

/// How many wrong rules contribute to the figures of a set, as far as the checks know, or how many
/// were left out.
fn wrong_rules(report: &MissedReport, ledger: &Ledger) -> String {
    let rules = |number| count(number, "wrong rule", "wrong rules");
    if let Some(left_out) = &report.asked.left_out {
        return format!(", {} left out", rules(left_out.len()));
    }
    let in_set = |file: &str| report.alone.iter().any(|alone| alone.file == file);
    let verdicts = ledger.claims().filter(|(file, _)| in_set(&file.file));
    let verdicts: Vec<RuleVerdict> =
        verdicts.filter_map(|(_, claim)| claim.verdict(report.size)).collect();
    let wrong = verdicts.iter().filter(|&&verdict| verdict == RuleVerdict::Unsound).count();
    let right =
        |&&verdict: &&RuleVerdict| matches!(verdict, RuleVerdict::Sound | RuleVerdict::Vacuous);
    let open =
        report.asked.rules.saturating_sub((wrong + verdicts.iter().filter(right).count()) as u64);
    match (wrong, open) {
        (0, 0) => String::new(),
        (0, _) if verdicts.is_empty() => ", whether the rules are right or wrong".to_owned(),
        (0, open) => format!(", {open} of them not known to be right"),
        (wrong, _) => format!(", with {}", rules(wrong)),
    }
}

fn patterns(text: &mut String, report: &MissedReport) -> Result<(), Fault> {
    let covered: u64 = report.top.iter().map(|group| group.count).sum();
    let _ = writeln!(
        text,
        "\n### {} on {}\n\n{} in {}. {}",
        label(report),
        board(report.size),
        match report.allowed {
            1 => "1 dead move is allowed".to_owned(),
            allowed => format!("{} dead moves are allowed", thousands(allowed)),
        },
        match report.patterns {
            1 => "1 pattern".to_owned(),
            patterns => format!("{} patterns", thousands(patterns)),
        },
        match report.top.len() as u64 {
            all if all == report.patterns => "All of them:".to_owned(),
            top => format!(
                "The {top} most frequent, with {:.2} % of the moves:",
                100.0 * covered as f64 / report.allowed.max(1) as f64
            ),
        }
    );
    for (at, group) in report.top.iter().enumerate() {
        let mut lines = group.picture.clone();
        if !group.remarks.is_empty() {
            lines.push(String::new());
            lines.extend(group.remarks.iter().cloned());
        }
        let confirmed = confirm(&group.example, Verdict::Dead)?;
        let path = letters(&group.example.path);
        let _ = writeln!(
            text,
            "\n{}. {}.\n\n```text\n{}\n```\n",
            at + 1,
            frequency(group.count, report.allowed, group.live),
            block(&lines.join("\n")),
        );
        if at < DRAWN {
            let drawing = block(&draw(&confirmed, false));
            let _ = writeln!(text, "For example\n\n```text\n{drawing}\n```\n");
        } else {
            let reason = reason(&confirmed).unwrap_or_default();
            let direction = group.example.direction;
            let example = format!("For example {direction} after `{path}`. {reason}.");
            let _ = writeln!(text, "{}", paragraph(&example));
        }
        let command = command(&confirmed, &words(&report.asked.paths));
        let _ = writeln!(text, "```sh\n{command}\n```");
    }
    Ok(())
}

/// The files that forbid moves which no other file of the set forbids.
fn needed(text: &mut String, report: &MissedReport) {
    if report.alone.len() < 2 {
        return;
    }
    let all = report.alone.iter().map(|alone| (alone.dead_moves, alone.file.as_str()));
    let (needed, spare): (Vec<_>, Vec<_>) =
        by_count(all.collect()).into_iter().partition(|n| n.0 > 0);
    let _ = writeln!(text, "\n### Files needed in {}, on {}\n", label(report), board(report.size));
    let _ = writeln!(
        text,
        "{} of {} forbid dead moves that no other file of the set forbids{}",
        needed.len(),
        count(report.alone.len(), "file", "files"),
        if needed.is_empty() { "." } else { ":" }
    );
    if !needed.is_empty() {
        text.push_str("\n| file | dead moves that it alone forbids |\n| --- | ---: |\n");
        for (number, file) in needed.iter().take(RANKED) {
            let _ = writeln!(text, "| {} | {} |", escape(file), thousands(*number));
        }
    }
    let rest: Vec<String> = needed
        .iter()
        .skip(RANKED)
        .map(|(number, file)| format!("{} {}", escape(file), thousands(*number)))
        .collect();
    if !rest.is_empty() {
        let _ = write!(text, "\n{}", paragraph(&format!("Then {}.", rest.join("; "))));
    }
    if !spare.is_empty() {
        text.push_str("\nThe others forbid nothing that another file does not forbid too:\n\n");
    }
    let mut folders: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (_, file) in &spare {
        let (folder, name) = file.rsplit_once('/').unwrap_or((".", file));
        let name = name.strip_suffix(".rule").unwrap_or(name);
        folders.entry(folder).or_default().push(escape(name));
    }
    for (folder, names) in folders {
        let line = format!("{}, {}: {}", escape(folder), names.len(), names.join("; "));
        text.push_str(&item(0, &line));
    }
}
