//! Unsolved positions as Markdown: a summary, a table, and a picture with reasons for each.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{DeadMove, ProvedRule, Rescue, Unsolved};
use crate::markdown::{escape, item, paragraph};
use crate::summary::and;
use deadmove_core::board::Move;
use deadmove_core::deduction::{Because, Contradiction, Deduction};
use deadmove_core::formats::reason_kind;
use deadmove_core::reason::Reason;
use deadmove_report::command::board_and_path;
use deadmove_report::numbers::count;
use deadmove_report::rule::Sketch;
use deadmove_report::{Picture, describe_reason, draw};
use deadmove_rules::words;

/// The section; empty without positions.
pub fn section(positions: &[Unsolved]) -> String {
    if positions.is_empty() {
        return String::new();
    }
    let mut text = summary(positions);
    text.push('\n');
    text.push_str(&table(positions));
    for unsolved in positions {
        let _ = write!(text, "\n### {}\n\n{}", escape(&unsolved.name), about(unsolved));
    }
    text.push_str("\n### Again\n\n");
    text.push_str(&paragraph(
        "Each position after its dead move, with the deduction step by step; `minimise` in place \
         of `judge` finds the rule.",
    ));
    text.push_str("\n```sh\n");
    for unsolved in positions {
        for dead in unsolved.shown() {
            let after = unsolved.position.after(dead.direction);
            let _ = writeln!(text, "deadmove judge {}", board_and_path(&after));
        }
    }
    text.push_str("```\n");
    text
}

fn summary(positions: &[Unsolved]) -> String {
    let live = positions.iter().filter(|unsolved| unsolved.is_live()).count();
    let mut text = paragraph(&format!(
        "Positions that a program saved because its rules did not decide them: {}, {live} live and \
         {} dead. For each: the board before the dead move, why the move is dead, and a rule that \
         forbids it. The rule is lifted from this one move, and proved for every board from corner \
         to opposite corner, without blocked cells.",
        count(positions.len(), "position", "positions"),
        positions.len() - live,
    ));
    text.push('\n');
    let open = positions
        .iter()
        .flat_map(|unsolved| unsolved.dead.iter().filter(move |dead| unsolved.was_open(dead)));
    let open: Vec<&DeadMove> = open.collect();
    let all: Vec<&DeadMove> = positions.iter().flat_map(|unsolved| &unsolved.dead).collect();
    let with = |dead: &[&DeadMove]| dead.iter().filter(|dead| dead.rule.is_some()).count();
    text.push_str(&item(
        0,
        &format!(
            "**With a rule**: {} of the {} that were taken or allowed, and {} of all {} there.",
            with(&open),
            count(open.len(), "dead move", "dead moves"),
            with(&all),
            count(all.len(), "dead move", "dead moves"),
        ),
    ));
    let mut sizes: Vec<(usize, u16)> = all
        .iter()
        .filter_map(|dead| dead.rule.as_ref().map(|rule| (rule.conditions, rule.reach)))
        .collect();
    sizes.sort_unstable();
    if let (Some(first), Some(last)) = (sizes.first(), sizes.last()) {
        let reach = sizes.iter().map(|(_, reach)| *reach).max().unwrap_or(0);
        text.push_str(&item(
            0,
            &format!(
                "**Their size**: {} to {} conditions, {} at the median, and no cell is more than \
                 {reach} columns or rows from the live end.",
                first.0,
                last.0,
                sizes[sizes.len() / 2].0,
            ),
        ));
    }
    text.push_str(&item(0, &format!("**Saved**: {}.", rescued(positions))));
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().for_each(|dead| *kinds.entry(kind(&dead.reason)).or_default() += 1);
    let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
    kinds.sort_by_key(|&(kind, number)| (std::cmp::Reverse(number), kind));
    let kinds = kinds.iter().map(|(kind, number)| format!("{number} {kind}"));
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    text.push_str(&item(0, &format!("**Why they are dead**: {kinds}.")));
    text.push('\n');
    text.push_str(&paragraph(
        "In the pictures ● is the start, ◉ the live end and ━ the line; the marks of the rule are \
         on the right of the cells. A rule of reach 5 looks at most 5 columns and rows away from \
         the live end.",
    ));
    text
}

