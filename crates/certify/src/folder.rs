//! Writes the certificate of a set of rules: first the manifest, then each record as soon as it is
//! found, at the end the manifest with the verdicts. A run with the same rules resumes one that was
//! stopped.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use deadmove_checker::{
    Engine, Entry, File, Manifest, Record, SCHEMA, file_name, read_manifest, record_name, sha256,
    square, unpack,
};
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::position_graph::CheckerGraph;
use super::rule::certify;
use super::{CheckerRejection, TOOL, compiled, compress};
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{create_folder, write_atomically};
use deadmove_core::folders;
use deadmove_core::lock::Lock;
use deadmove_core::verdict::Limits;
use deadmove_rules::load::{LoadedFile, LoadedRule};
use deadmove_verify::chunks::Shard;

/// Why a folder could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The user's folder or files cannot be used.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A fault of deadmove itself.
    #[error(transparent)]
    Fault(CheckerRejection),
}

/// The manifest of what will be claimed: every rule that applies to a square board. Also the texts
/// of the rules.
pub fn plan(
    board: &Board,
    files: &[LoadedFile],
    claims: &[LoadedRule],
) -> (Manifest, Vec<Vec<u8>>) {
    let (texts, digests) = digested(files);
    let entries: Vec<Entry> = claims
        .iter()
        .filter(|claim| claim.rule.head.sizes.contain(board))
        .filter_map(|claim| {
            let file = files.iter().position(|file| file.path == claim.file)?;
            let rule = compiled(&claim.rule);
            Some(Entry { file, rule, verdict: None, sha256: None })
        })
        .collect();
    let manifest = Manifest {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        size: board.width().into(),
        engine: Engine::Sat,
        complete: false,
        files: digests,
        count: entries.len(),
        claims: entries,
        set: None,
        layers: Vec::new(),
    };
    (manifest, texts)
}

/// The texts of rule files, and what a manifest says of them.
pub(super) fn digested(files: &[LoadedFile]) -> (Vec<Vec<u8>>, Vec<File>) {
    let one = |file: &LoadedFile| {
        let text = file.text.clone().into_bytes();
        let digest = File { path: file.path.to_string(), sha256: sha256(&text) };
        (text, digest)
    };
    files.iter().map(one).unzip()
}

/// What is expected of folders to adopt from.
pub(crate) const SHARDS: &str = "folders that the same command wrote with --shard";

/// Which records a run makes, and where it finds others.
#[derive(Clone, Copy, Debug)]
pub struct Share<'a> {
    /// Only those of this shard are made.
    pub shard: Shard,
    /// Folders whose records are adopted. If there are any, none is made.
    pub adopt: &'a [PathBuf],
}

impl Share<'_> {
    /// All records, and no other folders.
    pub const WHOLE: Share<'static> = Share { shard: Shard::WHOLE, adopt: &[] };

    /// Whether a record is made if it is missing.
    pub(crate) fn makes(&self, number: usize) -> bool {
        self.adopt.is_empty() && self.shard.contains(number as u64)
    }
}

/// The error for a folder with another certificate.
pub(crate) fn other_certificate(folder: &Path) -> InputError {
    let message = "the folder holds a certificate of other rules, another size, engine or version";
    InputError::new(ErrorKind::CertificateOther, message)
        .in_file(folder)
        .expected("a new folder, or the rules it was begun with")
}

