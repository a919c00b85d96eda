//! Reading and writing files, with one set of faults: `file-missing`, `file-unreadable`,
//! `not-utf-8`, `file-unwritable`.
//!
//! What does not live here: what a file means.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::error::InputError;

/// How the name of a file begins that [`write_atomically`] has not finished. One that is left over
/// from a killed run can be deleted.
pub const UNFINISHED: &str = ".deadmove-";

/// The bytes of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, InputError> {
    fs::read(path).map_err(|error| unreadable(path, error))
}

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String, InputError> {
    fs::read_to_string(path).map_err(|error| unreadable(path, error))
}

/// The text of a file, or none if there is no such file.
pub fn read_text_if_present(path: &Path) -> Result<Option<String>, InputError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(path, error)),
    }
}

/// Writes a file that the user asked for, in place: it may be a pipe or a device.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), InputError> {
    fs::write(path, bytes).map_err(|error| unwritable(path, error))
}

/// Writes a file that must be whole whenever it is there: after a crash, or when two runs write
/// it at the same time.
///
/// The bytes go to a file beside it, reach the disk, and then take its name in one step.
pub fn write_atomically(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), InputError> {
    write_atomically_with(path, |to| to.write_all(bytes.as_ref()))
        .map_err(|error| unwritable(path, error))
}

/// [`write_atomically`] for content that `content` writes piece by piece.
pub fn write_atomically_with(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED).suffix(".tmp");
    // The default is a file that only this user can read.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = folder.unwrap_or(Path::new("."));
    // The error of the crate names the temporary file, which nobody asked about.
    let plain = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => {
            fs::metadata(folder).err().unwrap_or(error.kind().into())
        }
        _ => error,
    };
    let mut temporary = builder.tempfile_in(folder).map_err(plain)?;
    let mut to = BufWriter::new(temporary.as_file_mut());
    content(&mut to)?;
    to.flush()?;
    drop(to);
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Makes a folder, with those above it, unless it is there.
pub fn create_folder(path: &Path) -> Result<(), InputError> {
    fs::create_dir_all(path).map_err(|error| unwritable(path, error))
}

/// The fault of a file or folder that cannot be read.
pub fn unreadable(path: &Path, error: io::Error) -> InputError {
    let fault = match error.kind() {
        io::ErrorKind::NotFound => {
            InputError::new("file-missing", "there is no such file or directory")
                .did_you_mean_path(path)
        }
        io::ErrorKind::PermissionDenied => {
            InputError::new("file-unreadable", "the file may not be read: permission denied")
        }
        io::ErrorKind::InvalidData => InputError::new("not-utf-8", "the file is not UTF-8 text")
            .expected("a file saved as UTF-8"),
        _ => InputError::new("file-unreadable", format!("the file cannot be read: {error}")),
    };
    fault.in_file(path).caused_by(error)
}

/// The fault of a file or folder that cannot be written.
pub fn unwritable(path: &Path, error: io::Error) -> InputError {
    InputError::new("file-unwritable", format!("it cannot be written: {error}"))
        .in_file(path)
        .caused_by(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_atomic_write_replaces_the_file_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state");
        write_atomically(&file, "old").unwrap();
        write_atomically(&file, "new").unwrap();
        assert_eq!(read_text(&file).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_write_that_fails_half_way_keeps_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state");
        write_atomically(&file, "old").unwrap();
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let written = write_atomically_with(&file, |to| {
            to.write_all(b"ne")?;
            Err(full())
        });
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(read_text(&file).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn faults_keep_their_cause() {
        use std::error::Error;
        let missing = read(Path::new("no/such/file")).unwrap_err();
        assert_eq!(missing.kind, "file-missing");
        let cause = missing.source().unwrap().downcast_ref::<io::Error>().unwrap();
        assert_eq!(cause.kind(), io::ErrorKind::NotFound);
        assert_eq!(read_text_if_present(Path::new("no/such/file")), Ok(None));
        let unwritable = write_atomically(Path::new("no/such/folder/file"), "").unwrap_err();
        assert_eq!(unwritable.kind, "file-unwritable");
    }
}
