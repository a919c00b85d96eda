//! Getting a list: from a folder where it was kept, or by building it and keeping it there.
//!
//! The format of the files lives in [`super::file`].

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::{List, MAX_LIST_SIDE, SizeError, file, memory};
use deadmove_core::error::InputError;
use deadmove_core::files::write_atomically_with;

/// Where a list may be kept, and what it may cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListOptions {
    /// A folder for lists, which is made if it is not there. None: nothing is kept.
    pub cache: Option<PathBuf>,
    /// Memory to use at most, in bytes. None: what the machine has available.
    pub memory: Option<u64>,
}

/// A list, and whether it could be kept.
#[derive(Debug)]
pub struct Opened {
    /// The list.
    pub list: List,
    /// Why it could not be written to the folder. The list is as good without.
    pub not_kept: Option<String>,
}

/// The file of a side's list in a folder.
pub fn file_name(side: usize) -> String {
    format!("live-{side}x{side}.list")
}

/// Whether [`open`] can begin: the side has a list, the folder is one, and the memory suffices. For
/// a run over several sides, so that the last one does not fail after hours.
pub fn ready(side: usize, options: &ListOptions) -> Result<(), InputError> {
    kept(side, options).map(|_| ())
}

/// Reads the list of a side if it is kept, else builds and keeps it. `progress` hears of every
/// layer done.
pub fn open(
    side: usize,
    options: &ListOptions,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Opened, InputError> {
    let path = match kept(side, options)? {
        Kept::Yes(path) => {
            let list = read(&path, side, progress)?;
            return Ok(Opened { list, not_kept: None });
        }
        Kept::Not(path) => path,
    };
    let list = List::build(side, progress).map_err(|error| no_list(side, error))?;
    let not_kept = path.and_then(|path| {
        let error = write_atomically_with(&path, |to| file::write(&list, to)).err()?;
        Some(format!("{}: the list cannot be kept: {error}; the check goes on", path.display()))
    });
    Ok(Opened { list, not_kept })
}

enum Kept {
    /// In this file.
    Yes(PathBuf),
    /// It can be, in this file, if there is a folder.
    Not(Option<PathBuf>),
}

fn kept(side: usize, options: &ListOptions) -> Result<Kept, InputError> {
    List::has_side(side).map_err(|error| no_list(side, error))?;
    let kept = match &options.cache {
        None => Kept::Not(None),
        Some(folder) => {
            fs::create_dir_all(folder).map_err(|error| {
                let message = format!("--cache: this is no folder for lists: {error}");
                InputError::new("cache-unusable", message).in_file(folder)
            })?;
            let path = folder.join(file_name(side));
            match path.try_exists().map_err(|error| unusable(&path, file::Fault::from(error)))? {
                true => Kept::Yes(path),
                false => Kept::Not(Some(path)),
            }
        }
    };
    memory::check(side, matches!(kept, Kept::Yes(_)), options.memory)?;
    Ok(kept)
}

fn no_list(side: usize, error: SizeError) -> InputError {
    InputError::new("no-list", format!("--size {side}: {error}"))
        .expected(format!("an odd size from 3 to {MAX_LIST_SIDE}"))
}

fn unusable(path: &Path, fault: file::Fault) -> InputError {
    let error = InputError::new("cache-unusable", fault.to_string()).in_file(path);
    match fault {
        file::Fault::Unreadable(_) => error,
        _ => error.expected("a list as deadmove keeps it; delete the file to have it built again"),
    }
}

fn read(path: &Path, side: usize, progress: &(dyn Fn(usize) + Sync)) -> Result<List, InputError> {
    File::open(path)
        .map_err(file::Fault::from)
        .and_then(|mut from| file::read(&mut from, side, progress))
        .map_err(|fault| unusable(path, fault))
}
