//! Merging partial checks: counts add up, the simplest example is kept, verdicts are recomputed.
//!
//! Also the empty check, with which every run begins.

use super::check::{
    Check, CheckEngine, Checked, RuleResult, RuleVerdict, SetResult, SetVerdict, simpler,
};
use super::chunks::{Chunks, ChunksError};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::LoadedRule;

/// Why two checks cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// Boards of different sizes.
    #[error("one is about {0}×{0}, the other about {1}×{1}")]
    Sizes(usize, usize),
    /// Different engines.
    #[error("one is by the {} engine, the other by the {} engine", .0.word(), .1.word())]
    Engines(CheckEngine, CheckEngine),
    /// Different numbers of rules and claims.
    #[error("one is about {0} rules and claims, the other about {1}")]
    Counts(usize, usize),
    /// Different rules at the same index, by their names.
    #[error("one is about '{0}' where the other is about '{1}'")]
    Rules(String, String),
    /// A rule of the same name with another text.
    #[error("'{0}' is not the same rule in both")]
    Changed(String),
    /// Chunks that cannot be combined.
    #[error(transparent)]
    Chunks(ChunksError),
}

/// A check with no chunk done.
pub fn nothing(
    size: usize,
    engine: CheckEngine,
    total: Option<u64>,
    claims: &[LoadedRule],
) -> Check {
    let none = (engine == CheckEngine::List).then_some(0);
    let chunks = Chunks::from_ranges(total, Vec::new()).expect("no range is wrong");
    let rules = claims.iter().map(|claim| RuleResult {
        verdict: RuleVerdict::Unknown,
        placements: RuleSet::placements_of(&claim.rule).len(),
        matches: none,
        forbids_dead: none,
        forbids_live: none,
        counterexample: None,
        time: None,
    });
    Check {
        size,
        engine,
        chunks,
        claims: claims.iter().map(Checked::of).collect(),
        rules: rules.collect(),
        set: SetResult {
            verdict: SetVerdict::Unknown,
            dead_moves: none,
            forbidden: none,
            allowed: none,
            early_ends: none,
            example: None,
        },
        left_out: Vec::new(),
    }
}

/// Whether two checks ask the same question. The files may differ.
///
/// # Errors
/// The first question that differs.
pub fn same_question(a: &Check, b: &Check) -> Result<(), MergeError> {
    if a.size != b.size {
        return Err(MergeError::Sizes(a.size, b.size));
    }
    if a.engine != b.engine {
        return Err(MergeError::Engines(a.engine, b.engine));
    }
    for (x, y) in a.claims.iter().zip(&b.claims) {
        if x.name != y.name {
            return Err(MergeError::Rules(x.name.clone(), y.name.clone()));
        }
        if !x.is_same_rule(y) {
            return Err(MergeError::Changed(x.name.clone()));
        }
    }
    if a.claims.len() != b.claims.len() {
        return Err(MergeError::Counts(a.claims.len(), b.claims.len()));
    }
    Ok(())
}

/// Merges two checks of the same question that share no chunk. Files are named as in the first.
///
/// # Errors
/// If they ask different questions, or share a chunk.
pub fn merge(a: Check, b: Check) -> Result<Check, MergeError> {
    same_question(&a, &b)?;
    let chunks = a.chunks.join(&b.chunks).map_err(MergeError::Chunks)?;
    let pairs = (0u64..).zip(a.rules.into_iter().zip(b.rules));
    let rules = pairs.map(|(number, (x, y))| match a.engine {
        CheckEngine::List => add(x, y),
        // A chunk is one claim here.
        CheckEngine::Sat if b.chunks.contains(number) => y,
        CheckEngine::Sat => x,
    });
    let rules = rules.collect();
    let set = SetResult {
        verdict: SetVerdict::Unknown,
        dead_moves: sum(a.set.dead_moves, b.set.dead_moves),
        forbidden: sum(a.set.forbidden, b.set.forbidden),
        allowed: sum(a.set.allowed, b.set.allowed),
        early_ends: sum(a.set.early_ends, b.set.early_ends),
        example: simpler(a.set.example, b.set.example),
    };
    let Check { size, engine, claims, left_out, .. } = a;
    let mut check = Check { size, engine, chunks, claims, rules, set, left_out };
    judge(&mut check);
    Ok(check)
}

fn sum(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    a?.checked_add(b?)
}

fn add(a: RuleResult, b: RuleResult) -> RuleResult {
    RuleResult {
        verdict: RuleVerdict::Unknown,
        placements: a.placements,
        matches: sum(a.matches, b.matches),
        forbids_dead: sum(a.forbids_dead, b.forbids_dead),
        forbids_live: sum(a.forbids_live, b.forbids_live),
        counterexample: simpler(a.counterexample, b.counterexample),
        time: None,
    }
}

/// Sets the verdicts of the list engine from the counts and the chunks. A refutation is final;
/// every other verdict is unknown until all chunks are done. The sat engine sets its verdicts
/// itself.
pub(crate) fn judge(check: &mut Check) {
    if check.engine == CheckEngine::Sat {
        return;
    }
    let complete = check.complete();
    for rule in &mut check.rules {
        rule.verdict = match (rule.forbids_live, rule.forbids_dead) {
            (Some(1..), _) => RuleVerdict::Unsound,
            (Some(0), Some(0)) if complete => RuleVerdict::Vacuous,
            (Some(0), Some(_)) if complete => RuleVerdict::Sound,
            _ => RuleVerdict::Unknown,
        };
    }
    check.set.verdict = match check.set.allowed {
        Some(1..) => SetVerdict::Incomplete,
        Some(0) if complete => SetVerdict::Complete,
        _ => SetVerdict::Unknown,
    };
}
