//! A second opinion on claims: proved ones are held against every live position of small boards,
//! and for the others a counterexample is looked for, on the smallest board that has one.

use std::sync::atomic::{AtomicBool, Ordering};

use super::claims::{MoveClaim, Verdict};
use deadmove_core::board::Board;
use deadmove_core::verdict::Limits;
use deadmove_rules::load::LoadedRule;
use deadmove_verify::check::{Example, RuleVerdict};
use deadmove_verify::check_live_set::check_whole;
use deadmove_verify::check_sat::check_rule;
use deadmove_verify::live_set::LiveSet;

/// Boards up to this side are looked at in full: their lists take no time.
pub const LISTED: usize = 7;

/// A proved claim that a live position contradicts: the argument is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The number of the claim.
    pub claim: usize,
    /// The live move it forbids.
    pub example: Example,
}

/// Holds claims against the lists of the boards up to [`LISTED`] that their rules are meant for.
/// Proved ones are held against all of these boards, open ones against those up to side `up_to`; those
/// that a position refutes become refuted. Returns how many dead moves each claim forbids there, which shows that it is not about
/// nothing.
pub fn hold_against_lists(
    claims: &[MoveClaim],
    verdicts: &mut [Verdict],
    up_to: usize,
) -> Result<Vec<u64>, Contradiction> {
    let mut fired = vec![0; claims.len()];
    for size in (3..=LISTED).step_by(2) {
        let board = Board::corner_to_corner(size, size).expect("a small board");
        let list = LiveSet::build(size, &|_| {}).expect("a small odd side has a list");
        let asked: Vec<usize> = (0..claims.len())
            .filter(|&i| match &verdicts[i] {
                Verdict::Proved(_) => true,
                Verdict::Refuted(_) => false,
                Verdict::Open(_) => size <= up_to && claims[i].rule.head.sizes.contain(&board),
            })
            .collect();
        let rules: Vec<LoadedRule> = asked.iter().map(|&i| for_every_size(&claims[i])).collect();
        let check = check_whole(&list, &rules);
        for (&i, result) in asked.iter().zip(check.rules) {
            fired[i] += result.forbids_dead.unwrap_or(0);
            let Some(example) = result.counterexample else { continue };
            if matches!(verdicts[i], Verdict::Proved(_)) {
                return Err(Contradiction { claim: i, example });
            }
            verdicts[i] = Verdict::Refuted(example);
        }
    }
    Ok(fired)
}

/// The claim for boards of all sizes: what is proved is proved for all.
fn for_every_size(claim: &MoveClaim) -> LoadedRule {
    let mut rule = claim.rule.clone();
    rule.head.sizes = deadmove_rules::model::Sizes::All;
    LoadedRule { file: claim.file.clone(), rule }
}

/// Looks for counterexamples to open claims on the boards above [`LISTED`] up to side `up_to`,
/// smallest first. `limits` are those of each claim on each board.
pub fn refute(
    claims: &[MoveClaim],
    verdicts: &mut [Verdict],
    up_to: usize,
    limits: &Limits,
    stop: &AtomicBool,
    progress: &dyn Fn(),
) {
    for (claim, verdict) in claims.iter().zip(verdicts) {
        if !matches!(verdict, Verdict::Open(_)) {
            continue;
        }
        for size in (LISTED + 2..=up_to).step_by(2) {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let Ok(board) = Board::corner_to_corner(size, size) else { break };
            if !claim.rule.head.sizes.contain(&board) {
                continue;
            }
            let result = check_rule(&claim.rule, &board, stop, limits);
            if let (RuleVerdict::Unsound, Some(example)) = (result.verdict, result.counterexample) {
                *verdict = Verdict::Refuted(example);
                break;
            }
        }
        progress();
    }
}
