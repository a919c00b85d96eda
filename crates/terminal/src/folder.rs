//! Writes a folder of files that belong together, in place of what an earlier run wrote there.
//! After a full disk or a kill the folder has all of the old files or all of the new ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::files::{UNFINISHED, create_folder, read_text_if_present, unwritable};

/// The file that lists all files of the folder, itself excepted.
const LIST: &str = "files.txt";

/// The first line of the list of a command.
fn head(maker: &str) -> String {
    format!("Files that `{maker}` made, and will replace:")
}

/// Gives a folder these files and no others. A folder with a file that no earlier run of the
/// command `maker` wrote is refused and keeps all it has.
///
/// # Errors
/// If there is such a file, or the disk refuses it.
pub fn replace(
    shown: &Path,
    files: &BTreeMap<String, Vec<u8>>,
    maker: &str,
) -> Result<(), InputError> {
    create_folder(shown)?;
    let fail = |error: io::Error| unwritable(shown, error);
    let folder = fs::canonicalize(shown).map_err(fail)?;
    if let Some(foreign) = foreign(&folder, maker)? {
        let message = format!("the folder has {foreign}, which `{maker}` did not write");
        return Err(InputError::new(ErrorKind::FolderInUse, message)
            .in_file(shown)
            .expected("a new folder, an empty one, or a site of an earlier run"));
    }
    let above = folder.parent().unwrap_or(Path::new("/"));
    let new = beside(above).map_err(fail)?;
    let list: String = files.keys().map(|name| format!("{name}\n")).collect();
    let list = (LIST.to_owned(), format!("{}\n{list}", head(maker)).into_bytes());
    for (name, bytes) in files.iter().chain([(&list.0, &list.1)]) {
        let file = new.path().join(name);
        let parent = file.parent().expect("a file in the folder");
        fs::create_dir_all(parent).and_then(|()| fs::write(&file, bytes)).map_err(fail)?;
    }
    swap(&folder, above, new).map_err(fail)
}

fn beside(above: &Path) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    // The default is a folder that only this user can read.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    builder.tempdir_in(above)
}

/// Puts the new folder in the place of the old one, which is deleted. On Linux the two are
/// exchanged at once; where that is not possible, there is no folder for a moment.
fn swap(folder: &Path, above: &Path, new: TempDir) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, new.path(), CWD, folder, RenameFlags::EXCHANGE).is_ok() {
            // Dropping the folder deletes the old files.
            return Ok(());
        }
    }
    exchange(folder, above, new.path())
}

/// Puts a folder in the place of another one, which is deleted, in several steps.
fn exchange(folder: &Path, above: &Path, new: &Path) -> io::Result<()> {
    let mut old = beside(above)?;
    let aside = old.path().join("old");
    fs::rename(folder, &aside)?;
    fs::rename(new, folder).map_err(|error| match fs::rename(&aside, folder) {
        Ok(()) => error,
        Err(_) => {
            old.disable_cleanup(true);
            let kept = aside.shown();
            io::Error::new(error.kind(), format!("{error}; the files of before are in {kept}"))
        }
    })
}

/// The name of a file in the folder that no earlier run wrote.
fn foreign(folder: &Path, maker: &str) -> Result<Option<String>, InputError> {
    let list = folder.join(LIST);
    let text = read_text_if_present(&list)?.unwrap_or_default();
    let mut own: BTreeSet<PathBuf> = BTreeSet::new();
    if let Some(names) = text.strip_prefix(&head(maker)) {
        own.extend(names.lines().filter(|name| !name.is_empty()).map(|name| folder.join(name)));
        own.insert(list);
    }
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        let fail = |error: io::Error| unwritable(&next, error);
        for entry in fs::read_dir(&next).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            let path = entry.path();
            match entry.file_type().map_err(fail)?.is_dir() {
                true => open.push(path),
                false if own.contains(&path) => {}
                false => {
                    let name = path.strip_prefix(folder).unwrap_or(&path);
                    return Ok(Some(name.shown()));
                }
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> BTreeMap<String, Vec<u8>> {
        names.iter().map(|name| ((*name).to_owned(), name.as_bytes().to_vec())).collect()
    }

    #[test]
    fn a_site_replaces_an_earlier_one_whole() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("site");
        replace(&folder, &files(&["index.html", "rules/old.html"]), "deadmove site").unwrap();
        assert!(folder.join("rules/old.html").exists());
        replace(&folder, &files(&["index.html", "sets/new.html"]), "deadmove site").unwrap();
        assert!(!folder.join("rules").exists());
        assert_eq!(fs::read_to_string(folder.join("sets/new.html")).unwrap(), "sets/new.html");
        assert_eq!(fs::read_dir(above.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_folder_that_cannot_be_exchanged_keeps_its_files_where_the_error_says() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("site");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("page.html"), "old").unwrap();
        let missing = above.path().join("missing");
        exchange(&folder, above.path(), &missing).unwrap_err();
        assert_eq!(fs::read_to_string(folder.join("page.html")).unwrap(), "old");
        // This path leads through the folder itself, so nothing can be put back there.
        let through = folder.join("../site");
        let error = exchange(&through, above.path(), &missing).unwrap_err().to_string();
        let (_, kept) = error.split_once("the files of before are in ").unwrap();
        assert_eq!(fs::read_to_string(Path::new(kept).join("page.html")).unwrap(), "old");
    }

    #[test]
    fn a_folder_with_a_foreign_file_keeps_all_it_has() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("site");
        replace(&folder, &files(&["index.html"]), "deadmove site").unwrap();
        fs::create_dir(folder.join("deep")).unwrap();
        fs::write(folder.join("deep/notes.txt"), "mine").unwrap();
        let error = replace(&folder, &files(&["other.html"]), "deadmove site").unwrap_err();
        assert_eq!(error.kind, "folder-in-use");
        assert!(folder.join("index.html").exists());
        assert_eq!(fs::read_to_string(folder.join("deep/notes.txt")).unwrap(), "mine");
        // A list of its own does not make foreign files those of a site.
        let other = above.path().join("other");
        fs::create_dir(&other).unwrap();
        fs::write(other.join(LIST), "index.html\n").unwrap();
        assert_eq!(
            replace(&other, &files(&["index.html"]), "deadmove site").unwrap_err().kind,
            "folder-in-use"
        );
    }
}
