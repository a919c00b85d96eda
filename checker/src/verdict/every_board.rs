//! What an accepted certificate of rules for every board says.

use std::path::Path;

use super::{Exporter, Report, Wanted, counted};
use crate::every_board::{AllSizesEntry, check_all_sizes, read_all_sizes};
use crate::words::show::{Shown, escaped};

/// Checks a certificate of rules for every board.
pub fn check(folder: &Path, wanted: &Wanted, exporter: &mut Exporter) -> Result<Report, String> {
    if exporter.folder.is_some() {
        exporter.failed = Some("a certificate for every board has no formulas for others".into());
    }
    let (proved, open) = check_all_sizes(folder)?;
    let manifest = read_all_sizes(folder)?;
    let files = counted(manifest.files.len(), "file");
    let mut what = format!("every board, rules of {files}: {proved} forbid no live move");
    let said = |number: usize| manifest.claims.iter().any(|entry| entry.file == number);
    let silent = (0..manifest.files.len()).filter(|&number| !said(number));
    let silent: Vec<String> = silent.map(|number| escaped(&manifest.files[number].path)).collect();
    if !silent.is_empty() {
        what += &format!("; nothing is said of {}", silent.join(", "));
    }
    let detail = |entry: &AllSizesEntry| {
        let verdict = if entry.sha256.is_some() { "proved" } else { "open" };
        format!(
            "{verdict}, of {}:\n{}",
            escaped(&manifest.files[entry.file].path),
            Shown(&entry.rule)
        )
    };
    let details = manifest.claims.iter().filter(|_| wanted.show).map(detail).collect();
    Ok(Report { summary: what, open, details, theories: ['E'].into() })
}
