//! Certificates for every board: a folder as for one board (see [`crate::folder`]), with
//! `"size": "all"` in the manifest and a record for each rule. A rule without a record is open; the
//! certificate is then partial. Each member of a family is a separate rule; members that are not
//! listed are not certified.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use super::{Case, check_cases};
use crate::folder::{File, check_rules, file_name, names, record_name};
use crate::rule::Rule;
use crate::sha256::sha256;
use deadmove_checker_kernel::SCHEMA;
use deadmove_checker_kernel::files::{read, unpack};

/// The value of `size` for all boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EveryBoard {
    /// Boards of every size.
    #[serde(rename = "all")]
    All,
}

/// The manifest of a certificate for every board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllSizes {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Who made it.
    pub tool: String,
    /// `"all"`.
    pub size: EveryBoard,
    /// Whether every rule has its record.
    pub complete: bool,
    /// The rule files the rules come from.
    pub files: Vec<File>,
    /// How many rules there are.
    pub count: usize,
    /// The rules.
    pub claims: Vec<AllSizesEntry>,
}

/// A rule in the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllSizesEntry {
    /// The number of the file it comes from.
    pub file: usize,
    /// The rule.
    pub rule: Rule,
    /// The digest of its record, if there is one.
    pub sha256: Option<String>,
}

/// The proof that a rule forbids no live move on any board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllSizesRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// `"all"`.
    pub size: EveryBoard,
    /// The rule.
    pub rule: Rule,
    /// A proof for each of its forbidden moves, in the order of the moves.
    pub proofs: Vec<MoveProof>,
}

/// The proof for one forbidden move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveProof {
    /// The move, in the directions of the picture.
    #[serde(rename = "move")]
    pub forbidden: char,
    /// The tree of cases.
    pub cases: Vec<Case>,
}

impl AllSizesRecord {
    /// Checks all of it.
    pub fn check(&self) -> Result<(), String> {
        if self.schema != SCHEMA {
            return Err(format!("schema {}: this checker knows schema {SCHEMA}", self.schema));
        }
        self.rule.check()?;
        let moves = self.rule.forbids.iter().map(|forbidden| forbidden.direction);
        if self.rule.forbids.is_empty() || !moves.eq(self.proofs.iter().map(|p| p.forbidden)) {
            return Err("there is not one proof for each forbidden move".into());
        }
        for (number, proof) in self.proofs.iter().enumerate() {
            check_cases(&self.rule, number, &proof.cases)
                .map_err(|why| format!("the move {}: {why}", proof.forbidden))?;
        }
        Ok(())
    }
}

/// Whether the manifest of a folder claims to be a certificate for every board.
pub fn is_all_sizes(folder: &Path) -> bool {
    #[derive(Deserialize)]
    struct Kind {
        size: serde_json::Value,
    }
    let bytes = read(&folder.join("manifest.json")).ok();
    let kind = bytes.and_then(|bytes| serde_json::from_slice::<Kind>(&bytes).ok());
    kind.is_some_and(|kind| kind.size == "all")
}

/// Reads a manifest and checks that it is consistent, also with the files of the folder.
pub fn read_all_sizes(folder: &Path) -> Result<AllSizes, String> {
    let read = |name: &str| read(&folder.join(name)).map_err(|why| format!("{name}: {why}"));
    let text = unpack(read("manifest.json")?).map_err(|why| format!("manifest.json: {why}"))?;
    let manifest: AllSizes =
        serde_json::from_str(&text).map_err(|error| format!("manifest.json: {error}"))?;
    if manifest.schema != SCHEMA {
        return Err(format!("schema {}: this checker knows schema {SCHEMA}", manifest.schema));
    }
    let found = manifest.claims.len();
    if manifest.count != found || found == 0 {
        return Err(format!("the manifest counts {} rules and lists {found}", manifest.count));
    }
    check_rules(manifest.claims.iter().map(|entry| (entry.file, &entry.rule)))?;
    let mut expected = BTreeSet::from(["manifest.json", "files", "claims"].map(str::to_owned));
    for (number, file) in manifest.files.iter().enumerate() {
        let name = file_name(number);
        if sha256(&read(&name)?) != file.sha256 {
            return Err(format!("{name}, the copy of {}, has another digest", file.path));
        }
        expected.insert(name);
    }
    for (number, entry) in manifest.claims.iter().enumerate() {
        if entry.file >= manifest.files.len() {
            return Err(format!("rule {number} comes from a file that is not there"));
        }
        if entry.sha256.is_some() {
            expected.insert(record_name(number));
        }
    }
    if manifest.complete != manifest.claims.iter().all(|entry| entry.sha256.is_some()) {
        return Err("the manifest is wrong about whether it is complete".into());
    }
    for part in ["", "files", "claims"] {
        for name in names(&folder.join(part))? {
            let name = if part.is_empty() { name } else { format!("{part}/{name}") };
            if !expected.contains(&name) && (manifest.complete || part == "files") {
                return Err(format!("{name} belongs to no rule of the manifest"));
            }
        }
    }
    Ok(manifest)
}

/// Checks a folder on as many threads as there are processors: the number of rules that are proved
/// for every board, and the names of those that are open.
pub fn check_all_sizes(folder: &Path) -> Result<(usize, Vec<String>), String> {
    let manifest = read_all_sizes(folder)?;
    let next = AtomicUsize::new(0);
    let rejected: Mutex<Vec<(usize, String)>> = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(entry) = manifest.claims.get(number) else { break };
                    let Some(digest) = &entry.sha256 else { continue };
                    if let Err(why) = check_record(folder, &entry.rule, digest, number) {
                        let why = format!("{} ({}): {why}", record_name(number), entry.rule.name);
                        let mut all = rejected.lock().expect("no thread panics with the lock");
                        all.push((number, why));
                        next.store(usize::MAX / 2, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let rejected = rejected.into_inner().expect("no thread panics with the lock");
    if let Some((_, why)) = rejected.into_iter().min() {
        return Err(why);
    }
    let open = manifest.claims.iter().filter(|entry| entry.sha256.is_none());
    let open: Vec<String> = open.map(|entry| entry.rule.name.clone()).collect();
    Ok((manifest.count - open.len(), open))
}

fn check_record(folder: &Path, rule: &Rule, digest: &str, number: usize) -> Result<(), String> {
    let bytes = read(&folder.join(record_name(number)))?;
    if sha256(&bytes) != digest {
        return Err("it has another digest than the manifest says".into());
    }
    let record: AllSizesRecord =
        serde_json::from_str(&unpack(bytes)?).map_err(|error| error.to_string())?;
    if record.rule != *rule {
        return Err("it is about another rule".into());
    }
    record.check()
}
