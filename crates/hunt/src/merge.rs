//! Merges the shards of a hunt to the record that one run writes.

use std::fmt;

use deadmove_core::error::InputError;
use deadmove_core::sealed;
use deadmove_verify::chunks::{Shard, ShardsError, all_shards};
use serde::Deserialize;

use crate::boards::{BoardQuery, MAX_CELLS, Starts, questions};
use crate::folder::{BoardsRecord, MissEntry, RegionsRecord};

/// A record of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyRecord {
    /// A hunt on boards.
    Boards(BoardsRecord),
    /// A hunt among regions.
    Regions(RegionsRecord),
}

/// Why shards cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HuntMergeError {
    /// A shard of another hunt than those before it; its place among the parts.
    Differs(usize),
    /// A shard that is not done; its place among the parts.
    Unfinished(usize),
    /// The shards are not those of one hunt.
    Shards(ShardsError),
}

impl HuntMergeError {
    /// The place of the part that cannot be merged, if it is a single one.
    pub fn place(&self) -> Option<usize> {
        match *self {
            HuntMergeError::Differs(at)
            | HuntMergeError::Unfinished(at)
            | HuntMergeError::Shards(ShardsError::Differs(at) | ShardsError::Twice(at)) => Some(at),
            HuntMergeError::Shards(ShardsError::Missing(..)) => None,
        }
    }
}

impl fmt::Display for HuntMergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HuntMergeError::Differs(_) => {
                f.write_str("it is a shard of another hunt than the records before it")
            }
            HuntMergeError::Unfinished(_) => {
                f.write_str("the shard is not done: the same command continues it")
            }
            HuntMergeError::Shards(error) => error.fmt(f),
        }
    }
}

/// Whether a text is a record of a hunt, and not another report.
pub fn is_hunt(text: &str) -> bool {
    #[derive(Deserialize)]
    struct HuntKey {
        hunt: Option<serde::de::IgnoredAny>,
    }
    serde_json::from_str::<HuntKey>(text).is_ok_and(|kind| kind.hunt.is_some())
}

/// Reads a record, with its checksum or as `--json` printed it.
///
/// # Errors
/// If it is none, was changed, or contradicts itself.
pub fn read(text: &str) -> Result<AnyRecord, InputError> {
    #[derive(Deserialize)]
    struct HuntWord {
        hunt: String,
    }
    let fault = |message: String| {
        InputError::new("bad-report", message)
            .expected("what `deadmove lab hunt` wrote as hunt.json")
    };
    let broken = |error| fault(format!("this is no record of a hunt: {error}"));
    let wrong = || fault("the record contradicts itself".to_owned());
    let text = &sealed::open_if_sealed(text)?[..];
    let HuntWord { hunt } = serde_json::from_str(text).map_err(broken)?;
    match hunt.as_str() {
        "boards" => {
            let record: BoardsRecord = serde_json::from_str(text).map_err(broken)?;
            let right = record.is_of_this_schema() && is_about_its_boards(&record);
            if right { Ok(AnyRecord::Boards(record)) } else { Err(wrong()) }
        }
        "regions" => {
            let record: RegionsRecord = serde_json::from_str(text).map_err(broken)?;
            let right = record.is_of_this_schema() && record.is_consistent();
            if right { Ok(AnyRecord::Regions(record)) } else { Err(wrong()) }
        }
        other => Err(fault(format!("there is no hunt named {other:?}"))),
    }
}

/// The boards of a shard.
pub fn of_shard(questions: &[BoardQuery], shard: Shard) -> Vec<BoardQuery> {
    let numbered = (0..).zip(questions).filter(|&(number, _)| shard.contains(number));
    numbered.map(|(_, &question)| question).collect()
}

fn is_about_its_boards(record: &BoardsRecord) -> bool {
    let starts = Starts::ALL.into_iter().find(|starts| starts.word() == record.starts);
    let Some(starts) = starts.filter(|_| record.cells <= MAX_CELLS) else { return false };
    let questions = questions(record.cells, starts);
    record.total == questions.len() && record.is_about(&of_shard(&questions, record.shard))
}

/// Merges the shards of a hunt on boards, given in any order.
///
/// # Errors
/// If they are of different hunts, or not all shards of one, each once.
pub fn boards(mut parts: Vec<BoardsRecord>) -> Result<BoardsRecord, HuntMergeError> {
    if let Some(at) = parts.iter().position(|part| part.question() != parts[0].question()) {
        return Err(HuntMergeError::Differs(at));
    }
    let shards: Vec<Shard> = parts.iter().map(|part| part.shard).collect();
    all_shards(&shards).map_err(HuntMergeError::Shards)?;
    if let [whole] = &parts[..] {
        return Ok(whole.clone());
    }
    if let Some(at) = parts.iter().position(|part| part.boards.len() != part.share()) {
        return Err(HuntMergeError::Unfinished(at));
    }
    parts.sort_by_key(|part| part.shard.number);
    let mut whole = parts[0].question();
    let boards = (0..whole.total).map(|at| &parts[at % parts.len()].boards[at / parts.len()]);
    whole.boards = boards.cloned().collect();
    Ok(whole)
}

/// Merges the shards of a hunt among regions, given in any order.
///
/// # Errors
/// If they are of different hunts, or not all shards of one, each once.
pub fn regions(mut parts: Vec<RegionsRecord>) -> Result<RegionsRecord, HuntMergeError> {
    if let Some(at) = parts.iter().position(|part| part.question() != parts[0].question()) {
        return Err(HuntMergeError::Differs(at));
    }
    let shards: Vec<Shard> = parts.iter().map(|part| part.shard).collect();
    all_shards(&shards).map_err(HuntMergeError::Shards)?;
    if let [whole] = &parts[..] {
        return Ok(whole.clone());
    }
    let is_done = |part: &RegionsRecord| {
        let range = part.shard.range(part.of_tries.unwrap_or(0));
        part.shapes.iter().all(|entry| entry.tries == range.end - range.start)
    };
    if let Some(at) = parts.iter().position(|part| !is_done(part)) {
        return Err(HuntMergeError::Unfinished(at));
    }
    parts.sort_by_key(|part| part.shard.number);
    let mut whole = parts[0].question();
    whole.of_tries = None;
    for part in &parts {
        // The sums of a record are those of its tries, whose number is limited by `of_tries`.
        for (sum, entry) in whole.shapes.iter_mut().zip(&part.shapes) {
            sum.add(entry);
        }
    }
    // One run does the tries of a shape after those of the shape before it.
    let order = |miss: &MissEntry| {
        let shape = whole.shapes.iter().position(|entry| entry.shape == miss.shape);
        (shape, miss.number)
    };
    let mut misses: Vec<MissEntry> = Vec::new();
    for miss in parts.iter().flat_map(|part| &part.misses) {
        let Some(known) = misses.iter_mut().find(|known| known.rows == miss.rows) else {
            misses.push(miss.clone());
            continue;
        };
        let times = known.times.saturating_add(miss.times);
        if order(miss) < order(known) {
            known.clone_from(miss);
        }
        known.times = times;
    }
    misses.sort_by(|a, b| (a.cells, &a.rows).cmp(&(b.cells, &b.rows)));
    whole.misses = misses;
    Ok(whole)
}
