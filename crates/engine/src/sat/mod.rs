//! The SAT engine: finds or excludes a completion by constraints on the edges.
//!
//! It tries, in order of cost: dead ends and cut-off cells; the colour equations of all regions, by
//! a flow; joining the pieces of that flow into a path; and last a formula for the SAT solver. Cut
//! sets are added to the formula until a model is connected or there is none. One session, with one
//! incremental solver, decides a position and each of its moves.

mod colour;
mod session;

pub(crate) use colour::colour_reason;
pub use deadmove_solver::Solver;
pub use session::Session;

use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Outcome, Verdict};

/// How the engine decides a position. It affects only the time, not the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The SAT solver.
    pub solver: Solver,
    /// Whether dead ends, cut-off cells, colour reasons and joined pieces may decide before the
    /// solver. Without them the formula decides everything: for tests and comparisons.
    pub shortcuts: bool,
    /// Faces get potential variables if their potential has at most this many degrees of freedom;
    /// with `None` the formula has no face potentials.
    ///
    /// Faces with more freedom are deep inside open space, where colours always balance; their
    /// variables would dominate the formula.
    pub potentials: Option<i32>,
    /// Whether a dead position gets a deduction, which takes longer to find than the verdict.
    pub deductions: bool,
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy {
            solver: Solver::default(),
            shortcuts: true,
            potentials: Some(8),
            deductions: true,
        }
    }
}

/// Decides one position.
pub fn solve(position: &Position, budget: &Budget) -> Outcome<Vec<Move>, Reason> {
    solve_with(position, Strategy::default(), budget)
}

/// The verdict on one position, without evidence for dead ones: faster than [`solve`].
pub fn verdict(position: &Position, budget: &Budget) -> Verdict {
    solve_with(position, Strategy { deductions: false, ..Strategy::default() }, budget).verdict()
}

/// Decides one position with a given strategy.
pub fn solve_with(
    position: &Position,
    strategy: Strategy,
    budget: &Budget,
) -> Outcome<Vec<Move>, Reason> {
    Session::new(position, strategy, budget).decide()
}
