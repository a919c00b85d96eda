//! Certificates of the answers of a program: what it allows in every live position of a board, in
//! the order in which the checker lists them.
//!
//! The program is asked by [`deadmove_verify::check_program`], and the answers are counted against
//! the live set of [`deadmove_verify`]; the checker counts them against its own.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};

use deadmove_checker::{
    ANSWER_MANIFEST, AnswerManifest, CertifiedCounts, CertifiedProgram, SCHEMA, answers_name,
    is_of_answers, read_answer_manifest, read_answers, sha256,
};
use miniz_oxide::deflate::compress_to_vec_zlib;
use rayon::prelude::*;

use super::TOOL;
use super::folder::{broken, json, lines, lock, object, other_certificate, sweep};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{create_folder, unwritable, write_atomically};
use deadmove_program::process::AskError;
use deadmove_rules::moves::Moves;
use deadmove_verify::answer_table::{AnswerTable, NO_ANSWER};
use deadmove_verify::answers::Truth;
use deadmove_verify::check_program::{AskedProgram, truth};
use deadmove_verify::chunks::ChunkRun;
use deadmove_verify::live_set::LiveSet;
use deadmove_verify::live_set::bits::PackedPosition;

/// Asks a program about every live position and writes what it answers. Answers that an earlier run
/// left in the folder are kept; the program is asked about the others. Positions that still have no
/// answer are counted. Returns the manifest, and why the program was not asked any more, if it is
/// the cause.
///
/// # Errors
/// If the folder is locked, holds another certificate or cannot be written, or the program does not
/// start or answers nothing at all.
pub fn write(
    folder: &Path,
    program: CertifiedProgram,
    (live_set, asked): (&LiveSet, AskedProgram<'_>),
    run: &ChunkRun<'_>,
) -> Result<(AnswerManifest, Option<AskError>), InputError> {
    let _lock = lock(folder)?;
    sweep(folder);
    let table = match begun(folder, &program, live_set.grid().side())? {
        Some(known) => read_table(folder, &known, live_set)?,
        None => AnswerTable::without_answers(live_set),
    };
    let ended = table.ask(asked, run);
    asked.program.require_digest(&program.digest)?;
    let counts = counts_of(&table);
    match ended {
        Some(AskError::DoesNotStart(error)) => return Err(error),
        Some(AskError::GivenUp(fault)) if counts.unanswered + 1 == counts.positions => {
            let message = format!("`{}`: {fault}", program.command);
            return Err(InputError::new(ErrorKind::ProgramFaulty, message)
                .expected("one line for each question; see docs/reference/programs.md"));
        }
        _ => {}
    }
    let [sound, complete] = counts.verdicts();
    let manifest = AnswerManifest {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        size: live_set.grid().side(),
        program,
        sound,
        complete,
        counts,
        layers: write_table(&table, folder)?,
    };
    write_atomically(&folder.join(ANSWER_MANIFEST), text(&manifest))?;
    Ok((manifest, ended))
}

/// The manifest of an earlier run with the same program and size, if the folder has one. Its files
/// have the digests in it.
///
/// # Errors
/// If the folder has another certificate, or a damaged one.
pub fn begun(
    folder: &Path,
    program: &CertifiedProgram,
    size: usize,
) -> Result<Option<AnswerManifest>, InputError> {
    if !is_of_answers(folder) {
        let others = ["manifest.json", deadmove_checker::LEMMA_MANIFEST];
        return match others.iter().any(|other| folder.join(other).exists()) {
            true => Err(other_certificate(folder)),
            false => Ok(None),
        };
    }
    let known = read_answer_manifest(folder).map_err(|why| broken(folder, why))?;
    if known.program != *program || known.size != size || known.tool != TOOL {
        return Err(other_certificate(folder));
    }
    for drawn in 1..=known.layers.len() {
        read_answers(folder, &known, drawn).map_err(|why| broken(folder, why))?;
    }
    Ok(Some(known))
}

/// The manifest as text.
fn text(manifest: &AnswerManifest) -> String {
    object(&[
        ("schema", json(&manifest.schema)),
        ("tool", json(&manifest.tool)),
        ("size", json(&manifest.size)),
        ("program", json(&manifest.program)),
        ("sound", json(&manifest.sound)),
        ("complete", json(&manifest.complete)),
        ("counts", json(&manifest.counts)),
        ("layers", lines(&manifest.layers)),
    ])
}

/// The answers in a folder.
fn read_table<'l>(
    folder: &Path,
    manifest: &AnswerManifest,
    live_set: &'l LiveSet,
) -> Result<AnswerTable<'l>, InputError> {
    let table = AnswerTable::without_answers(live_set);
    for (drawn, layer) in (1..).zip(table.0.layers()) {
        let known = read_answers(folder, manifest, drawn).map_err(|why| broken(folder, why))?;
        if known.len() != layer.len() {
            let (found, stored) = (known.len(), layer.len());
            let why = format!("{}: {found} bytes, not {stored}", answers_name(drawn));
            return Err(broken(folder, why));
        }
        for (byte, (_, index, swapped)) in known.into_iter().zip(order(live_set, drawn)) {
            let byte = if swapped { byte.rotate_left(4) } else { byte };
            layer[index].store(byte, Ordering::Relaxed);
        }
    }
    Ok(table)
}

