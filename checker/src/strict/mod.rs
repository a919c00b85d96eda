//! Checks that only reject: whether a manifest and its folder are in order. `digest.rs` and
//! `one_board/strict.rs` have more of them.
//!
//! No verdict rests on these files. If all their functions accepted everything, the same verdicts
//! would be counted: each is read from a record that its theory has checked and that is about the
//! rule that is shown (`binding.rs`, and the files `folder.rs` of the theories), and the claim
//! about a set is checked against the rules of the manifest. What could then go unnoticed: a copy
//! of a rule file that differs from the file that the manifest names, a file that is named twice,
//! files that belong to no claim, a list that differs from the one that was announced.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::digest::check_digest;
use crate::kernel::binding::{Claim, File, file_name, record_name};
use crate::kernel::check_schema;
use crate::kernel::files::read;

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
    pub claims: &'a [Claim],
}

/// Checks that a certificate that is said to be partial has `open` claims.
pub fn check_partial(complete: bool, open: usize) -> Result<(), String> {
    match complete || open > 0 {
        true => Ok(()),
        false => Err("manifest.json: every claim has its record, but it is said to be partial: \
            the same `deadmove certify` once more sets that right"
            .into()),
    }
}

impl Manifest<'_> {
    /// Checks that the manifest is consistent. Rules are well-formed, open ones too.
    pub fn check(&self) -> Result<(), String> {
        check_schema(self.schema)?;
        let (count, found) = (self.count, self.claims.len());
        if count != found || found == 0 {
            return Err(format!("it counts {count} claims and lists {found}; it must have some"));
        }
        for (number, Claim { file, rule, sha256 }) in self.claims.iter().enumerate() {
            rule.check()?;
            if *file >= self.files.len() {
                return Err(format!("claim {number} comes from a file that is not there"));
            }
            if sha256.is_none() && self.complete {
                return Err(format!("claim {number} is open, but it is said to be complete"));
            }
        }
        Ok(())
    }

    /// Checks that the folder has the rule files of the manifest, each named once. A complete
    /// certificate has no other files, except for those in `also`.
    pub fn check_files(&self, folder: &Path, also: &[&str]) -> Result<(), String> {
        let mut paths = BTreeSet::new();
        if let Some(file) = self.files.iter().find(|file| !paths.insert(&file.path)) {
            return Err(format!("manifest.json: it names the file {} twice", file.path));
        }
        let expected = ["manifest.json", "files", "claims"].iter().chain(also);
        let mut expected: BTreeSet<String> = expected.map(|name| (*name).to_owned()).collect();
        for (number, file) in self.files.iter().enumerate() {
            let name = file_name(number);
            let bytes = read(&folder.join(&name)).map_err(|why| format!("{name}: {why}"))?;
            check_digest(&bytes, &file.sha256)
                .map_err(|why| format!("{name}, the copy of {}: {why}", file.path))?;
            expected.insert(name);
        }
        let recorded = (0..self.count).filter(|&number| self.claims[number].sha256.is_some());
        expected.extend(recorded.map(record_name));
        let parts = if self.complete { &["", "files", "claims"][..] } else { &["files"] };
        check_entries(folder, parts, &expected, "claim")
    }
}

/// Checks that some folders of a certificate have no other entries than those that are expected,
/// and no links. A folder that is not there has none. `owner`: what of the manifest an entry
/// belongs to.
pub fn check_entries(
    folder: &Path,
    parts: &[&str],
    expected: &BTreeSet<String>,
    owner: &str,
) -> Result<(), String> {
    for part in parts {
        let path = folder.join(part);
        let fail = |error| format!("{} cannot be read: {error}", path.display());
        let entries = match fs::read_dir(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            entries => entries.map_err(fail)?,
        };
        for entry in entries {
            let entry = entry.map_err(fail)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let name = if part.is_empty() { name } else { format!("{part}/{name}") };
            if !expected.contains(&name) {
                return Err(format!("{name} belongs to no {owner} of the manifest"));
            }
            if entry.file_type().map_err(fail)?.is_symlink() {
                return Err(format!("{name} is a link"));
            }
        }
    }
    Ok(())
}
