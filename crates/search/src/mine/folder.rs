//! Folders with mined rules: a file for each rule, and perhaps a page about the set.

use std::fs;
use std::path::Path;

use deadmove_core::error::InputError;
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

fn is_ours(name: &str) -> bool {
    name.strip_prefix("mined-")
        .and_then(|rest| rest.strip_suffix(".rule"))
        .and_then(|rest| rest.rsplit_once('-'))
        .is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// Writes rules into files of their names, and perhaps a page about them. Removes the rules of an
/// earlier run.
pub fn write_rules(folder: &Path, rules: &[Rule], page: Option<&str>) -> Result<(), InputError> {
    let written = || -> std::io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.file_name().is_some_and(|name| is_ours(&name.to_string_lossy())) {
                fs::remove_file(path)?;
            }
        }
        for rule in rules {
            let file = folder.join(format!("{}.rule", rule.head.name.replace(' ', "-")));
            fs::write(file, RuleFile::Rule(rule.clone()).write())?;
        }
        page.map_or(Ok(()), |page| fs::write(folder.join("README.md"), page))
    };
    written().map_err(|error| {
        InputError::new("file-unwritable", format!("the rules cannot be written: {error}"))
            .in_file(folder)
    })
}
