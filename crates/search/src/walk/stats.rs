//! Random lines run by run: how many are completed before the rules first fail, on one board
//! after the other, in parts that can be put together.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::interval::lines_per_failure;
use super::player::{Player, ProgramEnd};
use super::random::{Walker, numbers};
use super::session::SessionError;
use super::{Stop, WalkFailure, board};
use deadmove_core::board::{Board, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_core::verdict::ExitCode;
use deadmove_program::process::AskError;
use deadmove_verify::chunks::{ChunkRun, Chunks, ChunksError};

/// How samples are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// Requested runs for each size.
    pub runs: u64,
    /// Walkthroughs after which a run ends without a failure.
    pub limit: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// What counts as a failure.
    pub stop: Stop,
}

/// The result of the finished runs on one board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSample {
    /// The finished runs: each is one chunk.
    pub runs: Chunks,
    /// Walkthroughs completed in all of them.
    pub completed: u64,
    /// Runs that ended with a failure, in ascending order; the others reached the limit.
    pub failed: Vec<FailedRun>,
}

/// A run that ended where the rules failed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FailedRun {
    /// Its number, from 0.
    pub run: u64,
    /// Where they failed.
    pub failure: WalkFailure,
}

/// Lines completed per failure, as far as a sample tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rate {
    /// The mean, and the ends of its 95 % interval.
    Mean {
        /// Completed lines divided by failures.
        mean: f64,
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// No line failed: at least as many, with 95 % confidence.
    AtLeast(f64),
    /// No line was drawn, or runs of several lines are not done.
    Nothing,
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
    pub sample: RunSample,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// Another number of runs, another limit, seed or end.
    #[error("--runs, --limit, --seed or --stop differ")]
    Method,
    /// Other sizes, or the same in another order.
    #[error("the sizes differ")]
    Sizes,
    /// Other rules for this size.
    #[error("the rules for {0}×{0} differ")]
    Rules(usize),
    /// The runs of this size do not fit together.
    #[error("{0}×{0}: {1}")]
    Runs(usize, ChunksError),
}

impl RunSample {
    /// The lines drawn, completed or not, in the finished runs.
    pub fn lines(&self) -> u64 {
        self.completed.saturating_add(self.failed.len() as u64)
    }

    /// Lines completed per failure, with the ends of the 95 % interval. Without a failure only the
    /// lower end is known, and without a line nothing.
    ///
    /// Lines are independent, so runs that were cut off by the limit of the method count as well.
    /// Runs of several lines that were broken off do not, and they are the long ones: before all
    /// runs are done, nothing is said.
    pub fn rate(&self, method: Method) -> Rate {
        let failures = self.failed.len() as u64;
        let (low, high) = lines_per_failure(self.completed, failures);
        match (self.lines(), failures) {
            (0, _) => Rate::Nothing,
            _ if method.limit > 1 && !self.runs.complete() => Rate::Nothing,
            (_, 0) => Rate::AtLeast(low),
            _ => Rate::Mean { mean: self.completed as f64 / failures as f64, low, high },
        }
    }

    fn of(method: Method, ends: &[RunEnd]) -> RunSample {
        let mut failed: Vec<FailedRun> = ends.iter().filter_map(|end| end.failed.clone()).collect();
        failed.sort();
        RunSample {
            runs: Chunks::of(method.runs, ends.iter().map(|end| end.run).collect()),
            completed: ends.iter().map(|end| end.completed).sum(),
            failed,
        }
    }

    /// The runs of two samples together, which must share none.
    ///
    /// # Errors
    /// If they share a run.
    pub fn join(mut self, other: RunSample) -> Result<RunSample, ChunksError> {
        let runs = self.runs.join(&other.runs)?;
        self.failed.extend(other.failed);
        self.failed.sort();
        let completed = self.completed.saturating_add(other.completed);
        Ok(RunSample { runs, completed, failed: self.failed })
    }
}

impl Statistics {
    /// Two parts of the same statistics together.
    ///
    /// # Errors
    /// If they were made differently, or share a run.
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

    /// The exit code. A line that failed refutes the rules, in a part of the runs as well.
    pub fn exit_code(&self) -> ExitCode {
        let failed = self.sizes.iter().any(|row| !row.sample.failed.is_empty());
        let drawn = self.sizes.iter().all(|row| row.sample.lines() > 0);
        match (failed, self.finished() && drawn && !self.sizes.is_empty()) {
            (true, _) => ExitCode::Refuted,
            (false, true) => ExitCode::Holds,
            (false, false) => ExitCode::Unknown,
        }
    }

    /// Whether all runs of all sizes are done.
    pub fn finished(&self) -> bool {
        self.sizes.iter().all(|row| row.sample.runs.complete())
    }

