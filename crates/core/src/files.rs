//! Reading and writing files, with one set of faults: `file-missing`, `file-unreadable`,
//! `file-too-large`, `not-utf-8`, `file-unwritable`.
//!
//! What does not live here: what a file means.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::encoding;
use crate::error::{ErrorKind, InputError};

/// How the name of a file begins that [`write_atomically`] has not finished. One that is left over
/// from a killed run can be deleted.
pub const UNFINISHED: &str = ".deadmove-";

/// The most bytes of a file that is read whole, if nothing smaller is known of its kind: a report,
/// a state, a record of a certificate.
pub const LARGEST: u64 = 1 << 30;

/// A path as it is printed.
pub trait Shown {
    /// The path with `/`, which Windows also reads as `\`: output is the same on all systems, and
    /// every shell takes it.
    fn shown(&self) -> String;
}

impl Shown for Path {
    fn shown(&self) -> String {
        let text = self.display().to_string();
        if cfg!(windows) { with_slashes(&text) } else { text }
    }
}

/// A path of Windows. Canonical ones have a prefix after which only `\` separates.
fn with_slashes(path: &str) -> String {
    let plain = match path.strip_prefix(r"\\?\UNC\") {
        Some(share) => &format!(r"\\{share}"),
        None => path.strip_prefix(r"\\?\").unwrap_or(path),
    };
    plain.replace('\\', "/")
}

/// Opens a file for reading, as all inputs are. Folders, devices and named pipes are refused: to
/// open a pipe is to wait for a writer, and a device may have no end. Only a stream that the
/// program was started with, such as `/dev/stdin` or `/dev/fd/3`, may be anything but a folder.
///
/// # Errors
/// If it is none of these, is missing, or may not be read.
pub fn open(path: &Path) -> Result<File, InputError> {
    let fault = |error| unreadable(path, error);
    let streams = ["/dev/stdin", "/dev/fd", "/proc/self/fd"];
    let found = fs::metadata(path).map_err(fault)?;
    let is_stream = !found.is_dir() && streams.iter().any(|stream| path.starts_with(stream));
    if !found.is_file() && !is_stream {
        let what = if found.is_dir() { "it is a folder" } else { "it is a device or a named pipe" };
        return Err(InputError::new(
            ErrorKind::FileUnreadable,
            format!("the file cannot be read: {what}"),
        )
        .expected("a regular file")
        .in_file(path));
    }
    File::open(path).map_err(fault)
}

/// The bytes of a file of at most `limit` bytes. Reads no more than that, also of a stream.
///
/// # Errors
/// If it cannot be opened or read, or is larger.
pub fn read_at_most(path: &Path, limit: u64) -> Result<Vec<u8>, InputError> {
    let file = open(path)?;
    match file.metadata().map_err(|error| unreadable(path, error))?.len() {
        size if size > limit => Err(too_large(path, &size.to_string(), limit)),
        _ => read_stream(file, path, limit),
    }
}

/// The bytes of a stream of at most `limit` bytes, which errors call `path`.
///
/// # Errors
/// If it cannot be read, or is longer.
pub fn read_stream(from: impl Read, path: &Path, limit: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    from.take(limit + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, error))?;
    if bytes.len() as u64 <= limit {
        Ok(bytes)
    } else {
        Err(too_large(path, &format!("more than {limit}"), limit))
    }
}

fn too_large(path: &Path, size: &str, limit: u64) -> InputError {
    InputError::new(ErrorKind::FileTooLarge, format!("the file has {size} bytes"))
        .expected(format!("at most {limit} bytes"))
        .in_file(path)
}

/// The text of bytes of a file, without a byte order mark.
///
/// # Errors
/// If they are neither UTF-8 nor UTF-16 with a byte order mark.
pub fn text(bytes: Vec<u8>, path: &Path) -> Result<String, InputError> {
    marked_text(bytes, path).map(encoding::without_mark)
}

/// [`text`], with the byte order mark if there is one: for a text that is written back.
///
/// # Errors
/// Those of [`text`].
pub fn marked_text(bytes: Vec<u8>, path: &Path) -> Result<String, InputError> {
    encoding::decoded(bytes).ok_or_else(|| unreadable(path, io::ErrorKind::InvalidData.into()))
}

/// The text of a file of at most `limit` bytes.
///
/// # Errors
/// If it cannot be read, is larger, or is no [`text`].
pub fn read_text_at_most(path: &Path, limit: u64) -> Result<String, InputError> {
    text(read_at_most(path, limit)?, path)
}

/// The text of a file of at most [`LARGEST`] bytes.
///
/// # Errors
/// If it cannot be read, is larger, or is no [`text`].
pub fn read_text(path: &Path) -> Result<String, InputError> {
    read_text_at_most(path, LARGEST)
}

/// The text of a file of at most [`LARGEST`] bytes, or none if there is no such file.
///
/// # Errors
/// If it is there and cannot be read, is larger, or is no [`text`].
pub fn read_text_if_present(path: &Path) -> Result<Option<String>, InputError> {
    match read_text(path) {
        Err(error) if error.kind == ErrorKind::FileMissing => Ok(None),
        read => read.map(Some),
    }
}

