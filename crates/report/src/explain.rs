//! Explanations as text and JSON: each move, the rules that forbid it drawn over the board, and a
//! sentence wherever rules and verdict disagree.

use crate::forms::ByMove;
use crate::json::BoardObject;
use crate::numbers::count;
use crate::rule::Sketch;
use crate::wrap::{fill, hanging};
use std::collections::BTreeSet;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use schemars::JsonSchema;
use serde::Serialize;

use super::judgement::{move_verdicts, picture};
use super::legend::describe_reason;
use super::terminal;
use crate::json::SCHEMA;
use deadmove_core::board::{Board, Letters, Move, letters};
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Outcome, Verdict};
use deadmove_engine::judge::Turning;
use deadmove_rules::matcher::Match;
use deadmove_rules::model::{Extent, Rule, Segment};
use deadmove_rules::placed::PlacedRule;
use deadmove_rules::{text, words};
use deadmove_verify::explain::{Explanation, Measure, MoveStatus, measure};

/// At most this many matches are drawn for each move; the others are named.
const DRAWN: usize = 3;

/// An explanation for a person. `rules` are those it was made with.
pub fn text(
    name: &str,
    position: &Position,
    explanation: &Explanation,
    rules: &[Rule],
    styled: bool,
) -> String {
    let judgement = &explanation.judgement;
    let board = position.board();
    let title = format!(
        "{}{}×{} board, {} drawn, live end {}, {}",
        if name.is_empty() { String::new() } else { format!("{name}: ") },
        board.width(),
        board.height(),
        count(position.path().len(), "step", "steps"),
        position.live_end(),
        judgement.answer.verdict(),
    );
    let mut out = fill(&title, "", "") + "\n\n";
    let verdicts = move_verdicts(judgement);
    out.push_str(&terminal::draw(&picture(position, judgement, &verdicts), styled));
    let mut pictures = Vec::new();
    for (direction, answer, finding) in explanation.statuses() {
        let style = if styled { style(finding) } else { Style::new() };
        let _ = write!(out, "\n{style}{direction}  {}{style:#}", answer.verdict());
        let _ = writeln!(out, ", {}", sentence(finding, explanation.allowed.is_some(), board));
        match answer {
            Outcome::Live(witness) if finding == MoveStatus::OverForbidden => {
                let _ = writeln!(out, "{}", hanging("   here is how: ", &letters(witness)));
            }
            Outcome::Dead(reason) => {
                let after = position.after(direction).live_end();
                let reason = match (reason, judgement.answer.reason()) {
                    (Reason::Search { .. }, Some(whole)) => {
                        describe_reason(whole, position.live_end())
                    }
                    _ => describe_reason(reason, after),
                };
                let _ = writeln!(out, "{}", hanging("   ", &reason));
            }
            _ => {}
        }
        let forbidding: Vec<&Match> = explanation.forbidding(direction).collect();
        for found in forbidding.iter().take(DRAWN) {
            let rule = &rules[found.rule];
            let sketch = Sketch::of_match(rule, found);
            out.push('\n');
            out.push_str(&overlay(position, rule, found, sketch.as_ref(), styled));
            pictures.extend(sketch);
        }
        let drawn: BTreeSet<&str> =
            forbidding.iter().take(DRAWN).map(|m| name_of(rules, m)).collect();
        let others: BTreeSet<&str> = forbidding.iter().map(|m| name_of(rules, m)).collect();
        let others: Vec<&str> = others.difference(&drawn).copied().collect();
        if !others.is_empty() {
            let _ = writeln!(out, "\n{}", hanging("   and by ", &others.join("; ")));
        }
    }
    out.push_str(&legend(&pictures));
    out.push_str(&idle(explanation, rules));
    if let Turning::Point { live, fatal, .. } = &judgement.turning {
        let hint = format!(
            "The position is dead since move {} ({fatal}); explain the path up to there \
             (--at {live}) to see what the rules said about it.",
            live + 1
        );
        let _ = writeln!(out, "\n{}", fill(&hint, "", ""));
    }
    out
}

fn style(finding: MoveStatus) -> Style {
    let colour = match finding {
        MoveStatus::Allowed
        | MoveStatus::Forbidden
        | MoveStatus::EarlyEnd
        | MoveStatus::TooLate => AnsiColor::Green,
        MoveStatus::OverForbidden | MoveStatus::Uncovered => AnsiColor::Red,
        MoveStatus::Unknown => AnsiColor::Yellow,
    };
    colour.on_default().bold()
}

fn sentence(finding: MoveStatus, by_program: bool, board: &Board) -> &'static str {
    match finding {
        MoveStatus::OverForbidden if by_program => "but forbidden: the program is wrong here",
        MoveStatus::Uncovered if by_program => "but allowed: the program is wrong here",
        MoveStatus::TooLate if by_program => "but allowed, like every move here dead already",
        MoveStatus::Forbidden => "and forbidden",
        MoveStatus::Allowed => "and allowed",
        MoveStatus::OverForbidden if !board.leads_across() => {
            "but forbidden: the rules below make no claim about this board"
        }
        MoveStatus::OverForbidden => "but forbidden: the rules below are wrong here",
        MoveStatus::Uncovered => "and no rule says so",
        MoveStatus::EarlyEnd => "it enters the end cell early, so no rule has to say so",
        MoveStatus::TooLate => "like every move here",
        MoveStatus::Unknown => "nothing can be said about the rules",
    }
}

fn name_of<'r>(rules: &'r [Rule], found: &Match) -> &'r str {
    &rules[found.rule].head.name
}

