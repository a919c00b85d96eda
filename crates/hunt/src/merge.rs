//! Merges the shards of a hunt to the record that one run writes.

use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::sealed;
use deadmove_verify::chunks::{Shard, ShardsError, all_shards};
use serde::Deserialize;

use crate::boards::{BoardQuery, MAX_CELLS, questions};
use crate::record::{BoardsRecord, HuntKind, MissEntry, RegionsRecord, SCHEMA};

/// A record of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyRecord {
    /// A hunt on boards.
    Boards(BoardsRecord),
    /// A hunt among regions.
    Regions(RegionsRecord),
}

/// Reads a record.
///
/// # Errors
/// If it is none, was changed, or contradicts itself.
pub fn read(text: &str) -> Result<AnyRecord, InputError> {
    #[derive(Deserialize)]
    struct HuntHead {
        hunt: HuntKind,
    }
    let fault = |message: String| {
        InputError::new(ErrorKind::BadReport, message)
            .expected("what `deadmove lab hunt` wrote as hunt.json")
    };
    let broken = |error| fault(format!("this is no record of a hunt: {error}"));
    let wrong = || fault("the record contradicts itself".to_owned());
    let text = &sealed::open(text)?[..];
    let HuntHead { hunt } = serde_json::from_str(text).map_err(broken)?;
    match hunt {
        HuntKind::Boards => {
            let record: BoardsRecord = serde_json::from_str(text).map_err(broken)?;
            let right = record.schema == SCHEMA && is_about_its_boards(&record);
            if right { Ok(AnyRecord::Boards(record)) } else { Err(wrong()) }
        }
        HuntKind::Regions => {
            let record: RegionsRecord = serde_json::from_str(text).map_err(broken)?;
            let right = record.schema == SCHEMA && record.is_consistent();
            if right { Ok(AnyRecord::Regions(record)) } else { Err(wrong()) }
        }
    }
}

/// The boards of a shard.
pub fn of_shard(questions: &[BoardQuery], shard: Shard) -> Vec<BoardQuery> {
    let numbered = (0..).zip(questions).filter(|&(number, _)| shard.contains(number));
    numbered.map(|(_, &question)| question).collect()
}

fn is_about_its_boards(record: &BoardsRecord) -> bool {
    if record.cells > MAX_CELLS {
        return false;
    }
    let questions = questions(record.cells, record.starts);
    record.total == questions.len() && record.is_about(&of_shard(&questions, record.shard))
}

/// Merges the shards of a hunt on boards, given in any order.
///
/// # Errors
/// If they are not all shards of one hunt, each once and done.
pub fn boards(mut parts: Vec<BoardsRecord>) -> Result<BoardsRecord, ShardsError> {
    if let Some(at) = parts.iter().position(|part| part.question() != parts[0].question()) {
        return Err(ShardsError::Differs(at));
    }
    let shards: Vec<Shard> = parts.iter().map(|part| part.shard).collect();
    all_shards(&shards)?;
    if let [whole] = &parts[..] {
        return Ok(whole.clone());
    }
    if let Some(at) = parts.iter().position(|part| part.boards.len() != part.share()) {
        return Err(ShardsError::Unfinished(at));
    }
    parts.sort_by_key(|part| part.shard.number());
    let mut whole = parts[0].question();
    let boards = (0..whole.total).map(|at| &parts[at % parts.len()].boards[at / parts.len()]);
    whole.boards = boards.cloned().collect();
    Ok(whole)
}

/// Merges the shards of a hunt among regions, given in any order.
///
/// # Errors
/// If they are not all shards of one hunt, each once and done.
pub fn regions(mut parts: Vec<RegionsRecord>) -> Result<RegionsRecord, ShardsError> {
    if let Some(at) = parts.iter().position(|part| part.question() != parts[0].question()) {
        return Err(ShardsError::Differs(at));
    }
    let shards: Vec<Shard> = parts.iter().map(|part| part.shard).collect();
    all_shards(&shards)?;
    if let [whole] = &parts[..] {
        return Ok(whole.clone());
    }
    let is_done = |part: &RegionsRecord| {
        let range = part.shard.range(part.of_tries.unwrap_or(0));
        part.shapes.iter().all(|entry| entry.tries == range.end - range.start)
    };
    if let Some(at) = parts.iter().position(|part| !is_done(part)) {
        return Err(ShardsError::Unfinished(at));
    }
    parts.sort_by_key(|part| part.shard.number());
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
