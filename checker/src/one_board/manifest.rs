//! The manifest of a certificate of rules on one board.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::record::Verdict;
use deadmove_checker_kernel::binding::{self, File};
use deadmove_checker_kernel::files::{read, unpack};
use deadmove_checker_kernel::graph::square;
use deadmove_checker_kernel::rule::Rule;
use deadmove_checker_kernel::sha256::sha256;

/// The manifest: the subject and the verdicts of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`SCHEMA`](deadmove_checker_kernel::SCHEMA).
    pub schema: u32,
    /// Who made it.
    pub tool: String,
    /// The side of the board, which is square, from its upper-left to its lower-right corner.
    pub size: usize,
    /// The kind of evidence.
    #[serde(default, skip_serializing_if = "Engine::is_sat")]
    pub engine: Engine,
    /// Whether every claim has its verdict.
    pub complete: bool,
    /// The rule files the claims come from.
    pub files: Vec<File>,
    /// How many claims there are.
    pub count: usize,
    /// The claims.
    pub claims: Vec<Entry>,
    /// Only by list and complete: the claim about all rules together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<SetClaim>,
    /// Only by list and complete: the live positions, from one drawn cell on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<Layer>,
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

/// The kind of evidence in a certificate of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// Proofs that formulas have no solution.
    #[default]
    Sat,
    /// The list of all live positions.
    List,
}

impl Engine {
    /// Whether it is the default, which a manifest does not name.
    pub fn is_sat(&self) -> bool {
        *self == Engine::Sat
    }
}

/// The live positions with a certain number of drawn cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// How many there are, up to transposition.
    pub positions: u64,
    /// The digest of their numbers in ascending order, 16 bytes each, highest byte first. A number
    /// is a `Key` of `live_set.rs`: of a position and the transposed one, the smaller.
    pub sha256: String,
}

/// The claim about all rules together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SetClaim {
    /// They forbid every dead move of every live position.
    Complete {},
    /// They allow a dead move of a live position, which the judgement in [`SET_NAME`] shows.
    Incomplete {
        /// The move.
        #[serde(rename = "move")]
        allowed: char,
        /// The digest of the judgement.
        sha256: String,
    },
}

/// The file of the judgement that shows that a set is incomplete, relative to the certificate.
pub const SET_NAME: &str = "set.json.z";

impl Manifest {
    /// What binds it to the files of its folder.
    pub fn binding(&self) -> binding::Manifest<'_> {
        binding::Manifest {
            schema: self.schema,
            complete: self.complete,
            files: &self.files,
            count: self.count,
            claims: (self.claims.iter())
                .map(|entry| (entry.file, &entry.rule, entry.sha256.as_deref()))
                .collect(),
        }
    }
}

/// Reads a manifest, plain or compressed, and checks that it is consistent.
pub fn parse_manifest(bytes: Vec<u8>) -> Result<Manifest, String> {
    let manifest: Manifest =
        serde_json::from_str(&unpack(bytes)?).map_err(|error| error.to_string())?;
    manifest.binding().check()?;
    square(manifest.size)?;
    if manifest.claims.iter().any(|entry| entry.verdict.is_some() != entry.sha256.is_some()) {
        return Err("a claim has a verdict without a record, or a record without".into());
    }
    let listed = manifest.engine == Engine::List;
    if listed && !manifest.complete && manifest.claims.iter().any(|entry| entry.verdict.is_some()) {
        return Err(
            "a certificate by list decides all claims at once, but this one is partial".into()
        );
    }
    if manifest.set.is_some() != (manifest.complete && listed)
        || manifest.layers.is_empty() == manifest.set.is_some()
    {
        return Err(
            "only a complete certificate by list has layers and a claim about the set".into()
        );
    }
    Ok(manifest)
}

/// Reads a manifest and checks that it is consistent, also with the files of the folder.
pub fn read_manifest(folder: &Path) -> Result<Manifest, String> {
    let read = |name: &str| read(&folder.join(name)).map_err(|why| format!("{name}: {why}"));
    let manifest =
        parse_manifest(read("manifest.json")?).map_err(|why| format!("manifest.json: {why}"))?;
    let mut also = Vec::new();
    if let Some(SetClaim::Incomplete { sha256: digest, .. }) = &manifest.set {
        if sha256(&read(SET_NAME)?) != *digest {
            return Err(format!("{SET_NAME} has another digest than the manifest says"));
        }
        also.push(SET_NAME);
    }
    manifest.binding().check_files(folder, &also)?;
    Ok(manifest)
}
