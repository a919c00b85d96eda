//! Reading and writing files, with one set of faults: `file-missing`, `file-unreadable`,
//! `file-too-large`, `not-utf-8`, `file-unwritable`.
//!
//! What does not live here: what a file means.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use tempfile::NamedTempFile;

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

/// The text of a file of at most `limit` bytes. Reads no more than that, also of a device.
pub fn read_text_at_most(path: &Path, limit: u64) -> Result<String, InputError> {
    let fault = |error| unreadable(path, error);
    let (mut bytes, file) = (Vec::new(), File::open(path).map_err(fault)?);
    file.take(limit + 1).read_to_end(&mut bytes).map_err(fault)?;
    if bytes.len() as u64 > limit {
        let message = format!("the file has more than {limit} bytes");
        return Err(InputError::new("file-too-large", message).in_file(path));
    }
    String::from_utf8(bytes).map_err(|_| fault(io::ErrorKind::InvalidData.into()))
}

/// The text of a file, or none if there is no such file.
pub fn read_text_if_present(path: &Path) -> Result<Option<String>, InputError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(path, error)),
    }
}

/// Writes a file: the whole of it, or, if that fails or the run is killed, what was there before.
///
/// The bytes go to a file beside it, reach the disk, and then take its name in one step. Only a pipe
/// or a device is written in place.
pub fn write_atomically(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), InputError> {
    write_atomically_with(path, |to| to.write_all(bytes.as_ref()))
        .map_err(|error| unwritable(path, error))
}

/// [`write_atomically`] for content that `content` writes piece by piece.
pub fn write_atomically_with(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // The target of a link is replaced, not the link.
    let target = if path.is_symlink() { path.canonicalize().ok() } else { None };
    let path = target.as_deref().unwrap_or(path);
    let known = fs::metadata(path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file() && !known.is_dir()) {
        let mut to = BufWriter::new(OpenOptions::new().write(true).open(path)?);
        content(&mut to)?;
        return to.flush();
    }
    let permissions = known.filter(Metadata::is_file).map(|known| known.permissions());
    if permissions.as_ref().is_some_and(Permissions::readonly) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let temporary = temporary_beside(path, content)?;
    if let Some(permissions) = permissions {
        temporary.as_file().set_permissions(permissions)?;
    }
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// [`write_atomically_with`] for a file that stays as it is if it is there when the content is
/// complete. Returns whether it was not there.
pub fn write_unless_present(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<bool> {
    match temporary_beside(path, content)?.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// Writes a file that must not be there already, the whole of it or nothing.
pub fn write_new(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), InputError> {
    let written = temporary_beside(path, |to| to.write_all(bytes.as_ref()))
        .and_then(|file| file.persist_noclobber(path).map_err(|error| error.error));
    written.map(|_| ()).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            InputError::new("file-exists", "the file is there already").in_file(path)
        }
        _ => unwritable(path, error),
    })
}

/// A file beside `path` with content that has reached the disk. It is deleted when it is dropped.
pub(crate) fn temporary_beside(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED).suffix(".tmp");
    // The default is a file that only this user can read.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
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
    Ok(temporary)
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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
    fn a_new_file_does_not_replace_another_and_keeps_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rule");
        write_new(&file, "first").unwrap();
        assert_eq!(write_new(&file, "second").unwrap_err().kind, "file-exists");
        assert_eq!(read_text(&file).unwrap(), "first");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_permissions_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        write_atomically(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(read_text(&file).unwrap(), "new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        fs::set_permissions(&file, Permissions::from_mode(0o440)).unwrap();
        assert_eq!(write_atomically(&file, "newer").unwrap_err().kind, "file-unwritable");
        assert_eq!(read_text(&file).unwrap(), "new");
        write_atomically(Path::new("/dev/null"), "anything").unwrap();
        if Path::new("/dev/full").exists() {
            let full = write_atomically(Path::new("/dev/full"), "anything").unwrap_err();
            assert_eq!(full.kind, "file-unwritable");
        }
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
