//! Two programs, or a program and rules, compared on every live position: as text and JSON.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::json::SCHEMA;
use super::numbers::thousands;
use super::table::{Column, Table};
use super::wrap::hanging;
use deadmove_core::board::{Board, Letters};
use deadmove_program::question::question;
use deadmove_rules::moves::Moves;
use deadmove_verify::compare_program::{AnswersCompared, SourceCounts};

/// A comparison as text. `names` are the two, as they were given; `most` differences are listed.
pub fn text(size: usize, names: [&str; 2], compared: &AnswersCompared, most: usize) -> String {
    let board = Board::corner_to_corner(size, size).expect("a board with a list");
    let mut text = format!("{size}×{size}, every live position\n\n");
    let mut table = Table::new([
        Column::right("live move forbidden"),
        Column::right("dead move allowed"),
        Column::right("no answer"),
        Column::left("in so many positions by"),
    ]);
    for (counts, name) in compared.sides.iter().zip(names) {
        let SourceCounts { live_forbidden, dead_allowed, unanswered } = *counts;
        let numbers = [live_forbidden, dead_allowed, unanswered].map(thousands);
        table.row(numbers.into_iter().chain([name.to_owned()]));
    }
    text.push_str(&table.print(true));
    if !compared.differences.is_empty() {
        let _ = writeln!(text, "\ndifferent answers, those with the fewest steps first:");
    }
    let letters = |moves: Moves| match moves.is_empty() {
        true => "-".to_owned(),
        false => moves.iter().map(|m| m.letter()).collect(),
    };
    for found in compared.differences.iter().take(most) {
        let [first, second] = found.allowed.map(letters);
        let line = format!(
            "{}  {first}, other {second}, live {}",
            question(&board, &found.path),
            letters(found.live)
        );
        let _ = writeln!(text, "{}", hanging("  ", &line));
    }
    if compared.differences.len() > most {
        let more = thousands(compared.differences.len() - most);
        let _ = writeln!(text, "  and {more} more: --verbose, or --json for up to 10,000");
    }
    text
}

/// A comparison of answers as JSON.
#[derive(JsonSchema, Serialize)]
pub(crate) struct AnswersComparedObject {
    schema: u8,
    size: usize,
    complete: bool,
    positions: u64,
    different: u64,
    sides: Vec<SideObject>,
    /// The simplest differences, 10,000 at most.
    findings: Vec<DifferenceObject>,
}

#[derive(JsonSchema, Serialize)]
struct SideObject {
    name: String,
    live_forbidden: u64,
    dead_allowed: u64,
    unanswered: u64,
}

#[derive(JsonSchema, Serialize)]
struct DifferenceObject {
    path: Letters,
    /// What each of the two allows.
    allowed: [Letters; 2],
    live: Letters,
}

/// A comparison as a JSON object.
pub fn json(size: usize, complete: bool, names: [&str; 2], compared: &AnswersCompared) -> String {
    let letters = |moves: Moves| Letters(moves.iter().collect());
    let sides = compared.sides.iter().zip(names).map(|(counts, name)| SideObject {
        name: name.to_owned(),
        live_forbidden: counts.live_forbidden,
        dead_allowed: counts.dead_allowed,
        unanswered: counts.unanswered,
    });
    let findings = compared.differences.iter().map(|found| DifferenceObject {
        path: Letters(found.path.clone()),
        allowed: found.allowed.map(letters),
        live: letters(found.live),
    });
    let object = AnswersComparedObject {
        schema: SCHEMA,
        size,
        complete,
        positions: compared.positions,
        different: compared.different,
        sides: sides.collect(),
        findings: findings.collect(),
    };
    serde_json::to_string(&object).expect("plain data is serialisable")
}
