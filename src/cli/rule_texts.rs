//! The texts of the named rule sets and of the rules that are given, for pages that carry them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use deadmove_analysis::sets::{Set, SetsFile};
use deadmove_core::error::InputError;
use deadmove_core::files::Shown;
use deadmove_rules::load::{KnownWrong, Loaded, load_by};
use deadmove_rules::origin::Origin;
use deadmove_rules::places::{NamedSet, everything, folder, named_sets};
use deadmove_rules::sets::RuleReader;

/// What the rules that are given on the command line are called.
const GIVEN: &str = "given";

/// Reads the named sets, every rule in their folder, and what is `given`, as a set of its own.
/// Rules are called by [`name`]. Files that cannot be read are left out, with an error for each.
pub fn read(
    reader: &mut RuleReader,
    given: Loaded,
) -> Result<(SetsFile, Vec<InputError>), InputError> {
    let (sets, root) = (named_sets()?, root());
    let mut texts = Texts { root, files: BTreeMap::new(), errors: Vec::new() };
    let mut named = Vec::new();
    if !given.files.is_empty() {
        let about = "The rules given on the command line.".to_owned();
        let files = texts.add(given);
        named.push(Set { name: GIVEN.to_owned(), about, files });
    }
    for NamedSet { name, file, about } in sets {
        let files = texts.add(load_by(reader, &[file], KnownWrong::LeaveOut)?);
        named.push(Set { name, about, files });
    }
    let all = everything();
    if !all.is_empty() {
        texts.add(load_by(reader, &all, KnownWrong::Include)?);
    }
    Ok((SetsFile { files: texts.files, sets: named }, texts.errors))
}

/// The folder of rules, as [`name`] needs it.
pub fn root() -> Option<PathBuf> {
    folder().map(|folder| Origin::from(folder).identity().0)
}

/// What a rule is called: the path of its file in the folder of rules (`root`, see [`root`]); of
/// files elsewhere the last folder and the name. A rule of a file with several has its slug after
/// it.
pub fn name(rule: &Origin, root: Option<&Path>) -> String {
    let (whole, _) = rule.identity();
    let within = root.and_then(|root| whole.strip_prefix(root).ok().map(Path::to_owned));
    let short = within.unwrap_or_else(|| {
        let folder = whole.parent().and_then(Path::file_name);
        folder.into_iter().chain(whole.file_name()).collect()
    });
    let parts = short.iter().map(|part| part.to_string_lossy().into_owned());
    let file = parts.collect::<Vec<_>>().join("/");
    rule.slug().map_or(file.clone(), |slug| format!("{file}#{slug}"))
}

struct Texts {
    root: Option<PathBuf>,
    files: BTreeMap<String, String>,
    errors: Vec<InputError>,
}

impl Texts {
    /// Adds files, and returns what they are called.
    fn add(&mut self, loaded: Loaded) -> Vec<String> {
        for error in loaded.errors {
            // A file can be in several sets.
            if !self.errors.contains(&error) {
                self.errors.push(error);
            }
        }
        let mut names = Vec::new();
        for file in &loaded.files {
            let path = &file.path;
            let (text, short) = (file.text.clone(), name(path, self.root.as_deref()));
            // Two files elsewhere can have the same last folder and name.
            let taken = self.files.get(&short).is_some_and(|known| *known != text);
            let name = if taken { path.shown() } else { short };
            self.files.insert(name.clone(), text);
            names.push(name);
        }
        names
    }
}
