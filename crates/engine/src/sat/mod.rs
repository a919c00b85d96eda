//! The SAT engine: is there a completion, found or excluded by constraints on the edges.
//!
//! In order of cost: dead ends and cells cut off; the colour equations of all regions, by a flow;
//! joining the pieces of that flow into a path; and only then a formula for the SAT solver, with
//! connectivity added as cut sets until a model is connected or none is left. One session, with one
//! incremental solver, answers for a position and for each of its moves.

mod colour;
mod session;

pub use deadmove_solver::{Solver, Watchdog};
pub use session::Session;

use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::Outcome;

/// How the engine goes about a position. Verdicts do not depend on it, only the time they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The solver that is asked.
    pub solver: Solver,
    /// Whether dead ends, cells cut off, colour reasons and joined pieces may answer in place of
    /// the solver. Without them the formula has to carry every verdict: for tests and comparisons.
    pub shortcuts: bool,
    /// Faces get potential variables if their potential has at most this many steps of freedom;
    /// with `None` the formula has no face potentials at all.
    ///
    /// Faces with more freedom lie deep inside open space, where colours always balance, and would
    /// dominate the formula.
    pub potentials: Option<i32>,
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy { solver: Solver::default(), shortcuts: true, potentials: Some(8) }
    }
}

/// Decides one position.
pub fn solve(position: &Position, budget: &Budget) -> Outcome<Vec<Move>, Reason> {
    solve_with(position, Strategy::default(), budget)
}

/// Decides one position in a way of the caller's choice.
pub fn solve_with(
    position: &Position,
    strategy: Strategy,
    budget: &Budget,
) -> Outcome<Vec<Move>, Reason> {
    let mut watchdog = Watchdog::new(budget);
    Session::new(position, strategy, budget, &mut watchdog).decide()
}