    /// Refuses what no run reports: failures of runs that are not done, off the board, or more
    /// lines than the runs can have.
    ///
    /// # Errors
    /// If the statistics contradict themselves.
    pub fn check(&self) -> Result<(), InputError> {
        if self.sizes.is_empty() || self.method.runs == 0 || self.method.limit == 0 {
            let message = "the report has no sizes, no runs, or runs without lines";
            return Err(InputError::new(ErrorKind::ReportContradiction, message)
                .expected("what `deadmove walk --order random --json` printed"));
        }
        for SizeSample { size, sample, .. } in &self.sizes {
            let fault = |what: String| {
                InputError::new(ErrorKind::ReportContradiction, format!("{size}×{size}: {what}"))
                    .expected("what `deadmove walk --order random --json` printed")
            };
            let board = board(*size)?;
            sample.runs.of_total(self.method.runs).map_err(|error| fault(error.to_string()))?;
            let failures = sample.failed.len() as u64;
            let limit = u128::from(self.method.limit);
            let least = u128::from(sample.runs.count().saturating_sub(failures)) * limit;
            let most = least + u128::from(failures) * (limit - 1);
            if !(least..=most).contains(&u128::from(sample.completed)) {
                return Err(fault("another number of lines than the runs can have".into()));
            }
            if !sample.failed.windows(2).all(|pair| pair[0].run < pair[1].run) {
                return Err(fault("the failed runs are not in order".to_owned()));
            }
            for FailedRun { run, failure } in &sample.failed {
                if failure.dead_move.is_some() && self.method.stop != Stop::Dead {
                    return Err(fault(format!("run {run} was not to end at a dead move")));
                }
                if !sample.runs.contains(*run) {
                    return Err(fault(format!("run {run} failed and is not done")));
                }
                let path: Vec<Move> =
                    failure.path.iter().copied().chain(failure.dead_move).collect();
                let position =
                    Position::from_path(board.clone().into(), &path).map_err(|error| {
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
struct RunEnd {
    run: u64,
    completed: u64,
    failed: Option<FailedRun>,
}

/// The lines of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunLines {
    /// The number of the run, from 0.
    pub run: u64,
    /// The completed lines.
    pub completed: Vec<Vec<Move>>,
    /// Where the rules failed; none if they did not.
    pub failed: Option<WalkFailure>,
}

/// Receives the lines of each run, in the order of the runs.
pub type TakeLines<'a> = dyn FnMut(RunLines) -> Result<(), SessionError> + 'a;

/// Runs that are begun together: a part that is stopped still makes a walker for each of them.
const RUNS_AT_ONCE: usize = 1 << 16;

/// The same if their lines are handed on, which are in memory until then.
const RUNS_WITH_LINES: usize = 256;

/// Saves the runs done so far.
pub(crate) type Save<'a> = dyn Fn(RunSample) -> Result<(), SessionError> + Sync + 'a;

/// Does the runs of a part. Each draws random lines until the rules fail, `limit` at most. Once the
/// part is stopped, unfinished runs are left out. `save` is called from time to time, not more
/// often than after its pause, with the runs done so far; `lines` with the lines of each run. If
/// the program that walks cannot go on, no more runs are begun, and why is returned as well.
///
/// # Errors
///
/// What an engine, a program, `save` or `lines` reports; the work ends at once.
pub fn sample(
    (board, player): (&Board, Player<'_>),
    method: Method,
    part: &ChunkRun<'_>,
    save: Option<(Duration, &Save<'_>)>,
    mut lines: Option<&mut TakeLines<'_>>,
) -> Result<(RunSample, Option<ProgramEnd>), SessionError> {
    let todo = part.todo(method.runs);
    (part.progress)(todo.len() as u64, 0);
    let ends = Mutex::new((Vec::new(), Instant::now()));
    let (with_lines, drawn) = (lines.is_some(), Mutex::new(Vec::new()));
    let save_in_time = || -> Result<(), SessionError> {
        let mut ends = ends.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((pause, save)) = save
            && ends.1.elapsed() >= pause
        {
            save(RunSample::of(method, &ends.0))?;
            ends.1 = Instant::now();
        }
        Ok(())
    };
    let run = |walker: &mut Walker<'_>, run: u64| -> Result<(), SessionError> {
        let mut rng = numbers(method.seed, run);
        let mut end = RunEnd { run, completed: 0, failed: None };
        let mut completed = Vec::new();
        while end.completed < method.limit {
            if part.stopped() {
                return Ok(());
            }
            let failure = match walker.walk(&mut rng) {
                Err(SessionError::Program(AskError::Stopped)) => return Ok(()),
                failure => failure?,
            };
            if let Some(failure) = failure {
                end.failed = Some(FailedRun { run, failure });
                break;
            }
            end.completed += 1;
            if with_lines {
                completed.push(walker.path().to_vec());
            }
        }
        if with_lines {
            let failed = end.failed.as_ref().map(|failed| failed.failure.clone());
            let mut drawn = drawn.lock().unwrap_or_else(PoisonError::into_inner);
            drawn.push(RunLines { run, completed, failed });
        }
        (part.progress)(todo.len() as u64, 1);
        ends.lock().unwrap_or_else(PoisonError::into_inner).0.push(end);
        // Lines come first: what is saved is not drawn again.
        if with_lines { Ok(()) } else { save_in_time() }
    };
    let at_once = if with_lines { RUNS_WITH_LINES } else { RUNS_AT_ONCE };
    let mut ended = None;
    for runs in todo.chunks(at_once) {
        let done = runs.par_iter().with_max_len(1).try_for_each_init(
            || Walker::new(board, player, method.stop),
            |walker, &at| run(walker, at),
        );
        match done {
            Err(SessionError::Ended(end)) => ended = Some(end),
            done => done?,
        }
        if let Some(lines) = &mut lines {
            let mut drawn =
                std::mem::take(&mut *drawn.lock().unwrap_or_else(PoisonError::into_inner));
            drawn.sort_by_key(|drawn: &RunLines| drawn.run);
            drawn.into_iter().try_for_each(&mut *lines)?;
            save_in_time()?;
        }
        if ended.is_some() || part.stopped() {
            break;
        }
    }
    let (ends, _) = ends.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((RunSample::of(method, &ends), ended))
}
