//! Explains single dead moves: rules with few conditions that forbid the move, lifted from the move
//! itself, and learned from all known moves.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::examples::Examples;
use super::features::rows_of;
use super::language::{Condition, Test, Width, canonical};
use super::learn::{Candidate, Effort, learn};
use super::pass;
use super::proof::{QUICK, splits_needed};
use super::table::{self, Bits};
use crate::lift::{self, lift};
use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_rules::RuleFile;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Match;
use deadmove_rules::model::{Pattern, Rule};
use deadmove_verify::check::RuleVerdict;
use deadmove_verify::check_sat::check_rule;

/// What to look for.
#[derive(Clone, Debug)]
pub struct Options {
    /// How far to look for a rule to lift, and how hard to try.
    pub lift: lift::Options,
    /// The most conditions of a candidate that is learned.
    pub conditions: usize,
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

/// A rule that forbids the dead move of a seed.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The rule.
    pub rule: Rule,
    /// Whether it was lifted, and so proved before anything else was known about it.
    pub lifted: bool,
    /// If it is proved for every board, how many cells were split for that.
    pub proved: Option<usize>,
    /// Whether it is sound, size by size.
    pub sizes: Vec<(usize, Holds)>,
    /// The number of known dead moves it forbids, symmetric ones counted once.
    pub forbids: u32,
    /// Those among them that the given rules allow.
    pub missed: u32,
    /// If it was learned, its conditions.
    learned: Vec<Condition>,
    /// What it does to the known moves.
    effect: Effect,
}

impl Suggestion {
    /// The number of its conditions.
    pub fn conditions(&self) -> usize {
        lift::conditions(&self.rule.pattern)
    }
}

/// The known dead moves that a candidate forbids, and its pattern without the tests of regions. Of
/// candidates that agree in both, one is enough, once it is proved.
type Effect = (Bits, Pattern);

/// The explanation of a seed.
#[derive(Clone, Debug, Default)]
pub struct Explained {
    /// The numbers of the given rules that forbid the move.
    pub known: Vec<usize>,
    /// Candidates, best first: proved ones, fewer conditions, more dead moves that the given rules
    /// allow, more dead moves.
    pub suggestions: Vec<Suggestion>,
}

/// A proved candidate that forbids a live move. So the proof is wrong.
#[derive(Clone, Debug)]
pub struct Contradiction(pub Rule);

impl std::fmt::Display for Contradiction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a candidate was proved, but forbids a live move:\n{}", text(&self.0))
    }
}

fn text(rule: &Rule) -> String {
    RuleFile::Rule(rule.clone()).write()
}

/// Levels of effort, tried in order until one gives a candidate: sets of conditions to try, whether
/// to add conditions greedily, and which features to consider.
const EFFORTS: [(usize, bool, Width); 3] = [
    (100_000, false, Width::Narrow),
    (2_000_000, true, Width::Narrow),
    (500_000, true, Width::Wide),
];

/// How many suggestions are proved at the same time. The number is fixed so that the result does
/// not depend on the number of threads.
const PROVED_AT_ONCE: usize = 4;

/// How often lists may refute all candidates of a seed before it is given up. Only lists above 7×7
/// can, since the others are known in full.
const ROUNDS: usize = 4;

/// Explains the dead moves of seeds. `rules` are the given ones, and `allowed` the rows of the
/// known dead moves that they allow.
pub fn minimise(
    examples: &mut Examples<'_>,
    seeds: &[Seed],
    rules: &[Rule],
    options: &Options,
    stop: &AtomicBool,
) -> Result<Vec<Explained>, Contradiction> {
    let allowed = examples.allowed_by(rules);
    let mut explained: Vec<Explained> = seeds
        .iter()
        .map(|seed| Explained { known: forbidding(rules, seed), suggestions: Vec::new() })
        .collect();
    let mut open: Vec<usize> =
        (0..seeds.len()).filter(|&at| options.known || explained[at].known.is_empty()).collect();
    for _ in 0..ROUNDS {
        let found: Vec<Vec<Suggestion>> = open
            .par_iter()
            .with_max_len(1)
            .map(|&at| suggest(examples, &seeds[at], &allowed, options, stop))
            .collect();
        for (&at, found) in open.iter().zip(found) {
            explained[at].suggestions = found;
        }
        let refuted = check_against_lists(examples, &mut explained, &open, stop)?;
        open.retain(|&at| refuted.contains(&at) && explained[at].suggestions.is_empty());
        if open.is_empty() {
            break;
        }
    }
    explained
        .par_iter_mut()
        .with_max_len(1)
        .try_for_each(|explained| check_beyond(explained, options, stop))?;
    for explained in &mut explained {
        let mut effects: FxHashSet<Effect> = FxHashSet::default();
        explained.suggestions.retain(|suggestion| effects.insert(suggestion.effect.clone()));
    }
    Ok(explained)
}

