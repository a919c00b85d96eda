//! The mean number of random walkthroughs that are completed before the rules first fail.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::Stop;
use super::random::{Walker, numbers};
use deadmove_core::board::Board;
use deadmove_engine::judge::Fault;
use deadmove_rules::compile::RuleSet;

/// The result of the runs on one board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// Runs that were done.
    pub runs: u64,
    /// Walkthroughs completed in all of them.
    pub completed: u64,
    /// Runs that ended with a failure; the others reached the limit.
    pub failures: u64,
}

impl Sample {
    /// Mean number of completed walkthroughs before a failure, and half the width of its 95 %
    /// confidence interval; none without a failure.
    ///
    /// Walks are independent, so the number before a failure is geometric. Its mean is estimated by
    /// completed / failures, which includes runs that were cut off by the limit, with the variance
    /// mean · (1 + mean) / failures.
    pub fn mean(&self) -> Option<(f64, f64)> {
        if self.failures == 0 {
            return None;
        }
        let failures = self.failures as f64;
        let mean = self.completed as f64 / failures;
        Some((mean, 1.96 * (mean * (1.0 + mean) / failures).sqrt()))
    }

    fn join(self, other: Sample) -> Sample {
        Sample {
            runs: self.runs + other.runs,
            completed: self.completed + other.completed,
            failures: self.failures + other.failures,
        }
    }
}

/// Does runs `0..runs`. Each completes random walkthroughs until the rules fail, `limit` at most.
/// Once `stop` is set, no further run begins, and unfinished runs are left out. `progress` is
/// called after every run.
pub fn sample(
    board: &Board,
    set: &RuleSet,
    seed: u64,
    (runs, limit): (u64, u64),
    stop: &AtomicBool,
    progress: &(dyn Fn() + Sync),
) -> Result<Sample, Fault> {
    let run = |walker: &mut Walker<'_>, run: u64| -> Result<Sample, Fault> {
        let mut rng = numbers(seed, run);
        let mut sample = Sample { runs: 1, ..Sample::default() };
        while sample.completed < limit {
            if stop.load(Ordering::Relaxed) {
                return Ok(Sample::default());
            }
            if walker.walk(&mut rng)?.is_some() {
                sample.failures = 1;
                break;
            }
            sample.completed += 1;
        }
        progress();
        Ok(sample)
    };
    (0..runs as usize)
        .into_par_iter()
        .with_max_len(1)
        .map_init(
            || Walker::new(board, set, Stop::Stuck),
            |walker, number| run(walker, number as u64),
        )
        .try_reduce(Sample::default, |a, b| Ok(a.join(b)))
}
