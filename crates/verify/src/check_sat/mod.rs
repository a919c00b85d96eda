//! Checking one rule on a board of any size with the SAT solver: one formula for each placement and
//! live end, see `formula.rs`. Sound, unsound (with a position) or vacuous; nothing is counted, and
//! completeness is not asked.

mod contour;
mod formula;
mod planarity;
mod search;
mod shrink;
#[cfg(test)]
mod tests;
mod whole;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use self::formula::Formula;
use self::search::Search;
use self::whole::Whole;
use super::check::{RuleResult, RuleVerdict};
use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limit, Limits};
use deadmove_rules::compile::{PlacedRule, RuleSet};
use deadmove_rules::geometry::Placements;
use deadmove_rules::model::Rule;
use deadmove_solver::Watchdog;

/// Conflicts after which the search for a live position that a rule matches turns to the next
/// placement, in rounds. One that is easy settles the question; hard ones may take for ever.
const PATIENCE: [Option<u64>; 4] = [Some(100), Some(2_000), Some(40_000), None];

/// A placed rule and a live end.
type Place = (Cell, PlacedRule);

/// Checks one rule on a square board from corner to corner, of side 3 or more. The time limit holds
/// for the rule, the conflict limit for each placement and live end. A run that is stopped or meets
/// a limit leaves the rule unknown.
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
        begun: Instant::now(),
    };
    let counterexample = check.counterexample(places(rule, board));
    let (verdict, counterexample) = match counterexample {
        Ok(Some(found)) => {
            let example = check.smallest(rule, found);
            (RuleVerdict::Unsound, Some(example))
        }
        Ok(None) => match check.has_effect(places(rule, board)) {
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
        time: Some(check.begun.elapsed()),
    }
}

/// One rule on one board.
struct RuleCheck<'a> {
    whole: Whole,
    set: RuleSet,
    stop: &'a AtomicBool,
    limits: &'a Limits,
    begun: Instant,
}

impl RuleCheck<'_> {
    /// A live move that the rule forbids.
    fn counterexample(&self, places: Vec<Place>) -> Result<Option<(Position, Move)>, Limit> {
        let limit = Mutex::new(None);
        let found = places.par_iter().find_map_first(|place| {
            self.ask(place, self.limits, None, live).unwrap_or_else(|reached| {
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

    /// Whether a legal move of some live position is forbidden. To be asked when no live move is:
    /// then the line goes on with another one.
    fn has_effect(&self, mut places: Vec<Place>) -> Result<bool, Limit> {
        // In the middle of the board most patterns fit.
        let middle = places.len() / 2;
        places.rotate_left(middle);
        for patience in PATIENCE {
            let max_conflicts = match (patience, self.limits.max_conflicts) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            let limits = Limits { max_conflicts, ..*self.limits };
            let open = Mutex::new(Vec::new());
            let others = |forbidden| {
                let others = Move::ALL.into_iter().filter(|&step| step != forbidden);
                others.collect::<Vec<_>>()
            };
            let found = places.par_iter().enumerate().find_map_any(|(at, place)| {
                match self.ask(place, &limits, None, others) {
                    Ok(found) => found.map(|_| ()),
                    Err(limit) => {
                        open.lock().expect("no holder panics").push((at, limit));
                        None
                    }
                }
            });
            if found.is_some() {
                return Ok(true);
            }
            let mut open = open.into_inner().expect("no holder panics");
            open.sort_unstable_by_key(|&(at, _)| at);
            let Some(&(_, limit)) = open.first() else { return Ok(false) };
            if limit != Limit::Conflicts || max_conflicts == self.limits.max_conflicts {
                return Err(limit);
            }
            places = open.into_iter().map(|(at, _)| places[at].clone()).collect();
        }
        unreachable!("the last round has all the patience there is")
    }

    /// A live position in which the rule forbids a move, and that goes on with one of its `steps`. If
    /// `within` is given, only cells that near the upper-left corner are drawn.
    fn ask(
        &self,
        (live_end, placed): &Place,
        limits: &Limits,
        within: Option<usize>,
        steps: impl Fn(Move) -> Vec<Move>,
    ) -> Result<Option<(Position, Move)>, Limit> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Limit::Stopped);
        }
        let timeout = limits.timeout.map(|timeout| timeout.saturating_sub(self.begun.elapsed()));
        if timeout == Some(Duration::ZERO) {
            return Err(Limit::Timeout);
        }
        let Some(mut formula) = Formula::new(&self.whole, placed, *live_end) else {
            return Ok(None);
        };
        if let Some(steps) = within {
            formula.draw_within(steps);
        }
        let mut units = formula.propagator();
        let budget = Budget::stoppable(&Limits { timeout, ..*limits }, self.stop);
        let mut watchdog = Watchdog::new(&budget);
        let mut watchdog = Some(&mut watchdog);
        let mut search = None;
        let mut matcher = self.set.matcher();
        for &forbidden in formula.moves() {
            let mut forbids = |position: &Position| {
                matcher.forbidden(position.free(), position.live_end()).contains(forbidden)
            };
            for step in steps(forbidden) {
                let Some(assumptions) = formula.assumptions(forbidden, step) else { continue };
                if units.refutes(&assumptions) {
                    continue;
                }
                let search = search.get_or_insert_with(|| {
                    let watchdog = watchdog.take().expect("the solver is made once");
                    Search::new(&formula, &budget, watchdog)
                });
                if let Some(position) = search.ask(&assumptions, &mut forbids)? {
                    return Ok(Some((position, forbidden)));
                }
            }
        }
        Ok(None)
    }
}

/// Asks whether the line can go on with the forbidden move itself.
fn live(forbidden: Move) -> Vec<Move> {
    vec![forbidden]
}

/// The live ends and placed rules to look at, those near the start first. On a square board, a rule
/// for all placements says the same about a position and its transpose.
fn places(rule: &Rule, board: &Board) -> Vec<Place> {
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
