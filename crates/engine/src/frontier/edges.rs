//! How many completions use each edge: those of the position without those that are left when the
//! edge is taken away.

use num_bigint::BigUint;

use super::graph::FrontierGraph;
use super::plan::SweepPlan;
use super::state::{StateKey, Wide};
use super::{COUNT_BYTES, count, is_hopeless, order};
use deadmove_core::board::Cell;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limit, Limits};

/// An edge that some completion uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedEdge {
    /// Its cells, in the order of the board.
    pub cells: (Cell, Cell),
    /// How many completions use it.
    pub completions: BigUint,
}

/// The completions of a position, and the edges they use. None of both if the position is dead or
/// finished.
///
/// # Errors
/// The limit that was reached. The limits are for all counts together.
pub fn used_edges(position: &Position, limits: &Limits) -> Result<(BigUint, Vec<UsedEdge>), Limit> {
    let budget = Budget::new(limits);
    let graph = if position.is_finished() { None } else { FrontierGraph::of(position) };
    let Some(graph) = graph else { return Ok((BigUint::ZERO, Vec::new())) };
    let all = count_graph(&graph, &budget)?;
    let cell = |v: u32| {
        let (column, row) = graph.place[v as usize];
        Cell::new(column, row)
    };
    let mut used = Vec::new();
    for (v, adjacent) in (0u32..).zip(&graph.adjacent) {
        for &w in adjacent.iter().filter(|&&w| v < w) {
            let without = match graph.without(v, w) {
                Some(fewer) => count_graph(&fewer, &budget)?,
                None => BigUint::ZERO,
            };
            if without < all {
                let completions = &all - without;
                used.push(UsedEdge { cells: (cell(v), cell(w)), completions });
            }
        }
    }
    Ok((all, used))
}

fn count_graph(graph: &FrontierGraph, budget: &Budget<'_>) -> Result<BigUint, Limit> {
    budget.check_time()?;
    let order = order::choose(graph, budget)?;
    if is_hopeless(order.peak_states(), COUNT_BYTES, budget) {
        return Err(Limit::Memory);
    }
    let plan = SweepPlan::new(graph, &order.vertices).ok_or(Limit::Memory)?;
    with_key!(plan.width, K => count::count::<K>(&plan, budget))
}
