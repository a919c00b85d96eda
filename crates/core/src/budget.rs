//! The remaining time, conflicts and memory of a run, and its stop flag.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::verdict::{Limit, Limits};

/// The remaining time and conflicts. Threads may share a budget. The questions about one position
/// (the position itself, its moves, its turning point) draw from one budget.
#[derive(Debug)]
pub struct Budget<'s> {
    stop: Option<&'s AtomicBool>,
    deadline: Option<Instant>,
    conflicts_left: Option<AtomicU64>,
    memory: usize,
}

impl<'s> Budget<'s> {
    /// Starts the clock.
    pub fn new(limits: &Limits) -> Budget<'s> {
        Budget {
            stop: None,
            // A deadline beyond what the clock can count is no deadline.
            deadline: limits.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            conflicts_left: limits.max_conflicts.map(AtomicU64::new),
            memory: limits.memory,
        }
    }

    /// Starts the clock of a run that ends when `stop` is set.
    pub fn stoppable(limits: &Limits, stop: &'s AtomicBool) -> Budget<'s> {
        Budget { stop: Some(stop), ..Budget::new(limits) }
    }

    /// Whether any limit on time or conflicts was set, or a way to stop.
    pub fn is_limited(&self) -> bool {
        self.stop.is_some() || self.deadline.is_some() || self.conflicts_left.is_some()
    }

    /// The stop flag if it is set, or the time limit if it has been reached.
    pub fn out_of_time(&self) -> Option<Limit> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(Limit::Stopped);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Limit::Timeout)
    }

    /// [`Budget::out_of_time`] as an error, for loops that end with `?`.
    ///
    /// # Errors
    /// [`Limit::Stopped`] or [`Limit::Timeout`].
    pub fn check_time(&self) -> Result<(), Limit> {
        self.out_of_time().map_or(Ok(()), Err)
    }

    /// The bytes that may be held at a time.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The limit that has been reached, if any.
    pub fn exhausted(&self) -> Option<Limit> {
        let no_conflicts = self.conflicts_left() == Some(0);
        self.out_of_time().or(no_conflicts.then_some(Limit::Conflicts))
    }

    /// [`Budget::exhausted`] as an error, for loops that end with `?`.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn check(&self) -> Result<(), Limit> {
        self.exhausted().map_or(Ok(()), Err)
    }

    fn conflicts_left(&self) -> Option<u64> {
        self.conflicts_left.as_ref().map(|left| left.load(Ordering::Relaxed))
    }

    /// Takes conflicts off the budget.
    pub fn spend_conflicts(&self, spent: u64) {
        if let Some(left) = &self.conflicts_left {
            let less = |left: u64| Some(left.saturating_sub(spent));
            // The closure always answers, so the update cannot fail.
            let _ = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
    }

    /// The limits that remain, for another budget. The stop flag is not among them.
    pub fn remaining(&self) -> Limits {
        Limits {
            timeout: self.deadline.map(|deadline| {
                deadline.checked_duration_since(Instant::now()).unwrap_or(Duration::ZERO)
            }),
            max_conflicts: self.conflicts_left(),
            memory: self.memory,
        }
    }
}
