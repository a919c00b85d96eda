//! Checking one rule on a board of any size with the SAT solver, one formula for each placement and
//! live end (see `formula.rs`). The verdict is sound, unsound (with a position) or vacuous. Nothing
//! is counted, and completeness is not decided.

mod formula;
mod planarity;
mod refinement;
mod shrink;
#[cfg(test)]
mod tests;
mod whole;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use self::formula::Formula;
use self::refinement::Refinement;
use self::whole::Whole;
use super::check::{RuleResult, RuleVerdict};
use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limit, Limits};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::geometry::Placements;
use deadmove_rules::model::Rule;
use deadmove_rules::placed::PlacedRule;
use deadmove_solver::Impossible;

/// Conflicts per round and instance when searching for a live position that a rule matches. One
/// easy instance is enough to settle the question, and hard ones may take forever.
const PATIENCE: [Option<u64>; 4] = [Some(100), Some(2_000), Some(40_000), None];

/// A live end and a placed rule.
type Instance = (Cell, PlacedRule);

/// Checks one rule on a square board from corner to corner, of side 3 or more. The time limit
/// applies to the rule, the conflict limit to each placement and live end. If the run is stopped or
/// reaches a limit, the verdict is unknown.
///
/// # Panics
/// If the board is another one.
pub fn check_rule(rule: &Rule, board: &Board, stop: &AtomicBool, limits: &Limits) -> RuleResult {
    assert_eq!(board.width(), board.height(), "rules are checked on square boards");
    let check = RuleCheck {
        whole: Whole::new(board.clone()),
        set: RuleSet::compile(std::slice::from_ref(rule), board),
        stop,
        limits,
        begun: (!cfg!(target_family = "wasm")).then(Instant::now),
    };
    let counterexample = check.counterexample(instances(rule, board));
    let (verdict, counterexample) = match counterexample {
        Ok(Some(found)) => {
            let example = check.smallest(rule, found);
            (RuleVerdict::Unsound, Some(example))
        }
        Ok(None) => match check.has_effect(instances(rule, board)) {
            Ok(true) => (RuleVerdict::Sound, None),
            Ok(false) => (RuleVerdict::Vacuous, None),
            Err(_) => (RuleVerdict::Unknown, None),
        },
        Err(_) => (RuleVerdict::Unknown, None),
    };
    RuleResult {
        verdict,
        placements: RuleSet::placements_of(rule).len(),
        matches: None,
        forbids_dead: None,
        forbids_live: None,
        counterexample,
        time: check.begun.map(|begun| begun.elapsed()),
    }
}

/// One rule on one board.
struct RuleCheck<'a> {
    whole: Whole,
    set: RuleSet,
    stop: &'a AtomicBool,
    limits: &'a Limits,
    /// None where there is no clock.
    begun: Option<Instant>,
}

impl RuleCheck<'_> {
    /// A live move that the rule forbids.
    fn counterexample(&self, instances: Vec<Instance>) -> Result<Option<(Position, Move)>, Limit> {
        let limit = Mutex::new(None);
        let found = instances.par_iter().find_map_first(|instance| {
            self.search(instance, self.limits, None, live).unwrap_or_else(|reached| {
                *limit.lock().expect("no holder panics") = Some(reached);
                None
            })
        });
        match (found, limit.into_inner().expect("no holder panics")) {
            (Some(found), _) => Ok(Some(found)),
            (None, Some(limit)) => Err(limit),
            (None, None) => Ok(None),
        }
    }

    /// Whether the rule forbids a legal move of some live position. Only correct if it forbids no
    /// live move, because completions are sought through the other moves.
    fn has_effect(&self, mut instances: Vec<Instance>) -> Result<bool, Limit> {
        // Most patterns fit in the middle of the board.
        let middle = instances.len() / 2;
        instances.rotate_left(middle);
        for patience in PATIENCE {
            let limits = self.limits.with_conflicts(patience);
            let open = Mutex::new(Vec::new());
            let others = |forbidden| -> Vec<Move> {
                Move::ALL.into_iter().filter(|&step| step != forbidden).collect()
            };
            let found = instances.par_iter().enumerate().find_map_any(|(at, instance)| match self
                .search(instance, &limits, None, others)
            {
                Ok(found) => found.map(|_| ()),
                Err(limit) => {
                    open.lock().expect("no holder panics").push((at, limit));
                    None
                }
            });
            if found.is_some() {
                return Ok(true);
            }
            let mut open = open.into_inner().expect("no holder panics");
            open.sort_unstable_by_key(|&(at, _)| at);
            let Some(&(_, limit)) = open.first() else { return Ok(false) };
            if limit != Limit::Conflicts || limits == *self.limits {
                return Err(limit);
            }
            instances = open.into_iter().map(|(at, _)| instances[at].clone()).collect();
        }
        unreachable!("the last round has no limit of its own")
    }

    /// A live position in which the rule forbids a move, with a completion through one of the
    /// `steps` for that move. With `within`, only cells at most that many steps from the upper-left
    /// corner are drawn.
    fn search(
        &self,
        (live_end, placed): &Instance,
        limits: &Limits,
        within: Option<usize>,
        steps: impl Fn(Move) -> Vec<Move>,
    ) -> Result<Option<(Position, Move)>, Limit> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Limit::Stopped);
        }
        let limits = match self.begun {
            Some(begun) => limits.since(begun)?,
            None => *limits,
        };
        let mut formula = match Formula::new(&self.whole, placed, *live_end) {
            Ok(formula) => formula,
            Err(Impossible) => return Ok(None),
        };
        if let Some(steps) = within {
            formula.draw_within(steps);
        }
        let mut propagator = formula.propagator();
        let budget = Budget::stoppable(&limits, self.stop);
        let mut refinement = None;
        let mut matcher = self.set.matcher();
        for &forbidden in &formula.moves {
            let mut forbids = |position: &Position| {
                matcher.forbidden(position.free(), position.live_end()).contains(forbidden)
            };
            for step in steps(forbidden) {
                let Some(assumptions) = formula.assumptions(forbidden, step) else { continue };
                if propagator.refutes(&assumptions) {
                    continue;
                }
                let refinement =
                    refinement.get_or_insert_with(|| Refinement::new(&formula, &budget));
                if let Some(position) = refinement.find(&assumptions, &mut forbids)? {
                    return Ok(Some((position, forbidden)));
                }
            }
        }
        Ok(None)
    }
}

/// The step that shows the forbidden move to be live: the move itself.
fn live(forbidden: Move) -> Vec<Move> {
    vec![forbidden]
}

/// The instances to check, those with a live end near the start first. A rule for all placements
/// says the same about a position and its transpose, so half of the live ends suffice.
fn instances(rule: &Rule, board: &Board) -> Vec<Instance> {
    if !rule.head.sizes.contain(board) {
        return Vec::new();
    }
    let half = rule.head.placements == Placements::ALL;
    let mut cells: Vec<Cell> = (0..board.cells())
        .map(|index| board.cell(index))
        .filter(|cell| !half || cell.column >= cell.row)
        .collect();
    cells.sort_by_key(|cell| (cell.column + cell.row, cell.row));
    let placed = RuleSet::placements_of(rule);
    cells
        .into_iter()
        .flat_map(|cell| placed.iter().map(move |(_, placed)| (cell, placed.clone())))
        .collect()
}
