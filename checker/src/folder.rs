//! Certificates of rules: a folder with a manifest, the rule files, and a record for each claim.
//!
//! `manifest.json` names the board, the rule files with their SHA-256, and the claims.
//! `files/N.rule` is a copy of rule file N, `claims/N.json.z` the record of claim N (both from 0),
//! compressed as zlib data. What is not decided has no record; the certificate is then partial.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use crate::judgement::SCHEMA;
use crate::record::{Record, Verdict, square};
use crate::rule::Rule;
use crate::sha256::sha256;

/// How large a file may become when it is decompressed.
const LARGEST: usize = 1 << 30;

/// What a certificate is about, and what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Who made it.
    pub tool: String,
    /// The side of the board, which is square, from its upper-left to its lower-right corner.
    pub size: usize,
    /// Whether every claim has its verdict.
    pub complete: bool,
    /// The rule files the claims come from.
    pub files: Vec<File>,
    /// How many claims there are.
    pub count: usize,
    /// The claims.
    pub claims: Vec<Entry>,
}

/// A rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Where it was.
    pub path: String,
    /// Its digest.
    pub sha256: String,
}

/// A claim in the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The number of the file it comes from.
    pub file: usize,
    /// The rule.
    pub rule: Rule,
    /// The verdict, if there is one.
    pub verdict: Option<Verdict>,
    /// The digest of its record.
    pub sha256: Option<String>,
}

/// What a certificate that was accepted says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// The side of the board.
    pub size: usize,
    /// Numbers of rules: sound, unsound, vacuous.
    pub verdicts: [usize; 3],
    /// Names of the rules without verdict.
    pub open: Vec<String>,
}

/// The copy of a rule file in a certificate, relative to it.
pub fn file_name(number: usize) -> String {
    format!("files/{number:04}.rule")
}

/// The record of a claim in a certificate, relative to it.
pub fn record_name(number: usize) -> String {
    format!("claims/{number:04}.json.z")
}

/// The text of a file that may be compressed.
pub fn unpack(bytes: Vec<u8>) -> Result<String, String> {
    let plain = match bytes.first() {
        Some(0x78) => miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&bytes, LARGEST)
            .map_err(|error| format!("it cannot be decompressed: {:?}", error.status))?,
        _ => bytes,
    };
    String::from_utf8(plain).map_err(|_| "it is no text".into())
}

/// Reads a manifest and holds it to itself and to the files.
pub fn read_manifest(folder: &Path) -> Result<Manifest, String> {
    let read = |name: &str| {
        fs::read(folder.join(name)).map_err(|error| format!("{name} cannot be read: {error}"))
    };
    let text = unpack(read("manifest.json")?).map_err(|why| format!("manifest.json: {why}"))?;
    let manifest: Manifest =
        serde_json::from_str(&text).map_err(|error| format!("manifest.json: {error}"))?;
    if manifest.schema != SCHEMA {
        return Err(format!("schema {}: this checker knows schema {SCHEMA}", manifest.schema));
    }
    if manifest.count != manifest.claims.len() {
        let (count, found) = (manifest.count, manifest.claims.len());
        return Err(format!("the manifest counts {count} claims and lists {found}"));
    }
    if manifest.claims.is_empty() {
        return Err("the manifest claims nothing".into());
    }
    square(manifest.size)?;
    let mut expected = BTreeSet::from(["manifest.json".to_owned()]);
    for (number, file) in manifest.files.iter().enumerate() {
        let name = file_name(number);
        if sha256(&read(&name)?) != file.sha256 {
            return Err(format!("{name}, the copy of {}, has another digest", file.path));
        }
        expected.insert(name);
    }
    for (number, entry) in manifest.claims.iter().enumerate() {
        if entry.file >= manifest.files.len() {
            return Err(format!("claim {number} comes from a file that is not there"));
        }
        if entry.verdict.is_some() != entry.sha256.is_some() {
            return Err(format!(
                "claim {number} has a verdict without a record, or a record without"
            ));
        }
        if entry.verdict.is_some() {
            expected.insert(record_name(number));
        } else if manifest.complete {
            return Err(format!("claim {number} is open, but the manifest is said to be complete"));
        }
    }
    for part in ["", "files", "claims"] {
        let Ok(entries) = fs::read_dir(folder.join(part)) else { continue };
        for entry in entries.flatten().filter(|entry| !entry.path().is_dir()) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let name = if part.is_empty() { name } else { format!("{part}/{name}") };
            if !expected.contains(&name) && (manifest.complete || part == "files") {
                return Err(format!("{name} belongs to no claim of the manifest"));
            }
        }
    }
    Ok(manifest)
}

/// Checks a record against its entry of the manifest.
pub fn check_record(folder: &Path, manifest: &Manifest, number: usize) -> Result<(), String> {
    let entry = &manifest.claims[number];
    let bytes = fs::read(folder.join(record_name(number)))
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if Some(sha256(&bytes)) != entry.sha256 {
        return Err("it has another digest than the manifest says".into());
    }
    let record: Record =
        serde_json::from_str(&unpack(bytes)?).map_err(|error| error.to_string())?;
    if record.size != manifest.size {
        return Err(format!("it is about a board of side {}", record.size));
    }
    if record.rule != entry.rule {
        return Err("it is about another rule".into());
    }
    if Some(record.verdict) != entry.verdict {
        return Err(format!("it says {:?}, the manifest {:?}", record.verdict, entry.verdict));
    }
    record.check()
}

/// Checks a folder on as many threads as there are processors.
pub fn check_folder(folder: &Path) -> Result<Accepted, String> {
    let manifest = read_manifest(folder)?;
    let next = AtomicUsize::new(0);
    let rejected: Mutex<Vec<(usize, String)>> = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(entry) = manifest.claims.get(number) else { break };
                    if entry.verdict.is_none() {
                        continue;
                    }
                    if let Err(why) = check_record(folder, &manifest, number) {
                        let why = format!("{} ({}): {why}", record_name(number), entry.rule.name);
                        rejected
                            .lock()
                            .expect("no thread panics with the lock")
                            .push((number, why));
                        next.store(usize::MAX / 2, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let mut rejected = rejected.into_inner().expect("no thread panics with the lock");
    rejected.sort();
    if let Some((_, why)) = rejected.into_iter().next() {
        return Err(why);
    }
    let mut accepted = Accepted { size: manifest.size, ..Accepted::default() };
    for entry in &manifest.claims {
        match entry.verdict {
            Some(verdict) => accepted.verdicts[verdict as usize] += 1,
            None => accepted.open.push(entry.rule.name.clone()),
        }
    }
    if !manifest.complete && accepted.open.is_empty() {
        return Err("every claim has its verdict, but the manifest is said to be partial".into());
    }
    Ok(accepted)
}
