//! Whether a candidate is proved for every board, with little effort: there are many candidates.

use std::sync::atomic::AtomicBool;

use super::language::{Condition, Language, Width};
use super::learn::Candidate;
use super::lens::Row;
use deadmove_prove::argument::{Effort, WindowOutcome, argue};
use deadmove_prove::formula::{Facts, WindowQuestion};
use deadmove_rules::model::Rule;

/// Splits of a candidate where one proof serves a whole search. What fails here may still be proved by
/// `deadmove prove`.
pub const THOROUGH: usize = 40;

/// Splits of a candidate where somebody waits. Nearly all proofs of candidates need none, and those that
/// fail take most of the time.
pub const QUICK: usize = 10;

/// How many cells had to be split to prove a rule for every board; none if it is not proved with
/// `splits` of them at most.
pub fn splits_needed(rule: &Rule, splits: usize) -> Option<usize> {
    let effort = Effort { facts: Facts::ALL, splits, radius: 1 };
    // A candidate takes well under a second; who looks at many asks for an end between the moves they explain.
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

/// Of candidates that are not proved, the first so many are strengthened.
const STRENGTHENED: usize = 6;

/// Of candidates for a view of a dead move, the proved ones; if there are none, one that was
/// strengthened so that it is.
pub fn proved(language: &Language, row: &Row, candidates: Vec<Candidate>) -> Vec<Candidate> {
    let is_proved = |conditions: &[Condition]| prove(language, conditions, THOROUGH);
    let (found, open): (Vec<Candidate>, Vec<Candidate>) =
        candidates.into_iter().partition(|candidate| is_proved(&candidate.conditions));
    if !found.is_empty() {
        return found;
    }
    let strong = strengthened(language, row, &open, THOROUGH);
    strong.map(|conditions| Candidate { conditions, covers: 0 }).into_iter().collect()
}

fn prove(language: &Language, conditions: &[Condition], splits: usize) -> bool {
    splits_needed(&language.rule("candidate", conditions), splits).is_some()
}

/// The conditions of the first candidate that can be proved once the cells near the live end are
/// taken into account, together with those of these cells that are needed.
pub fn strengthened(
    language: &Language,
    row: &Row,
    candidates: &[Candidate],
    splits: usize,
) -> Option<Vec<Condition>> {
    let near: Vec<Condition> = row
        .iter()
        .filter(|&&(feature, _)| feature as usize >= language.first_cell())
        .filter_map(|&(feature, value)| language.conditions(feature, value, Width::Narrow).pop())
        .collect();
    candidates.iter().take(STRENGTHENED).find_map(|candidate| {
        let mut conditions = candidate.conditions.clone();
        conditions.extend(&near);
        conditions.sort();
        conditions.dedup();
        prove(language, &conditions, splits).then(|| fewest(language, conditions, splits))
    })
}

/// Leaves out conditions, cells first, while the rest is proved.
fn fewest(language: &Language, mut conditions: Vec<Condition>, splits: usize) -> Vec<Condition> {
    for at in (0..conditions.len()).rev() {
        let mut fewer = conditions.clone();
        fewer.remove(at);
        if !fewer.is_empty() && prove(language, &fewer, splits) {
            conditions = fewer;
        }
    }
    conditions
}
