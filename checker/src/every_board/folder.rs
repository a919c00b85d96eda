//! Certificates for every board: a folder as for one board (see `binding.rs`), with
//! `"size": "all"` in the manifest and a record for each rule. A rule without a record is open; the
//! certificate is then partial. Each member of a family is a separate rule; members that are not
//! listed are not certified.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Case, check_cases};
use crate::kernel::binding::{Claim, File, check_records, read_record};
use crate::kernel::check_schema;
use crate::kernel::cnf::Listener;
use crate::kernel::files::{parse, read};
use crate::kernel::rule::Rule;
use crate::strict;

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
    /// The version of the format.
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
    pub claims: Vec<Claim>,
}

/// The proof that a rule forbids no live move on any board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllSizesRecord {
    /// The version of the format.
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
    /// Checks all of it. Calls `listener` for each formula that is refuted.
    ///
    /// # Errors
    /// If a move has no proof, or a wrong one.
    pub fn check(&self, listener: &mut Listener) -> Result<(), String> {
        check_schema(self.schema)?;
        self.rule.check()?;
        let moves = self.rule.forbids.iter().map(|forbidden| forbidden.direction);
        if self.rule.forbids.is_empty() || !moves.eq(self.proofs.iter().map(|p| p.forbidden)) {
            return Err("there is not one proof for each forbidden move".into());
        }
        for (number, proof) in self.proofs.iter().enumerate() {
            check_cases(&self.rule, number, &proof.cases, listener)
                .map_err(|why| format!("the move {}: {why}", proof.forbidden))?;
        }
        Ok(())
    }
}

/// Reads a manifest and checks it, also against the files of the folder.
///
/// # Errors
/// If it cannot be read, or is inconsistent.
pub fn read_all_sizes(folder: &Path) -> Result<AllSizes, String> {
    let fail = |why: String| format!("manifest.json: {why}");
    let manifest: AllSizes = read(&folder.join("manifest.json")).and_then(parse).map_err(fail)?;
    let AllSizes { schema, complete, ref files, count, ref claims, .. } = manifest;
    let strict = strict::Manifest { schema, complete, files, count, claims };
    strict.check().map_err(fail)?;
    strict.check_files(folder, &[])?;
    Ok(manifest)
}

/// Reads the record of a claim that is not open.
pub(crate) fn read_claim(
    folder: &Path,
    manifest: &AllSizes,
    number: usize,
) -> Result<AllSizesRecord, String> {
    let entry = &manifest.claims[number];
    let digest = entry.sha256.as_deref().ok_or("it is open")?;
    let record: AllSizesRecord = read_record(folder, number, digest)?;
    if record.rule != entry.rule {
        return Err("it is about another rule".into());
    }
    Ok(record)
}

/// Checks a folder: the manifest that was checked, whose rules with a record are proved for every
/// board, and the names of those that are open.
///
/// # Errors
/// If the manifest or a record is wrong.
pub fn check_all_sizes(folder: &Path) -> Result<(AllSizes, Vec<String>), String> {
    let manifest = read_all_sizes(folder)?;
    let check = |number| read_claim(folder, &manifest, number)?.check(&mut |_, _, _| {});
    check_records(&manifest.claims, check)?;
    let open = manifest.claims.iter().filter(|entry| entry.sha256.is_none());
    let open: Vec<String> = open.map(|entry| entry.rule.name.clone()).collect();
    strict::check_partial(manifest.complete, open.len())?;
    Ok((manifest, open))
}
