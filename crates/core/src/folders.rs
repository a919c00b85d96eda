//! Output folders whose files belong together: after a full disk or a kill, nobody takes a part of
//! them for the whole.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{TempDir, TempPath};

use crate::error::{ErrorKind, InputError};
use crate::files::{UNFINISHED, create_folder, folder_of, temporary_beside, unwritable};

/// Removes the temporary files of killed runs from a folder, as far as the system allows.
pub fn sweep(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|e| e.file_name().to_string_lossy().starts_with(UNFINISHED)) {
        let _ = fs::remove_file(entry.path());
    }
}

/// A new folder that gets its files when all of them are written. Dropped before that, it leaves an
/// empty folder.
#[derive(Debug)]
pub struct NewFolder {
    path: PathBuf,
    unfinished: TempDir,
}

impl NewFolder {
    /// Makes the folder. A folder that is not empty is refused: old files in it would look like a
    /// part of the new ones.
    ///
    /// # Errors
    /// If it is not empty, or cannot be made.
    pub fn create(path: &Path) -> Result<NewFolder, InputError> {
        let fail = |error: io::Error| unwritable(path, error);
        create_folder(path)?;
        if let Some(entry) = fs::read_dir(path).map_err(fail)?.next() {
            let name = entry.map_err(fail)?.file_name();
            let message = format!("the folder holds {} already", name.display());
            return Err(InputError::new(ErrorKind::FolderNotEmpty, message)
                .in_file(path)
                .expected("a new folder, or an empty one"));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(UNFINISHED);
        // The default is a folder that only this user can read.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        // The folder above may belong to somebody else.
        let above = path.canonicalize().map_err(fail)?;
        // A mount point cannot be replaced, and files cannot be moved to it.
        let beside = match same_device(&above, folder_of(&above)) {
            true => builder.tempdir_in(folder_of(&above)).ok(),
            false => None,
        };
        let unfinished = beside.map_or_else(|| builder.tempdir_in(path), Ok);
        Ok(NewFolder { unfinished: unfinished.map_err(fail)?, path: path.to_owned() })
    }

    /// Where to write the files.
    pub fn unfinished(&self) -> &Path {
        self.unfinished.path()
    }

    /// Gives the folder its files.
    ///
    /// # Errors
    /// If another run has written files to it, or the disk refuses it.
    pub fn finish(self) -> Result<(), InputError> {
        let NewFolder { path, unfinished } = self;
        let moved = || -> io::Result<()> {
            let from = unfinished.path();
            if cfg!(windows) {
                // No folder there takes the name of another one. This removes it if it is empty.
                let _ = fs::remove_dir(&path);
            }
            if fs::rename(from, &path).is_ok() {
                return Ok(());
            }
            // A mount point, the current folder of a process, or a system that does not replace
            // folders. What another run has put there is not mixed with this.
            let foreign = |entry: io::Result<fs::DirEntry>| {
                entry.is_ok_and(|entry| Some(entry.file_name().as_os_str()) != from.file_name())
            };
            fs::create_dir_all(&path)?;
            if fs::read_dir(&path)?.any(foreign) {
                return Err(io::Error::other("another run has written files to it"));
            }
            for entry in fs::read_dir(from)? {
                let entry = entry?;
                fs::rename(entry.path(), path.join(entry.file_name()))?;
            }
            Ok(())
        };
        moved().map_err(|error| unwritable(&path, error))
    }
}

#[cfg(unix)]
fn same_device(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| fs::metadata(path).map(|metadata| metadata.dev()).ok();
    device(one) == device(other)
}

#[cfg(not(unix))]
fn same_device(_: &Path, _: &Path) -> bool {
    true
}

/// Files that are all written before the first of them takes its name.
#[derive(Debug, Default)]
pub struct Staged {
    files: Vec<(TempPath, PathBuf)>,
}

impl Staged {
    /// Writes one more file, under another name for now.
    ///
    /// # Errors
    /// If the folder or the disk refuses it.
    pub fn add(&mut self, path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), InputError> {
        let temporary = temporary_beside(path, |to| to.write_all(bytes.as_ref()))
            .map_err(|error| unwritable(path, error))?;
        self.files.push((temporary.into_temp_path(), path.to_owned()));
        Ok(())
    }

    /// Gives the files their names.
    ///
    /// # Errors
    /// If the folder refuses it; those before have their names.
    pub fn finish(self) -> Result<(), InputError> {
        for (temporary, path) in self.files {
            temporary.persist(&path).map_err(|error| unwritable(&path, error.error))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_folder_is_empty_until_it_is_finished() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("certificates");
        let dropped = NewFolder::create(&path).unwrap();
        fs::write(dropped.unfinished().join("1.cert"), "half").unwrap();
        drop(dropped);
        assert_eq!(names(&path), [""; 0]);
        let new = NewFolder::create(&path).unwrap();
        fs::write(new.unfinished().join("1.cert"), "whole").unwrap();
        assert_eq!(names(&path), [""; 0]);
        new.finish().unwrap();
        assert_eq!(names(&path), ["1.cert"]);
        assert_eq!(names(above.path()), ["certificates"]);
        assert_eq!(NewFolder::create(&path).unwrap_err().kind, "folder-not-empty");
    }

    #[test]
    fn staged_files_take_their_names_together() {
        let folder = tempfile::tempdir().unwrap();
        let mut staged = Staged::default();
        staged.add(&folder.path().join("a"), "1").unwrap();
        staged.add(&folder.path().join("b"), "2").unwrap();
        assert!(names(folder.path()).iter().all(|name| name.starts_with(UNFINISHED)));
        staged.finish().unwrap();
        assert_eq!(names(folder.path()), ["a", "b"]);
    }
}
