//! A depth-first walk from its start or its checkpoint to its end: in slices, with a checkpoint
//! from time to time, until it is finished or stopped.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::checkpoint;
use super::depth::{DepthFirst, Snapshot, WalkOptions, WalkState, WalkTally};
use super::player::{Player, ProgramEnd};
use super::{Stop, WalkFailure, WalkParameters};
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_engine::judge::Fault;
use deadmove_program::process::AskError;

/// Steps of a slice; stopping and checkpoints wait for its end.
const SLICE: usize = 10_000;
/// The same when every step is judged.
const JUDGED_SLICE: usize = 100;

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
pub struct WalkSession<'a> {
    /// What decides how it comes out.
    pub question: &'a WalkParameters,
    /// The board.
    pub board: &'a Board,
    /// The rules, compiled for the board, or a program.
    pub player: Player<'a>,
    /// How to walk depth first.
    pub options: WalkOptions,
    /// Where its state is saved, if anywhere.
    pub checkpoint: Option<Checkpoint<'a>>,
    /// Set to stop after the slice at work.
    pub stop: &'a AtomicBool,
}

/// How a walk ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Completed lines.
    pub completed: u64,
    /// Failures of the rules.
    pub failed: u64,
    /// The first failure.
    pub first: Option<WalkFailure>,
    /// Whether all that was asked is walked.
    pub finished: bool,
    /// Why the program that walks could not go on.
    pub ended: Option<ProgramEnd>,
    /// Where it ended, to go on from there.
    pub state: Snapshot,
}

/// Why a walk ended early.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The checkpoint cannot be used or written.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An engine failed, or two contradict each other.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The program that walks is not asked any more.
    #[error(transparent)]
    Program(#[from] AskError),
    /// It does not say how to go on.
    #[error(transparent)]
    Ended(#[from] ProgramEnd),
}

impl SessionError {
    /// The fault of a walk by rules without a checkpoint, which nothing else ends early.
    pub(super) fn fault(self) -> Fault {
        match self {
            SessionError::Fault(fault) => fault,
            SessionError::Input(error) => Fault::Panic(error.to_string()),
            SessionError::Program(error) => Fault::Panic(error.to_string()),
            SessionError::Ended(end) => Fault::Panic(end.to_string()),
        }
    }
}

impl WalkSession<'_> {
    /// Walks depth first, from the start or from where a checkpoint left off. `progress` is called
    /// after every slice with the counts of completed lines and of failures.
    ///
    /// # Errors
    /// If the checkpoint is of another walk or cannot be saved, or an engine fails.
    pub fn depth_first(
        &self,
        known: Option<Snapshot>,
        progress: &dyn Fn(u64, u64),
    ) -> Result<End, SessionError> {
        let options = self.options;
        let mut walk = match known {
            Some(snapshot) => {
                let walk = DepthFirst::resume(self.board, self.player, options, &snapshot);
                walk.ok_or_else(|| self.foreign_checkpoint())?
            }
            None => DepthFirst::new(self.board, self.player, options),
        };
        let slice = if self.question.stop == Stop::Dead { JUDGED_SLICE } else { SLICE };
        let mut saved = Instant::now();
        let mut ended = None;
        loop {
            match walk.run(slice) {
                _ if self.stopped() => break,
                Ok(WalkState::Walking) => {}
                Ok(_) => break,
                Err(SessionError::Ended(end)) => {
                    ended = Some(end);
                    break;
                }
                Err(error) => {
                    // What was walked so far is not lost.
                    self.save(&walk.snapshot())?;
                    return Err(error);
                }
            }
            progress(walk.tally().completed, walk.tally().failed);
            self.save_in_time(&mut saved, || walk.snapshot())?;
        }
        let state = walk.snapshot();
        self.save(&state)?;
        let finished = state.state == WalkState::Finished;
        let WalkTally { completed, failed, first, .. } = state.tally.clone();
        Ok(End { completed, failed, first, finished, ended, state })
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn save(&self, snapshot: &Snapshot) -> Result<(), InputError> {
        match &self.checkpoint {
            Some(checkpoint) => checkpoint::write(checkpoint.file, self.question, snapshot),
            None => Ok(()),
        }
    }

    fn save_in_time(
        &self,
        saved: &mut Instant,
        snapshot: impl Fn() -> Snapshot,
    ) -> Result<(), InputError> {
        if self.checkpoint.is_some_and(|checkpoint| saved.elapsed() >= checkpoint.every) {
            self.save(&snapshot())?;
            *saved = Instant::now();
        }
        Ok(())
    }

    fn foreign_checkpoint(&self) -> InputError {
        let error = InputError::new(
            ErrorKind::CheckpointBroken,
            "the checkpoint is not of a walk on this board",
        );
        self.checkpoint.iter().fold(error, |error, checkpoint| error.in_file(checkpoint.file))
    }
}
