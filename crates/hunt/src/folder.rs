//! The folder of a hunt: what is done, in `hunt.json`, and a case file for each miss.
//!
//! The record is replaced as a whole after each block of work, so a hunt that is killed loses one
//! block at most.

use std::path::Path;

use deadmove_core::board::{from_letters, letters};
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::formats::{Case, Expectation, write_case};
use deadmove_core::position::Position;
use deadmove_core::sealed;
use deadmove_core::verdict::Verdict;
use deadmove_verify::chunks::Shard;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::boards::{BoardQuery, Expanded};
use crate::miss::{MissAnswer, ask, shrink};
use crate::region::Region;
use crate::regions::{Miss, RegionShape, ShapeEntry};

const SCHEMA: u8 = 1;
const RECORD: &str = "hunt.json";

/// A hunt on boards.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct BoardsRecord {
    schema: u8,
    hunt: String,
    /// The most cells of a board.
    pub cells: usize,
    /// Which start cells are tried.
    pub starts: String,
    /// How many boards there are, of all shards.
    pub total: usize,
    /// Which of the boards this part of the hunt is about: every K-th, from the I-th.
    #[serde(default = "whole", with = "shard")]
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
    pub lines: String,
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
    schema: u8,
    hunt: String,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Which part of the tries this is: the I-th of K parts that follow one another.
    #[serde(default = "whole", with = "shard")]
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
    pub shape: String,
    /// The first try that was shrunk to it.
    pub number: u64,
    /// How many tries were shrunk to it.
    pub times: u64,
    /// The name of its case file.
    pub case: String,
}

impl BoardsRecord {
    /// Nothing done.
    pub fn new(cells: usize, starts: &str, total: usize, shard: Shard) -> BoardsRecord {
        let (hunt, starts) = ("boards".to_owned(), starts.to_owned());
        BoardsRecord { schema: SCHEMA, hunt, cells, starts, total, shard, boards: Vec::new() }
    }

    /// The hunt without what was found, and without its shard.
    pub(crate) fn question(&self) -> BoardsRecord {
        BoardsRecord { shard: Shard::WHOLE, boards: Vec::new(), ..self.clone() }
    }

    pub(crate) fn is_of_this_schema(&self) -> bool {
        self.schema == SCHEMA
    }

    /// How many boards the shard has.
    pub fn share(&self) -> usize {
        (self.total as u64).saturating_sub(self.shard.number - 1).div_ceil(self.shard.of) as usize
    }

    /// Adds a board that is done, and writes a case file if the lemmas miss something there.
    ///
    /// # Errors
    /// If the folder or the disk refuses it.
    pub fn add(
        &mut self,
        folder: &Path,
        question: &BoardQuery,
        found: &Expanded,
    ) -> Result<(), InputError> {
        let BoardQuery { width, height, start, end } = *question;
        let mut shrunk = None;
        if let Some(line) = &found.first {
            let position = Position::from_path(question.board().into(), line)
                .map_err(|error| InputError::new("bad-report", error.to_string()))?;
            let comment = "The lemmas allow every move of this line, and none after it.".to_owned();
            let ends = [start, end].map(|(column, row)| format!("{column}-{row}"));
            let name = format!("{width}x{height}-{}-{}.case", ends.join("-"), letters(line));
            shrunk = Some(shrink(&Region::of(&position)).canonical());
            let expect = Some(Expectation::of(Verdict::Dead));
            files::write_atomically(
                &folder.join(name),
                write_case(&Case::new(comment, position, expect)),
            )?;
        }
        self.boards.push(BoardEntry {
            width,
            height,
            start,
            end,
            positions: found.positions,
            lines: found.lines.to_string(),
            stuck: found.stuck,
            first: found.first.as_deref().map(letters),
            shrunk,
        });
        Ok(())
    }

    /// Reads the record of a folder; none if there is none.
    ///
    /// # Errors
    /// If it is about another question, or contradicts itself.
    pub fn read(
        folder: &Path,
        asked: &BoardsRecord,
        boards: &[BoardQuery],
    ) -> Result<Option<BoardsRecord>, InputError> {
        let Some(record) = read::<BoardsRecord>(folder)? else { return Ok(None) };
        let right = record.question() == asked.question()
            && record.shard == asked.shard
            && record.is_about(boards);
        if right { Ok(Some(record)) } else { Err(differs(folder)) }
    }

    /// Whether it is about these boards, those of its shard, and does not contradict itself.
    pub(crate) fn is_about(&self, boards: &[BoardQuery]) -> bool {
        self.boards.len() <= boards.len()
            && self.boards.iter().zip(boards).all(|(entry, board)| {
                let BoardEntry { width, height, start, end, stuck, .. } = entry;
                let of = BoardQuery { width: *width, height: *height, start: *start, end: *end };
                of == *board
                    && (*stuck > 0) == entry.first.is_some()
                    && entry.lines.parse::<u128>().is_ok()
                    && entry.first.as_ref().is_none_or(|line| from_letters(line).is_some())
            })
    }
}

