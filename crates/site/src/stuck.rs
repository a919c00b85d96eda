//! Where walks get stuck: the milestones of a depth-first walk, and the positions that wrong rules
//! lead to.

use std::sync::Arc;

use maud::{Markup, html};

use crate::board_link;
use crate::layout::ColumnHead::{Number, Words};
use crate::layout::table;
use crate::status::boards;
use deadmove_core::board::{Board, Move, from_letters};
use deadmove_core::position::Position;
use deadmove_report::check::stuck::Followed;
use deadmove_report::milestones::MilestonesReport;
use deadmove_report::numbers::thousands;

/// A link to a position on the board page, if the path can be drawn.
fn open(side: usize, path: &[Move]) -> Markup {
    let drawn = || {
        let board = Board::corner_to_corner(side, side).ok()?;
        Position::from_path(Arc::new(board), path).ok()
    };
    let words = format!("after {} steps", path.len());
    html! {
        @match drawn() {
            Some(position) => a href=(board_link("", &position, None)) { (words) },
            None => (words),
        }
    }
}

/// How many lines come before a rule is first needed.
pub fn milestones(report: &MilestonesReport) -> Markup {
    let number = |number: Option<u64>| number.map(thousands).unwrap_or_default();
    let heads = [
        Number("figure of the file"),
        Number("lines"),
        Number("lines before this place"),
        Words("rule that is added"),
        Words("it helps"),
        Words("where it is stuck"),
    ];
    html! {
        section {
            h2 { "Milestones on " (boards(&[report.size])) }
            p {
                "Depth first, the leftmost allowed move first: how many lines are completed before "
                "a rule is first needed. "
                em { "Lines before this place" }
                " counts those that come earlier in the order of the walk, whatever the rules: a set "
                "that forbids no live move completes them all."
                @if !report.complete { " Not all walks were finished." }
            }
            (table("Milestones", &heads, html! {
                @for row in &report.milestones {
                    tr {
                        td.number { (number(row.figure)) }
                        td.number { (thousands(row.completed)) }
                        td.number { (number(row.before)) }
                        td { (row.rule.as_deref().unwrap_or("none is left")) }
                        td { @if row.rule.is_some() { (if row.resolved { "yes" } else { "no" }) } }
                        td { @if let Some(stuck) = &row.stuck { (open(report.size, &stuck.path.0)) } }
                    }
                }
            }))
            @for note in &report.notes { p { (note) } }
        }
    }
}

/// Which wrong rules lead to stuck positions.
pub fn obeyed(reports: &[(usize, Followed)]) -> Markup {
    let mut reports: Vec<&(usize, Followed)> = reports.iter().collect();
    reports.sort_by_key(|(size, _)| size);
    let heads = [
        Words("board"),
        Words("rule"),
        Number("live moves it forbids"),
        Number("live positions reached"),
        Number("stuck"),
        Words("the first"),
    ];
    html! {
        section {
            h2 { "Do wrong rules lead to stuck positions?" }
            p {
                "Each wrong rule by itself: a live position is "
                em { "reached" }
                " by live moves that the rule allows, and "
                em { "stuck" }
                " if the rule forbids every live move there. No walk shows that a rule without a "
                "stuck position is wrong."
            }
            (table("Stuck positions of wrong rules", &heads, html! {
                @for (size, report) in reports {
                    @for rule in &report.followed {
                        tr {
                            th scope="row" { (boards(&[*size])) }
                            td { (rule.name) }
                            td.number { (thousands(rule.forbids_live)) }
                            td.number { (thousands(rule.reached)) " of " (thousands(report.live_positions)) }
                            td.number { (thousands(rule.stuck)) }
                            td {
                                @if let Some(path) = &rule.path {
                                    (open(*size, &from_letters(path).unwrap_or_default()))
                                }
                            }
                        }
                    }
                }
            }))
        }
    }
}
