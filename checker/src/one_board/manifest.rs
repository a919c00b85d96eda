//! The manifest of a certificate of rules on one board.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{record::Verdict, strict};
use crate::kernel::binding::{Claim, File};
use crate::kernel::files::{parse, read};
use crate::kernel::rule::Rule;
use crate::one_board_by_list::claims::{Layer, SetClaim};

/// The manifest: the subject and the verdicts of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`SCHEMA`](crate::kernel::SCHEMA).
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

impl Entry {
    /// The verdict that is counted once the records are checked: an open claim has none.
    pub fn recorded(&self) -> Option<Verdict> {
        self.verdict.filter(|_| self.sha256.is_some())
    }
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

impl Manifest {
    /// The claims as `binding.rs` and `strict.rs` see them.
    pub fn binding(&self) -> Vec<Claim> {
        let claims = self.claims.iter().cloned();
        claims.map(|Entry { file, rule, sha256, .. }| Claim { file, rule, sha256 }).collect()
    }
}

/// Reads a manifest, plain or compressed, and checks it.
///
/// # Errors
/// If it is damaged, or inconsistent.
pub fn parse_manifest(bytes: Vec<u8>) -> Result<Manifest, String> {
    let manifest: Manifest = parse(bytes)?;
    strict::check(&manifest)?;
    Ok(manifest)
}

/// Reads a manifest and checks it, also against the files of the folder.
///
/// # Errors
/// If it cannot be read, or is inconsistent.
pub fn read_manifest(folder: &Path) -> Result<Manifest, String> {
    let manifest = read(&folder.join("manifest.json")).and_then(parse_manifest);
    let manifest = manifest.map_err(|why| format!("manifest.json: {why}"))?;
    strict::check_files(&manifest, folder)?;
    Ok(manifest)
}