impl RegionsRecord {
    /// Nothing done.
    pub fn new(seed: u64, shapes: &[RegionShape]) -> RegionsRecord {
        let shapes = shapes.iter().map(|shape| ShapeEntry::none(shape.word())).collect();
        RegionsRecord {
            schema: SCHEMA,
            hunt: "regions".to_owned(),
            seed,
            shard: Shard::WHOLE,
            of_tries: None,
            shapes,
            misses: Vec::new(),
        }
    }

    /// The same for a shard, which needs to know how many tries of each shape there are in all.
    pub fn of_shard(self, shard: Shard, tries: u64) -> RegionsRecord {
        RegionsRecord { shard, of_tries: (shard != Shard::WHOLE).then_some(tries), ..self }
    }

    /// The hunt without what was found, and without its shard.
    pub(crate) fn question(&self) -> RegionsRecord {
        let shapes = self.shapes.iter().map(|entry| ShapeEntry::none(&entry.shape)).collect();
        RegionsRecord { shard: Shard::WHOLE, shapes, misses: Vec::new(), ..self.clone() }
    }

    /// Adds tries of a shape, and writes a case file for each new miss.
    ///
    /// # Errors
    /// If the folder or the disk refuses it.
    pub fn add(
        &mut self,
        folder: &Path,
        shape: RegionShape,
        found: &ShapeEntry,
        misses: &[Miss],
    ) -> Result<(), InputError> {
        if let Some(entry) = self.shapes.iter_mut().find(|entry| entry.shape == found.shape) {
            entry.add(found);
        }
        for miss in misses {
            self.add_miss(folder, shape, miss)?;
        }
        self.misses.sort_by(|a, b| (a.cells, &a.rows).cmp(&(b.cells, &b.rows)));
        Ok(())
    }

    fn add_miss(
        &mut self,
        folder: &Path,
        shape: RegionShape,
        miss: &Miss,
    ) -> Result<(), InputError> {
        let rows = miss.shrunk.canonical();
        if let Some(known) = self.misses.iter_mut().find(|known| known.rows == rows) {
            known.times += 1;
            return Ok(());
        }
        let region = Region::from_rows(&rows).expect("rows of a region");
        let position = region.position().expect("two ends");
        let caught_by = match ask(&position) {
            MissAnswer::Missed(by) => by.words(),
            other => {
                let message = format!("a mirrored region is another case: {other:?}");
                return Err(InputError::new("bad-report", message).in_file(folder));
            }
        };
        let digest = blake3::hash(rows.join("\n").as_bytes()).to_hex();
        let case = format!("{}-cells-{}.case", region.cells.len(), &digest[..8]);
        let comment = format!(
            "The lemmas do not refute it, {caught_by} does. Answer as try {} of {} with seed {}.",
            miss.number,
            shape.word(),
            self.seed
        );
        let expect = Some(Expectation::of(Verdict::Dead));
        files::write_atomically(
            &folder.join(&case),
            write_case(&Case::new(comment, position, expect)),
        )?;
        let (cells, number) = (region.cells.len(), miss.number);
        let shape = shape.word().to_owned();
        self.misses.push(MissEntry { cells, rows, caught_by, shape, number, times: 1, case });
        Ok(())
    }

    /// Reads the record of a folder; none if there is none.
    ///
    /// # Errors
    /// If it is about other shapes or another seed, or contradicts itself.
    pub fn read(folder: &Path, asked: &RegionsRecord) -> Result<Option<RegionsRecord>, InputError> {
        let Some(record) = read::<RegionsRecord>(folder)? else { return Ok(None) };
        let right = record.question() == asked.question()
            && record.shard == asked.shard
            && record.is_consistent();
        if right { Ok(Some(record)) } else { Err(differs(folder)) }
    }

    pub(crate) fn is_of_this_schema(&self) -> bool {
        self.schema == SCHEMA
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

/// Writes a record with its checksum.
///
/// # Errors
/// If the folder or the disk refuses it.
pub fn write(folder: &Path, record: &impl Serialize) -> Result<(), InputError> {
    files::write_atomically(&folder.join(RECORD), sealed::seal(&json(record)) + "\n")
}

/// A record as JSON.
pub fn json(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("plain data is serialisable")
}

fn read<T: DeserializeOwned>(folder: &Path) -> Result<Option<T>, InputError> {
    let expected = "the record of such a hunt as this command wrote it, or a new folder";
    sealed::read(&folder.join(RECORD), expected)
}

fn whole() -> Shard {
    Shard::WHOLE
}

/// Shards as `I/K`.
mod shard {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use deadmove_verify::chunks::Shard;

    pub fn serialize<S: Serializer>(shard: &Shard, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(shard)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Shard, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

fn differs(folder: &Path) -> InputError {
    InputError::new("report-differs", "the record is of another hunt, or was changed")
        .expected("the same options as before, or a new folder")
        .in_file(&folder.join(RECORD))
}
