//! Merges the shards of a depth-first walk.

use super::order::compare;
use super::{WalkFailure, WalkParameters, board};
use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_verify::chunks::{Shard, ShardsError, all_shards};

/// The result of one shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The parameters of the walk.
    pub question: WalkParameters,
    /// Completed lines.
    pub completed: u64,
    /// Failures of the rules.
    pub failed: u64,
    /// The first failure of the shard.
    pub first: Option<WalkFailure>,
    /// Whether all lines of the shard were walked.
    pub finished: bool,
}

impl Part {
    /// Refuses what no walk reports: a first failure off the board, or one where none is counted.
    ///
    /// # Errors
    /// If the report contradicts itself.
    pub fn check(&self) -> Result<(), InputError> {
        let fault = |message: String| {
            InputError::new(ErrorKind::BadReport, message)
                .expected("what `deadmove walk --json` printed")
        };
        if let Some(failure) = &self.first {
            let board = board(self.question.size)?;
            let all: Vec<Move> = failure.path.iter().copied().chain(failure.dead_move).collect();
            Position::from_path(board.into(), &all)
                .map_err(|error| fault(format!("the walk cannot have failed there: {error}")))?;
        }
        if (self.failed > 0) != self.first.is_some() {
            return Err(fault("the report contradicts itself about failures".to_owned()));
        }
        Ok(())
    }
}

/// Merges all shards of a walk, given in any order. Counts are added. The first failure is the one
/// that comes first in the order of the walk.
///
/// # Errors
/// If they are of different walks, or not all shards of one, each once; or if counts overflow.
pub fn merge(parts: &[Part]) -> Result<Part, ShardsError> {
    let question = |part: &Part| WalkParameters { shard: Shard::WHOLE, ..part.question.clone() };
    if let Some(at) = parts.iter().position(|part| question(part) != question(&parts[0])) {
        return Err(ShardsError::Differs(at));
    }
    let shards: Vec<Shard> = parts.iter().map(|part| part.question.shard).collect();
    all_shards(&shards)?;
    let question = question(&parts[0]);
    let sum = |count: fn(&Part) -> u64| {
        let counts = parts.iter().map(count);
        counts.into_iter().try_fold(0, u64::checked_add).ok_or(ShardsError::TooMany)
    };
    let failures = parts.iter().filter_map(|part| part.first.as_ref());
    let first = failures.min_by(|a, b| compare(&a.path, &b.path));
    Ok(Part {
        completed: sum(|part| part.completed)?,
        failed: sum(|part| part.failed)?,
        first: first.cloned(),
        finished: parts.iter().all(|part| part.finished),
        question,
    })
}
