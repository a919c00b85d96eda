//! Milestones as a Markdown table and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::check::thousands;
use super::json::SCHEMA;
use crate::board::{Move, letters};
use crate::walk::milestones::{Milestone, Step};

/// The head of the table.
pub fn head() -> String {
    "| figure of the file | walkthroughs | difference | before this place | rule | |\n\
     | ---: | ---: | ---: | ---: | --- | --- |\n"
        .to_owned()
}

/// The row of a milestone; `step` is the rule that is added there.
pub fn row(step: Option<&Step>, milestone: &Milestone) -> String {
    let before = milestone.before.map_or_else(|| "unknown".to_owned(), thousands);
    let before = if milestone.failure.is_some() { before } else { String::new() };
    let completed = thousands(milestone.completed);
    let Some(step) = step else {
        let what = if milestone.failure.is_some() { "no rule is left" } else { "never stuck" };
        return format!("| | {completed} | | {before} | | {what} |\n");
    };
    let difference = i128::from(milestone.completed) - i128::from(step.figure);
    let difference = if difference == 0 { String::new() } else { format!("{difference:+}") };
    let what = match (milestone.failure.is_some(), milestone.resolved) {
        (false, _) => "not needed",
        (true, true) => "resolves it",
        (true, false) => "does not resolve it",
    };
    format!(
        "| {} | {completed} | {difference} | {before} | {} | {what} |\n",
        thousands(step.figure),
        step.name.replace('|', "\\|")
    )
}

/// The places of the table: each position that is still live, and the move that killed it.
pub fn places(milestones: &[Milestone], size: usize) -> String {
    let mut text = String::new();
    for milestone in milestones {
        let (Some(failure), Some((at, fatal))) = (&milestone.failure, milestone.turning) else {
            continue;
        };
        let _ = writeln!(
            text,
            "{}: {fatal} is dead after\n  --board {size}x{size} --path '{}'",
            thousands(milestone.completed),
            letters(&failure.path[..at])
        );
    }
    text
}

/// The contract: these keys in this order.
#[derive(Serialize)]
struct Object<'a> {
    schema: u8,
    size: usize,
    complete: bool,
    milestones: Vec<MilestoneObject<'a>>,
}

#[derive(Serialize)]
struct MilestoneObject<'a> {
    figure: Option<u64>,
    rule: Option<&'a str>,
    completed: u64,
    before: Option<u64>,
    resolved: bool,
    stuck: Option<StuckObject>,
}

#[derive(Serialize)]
struct StuckObject {
    path: String,
    turning_point: Option<usize>,
    fatal_move: Option<Move>,
}

/// All of them as a JSON object.
pub fn json(size: usize, steps: &[Step], milestones: &[Milestone]) -> String {
    let steps = steps.iter().map(Some).chain([None]);
    let objects = milestones.iter().zip(steps).map(|(milestone, step)| MilestoneObject {
        figure: step.map(|step| step.figure),
        rule: step.map(|step| step.name.as_str()),
        completed: milestone.completed,
        before: milestone.before,
        resolved: milestone.resolved,
        stuck: milestone.failure.as_ref().map(|failure| StuckObject {
            path: letters(&failure.path),
            turning_point: milestone.turning.map(|(at, _)| at),
            fatal_move: milestone.turning.map(|(_, fatal)| fatal),
        }),
    });
    let object = Object { schema: SCHEMA, size, complete: true, milestones: objects.collect() };
    serde_json::to_string(&object).expect("strings and numbers are valid JSON")
}
