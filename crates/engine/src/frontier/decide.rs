//! Deciding: whether there is a way through all steps, and the edges that one uses.

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

use super::dive::{Dive, dive};
use super::layer::StateLayer;
use super::plan::SweepPlan;
use super::state::StateKey;
use super::transfer::successors;

/// States of the dive before a breadth-first run. It is fast and enough for most live positions.
const SHORT_DIVE: usize = 1 << 17;
/// States of the dive if nothing else can be tried: about a second of work.
const LONG_DIVE: usize = 1 << 20;
/// States between two looks at the clock.
const PATIENCE: usize = 4096;
/// The low bits of a back link hold the chosen edges, the others the index of the predecessor.
const CHOICE_BITS: u32 = 4;
const CHOICE_MASK: u8 = (1 << CHOICE_BITS) - 1;

/// Edges as pairs of vertices.
pub type Edges = Vec<(u32, u32)>;

/// The edges of one completion, or `None` if there is none. `hopeless`: the breadth-first run would
/// not fit in memory and is skipped.
pub fn decide<K: StateKey>(
    plan: &SweepPlan,
    budget: &Budget<'_>,
    hopeless: bool,
) -> Result<Option<Edges>, Limit> {
    let states = if hopeless { LONG_DIVE } else { SHORT_DIVE };
    match dive::<K>(plan, budget, states)? {
        Dive::Live(edges) => Ok(Some(edges)),
        Dive::Dead => Ok(None),
        Dive::Open if hopeless => Err(Limit::Memory),
        Dive::Open => exhaust::<K>(plan, budget),
    }
}

/// Runs through the steps breadth first and keeps a back link of four bytes per state.
fn exhaust<K: StateKey>(plan: &SweepPlan, budget: &Budget<'_>) -> Result<Option<Edges>, Limit> {
    let mut current: StateLayer<K, u32> = StateLayer::new(0);
    let mut next: StateLayer<K, u32> = StateLayer::new(0);
    current.keys.push(K::EMPTY);
    let mut ways: Vec<Vec<u32>> = Vec::with_capacity(plan.steps.len());
    let mut held = 0;
    for step in &plan.steps {
        next.clear();
        let spare = budget.memory().saturating_sub(held + current.bytes());
        for (index, &key) in current.keys.iter().enumerate() {
            if index % PATIENCE == 0 {
                budget.check_time()?;
            }
            let before = (index as u32) << CHOICE_BITS;
            successors(step, key, |state, chosen| {
                next.insert(state, spare, || before | u32::from(chosen), |_| Ok::<_, Limit>(()))
            })?;
        }
        if next.keys.is_empty() {
            return Ok(None);
        }
        let way = next.values.clone();
        held += way.len() * size_of::<u32>();
        ways.push(way);
        std::mem::swap(&mut current, &mut next);
    }

    let mut edges = Vec::with_capacity(plan.steps.len());
    let mut index = 0;
    for (step, way) in plan.steps.iter().zip(&ways).rev() {
        let entry = way[index];
        edges.extend(step.edges(entry as u8 & CHOICE_MASK));
        index = (entry >> CHOICE_BITS) as usize;
    }
    Ok(Some(edges))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use deadmove_core::board::Board;
    use deadmove_core::position::Position;
    use deadmove_core::verdict::Limits;

    use super::super::graph::FrontierGraph;
    use super::super::order;
    use super::super::state::Wide;
    use super::*;

    fn every_way_agrees<K: StateKey>(plan: &SweepPlan, graph: &FrontierGraph, live: bool) {
        let budget = Budget::new(&Limits::default());
        for edges in [decide::<K>(plan, &budget, false), exhaust::<K>(plan, &budget)] {
            let edges = edges.expect("enough memory");
            assert_eq!(edges.is_some(), live);
            if let Some(edges) = edges {
                assert_eq!(graph.trace(&edges).len(), graph.len() - 1);
            }
        }
    }

    fn compare(board: Board, live: bool) {
        let graph = FrontierGraph::of(&Position::start(Arc::new(board))).unwrap();
        let plan = SweepPlan::new(
            &graph,
            &order::choose(&graph, &Budget::new(&Limits::default())).unwrap().vertices,
        )
        .unwrap();
        every_way_agrees::<u64>(&plan, &graph, live);
        every_way_agrees::<u128>(&plan, &graph, live);
        every_way_agrees::<Wide>(&plan, &graph, live);
    }

    #[test]
    fn depth_first_and_breadth_first_agree_with_every_key() {
        for (width, height) in [(5, 5), (7, 4), (9, 9)] {
            compare(Board::corner_to_corner(width, height).unwrap(), true);
        }
        // Two chambers with a gate of one cell, balanced together but not each.
        let mut blocked: Vec<_> = (1..7).map(|column| (column, 8)).collect();
        blocked.extend([(4, 3), (4, 12)]);
        compare(Board::new(7, 15, None, None, &blocked).unwrap(), false);
    }

    #[test]
    fn the_breadth_first_run_stops_at_its_deadline() {
        let board = Board::corner_to_corner(5, 5).unwrap();
        let graph = FrontierGraph::of(&Position::start(Arc::new(board))).unwrap();
        let plan = SweepPlan::new(
            &graph,
            &order::choose(&graph, &Budget::new(&Limits::default())).unwrap().vertices,
        )
        .unwrap();
        let no_time = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
        let over = Budget::new(&no_time);
        assert_eq!(exhaust::<u64>(&plan, &over), Err(Limit::Timeout));
    }
}
