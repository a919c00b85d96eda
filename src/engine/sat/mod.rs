//! The SAT engine: is there a completion, found or excluded by constraints on the edges.
//!
//! In order of cost: dead ends and cells cut off; the colour equations of all regions, by a flow;
//! joining the pieces of that flow into a path; and only then a formula for the SAT solver, with
//! connectivity added as cut sets until a model is connected or none is left. One session, with one
//! incremental solver, answers for a position and for each of its moves.

mod backend;
mod colour;
mod graph;
mod repair;
mod session;

pub use session::{Session, Watchdog};

use crate::board::Move;
use crate::engine::budget::Budget;
use crate::position::Position;
use crate::reason::Reason;
use crate::verdict::Outcome;

/// Decides one position.
pub fn solve(position: &Position, budget: &Budget) -> Outcome<Vec<Move>, Reason> {
    let mut watchdog = Watchdog::new(budget);
    Session::new(position, budget, &mut watchdog).decide()
}
