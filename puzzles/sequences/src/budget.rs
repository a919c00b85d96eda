//! How long a search may go on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A point in time and a flag; whichever comes first ends a search.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Set from outside.
    pub stop: &'a AtomicBool,
}

/// A search was ended by its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Budget<'_> {
    /// Whether the budget is spent.
    pub fn check(&self) -> Result<(), Stopped> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}
