//! The fixed sets of positions that the benches share.

use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::sat;
use deadmove_testing::generate::{prefixes, strays};

/// Twentieths of the length of a path.
pub fn fractions() -> Vec<f64> {
    (0..20).map(|k| f64::from(k) / 20.0).collect()
}

/// Live and dead positions on n×n: prefixes of random lines, and prefixes that strayed from them by
/// a few random steps.
pub fn live_and_dead(n: usize) -> (Vec<Position>, Vec<Position>) {
    let mut live = Vec::new();
    let mut dead = Vec::new();
    for seed in 0..10 {
        live.extend(prefixes(n, &fractions(), seed));
        for position in strays(n, &fractions(), 3, seed) {
            if sat::verdict(&position, &Budget::new(&Limits::default())) == Verdict::Dead {
                dead.push(position);
            }
        }
    }
    (live, dead)
}
