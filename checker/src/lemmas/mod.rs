//! Theory of completeness of the lemmas. Claim: on the square board of this side, from corner to
//! opposite corner, the five lemmas refute every dead move of every live position, and no live
//! move.
//!
//! The checker enumerates all live positions itself, in its own order, and so knows which moves are
//! dead. For each of them it takes the next reason of the certificate and checks it on the position
//! after the move, as the start of a board on which the drawn cells are blocked: this has the same
//! completions. Of a position and the transposed one only one is checked. The reasons are those of
//! the lemmas: short ones, and deductions without probes. The lemmas are P2 and P5 (degree), P6
//! (small loop), P3 and P9 (cut-off), P4 and P7 (colour) and P8 (two-edge cut).
//!
//! A chunk without a digest is open, and nothing of it is counted.
//!
//! **D1.** If all reasons are accepted, the lemmas refute every dead move of the board. They refute
//! no live move, because a reason that is accepted proves that the position is dead (P2 to P9).
//! (proof: docs/reference/certificates.md, "D1")
//!
//! Read besides: `live_set.rs` (L3, L4); `reason.rs` and `deduction.rs` of the positions;
//! `board.rs`, `position.rs`, `files.rs` and `threads.rs` of the kernel.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::digest::check_digest;
use crate::kernel::board::{Board, Cell};
use crate::kernel::check_schema;
use crate::kernel::files::{parse, read};
use crate::kernel::threads::for_each_chunk;
use crate::one_board_by_list::live_set::{BitBoard, CHUNK, Key, LiveSet, free, live_end};
use crate::positions::deduction::Because;
use crate::positions::reason::{Reason, check_reason};
use crate::strict::check_entries;

/// The names of the lemmas, which act together.
pub const LEMMAS: [&str; 5] = ["degree", "small-loop", "cut-off", "colour", "two-edge-cut"];

/// The file of the manifest, relative to the certificate.
pub const LEMMA_MANIFEST: &str = "lemmas.json";

/// What is certified, and the digests of the files with the reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LemmaManifest {
    /// The version of the format.
    pub schema: u32,
    /// Who made it.
    pub tool: String,
    /// The side of the board.
    pub size: usize,
    /// [`LEMMAS`].
    pub lemmas: Vec<String>,
    /// The chunks of the live positions in order, each with the digest of its file; none if it is
    /// open.
    pub chunks: Vec<Option<String>>,
}

/// What was counted while a certificate was checked. Positions that are mirror images of each other
/// count separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LemmaCounts {
    /// Live positions.
    pub positions: u64,
    /// Dead moves with a reason.
    pub dead: u64,
    /// Live moves.
    pub live: u64,
    /// Chunks without reasons.
    pub open: u64,
}

/// The live positions of a board in chunks.
#[derive(Debug)]
pub struct LemmaChunks {
    board: Board,
    live: LiveSet,
    /// Layer, and first and last position in it, the last excluded.
    parts: Vec<(usize, usize, usize)>,
}

/// Whether a folder has a certificate of this kind.
pub fn is_by_lemmas(folder: &Path) -> bool {
    folder.join(LEMMA_MANIFEST).exists()
}

/// The name of the file with the reasons of a chunk.
pub fn chunk_name(number: usize) -> String {
    format!("reasons/{number:05}.json.z")
}

/// Reads the manifest of a folder and checks it.
///
/// # Errors
/// If it cannot be read, or is inconsistent.
pub fn read_lemma_manifest(folder: &Path) -> Result<LemmaManifest, String> {
    let manifest: LemmaManifest = read(&folder.join(LEMMA_MANIFEST))
        .and_then(parse)
        .map_err(|why| format!("{LEMMA_MANIFEST}: {why}"))?;
    check_schema(manifest.schema)?;
    if manifest.lemmas != LEMMAS {
        return Err(format!("it is about other lemmas than {}", LEMMAS.join(", ")));
    }
    Ok(manifest)
}

/// Checks the certificate in a folder.
///
/// # Errors
/// If the manifest or a reason is wrong.
pub fn check_by_lemmas(folder: &Path) -> Result<LemmaCounts, String> {
    check_chunks(folder, &read_lemma_manifest(folder)?)
}

