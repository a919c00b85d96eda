//! The part of the findings on rules that forbid too much: do they lead to stuck positions?

use deadmove_report::numbers::thousands;
use std::fmt::Write as _;

use serde::Deserialize;

use super::markdown::{escape, item, paragraph};
use super::summary::{and, board};
use deadmove_core::board::{Board, Move};
use deadmove_core::error::InputError;
use deadmove_core::formats::parse_path;
use deadmove_core::position::Position;
use deadmove_report::command::words;

/// What `deadmove obey --json` printed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ObeyReport {
    /// The side of the board.
    pub size: usize,
    /// Live positions of the board.
    pub live_positions: u64,
    /// Every rule that forbids a live move.
    pub obeyed: Vec<ObeyedRule>,
}

/// A rule that forbids a live move, and the positions reached by lines that follow it and avoid all
/// dead moves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ObeyedRule {
    /// The rule's name.
    pub name: String,
    /// The rule file.
    pub file: String,
    /// Live moves it forbids.
    pub forbids_live: u64,
    /// Live positions that are reached.
    pub reached: u64,
    /// Those of them in which it forbids every live move.
    pub stuck: u64,
    /// A line to one of those.
    pub path: Option<String>,
}

impl ObeyReport {
    /// Checks that the lines can be drawn.
    pub fn verify(&self) -> Result<(), InputError> {
        let fault = |rule: &ObeyedRule, what: &str| {
            let message = format!("the stuck position of '{}' does not hold: {what}", rule.name);
            InputError::new("bad-report", message).expected("what `deadmove obey --json` printed")
        };
        for rule in &self.obeyed {
            if (rule.stuck > 0) != rule.path.is_some() {
                return Err(fault(rule, "there is a count without a position, or the reverse"));
            }
            let Some(path) = &rule.path else { continue };
            let moves: Vec<Move> = parse_path(path).map_err(|error| fault(rule, &error.message))?;
            let board = Board::corner_to_corner(self.size, self.size)
                .map_err(|error| fault(rule, &error.to_string()))?;
            Position::from_path(board.into(), &moves)
                .map_err(|error| fault(rule, &error.to_string()))?;
        }
        Ok(())
    }
}

/// The section; empty without reports.
pub fn section(reports: &[ObeyReport]) -> String {
    if reports.is_empty() {
        return String::new();
    }
    let mut text = paragraph(
        "Each wrong rule by itself: which live positions can be reached by live moves that the \
         rule allows? Those are *reached*. A line is *stuck* where the rule forbids every live \
         move. All live positions are counted, so a rule without a stuck position loses \
         walkthroughs, and no walk that gets stuck will ever show that it is wrong.",
    );
    text.push('\n');
    let mut sizes: Vec<usize> = reports.iter().map(|report| report.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for &size in &sizes {
        let of_size = || reports.iter().filter(move |report| report.size == size);
        let rules = || of_size().flat_map(|report| &report.obeyed);
        let named = |stuck: bool| {
            let names = rules().filter(move |rule| (rule.stuck > 0) == stuck);
            names.map(|rule| escape(&rule.name)).collect::<Vec<_>>()
        };
        let finding = match (&named(true)[..], &named(false)[..]) {
            ([], []) => "no rule is wrong".to_owned(),
            (_, []) => "every wrong rule leads to stuck positions".to_owned(),
            (_, never) => format!("never stuck with {}", and(never)),
        };
        text.push_str(&item(0, &format!("{}: {finding}.", board(size))));
    }
    text.push('\n');
    text.push_str(
        "| board | rule | live moves forbidden | live positions reached | stuck | after steps |\n\
         | --- | --- | ---: | ---: | ---: | ---: |\n",
    );
    for &size in &sizes {
        for report in reports.iter().filter(|report| report.size == size) {
            for rule in &report.obeyed {
                let steps = rule.path.as_ref().map_or_else(String::new, |p| p.len().to_string());
                let _ = writeln!(
                    text,
                    "| {} | {} | {} | {} of {} | {} | {steps} |",
                    board(size),
                    escape(&rule.name),
                    thousands(rule.forbids_live),
                    thousands(rule.reached),
                    thousands(report.live_positions),
                    thousands(rule.stuck),
                );
            }
        }
    }
    text.push_str("\nA line that is stuck, for each of them:\n\n```sh\n");
    for &size in &sizes {
        for rule in reports.iter().filter(|r| r.size == size).flat_map(|report| &report.obeyed) {
            if let Some(path) = &rule.path {
                let _ = writeln!(
                    text,
                    "deadmove explain {} --board {size}x{size} --path '{path}'",
                    words(&[&rule.file])
                );
            }
        }
    }
    text.push_str("```\n");
    text
}
