//! A walk from its start or its checkpoint to its end: in slices, with a checkpoint from time to
//! time, until it is finished or stopped.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::checkpoint::{self, Progress};
use super::depth::{DepthFirst, Options, State};
use super::random::RandomTally;
use super::{Failure, Stop, WalkParameters};
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_engine::judge::Fault;
use deadmove_rules::compile::RuleSet;

/// Steps of a slice; stopping and checkpoints wait for its end.
const SLICE: usize = 10_000;
/// The same when every step is judged.
const JUDGED_SLICE: usize = 100;
/// Random lines of a slice.
const RUNS: u64 = 256;

/// Where and how often the state of a walk is saved.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint<'a> {
    /// The file.
    pub file: &'a Path,
    /// The time between two checkpoints.
    pub every: Duration,
}

/// A walk with all that it needs.
#[derive(Debug)]
pub struct Session<'a> {
    /// What decides how it comes out.
    pub question: &'a WalkParameters,
    /// The board.
    pub board: &'a Board,
    /// The rules, compiled for the board.
    pub set: &'a RuleSet,
    /// How to walk depth first.
    pub options: Options,
    /// Where its state is saved, if anywhere.
    pub checkpoint: Option<Checkpoint<'a>>,
    /// Set to stop after the slice at work.
    pub stop: &'a AtomicBool,
}

/// How a walk ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Completed walkthroughs.
    pub completed: u64,
    /// Failures of the rules.
    pub failed: u64,
    /// The first failure.
    pub first: Option<Failure>,
    /// Whether all that was asked is walked.
    pub finished: bool,
    /// Where it ended, to go on from there.
    pub state: Progress,
}

/// Why a walk ended early.
#[derive(Debug)]
pub enum SessionError {
    /// The checkpoint cannot be used or written.
    Input(InputError),
    /// An engine failed, or two contradict each other.
    Fault(Fault),
}

impl From<InputError> for SessionError {
    fn from(error: InputError) -> SessionError {
        SessionError::Input(error)
    }
}

impl From<Fault> for SessionError {
    fn from(fault: Fault) -> SessionError {
        SessionError::Fault(fault)
    }
}

impl Session<'_> {
    /// Walks depth first, from the start or from where a checkpoint left off. `progress` is called
    /// after every slice with the counts of completed walkthroughs and of failures.
    pub fn depth_first(
        &self,
        known: Option<Progress>,
        progress: &dyn Fn(u64, u64),
    ) -> Result<End, SessionError> {
        let options = self.options;
        let mut walk = match known {
            Some(Progress::Depth(snapshot)) => {
                let walk = DepthFirst::resume(self.board, self.set, options, &snapshot);
                walk.ok_or_else(|| self.foreign_checkpoint())?
            }
            Some(Progress::Random(_)) => return Err(self.foreign_checkpoint().into()),
            None => DepthFirst::new(self.board, self.set, options),
        };
        let slice = if self.question.stop == Stop::Dead { JUDGED_SLICE } else { SLICE };
        let mut saved = Instant::now();
        while !self.stopped() && walk.run(slice)? == State::Walking {
            progress(walk.tally().completed, walk.tally().failed);
            self.save_in_time(&mut saved, || Progress::Depth(walk.snapshot()))?;
        }
        let snapshot = walk.snapshot();
        let finished = snapshot.state == State::Finished;
        let tally = snapshot.tally.clone();
        let state = Progress::Depth(snapshot);
        self.save(&state)?;
        let (completed, failed) = (tally.completed, tally.failed);
        Ok(End { completed, failed, first: tally.first, finished, state })
    }

    /// Draws the random lines of the shard, from the first or from where a checkpoint left off.
    /// `progress` as for [`Session::depth_first`].
    pub fn random(
        &self,
        known: Option<Progress>,
        progress: &dyn Fn(u64, u64),
    ) -> Result<End, SessionError> {
        let mut tally = match known {
            Some(Progress::Random(tally)) => tally,
            Some(Progress::Depth(_)) => return Err(self.foreign_checkpoint().into()),
            None => RandomTally::default(),
        };
        let WalkParameters { stop, keep_going, seed, runs, shard, .. } = *self.question;
        let how = (seed.unwrap_or(0), stop, keep_going);
        let Range { start, end } = shard.range(runs.unwrap_or(0));
        let left = |tally: &RandomTally| {
            let runs = (end - start).saturating_sub(tally.walks);
            // Every walk completes one at most.
            let limit = self.options.limit.unwrap_or(u64::MAX);
            runs.min(limit.saturating_sub(tally.completed))
        };
        let mut going = keep_going || tally.failed == 0;
        let mut saved = Instant::now();
        while going && left(&tally) > 0 && !self.stopped() {
            let count = left(&tally).min(RUNS);
            let from = start + tally.walks;
            going = tally.walk_on((self.board, self.set), how, from..from + count)?;
            progress(tally.completed, tally.failed);
            self.save_in_time(&mut saved, || Progress::Random(tally.clone()))?;
        }
        let state = Progress::Random(tally.clone());
        self.save(&state)?;
        let finished = going && tally.walks >= end - start;
        let RandomTally { completed, failed, first, .. } = tally;
        Ok(End { completed, failed, first, finished, state })
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn save(&self, progress: &Progress) -> Result<(), InputError> {
        match &self.checkpoint {
            Some(checkpoint) => checkpoint::write(checkpoint.file, self.question, progress),
            None => Ok(()),
        }
    }

    fn save_in_time(
        &self,
        saved: &mut Instant,
        progress: impl Fn() -> Progress,
    ) -> Result<(), InputError> {
        if self.checkpoint.is_some_and(|checkpoint| saved.elapsed() >= checkpoint.every) {
            self.save(&progress())?;
            *saved = Instant::now();
        }
        Ok(())
    }

    fn foreign_checkpoint(&self) -> InputError {
        let error =
            InputError::new("checkpoint-broken", "the checkpoint is not of a walk on this board");
        self.checkpoint.iter().fold(error, |error, checkpoint| error.in_file(checkpoint.file))
    }
}
