//! Checks that only reject: digests, and whether a manifest and its folder are in order.
//!
//! No verdict rests on this file. Its public functions get shared references and return nothing but
//! an error, and each caller passes the error on. So a mistake here can reject a certificate that
//! is right, or leave a folder untidy, but it cannot make a checker accept a record: what the
//! record claims is in the record, and `binding.rs` compares it with the rule that is shown. With
//! such a mistake a rule might be counted twice, or a copy of a rule file might differ from the
//! file that the manifest names, or a list that the checker made itself from one that was
//! announced.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::binding::{Claim, File, file_name, record_name};
use crate::check_schema;
use crate::files::read;
use crate::sha256::sha256;

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
    /// The claims.
    pub claims: Vec<Claim<'a>>,
}

/// Checks that bytes are those that a manifest names.
pub fn check_digest(bytes: &[u8], digest: &str) -> Result<(), String> {
    match sha256(bytes) == digest {
        true => Ok(()),
        false => Err("it has another digest than the manifest says".into()),
    }
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
        if !self.complete && self.claims.iter().all(|claim| claim.record.is_some()) {
            return Err("every claim has its record, but it is said to be partial".into());
        }
        let mut first = BTreeMap::new();
        for (number, &Claim { file, rule, record }) in self.claims.iter().enumerate() {
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
            check_digest(&bytes, &file.sha256)
                .map_err(|why| format!("{name}, the copy of {}: {why}", file.path))?;
            expected.insert(name);
        }
        let recorded = (0..self.count).filter(|&number| self.claims[number].record.is_some());
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