/// How many lines the rules would have saved.
fn rescued(positions: &[Unsolved]) -> String {
    let number = |is: fn(&Rescue) -> bool| positions.iter().filter(|u| is(&u.rescue())).count();
    let parts = [
        (number(|r| matches!(r, Rescue::Saved(_))), "the rules would have saved the line"),
        (number(|r| *r == Rescue::NotNeeded), "no dead move was allowed"),
        (number(|r| matches!(r, Rescue::Missed(_))), "a dead move has no rule"),
        (number(|r| *r == Rescue::Stuck), "the rules leave nothing that was allowed"),
        (number(|r| *r == Rescue::Unrecorded), "it is not recorded what was allowed"),
    ];
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    let parts = parts.map(|(number, what)| format!("in {number} of {} {what}", positions.len()));
    parts.collect::<Vec<_>>().join(", ")
}

/// A deduction by its last step, another reason by its kind.
fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::Deduction(deduction) if is_probed(deduction) => "deductions with probes",
        Reason::Deduction(deduction) => match deduction.contradiction {
            Contradiction::Degree { .. } => "deductions that end at a cell without enough ways",
            Contradiction::SmallLoop { .. } => "deductions that end in a loop",
            Contradiction::CutOff { .. } => "deductions that end in cells cut off",
            Contradiction::Colour { .. } => "deductions that end in colours out of balance",
        },
        Reason::DeadEnd { .. } => "dead ends",
        Reason::CutOff { .. } => "cells cut off",
        Reason::Colour { .. } => "colours out of balance without a deduction",
        Reason::Search { .. } => "searches",
    }
}

fn is_probed(deduction: &Deduction) -> bool {
    deduction.steps.iter().any(|step| matches!(step.because, Because::Probe { .. }))
}

fn table(positions: &[Unsolved]) -> String {
    let mut text = "| position | board | verdict | live steps | dead move | why | rule | saved |\n\
                    | --- | --- | --- | ---: | --- | --- | --- | --- |\n"
        .to_owned();
    for unsolved in positions {
        let board = unsolved.position.board();
        let name = escape(&unsolved.name);
        let verdict = if unsolved.is_live() { "live" } else { "dead" };
        let steps = unsolved.position.path().len();
        for (at, dead) in unsolved.shown().iter().enumerate() {
            let rule = dead.rule.as_ref().map_or_else(|| "none".to_owned(), size);
            let first = match at {
                0 => format!(
                    "[{name}](#{}) | {}×{} | {verdict} | {steps}",
                    unsolved.name,
                    board.width(),
                    board.height()
                ),
                _ => " | | | ".to_owned(),
            };
            let rescue = if at == 0 { in_short(&unsolved.rescue()) } else { "" };
            let _ = writeln!(
                text,
                "| {first} | {} | {} | {rule} | {rescue} |",
                dead.direction,
                short_reason(&dead.reason),
            );
        }
    }
    text
}

/// A reason in a few words.
pub fn short_reason(reason: &Reason) -> String {
    match reason {
        Reason::Deduction(deduction) => {
            let probes = if is_probed(deduction) { ", probes" } else { "" };
            format!("{}{probes}", count(deduction.steps.len(), "step", "steps"))
        }
        other => reason_kind(other).to_owned(),
    }
}

/// The size of a rule in a few words.
pub fn size(rule: &ProvedRule) -> String {
    let conditions = count(rule.conditions, "condition", "conditions");
    format!("{conditions}, reach {}", rule.reach)
}

fn in_short(rescue: &Rescue) -> &'static str {
    match rescue {
        Rescue::Saved(_) => "yes",
        Rescue::NotNeeded => "not needed",
        Rescue::Missed(_) => "no rule",
        Rescue::Stuck => "stuck",
        Rescue::Unrecorded => "not recorded",
    }
}

/// Moves in a sentence: "U and L".
pub fn moves(moves: &[Move]) -> String {
    let letters: Vec<String> = moves.iter().map(Move::to_string).collect();
    and(&letters)
}

fn is(moves: &[Move]) -> &'static str {
    if moves.len() == 1 { "is" } else { "are" }
}

