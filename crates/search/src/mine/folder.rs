//! Folders with mined rules: one file for all of them, and perhaps a page about the set.

use std::fs;
use std::path::{Path, PathBuf};

use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::unwritable;
use deadmove_core::folders::Staged;
use deadmove_rules::model::Rule;
use deadmove_rules::text::write_rule;

/// The file for the rules that are mined on boards of a side.
fn file(folder: &Path, size: usize) -> PathBuf {
    folder.join(format!("mined-{size}.rule"))
}

/// Makes the folder. One that holds other rules is refused before anything is done.
///
/// # Errors
/// If it holds other rules, or cannot be written.
pub fn ready(folder: &Path, size: usize) -> Result<(), InputError> {
    let fault = |error: std::io::Error| {
        InputError::new(
            ErrorKind::FileUnwritable,
            format!("--out: this is no folder for rules: {error}"),
        )
        .in_file(folder)
    };
    fs::create_dir_all(folder).map_err(fault)?;
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        let is_rule = path.extension().is_some_and(|extension| extension == "rule");
        if is_rule && path != file(folder, size) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let message = format!("--out: the folder has other rules, among them {name}");
            return Err(InputError::new(ErrorKind::FolderInUse, message)
                .expected("an empty folder, or one that this command made")
                .in_file(folder));
        }
    }
    Ok(())
}

/// Writes rules into the file of their size, and perhaps a page about them. They replace those of
/// an earlier run.
///
/// # Errors
/// If the folder or the disk refuses it.
pub fn write_rules(
    folder: &Path,
    size: usize,
    rules: &[Rule],
    page: Option<&str>,
) -> Result<(), InputError> {
    let (mut staged, file) = (Staged::default(), file(folder, size));
    let texts: Vec<String> = rules.iter().map(write_rule).collect();
    if !texts.is_empty() {
        staged.add(&file, texts.join("\n"))?;
    } else if file.exists() {
        fs::remove_file(&file).map_err(|error| unwritable(&file, error))?;
    }
    if let Some(page) = page {
        staged.add(&folder.join("README.md"), page)?;
    }
    staged.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_an_earlier_run_are_replaced_and_other_rules_refused() {
        let folder = tempfile::tempdir().unwrap();
        ready(folder.path(), 5).unwrap();
        let old = file(folder.path(), 5);
        fs::write(&old, "name old\n").unwrap();
        ready(folder.path(), 5).unwrap();
        assert_eq!(ready(folder.path(), 7).unwrap_err().kind, "folder-in-use");
        write_rules(folder.path(), 5, &[], Some("none")).unwrap();
        assert!(!old.exists());
        assert!(folder.path().join("README.md").exists());
    }
}
