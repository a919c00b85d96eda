//! Files of sorted positions: what one task writes, and how the tasks of the next layer read it.
//!
//! A file has one or more *runs*; a run has a section for each part of the next layer, with its
//! positions in ascending order. A task that does not fill its memory writes one run. After the
//! runs stand an index with a record for each section, in the order of runs and parts, and a
//! *footer*, a JSON object with what the task counted:
//!
//! ```text
//! section … | record … | footer | length of the footer | checksum of the footer | MAGIC
//! ```
//!
//! A position is stored as its distance from the one before, less one, and its number of lines,
//! both with seven bits per byte, low bits first (LEB128). A record has 48 bytes: offset, bytes and
//! positions of the section (8 bytes each, little-endian), and its checksum. So a task reads one
//! record of each run, however many parts there are. A checksum is the first 24 bytes of a BLAKE3.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::reached::{Reached, part_of};
use crate::task::PassTotals;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{self, unreadable};
use deadmove_verify::live_set::bits::PackedPosition;
use deadmove_verify::live_set::packed::{push_number, read_number};

/// The last bytes of a file.
const MAGIC: &[u8; 8] = b"dmpass1\n";

/// Bytes that are read from a section at a time.
const BLOCK: u64 = 1 << 16;

/// The largest footer that is read, in bytes.
const MAX_FOOTER: u64 = 1 << 16;

/// Bytes of a record.
pub(crate) const RECORD: u64 = 48;

/// What stands at the end of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Footer {
    /// The digest of the question, see [`crate::folder::PassQuestion::digest`].
    pub question: String,
    /// The layer of which a part was done: the file has positions of the layer after it.
    pub layer: usize,
    /// The part.
    pub part: u32,
    /// The number of parts of a layer: the sections of a run.
    pub parts: u32,
    /// The number of runs.
    pub runs: u32,
    /// What the task counted.
    pub totals: PassTotals,
}

/// A section of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Section {
    /// The first byte, counted from the beginning of the file.
    offset: u64,
    bytes: u64,
    positions: u64,
    digest: [u8; 24],
}

impl Section {
    fn record(&self) -> [u8; RECORD as usize] {
        let mut record = [0; RECORD as usize];
        record[..8].copy_from_slice(&self.offset.to_le_bytes());
        record[8..16].copy_from_slice(&self.bytes.to_le_bytes());
        record[16..24].copy_from_slice(&self.positions.to_le_bytes());
        record[24..].copy_from_slice(&self.digest);
        record
    }

    fn of_record(record: &[u8; RECORD as usize]) -> Section {
        let number =
            |at: usize| u64::from_le_bytes(record[at..at + 8].try_into().expect("eight bytes"));
        Section {
            offset: number(0),
            bytes: number(8),
            positions: number(16),
            digest: record[24..].try_into().expect("24 bytes"),
        }
    }
}

/// Writes a file.
pub(crate) struct Writer<'w> {
    to: &'w mut dyn Write,
    /// For each part, the section that is being made.
    encoders: Vec<Encoder>,
    offset: u64,
    sections: Vec<Section>,
}

impl Writer<'_> {
    /// Begins a file for `parts` parts.
    pub(crate) fn new(to: &mut dyn Write, parts: u32) -> Writer<'_> {
        let encoders = vec![Encoder::default(); parts as usize];
        Writer { to, encoders, offset: 0, sections: Vec::new() }
    }

    /// The number of runs that were written.
    pub(crate) fn runs(&self) -> u32 {
        (self.sections.len() / self.encoders.len()) as u32
    }

    /// Writes a run of ascending positions.
    pub(crate) fn write_run(&mut self, reached: &[Reached]) -> io::Result<()> {
        let parts = self.encoders.len() as u32;
        for &reached in reached {
            self.encoders[part_of(reached.key(), parts) as usize].push(reached);
        }
        for encoder in &mut self.encoders {
            let bytes = encoder.bytes.len() as u64;
            self.to.write_all(&encoder.bytes)?;
            let digest = digest(&blake3::hash(&encoder.bytes));
            let (offset, positions) = (self.offset, encoder.positions);
            self.sections.push(Section { offset, bytes, positions, digest });
            self.offset += bytes;
            encoder.clear();
        }
        Ok(())
    }

    /// Writes index and footer.
    pub(crate) fn finish(self, footer: &Footer) -> io::Result<()> {
        for section in &self.sections {
            self.to.write_all(&section.record())?;
        }
        let text = serde_json::to_vec(footer)?;
        self.to.write_all(&text)?;
        self.to.write_all(&(text.len() as u64).to_le_bytes())?;
        self.to.write_all(&digest(&blake3::hash(&text)))?;
        self.to.write_all(MAGIC)
    }
}

fn digest(hash: &blake3::Hash) -> [u8; 24] {
    hash.as_bytes()[..24].try_into().expect("24 of 32 bytes")
}

/// Encodes ascending positions.
#[derive(Clone, Debug, Default)]
struct Encoder {
    bytes: Vec<u8>,
    positions: u64,
    next: u128,
}

impl Encoder {
    fn push(&mut self, reached: Reached) {
        let PackedPosition(key) = reached.key();
        push_number(&mut self.bytes, key.checked_sub(self.next).expect("positions ascend"));
        push_number(&mut self.bytes, reached.lines.into());
        // Only the largest key has no successor, and no position has it: its live end is no cell.
        self.next = key + 1;
        self.positions += 1;
    }

    /// Begins another section; the memory is kept.
    fn clear(&mut self) {
        self.bytes.clear();
        (self.positions, self.next) = (0, 0);
    }
}

