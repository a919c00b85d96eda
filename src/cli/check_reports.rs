//! Reads reports of checks from files, and confirms their examples.

use std::path::Path;

use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_report::check_json;
use deadmove_verify::check::Check;
use deadmove_verify::confirm::confirm_all;

/// The checks of a report, one for each size.
pub fn load_report(file: &Path) -> Result<Vec<Check>, InputError> {
    let text = read_text(file)?;
    let checks = check_json::read(&text, file)?;
    checks.iter().try_for_each(|check| verify(check, file))?;
    Ok(checks)
}

/// Confirms the examples of a check that was read from a file.
pub fn verify(check: &Check, file: &Path) -> Result<(), InputError> {
    confirm_all(check).map(|_| ()).map_err(|fault| {
        let message = format!("the report has a false example: {fault}");
        InputError::new("report-contradiction", message).in_file(file)
    })
}

/// The text of a report.
pub fn read_text(file: &Path) -> Result<String, InputError> {
    files::read_text(file)
}
