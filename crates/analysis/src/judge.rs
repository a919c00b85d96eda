//! The verdicts on a position, and the rules that match it, with what a page draws to explain them.

use deadmove_core::board::{Cell, Move, letters};
use deadmove_core::files::Shown;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limit, Limits, Outcome, Verdict};
use deadmove_engine::judge::{Engine, Turning, judge};
use deadmove_report::figures::{self, Figure, PlacedFigure};
use deadmove_rules::model::Rule;
use deadmove_verify::explain::{Explanation, explain};
use serde::Serialize;

use crate::Unanswered;
use crate::sets::ChosenRules;

/// The answer to `judge`.
#[derive(Debug, Serialize)]
pub(crate) struct Judged {
    live_end: Cell,
    free: usize,
    verdict: Verdict,
    moves: Vec<JudgedMove>,
    /// A completion of a live position.
    witness: Option<String>,
    /// Why the position is dead.
    reason: Vec<Figure>,
    /// What is known of the turning point.
    turning: &'static str,
    /// How many steps of the path are live.
    turning_point: Option<usize>,
    fatal_move: Option<Move>,
    limit: Option<Limit>,
}

/// The verdict on a legal move.
#[derive(Debug, Serialize)]
struct JudgedMove {
    #[serde(rename = "move")]
    direction: Move,
    to: Cell,
    verdict: Verdict,
    /// Why it is dead.
    reason: Vec<Figure>,
}

/// The answer to `match`.
#[derive(Debug, Serialize)]
pub(crate) struct Matches {
    /// The rule files whose sizes contain the board, and all that were asked for.
    applied: usize,
    asked: usize,
    /// Whether rules make claims about this board.
    claims: bool,
    matches: Vec<Matched>,
}

/// A rule that matches, in one placement.
#[derive(Debug, Serialize)]
struct Matched {
    rule: String,
    file: String,
    /// Lemmas have none.
    placement: Option<String>,
    /// The letters of the legal moves it forbids.
    forbids: String,
    /// Those of them that are live: there the rule is wrong, if it makes a claim about the board.
    wrong: String,
    figure: PlacedFigure,
}

/// The rules that match a position.
pub(crate) fn matches(
    position: &Position,
    chosen: &ChosenRules,
    limits: &Limits,
) -> Result<Matches, Unanswered> {
    let rules: Vec<Rule> = chosen.rules.iter().map(|loaded| loaded.rule.clone()).collect();
    let Explanation { judgement, matches, .. } =
        explain(position, judge(position, Engine::Sat, limits)?, &rules);
    let live = |direction: &Move| {
        let answer = judgement.moves.iter().find(|(known, _)| known == direction);
        answer.is_some_and(|(_, answer)| answer.verdict() == Verdict::Live)
    };
    let matches = matches.iter().filter(|found| !found.moves.is_empty()).map(|found| {
        let rule = &rules[found.rule];
        let forbidden: Vec<Move> = found.moves.iter().collect();
        let wrong: Vec<Move> = forbidden.iter().copied().filter(live).collect();
        Matched {
            rule: rule.head.name.clone(),
            file: chosen.rules[found.rule].file.shown(),
            placement: (!rule.reads_the_whole_board()).then(|| found.placement.to_string()),
            forbids: letters(&forbidden),
            wrong: letters(&wrong),
            figure: figures::of_match(rule, found, position),
        }
    });
    Ok(Matches {
        applied: chosen.applied,
        asked: chosen.asked,
        claims: position.board().leads_across(),
        matches: matches.collect(),
    })
}

/// The verdicts on a position by the SAT engine.
pub(crate) fn answer(position: &Position, limits: &Limits) -> Result<Judged, Unanswered> {
    let judgement = judge(position, Engine::Sat, limits)?;
    let moves = judgement.moves.iter().map(|(direction, answer)| {
        let to = position.after(*direction).live_end();
        let reason = answer.reason().map(|reason| figures::of_reason(reason, to));
        JudgedMove {
            direction: *direction,
            to,
            verdict: answer.verdict(),
            reason: reason.unwrap_or_default(),
        }
    });
    let reason = match &judgement.answer {
        Outcome::Dead(reason) => figures::of_reason(reason, position.live_end()),
        _ => Vec::new(),
    };
    Ok(Judged {
        live_end: position.live_end(),
        free: position.free_count(),
        verdict: judgement.answer.verdict(),
        witness: judgement.answer.witness().map(|witness| letters(witness)),
        reason,
        turning: match judgement.turning {
            Turning::Live => "live",
            Turning::Point { .. } => "point",
            Turning::FromTheStart => "from-the-start",
            Turning::Unknown(_) | Turning::NotAsked => "unknown",
        },
        turning_point: judgement.turning.live_moves(position.path().len()),
        fatal_move: judgement.turning.fatal_move(),
        limit: judgement.limit(),
        moves: moves.collect(),
    })
}
