//! What an accepted certificate of rules for one board says.

use std::path::Path;

use super::{Exporter, Report, Wanted, counted};
use crate::folder::{check_manifest, check_record_with};
use crate::one_board::manifest::{Engine, read_manifest};
use crate::one_board_by_list::claims::SetClaim;
use crate::words::show::{Shown, escaped};

/// Checks a certificate of rules for one board.
pub fn check(folder: &Path, wanted: &Wanted, exporter: &mut Exporter) -> Result<Report, String> {
    let manifest = read_manifest(folder)?;
    let mut accepted = check_manifest(folder, &manifest, wanted.sample)?;
    let [sound, unsound, vacuous] = accepted.verdicts;
    let (size, files) = (accepted.size, counted(accepted.files, "file"));
    let mut what = format!(
        "{size}×{size}, rules of {files}: {sound} sound, {unsound} unsound, {vacuous} vacuous"
    );
    if let Some((complete, coverage)) = accepted.set {
        let set = if complete { "complete" } else { "incomplete" };
        what += &format!(
            ", the set {set}; the checker listed all {} live positions",
            coverage.positions
        );
        if coverage.checked < coverage.positions {
            let how = format!("rules checked against {} of them only", coverage.checked);
            accepted.open.push(format!("{size}×{size} by sampling: {how}"));
        }
    }
    if !accepted.silent.is_empty() {
        what += &format!("; nothing is said of {}", accepted.silent.join(", "));
    }
    let mut details = Vec::new();
    for (number, entry) in manifest.claims.iter().enumerate() {
        let verdict = entry.recorded().map_or("open".into(), |v| format!("{v:?}").to_lowercase());
        let file = escaped(&manifest.files[entry.file].path);
        if wanted.show {
            details.push(format!("{verdict}, of {file}:\n{}", Shown(&entry.rule)));
        }
        if exporter.folder.is_some() && entry.recorded().is_some() {
            let label = format!("claim {number:04}");
            check_record_with(folder, &manifest, number, &mut |what, cnf, proof| {
                exporter.put(&label, what, cnf, proof);
            })?;
        }
    }
    let theories = match (manifest.engine, &manifest.set) {
        (Engine::Sat, _) => ['R'].into(),
        (Engine::List, Some(SetClaim::Incomplete { .. })) => ['I', 'L'].into(),
        (Engine::List, _) => ['L'].into(),
    };
    Ok(Report { summary: what, open: accepted.open, details, theories })
}
