//! Checking rules one by one with the sat engine. A chunk is one claim; [`super::check_sat`]
//! decides it.

use rayon::prelude::*;

use super::check::{Check, CheckEngine, RuleResult, RuleVerdict};
use super::check_sat::check_rule;
use super::chunks::{ChunkRun, Chunks};
use super::merge;
use deadmove_core::board::Board;
use deadmove_core::verdict::Limits;
use deadmove_rules::load::LoadedRule;

/// Decides the claims of the chunks of a run on a square board from corner to corner. `limits`
/// apply to each claim.
pub fn check(board: &Board, claims: &[LoadedRule], run: &ChunkRun<'_>, limits: &Limits) -> Check {
    let total = claims.len() as u64;
    let todo = run.todo(total);
    (run.progress)(todo.len() as u64, 0);
    let done: Vec<(u64, RuleResult)> = todo
        .par_iter()
        .with_max_len(1)
        .filter_map(|&chunk| {
            if run.stopped() {
                return None;
            }
            let result = check_rule(&claims[chunk as usize].rule, board, run.stop, limits);
            // A later run may find a verdict, or a smaller board for the counterexample.
            let open = match result.verdict {
                RuleVerdict::Unknown => true,
                RuleVerdict::Unsound => run.stopped(),
                RuleVerdict::Sound | RuleVerdict::Vacuous => false,
            };
            if open {
                return None;
            }
            (run.progress)(todo.len() as u64, 1);
            Some((chunk, result))
        })
        .collect();
    let size = usize::from(board.width());
    let mut check = merge::nothing(size, CheckEngine::Sat, Some(total), claims);
    check.chunks = Chunks::of(total, done.iter().map(|&(chunk, _)| chunk).collect());
    for (chunk, result) in done {
        check.rules[chunk as usize] = result;
    }
    check
}
