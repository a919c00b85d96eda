//! The budget of one position: what is left of its limits while the position, its moves and its
//! turning point are decided.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::verdict::{Limit, Limits};

/// The remaining time and conflicts, shared by the position itself, its moves and its turning
/// point.
#[derive(Debug)]
pub struct Budget<'s> {
    stop: Option<&'s AtomicBool>,
    deadline: Option<Instant>,
    conflicts_left: Cell<Option<u64>>,
    memory: usize,
}

impl<'s> Budget<'s> {
    /// Starts the clock.
    pub fn new(limits: &Limits) -> Budget<'s> {
        Budget {
            stop: None,
            // A deadline beyond the range of the clock is no deadline.
            deadline: limits.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            conflicts_left: Cell::new(limits.max_conflicts),
            memory: limits.memory,
        }
    }

    /// Starts the clock of a run that ends when `stop` is set.
    pub fn stoppable(limits: &Limits, stop: &'s AtomicBool) -> Budget<'s> {
        Budget { stop: Some(stop), ..Budget::new(limits) }
    }

    /// Whether there is a limit on time or conflicts, or a flag to stop.
    pub fn is_limited(&self) -> bool {
        self.stop.is_some() || self.deadline.is_some() || self.conflicts_left.get().is_some()
    }

    /// The time limit, if it has been reached.
    pub fn out_of_time(&self) -> Option<Limit> {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Limit::Timeout)
    }

    /// The limit that has been reached, if any.
    pub fn exhausted(&self) -> Option<Limit> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(Limit::Stopped);
        }
        let no_conflicts = self.conflicts_left.get() == Some(0);
        self.out_of_time().or(no_conflicts.then_some(Limit::Conflicts))
    }

    /// Subtracts conflicts from the budget.
    pub fn spend_conflicts(&self, spent: u64) {
        self.conflicts_left.set(self.conflicts_left.get().map(|left| left.saturating_sub(spent)));
    }

    /// The remaining limits, for an engine with its own clock.
    pub fn remaining(&self) -> Limits {
        Limits {
            timeout: self.deadline.map(|deadline| {
                deadline.checked_duration_since(Instant::now()).unwrap_or(Duration::ZERO)
            }),
            max_conflicts: self.conflicts_left.get(),
            memory: self.memory,
        }
    }
}
