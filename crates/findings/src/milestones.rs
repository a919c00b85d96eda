//! The part of the findings on milestones: where depth-first walks with more and more rules get
//! stuck, beside the figures of the milestone file.

use std::fmt::Write as _;

use super::markdown::{escape, paragraph};
use super::summary::board;
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::formats::parse_path;
use deadmove_core::position::Position;
use deadmove_report::milestones::{MilestonesReport, head, places, row};

/// Checks that the stuck lines can be drawn.
pub fn verify(report: &MilestonesReport) -> Result<(), InputError> {
    let fault = |completed: u64, what: String| {
        let message = format!("the place after {completed} walkthroughs does not hold: {what}");
        InputError::new("bad-report", message).expected("what `deadmove milestones --json` printed")
    };
    for milestone in &report.milestones {
        let Some(stuck) = &milestone.stuck else { continue };
        let fault = |what: String| fault(milestone.completed, what);
        let moves = parse_path(&stuck.path).map_err(|error| fault(error.message))?;
        let board = Board::corner_to_corner(report.size, report.size)
            .map_err(|error| fault(error.to_string()))?;
        Position::from_path(board.into(), &moves).map_err(|error| fault(error.to_string()))?;
    }
    Ok(())
}

/// The section; empty without reports.
pub fn section(reports: &[MilestonesReport]) -> String {
    let mut text = String::new();
    if !reports.is_empty() {
        text.push_str(&paragraph(
            "Depth first, the leftmost allowed move first, lines that begin to the right: how many \
             walkthroughs are completed before the walk gets stuck, and the rule that is added \
             there. *Before this place* counts the walkthroughs that come earlier in the order of \
             the walk, whatever the rules, by the frontier engine: a set that forbids no live \
             move completes them all.",
        ));
    }
    for report in reports {
        let _ = writeln!(text, "\n### {}\n", board(report.size));
        text.push_str(&head());
        report.milestones.iter().for_each(|milestone| text.push_str(&row(milestone)));
        if !report.complete {
            text.push_str("\nThe walks were stopped before the last rule was added.\n");
        }
        for note in &report.notes {
            let _ = write!(text, "\n{}", paragraph(&escape(note)));
        }
        let _ = write!(text, "\nThe places:\n\n```text\n{}```\n", places(report));
    }
    text
}
