//! Binding: which rule each verdict of a folder is about.
//!
//! A certificate of rules is a folder. `manifest.json` names the rule files and the claims;
//! `files/N.rule` is a copy of rule file N, `claims/N.json.z` the record of claim N (both from 0),
//! compressed as zlib data. A claim without a record is open; the certificate is then partial.
//!
//! **K5.** Each verdict that is counted is that of a record which is in the folder, is about the
//! rule of the claim (compared in the files `folder.rs`), and was checked. No two of them have the
//! same file number and the same rule. (proof: docs/reference/certificates.md, "K5")
//!
//! That the rule means what its file says is not checked: compare `--show` with your file, not with
//! the copy. No verdict rests on digests, or on whether the folder is in order: see `strict/`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::files::{parse, read};
use super::rule::Rule;
use super::threads::for_each_chunk;
use crate::digest::check_digest;

/// A rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its path when the certificate was made.
    pub path: String,
    /// Its digest.
    pub sha256: String,
}

/// A claim of a manifest. The claims about one board also have a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The number of its file.
    pub file: usize,
    /// The rule.
    pub rule: Rule,
    /// The digest of its record; none if the claim is open.
    pub sha256: Option<String>,
}

/// The path of the copy of a rule file, relative to the certificate.
pub fn file_name(number: usize) -> String {
    format!("files/{number:04}.rule")
}

/// The path of the record of a claim, relative to the certificate.
pub fn record_name(number: usize) -> String {
    format!("claims/{number:04}.json.z")
}

/// Calls `check` with the number of each claim that is not open, on as many threads as there are
/// processors. Two equal claims are an error.
pub fn check_records(
    claims: &[Claim],
    check: impl Fn(usize) -> Result<(), String> + Sync,
) -> Result<(), String> {
    let mut first = BTreeMap::new();
    for (number, claim) in claims.iter().enumerate() {
        let text = serde_json::to_string(&claim.rule).map_err(|error| error.to_string())?;
        if let Some(other) = first.insert((claim.file, text), number) {
            let name = &claim.rule.name;
            return Err(format!("claims {other} and {number} are the same: {name:?}"));
        }
    }
    let recorded: Vec<usize> = (0..claims.len()).filter(|&n| claims[n].sha256.is_some()).collect();
    for_each_chunk(&recorded, 1, |numbers| {
        numbers.iter().try_for_each(|&number| {
            let name = &claims[number].rule.name;
            check(number).map_err(|why| format!("{} ({name}): {why}", record_name(number)))
        })
    })
}

/// Reads the record of a claim, which must have the digest that the manifest says.
pub fn read_record<T: DeserializeOwned>(
    folder: &Path,
    number: usize,
    digest: &str,
) -> Result<T, String> {
    let bytes = read(&folder.join(record_name(number)))?;
    check_digest(&bytes, digest)?;
    parse(bytes)
}
