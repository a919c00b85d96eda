//! Counting completions: the number of ways through all steps.

use num_bigint::BigUint;

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

use super::layer::StateLayer;
use super::plan::{SweepPlan, SweepStep};
use super::state::StateKey;
use super::transfer::successors;

/// States between two looks at the clock.
const PATIENCE: usize = 4096;

/// Why a step could not be counted.
enum CountStop {
    Overflow,
    Limit(Limit),
}

impl From<Limit> for CountStop {
    fn from(limit: Limit) -> Self {
        CountStop::Limit(limit)
    }
}

/// A number of partial lines.
trait LineTally: Clone {
    /// Approximate bytes a value holds on the heap.
    const HEAP: usize;
    /// Adds, or fails if the sum does not fit.
    fn add(&mut self, other: &Self) -> Result<(), CountStop>;
}

impl LineTally for u128 {
    const HEAP: usize = 0;

    fn add(&mut self, other: &u128) -> Result<(), CountStop> {
        *self = self.checked_add(*other).ok_or(CountStop::Overflow)?;
        Ok(())
    }
}

impl LineTally for BigUint {
    const HEAP: usize = 48;

    fn add(&mut self, other: &BigUint) -> Result<(), CountStop> {
        *self += other;
        Ok(())
    }
}

/// The number of completions. Counts in 128 bits until they overflow.
pub fn count<K: StateKey>(plan: &SweepPlan, budget: &Budget<'_>) -> Result<BigUint, Limit> {
    let mut current: StateLayer<K, u128> = StateLayer::new(u128::HEAP);
    let mut next = StateLayer::new(u128::HEAP);
    current.keys.push(K::EMPTY);
    current.values.push(1);
    for (done, step) in plan.steps.iter().enumerate() {
        match advance(step, &current, &mut next, budget) {
            Ok(()) => std::mem::swap(&mut current, &mut next),
            Err(CountStop::Limit(limit)) => return Err(limit),
            Err(CountStop::Overflow) => return count_large(&plan.steps[done..], current, budget),
        }
    }
    Ok(current.values.first().copied().unwrap_or(0).into())
}

/// Continues with numbers of any size.
fn count_large<K: StateKey>(
    steps: &[SweepStep],
    small: StateLayer<K, u128>,
    budget: &Budget<'_>,
) -> Result<BigUint, Limit> {
    let mut current: StateLayer<K, BigUint> = StateLayer::new(BigUint::HEAP);
    let mut next = StateLayer::new(BigUint::HEAP);
    current.keys = small.keys;
    current.values = small.values.into_iter().map(BigUint::from).collect();
    for step in steps {
        match advance(step, &current, &mut next, budget) {
            Ok(()) => std::mem::swap(&mut current, &mut next),
            Err(CountStop::Limit(limit)) => return Err(limit),
            Err(CountStop::Overflow) => unreachable!("a BigUint holds any sum"),
        }
    }
    Ok(current.values.into_iter().next().unwrap_or_default())
}

/// Fills `next` with the successors of the states of `current` at `step`.
fn advance<K: StateKey, T: LineTally>(
    step: &SweepStep,
    current: &StateLayer<K, T>,
    next: &mut StateLayer<K, T>,
    budget: &Budget<'_>,
) -> Result<(), CountStop> {
    next.clear();
    let spare = budget.memory().saturating_sub(current.bytes());
    for (index, (&key, ways)) in current.keys.iter().zip(&current.values).enumerate() {
        if index % PATIENCE == 0 {
            budget.check_time()?;
        }
        successors(step, key, |state, _| {
            next.insert(state, spare, || ways.clone(), |sum| sum.add(ways))
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use deadmove_core::board::Board;
    use deadmove_core::position::Position;
    use deadmove_core::verdict::Limits;

    use super::super::graph::FrontierGraph;
    use super::super::order;
    use super::super::state::Wide;
    use super::*;

    #[test]
    fn counts_the_same_with_every_key() {
        let board = Arc::new(Board::corner_to_corner(9, 9).unwrap());
        let graph = FrontierGraph::of(&Position::start(board)).unwrap();
        let plan = SweepPlan::new(
            &graph,
            &order::choose(&graph, &Budget::new(&Limits::default())).unwrap().vertices,
        )
        .unwrap();
        let budget = Budget::new(&Limits::default());
        let expected = Ok(BigUint::from(2_688_307_514u64));
        assert_eq!(count::<u64>(&plan, &budget), expected);
        assert_eq!(count::<u128>(&plan, &budget), expected);
        assert_eq!(count::<Wide>(&plan, &budget), expected);
    }
}
