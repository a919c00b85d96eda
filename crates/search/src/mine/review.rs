//! What a person decides on candidates: accepted files move, rejected ones are remembered.

use std::fs;
use std::path::{Path, PathBuf};

use super::rejected::{self, Rejected};
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_rules::RuleFile;
use deadmove_rules::load::LoadedFile;

/// The folder for accepted rules beside the one with the candidates.
pub fn accepted_beside(folder: &Path) -> PathBuf {
    let name = folder.file_name().map_or_else(|| folder.join(".."), |_| folder.to_owned());
    match name.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(parent) => parent.join("accepted"),
        None => PathBuf::from("accepted"),
    }
}

/// Moves a file into the rule set; one of the same name is not overwritten.
pub fn accept(file: &LoadedFile, into: &Path) -> Result<PathBuf, InputError> {
    let fault = |what: String| InputError::new("file-unwritable", what).in_file(into);
    fs::create_dir_all(into).map_err(|error| fault(format!("no folder can be made: {error}")))?;
    let name = file.path.file_name().unwrap_or_default();
    let to = into.join(name);
    if to.exists() {
        return Err(fault(format!("there is a rule {} already", name.display()))
            .expected("another folder, or another name for one of the two"));
    }
    files::write_new(&to, file.rule_file.write())?;
    fs::remove_file(&file.path)
        .map_err(|error| fault(format!("the rule cannot be moved here: {error}")))?;
    Ok(to)
}

/// Remembers a candidate as rejected, and deletes its file.
pub fn reject(file: &LoadedFile, folder: &Path, reason: &str) -> Result<(), InputError> {
    let (RuleFile::Rule(rule), name) = (&file.rule_file, &file.path) else {
        let error = InputError::new("family", "a family is no candidate, and is not deleted");
        return Err(error.in_file(&file.path));
    };
    rejected::remember(folder, &Rejected::new(rule, reason))?;
    fs::remove_file(name).map_err(|error| {
        InputError::new("file-unwritable", format!("the file cannot be deleted: {error}"))
            .in_file(name)
    })
}
