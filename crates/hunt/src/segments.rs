//! The segments within a reach of the live end: all of them, the straight ones, or a sample.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Where not all segments that turn are compared, so many are for each reach.
const SAMPLES: usize = 1_000;

pub(crate) fn reach_of(cell: Offset) -> u16 {
    cell.right.unsigned_abs().max(cell.down.unsigned_abs())
}

/// The cells at exactly this reach.
pub(crate) fn around(reach: u16) -> impl Iterator<Item = Offset> {
    within(reach).filter(move |&cell| reach_of(cell) == reach)
}

pub(crate) fn within(reach: u16) -> impl Iterator<Item = Offset> {
    let reach = reach as i16;
    (-reach..=reach)
        .flat_map(move |down| (-reach..=reach).map(move |right| Offset::new(right, down)))
}

/// The free cells within a reach, which are the same in both positions.
pub(crate) struct SegmentWindow {
    pub free: BTreeSet<Offset>,
    pub reach: u16,
}

/// Segments that do not turn back lead right and down, or right and up.
const FALLING: [Move; 2] = [Move::Right, Move::Down];
const RISING: [Move; 2] = [Move::Right, Move::Up];

impl SegmentWindow {
    /// How many paths there are that do not turn back, straight ones counted twice.
    pub fn segments(&self) -> u64 {
        [FALLING, RISING].into_iter().fold(0, |sum: u64, steps| {
            let mut from: BTreeMap<Offset, u64> = BTreeMap::new();
            let mut cells: Vec<Offset> = self.free.iter().copied().collect();
            // Those a step leads to come first.
            cells.sort_by_key(|c| (-c.right, if steps == FALLING { -c.down } else { c.down }));
            for cell in cells {
                let next = steps.map(|m| from.get(&cell.step(m)).copied().unwrap_or(0));
                from.insert(cell, next[0].saturating_add(next[1]).saturating_add(1));
            }
            from.into_values().fold(sum, u64::saturating_add)
        })
    }

    /// Visits every segment with a cell at exactly this reach.
    pub fn visit_all(&self, visit: &mut SegmentVisit<'_>) -> ControlFlow<()> {
        for steps in [FALLING, RISING] {
            for &cell in &self.free {
                self.grow(&mut vec![cell], &steps, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits a path and all that continue it.
    fn grow(
        &self,
        path: &mut Vec<Offset>,
        steps: &[Move],
        visit: &mut SegmentVisit<'_>,
    ) -> ControlFlow<()> {
        if path.iter().any(|&cell| reach_of(cell) == self.reach) {
            visit(path)?;
        }
        for &step in steps {
            let next = path[path.len() - 1].step(step);
            if self.free.contains(&next) {
                path.push(next);
                self.grow(path, steps, visit)?;
                path.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits every straight segment with a cell at exactly this reach, single cells first.
    pub fn visit_straight(&self, visit: &mut SegmentVisit<'_>) -> ControlFlow<()> {
        for steps in [&[][..], &[Move::Right], &[Move::Down]] {
            for &cell in &self.free {
                self.grow(&mut vec![cell], steps, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits some segments with a cell at exactly this reach.
    pub fn visit_some(&self, visit: &mut SegmentVisit<'_>) -> ControlFlow<()> {
        let edge: Vec<Offset> = around(self.reach).filter(|c| self.free.contains(c)).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(u64::from(self.reach));
        for _ in 0..if edge.is_empty() { 0 } else { SAMPLES } {
            let steps = if rng.random() { FALLING } else { RISING };
            let mut path = vec![edge[rng.random_range(0..edge.len())]];
            for steps in [steps, steps.map(Move::opposite)] {
                for _ in 0..rng.random_range(0..=2 * self.reach) {
                    let next = path[path.len() - 1].step(steps[rng.random_range(0..2)]);
                    if self.free.contains(&next) {
                        path.push(next);
                    }
                }
                path.reverse();
            }
            visit(&path)?;
        }
        ControlFlow::Continue(())
    }
}

pub(crate) type SegmentVisit<'a> = dyn FnMut(&[Offset]) -> ControlFlow<()> + 'a;
