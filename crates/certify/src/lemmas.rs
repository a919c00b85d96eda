//! Certificates of completeness by the lemmas: for every dead move of every live position a reason.
//!
//! The checker enumerates the positions and says in which order it expects the reasons. Each chunk
//! of them is a file of its own, checked as soon as it is made; a run that is stopped goes on with
//! the chunks that are missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deadmove_checker::{
    self as checker, LEMMA_MANIFEST, LEMMAS, LemmaChunks, LemmaManifest, SCHEMA, chunk_name,
    is_by_lemmas, read_lemma_manifest, sha256,
};
use rayon::prelude::*;

use super::folder::{SHARDS, WriteError, broken, lock, sweep};
use super::{CheckerRejection, TOOL, compress};
use deadmove_core::board::Board;
use deadmove_core::budget::Budget;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{create_folder, write_atomically};
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Outcome};
use deadmove_engine::evidence::plain_reason;
use deadmove_engine::sat;
use deadmove_verify::chunks::ChunkRun;

/// Writes the reasons for the dead moves of a square board of this side, chunk by chunk. Those of
/// an earlier run, in this folder or in those of `adopt`, are kept if the checker accepts them. If
/// there are folders to adopt from, none is made.
///
/// # Errors
/// If files cannot be written, or if a dead move has no reason by lemmas.
pub fn write(
    folder: &Path,
    size: usize,
    adopt: &[PathBuf],
    run: &ChunkRun<'_>,
) -> Result<LemmaManifest, WriteError> {
    let _lock = lock(folder)?;
    let chunks = LemmaChunks::new(size).map_err(|why| broken(folder, why))?;
    let mut manifest = LemmaManifest {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        size,
        lemmas: LEMMAS.map(str::to_owned).to_vec(),
        chunks: vec![None; chunks.count()],
    };
    let refuse_other = |folder: &Path| {
        let known = read_lemma_manifest(folder).map_err(|why| broken(folder, why))?;
        if known.size == size && known.chunks.len() == chunks.count() {
            return Ok(());
        }
        let message = "the folder has a certificate of another board";
        let error = InputError::new(ErrorKind::CertificateOtherSize, message).in_file(folder);
        Err(error.expected("a new folder"))
    };
    if is_by_lemmas(folder) {
        refuse_other(folder)?;
    }
    for other in adopt {
        refuse_other(other).map_err(|error| error.expected(SHARDS))?;
    }
    create_folder(&folder.join("reasons"))?;
    sweep(folder);
    let of_shard = |number: usize| run.shard.contains(number as u64);
    let todo = (0..chunks.count()).filter(|&number| of_shard(number)).count() as u64;
    (run.progress)(todo, 0);
    let digest = |number: usize| {
        if let Some(bytes) = accepted(&chunks, folder, number) {
            return Ok(Some(sha256(&bytes)));
        }
        if let Some(bytes) = adopt.iter().find_map(|other| accepted(&chunks, other, number)) {
            write_atomically(&folder.join(chunk_name(number)), &bytes)?;
            return Ok(Some(sha256(&bytes)));
        }
        match run.stopped() || !adopt.is_empty() || !of_shard(number) {
            true => {
                // What the checker does not accept must not be taken for a part of the certificate.
                let _ = fs::remove_file(folder.join(chunk_name(number)));
                Ok(None)
            }
            false => write_chunk(&chunks, folder, number).map(Some),
        }
    };
    let digests: Vec<Option<String>> = (0..chunks.count())
        .into_par_iter()
        .with_max_len(1)
        .map(|number| {
            let digest = digest(number)?;
            (run.progress)(todo, u64::from(of_shard(number)));
            Ok(digest)
        })
        .collect::<Result<_, WriteError>>()?;
    manifest.chunks = digests;
    let text = serde_json::to_string(&manifest).expect("a manifest is plain data");
    write_atomically(&folder.join(LEMMA_MANIFEST), text)?;
    Ok(manifest)
}

/// A chunk that an earlier run wrote, if the checker accepts it.
fn accepted(chunks: &LemmaChunks, folder: &Path, number: usize) -> Option<Vec<u8>> {
    let bytes = deadmove_checker::read(&folder.join(chunk_name(number))).ok()?;
    chunks.check(number, bytes.clone()).is_ok().then_some(bytes)
}

fn write_chunk(chunks: &LemmaChunks, folder: &Path, number: usize) -> Result<String, WriteError> {
    let fault = |why: String| {
        let what = format!("the lemmas, {}", chunk_name(number));
        WriteError::Fault(CheckerRejection { what, why })
    };
    let mut reasons = Vec::new();
    for board in chunks.dead(number).map_err(fault)? {
        reasons.push(reason(&board).map_err(fault)?);
    }
    let bytes = compress(&serde_json::to_string(&reasons).expect("reasons are plain data"));
    let digest = sha256(&bytes);
    chunks.check(number, bytes.clone()).map_err(fault)?;
    write_atomically(&folder.join(chunk_name(number)), &bytes)?;
    Ok(digest)
}

/// The reason why the start of a board is dead, in the checker's form.
fn reason(board: &checker::Board) -> Result<checker::Reason, String> {
    if board.start == board.end {
        return Ok(past_the_end(board));
    }
    let pair = |(column, row): (u16, u16)| (usize::from(column), usize::from(row));
    let (width, height) = (board.width, board.height);
    let blocked = (0..width * height).filter(|&index| !board.open[index]);
    let blocked: Vec<(usize, usize)> = blocked.map(|index| pair(board.cell(index))).collect();
    let ends = [board.start, board.end].map(|cell| Some(pair(cell)));
    let board = Board::new(width, height, ends[0], ends[1], &blocked).map_err(|e| e.to_string())?;
    let position = Position::start(Arc::new(board));
    match sat::solve(&position, &Budget::new(&Limits::default())) {
        Outcome::Dead(reason) => {
            plain_reason(&reason).ok_or_else(|| "a dead move needs a search".to_owned())
        }
        Outcome::Live(_) => Err("the engine finds a dead move live".to_owned()),
        Outcome::Unknown(limit) => Err(limit.to_string()),
    }
}

/// Why a line that is on the end cell with cells left is dead: it could enter them, but would not
/// come back.
fn past_the_end(board: &checker::Board) -> checker::Reason {
    let at = board.end;
    let cells = (0..board.width * board.height).filter(|&index| board.open[index]);
    let cells: Vec<checker::Cell> =
        cells.map(|index| board.cell(index)).filter(|&cell| cell != at).collect();
    let touches = |&(column, row): &checker::Cell| column.abs_diff(at.0) + row.abs_diff(at.1) == 1;
    let door = cells.iter().any(touches).then_some(at);
    checker::Reason::CutOff { cells, door }
}
