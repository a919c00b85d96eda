//! What an accepted certificate of the lemmas says.

use std::path::Path;

use super::Report;
use crate::lemmas::{LemmaCounts, check_chunks, read_lemma_manifest};

/// Checks a certificate that the lemmas refute every dead move of a board.
pub fn check(folder: &Path) -> Result<Report, String> {
    let manifest = read_lemma_manifest(folder)?;
    let LemmaCounts { positions, dead, live, open } = check_chunks(folder, &manifest)?;
    let size = manifest.size;
    let summary = format!(
        "{size}×{size}, lemmas {}: a reason for each of {dead} dead moves of {positions} live \
         positions ({live} moves are live)",
        manifest.lemmas.join(", ")
    );
    let open = if open > 0 { vec![format!("{open} chunks of positions")] } else { Vec::new() };
    Ok(Report { summary, open, theories: ['D'].into(), ..Report::default() })
}
