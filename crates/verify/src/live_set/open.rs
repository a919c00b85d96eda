//! Getting a live set: reading it from a cache folder, or building it and saving it there. Of
//! several processes that need it at the same time, one builds it and the others wait for it.
//!
//! The file format is in [`super::file`].

use std::fs;
use std::path::{Path, PathBuf};

use super::file::FileError;
use super::{LiveSet, MAX_LIVE_SET_SIDE, SizeError, file, memory};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::files::{open as open_file, write_atomically_with};
use deadmove_core::lock::Lock;

/// Where a live set may be cached, and how much memory it may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveSetOptions {
    /// The cache folder, created if it does not exist. `None`: no cache.
    pub cache: Option<PathBuf>,
    /// The largest memory to use, in bytes. `None`: what the machine has available.
    pub memory: Option<u64>,
}

/// A live set, and whether it could be cached.
#[derive(Debug)]
pub struct Opened {
    /// The live set.
    pub live_set: LiveSet,
    /// Why it could not be written to the folder, which does not affect the live set.
    pub not_kept: Option<String>,
}

/// The name of the file with the live set of a side.
pub fn file_name(side: usize) -> String {
    format!("live-{side}x{side}.list")
}

/// Checks that [`open`] can begin: the side has a live set, the folder is usable, and the memory
/// suffices. A run over several sides calls it for all of them first, so that the last one does not
/// fail after hours.
///
/// # Errors
/// If the side has no live set, the folder is unusable, or the memory is too small.
pub fn ready(side: usize, options: &LiveSetOptions) -> Result<(), InputError> {
    look_up(side, options).map(|_| ())
}

/// Reads the live set of a side if it is cached, else builds and caches it. `progress` is called
/// after every layer; `waiting` is called with the file that another run is building, if there is
/// one, before this run waits for it.
///
/// # Errors
/// Those of [`ready`], and if a cached file is damaged.
pub fn open(
    side: usize,
    options: &LiveSetOptions,
    progress: &(dyn Fn(usize) + Sync),
    waiting: &dyn Fn(&Path),
) -> Result<Opened, InputError> {
    let mut cache = look_up(side, options)?;
    let mut lock = None;
    if let Cache::Miss(path) = &cache {
        // A list is built in a folder that cannot be written, too, so a lock may fail.
        lock = Lock::of_file_in_turn(path, || waiting(path)).ok();
        // Another run may have built it meanwhile.
        cache = look_up(side, options)?;
    }
    let path = match cache {
        Cache::Hit(path) => {
            drop(lock);
            let live_set = read(&path, side, progress)?;
            return Ok(Opened { live_set, not_kept: None });
        }
        Cache::Miss(path) => Some(path),
        Cache::Disabled => None,
    };
    let live_set = LiveSet::build(side, progress).map_err(|error| no_list(side, error))?;
    let not_kept = path.and_then(|path| {
        let error = write_atomically_with(&path, |to| file::write(&live_set, to)).err()?;
        Some(format!("{}: the list cannot be kept: {error}; the check goes on", path.shown()))
    });
    drop(lock);
    Ok(Opened { live_set, not_kept })
}

/// Whether a live set is in the cache.
enum Cache {
    /// It is in this file.
    Hit(PathBuf),
    /// It is not, and may be written to this file.
    Miss(PathBuf),
    /// There is no cache.
    Disabled,
}

fn look_up(side: usize, options: &LiveSetOptions) -> Result<Cache, InputError> {
    LiveSet::has_side(side).map_err(|error| no_list(side, error))?;
    let cache = match &options.cache {
        None => Cache::Disabled,
        Some(folder) => {
            fs::create_dir_all(folder).map_err(|error| {
                let message = format!("--cache: this is no folder for lists: {error}");
                InputError::new(ErrorKind::CacheUnusable, message).in_file(folder)
            })?;
            let path = folder.join(file_name(side));
            match path.try_exists().map_err(|error| unusable(&path, FileError::from(error)))? {
                true => Cache::Hit(path),
                false => Cache::Miss(path),
            }
        }
    };
    memory::check(side, matches!(cache, Cache::Hit(_)), options.memory)?;
    Ok(cache)
}

fn no_list(side: usize, error: SizeError) -> InputError {
    InputError::new(ErrorKind::NoList, format!("--size {side}: {error}"))
        .expected(format!("an odd size from 3 to {MAX_LIVE_SET_SIDE}"))
}

fn unusable(path: &Path, fault: FileError) -> InputError {
    let error = InputError::new(ErrorKind::CacheUnusable, fault.to_string()).in_file(path);
    match fault {
        FileError::Unreadable(_) => error,
        _ => error.expected("a list written by deadmove; delete the file to build the list again"),
    }
}

fn read(
    path: &Path,
    side: usize,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<LiveSet, InputError> {
    file::read(&mut open_file(path)?, side, progress).map_err(|fault| unusable(path, fault))
}
