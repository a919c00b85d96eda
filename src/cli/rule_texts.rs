//! The texts of the named rule sets and of the rules that are given, for pages that carry them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use deadmove_analysis::sets::{Set, SetsFile};
use deadmove_core::error::InputError;
use deadmove_core::files::read_text;
use deadmove_rules::load::{KnownWrong, Loaded, load_with};
use deadmove_rules::sets::{NamedSet, folder, named_sets};

/// What the rules that are given on the command line are called.
const GIVEN: &str = "given";

/// Reads the named sets, every rule file in their folder, and what is `given`, as a set of its own.
/// Rules are called by their paths below that folder, others by their paths. Files that cannot be
/// read are left out, with an error for each.
pub fn read(given: Loaded) -> Result<(SetsFile, Vec<InputError>), InputError> {
    let (sets, folder) = (named_sets()?, folder());
    let mut texts = Texts { folder: folder.clone(), files: BTreeMap::new(), errors: Vec::new() };
    let mut named = Vec::new();
    if !given.files.is_empty() {
        let about = "The rules given on the command line.".to_owned();
        let files = texts.add(given)?;
        named.push(Set { name: GIVEN.to_owned(), about, files });
    }
    for NamedSet { name, file, about } in sets {
        let files = texts.add(load_with(&[file], KnownWrong::LeaveOut)?)?;
        named.push(Set { name, about, files });
    }
    if let Some(folder) = folder {
        texts.add(load_with(&[folder], KnownWrong::Include)?)?;
    }
    Ok((SetsFile { files: texts.files, sets: named }, texts.errors))
}

struct Texts {
    folder: Option<PathBuf>,
    files: BTreeMap<String, String>,
    errors: Vec<InputError>,
}

impl Texts {
    /// Adds files, and returns what they are called.
    fn add(&mut self, loaded: Loaded) -> Result<Vec<String>, InputError> {
        for error in loaded.errors {
            // A file can be in several sets.
            if !self.errors.contains(&error) {
                self.errors.push(error);
            }
        }
        let mut names = Vec::new();
        for file in &loaded.files {
            let path = &file.path;
            let below = self.folder.as_ref().and_then(|folder| path.strip_prefix(folder).ok());
            let name = below.unwrap_or(path).display().to_string();
            if !self.files.contains_key(&name) {
                self.files.insert(name.clone(), read_text(path)?);
            }
            names.push(name);
        }
        Ok(names)
    }
}
