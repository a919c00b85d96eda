//! The frontier engine: exact dynamic programming along a sweep over the free cells.
//!
//! The vertices (the free cells and the live end) are taken one by one in a fixed order. A state
//! describes the edges between taken and untaken vertices: which are used, and which of them are
//! the two ends of one piece of the line. Partial lines with the same description are one state, so
//! the work grows with the width of the sweep and not with the number of completions, and regions
//! with unbalanced colours are no harder than others. The method is the plug (or
//! connectivity-state) dynamic programme of Klein 1980 and Jacobsen 2007, with the mate encoding of
//! Knuth's SIMPATH.
//!
//! `graph` reduces a position to vertices and edges, `order` chooses the sweep, `plan` turns it
//! into steps, `state` encodes states, `transfer` computes the successors of a state, `layer`
//! stores the states of a step, and `dive`, `decide` and `count` run over all steps. Nothing here
//! uses the SAT engine.

/// Runs `$run` with the narrowest key that has `$width` slots.
macro_rules! with_key {
    ($width:expr, $key:ident => $run:expr) => {
        match $width {
            width if width <= <u64 as StateKey>::SLOTS => {
                type $key = u64;
                $run
            }
            width if width <= <u128 as StateKey>::SLOTS => {
                type $key = u128;
                $run
            }
            _ => {
                type $key = Wide;
                $run
            }
        }
    };
}

mod count;
mod decide;
mod dive;
mod edges;
mod graph;
mod layer;
mod order;
mod plan;
mod state;
mod transfer;

use num_bigint::BigUint;

use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::{Reason, SearchEngine};
use deadmove_core::verdict::{Limit, Limits, Outcome};

pub use edges::{UsedEdge, used_edges};
use graph::FrontierGraph;
use plan::SweepPlan;
use state::{StateKey, Wide};

/// Approximate bytes per state while deciding, in the layers before and after a step.
const SOLVE_BYTES: usize = 64;
/// Approximate bytes per state while counting.
const COUNT_BYTES: usize = 96;

/// What is left to do after the trivial cases.
enum Task {
    Finished,
    Dead,
    Sweep { graph: FrontierGraph, plan: SweepPlan, peak_states: f64 },
}

fn prepare(position: &Position, budget: &Budget<'_>) -> Result<Task, Limit> {
    if position.is_finished() {
        return Ok(Task::Finished);
    }
    let Some(graph) = FrontierGraph::of(position) else { return Ok(Task::Dead) };
    budget.check_time()?;
    let order = order::choose(&graph, budget)?;
    budget.check_time()?;
    let plan = SweepPlan::new(&graph, &order.vertices).ok_or(Limit::Memory)?;
    Ok(Task::Sweep { graph, plan, peak_states: order.peak_states() })
}

/// Whether a sweep with this many states in its widest step cannot fit in memory, allowing for the
/// error of the estimate.
fn is_hopeless(peak_states: f64, bytes_per_state: usize, budget: &Budget<'_>) -> bool {
    peak_states * bytes_per_state as f64 > order::DOUBT * budget.memory() as f64
}

/// Decides one position: live, with the moves from the live end to the end cell; dead, after all
/// states are exhausted; or unknown, if `limits.timeout` (from now) or `limits.memory` (bytes) is
/// reached. If the sweep is far too wide for the memory, it only searches for a completion for
/// about a second.
pub fn solve(position: &Position, limits: &Limits) -> Outcome<Vec<Move>, Reason> {
    solve_within(position, &Budget::new(limits))
}

/// The same with a budget that was begun earlier, whose stop flag ends it too.
pub fn solve_within(position: &Position, budget: &Budget<'_>) -> Outcome<Vec<Move>, Reason> {
    let decided = prepare(position, budget).and_then(|task| match task {
        Task::Finished => Ok(Some(Vec::new())),
        Task::Dead => Ok(None),
        Task::Sweep { graph, plan, peak_states } => {
            let hopeless = is_hopeless(peak_states, SOLVE_BYTES, budget);
            let edges = with_key!(plan.width, K => decide::decide::<K>(&plan, budget, hopeless))?;
            Ok(edges.map(|edges| graph.trace(&edges)))
        }
    });
    match decided {
        Ok(Some(witness)) => Outcome::Live(witness),
        Ok(None) => Outcome::Dead(Reason::Search { engine: SearchEngine::Frontier, cut_sets: 0 }),
        Err(limit) => Outcome::Unknown(limit),
    }
}

/// The exact number of completions of a position; 1 for a finished one. The limits are
/// those of [`solve`]; a sweep that is far too wide for the memory is not started.
///
/// # Errors
/// The limit that was reached.
pub fn count(position: &Position, limits: &Limits) -> Result<BigUint, Limit> {
    count_within(position, &Budget::new(limits))
}

/// The same with a budget that was begun earlier, whose stop flag ends it too.
///
/// # Errors
/// Those of [`count`].
pub fn count_within(position: &Position, budget: &Budget<'_>) -> Result<BigUint, Limit> {
    match prepare(position, budget)? {
        Task::Finished => Ok(BigUint::from(1u8)),
        Task::Dead => Ok(BigUint::ZERO),
        Task::Sweep { peak_states, .. } if is_hopeless(peak_states, COUNT_BYTES, budget) => {
            Err(Limit::Memory)
        }
        Task::Sweep { plan, .. } => with_key!(plan.width, K => count::count::<K>(&plan, budget)),
    }
}
