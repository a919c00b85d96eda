//! The records of hunts, as they are written to `hunt.json` and printed as JSON: what was asked,
//! and what is done. They are plain data; whether they can be true is decided here, too.

use deadmove_core::board::from_letters;
use deadmove_core::verdict::ExitCode;
use deadmove_verify::chunks::Shard;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::boards::{BoardQuery, Starts};
use crate::region::Region;
use crate::regions::{RegionShape, ShapeEntry};

/// The version of the records.
pub(crate) const SCHEMA: u8 = 1;

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HuntKind {
    Boards,
    Regions,
}

/// A hunt on boards.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct BoardsRecord {
    pub(crate) schema: u8,
    #[schemars(with = "String")]
    hunt: HuntKind,
    /// The most cells of a board.
    pub cells: usize,
    /// Which start cells are tried.
    #[schemars(with = "String")]
    pub starts: Starts,
    /// How many boards there are, of all shards.
    pub total: usize,
    /// Which of the boards this part of the hunt is about: every K-th, from the I-th.
    #[serde(default = "whole", with = "as_text")]
    #[schemars(with = "String")]
    pub shard: Shard,
    /// Those that are done, in the order of the hunt.
    pub boards: Vec<BoardEntry>,
}

/// A board that is done.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct BoardEntry {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Column and row of the start, from 1.
    pub start: (usize, usize),
    /// Column and row of the end, from 1.
    pub end: (usize, usize),
    /// Positions reached.
    pub positions: u64,
    /// Completed lines, a number in decimal digits.
    #[serde(with = "as_text")]
    #[schemars(with = "String")]
    pub lines: u128,
    /// Positions reached without an allowed move.
    pub stuck: u64,
    /// The line to the first of them.
    pub first: Option<String>,
    /// What is left to fill there, made smaller: rows as in [`MissEntry::rows`].
    pub shrunk: Option<Vec<String>>,
}

/// A hunt on random regions of some shapes.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct RegionsRecord {
    pub(crate) schema: u8,
    #[schemars(with = "String")]
    hunt: HuntKind,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Which part of the tries this is: the I-th of K parts that follow one another.
    #[serde(default = "whole", with = "as_text")]
    #[schemars(with = "String")]
    pub shard: Shard,
    /// How many tries of each shape all shards do together; none without shards.
    #[serde(default)]
    pub of_tries: Option<u64>,
    /// The shapes, each with what was found.
    pub shapes: Vec<ShapeEntry>,
    /// The different misses, after shrinking; those with the fewest cells first.
    pub misses: Vec<MissEntry>,
}

/// A miss.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct MissEntry {
    /// Number of cells.
    pub cells: usize,
    /// The region: `.` cells, `#` others, `L` live end, `e` end cell.
    pub rows: Vec<String>,
    /// What refutes it.
    pub caught_by: String,
    /// The shape it was first found among.
    #[schemars(with = "String")]
    pub shape: RegionShape,
    /// The first try that was shrunk to it.
    pub number: u64,
    /// How many tries were shrunk to it.
    pub times: u64,
    /// The name of its case file.
    pub case: String,
}

impl BoardsRecord {
    /// Nothing done.
    pub fn new(cells: usize, starts: Starts, total: usize, shard: Shard) -> BoardsRecord {
        let hunt = HuntKind::Boards;
        BoardsRecord { schema: SCHEMA, hunt, cells, starts, total, shard, boards: Vec::new() }
    }

    /// The hunt without what was found, and without its shard.
    pub(crate) fn question(&self) -> BoardsRecord {
        BoardsRecord { shard: Shard::WHOLE, boards: Vec::new(), ..self.clone() }
    }

    /// How many boards the shard has.
    pub fn share(&self) -> usize {
        (self.total as u64).saturating_sub(self.shard.number() - 1).div_ceil(self.shard.of())
            as usize
    }

    /// The exit code: all boards of all shards must be done.
    pub fn exit_code(&self) -> ExitCode {
        let done = self.total > 0 && self.boards.len() == self.total;
        match self.boards.iter().any(|board| board.stuck > 0) {
            true => ExitCode::Refuted,
            false if done && self.shard == Shard::WHOLE => ExitCode::Holds,
            false => ExitCode::Unknown,
        }
    }

    /// Whether it is about these boards, those of its shard, and does not contradict itself.
    pub(crate) fn is_about(&self, boards: &[BoardQuery]) -> bool {
        self.boards.len() <= boards.len()
            && self.boards.iter().zip(boards).all(|(entry, board)| {
                let BoardEntry { width, height, start, end, stuck, .. } = entry;
                let of = BoardQuery { width: *width, height: *height, start: *start, end: *end };
                of == *board
                    && (*stuck > 0) == entry.first.is_some()
                    && entry.first.as_ref().is_none_or(|line| from_letters(line).is_some())
            })
    }
}

impl RegionsRecord {
    /// Nothing done.
    pub fn new(seed: u64, shapes: &[RegionShape]) -> RegionsRecord {
        let shapes = shapes.iter().map(|&shape| ShapeEntry::none(shape)).collect();
        RegionsRecord {
            schema: SCHEMA,
            hunt: HuntKind::Regions,
            seed,
            shard: Shard::WHOLE,
            of_tries: None,
            shapes,
            misses: Vec::new(),
        }
    }

    /// The exit code: so many tries of each shape must be done, and all be decided.
    pub fn exit_code(&self, tries: u64) -> ExitCode {
        let done = |entry: &ShapeEntry| entry.tries >= tries.max(1) && entry.unknown == 0;
        let all = !self.shapes.is_empty() && self.shapes.iter().all(done);
        match self.misses.is_empty() {
            false => ExitCode::Refuted,
            true if all && self.shard == Shard::WHOLE => ExitCode::Holds,
            true => ExitCode::Unknown,
        }
    }

    /// The same for a shard, which needs to know how many tries of each shape there are in all.
    pub fn of_shard(self, shard: Shard, tries: u64) -> RegionsRecord {
        RegionsRecord { shard, of_tries: (shard != Shard::WHOLE).then_some(tries), ..self }
    }

    /// The hunt without what was found, and without its shard.
    pub(crate) fn question(&self) -> RegionsRecord {
        let shapes = self.shapes.iter().map(|entry| ShapeEntry::none(entry.shape)).collect();
        RegionsRecord { shard: Shard::WHOLE, shapes, misses: Vec::new(), ..self.clone() }
    }

    /// Whether it does not contradict itself.
    pub(crate) fn is_consistent(&self) -> bool {
        let sums = self.shapes.iter().all(|entry| {
            let ended = [entry.refuted, entry.live, entry.missed, entry.unknown];
            ended.into_iter().try_fold(0u64, u64::checked_add) == Some(entry.tries)
        });
        let times = self.misses.iter().map(|miss| miss.times);
        let missed = self.shapes.iter().map(|entry| entry.missed);
        let sum = |mut all: Box<dyn Iterator<Item = u64> + '_>| all.try_fold(0, u64::checked_add);
        let misses = sum(Box::new(times)) == sum(Box::new(missed));
        sums && misses && self.misses.iter().all(|miss| Region::from_rows(&miss.rows).is_some())
    }
}

fn whole() -> Shard {
    Shard::WHOLE
}

/// Shards as `I/K`, and numbers as decimal digits: those above 2^53 are not exact in every reader
/// of JSON.
mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
