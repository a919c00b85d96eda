//! Shards of a depth-first walk put together.

use std::collections::BTreeSet;
use std::fmt;

use super::order::compare;
use super::{Failure, Order, Question};
use deadmove_verify::chunks::Shard;

/// What one shard came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What was asked.
    pub question: Question,
    /// Completed walkthroughs.
    pub completed: u64,
    /// Failures of the rules.
    pub failed: u64,
    /// The first failure of the shard.
    pub first: Option<Failure>,
    /// Whether the shard is walked to its end.
    pub finished: bool,
}

/// Why reports do not make a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// A random walk, which has no shards.
    Random,
    /// A report of another question than those before it; its number among the parts.
    Differs(usize),
    /// A shard that is there twice; the number of the second among the parts.
    Twice(usize),
    /// Shards that are not there.
    Missing(Vec<u64>, u64),
    /// The counts of all shards do not fit in a number.
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

/// The whole of all shards, in any order. The counts are sums; the first failure is the one that
/// comes first in the order of the walk.
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
        let same = Question { shard, ..first.question.clone() };
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
        // A few are enough to name: there may be any number.
        let missing = (1..=of).filter(|number| !seen.contains(number)).take(10).collect();
        return Err(MergeError::Missing(missing, of));
    }
    whole.question.shard = Shard::WHOLE;
    Ok(whole)
}
