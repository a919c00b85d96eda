//! Where rule sets with names are looked up: in the folder of [`FOLDER_VARIABLE`], in a folder
//! `rules` here or above, and inside the program. The first place that has a set is taken.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use deadmove_core::error::InputError;
use deadmove_core::files::Shown;

use super::sets::SetFile;
use super::store::{self, BUILT_IN};

/// The environment variable that names a folder of sets with names.
pub const FOLDER_VARIABLE: &str = "DEADMOVE_RULES";

/// How the names of set files end.
const EXTENSION: &str = "set";

/// A set that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSet {
    /// The name.
    pub name: String,
    /// Its set file.
    pub file: PathBuf,
    /// What the file says about it.
    pub about: String,
}

impl NamedSet {
    /// Whether it is inside the program.
    pub fn is_built_in(&self) -> bool {
        store::built_in(&self.file).is_some()
    }

    /// Where the set is: its file, or "built in".
    pub fn place(&self) -> String {
        place(&self.file)
    }
}

/// Where a set file is: its path, or "built in".
pub fn place(file: &Path) -> String {
    match store::built_in(file) {
        Some(_) => "built in".to_owned(),
        None => file.shown(),
    }
}

/// The folders in which sets are looked up.
fn folders() -> Vec<PathBuf> {
    let variable = std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from);
    let depth = std::env::current_dir().map_or(0, |folder| folder.components().count());
    let above = (0..depth).map(|up| (0..up).map(|_| "..").chain(["rules"]).collect());
    variable.into_iter().chain(above).chain([BUILT_IN.into()]).collect()
}

/// The set files of a folder; none if it cannot be read.
fn set_files(folder: &Path) -> Vec<PathBuf> {
    let found = store::entries(folder).unwrap_or_default().into_iter().flatten();
    let mut files: Vec<PathBuf> =
        found.map(|(path, _)| path).filter(|path| is_set_file(path)).collect();
    files.sort();
    files
}

/// The first folder in which sets are looked up that has any.
pub fn folder() -> Option<PathBuf> {
    folders().into_iter().find(|folder| !set_files(folder).is_empty())
}

/// Arguments that stand for all rules of the first folder with sets. Of the rules inside the
/// program, all are in sets.
pub fn everything() -> Vec<PathBuf> {
    let Some(folder) = folder() else { return Vec::new() };
    // Folders of lemmas are read only by name.
    let sets = set_files(&folder);
    let folder = Some(folder).filter(|folder| folder != Path::new(BUILT_IN));
    folder.into_iter().chain(sets).collect()
}

pub(crate) fn is_set_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// The set file of a name.
pub(crate) fn find(name: &Path) -> Option<PathBuf> {
    let files = folders().into_iter().map(|folder| folder.join(name).with_extension(EXTENSION));
    files.into_iter().find(|file| store::is_folder(file) == Ok(false))
}

/// The sets with names, in the order of their names.
///
/// # Errors
/// If a set file cannot be read.
pub fn named_sets() -> Result<Vec<NamedSet>, InputError> {
    let mut sets: BTreeMap<String, PathBuf> = BTreeMap::new();
    for file in folders().iter().flat_map(|folder| set_files(folder)) {
        if let Some(name) = file.file_stem().and_then(|stem| stem.to_str()) {
            sets.entry(name.to_owned()).or_insert(file);
        }
    }
    let read = |(name, file): (String, PathBuf)| {
        let about = SetFile::read(&file)?.about();
        Ok(NamedSet { name, file, about })
    };
    sets.into_iter().map(read).collect()
}

/// Where sets are looked up, in words.
pub(crate) fn in_words() -> String {
    let variable = match std::env::var_os(FOLDER_VARIABLE) {
        Some(folder) => format!("{} (${FOLDER_VARIABLE})", Path::new(&folder).shown()),
        None => format!("${FOLDER_VARIABLE} (not set)"),
    };
    format!("{variable}, in a folder 'rules' here or above, and in the program")
}
