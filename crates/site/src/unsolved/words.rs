//! What is said about an unsolved position, in sentences.

use std::fmt::Write as _;

use crate::reports::{ProvedRule, Rescue, Unsolved};
use crate::status::and;
use deadmove_core::board::Move;
use deadmove_core::deduction::{Because, Deduction};
use deadmove_core::formats::reason_kind;
use deadmove_core::reason::Reason;
use deadmove_report::numbers::count;

fn is_probed(deduction: &Deduction) -> bool {
    deduction.steps.iter().any(|step| matches!(step.because, Because::Probe { .. }))
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
