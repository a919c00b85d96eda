//! Explains single dead moves: the rules they are lifted to, checked on the boards that a person
//! asks for.

use std::borrow::Borrow;
use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::pass;
use super::pool::canonical;
use crate::lift::{self, Lifted, lift};
use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Match;
use deadmove_rules::model::{Pattern, Rule};
use deadmove_rules::text::write_rule;
use deadmove_verify::check::RuleVerdict;
use deadmove_verify::check_sat::check_rule;
use deadmove_verify::live_set::LiveSet;

/// What to look for.
#[derive(Clone, Debug)]
pub struct MinimiseOptions {
    /// How far to look for a rule to lift, and how hard to try.
    pub lift: lift::LiftOptions,
    /// The most candidates for each dead move.
    pub candidates: usize,
    /// Patterns that are not wanted, in [`canonical`] form.
    pub rejected: Vec<Pattern>,
    /// Whether to explain moves that a given rule forbids already.
    pub known: bool,
    /// Sizes above those of the lists on which candidates are checked, rule by rule.
    pub beyond: Vec<usize>,
    /// The limits for one candidate on each of these sizes.
    pub limits: Limits,
}

/// A dead move to explain.
#[derive(Clone, Debug)]
pub struct Seed {
    /// A live position.
    pub position: Position,
    /// Its dead move.
    pub fatal: Move,
}

/// Whether a candidate is sound on the positions of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// It forbids no live move, and this many dead moves, if they were counted.
    Yes(Option<u64>),
    /// It forbids no move at all.
    Vacuous,
    /// Not decided within the limits.
    Unknown,
}

/// A rule that forbids the dead move of a seed, proved for every board from corner to opposite
/// corner, without blocked cells.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The rule.
    pub lifted: Lifted,
    /// Whether it is sound, size by size.
    pub sizes: Vec<(usize, Holds)>,
}

/// The explanation of a seed.
#[derive(Clone, Debug, Default)]
pub struct Explained {
    /// The numbers of the given rules that forbid the move.
    pub known: Vec<usize>,
    /// Candidates, best first: those with fewer conditions, then those that forbid more dead moves
    /// of the largest list, then those that stay nearer to the live end.
    pub suggestions: Vec<Suggestion>,
}

/// A proved candidate that forbids a live move. So the proof is wrong.
#[derive(Clone, Debug, thiserror::Error)]
#[error("a candidate was proved, but forbids a live move:\n{}", write_rule(.0))]
pub struct ContradictedCandidate(pub Rule);

/// Explains the dead moves of seeds. `rules` are the given ones; candidates are checked on every
/// position of the lists.
///
/// # Errors
/// If a proved candidate forbids a live move.
pub fn minimise(
    lists: &[impl Borrow<LiveSet>],
    seeds: &[Seed],
    rules: &[Rule],
    options: &MinimiseOptions,
    stop: &AtomicBool,
) -> Result<Vec<Explained>, ContradictedCandidate> {
    let mut explained: Vec<Explained> =
        seeds.par_iter().with_max_len(1).map(|seed| explain(seed, rules, options, stop)).collect();
    for list in lists {
        check_against_list(list.borrow(), &mut explained, stop)?;
    }
    for explained in &mut explained {
        explained.suggestions.sort_by_key(rank);
        explained.suggestions.truncate(options.candidates);
    }
    explained
        .par_iter_mut()
        .with_max_len(1)
        .try_for_each(|explained| check_beyond(explained, options, stop))?;
    Ok(explained)
}

/// The given rules that forbid a move, and the rules it is lifted to.
fn explain(seed: &Seed, rules: &[Rule], options: &MinimiseOptions, stop: &AtomicBool) -> Explained {
    let known = forbidding(rules, seed);
    if !known.is_empty() && !options.known {
        return Explained { known, suggestions: Vec::new() };
    }
    let mut lifted = lift(&seed.position, seed.fatal, &options.lift, stop);
    lifted.retain(|lifted| !options.rejected.contains(&canonical(&lifted.rule.pattern)));
    let suggestion = |lifted| Suggestion { lifted, sizes: Vec::new() };
    Explained { known, suggestions: lifted.into_iter().map(suggestion).collect() }
}

fn rank(suggestion: &Suggestion) -> (usize, Reverse<u64>, u16) {
    let dead = suggestion.sizes.iter().rev().find_map(|(_, holds)| match holds {
        Holds::Yes(dead) => *dead,
        Holds::Vacuous | Holds::Unknown => None,
    });
    let lifted = &suggestion.lifted;
    (lifted.conditions(), Reverse(dead.unwrap_or(0)), lifted.reach())
}

/// The numbers of the rules that forbid the move of a seed.
fn forbidding(rules: &[Rule], seed: &Seed) -> Vec<usize> {
    let found = RuleSet::matches(rules, &seed.position);
    let forbids = |found: &Match| found.moves.contains(seed.fatal);
    let mut known: Vec<usize> = found.iter().filter(|m| forbids(m)).map(|m| m.rule).collect();
    known.sort_unstable();
    known.dedup();
    known
}

/// Checks all suggestions on every position of a list.
fn check_against_list(
    list: &LiveSet,
    explained: &mut [Explained],
    stop: &AtomicBool,
) -> Result<(), ContradictedCandidate> {
    let all = explained.iter().flat_map(|explained| &explained.suggestions);
    let rules: Vec<Rule> = all.map(|suggestion| suggestion.lifted.rule.clone()).collect();
    let seen = pass::run(list, &rules, None, stop);
    if let Some(wrong) = seen.live.iter().position(|live| !live.is_empty()) {
        return Err(ContradictedCandidate(rules[wrong].clone()));
    }
    let all = explained.iter_mut().flat_map(|explained| &mut explained.suggestions);
    for (suggestion, dead) in all.zip(seen.forbids) {
        let holds = match dead {
            // A pass that was stopped has covered some positions only.
            _ if !seen.whole => Holds::Unknown,
            0 => Holds::Vacuous,
            dead => Holds::Yes(Some(dead)),
        };
        suggestion.sizes.push((list.grid().side(), holds));
    }
    Ok(())
}

/// Checks the suggestions for one seed on the sizes that have no list.
fn check_beyond(
    explained: &mut Explained,
    options: &MinimiseOptions,
    stop: &AtomicBool,
) -> Result<(), ContradictedCandidate> {
    for &size in &options.beyond {
        for suggestion in &mut explained.suggestions {
            let rule = &suggestion.lifted.rule;
            let holds = beyond(rule, size, &options.limits, stop);
            suggestion
                .sizes
                .push((size, holds.ok_or_else(|| ContradictedCandidate(rule.clone()))?));
        }
    }
    Ok(())
}

/// Checks one candidate on all positions of a size; none if a live move refutes it.
fn beyond(rule: &Rule, size: usize, limits: &Limits, stop: &AtomicBool) -> Option<Holds> {
    let Ok(board) = Board::corner_to_corner(size, size) else { return Some(Holds::Unknown) };
    match check_rule(rule, &board, stop, limits).verdict {
        RuleVerdict::Sound => Some(Holds::Yes(None)),
        RuleVerdict::Vacuous => Some(Holds::Vacuous),
        RuleVerdict::Unknown => Some(Holds::Unknown),
        RuleVerdict::Unsound => None,
    }
}
