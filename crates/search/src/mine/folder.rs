//! Folders with mined rules: a file for each rule, and perhaps a page about the set.

use std::fs;
use std::path::Path;

use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::folders::Staged;
use deadmove_rules::RuleFile;
use deadmove_rules::model::Rule;

/// Makes the folder. One that holds other rules is refused before anything is done.
pub fn ready(folder: &Path) -> Result<(), InputError> {
    let fault = |error: std::io::Error| {
        InputError::new("file-unwritable", format!("--out: this is no folder for rules: {error}"))
            .in_file(folder)
    };
    fs::create_dir_all(folder).map_err(fault)?;
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "rule") && !is_ours(&name) {
            let message = format!("--out: the folder has other rules, among them {name}");
            return Err(InputError::new("folder-in-use", message)
                .expected("an empty folder, or one that this command made")
                .in_file(folder));
        }
    }
    Ok(())
}

/// A file that is in the folder while its rules are replaced. It is no rule, so commands refuse a
/// folder that an interrupted run left.
const UNFINISHED: &str = "mined-unfinished.rule";

fn is_ours(name: &str) -> bool {
    let number = name
        .strip_prefix("mined-")
        .and_then(|rest| rest.strip_suffix(".rule"))
        .and_then(|rest| rest.rsplit_once('-'));
    name == UNFINISHED
        || number.is_some_and(|(_, number)| {
            !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
        })
}

/// Writes rules into files of their names, and perhaps a page about them. Removes the rules of an
/// earlier run, after all new ones have reached the disk.
pub fn write_rules(folder: &Path, rules: &[Rule], page: Option<&str>) -> Result<(), InputError> {
    let (mut staged, mut written) = (Staged::default(), Vec::new());
    for rule in rules {
        let file = folder.join(format!("{}.rule", rule.head.name.replace(' ', "-")));
        staged.add(&file, RuleFile::Rule(rule.clone()).write())?;
        written.push(file);
    }
    if let Some(page) = page {
        staged.add(&folder.join("README.md"), page)?;
        written.push(folder.join("README.md"));
    }
    let mark = folder.join(UNFINISHED);
    let text = "unfinished: this folder was being written, run `deadmove mine` again\n";
    files::write_atomically(&mark, text)?;
    let fault = |error| files::unwritable(folder, error);
    staged.finish()?;
    for entry in fs::read_dir(folder).map_err(fault)? {
        let name = entry.map_err(fault)?.file_name();
        let new = written.iter().any(|file| file.file_name() == Some(name.as_os_str()));
        if is_ours(&name.to_string_lossy()) && name != UNFINISHED && !new {
            fs::remove_file(folder.join(name)).map_err(fault)?;
        }
    }
    fs::remove_file(mark).map_err(fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_rules::load::load;

    #[test]
    fn the_mark_of_an_interrupted_run_is_refused_by_readers_and_removed_by_the_next_run() {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join(UNFINISHED);
        fs::write(&mark, "unfinished: this folder was being written\n").unwrap();
        let loaded = load(&[folder.path().to_owned()]);
        assert!(loaded.map_or(true, |loaded| !loaded.errors.is_empty()));
        ready(folder.path()).unwrap();
        write_rules(folder.path(), &[], Some("none")).unwrap();
        assert!(!mark.exists());
        assert!(folder.path().join("README.md").exists());
    }
}
