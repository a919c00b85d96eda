//! Deciding: is there any way through all steps, and which edges does one use.

use crate::verdict::Limit;

use super::Budget;
use super::layer::Layer;
use super::plan::Plan;
use super::state::Key;
use super::transfer::successors;

/// States between two looks at the clock.
const PATIENCE: usize = 4096;
/// Low bits of a way back that hold the chosen edges; the others hold the state before.
const CHOICE_BITS: u32 = 4;

/// The edges of one completion, or `None` if there is none. Works through the steps breadth first
/// and keeps, per state, four bytes for the way back.
pub fn decide<K: Key>(plan: &Plan, budget: &Budget) -> Result<Option<Vec<(u32, u32)>>, Limit> {
    let mut current: Layer<K, u32> = Layer::new(0);
    let mut next: Layer<K, u32> = Layer::new(0);
    current.keys.push(K::EMPTY);
    let mut ways: Vec<Vec<u32>> = Vec::with_capacity(plan.steps.len());
    let mut held = 0;
    for step in &plan.steps {
        next.clear();
        let spare = budget.memory.saturating_sub(held + current.bytes());
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
        for (bit, out) in step.outs.iter().enumerate() {
            if entry >> bit & 1 == 1 {
                edges.push((step.vertex, out.to));
            }
        }
        index = (entry >> CHOICE_BITS) as usize;
    }
    Ok(Some(edges))
}
