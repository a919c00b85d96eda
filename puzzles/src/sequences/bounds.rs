//! Bounds of the length of a shortest sequence from both sides at once.

use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_core::budget::Budget;

use crate::sequences::maze::Grid;
use crate::sequences::moves::Move;
use crate::sequences::shortest::{Shortest, shortest};
use crate::sequences::upper;

/// The largest grid on which a search for a shortest sequence or for a repair can begin.
pub const MAX_SEARCHED_FIELDS: usize = 49;

/// Searches for a shortest sequence on this thread, while another thread shortens a sequence that
/// solves every maze. Returns the search and the best sequence known; none if the budget ended
/// before there was one. `progress` is called with each better lower bound.
pub fn both_bounds(
    grid: &Grid,
    seed: u64,
    budget: &Budget<'_>,
    progress: &mut dyn FnMut(usize),
) -> (Shortest, Option<Vec<Move>>) {
    let done = AtomicBool::new(false);
    let (found, upper) = std::thread::scope(|scope| {
        let until = Budget::stoppable(&budget.remaining(), &done);
        let upper = scope.spawn(move || {
            let first = upper::first(grid, &until).ok()?;
            Some(upper::shorten(grid, &first, seed, &until, &mut |_| {}))
        });
        let found = shortest(grid, None, budget, progress);
        done.store(true, Ordering::Relaxed);
        (found, upper.join())
    });
    // A panic of the other thread is passed on.
    let upper = upper.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let best = found.sequence.clone().or(upper);
    (found, best)
}
