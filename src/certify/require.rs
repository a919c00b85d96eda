//! "Only with a certificate": whether a folder certifies the rules that are about to be used.

use std::fs;
use std::path::Path;

use deadmove_checker::{Manifest, Verdict, read_manifest, record_name, sha256};

use super::compiled;
use crate::board::Board;
use crate::error::InputError;
use crate::rule::load::Claim;

/// Sees that a certificate is complete, is about this board, and says of every rule that it is
/// sound or vacuous, that its files are as they were and its records as the manifest says. Proofs
/// are not checked again; `deadmove-checker` does that.
pub fn require(folder: &Path, board: &Board, claims: &[Claim]) -> Result<(), InputError> {
    let refuse =
        |kind: &'static str, message: String| InputError::new(kind, message).in_file(folder);
    let manifest = read_manifest(folder).map_err(|why| refuse("certificate-broken", why))?;
    let size = usize::from(board.width());
    if manifest.size != size {
        let certified = manifest.size;
        let message =
            format!("the certificate is about {certified}×{certified}, not about {size}×{size}");
        return Err(refuse("certificate-other-size", message));
    }
    if !manifest.complete {
        let open = manifest.claims.iter().filter(|entry| entry.verdict.is_none()).count();
        let all = manifest.count;
        let message = format!("the certificate is partial: {open} of {all} claims have no verdict");
        return Err(refuse("certificate-partial", message)
            .expected("the same 'deadmove certify' once more, which goes on with it"));
    }
    let mut files: Vec<&Path> = claims.iter().map(|claim| claim.file.as_path()).collect();
    files.dedup();
    for file in files {
        require_file(file, &manifest)?;
    }
    for claim in claims.iter().filter(|claim| claim.rule.head.sizes.contain(board)) {
        let rule = compiled(&claim.rule);
        let found = manifest.claims.iter().position(|entry| entry.rule == rule);
        let name = &rule.name;
        let verdict = found.and_then(|number| manifest.claims[number].verdict);
        match (found, verdict) {
            (Some(number), Some(Verdict::Sound | Verdict::Vacuous)) => {
                let record = fs::read(folder.join(record_name(number))).ok();
                if record.map(|bytes| sha256(&bytes)) != manifest.claims[number].sha256 {
                    let message = format!("the record of {name} is not the one that was certified");
                    return Err(refuse("certificate-broken", message));
                }
            }
            (Some(_), _) => {
                let message = format!("the certificate says that {name} is unsound");
                return Err(refuse("certificate-unsound", message));
            }
            (None, _) => {
                let message = format!("the certificate does not speak of {name}");
                return Err(refuse("certificate-lacks-rule", message));
            }
        }
    }
    Ok(())
}

/// Sees that a rule file is one of those that were certified, byte by byte.
fn require_file(file: &Path, manifest: &Manifest) -> Result<(), InputError> {
    let bytes = fs::read(file).map_err(|error| {
        InputError::new("file-unreadable", format!("it cannot be read: {error}")).in_file(file)
    })?;
    let digest = sha256(&bytes);
    if manifest.files.iter().any(|known| known.sha256 == digest) {
        return Ok(());
    }
    let shown = file.display().to_string();
    let known = manifest.files.iter().any(|known| known.path == shown);
    let message = if known {
        "the rule file has changed since it was certified"
    } else {
        "the rule file is not one of those that were certified"
    };
    Err(InputError::new("certificate-other-file", message).in_file(file))
}