/// Writes a certificate of the records in the folder, of those in the folders of `share`, and of
/// new ones. `limits` are for each rule; `progress` receives the number of claims to do, then of
/// those done. Returns the last manifest written: complete, or partial if a limit was reached or
/// the run stopped.
///
/// # Errors
/// If a folder is locked, holds another certificate or cannot be written, the size is not
/// supported, or the checker rejects a record.
pub fn write(
    folder: &Path,
    (mut manifest, texts): (Manifest, Vec<Vec<u8>>),
    share: &Share<'_>,
    limits: &Limits,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Manifest, WriteError> {
    let _lock = lock(folder)?;
    begin(folder, &text(&manifest), &texts, || refuse_other(folder, &manifest))?;
    adopt(folder, folder, &mut manifest)?;
    for other in share.adopt {
        refuse_other(other, &manifest).map_err(|error| error.expected(SHARDS))?;
        adopt(other, folder, &mut manifest)?;
    }
    let graph = CheckerGraph::new(
        square(manifest.size)
            .map_err(|why| WriteError::Input(InputError::new(ErrorKind::SizeNotCertified, why)))?,
    );
    let todo: Vec<usize> = (0..manifest.count)
        .filter(|&number| manifest.claims[number].verdict.is_none() && share.makes(number))
        .collect();
    let make = |number: usize| certify(&graph, &manifest.claims[number].rule, limits, stop);
    for (number, record, digest) in make_records(folder, &todo, make, progress)? {
        let entry = &mut manifest.claims[number];
        (entry.verdict, entry.sha256) = (Some(record.verdict), Some(digest));
    }
    manifest.complete = manifest.claims.iter().all(|entry| entry.verdict.is_some());
    write_atomically(&folder.join("manifest.json"), text(&manifest))?;
    read_manifest(folder).map_err(|why| broken(folder, why))?;
    Ok(manifest)
}

/// Makes the records of some claims and writes them; returns each with the digest of its file. A
/// claim without a record reached a limit.
pub(super) fn make_records<R: Serialize + Send>(
    folder: &Path,
    numbers: &[usize],
    make: impl Fn(usize) -> Result<Option<R>, CheckerRejection> + Sync,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Vec<(usize, R, String)>, WriteError> {
    let total = numbers.len() as u64;
    progress(total, 0);
    let one = |&number: &usize| {
        let record = make(number).map_err(WriteError::Fault)?;
        progress(total, 1);
        let Some(record) = record else { return Ok(None) };
        let digest = write_compressed(&folder.join(record_name(number)), &record)?;
        Ok(Some((number, record, digest)))
    };
    // After a failure the others are still made and written.
    let made: Vec<Result<_, WriteError>> = numbers.par_iter().with_max_len(1).map(one).collect();
    made.into_iter().filter_map(Result::transpose).collect()
}

/// Writes plain data in compressed form; the digest of the file.
pub(super) fn write_compressed(file: &Path, data: &impl Serialize) -> Result<String, InputError> {
    let bytes = compress(&json(data));
    write_atomically(file, &bytes)?;
    Ok(sha256(&bytes))
}

/// The error for a folder that the checker rejects.
pub(super) fn broken(folder: &Path, why: String) -> InputError {
    InputError::new(ErrorKind::CertificateBroken, why).in_file(folder)
}

/// Creates a folder for a certificate if need be, and keeps other runs from writing it.
///
/// # Errors
/// If another run holds the lock, or the folder cannot be made.
pub fn lock(folder: &Path) -> Result<Lock, InputError> {
    create_folder(folder)?;
    Lock::of_folder(folder)
}

/// Writes a manifest and the texts of rules. If there is a manifest, `refuse_other` verifies that
/// it is the beginning of the same certificate.
pub(super) fn begin(
    folder: &Path,
    manifest: &str,
    texts: &[Vec<u8>],
    refuse_other: impl FnOnce() -> Result<(), InputError>,
) -> Result<(), InputError> {
    let file = folder.join("manifest.json");
    sweep(folder);
    if file.exists() {
        return refuse_other();
    }
    for part in ["files", "claims"] {
        create_folder(&folder.join(part))?;
    }
    for (number, text) in texts.iter().enumerate() {
        write_atomically(&folder.join(file_name(number)), text)?;
    }
    write_atomically(&file, manifest)
}

/// Refuses a folder that has no certificate, or one of something else.
pub(super) fn refuse_other(folder: &Path, manifest: &Manifest) -> Result<(), InputError> {
    let other = read_manifest(folder).map_err(|why| broken(folder, why))?;
    let rules = |manifest: &Manifest| -> Vec<_> {
        manifest.claims.iter().map(|entry| (entry.file, entry.rule.clone())).collect()
    };
    let same = other.tool == manifest.tool
        && other.size == manifest.size
        && other.engine == manifest.engine
        && other.files == manifest.files
        && rules(&other) == rules(manifest);
    if same { Ok(()) } else { Err(other_certificate(folder)) }
}

/// Removes unfinished files of a run that was killed. If one cannot be removed, reading the folder
/// reports it.
pub(crate) fn sweep(folder: &Path) {
    for part in ["", "files", "claims", "reasons", "answers"] {
        folders::sweep(&folder.join(part));
    }
}

/// Adopts the records of an earlier run that are missing so far.
fn adopt(from: &Path, folder: &Path, manifest: &mut Manifest) -> Result<(), InputError> {
    let size = manifest.size;
    let missing = manifest.claims.par_iter_mut().enumerate();
    missing.filter(|(_, entry)| entry.verdict.is_none()).try_for_each(|(number, entry)| {
        let right = |record: &Record| {
            record.rule == entry.rule && record.size == size && record.check().is_ok()
        };
        if let Some((record, digest)) = adopt_record(from, folder, number, right)? {
            (entry.verdict, entry.sha256) = (Some(record.verdict), Some(digest));
        }
        Ok(())
    })
}

/// The record of a claim that an earlier run wrote, if it is right, and the digest of its file. If
/// it is in another folder, it is copied.
pub(super) fn adopt_record<R: DeserializeOwned>(
    from: &Path,
    folder: &Path,
    number: usize,
    right: impl FnOnce(&R) -> bool,
) -> Result<Option<(R, String)>, InputError> {
    let name = record_name(number);
    let Ok(bytes) = deadmove_checker::read(&from.join(&name)) else { return Ok(None) };
    let text = unpack(bytes.clone()).ok();
    let record = text.and_then(|text| serde_json::from_str(&text).ok()).filter(right);
    if record.is_some() && from != folder {
        write_atomically(&folder.join(&name), &bytes)?;
    }
    Ok(record.map(|record| (record, sha256(&bytes))))
}

/// The manifest as text.
pub(super) fn text(manifest: &Manifest) -> String {
    let mut keys = vec![
        ("schema", json(&manifest.schema)),
        ("tool", json(&manifest.tool)),
        ("size", json(&manifest.size)),
    ];
    if !manifest.engine.is_sat() {
        keys.push(("engine", json(&manifest.engine)));
    }
    keys.extend([
        ("complete", json(&manifest.complete)),
        ("files", lines(&manifest.files)),
        ("count", json(&manifest.count)),
        ("claims", lines(&manifest.claims)),
    ]);
    if let Some(set) = &manifest.set {
        keys.extend([("set", json(set)), ("layers", lines(&manifest.layers))]);
    }
    object(&keys)
}

/// An object with a line for each key.
pub(super) fn object(keys: &[(&str, String)]) -> String {
    let lines: Vec<String> =
        keys.iter().map(|(name, value)| format!("  {}: {value}", json(name))).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// A list with a line for each value.
pub(super) fn lines<T: Serialize>(values: &[T]) -> String {
    let lines: Vec<String> = values.iter().map(json).collect();
    format!("[\n    {}\n  ]", lines.join(",\n    "))
}

/// A value in one line.
pub(super) fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("certificates are plain data")
}
