//! The folder of a hunt: what is done, in `hunt.json`, and a case file for each miss.
//!
//! The record is replaced as a whole after each block of work, so a hunt that is killed loses one
//! block at most.

use std::path::Path;

use deadmove_core::board::letters;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::formats::{Case, Expectation, write_case};
use deadmove_core::position::Position;
use deadmove_core::sealed;
use deadmove_core::verdict::Verdict;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::boards::{BoardQuery, Expanded};
use crate::miss::{MissAnswer, ask, shrink};
use crate::record::{BoardEntry, BoardsRecord, MissEntry, RegionsRecord};
use crate::region::Region;
use crate::regions::{Miss, RegionShape, ShapeEntry};

const RECORD: &str = "hunt.json";

impl BoardsRecord {
    /// Adds a board that is done, and writes a case file if the lemmas miss something there.
    ///
    /// # Errors
    /// If the case file cannot be written, or the line to the miss is none.
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
                .map_err(|error| InputError::new(ErrorKind::BadReport, error.to_string()))?;
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
            lines: found.lines,
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
}

impl RegionsRecord {
    /// Adds tries of a shape, and writes a case file for each new miss.
    ///
    /// # Errors
    /// If a case file cannot be written.
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
                return Err(InputError::new(ErrorKind::BadReport, message).in_file(folder));
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
}

/// Writes a record.
///
/// # Errors
/// If the file cannot be written.
pub fn write(folder: &Path, record: &impl Serialize) -> Result<(), InputError> {
    files::write_atomically(&folder.join(RECORD), sealed::line(record) + "\n")
}

fn read<T: DeserializeOwned>(folder: &Path) -> Result<Option<T>, InputError> {
    let expected = "the record of such a hunt as this command wrote it, or a new folder";
    sealed::read(&folder.join(RECORD), expected)
}

fn differs(folder: &Path) -> InputError {
    InputError::new(ErrorKind::ReportDiffers, "the record is of another hunt, or was changed")
        .expected("the same options as before, or a new folder")
        .in_file(&folder.join(RECORD))
}
