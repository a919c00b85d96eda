//! Writes the certificate of a set of rules: first the manifest, then each record as soon as it is
//! found, at the end the manifest with the verdicts. A run with the same rules resumes one that was
//! stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use deadmove_checker::{
    Engine, Entry, File, Manifest, Record, SCHEMA, file_name, record_name, sha256, square, unpack,
};
use rayon::prelude::*;

use super::position_graph::PositionGraph;
use super::rule::certify;
use super::{Rejected, TOOL, compiled, compress};
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::files::{self, create_folder, write_atomically};
use deadmove_core::lock::Lock;
use deadmove_core::verdict::Limits;
use deadmove_rules::load::{LoadedFile, LoadedRule};
use deadmove_verify::chunks::Shard;

/// Why a folder could not be written.
#[derive(Debug)]
pub enum WriteError {
    /// The user's folder or files cannot be used.
    Input(InputError),
    /// A fault of deadmove itself.
    Fault(Rejected),
}

impl From<InputError> for WriteError {
    fn from(error: InputError) -> WriteError {
        WriteError::Input(error)
    }
}

/// The manifest of what will be claimed: every rule that applies to a square board. Also the texts
/// of the rules.
pub fn plan(
    board: &Board,
    files: &[LoadedFile],
    claims: &[LoadedRule],
) -> (Manifest, Vec<Vec<u8>>) {
    let texts: Vec<Vec<u8>> = files.iter().map(|file| file.text.clone().into_bytes()).collect();
    let entries: Vec<Entry> = claims
        .iter()
        .filter(|claim| claim.rule.head.sizes.contain(board))
        .filter_map(|claim| {
            let file = files.iter().position(|file| file.path == claim.file)?;
            let rule = compiled(&claim.rule);
            Some(Entry { file, rule, verdict: None, sha256: None })
        })
        .collect();
    let digests = files.iter().zip(&texts);
    let digests =
        digests.map(|(file, text)| File { path: file.path.to_string(), sha256: sha256(text) });
    let manifest = Manifest {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        size: board.width().into(),
        engine: Engine::Sat,
        complete: false,
        files: digests.collect(),
        count: entries.len(),
        claims: entries,
        set: None,
        layers: Vec::new(),
    };
    (manifest, texts)
}

/// What is expected of folders to adopt from.
pub const SHARDS: &str = "folders that the same command wrote with --shard";

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
    pub fn makes(&self, number: usize) -> bool {
        self.adopt.is_empty() && self.shard.contains(number as u64)
    }
}

/// The error for a folder with another certificate.
pub fn other_certificate(folder: &Path) -> InputError {
    let message = "the folder holds a certificate of other rules, another size, engine or version";
    InputError::new("certificate-other", message)
        .in_file(folder)
        .expected("a new folder, or the rules it was begun with")
}

