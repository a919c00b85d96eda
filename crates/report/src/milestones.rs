//! Milestones as a Markdown table and as JSON, which is read back for the site.

use crate::numbers::thousands;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::json::SCHEMA;
use deadmove_core::board::{Letters, Move, letters};
use deadmove_core::sealed;
use deadmove_search::walk::milestones::{AddedRule, Milestone, MilestonePlan};

/// The JSON object: scripts rely on these keys in this order.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct MilestonesReport {
    schema: u8,
    /// The side of the board.
    pub size: usize,
    /// Whether all walks were finished.
    pub complete: bool,
    /// One for each rule of the file, and the one after all of them.
    pub milestones: Vec<MilestoneReport>,
    /// The notes of the file, paragraph by paragraph.
    pub notes: Vec<String>,
}

/// Where a walk stops before a rule is added.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct MilestoneReport {
    /// Walkthroughs completed according to the file; none after the last rule.
    pub figure: Option<u64>,
    /// The rule that is added.
    pub rule: Option<String>,
    /// Walkthroughs completed.
    pub completed: u64,
    /// Walkthroughs that come before that place without any rules.
    pub before: Option<u64>,
    /// Whether the rule forbids the fatal move.
    pub resolved: bool,
    /// Where the walk is stuck.
    pub stuck: Option<StuckReport>,
}

/// A stuck position.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct StuckReport {
    /// The steps drawn.
    pub path: Letters,
    /// How many of them are live.
    pub turning_point: Option<usize>,
    /// The move after these.
    pub fatal_move: Option<Move>,
}

impl MilestonesReport {
    /// The report of a plan that was walked, or of a part of it.
    pub fn of(
        plan: &MilestonePlan,
        milestones: Vec<MilestoneReport>,
        complete: bool,
    ) -> MilestonesReport {
        let (size, notes) = (plan.size, plan.notes.clone());
        MilestonesReport { schema: SCHEMA, size, complete, milestones, notes }
    }

    /// The JSON object.
    pub fn json(&self) -> String {
        sealed::line(self)
    }
}

impl MilestoneReport {
    /// A milestone; `step` is the rule that is added there.
    pub fn of(step: Option<&AddedRule>, milestone: &Milestone) -> MilestoneReport {
        MilestoneReport {
            figure: step.map(|step| step.figure),
            rule: step.map(|step| step.name.clone()),
            completed: milestone.completed,
            before: milestone.before,
            resolved: milestone.resolved,
            stuck: milestone.failure.as_ref().map(|failure| StuckReport {
                path: Letters(failure.path.clone()),
                turning_point: milestone.turning.map(|(at, _)| at),
                fatal_move: milestone.turning.map(|(_, fatal)| fatal),
            }),
        }
    }
}

/// The head of the table.
pub fn head() -> String {
    "| figure of the file | lines | difference | before this place | rule | |\n\
     | ---: | ---: | ---: | ---: | --- | --- |\n"
        .to_owned()
}

/// The row of a milestone.
pub fn row(milestone: &MilestoneReport) -> String {
    let stuck = milestone.stuck.is_some();
    let before = milestone.before.map_or_else(|| "unknown".to_owned(), thousands);
    let before = if stuck { before } else { String::new() };
    let completed = thousands(milestone.completed);
    let (Some(figure), Some(rule)) = (milestone.figure, &milestone.rule) else {
        let what = if stuck { "no rule is left" } else { "never stuck" };
        return format!("| | {completed} | | {before} | | {what} |\n");
    };
    let difference = i128::from(milestone.completed) - i128::from(figure);
    let difference = if difference == 0 { String::new() } else { format!("{difference:+}") };
    let what = match (stuck, milestone.resolved) {
        (false, _) => "not needed",
        (true, true) => "resolves it",
        (true, false) => "does not resolve it",
    };
    format!(
        "| {} | {completed} | {difference} | {before} | {} | {what} |\n",
        thousands(figure),
        rule.replace('|', "\\|")
    )
}

/// For each row of the table that is stuck, the last live position and the fatal move after it.
pub fn places(report: &MilestonesReport) -> String {
    let mut text = String::new();
    let size = report.size;
    for milestone in &report.milestones {
        let Some(StuckReport { path, turning_point: Some(at), fatal_move: Some(fatal) }) =
            &milestone.stuck
        else {
            continue;
        };
        let _ = writeln!(
            text,
            "{}: {fatal} is dead after\n  --board {size}x{size} --path {}",
            thousands(milestone.completed),
            letters(path.0.get(..*at).unwrap_or(&path.0))
        );
    }
    text
}
