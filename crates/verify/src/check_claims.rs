//! Checking rules one by one with the sat engine: a unit is one claim. What a claim comes to is
//! decided in `check_sat`.

use rayon::prelude::*;

use super::check::{Check, CheckEngine, RuleResult, RuleVerdict};
use super::check_sat::check_rule;
use super::merge;
use super::units::{Run, Units};
use deadmove_core::board::Board;
use deadmove_core::verdict::Limits;
use deadmove_rules::load::LoadedRule;

/// Decides the claims of the units of a run, on a square board from corner to corner. `limits` are
/// those of each claim.
pub fn check(board: &Board, claims: &[LoadedRule], run: &Run<'_>, limits: &Limits) -> Check {
    let total = claims.len() as u64;
    let todo = run.todo(total);
    (run.progress)(todo.len() as u64, 0);
    let done: Vec<(u64, RuleResult)> = todo
        .par_iter()
        .with_max_len(1)
        .filter_map(|&unit| {
            if run.stopped() {
                return None;
            }
            let result = check_rule(&claims[unit as usize].rule, board, run.stop, limits);
            // The next run may find a verdict, and a smaller board for a counterexample.
            let open = match result.verdict {
                RuleVerdict::Unknown => true,
                RuleVerdict::Unsound => run.stopped(),
                RuleVerdict::Sound | RuleVerdict::Vacuous => false,
            };
            if open {
                return None;
            }
            (run.progress)(todo.len() as u64, 1);
            Some((unit, result))
        })
        .collect();
    let size = usize::from(board.width());
    let mut check = merge::nothing(size, CheckEngine::Sat, Some(total), claims);
    check.units = Units::of(total, done.iter().map(|&(unit, _)| unit).collect());
    for (unit, result) in done {
        check.rules[unit as usize] = result;
    }
    check
}
