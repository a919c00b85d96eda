//! Whether a candidate can be proved for every board. The effort is small, since there are many
//! candidates.

use std::sync::atomic::AtomicBool;

use super::features::Row;
use super::language::{Condition, Language, Width};
use super::learn::Candidate;
use deadmove_prove::argument::{Effort, WindowOutcome, argue};
use deadmove_prove::formula::WindowQuestion;
use deadmove_rules::model::Rule;

/// The most splits where one proof serves a whole search. What fails here may still be proved by
/// `deadmove prove`.
pub const THOROUGH: usize = 40;

/// The most splits where somebody waits. Nearly all proofs of candidates need none, and failed
/// attempts take most of the time.
pub const QUICK: usize = 10;

/// How many cells had to be split to prove a rule for every board; none if `splits` of them are not
/// enough.
pub fn splits_needed(rule: &Rule, splits: usize) -> Option<usize> {
    let effort = Effort { splits, radius: 1, ..Effort::USUAL };
    // One candidate takes well under a second, so callers check for a stop between candidates.
    let never = AtomicBool::new(false);
    let mut most = 0;
    for forbidden in rule.forbids.iter().map(|forbidden| forbidden.direction) {
        match argue(&WindowQuestion { rule, forbidden, step: forbidden }, effort, &never) {
            WindowOutcome::Refuted { splits } => most = most.max(splits),
            WindowOutcome::Open(_) | WindowOutcome::Stopped => return None,
        }
    }
    Some(most)
}

/// How many unproved candidates are strengthened, the first ones.
const STRENGTHENED: usize = 6;

/// The proved ones among candidates for a view of a dead move. If there are none, one candidate
/// that can be proved once it is strengthened.
pub fn proved(language: &Language, row: &Row, candidates: Vec<Candidate>) -> Vec<Candidate> {
    let is_proved = |conditions: &[Condition]| prove(language, conditions);
    let (found, open): (Vec<Candidate>, Vec<Candidate>) =
        candidates.into_iter().partition(|candidate| is_proved(&candidate.conditions));
    if !found.is_empty() {
        return found;
    }
    let strong = strengthened(language, row, &open);
    strong.map(|conditions| Candidate { conditions, covers: 0 }).into_iter().collect()
}

fn prove(language: &Language, conditions: &[Condition]) -> bool {
    splits_needed(&language.rule("candidate", conditions), THOROUGH).is_some()
}

/// The first candidate that can be proved with additional conditions on cells near the live end:
/// its conditions and those of the additional ones that are needed.
fn strengthened(
    language: &Language,
    row: &Row,
    candidates: &[Candidate],
) -> Option<Vec<Condition>> {
    let neighbourhood: Vec<Condition> = row
        .iter()
        .filter(|&&(feature, _)| feature as usize >= language.first_cell())
        .filter_map(|&(feature, value)| language.conditions(feature, value, Width::Narrow).pop())
        .collect();
    candidates.iter().take(STRENGTHENED).find_map(|candidate| {
        let mut conditions = candidate.conditions.clone();
        conditions.extend(&neighbourhood);
        conditions.sort();
        conditions.dedup();
        prove(language, &conditions).then(|| fewest(language, conditions))
    })
}

/// Drops conditions, those on cells first, as long as the rest can be proved.
fn fewest(language: &Language, mut conditions: Vec<Condition>) -> Vec<Condition> {
    for at in (0..conditions.len()).rev() {
        let mut fewer = conditions.clone();
        fewer.remove(at);
        if !fewer.is_empty() && prove(language, &fewer) {
            conditions = fewer;
        }
    }
    conditions
}
