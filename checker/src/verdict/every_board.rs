//! What an accepted certificate of rules for every board says.

use std::path::Path;

use serde::Deserialize;

use super::{Exporter, Report, Wanted, counted};
use crate::every_board::{check_all_sizes, read_claim};
use crate::kernel::binding::Claim;
use crate::kernel::files::read;
use crate::words::show::{Shown, escaped};

/// Whether the manifest of a folder claims to be a certificate for every board.
pub fn is_all_sizes(folder: &Path) -> bool {
    #[derive(Deserialize)]
    struct Kind {
        size: serde_json::Value,
    }
    let bytes = read(&folder.join("manifest.json")).ok();
    let kind = bytes.and_then(|bytes| serde_json::from_slice::<Kind>(&bytes).ok());
    kind.is_some_and(|kind| kind.size == "all")
}

/// Checks a certificate of rules for every board.
pub fn check(folder: &Path, wanted: &Wanted, exporter: &mut Exporter) -> Result<Report, String> {
    let (manifest, open) = check_all_sizes(folder)?;
    let proved = manifest.claims.len() - open.len();
    let files = counted(manifest.files.len(), "file");
    let mut what = format!("every board, rules of {files}: {proved} forbid no live move");
    let said = |number: usize| manifest.claims.iter().any(|entry| entry.file == number);
    let silent = (0..manifest.files.len()).filter(|&number| !said(number));
    let silent: Vec<String> = silent.map(|number| escaped(&manifest.files[number].path)).collect();
    if !silent.is_empty() {
        what += &format!("; nothing is said of {}", silent.join(", "));
    }
    if exporter.folder.is_some() {
        let proved = (0..manifest.claims.len()).filter(|&n| manifest.claims[n].sha256.is_some());
        for number in proved {
            let label = format!("claim {number:04}");
            read_claim(folder, &manifest, number)?.check(&mut |what, cnf, proof| {
                exporter.put(&label, what, cnf, proof);
            })?;
        }
    }
    let detail = |entry: &Claim| {
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
