//! Whether a check that was read from a report is consistent. Verdicts are recomputed from the
//! counts; examples cannot be recomputed, but it must be possible to draw them on the board.

use std::sync::Arc;

use deadmove_core::board::Board;
use deadmove_core::position::Position;

use crate::check::{Check, CheckEngine, Example, RuleVerdict, SetVerdict};
use crate::merge;

/// What in a check contradicts the rest of it; `complete` is the value in its report.
pub fn contradiction(check: &Check, complete: bool) -> Option<String> {
    if complete != check.complete() {
        return Some("`complete` and `units` do not agree".to_owned());
    }
    if check.rules.is_empty() {
        return Some("it is about no rule".to_owned());
    }
    if check.chunks.total() == Some(0) {
        return Some("it has no chunks, and every board has positions".to_owned());
    }
    let list = check.engine == CheckEngine::List;
    if !list && check.chunks.total() != Some(check.rules.len() as u64) {
        return Some("the sat engine has one chunk for each of `rules`".to_owned());
    }
    let mut judged = check.clone();
    merge::judge(&mut judged);
    for (number, (rule, claim)) in check.rules.iter().zip(&check.claims).enumerate() {
        let refuted = rule.verdict == RuleVerdict::Unsound;
        let counts = [rule.matches, rule.forbids_dead, rule.forbids_live];
        // A position that a rule matches has at most four moves.
        let forbids = rule.forbids_dead.unwrap_or(0).saturating_add(rule.forbids_live.unwrap_or(0));
        let too_many = forbids.div_ceil(4) > rule.matches.unwrap_or(u64::MAX);
        let undone = !list && !check.chunks.contains(number as u64);
        if rule.verdict != judged.rules[number].verdict
            || refuted != rule.counterexample.is_some()
            || list && counts.contains(&None)
            || too_many
            || undone && rule.verdict != RuleVerdict::Unknown
        {
            return Some(format!("verdict, counts and example of '{}' do not agree", claim.name));
        }
        let larger = |example: &Example| example.size > check.size;
        if rule.counterexample.as_ref().is_some_and(|e| larger(e) || !can_be_drawn(e)) {
            return Some(format!("the counterexample of '{}' cannot be drawn", claim.name));
        }
    }
    let set = &check.set;
    let counts = [set.forbidden, set.allowed, set.early_ends];
    let sum = counts.into_iter().try_fold(0u64, |sum, count| sum.checked_add(count?));
    // What several rules forbid counts for each of them, and once for the set.
    let by_rules = || check.rules.iter().filter_map(|rule| rule.forbids_dead);
    let union = by_rules().max().unwrap_or(0)..=by_rules().fold(0, u64::saturating_add);
    if set.verdict != judged.set.verdict
        || (set.verdict == SetVerdict::Incomplete) != set.example.is_some()
        || sum != set.dead_moves
        || list && (sum.is_none() || !set.forbidden.is_some_and(|some| union.contains(&some)))
    {
        return Some("verdict, counts and example of the set do not agree".to_owned());
    }
    if set.example.as_ref().is_some_and(|example| !can_be_drawn(example)) {
        return Some("the example of the set cannot be drawn".to_owned());
    }
    None
}

fn can_be_drawn(example: &Example) -> bool {
    let Ok(board) = Board::corner_to_corner(example.size, example.size) else { return false };
    Position::from_path(Arc::new(board), &example.path)
        .is_ok_and(|position| position.legal_moves().any(|legal| legal == example.direction))
}