/// Checks the chunks in a folder against a manifest that was read there.
pub(crate) fn check_chunks(folder: &Path, manifest: &LemmaManifest) -> Result<LemmaCounts, String> {
    let chunks = LemmaChunks::new(manifest.size)?;
    if manifest.chunks.len() != chunks.count() {
        let (found, named) = (chunks.count(), manifest.chunks.len());
        return Err(format!("the live positions are {found} chunks, and it has {named}"));
    }
    let closed = (0..chunks.count()).filter(|&number| manifest.chunks[number].is_some());
    let mut expected: BTreeSet<String> = closed.map(chunk_name).collect();
    expected.extend([LEMMA_MANIFEST.to_owned(), "reasons".to_owned()]);
    check_entries(folder, &["", "reasons"], &expected, "chunk")?;
    let numbers: Vec<usize> = (0..chunks.count()).collect();
    let counts = Mutex::new(LemmaCounts::default());
    for_each_chunk(&numbers, 1, |numbers| {
        for &number in numbers {
            let found = match &manifest.chunks[number] {
                None => Ok(LemmaCounts { open: 1, ..LemmaCounts::default() }),
                Some(digest) => read(&folder.join(chunk_name(number))).and_then(|bytes| {
                    check_digest(&bytes, digest)?;
                    chunks.check(number, bytes)
                }),
            };
            let found = found.map_err(|why| format!("{}: {why}", chunk_name(number)))?;
            counts.lock().expect("no thread panics with the lock").add(found);
        }
        Ok(())
    })?;
    Ok(counts.into_inner().expect("no thread panics with the lock"))
}

impl LemmaCounts {
    fn add(&mut self, other: LemmaCounts) {
        self.positions += other.positions;
        self.dead += other.dead;
        self.live += other.live;
        self.open += other.open;
    }
}

impl LemmaChunks {
    /// Enumerates the live positions of a board of this side.
    ///
    /// # Errors
    /// For sides without a live set.
    pub fn new(size: usize) -> Result<LemmaChunks, String> {
        let live = LiveSet::new(BitBoard::new(size)?);
        let mut parts = Vec::new();
        for drawn in 1..=live.layers() {
            let positions = live.layer(drawn).len();
            for first in (0..positions).step_by(CHUNK) {
                parts.push((drawn, first, positions.min(first + CHUNK)));
            }
        }
        let last = u16::try_from(size).expect("a side of a small board");
        Ok(LemmaChunks { board: Board::new(size, size, (1, 1), (last, last), &[])?, live, parts })
    }

    /// The number of chunks.
    pub fn count(&self) -> usize {
        self.parts.len()
    }

    /// The positions after the dead moves of a chunk, in the order in which their reasons are
    /// expected: each as a board on which the drawn cells are blocked, and the start is the live
    /// end.
    ///
    /// # Errors
    /// If there is no such chunk.
    pub fn dead(&self, number: usize) -> Result<Vec<Board>, String> {
        self.dead_moves(number)?.1.into_iter().map(|after| self.after(after)).collect()
    }

    /// Checks the reasons of a chunk.
    ///
    /// # Errors
    /// If a dead move has no reason, or a wrong one, or there are more reasons.
    pub fn check(&self, number: usize, bytes: Vec<u8>) -> Result<LemmaCounts, String> {
        let reasons: Vec<Reason> = parse(bytes)?;
        let (counts, dead) = self.dead_moves(number)?;
        for (&after, reason) in dead.iter().zip(&reasons) {
            let fail =
                |why: String| format!("the reason for {}: {why}", self.live.grid.show(after));
            if has_probes(reason) {
                return Err(fail("a probe, which is no lemma".into()));
            }
            check_reason(&self.after(after)?, "", reason).map_err(fail)?;
        }
        match dead.len() == reasons.len() {
            true => Ok(counts),
            false => Err(format!("{} reasons for {} dead moves", reasons.len(), dead.len())),
        }
    }

    /// The counts of a chunk, and the positions after its dead moves, in the order of the positions
    /// and of U, D, L, R.
    fn dead_moves(&self, number: usize) -> Result<(LemmaCounts, Vec<Key>), String> {
        let &(drawn, first, last) = self.parts.get(number).ok_or("there is no such chunk")?;
        let grid = &self.live.grid;
        let (mut counts, mut dead) = (LemmaCounts::default(), Vec::new());
        for &key in &self.live.layer(drawn)[first..last] {
            // The same moves of the mirror image are dead for the same reasons, mirrored.
            let images = if grid.transposed(key) == key { 1 } else { 2 };
            counts.positions += images;
            for after in grid.after(key).into_iter().flatten() {
                match self.live.contains(after) {
                    true => counts.live += images,
                    false => {
                        counts.dead += images;
                        dead.push(after);
                    }
                }
            }
        }
        Ok((counts, dead))
    }

    /// A position as a board. The position before was live, so the end cell is free or the live
    /// end.
    fn after(&self, key: Key) -> Result<Board, String> {
        let (board, at) = (&self.board, live_end(key));
        let drawn = |&index: &usize| index != at && free(key) >> index & 1 == 0;
        let drawn = (0..board.open.len()).filter(drawn).map(|index| board.cell(index));
        let drawn: Vec<Cell> = drawn.collect();
        Board::new(board.width, board.height, board.cell(at), board.end, &drawn)
    }
}

fn has_probes(reason: &Reason) -> bool {
    let Reason::Deduction(deduction) = reason else { return false };
    deduction.steps.iter().any(|step| matches!(step.because, Because::Probe { .. }))
}
