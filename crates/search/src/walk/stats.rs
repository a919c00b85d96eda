//! Random walkthroughs run by run: how many are completed before the rules first fail, on one board
//! after the other, in parts that can be put together.

use std::fmt;

use rayon::prelude::*;

use super::random::{Walker, numbers};
use super::{Stop, board};
use deadmove_core::board::{Board, Move};
use deadmove_core::error::InputError;
use deadmove_core::position::Position;
use deadmove_engine::judge::Fault;
use deadmove_rules::compile::RuleSet;
use deadmove_verify::chunks::{Chunks, ChunksError, Run};

/// How samples are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// Requested runs for each size.
    pub runs: u64,
    /// Walkthroughs after which a run ends without a failure.
    pub limit: u64,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The result of the finished runs on one board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// The finished runs: each is one chunk.
    pub runs: Chunks,
    /// Walkthroughs completed in all of them.
    pub completed: u64,
    /// Runs that ended with a failure, in ascending order; the others reached the limit.
    pub failed: Vec<FailedRun>,
}

/// A run that ended where the rules allow no move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FailedRun {
    /// Its number, from 0.
    pub run: u64,
    /// The line that got stuck.
    pub path: Vec<Move>,
}

/// The sample of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeSample {
    /// Side of the board.
    pub size: usize,
    /// Digest of the rules for that board.
    pub rules: String,
    /// The lemmas among the rules.
    pub lemmas: Vec<String>,
    /// The runs.
    pub sample: Sample,
}

/// Samples of several sizes, taken in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// How they were taken.
    pub method: Method,
    /// One for each size.
    pub sizes: Vec<SizeSample>,
}

/// Why two parts are not parts of the same statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Another number of runs, another limit or another seed.
    Method,
    /// Other sizes, or the same in another order.
    Sizes,
    /// Other rules for this size.
    Rules(usize),
    /// The runs of this size do not fit together.
    Runs(usize, ChunksError),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Method => f.write_str("--runs, --limit or --seed differ"),
            Mismatch::Sizes => f.write_str("the sizes differ"),
            Mismatch::Rules(size) => write!(f, "the rules for {size}×{size} differ"),
            Mismatch::Runs(size, error) => write!(f, "{size}×{size}: {error}"),
        }
    }
}

impl Sample {
    /// Mean number of completed walkthroughs before a failure, and half the width of its 95 %
    /// confidence interval; none without a failure.
    ///
    /// Walks are independent, so the number before a failure is geometric. Its mean is estimated by
    /// completed / failures, which includes runs that were cut off by the limit, with the variance
    /// mean · (1 + mean) / failures.
    pub fn mean(&self) -> Option<(f64, f64)> {
        if self.failed.is_empty() {
            return None;
        }
        let failures = self.failed.len() as f64;
        let mean = self.completed as f64 / failures;
        Some((mean, 1.96 * (mean * (1.0 + mean) / failures).sqrt()))
    }

    /// The runs of two samples together, which must share none.
    pub fn join(mut self, other: Sample) -> Result<Sample, ChunksError> {
        let runs = self.runs.join(&other.runs)?;
        self.failed.extend(other.failed);
        self.failed.sort();
        let completed = self.completed.saturating_add(other.completed);
        Ok(Sample { runs, completed, failed: self.failed })
    }
}

impl Statistics {
    /// Two parts of the same statistics together.
    pub fn join(mut self, other: Statistics) -> Result<Statistics, Mismatch> {
        if self.method != other.method {
            return Err(Mismatch::Method);
        }
        if !self.sizes.iter().map(|row| row.size).eq(other.sizes.iter().map(|row| row.size)) {
            return Err(Mismatch::Sizes);
        }
        for (row, more) in self.sizes.iter_mut().zip(other.sizes) {
            if row.rules != more.rules {
                return Err(Mismatch::Rules(row.size));
            }
            let sample = std::mem::take(&mut row.sample).join(more.sample);
            row.sample = sample.map_err(|error| Mismatch::Runs(row.size, error))?;
        }
        Ok(self)
    }

    /// Whether all runs of all sizes are done.
    pub fn finished(&self) -> bool {
        self.sizes.iter().all(|row| row.sample.runs.complete())
    }

    /// Refuses what no run reports: failures of runs that are not done, off the board, or more
    /// walkthroughs than the runs can have.
    pub fn check(&self) -> Result<(), InputError> {
        if self.sizes.is_empty() || self.method.runs == 0 || self.method.limit == 0 {
            let message = "the report has no sizes, no runs, or runs without walkthroughs";
            return Err(InputError::new("report-contradiction", message)
                .expected("what `deadmove stats --json` printed"));
        }
        for SizeSample { size, sample, .. } in &self.sizes {
            let fault = |what: String| {
                InputError::new("report-contradiction", format!("{size}×{size}: {what}"))
                    .expected("what `deadmove stats --json` printed")
            };
            let board = board(*size)?;
            sample.runs.of_total(self.method.runs).map_err(|error| fault(error.to_string()))?;
            let failures = sample.failed.len() as u64;
            let limit = u128::from(self.method.limit);
            let least = u128::from(sample.runs.count().saturating_sub(failures)) * limit;
            let most = least + u128::from(failures) * (limit - 1);
            if !(least..=most).contains(&u128::from(sample.completed)) {
                return Err(fault("another number of walkthroughs than the runs can have".into()));
            }
            if !sample.failed.windows(2).all(|pair| pair[0].run < pair[1].run) {
                return Err(fault("the failed runs are not in order".to_owned()));
            }
            for FailedRun { run, path } in &sample.failed {
                if !sample.runs.contains(*run) {
                    return Err(fault(format!("run {run} failed and is not done")));
                }
                let position =
                    Position::from_path(board.clone().into(), path).map_err(|error| {
                        fault(format!("run {run} cannot have failed there: {error}"))
                    })?;
                if position.is_finished() {
                    return Err(fault(format!("run {run} failed at the end of a line")));
                }
            }
        }
        Ok(())
    }
}

/// How one run ended.
struct End {
    run: u64,
    completed: u64,
    failed: Option<FailedRun>,
}

/// Does the runs of a part. Each completes random walkthroughs until the rules fail, `limit` at
/// most. Once the part is stopped, unfinished runs are left out.
pub fn sample(
    board: &Board,
    set: &RuleSet,
    method: Method,
    part: &Run<'_>,
) -> Result<Sample, Fault> {
    let todo = part.todo(method.runs);
    (part.progress)(todo.len() as u64, 0);
    let run = |walker: &mut Walker<'_>, run: u64| -> Result<Option<End>, Fault> {
        let mut rng = numbers(method.seed, run);
        let (mut completed, mut failed) = (0, None);
        while completed < method.limit {
            if part.stopped() {
                return Ok(None);
            }
            if let Some(failure) = walker.walk(&mut rng)? {
                failed = Some(FailedRun { run, path: failure.path });
                break;
            }
            completed += 1;
        }
        (part.progress)(todo.len() as u64, 1);
        Ok(Some(End { run, completed, failed }))
    };
    let ends: Vec<Option<End>> = todo
        .par_iter()
        .with_max_len(1)
        .map_init(|| Walker::new(board, set, Stop::Stuck), |walker, &number| run(walker, number))
        .collect::<Result<_, _>>()?;
    let mut done = Vec::new();
    let mut sample = Sample::default();
    for End { run, completed, failed } in ends.into_iter().flatten() {
        done.push(run);
        sample.completed += completed;
        sample.failed.extend(failed);
    }
    sample.runs = Chunks::of(method.runs, done);
    Ok(sample)
}
