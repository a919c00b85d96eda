//! Saved counterexamples, replayed: which rules still forbid a move that a case states is live?
//!
//! This takes no time and refutes rules before a long check begins.

use std::collections::BTreeSet;

use deadmove_core::board::Move;
use deadmove_core::error::InputError;
use deadmove_core::formats::Input;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, Fault, decide_move};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::Loaded;
use deadmove_rules::model::Rule;

/// A rule that forbids a live move of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The name of the rule.
    pub rule: String,
    /// The live move that it forbids.
    pub direction: Move,
    /// The number of the case.
    pub case: usize,
}

/// The rules that cases refute, and the cases for whose boards there are no rules.
#[derive(Clone, Debug, Default)]
pub struct Replayed {
    /// The refuted rules, each with the first case that refutes it.
    pub refuted: Vec<Refuted>,
    /// Why rules cannot be expanded for a position.
    pub errors: Vec<InputError>,
}

/// Replays cases. Those that expect nothing are left out. A move counts as live if the case states
/// it and the engine confirms it.
///
/// # Errors
/// If an engine fails.
pub fn replay(cases: &[Input], loaded: &Loaded) -> Result<Replayed, Fault> {
    let mut replayed = Replayed::default();
    let mut named = BTreeSet::new();
    for (case, input) in cases.iter().enumerate() {
        let Some(expect) = &input.expect else { continue };
        let position = &input.position;
        let claims = match loaded.rules_at(position) {
            Ok(claims) => claims,
            Err(error) => {
                replayed.errors.push(error);
                continue;
            }
        };
        let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
        let matches = RuleSet::matches(&rules, position);
        for &(direction, verdict) in &expect.moves {
            let forbidding = matches.iter().filter(|found| found.moves.contains(direction));
            let forbidding: BTreeSet<usize> = forbidding.map(|found| found.rule).collect();
            if verdict != Verdict::Live || forbidding.is_empty() {
                continue;
            }
            let answer = decide_move(position, direction, Engine::Sat, &Limits::default())?;
            if answer.verdict() != Verdict::Live {
                continue;
            }
            for rule in forbidding {
                let rule = &rules[rule].head.name;
                // One case is enough to refute a rule.
                if named.insert(rule.clone()) {
                    replayed.refuted.push(Refuted { rule: rule.clone(), direction, case });
                }
            }
        }
    }
    Ok(replayed)
}
