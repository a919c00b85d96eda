//! Certificates that are known to take more than the limits of a run.

use std::path::Path;

use deadmove_checker::verdict::is_all_sizes;
use deadmove_checker::{Engine, MAX_LISTED, is_by_lemmas, read_lemma_manifest, read_manifest};

/// What the enumeration of all live positions takes, if a certificate rests on it: the side of the
/// board, MiB, and seconds.
pub fn enumeration(path: &Path) -> Option<(usize, u64, u64)> {
    let side = match is_by_lemmas(path) {
        true => read_lemma_manifest(path).ok()?.size,
        false if is_all_sizes(path) || !path.join("manifest.json").exists() => return None,
        false => {
            let manifest = read_manifest(path).ok()?;
            (manifest.engine == Engine::List && manifest.complete).then_some(manifest.size)?
        }
    };
    // The next smaller board takes less than a second.
    (side == MAX_LISTED).then_some((side, 1_600, 600))
}
