//! Cross-checks of verdicts: proved claims are checked against every live position of small boards.
//! For the others `refute` searches for a counterexample, on the smallest board that has one.

use std::sync::atomic::{AtomicBool, Ordering};

use super::claims::{ClaimVerdict, JudgedClaim, MoveClaim};
use super::run::Run;
use deadmove_core::board::{Board, letters};
use deadmove_core::verdict::Limits;
use deadmove_rules::load::LoadedRule;
use deadmove_verify::check::Example;
use deadmove_verify::check_live_set::check;
use deadmove_verify::chunks::ChunkRun;
use deadmove_verify::live_set::LiveSet;

/// Boards up to this side are checked in full: listing their live positions takes no time.
pub const LISTED: usize = 7;

/// Claims that are checked together. To compile tens of thousands takes minutes.
const AT_ONCE: usize = 500;

/// A proved claim that a live position contradicts: the argument is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{name}' was proved, but forbids {} after {} on {size}×{size}, which is live",
    .example.direction, letters(&.example.path), size = .example.size
)]
pub struct ContradictedClaim {
    /// The name of the claim.
    pub name: String,
    /// The live move it forbids.
    pub example: Example,
}

/// Checks claims against every live position of the boards up to [`LISTED`]: a proved claim on all
/// of them, an open one on those up to side `up_to` for which its rule is meant. An open claim that
/// forbids a live move becomes refuted. Counts how many dead moves each claim forbids on these
/// boards: a claim that forbids one is not vacuous. If `stop` ends the check, proved claims become
/// open.
///
/// # Errors
/// If a proved claim forbids a live move: the argument is wrong.
pub fn check_against_live_sets(
    claims: &mut [JudgedClaim],
    up_to: usize,
    stop: &AtomicBool,
) -> Result<(), ContradictedClaim> {
    let part = ChunkRun::whole(stop, &|_, _| {});
    for size in (3..=LISTED).step_by(2) {
        let board = Board::corner_to_corner(size, size).expect("a small board");
        let list = LiveSet::build(size, &|_| {}).expect("a small odd side has a list");
        let is_asked = |judged: &JudgedClaim| match judged.verdict {
            ClaimVerdict::Proved(_) => true,
            ClaimVerdict::Refuted(_) => false,
            ClaimVerdict::Open(_) => size <= up_to && judged.claim.rule.head.sizes.contain(&board),
        };
        let mut asked: Vec<&mut JudgedClaim> = claims.iter_mut().filter(|j| is_asked(j)).collect();
        for asked in asked.chunks_mut(AT_ONCE) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let rules: Vec<LoadedRule> = asked.iter().map(|j| for_every_size(&j.claim)).collect();
            for (judged, result) in asked.iter_mut().zip(check(&list, &rules, &part).rules) {
                judged.fired += result.forbids_dead.unwrap_or(0);
                let Some(example) = result.counterexample else { continue };
                if judged.proof().is_some() {
                    return Err(ContradictedClaim { name: judged.claim.name(), example });
                }
                judged.verdict = ClaimVerdict::Refuted(example);
            }
        }
        if stop.load(Ordering::Relaxed) {
            let proved = claims.iter_mut().filter(|judged| judged.proof().is_some());
            proved.for_each(|judged| judged.verdict = ClaimVerdict::Open(None));
            break;
        }
    }
    Ok(())
}

/// The claim without its limit on sizes, since a proof holds for all of them.
fn for_every_size(claim: &MoveClaim) -> LoadedRule {
    let mut rule = claim.rule.clone();
    rule.head.sizes = deadmove_rules::model::Sizes::All;
    LoadedRule { file: claim.file.clone(), rule }
}

/// Searches for counterexamples to open claims on the boards above [`LISTED`] up to side `up_to`,
/// smallest first. `limits` apply to each claim on each board.
pub(crate) fn refute(
    claims: &mut [JudgedClaim],
    up_to: usize,
    limits: &Limits,
    run: &Run<'_>,
    progress: &dyn Fn(),
) {
    for judged in claims.iter_mut().filter(|judged| judged.is_open()) {
        let rule = &judged.claim.rule;
        for size in (LISTED + 2..=up_to).step_by(2) {
            if run.stopped() {
                return;
            }
            let Ok(board) = Board::corner_to_corner(size, size) else { break };
            if !rule.head.sizes.contain(&board) {
                continue;
            }
            if let Some(example) = run.forbidden_live_move(rule, &board, limits) {
                judged.verdict = ClaimVerdict::Refuted(example);
                break;
            }
        }
        progress();
    }
}
