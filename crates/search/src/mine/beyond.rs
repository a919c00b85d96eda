//! Mining on boards without a list: walks by the rules show where the rules fail, and rules are
//! learned from each failure.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::examples::Examples;
use super::minimise::{Contradiction, Explained, Holds, Options, Seed, Suggestion, minimise};
use crate::walk::random::{Walker, numbers};
use crate::walk::{Failure, Stop};
use deadmove_core::board::{Board, letters};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::{Engine, Fault, Turning, judge};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;

/// What a search by walks looks for, and its limits.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The side of the board.
    pub size: usize,
    /// How often to walk and learn.
    pub rounds: u64,
    /// Walks in each round.
    pub walks: u64,
    /// One in this many walks is adversarial: engines judge each move that the rules allow, and the
    /// first dead one is a failure whether or not the walk would have taken it. 0 for none.
    pub adversarial: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Only rules that are proved for every board.
    pub proved: bool,
}

/// The result of a round of walks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Walks that filled the board.
    pub completed: u64,
    /// Walks on which the rules failed.
    pub failed: u64,
    /// Rules that were added.
    pub added: usize,
    /// Failures that none of them forbids.
    pub unexplained: usize,
}

/// A rule, and the dead move it was found for.
#[derive(Clone, Debug)]
pub struct MinedRule {
    /// The dead move.
    pub seed: Seed,
    /// The rule.
    pub suggestion: Suggestion,
}

/// Why a search ended early.
#[derive(Debug)]
pub enum BeyondError {
    /// An engine failed, or two contradict each other.
    Fault(Fault),
    /// A proof is contradicted by a position.
    Contradiction(Contradiction),
    /// A given rule led to a position that was dead from the start, or no dead move was found.
    NoTurningPoint(String),
}

impl std::fmt::Display for BeyondError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BeyondError::Fault(fault) => fault.fmt(f),
            BeyondError::Contradiction(wrong) => wrong.fmt(f),
            BeyondError::NoTurningPoint(path) => {
                write!(f, "a walk got stuck at {path}, which no engine calls dead")
            }
        }
    }
}

/// Walks by `rules` and learns from the failures, round by round. `report` is called after every
/// round with its result and all rules found so far. If a walk gets stuck although all its
/// positions are live, an unsound rule has forbidden a live move; that failure counts as
/// unexplained.
pub fn run(
    plan: &Plan,
    examples: &mut Examples<'_>,
    rules: &[Rule],
    options: &Options,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Round, &[MinedRule]),
) -> Result<Vec<MinedRule>, BeyondError> {
    let board = Board::corner_to_corner(plan.size, plan.size).expect("an odd size has a board");
    let mut all: Vec<Rule> = rules.to_vec();
    let mut found: Vec<MinedRule> = Vec::new();
    for round in 0..plan.rounds {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let failures = walk(plan, &board, &all, round)?;
        let failed = failures.len() as u64;
        let seeds: Vec<Option<Seed>> = failures
            .par_iter()
            .map(|failure| turning_point(&board, failure))
            .collect::<Result<_, _>>()?;
        let seeds: Vec<Seed> = seeds.into_iter().flatten().collect();
        let explained =
            minimise(examples, &seeds, &all, options, stop).map_err(BeyondError::Contradiction)?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let (chosen, explains) = choose(plan, &seeds, &explained);
        let added = chosen.len();
        all.extend(chosen.iter().map(|found| found.suggestion.rule.clone()));
        found.extend(chosen);
        let round = Round {
            completed: plan.walks - failed,
            failed,
            added,
            unexplained: failures.len() - explains,
        };
        report(&round, &found);
    }
    Ok(found)
}

/// The failures of the walks of a round.
fn walk(
    plan: &Plan,
    board: &Board,
    rules: &[Rule],
    round: u64,
) -> Result<Vec<Failure>, BeyondError> {
    let set = RuleSet::compile(rules, board);
    let failures: Vec<Option<Failure>> = (0..plan.walks as usize)
        .into_par_iter()
        .with_max_len(4)
        .map(|number| {
            let number = number as u64;
            let run = round * plan.walks + number;
            let adversarial = plan.adversarial > 0 && (number + 1).is_multiple_of(plan.adversarial);
            let stop = if adversarial { Stop::Dead } else { Stop::Stuck };
            Walker::new(board, &set, stop).walk(&mut numbers(plan.seed, run))
        })
        .collect::<Result<_, _>>()
        .map_err(BeyondError::Fault)?;
    Ok(failures.into_iter().flatten().collect())
}

/// The dead move behind a failure; none if every position of the line is live, since then a rule
/// has forbidden a live move.
fn turning_point(board: &Board, failure: &Failure) -> Result<Option<Seed>, BeyondError> {
    let line = || letters(&failure.path);
    let position = Position::from_path(board.clone().into(), &failure.path)
        .map_err(|_| BeyondError::NoTurningPoint(line()))?;
    if let Some(fatal) = failure.dead_move {
        return Ok(Some(Seed { position, fatal }));
    }
    let judgement =
        judge(&position, Engine::Sat, &Limits::default()).map_err(BeyondError::Fault)?;
    match judgement.turning {
        Turning::Point { live, fatal, .. } => {
            Ok(Some(Seed { position: position.prefix(live), fatal }))
        }
        Turning::Live => Ok(None),
        Turning::FromTheStart | Turning::Unknown(_) => Err(BeyondError::NoTurningPoint(line())),
    }
}

/// Chooses few suggestions that together forbid as many seeds as all of them, greedily: each time
/// the one that forbids most. Also returns how many seeds they forbid.
fn choose(plan: &Plan, seeds: &[Seed], explained: &[Explained]) -> (Vec<MinedRule>, usize) {
    let usable = |suggestion: &&Suggestion| {
        let holds = |&(_, holds): &(usize, Holds)| holds != Holds::Unknown;
        suggestion.proved.is_some() || (!plan.proved && suggestion.sizes.iter().all(holds))
    };
    let candidates: Vec<(usize, &Suggestion)> = explained
        .iter()
        .enumerate()
        .flat_map(|(at, e)| e.suggestions.iter().filter(usable).map(move |s| (at, s)))
        .collect();
    let covers: Vec<Vec<bool>> = candidates
        .par_iter()
        .map(|(_, suggestion)| {
            let set = std::slice::from_ref(&suggestion.rule);
            seeds.iter().map(|seed| forbids(set, seed)).collect()
        })
        .collect();
    let mut open = vec![true; seeds.len()];
    let mut chosen = Vec::new();
    loop {
        let gain = |at: usize| {
            let gained = covers[at].iter().zip(&open).filter(|(covers, open)| **covers && **open);
            let s = candidates[at].1;
            let rank = std::cmp::Reverse((s.proved.is_none(), s.conditions.len()));
            (gained.count(), rank, s.forbids, std::cmp::Reverse(at))
        };
        let best = (0..candidates.len()).map(|at| (gain(at), at)).max();
        let Some(((1.., ..), at)) = best else { break };
        open.iter_mut().zip(&covers[at]).for_each(|(open, covers)| *open &= !covers);
        let (seed, suggestion) = candidates[at];
        chosen.push(MinedRule { seed: seeds[seed].clone(), suggestion: suggestion.clone() });
    }
    let explains = open.iter().filter(|open| !**open).count();
    (chosen, explains)
}

fn forbids(rules: &[Rule], seed: &Seed) -> bool {
    let position = &seed.position;
    let set = RuleSet::compile(rules, position.board());
    set.matcher().forbidden(position.free(), position.live_end()).contains(seed.fatal)
}