/// Reads a whole file, to see that nothing is damaged; its footer.
pub(crate) fn check_file(path: &Path) -> Result<Footer, InputError> {
    let footer = open(path)?.2;
    for part in 0..footer.parts {
        for section in read_sections(path, part)?.1 {
            let mut reader = SectionReader::new(path, section);
            while reader.next_position()?.is_some() {}
        }
    }
    Ok(footer)
}

/// Reads the footer, and of each run the section with positions of a part.
pub(crate) fn read_sections(path: &Path, part: u32) -> Result<(Footer, Vec<Section>), InputError> {
    let (mut file, index, footer) = open(path)?;
    let mut sections = Vec::new();
    for run in 0..u64::from(footer.runs) {
        let mut record = [0; RECORD as usize];
        let at = index + (run * u64::from(footer.parts) + u64::from(part)) * RECORD;
        read_at(&mut file, at, &mut record).map_err(|error| unreadable(path, error))?;
        let section = Section::of_record(&record);
        if section.offset.checked_add(section.bytes).is_none_or(|end| end > index) {
            return Err(damaged(path, "a section lies outside the file"));
        }
        sections.push(section);
    }
    Ok((footer, sections))
}

/// Opens a file: where its index begins, and its footer.
fn open(path: &Path) -> Result<(File, u64, Footer), InputError> {
    let unreadable = |error| unreadable(path, error);
    let mut file = files::open(path)?;
    let length = file.metadata().map_err(unreadable)?.len();
    let mut last = [0; 40];
    let end = length.checked_sub(last.len() as u64);
    let end = end.ok_or_else(|| damaged(path, "it is too short"))?;
    read_at(&mut file, end, &mut last).map_err(unreadable)?;
    if &last[32..] != MAGIC {
        return Err(damaged(path, "it does not end as such a file does"));
    }
    let size = u64::from_le_bytes(last[..8].try_into().expect("eight bytes"));
    let at = end.checked_sub(size).filter(|_| size <= MAX_FOOTER);
    let at = at.ok_or_else(|| damaged(path, "the length of its footer is wrong"))?;
    let mut text = vec![0; size as usize];
    read_at(&mut file, at, &mut text).map_err(unreadable)?;
    if last[8..32] != digest(&blake3::hash(&text)) {
        return Err(damaged(path, "the checksum of its footer is wrong"));
    }
    let footer: Footer = serde_json::from_slice(&text)
        .map_err(|error| damaged(path, &format!("its footer cannot be read: {error}")))?;
    // At most 2^64: no overflow.
    let index =
        at.checked_sub((u64::from(footer.runs) * u64::from(footer.parts)).saturating_mul(RECORD));
    let index = index.ok_or_else(|| damaged(path, "its index is longer than the file"))?;
    Ok((file, index, footer))
}

fn read_at(file: &mut File, at: u64, to: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(to)
}

/// Reads the positions of a section one after the other. The file is open only while a block of it
/// is read, so any number of sections can be read at a time.
#[derive(Debug)]
pub(crate) struct SectionReader<'p> {
    path: &'p Path,
    section: Section,
    block: Vec<u8>,
    at: usize,
    /// Bytes of the section that were read into blocks.
    read: u64,
    hash: blake3::Hasher,
    positions: u64,
    next: u128,
}

impl<'p> SectionReader<'p> {
    /// Begins to read a section.
    pub(crate) fn new(path: &'p Path, section: Section) -> SectionReader<'p> {
        let hash = blake3::Hasher::new();
        SectionReader {
            path,
            section,
            block: Vec::new(),
            at: 0,
            read: 0,
            hash,
            positions: 0,
            next: 0,
        }
    }

    /// The next position; `None` after the last one, if the checksum is right.
    pub(crate) fn next_position(&mut self) -> Result<Option<Reached>, InputError> {
        if self.positions == self.section.positions {
            let whole = self.read == self.section.bytes && self.at == self.block.len();
            if !whole || digest(&self.hash.finalize()) != self.section.digest {
                return Err(damaged(self.path, "the checksum of a section is wrong"));
            }
            return Ok(None);
        }
        let distance = self.number()?;
        let lines = self.number()?;
        let key = self.next.checked_add(distance).filter(|&key| key < u128::MAX);
        let key = key.ok_or_else(|| self.wrong())?;
        let lines = u64::try_from(lines).map_err(|_| self.wrong())?;
        self.next = key + 1;
        self.positions += 1;
        Ok(Some(Reached::new(PackedPosition(key), lines)))
    }

    fn number(&mut self) -> Result<u128, InputError> {
        let mut fault = None;
        let number = read_number(|| self.byte().map_err(|error| fault = Some(error)).ok());
        number.ok_or_else(|| fault.unwrap_or_else(|| self.wrong()))
    }

    fn byte(&mut self) -> Result<u8, InputError> {
        if self.at == self.block.len() {
            let rest = (self.section.bytes - self.read).min(BLOCK);
            if rest == 0 {
                return Err(self.wrong());
            }
            self.block.resize(rest as usize, 0);
            let at = self.section.offset + self.read;
            read_at(&mut files::open(self.path)?, at, &mut self.block)
                .map_err(|error| unreadable(self.path, error))?;
            self.hash.update(&self.block);
            self.read += rest;
            self.at = 0;
        }
        let byte = self.block[self.at];
        self.at += 1;
        Ok(byte)
    }

    fn wrong(&self) -> InputError {
        damaged(self.path, "a section has other bytes than were written")
    }
}

/// The error for a file that is not as it was written.
fn damaged(path: &Path, how: &str) -> InputError {
    InputError::new(ErrorKind::PassDamaged, format!("the file of the pass is damaged: {how}"))
        .expected(
            "a file as a task wrote it. While its layer is not closed, delete it: its task is then \
             done again. Later, begin again in a new folder",
        )
        .in_file(path)
}
