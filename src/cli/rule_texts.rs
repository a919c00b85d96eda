//! The texts of the named rule sets and of the rules that are given, for pages that carry them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use deadmove_analysis::sets::{Set, SetsFile};
use deadmove_core::error::InputError;
use deadmove_core::files::read_text;
use deadmove_rules::load::{KnownWrong, Loaded, load_with};
use deadmove_rules::sets::{NamedSet, folder, named_sets};

/// What the rules that are given on the command line are called.
const GIVEN: &str = "given";

/// Reads the named sets, every rule file in their folder, and what is `given`, as a set of its own.
/// Rules are called by [`name`]. Files that cannot be
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

/// What a rule file is called: its path in the folder of rules; of files elsewhere the last folder
/// and the name.
pub fn name(path: &Path, root: Option<&Path>) -> String {
    let canonical = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let whole = canonical(path);
    let within = root.and_then(|root| whole.strip_prefix(canonical(root)).ok().map(Path::to_owned));
    let short = within.unwrap_or_else(|| {
        let folder = whole.parent().and_then(Path::file_name);
        folder.into_iter().chain(whole.file_name()).collect()
    });
    let parts = short.iter().map(|part| part.to_string_lossy().into_owned());
    parts.collect::<Vec<_>>().join("/")
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
            let (text, short) = (read_text(path)?, name(path, self.folder.as_deref()));
            // Two files elsewhere can have the same last folder and name.
            let taken = self.files.get(&short).is_some_and(|known| *known != text);
            let name = if taken { path.display().to_string() } else { short };
            self.files.insert(name.clone(), text);
            names.push(name);
        }
        Ok(names)
    }
}
