//! What a person decides on candidates: accepted rules move, rejected ones are remembered.

use std::fs;
use std::path::{Path, PathBuf};

use super::rejected::{self, Rejected};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::files::Shown;
use deadmove_rules::RuleFile;
use deadmove_rules::load::{LoadedFile, read_file};

/// The folder for accepted rules beside the one with the candidates.
pub fn accepted_beside(folder: &Path) -> PathBuf {
    let name = folder.file_name().map_or_else(|| folder.join(".."), |_| folder.to_owned());
    match name.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(parent) => parent.join("accepted"),
        None => PathBuf::from("accepted"),
    }
}

/// Moves a rule into a file of its own in the rule set; one of the same name is not overwritten.
///
/// # Errors
/// If a file has this name, or the folder refuses it.
pub fn accept(file: &LoadedFile, into: &Path) -> Result<PathBuf, InputError> {
    let fault = |what: String| InputError::new(ErrorKind::FileUnwritable, what).in_file(into);
    fs::create_dir_all(into).map_err(|error| fault(format!("no folder can be made: {error}")))?;
    let name = match file.path.slug() {
        Some(slug) => PathBuf::from(format!("{slug}.rule")),
        None => file.path.file_name().unwrap_or_default().into(),
    };
    let to = into.join(&name);
    if to.exists() {
        return Err(fault(format!("there is a rule {} already", name.shown()))
            .expected("another folder, or another name for one of the two"));
    }
    files::write_new(&to, file.rule_file.write())?;
    remove(file)?;
    Ok(to)
}

/// Removes a rule from its file, and deletes the file if it is the last one.
fn remove(rule: &LoadedFile) -> Result<(), InputError> {
    let path = rule.path.file();
    let others = read_file(path)?
        .into_iter()
        .filter(|other| other.as_ref().map_or(true, |other| other.slug() != rule.slug()));
    let others: Vec<LoadedFile> = others.collect::<Result<_, _>>()?;
    if others.is_empty() {
        return fs::remove_file(path).map_err(|error| files::unwritable(path, error));
    }
    let texts: Vec<&str> = others.iter().map(|other| other.text.as_str()).collect();
    files::write_atomically(path, texts.join("\n"))
}

/// Remembers a candidate as rejected, and removes it from its file.
///
/// # Errors
/// If it is a family, or a file cannot be written.
pub fn reject(file: &LoadedFile, folder: &Path, reason: &str) -> Result<(), InputError> {
    let RuleFile::Rule(rule) = &file.rule_file else {
        let error =
            InputError::new(ErrorKind::Family, "a family is no candidate, and is not deleted");
        return Err(error.in_file(&file.path));
    };
    rejected::remember(folder, &Rejected::new(rule, reason))?;
    remove(file)
}
