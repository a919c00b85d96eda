//! What is left of the limits of one position while its questions are answered one after another.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::verdict::{Limit, Limits};

/// The remaining time and conflicts. The position itself, its moves and its turning point draw
/// from one budget.
#[derive(Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    conflicts_left: Cell<Option<u64>>,
    memory: usize,
}

impl Budget {
    /// Starts the clock.
    pub fn new(limits: &Limits) -> Budget {
        Budget {
            deadline: limits.timeout.map(|timeout| Instant::now() + timeout),
            conflicts_left: Cell::new(limits.max_conflicts),
            memory: limits.memory,
        }
    }

    /// Whether any limit on time or conflicts was set.
    pub fn is_limited(&self) -> bool {
        self.deadline.is_some() || self.conflicts_left.get().is_some()
    }

    /// The limit that has been reached, if any.
    pub fn exhausted(&self) -> Option<Limit> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Limit::Timeout)
        } else if self.conflicts_left.get() == Some(0) {
            Some(Limit::Conflicts)
        } else {
            None
        }
    }

    /// Takes conflicts off the budget.
    pub fn spend_conflicts(&self, spent: u64) {
        self.conflicts_left.set(self.conflicts_left.get().map(|left| left.saturating_sub(spent)));
    }

    /// The limits that remain, for an engine that keeps its own clock.
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