/// Writes a file: the whole of it, or, if that fails or the run is killed, what was there before.
///
/// The bytes go to a file beside it, reach the disk, and then take its name in one step. Only a
/// pipe or a device is written in place.
///
/// # Errors
/// If the folder or the disk refuses it.
pub fn write_atomically(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), InputError> {
    write_atomically_with(path, |to| to.write_all(bytes.as_ref()))
        .map_err(|error| unwritable(path, error))
}

/// [`write_atomically`] for content that `content` writes piece by piece.
///
/// # Errors
/// That of `content`, or of the folder or the disk.
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
///
/// # Errors
/// That of `content`, or of the folder or the disk.
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
///
/// # Errors
/// If it is there, or the folder or the disk refuses it.
pub fn write_new(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), InputError> {
    let written = temporary_beside(path, |to| to.write_all(bytes.as_ref()))
        .and_then(|file| file.persist_noclobber(path).map_err(|error| error.error));
    written.map(|_| ()).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            InputError::new(ErrorKind::FileExists, "the file is there already").in_file(path)
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
    // The error of the crate names the temporary file, not the target.
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
///
/// # Errors
/// If that is not permitted, or a file is in the way.
pub fn create_folder(path: &Path) -> Result<(), InputError> {
    fs::create_dir_all(path).map_err(|error| unwritable(path, error))
}

/// The fault of a file or folder that cannot be read.
pub fn unreadable(path: &Path, error: io::Error) -> InputError {
    let fault = match error.kind() {
        io::ErrorKind::NotFound => {
            InputError::new(ErrorKind::FileMissing, "there is no such file or directory")
                .did_you_mean_path(path)
        }
        io::ErrorKind::PermissionDenied => InputError::new(
            ErrorKind::FileUnreadable,
            "the file may not be read: permission denied",
        ),
        io::ErrorKind::InvalidData => {
            InputError::new(ErrorKind::NotUtf8, "the file is not UTF-8 text")
                .expected("a file saved as UTF-8")
        }
        _ => {
            InputError::new(ErrorKind::FileUnreadable, format!("the file cannot be read: {error}"))
        }
    };
    fault.in_file(path).caused_by(error)
}

/// The fault of a file or folder that cannot be written.
pub fn unwritable(path: &Path, error: io::Error) -> InputError {
    // The words of the system for these differ.
    let why = match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        io::ErrorKind::AlreadyExists => "a file has this name".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    InputError::new(ErrorKind::FileUnwritable, format!("it cannot be written: {why}"))
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

    #[cfg(unix)]
    #[test]
    fn folders_devices_and_pipes_are_refused_at_once_and_large_files_with_their_size() {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, device) = (folder.path().join("pipe"), folder.path().join("device"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::os::unix::fs::symlink("/dev/zero", &device).unwrap();
        for path in [&pipe, &device, folder.path()] {
            let refused = read_text(path).unwrap_err();
            assert_eq!(refused.kind, "file-unreadable", "{path:?}");
            assert_eq!(refused.expected.as_deref(), Some("a regular file"));
        }
        let large = folder.path().join("large");
        File::create(&large).unwrap().set_len(LARGEST + 1).unwrap();
        let refused = read_text(&large).unwrap_err();
        assert_eq!(refused.kind, "file-too-large");
        assert_eq!(refused.message, "the file has 1073741825 bytes");
        assert_eq!(refused.expected.as_deref(), Some("at most 1073741824 bytes"));
        assert_eq!(refused.file.as_deref(), large.to_str());
        fs::write(&large, "four").unwrap();
        assert_eq!(read_at_most(&large, 4).unwrap(), b"four");
        assert_eq!(read_at_most(&large, 3).unwrap_err().kind, "file-too-large");
    }

    #[test]
    fn paths_of_windows_are_shown_with_slashes() {
        for (path, shown) in [
            (r"rules/edge\a.rule", "rules/edge/a.rule"),
            (r"C:\Users\me", "C:/Users/me"),
            (r"\\?\C:\Users\me", "C:/Users/me"),
            (r"\\?\UNC\host\share", "//host/share"),
        ] {
            assert_eq!(with_slashes(path), shown);
        }
    }

    #[test]
    fn faults_keep_their_cause() {
        use std::error::Error;
        let missing = read_text(Path::new("no/such/file")).unwrap_err();
        assert_eq!(missing.kind, "file-missing");
        let cause = missing.source().unwrap().downcast_ref::<io::Error>().unwrap();
        assert_eq!(cause.kind(), io::ErrorKind::NotFound);
        assert_eq!(read_text_if_present(Path::new("no/such/file")), Ok(None));
        let unwritable = write_atomically(Path::new("no/such/folder/file"), "").unwrap_err();
        assert_eq!(unwritable.kind, "file-unwritable");
    }
}