/// What the position is and what the program did there, in sentences.
pub fn situation(unsolved: &Unsolved) -> String {
    let board = unsolved.position.board();
    let steps = count(unsolved.position.path().len(), "step", "steps");
    let (width, height) = (board.width(), board.height());
    let allowed = unsolved.allowed.as_deref().map(moves);
    let mut text = match unsolved.rest.split_first() {
        None => format!("{width}×{height}, live after {steps}."),
        Some((fatal, [])) => {
            format!(
                "{width}×{height}, dead: live after {steps}, and the next one, {fatal}, is fatal."
            )
        }
        Some((fatal, more)) => format!(
            "{width}×{height}, dead: live after {steps}, the next one, {fatal}, is fatal, and {} \
             were drawn after it.",
            count(more.len(), "step", "steps")
        ),
    };
    if let Some(allowed) = allowed {
        let _ = write!(text, " The program allowed {allowed}");
        match unsolved.open_moves().as_slice() {
            [] if unsolved.allowed.as_ref().is_some_and(Vec::is_empty) => text.push('.'),
            [] => text.push_str(", and nothing dead."),
            open => {
                let _ = write!(text, "; {} {} dead.", moves(open), is(open));
            }
        }
    }
    text
}

/// Whether the rules would have saved the line, in a sentence or two.
pub fn saved(unsolved: &Unsolved) -> String {
    let open = unsolved.open_moves();
    let rule = if open.len() == 1 { "the rule forbids" } else { "the rules forbid" };
    match unsolved.rescue() {
        Rescue::Saved(left) => format!(
            "Yes: {rule} {}, and {}, which the program allowed too, {} live.",
            moves(&open),
            moves(&left),
            is(&left)
        ),
        Rescue::NotNeeded => {
            "There was nothing to save: the program allowed no dead move here.".to_owned()
        }
        Rescue::Missed(without) => {
            format!("No: {} {} dead, and there is no rule for it.", moves(&without), is(&without))
        }
        Rescue::Stuck => format!("No: {rule} {}, and nothing else was allowed.", moves(&open)),
        Rescue::Unrecorded => "It is not recorded what the program allowed here.".to_owned(),
    }
}

fn about(unsolved: &Unsolved) -> String {
    let mut text = paragraph(&situation(unsolved));
    for dead in unsolved.shown() {
        let laid = dead.rule.as_ref().and_then(|rule| Sketch::laid(&rule.rule, &rule.found));
        let picture = Picture { rule: laid.as_ref(), ..Picture::of(&unsolved.position) };
        let _ = write!(text, "\n```text\n{}```\n\n", without_legend(&draw(&picture, false)));
        text.push_str(&why(unsolved, dead));
        match &dead.rule {
            Some(rule) => {
                let statement = escape(&words::statement(&rule.rule).sentences());
                text.push('\n');
                text.push_str(&paragraph(&format!("**The rule** ({}): {statement}", size(rule))));
            }
            None => text.push_str("\nThere is no rule for it.\n"),
        }
    }
    let rest: Vec<Move> =
        unsolved.dead[unsolved.shown().len()..].iter().map(|dead| dead.direction).collect();
    if !rest.is_empty() {
        let line = format!("Also dead, but not allowed: {}.", moves(&rest));
        let _ = write!(text, "\n{}", paragraph(&line));
    }
    let _ = write!(text, "\n{}", paragraph(&format!("**Saved?** {}", saved(unsolved))));
    text
}

/// Why a move is dead, in a sentence.
fn why(unsolved: &Unsolved, dead: &DeadMove) -> String {
    let after = unsolved.position.after(dead.direction).live_end();
    let sentence = describe_reason(&dead.reason, after);
    paragraph(&format!("**Why {} is dead**: {sentence}.", dead.direction))
}

/// A drawing without the part of its legend that is the same for all.
fn without_legend(text: &str) -> String {
    let same = |line: &&str| ["● ", "◉ ", "━━ "].iter().any(|sign| line.starts_with(sign));
    let lines = text.lines().filter(|line| !same(line));
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

impl Unsolved {
    /// The dead moves to show: those that were taken or allowed, and all if there are none.
    pub fn shown(&self) -> &[DeadMove] {
        match self.dead.iter().filter(|dead| self.was_open(dead)).count() {
            0 => &self.dead,
            open => &self.dead[..open],
        }
    }
}