/// Matches that forbid no legal move: the cell is not free, or exempt in the region.
fn idle(explanation: &Explanation, rules: &[Rule]) -> String {
    let idle = explanation.matches.iter().filter(|found| found.moves.is_empty());
    let names: BTreeSet<&str> = idle.map(|found| name_of(rules, found)).collect();
    if names.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = names.into_iter().collect();
    let text = format!("Matching, but forbidding nothing here: {}", names.join("; "));
    format!("\n{}\n", fill(&text, "", "  "))
}

/// What a match forbids, and the rule drawn over its part of the board. Lemmas have no picture.
fn overlay(
    position: &Position,
    rule: &Rule,
    found: &Match,
    sketch: Option<&Sketch>,
    styled: bool,
) -> String {
    let forbidden: Vec<String> = found.moves.iter().map(|m| m.to_string()).collect();
    let (name, forbidden) = (&rule.head.name, forbidden.join(" "));
    let Some(sketch) = sketch else {
        let line = format!("{name} (whole board) forbids {forbidden}");
        return hanging("   ", &line) + "\n";
    };
    let mut out = format!("   {} forbids {forbidden}\n", sketch.title);
    for line in terminal::cut_out(position, sketch, styled).lines() {
        let _ = writeln!(out, "{}", format!("     {line}").trim_end());
    }
    let placed = PlacedRule::new(rule, found.placement);
    for (number, segment) in placed.pattern.segments.iter().enumerate() {
        let here = segment_here(number, segment, position);
        let _ = writeln!(out, "{}", hanging("      ", &here));
    }
    out
}

/// The meaning of the marks beside the cells of the rules that are drawn, if any are.
fn legend(drawn: &[Sketch]) -> String {
    if drawn.is_empty() {
        return String::new();
    }
    let mut text = "\nBeside the cells of the rules:\n".to_owned();
    for line in terminal::rule_legend(drawn) {
        let _ = writeln!(text, "  {line}");
    }
    if drawn.iter().any(|rule| !rule.segments.is_empty()) {
        text.push_str(
            "Surplus: white cells minus black cells; black is the colour of the live end.\n",
        );
    }
    text
}

/// The conditions on a segment, and the region that it has here.
pub(crate) fn segment_here(number: usize, segment: &Segment, position: &Position) -> String {
    let Measure { cells, surplus } = measure(position, segment);
    format!(
        "{}: here {}, surplus {}",
        segment_words(number, segment),
        count(cells, "cell", "cells"),
        if surplus == 0 { "0".to_owned() } else { format!("{surplus:+}") },
    )
}

/// The conditions on a segment, in board directions, written as in a rule file.
fn segment_words(number: usize, segment: &Segment) -> String {
    let sides: Vec<&str> = segment
        .side
        .directions()
        .map(|direction| match direction {
            Move::Up => "upper",
            Move::Down => "lower",
            Move::Left => "left",
            Move::Right => "right",
        })
        .collect();
    let state = match segment.extent {
        Extent::Enclosed => "enclosed",
        Extent::EnclosedOrEmpty => "enclosed or empty",
        Extent::Empty => "empty",
    };
    let tests: String =
        segment.tests.iter().map(|test| format!(", {}", text::test_text(*test))).collect();
    format!("{}: {} side {state}{tests}", words::letter(number), sides.join(" and "))
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct Object<'a> {
    schema: u8,
    name: &'a str,
    position: PositionObject,
    verdict: Verdict,
    moves: ByMove<MoveObject<'a>>,
    turning_point: Option<usize>,
    fatal_move: Option<Move>,
    /// What the case file demands of the rules and they do not do, each in words; left out if there
    /// is nothing.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    unmet: &'a [String],
}

#[derive(JsonSchema, Serialize)]
struct PositionObject {
    #[serde(flatten)]
    board: BoardObject,
    path: Letters,
}

#[derive(JsonSchema, Serialize)]
struct MoveObject<'a> {
    verdict: Verdict,
    forbidden_by: Vec<MatchObject<'a>>,
    /// What a program says; left out for rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    allowed: Option<bool>,
}

#[derive(JsonSchema, Serialize)]
struct MatchObject<'a> {
    rule: &'a str,
    /// Lemmas have none.
    placement: Option<String>,
}

/// An explanation for scripts, on one line.
pub fn json(
    name: &str,
    position: &Position,
    explanation: &Explanation,
    (rules, unmet): (&[Rule], &[String]),
) -> String {
    let turning = &explanation.judgement.turning;
    let match_object = |found: &Match| {
        let rule = &rules[found.rule];
        let placed = !rule.reads_the_whole_board();
        MatchObject {
            rule: &rule.head.name,
            placement: placed.then(|| found.placement.to_string()),
        }
    };
    let moves = explanation.statuses().map(|(direction, answer, _)| {
        let forbidden_by = explanation.forbidding(direction).map(match_object).collect();
        let allowed = explanation.allowed.map(|allowed| allowed.contains(direction));
        (direction, MoveObject { verdict: answer.verdict(), forbidden_by, allowed })
    });
    let object = Object {
        schema: SCHEMA,
        name,
        position: PositionObject {
            board: BoardObject::of(position.board()),
            path: Letters(position.path().to_vec()),
        },
        verdict: explanation.judgement.answer.verdict(),
        moves: ByMove(moves.collect()),
        turning_point: turning.live_moves(position.path().len()),
        fatal_move: turning.fatal_move(),
        unmet,
    };
    serde_json::to_string(&object).expect("plain data is serialisable")
}
