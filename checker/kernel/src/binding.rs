//! Binding: which rules a certificate is about, and which files belong to it.
//!
//! A certificate of rules is a folder. `manifest.json` names the rule files with their SHA-256, and
//! the claims. `files/N.rule` is a copy of rule file N, `claims/N.json.z` the record of claim N
//! (both from 0), compressed as zlib data. A claim without a record is open; the certificate is
//! then partial.
//!
//! **K5.** Each verdict that is counted is about one well-formed rule that the manifest lists once,
//! and its record is about that rule. That the rule means what its file says is not checked here:
//! compare `--show` with the file. (proof: docs/certificates.md, "K5")

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Mutex;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::check_schema;
use crate::files::{read, unpack};
use crate::rule::Rule;
use crate::sha256::sha256;
use crate::threads::for_each_chunk;

/// A rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its path when the certificate was made.
    pub path: String,
    /// Its digest.
    pub sha256: String,
}

/// What a manifest says, whatever its kind.
#[derive(Clone, Debug)]
pub struct Manifest<'a> {
    /// The version of the format.
    pub schema: u32,
    /// Whether every claim has its record.
    pub complete: bool,
    /// The rule files.
    pub files: &'a [File],
    /// How many claims there are.
    pub count: usize,
    /// For each claim the number of its file, the rule, and the digest of its record.
    pub claims: Vec<(usize, &'a Rule, Option<&'a str>)>,
}

/// The path of the copy of a rule file, relative to the certificate.
pub fn file_name(number: usize) -> String {
    format!("files/{number:04}.rule")
}

/// The path of the record of a claim, relative to the certificate.
pub fn record_name(number: usize) -> String {
    format!("claims/{number:04}.json.z")
}

impl Manifest<'_> {
    /// Checks that the manifest is consistent. Rules are well-formed, open ones too, and none is
    /// listed twice for one file.
    pub fn check(&self) -> Result<(), String> {
        check_schema(self.schema)?;
        let (count, found) = (self.count, self.claims.len());
        if count != found || found == 0 {
            return Err(format!("it counts {count} claims and lists {found}; it must have some"));
        }
        let mut first = BTreeMap::new();
        for (number, &(file, rule, record)) in self.claims.iter().enumerate() {
            rule.check()?;
            if file >= self.files.len() {
                return Err(format!("claim {number} comes from a file that is not there"));
            }
            if record.is_none() && self.complete {
                return Err(format!("claim {number} is open, but it is said to be complete"));
            }
            let text = serde_json::to_string(rule).map_err(|error| error.to_string())?;
            if let Some(other) = first.insert((file, text), number) {
                return Err(format!("claims {other} and {number} are the same: {:?}", rule.name));
            }
        }
        Ok(())
    }

    /// Checks that the folder has the rule files of the manifest. A complete certificate has no
    /// other files, except for those in `also`.
    pub fn check_files(&self, folder: &Path, also: &[&str]) -> Result<(), String> {
        let expected = ["manifest.json", "files", "claims"].iter().chain(also);
        let mut expected: BTreeSet<String> = expected.map(|name| (*name).to_owned()).collect();
        for (number, file) in self.files.iter().enumerate() {
            let name = file_name(number);
            let bytes = read(&folder.join(&name)).map_err(|why| format!("{name}: {why}"))?;
            if sha256(&bytes) != file.sha256 {
                return Err(format!("{name}, the copy of {}, has another digest", file.path));
            }
            expected.insert(name);
        }
        let recorded = (0..self.count).filter(|&number| self.claims[number].2.is_some());
        expected.extend(recorded.map(record_name));
        for part in ["", "files", "claims"] {
            for name in names(&folder.join(part))? {
                let name = if part.is_empty() { name } else { format!("{part}/{name}") };
                if !expected.contains(&name) && (self.complete || part == "files") {
                    return Err(format!("{name} belongs to no claim of the manifest"));
                }
            }
        }
        Ok(())
    }

    /// Checks all records on as many threads as there are processors.
    pub fn check_records(
        &self,
        check: impl Fn(usize) -> Result<(), String> + Sync,
    ) -> Result<(), String> {
        let recorded = (0..self.count).filter(|&number| self.claims[number].2.is_some());
        let recorded: Vec<usize> = recorded.collect();
        if !self.complete && recorded.len() == self.count {
            return Err("every claim has its record, but it is said to be partial".into());
        }
        let rejected: Mutex<Option<(usize, String)>> = Mutex::new(None);
        for_each_chunk(&recorded, 1, |numbers| {
            for &number in numbers {
                let lock = || rejected.lock().expect("no thread panics with the lock");
                // The first rejected record is reported, independent of the threads.
                if lock().as_ref().is_some_and(|&(other, _)| other < number) {
                    return;
                }
                if let Err(why) = check(number) {
                    let mut first = lock();
                    if first.as_ref().is_none_or(|&(other, _)| number < other) {
                        let name = &self.claims[number].1.name;
                        *first = Some((number, format!("{} ({name}): {why}", record_name(number))));
                    }
                }
            }
        });
        let rejected = rejected.into_inner().expect("no thread panics with the lock");
        rejected.map_or(Ok(()), |(_, why)| Err(why))
    }
}

/// Reads the record of a claim, which must have the digest that the manifest says.
pub fn read_record<T: DeserializeOwned>(
    folder: &Path,
    number: usize,
    digest: &str,
) -> Result<T, String> {
    let bytes = read(&folder.join(record_name(number)))?;
    if sha256(&bytes) != digest {
        return Err("it has another digest than the manifest says".into());
    }
    serde_json::from_str(&unpack(bytes)?).map_err(|error| error.to_string())
}

/// The names of all entries of a folder; none if there is no such folder.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let fail = |error| format!("{} cannot be read: {error}", folder.display());
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(fail)?,
    };
    entries
        .map(|entry| Ok(entry.map_err(fail)?.file_name().to_string_lossy().into_owned()))
        .collect()
}
