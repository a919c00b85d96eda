//! Compares judgements with what their input expected, and writes down what to expect.

use deadmove_core::formats::{Demand, Expectation, Input, reason_kind};
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Outcome, Verdict};

use crate::judge::{Judgement, Turning};

/// The expectations of an input that its judgement does not meet, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmet {
    /// Expectations that are not true.
    pub refuted: Vec<String>,
    /// Expectations that were not compared: a limit was reached, or the engine does not say.
    pub open: Vec<String>,
}

/// Whether the expectations of an input are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// All are met, or nothing was expected.
    Met,
    /// None is refuted, but some were not compared.
    Open,
    /// Some are not true.
    Refuted,
}

impl Unmet {
    /// Whether the expectations are met.
    pub fn standing(&self) -> Standing {
        match (self.refuted.is_empty(), self.open.is_empty()) {
            (true, true) => Standing::Met,
            (true, false) => Standing::Open,
            (false, _) => Standing::Refuted,
        }
    }
}

/// Compares a judgement with what its input expected, and with the moves that it says rules must
/// forbid: a sound rule forbids dead moves only. Empty if all is met or nothing was expected.
pub fn unmet(input: &Input, judgement: &Judgement) -> Unmet {
    let mut unmet = input.expect.as_ref().map_or_else(Unmet::default, |expected| {
        compare(expected, judgement, input.position.path().len())
    });
    for (direction, _) in input.demands.iter().filter(|(_, demand)| *demand == Demand::Forbid) {
        let found = judgement.moves.iter().find(|(found, _)| found == direction);
        match found.map(|(_, answer)| answer.verdict()) {
            Some(Verdict::Live) => {
                unmet.refuted.push(format!("`forbids {direction}`, but move {direction} is live"))
            }
            Some(Verdict::Unknown) => {
                unmet.open.push(format!("`forbids {direction}`, and move {direction} is unknown"));
            }
            Some(Verdict::Dead) | None => {}
        }
    }
    unmet
}

/// What to expect of a judged position: its verdict, those of its moves if it is live, and its
/// turning point if it is dead. Not the reason, which depends on the engine. None unless all of it
/// is known.
pub fn snapshot(judgement: &Judgement) -> Option<Expectation> {
    if judgement.limit().is_some() {
        return None;
    }
    let mut expect = Expectation::of(judgement.answer.verdict());
    if expect.verdict == Verdict::Live {
        let moves = judgement.moves.iter();
        expect.moves = moves.map(|(direction, answer)| (*direction, answer.verdict())).collect();
    }
    if let Turning::Point { live, fatal, .. } = judgement.turning {
        (expect.turning_point, expect.fatal_move) = (Some(live), Some(fatal));
    }
    Some(expect)
}

/// Compares a judgement with an expectation about a path of this `length`.
fn compare(expected: &Expectation, judgement: &Judgement, length: usize) -> Unmet {
    let mut unmet = Unmet::default();
    let Expectation { verdict, moves, turning_point, fatal_move, reason } = expected;
    let mut compare = |open: bool, what: &str, expected: String, found: String| {
        if expected != found {
            let list = if open { &mut unmet.open } else { &mut unmet.refuted };
            list.push(format!("expected {what}{expected}, found {found}"));
        }
    };
    let is_open = |verdict: Verdict| verdict == Verdict::Unknown;
    let found = judgement.answer.verdict();
    compare(is_open(found), "", verdict.to_string(), found.to_string());
    for (direction, expected) in moves {
        let found = judgement.moves.iter().find(|(found, _)| found == direction);
        let found = found.map(|(_, answer)| answer.verdict());
        let word = found.map_or("no legal move".to_owned(), |verdict| verdict.to_string());
        let open = found.is_some_and(is_open);
        compare(open, &format!("move {direction} "), expected.to_string(), word);
    }
    let open = matches!(judgement.turning, Turning::Unknown(_) | Turning::NotAsked);
    let or_none = |value: Option<String>| {
        value.unwrap_or_else(|| if open { "unknown" } else { "none" }.to_owned())
    };
    if let Some(expected) = turning_point {
        let found = or_none(judgement.turning.live_moves(length).map(|k| k.to_string()));
        compare(open, "turning point ", expected.to_string(), found);
    }
    if let Some(expected) = fatal_move {
        let found = or_none(judgement.turning.fatal_move().map(|m| m.to_string()));
        compare(open, "fatal move ", expected.to_string(), found);
    }
    if let Some(expected) = reason {
        let (open, found) = match &judgement.answer {
            Outcome::Dead(Reason::Search { engine, .. }) if !engine.tries_short_reasons() => {
                let open =
                    format!("expected reason {expected}, and the {engine} engine gives none");
                unmet.open.push(open);
                return unmet;
            }
            Outcome::Dead(reason) => (false, reason_kind(reason)),
            Outcome::Live(_) => (false, "none"),
            Outcome::Unknown(_) => (true, "unknown"),
        };
        compare(open, "reason ", (*expected).to_owned(), found.to_owned());
    }
    unmet
}
