//! Checks of manifests that only reject; see `strict/mod.rs`.
//!
//! No verdict rests on this file: `folder.rs` counts a verdict if its record was checked, checks
//! the list whenever it counts a verdict of a certificate by list, and then demands a claim about
//! the set.

use std::path::Path;

use super::manifest::{Engine, Manifest};
use crate::digest::check_digest;
use crate::kernel::binding::Claim;
use crate::kernel::files::read;
use crate::kernel::graph::square;
use crate::one_board_by_list::claims::{SET_NAME, SetClaim};
use crate::strict;

fn kernel<'a>(manifest: &'a Manifest, claims: &'a [Claim]) -> strict::Manifest<'a> {
    let Manifest { schema, complete, ref files, count, .. } = *manifest;
    strict::Manifest { schema, complete, files, count, claims }
}

/// Checks that a manifest is consistent.
pub fn check(manifest: &Manifest) -> Result<(), String> {
    kernel(manifest, &manifest.binding()).check()?;
    square(manifest.size)?;
    if manifest.claims.iter().any(|entry| entry.verdict.is_some() != entry.sha256.is_some()) {
        return Err("a claim has a verdict without a record, or a record without".into());
    }
    let listed = manifest.engine == Engine::List;
    if listed && !manifest.complete && manifest.claims.iter().any(|entry| entry.verdict.is_some()) {
        return Err(
            "a certificate by list decides all claims at once, but this one is partial".into()
        );
    }
    if manifest.set.is_some() != (manifest.complete && listed)
        || manifest.layers.is_empty() == manifest.set.is_some()
    {
        return Err(
            "only a complete certificate by list has layers and a claim about the set".into()
        );
    }
    Ok(())
}

/// Checks that a folder has the files that its manifest names, and, if the certificate is complete,
/// no others.
pub fn check_files(manifest: &Manifest, folder: &Path) -> Result<(), String> {
    let mut also = Vec::new();
    if let Some(SetClaim::Incomplete { sha256: digest, .. }) = &manifest.set {
        let bytes = read(&folder.join(SET_NAME));
        bytes
            .and_then(|bytes| check_digest(&bytes, digest))
            .map_err(|why| format!("{SET_NAME}: {why}"))?;
        also.push(SET_NAME);
    }
    kernel(manifest, &manifest.binding()).check_files(folder, &also)
}
