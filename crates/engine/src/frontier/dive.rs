//! Deciding depth first: for most live positions a fraction of the states is enough to find a
//! completion. The exhaustive breadth-first run is in [`super::decide`].

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

use super::decide::Edges;
use super::plan::SweepPlan;
use super::state::StateKey;
use super::transfer::successors;

/// States between two looks at the clock.
const PATIENCE: usize = 4096;

/// A hash set that has just grown takes about this many times the bytes of its members.
const SLACK: usize = 4;

/// The result of a dive.
pub enum Dive {
    /// The edges of a completion.
    Live(Edges),
    /// All states were visited; none leads to a completion.
    Dead,
    /// Undecided: there are more states than allowed.
    Open,
}

/// Depth-first search that visits no state twice. Gives up after `states` states, or fewer if they
/// would not fit in memory.
pub fn dive<K: StateKey>(
    plan: &SweepPlan,
    budget: &Budget<'_>,
    states: usize,
) -> Result<Dive, Limit> {
    let states = states.min(budget.memory() / (SLACK * size_of::<(K, u32)>()));
    let mut seen: HashSet<(K, u32), FxBuildHasher> = HashSet::default();
    let mut chosen = vec![0u8; plan.steps.len()];
    let mut stack = vec![(0usize, K::EMPTY, 0u8)];
    let mut looked_at = 0;
    while let Some((depth, key, choice)) = stack.pop() {
        if depth > 0 {
            chosen[depth - 1] = choice;
        }
        let Some(step) = plan.steps.get(depth) else {
            let edges =
                plan.steps.iter().zip(&chosen).flat_map(|(step, &choice)| step.edges(choice));
            return Ok(Dive::Live(edges.collect()));
        };
        let before = stack.len();
        successors(step, key, |state, choice| {
            if seen.insert((state, depth as u32)) {
                stack.push((depth + 1, state, choice));
            }
            Ok::<_, Limit>(())
        })?;
        stack[before..].reverse();
        if seen.len() >= states {
            return Ok(Dive::Open);
        }
        looked_at += 1;
        if looked_at % PATIENCE == 0 {
            budget.check_time()?;
        }
    }
    Ok(Dive::Dead)
}