/// Writes a certificate of the records in the folder, of those in the folders of `share`, and of new
/// ones. `limits` are for each rule; `progress` receives the number of claims to do, then of those done. Returns the last
/// manifest written: complete, or partial if a limit was reached or the run stopped.
pub fn write(
    folder: &Path,
    (mut manifest, texts): (Manifest, Vec<Vec<u8>>),
    share: &Share<'_>,
    limits: &Limits,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Manifest, WriteError> {
    let _lock = lock(folder)?;
    begin(folder, &manifest, &texts)?;
    adopt(folder, folder, &mut manifest)?;
    for other in share.adopt {
        refuse_other(other, &manifest).map_err(|error| error.expected(SHARDS))?;
        adopt(other, folder, &mut manifest)?;
    }
    let graph = PositionGraph::new(
        square(manifest.size)
            .map_err(|why| WriteError::Input(InputError::new("size-not-certified", why)))?,
    );
    let todo: Vec<usize> = (0..manifest.count)
        .filter(|&number| manifest.claims[number].verdict.is_none() && share.makes(number))
        .collect();
    progress(todo.len() as u64, 0);
    let failed: Mutex<Option<WriteError>> = Mutex::new(None);
    let done: Vec<(usize, Entry)> = todo
        .par_iter()
        .with_max_len(1)
        .filter_map(|&number| {
            let entry = &manifest.claims[number];
            let record = match certify(&graph, &entry.rule, limits, stop) {
                Ok(Ok(record)) => record,
                Ok(Err(_)) => return None,
                Err(fault) => {
                    *failed.lock().expect("no holder panics") = Some(WriteError::Fault(fault));
                    return None;
                }
            };
            let text = serde_json::to_string(&record).expect("records are plain data");
            let bytes = compress(&text);
            if let Err(error) = write_atomically(&folder.join(record_name(number)), &bytes) {
                *failed.lock().expect("no holder panics") = Some(error.into());
                return None;
            }
            progress(todo.len() as u64, 1);
            let (verdict, digest) = (Some(record.verdict), Some(sha256(&bytes)));
            Some((number, Entry { verdict, sha256: digest, ..entry.clone() }))
        })
        .collect();
    for (number, entry) in done {
        manifest.claims[number] = entry;
    }
    if let Some(failure) = failed.into_inner().expect("no holder panics") {
        return Err(failure);
    }
    manifest.complete = manifest.claims.iter().all(|entry| entry.verdict.is_some());
    write_atomically(&folder.join("manifest.json"), text(&manifest).as_bytes())?;
    deadmove_checker::read_manifest(folder)
        .map_err(|why| InputError::new("certificate-broken", why).in_file(folder))?;
    Ok(manifest)
}

/// Creates a folder for a certificate if need be, and keeps other runs from writing it.
pub fn lock(folder: &Path) -> Result<Lock, InputError> {
    create_folder(folder)?;
    Lock::of_folder(folder)
}

/// Creates the folder, or verifies that it contains the beginning of the same certificate.
pub(super) fn begin(
    folder: &Path,
    manifest: &Manifest,
    texts: &[Vec<u8>],
) -> Result<(), InputError> {
    let file = folder.join("manifest.json");
    sweep(folder);
    if file.exists() {
        return refuse_other(folder, manifest);
    }
    for part in ["files", "claims"] {
        create_folder(&folder.join(part))?;
    }
    for (number, text) in texts.iter().enumerate() {
        write_atomically(&folder.join(file_name(number)), text)?;
    }
    write_atomically(&file, text(manifest).as_bytes())
}

/// Refuses a folder that has no certificate, or one of something else.
fn refuse_other(folder: &Path, manifest: &Manifest) -> Result<(), InputError> {
    let other = deadmove_checker::read_manifest(folder)
        .map_err(|why| InputError::new("certificate-broken", why).in_file(folder))?;
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

/// Removes unfinished files of a run that was killed.
pub fn sweep(folder: &Path) {
    for part in ["", "files", "claims", "reasons"] {
        let Ok(entries) = fs::read_dir(folder.join(part)) else { continue };
        let left = |entry: &fs::DirEntry| {
            entry.file_name().to_string_lossy().starts_with(files::UNFINISHED)
        };
        for entry in entries.flatten().filter(left) {
            // If a file cannot be removed, reading the folder reports it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Adopts the records of an earlier run that are missing so far, those that the checker accepts. If
/// they are in another folder, they are copied.
fn adopt(from: &Path, folder: &Path, manifest: &mut Manifest) -> Result<(), InputError> {
    let size = manifest.size;
    let missing = manifest.claims.par_iter_mut().enumerate();
    missing.filter(|(_, entry)| entry.verdict.is_none()).try_for_each(|(number, entry)| {
        let name = record_name(number);
        let Ok(bytes) = fs::read(from.join(&name)) else { return Ok(()) };
        let text = unpack(bytes.clone()).ok();
        let record = text.and_then(|text| serde_json::from_str::<Record>(&text).ok());
        let right = |record: &Record| {
            record.rule == entry.rule && record.size == size && record.check().is_ok()
        };
        if let Some(record) = record.filter(right) {
            if from != folder {
                write_atomically(&folder.join(&name), &bytes)?;
            }
            entry.verdict = Some(record.verdict);
            entry.sha256 = Some(sha256(&bytes));
        }
        Ok(())
    })
}

/// The manifest as text, with a line for each file, claim and layer.
pub(super) fn text(manifest: &Manifest) -> String {
    let lines = |lines: Vec<String>| format!("[\n    {}\n  ]", lines.join(",\n    "));
    let mut parts = vec![
        ("schema", json(&manifest.schema)),
        ("tool", json(&manifest.tool)),
        ("size", json(&manifest.size)),
    ];
    if !manifest.engine.is_sat() {
        parts.push(("engine", json(&manifest.engine)));
    }
    parts.extend([
        ("complete", json(&manifest.complete)),
        ("files", lines(manifest.files.iter().map(json).collect())),
        ("count", json(&manifest.count)),
        ("claims", lines(manifest.claims.iter().map(json).collect())),
    ]);
    if let Some(set) = &manifest.set {
        parts.push(("set", json(set)));
        parts.push(("layers", lines(manifest.layers.iter().map(json).collect())));
    }
    let parts: Vec<String> =
        parts.iter().map(|(name, value)| format!("  {}: {value}", json(name))).collect();
    format!("{{\n{}\n}}\n", parts.join(",\n"))
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("manifests are plain data")
}