/// Writes the answers in the order of the checker. Returns the digests of the files. Without
/// its manifest, a folder that was not written to its end is no certificate.
fn write_table(table: &AnswerTable<'_>, folder: &Path) -> Result<Vec<String>, InputError> {
    let manifest = folder.join(ANSWER_MANIFEST);
    if manifest.exists() {
        fs::remove_file(&manifest).map_err(|error| unwritable(&manifest, error))?;
    }
    create_folder(&folder.join("answers"))?;
    let write = |(at, layer): (usize, &Vec<AtomicU8>)| {
        let byte = |(_, index, swapped): (PackedPosition, usize, bool)| {
            let byte: u8 = layer[index].load(Ordering::Relaxed);
            if swapped { byte.rotate_left(4) } else { byte }
        };
        let bytes: Vec<u8> = order(table.0.live_set(), at + 1).into_iter().map(byte).collect();
        let packed = compress_to_vec_zlib(&bytes, 9);
        write_atomically(&folder.join(answers_name(at + 1)), &packed)?;
        Ok(sha256(&packed))
    };
    table.0.layers().par_iter().enumerate().map(write).collect()
}

/// The counts of all answers, against the live set.
fn counts_of(table: &AnswerTable<'_>) -> CertifiedCounts {
    let sum = |mut a: CertifiedCounts, b: CertifiedCounts| {
        a.add(b);
        a
    };
    let of_layer = |(drawn, layer): (usize, &Vec<AtomicU8>)| {
        let entries = table.0.live_set().layer(drawn).zip(layer);
        let counts = entries.map(|(entry, byte)| {
            let byte = byte.load(Ordering::Relaxed);
            let first = counted(truth(table.0.live_set(), entry), byte & 15);
            let other = table.0.live_set().transposed(entry);
            let other = other.map(|other| counted(truth(table.0.live_set(), other), byte >> 4));
            sum(first, other.unwrap_or_default())
        });
        counts.reduce(CertifiedCounts::default, sum)
    };
    (1..).zip(table.0.layers()).map(of_layer).fold(CertifiedCounts::default(), sum)
}

/// The stored positions of a layer in the order of the checker, by the smaller number of a position
/// and the transposed one. For each its index in the layer, and whether that number is the
/// transposed one's.
fn order(live_set: &LiveSet, drawn: usize) -> Vec<(PackedPosition, usize, bool)> {
    let keys = live_set.layer(drawn).enumerate().map(|(index, entry)| {
        let canonical = live_set.grid().canonical(entry.key);
        (canonical, index, canonical != entry.key)
    });
    let mut keys: Vec<_> = keys.collect();
    keys.par_sort_unstable();
    keys
}

fn counted(Truth { live, dead, .. }: Truth, answer: u8) -> CertifiedCounts {
    let counts = CertifiedCounts {
        positions: 1,
        dead_moves: dead.len().into(),
        ..CertifiedCounts::default()
    };
    if answer == NO_ANSWER {
        return CertifiedCounts { unanswered: 1, ..counts };
    }
    let allowed = Moves::from_bits(answer);
    CertifiedCounts {
        live_forbidden: u64::from(!live.without(allowed).is_empty()),
        dead_allowed: u64::from(!dead.and(allowed).is_empty()),
        forbidden: dead.without(allowed).len().into(),
        ..counts
    }
}