/// Checks the suggestions for one seed on the sizes that have no list. Refuted ones are dropped,
/// and undecided ones come last.
fn check_beyond(
    explained: &mut Explained,
    options: &Options,
    stop: &AtomicBool,
) -> Result<(), Contradiction> {
    for &size in &options.beyond {
        let mut kept = Vec::new();
        for mut suggestion in std::mem::take(&mut explained.suggestions) {
            match beyond(&suggestion.rule, size, &options.limits, stop) {
                Some(holds) => {
                    suggestion.sizes.push((size, holds));
                    kept.push(suggestion);
                }
                None if suggestion.proved.is_some() => return Err(Contradiction(suggestion.rule)),
                None => {}
            }
        }
        explained.suggestions = kept;
    }
    let open = |s: &Suggestion| s.sizes.iter().any(|&(_, holds)| holds == Holds::Unknown);
    explained.suggestions.sort_by_key(|s| s.proved.is_none() && open(s));
    Ok(())
}

/// The numbers of the rules that forbid the move of a seed.
fn forbidding(rules: &[Rule], seed: &Seed) -> Vec<usize> {
    let set = RuleSet::compile(rules, seed.position.board());
    let found = set.matcher().matches(&seed.position);
    let forbids = |found: &Match| found.moves.contains(seed.fatal);
    let mut known: Vec<usize> = found.iter().filter(|m| forbids(m)).map(|m| m.rule).collect();
    known.sort_unstable();
    known.dedup();
    known
}

/// The best candidates for a seed, judged by the known moves: lifted and learned ones. What is
/// learned may be wider, because it is chosen for the moves that it forbids; what is lifted has a
/// proof, and is there for nearly every move. So hardly any effort is spent on learning if there is
/// a lifted candidate.
fn suggest(
    examples: &Examples<'_>,
    seed: &Seed,
    allowed: &Bits,
    options: &Options,
    stop: &AtomicBool,
) -> Vec<Suggestion> {
    let lifted = lift(&seed.position, seed.fatal, &options.lift, stop).into_iter();
    let lifted = lifted.filter(|lifted| !options.rejected.contains(&canonical(&lifted.rule)));
    let mut found: Vec<Suggestion> =
        lifted.map(|lifted| lifted_suggestion(examples, lifted.rule, allowed)).collect();
    if stop.load(Ordering::Relaxed) {
        return found;
    }
    let efforts = if found.is_empty() { EFFORTS.len() } else { 1 };
    let learned = learned_suggestions(examples, seed, allowed, options, &EFFORTS[..efforts]);
    found.extend(learned.into_iter().filter(|learned| efforts > 1 || learned.proved.is_some()));
    found.sort_by_key(rank);
    let mut effects: FxHashSet<Effect> = FxHashSet::default();
    found.retain(|s| s.proved.is_none() || effects.insert(s.effect.clone()));
    found.truncate(options.candidates);
    found
}

