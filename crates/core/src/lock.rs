//! Locks between processes: one run at a time writes a state file, or an output folder.
//!
//! For a state file the lock is on a file beside it, because the state file is replaced by a new
//! one each time it is written. The system releases a lock when the process ends, however it ends;
//! the lock file of a killed run is used again.

use std::cell::Cell;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{ErrorKind, InputError};
use crate::files::unwritable;

/// What is expected if another run holds the lock of a file.
const FILE_EXPECTED: &str = "another file, or to wait until that run ends";

/// A lock, held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    /// What is locked; none where the file system has no locks.
    _open: Option<File>,
    /// The lock file to remove afterwards.
    lock_file: Option<PathBuf>,
}

impl Lock {
    /// Locks a file that this run reads and will replace; it need not exist.
    ///
    /// # Errors
    /// If another run holds the lock, or the folder refuses it.
    pub fn of_file(path: &Path) -> Result<Lock, InputError> {
        Lock::beside(path, |open| locked(open, path, FILE_EXPECTED))
    }

    /// The same, but if another run holds the lock, calls `waiting` once and waits for that run.
    ///
    /// # Errors
    /// If the folder refuses it.
    pub fn of_file_in_turn(path: &Path, waiting: impl Fn()) -> Result<Lock, InputError> {
        let told = Cell::new(false);
        Lock::beside(path, |open| match open.try_lock() {
            Err(TryLockError::WouldBlock) => {
                if !told.replace(true) {
                    waiting();
                }
                open.lock().map_err(|error| unwritable(path, error))?;
                Ok(Some(open))
            }
            _ => locked(open, path, FILE_EXPECTED),
        })
    }

    /// Locks an output folder, which must exist.
    ///
    /// # Errors
    /// If another run holds the lock, or the folder refuses it.
    pub fn of_folder(path: &Path) -> Result<Lock, InputError> {
        let expected = "another folder, or to wait until that run ends";
        if cfg!(unix) {
            let open = File::open(path).map_err(|error| unwritable(path, error))?;
            return Ok(Lock { _open: locked(open, path, expected)?, lock_file: None });
        }
        // Elsewhere a folder cannot be opened, so it cannot be locked itself.
        let path = path.canonicalize().map_err(|error| unwritable(path, error))?;
        Lock::beside(&path, |open| locked(open, &path, expected))
    }

    /// A lock by means of a lock file beside a file or folder. `lock` locks the open lock file.
    fn beside(
        path: &Path,
        lock: impl Fn(File) -> Result<Option<File>, InputError>,
    ) -> Result<Lock, InputError> {
        let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
        name.push(".lock");
        let lock_file = path.with_file_name(name);
        loop {
            let open = OpenOptions::new().create(true).append(true).open(&lock_file);
            let open = open.map_err(|error| unwritable(path, error))?;
            let Some(open) = lock(open)? else {
                return Ok(Lock { _open: None, lock_file: Some(lock_file) });
            };
            // The run that held the lock may have removed the file meanwhile.
            if is_at(&open, &lock_file) {
                return Ok(Lock { _open: Some(open), lock_file: Some(lock_file) });
            }
        }
    }
}

/// Locks an open file; none if the file system has no locks. `path` and `expected` are for the
/// error if another run holds the lock.
fn locked(open: File, path: &Path, expected: &str) -> Result<Option<File>, InputError> {
    match open.try_lock() {
        Ok(()) => Ok(Some(open)),
        Err(TryLockError::WouldBlock) => {
            let error = InputError::new(ErrorKind::Locked, "another run of deadmove is writing it");
            Err(error.in_file(path).expected(expected))
        }
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(None),
        Err(TryLockError::Error(error)) => Err(unwritable(path, error)),
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Where open files cannot be compared with the file of a name, the file stays.
        if let Some(lock_file) = self.lock_file.as_ref().filter(|_| cfg!(unix)) {
            // A file with content was there before. If it cannot be removed, it is used again.
            if fs::metadata(lock_file).is_ok_and(|metadata| metadata.len() == 0) {
                let _ = fs::remove_file(lock_file);
            }
        }
    }
}

/// Whether the open file is the one that has this name now.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let open = file.metadata().map(identity).ok();
    open.is_some() && open == fs::metadata(path).map(identity).ok()
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locked_file_is_refused_by_name_until_the_lock_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("walk.state");
        let first = Lock::of_file(&file).unwrap();
        let refused = Lock::of_file(&file).unwrap_err();
        assert_eq!(refused.kind, "locked");
        assert_eq!(refused.file, Some(file.display().to_string()));
        drop(first);
        drop(Lock::of_file(&file).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no lock file is left");
    }

    #[test]
    fn a_lock_file_that_a_killed_run_left_does_not_refuse_anybody() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("walk.state.lock"), "").unwrap();
        assert!(Lock::of_file(&folder.path().join("walk.state")).is_ok());
    }

    #[test]
    fn a_locked_folder_is_refused_by_name_and_no_file_is_added_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let _lock = Lock::of_folder(folder.path()).unwrap();
        let refused = Lock::of_folder(folder.path()).unwrap_err();
        assert_eq!(refused.file, Some(folder.path().display().to_string()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn threads_that_wait_for_a_lock_hold_it_one_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state");
        let count = std::sync::atomic::AtomicUsize::new;
        let (holders, held) = (count(0), count(0));
        let order = std::sync::atomic::Ordering::SeqCst;
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let lock = Lock::of_file_in_turn(&file, || ()).unwrap();
                        assert_eq!(holders.fetch_add(1, order), 0);
                        held.fetch_add(1, order);
                        holders.fetch_sub(1, order);
                        drop(lock);
                    }
                });
            }
        });
        assert_eq!(held.into_inner(), 8 * 50);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no lock file is left");
    }

    #[test]
    fn of_many_threads_one_at_a_time_holds_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state");
        let holders = std::sync::atomic::AtomicUsize::new(0);
        let order = std::sync::atomic::Ordering::SeqCst;
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let Ok(lock) = Lock::of_file(&file) else { continue };
                        assert_eq!(holders.fetch_add(1, order), 0);
                        holders.fetch_sub(1, order);
                        drop(lock);
                    }
                });
            }
        });
    }
}
