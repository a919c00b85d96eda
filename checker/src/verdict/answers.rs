//! What an accepted certificate of the answers of a program says.

use std::path::Path;

use super::Report;
use crate::answers::{CertifiedCounts, CertifiedProgram, check_answers, read_answer_manifest};

/// Checks a certificate of the answers of a program.
pub fn check(folder: &Path) -> Result<Report, String> {
    let manifest = read_answer_manifest(folder)?;
    check_answers(folder, &manifest)?;
    let CertifiedProgram { command, digest, .. } = &manifest.program;
    let counts = manifest.counts;
    let CertifiedCounts { positions, live_forbidden, dead_allowed, unanswered, .. } = counts;
    let size = manifest.size;
    let [sound, complete] = counts.verdicts().map(|verdict| match verdict {
        Some(true) => "",
        Some(false) => "not ",
        None => "perhaps ",
    });
    let summary = format!(
        "{size}×{size}, the answers that the certificate holds for `{command}` (digest {digest}): \
         {sound}sound, {complete}complete; of {positions} live positions, a live move is forbidden \
         in {live_forbidden}, a dead one allowed in {dead_allowed}; whether the program gives \
         these answers is not checked"
    );
    let open = match unanswered {
        0 => Vec::new(),
        _ => vec![format!("{unanswered} positions without an answer")],
    };
    Ok(Report { summary, open, theories: ['A'].into(), ..Report::default() })
}