/// The best learned candidates for a seed.
fn learned_suggestions(
    examples: &Examples<'_>,
    seed: &Seed,
    allowed: &Bits,
    options: &Options,
    efforts: &[(usize, bool, Width)],
) -> Vec<Suggestion> {
    let all = examples.all_dead();
    let views = rows_of(examples.language, &seed.position, seed.fatal);
    for &(nodes, greedy, width) in efforts {
        let effort = Effort {
            conditions: options.conditions,
            nodes,
            candidates: 4 * options.candidates,
            beyond: 1,
            greedy,
            width,
        };
        let learned: Vec<Vec<Candidate>> = views
            .par_iter()
            .map(|row| learn(examples.language, row, &examples.live, &examples.dead, &all, &effort))
            .collect();
        let mut seen: FxHashSet<Pattern> = options.rejected.iter().cloned().collect();
        let mut found: Vec<Suggestion> = learned
            .iter()
            .flatten()
            .map(|candidate| suggestion(examples, &candidate.conditions, &all, allowed))
            .filter(|suggestion| seen.insert(canonical(&suggestion.rule)))
            .collect();
        prove_best(&mut found, options.candidates);
        found.sort_by_key(rank);
        let mut proved: FxHashSet<Effect> = FxHashSet::default();
        found.retain(|suggestion| match suggestion.proved {
            Some(_) => proved.insert(suggestion.effect.clone()),
            None => !proved.contains(&suggestion.effect),
        });
        found.truncate(options.candidates);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Tries to prove suggestions, best first, until `wanted` of them with different effects are
/// proved. The others would be left out anyway, as would those with the effect of a proved one.
fn prove_best(found: &mut [Suggestion], wanted: usize) {
    found.sort_by_key(rank);
    let mut proved: FxHashSet<Effect> = FxHashSet::default();
    let mut next = 0;
    while next < found.len() && proved.len() < wanted {
        let mut some = Vec::new();
        for suggestion in &mut found[next..] {
            if some.len() == PROVED_AT_ONCE {
                break;
            }
            next += 1;
            if !proved.contains(&suggestion.effect) {
                some.push(suggestion);
            }
        }
        some.par_iter_mut().with_max_len(1).for_each(|s| s.proved = splits_needed(&s.rule, QUICK));
        let with_proof = some.into_iter().filter(|suggestion| suggestion.proved.is_some());
        proved.extend(with_proof.map(|suggestion| suggestion.effect.clone()));
    }
}

/// A suggestion that was lifted.
fn lifted_suggestion(examples: &Examples<'_>, rule: Rule, allowed: &Bits) -> Suggestion {
    let rows = examples.forbidden_by(std::slice::from_ref(&rule));
    Suggestion {
        lifted: true,
        proved: Some(0),
        sizes: Vec::new(),
        forbids: table::moves_in_both(&rows, &rows),
        missed: table::moves_in_both(&rows, allowed),
        learned: Vec::new(),
        effect: (rows, shape(&rule)),
        rule,
    }
}

/// A learned suggestion that no proof was tried for.
fn suggestion(
    examples: &Examples<'_>,
    conditions: &[Condition],
    all: &Bits,
    allowed: &Bits,
) -> Suggestion {
    let rule = examples.language.rule("candidate", conditions);
    let rows = examples.dead.all(conditions);
    Suggestion {
        lifted: false,
        proved: None,
        sizes: Vec::new(),
        forbids: table::moves_in_both(&rows, all),
        missed: table::moves_in_both(&rows, allowed),
        learned: conditions.to_vec(),
        effect: (table::both_views(&rows), shape(&rule)),
        rule,
    }
}

/// The pattern of a rule without the tests of regions.
fn shape(rule: &Rule) -> Pattern {
    let mut shape = rule.clone();
    shape.pattern.segments.iter_mut().for_each(|segment| segment.tests.clear());
    canonical(&shape)
}

type Rank = (bool, usize, std::cmp::Reverse<(u32, u32)>, Vec<(u32, bool, Test)>);

fn rank(s: &Suggestion) -> Rank {
    let covers = std::cmp::Reverse((s.missed, s.forbids));
    // Of conditions that forbid equally many known moves, the weaker ones come first.
    let strength = |condition: &Condition| {
        let test = match condition.test {
            Test::AtMost(most) => Test::AtMost(-most),
            test => test,
        };
        (condition.feature, !condition.or_empty, test)
    };
    (s.proved.is_none(), s.conditions(), covers, s.learned.iter().map(strength).collect())
}

/// Checks the suggestions of some seeds on every position of the lists. Refuted ones are dropped,
/// and the live moves that refute them become known. Returns the seeds that lost a suggestion.
fn check_against_lists(
    examples: &mut Examples<'_>,
    explained: &mut [Explained],
    of: &[usize],
    stop: &AtomicBool,
) -> Result<Vec<usize>, Contradiction> {
    let which: Vec<(usize, usize)> = of
        .iter()
        .flat_map(|&at| (0..explained[at].suggestions.len()).map(move |which| (at, which)))
        .collect();
    let rules: Vec<Rule> =
        which.iter().map(|&(at, which)| explained[at].suggestions[which].rule.clone()).collect();
    let mut refuted = vec![false; rules.len()];
    for at in 0..examples.live_sets.len() {
        let size = examples.live_sets[at].grid().side();
        let seen = pass::run(&examples.live_sets[at], &rules, stop);
        for (number, live) in seen.live.iter().enumerate() {
            refuted[number] |= !live.is_empty();
            examples.add_live(at, live);
            let (seed, which) = which[number];
            if !live.is_empty() && explained[seed].suggestions[which].proved.is_some() {
                return Err(Contradiction(rules[number].clone()));
            }
            let holds = match seen.forbids[number] {
                // A pass that was stopped has covered some positions only.
                _ if !seen.whole => Holds::Unknown,
                0 => Holds::Vacuous,
                dead => Holds::Yes(Some(dead)),
            };
            explained[seed].suggestions[which].sizes.push((size, holds));
        }
    }
    for (&(seed, which), _) in which.iter().zip(&refuted).rev().filter(|(_, wrong)| **wrong) {
        explained[seed].suggestions.remove(which);
    }
    let mut seeds: Vec<usize> =
        which.iter().zip(&refuted).filter(|(_, wrong)| **wrong).map(|(w, _)| w.0).collect();
    seeds.dedup();
    Ok(seeds)
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
