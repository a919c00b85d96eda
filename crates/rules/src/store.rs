//! The files that rules and sets are read from: those of the disk, and those inside the program.
//!
//! The files inside the program have paths below [`BUILT_IN`], so that set files include each other
//! there as on the disk. A program adds them with [`provide`].

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{read_text_at_most, unreadable};

/// The folder of the files inside the program. No system allows a file of this name everywhere.
pub const BUILT_IN: &str = "<built in>";

/// The most bytes of a rule file or set file.
const LARGEST: u64 = 16 << 20;

/// Texts by their paths below the folder `rules`, with `/` between the parts.
pub type Files = BTreeMap<&'static str, &'static str>;

static PROVIDED: OnceLock<fn() -> &'static Files> = OnceLock::new();

/// Adds the files inside the program to the places where rule sets are looked up. They are asked
/// for when they are needed first. Only the first call has an effect.
pub fn provide(files: fn() -> &'static Files) {
    let _ = PROVIDED.set(files);
}

/// The path of a file inside the program; none of one on the disk.
pub fn built_in(path: &Path) -> Option<String> {
    let inside = path.strip_prefix(BUILT_IN).ok()?;
    let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
    Some(parts.join("/"))
}

fn provided() -> Option<&'static Files> {
    PROVIDED.get().map(|files| files())
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, InputError> {
    let Some(inside) = built_in(path) else { return read_text_at_most(path, LARGEST) };
    let text = provided().and_then(|files| files.get(inside.as_str()));
    text.map(|&text| text.to_owned()).ok_or_else(|| missing(path))
}

/// Whether a path is a folder; an error if there is nothing there.
pub(crate) fn is_folder(path: &Path) -> Result<bool, InputError> {
    let Some(inside) = built_in(path) else {
        return fs::metadata(path).map(|data| data.is_dir()).map_err(|e| unreadable(path, e));
    };
    let mut names = provided().into_iter().flat_map(Files::keys);
    match names.find(|name| Path::new(name).starts_with(&inside)) {
        Some(name) => Ok(*name != inside),
        None => Err(missing(path)),
    }
}

fn missing(path: &Path) -> InputError {
    InputError::new(ErrorKind::FileMissing, "there is no such file or folder").in_file(path)
}

/// A path in a folder, and whether it is a folder itself (not a link to one), or why that cannot be
/// said.
pub(crate) type Found = Result<(PathBuf, bool), InputError>;

/// What is in a folder, in no order.
pub(crate) fn entries(folder: &Path) -> Result<Vec<Found>, InputError> {
    let fault = |error| unreadable(folder, error);
    let Some(inside) = built_in(folder) else {
        let found = fs::read_dir(folder).map_err(fault)?.map(|entry| {
            let entry = entry.map_err(fault)?;
            Ok((entry.path(), entry.file_type().map_err(fault)?.is_dir()))
        });
        return Ok(found.collect());
    };
    let mut found = BTreeSet::new();
    for name in provided().into_iter().flat_map(Files::keys) {
        let Ok(rest) = Path::new(name).strip_prefix(&inside) else { continue };
        let mut parts = rest.components();
        if let Some(first) = parts.next() {
            found.insert((folder.join(first), parts.next().is_some()));
        }
    }
    Ok(found.into_iter().map(Ok).collect())
}

/// A path that is the same for all ways to write it.
pub(crate) fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
