//! Merges the shards of a depth-first walk.

use std::collections::BTreeSet;
use std::fmt;

use super::order::compare;
use super::{Failure, Order, WalkParameters, board};
use deadmove_core::board::Move;
use deadmove_core::error::InputError;
use deadmove_core::position::Position;
use deadmove_verify::chunks::Shard;

/// The result of one shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The parameters of the walk.
    pub question: WalkParameters,
    /// Completed walkthroughs.
    pub completed: u64,
    /// Failures of the rules.
    pub failed: u64,
    /// The first failure of the shard.
    pub first: Option<Failure>,
    /// Whether all lines of the shard were walked.
    pub finished: bool,
}

impl Part {
    /// Refuses what no walk reports: a first failure off the board, or one where none is counted.
    pub fn check(&self) -> Result<(), InputError> {
        let fault = |message: String| {
            InputError::new("bad-report", message).expected("what `deadmove walk --json` printed")
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

/// Why shards cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// A random walk, which has no shards.
    Random,
    /// A shard of another walk than those before it; its number among the parts.
    Differs(usize),
    /// A shard that occurs twice; the number of the second among the parts.
    Twice(usize),
    /// Some missing shards, and how many shards the walk has.
    Missing(Vec<u64>, u64),
    /// The sum of the counts overflows.
    TooMany,
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::Random => f.write_str("random walks have no shards"),
            MergeError::Differs(_) => {
                f.write_str("it is a shard of another walk than the reports before it")
            }
            MergeError::Twice(_) => f.write_str("the same shard is there twice"),
            MergeError::Missing(missing, of) => {
                let shards: Vec<String> = missing.iter().map(|n| format!("{n}/{of}")).collect();
                write!(f, "the walk is not whole: no report of shard {}", shards.join(", "))
            }
            MergeError::TooMany => f.write_str("the walkthroughs of all shards are too many"),
        }
    }
}

/// Merges all shards of a walk, given in any order. Counts are added. The first failure is the one
/// that comes first in the order of the walk.
pub fn merge(parts: &[Part]) -> Result<Part, MergeError> {
    let Some(first) = parts.first() else { return Err(MergeError::Missing(vec![1], 1)) };
    let mut whole = first.clone();
    let of = whole.question.shard.of;
    let mut seen = BTreeSet::new();
    for (at, part) in parts.iter().enumerate() {
        if part.question.order == Order::Random {
            return Err(MergeError::Random);
        }
        let shard = part.question.shard;
        let same = WalkParameters { shard, ..first.question.clone() };
        if shard.of != of || part.question != same {
            return Err(MergeError::Differs(at));
        }
        if !seen.insert(shard.number) {
            return Err(MergeError::Twice(at));
        }
        if at == 0 {
            continue;
        }
        let sum = |a: u64, b: u64| a.checked_add(b).ok_or(MergeError::TooMany);
        whole.completed = sum(whole.completed, part.completed)?;
        whole.failed = sum(whole.failed, part.failed)?;
        whole.finished &= part.finished;
        whole.first = [whole.first, part.first.clone()]
            .into_iter()
            .flatten()
            .min_by(|a, b| compare(&a.path, &b.path));
    }
    if seen.len() as u64 != of {
        // There may be very many; a few are enough to name.
        let missing = (1..=of).filter(|number| !seen.contains(number)).take(10).collect();
        return Err(MergeError::Missing(missing, of));
    }
    whole.question.shard = Shard::WHOLE;
    Ok(whole)
}
