//! "Only with a certificate": whether a folder certifies the rules about to be used, for one board
//! or for every board.

use std::fs;
use std::path::Path;

use deadmove_checker::every_board::read_all_sizes;
use deadmove_checker::verdict::is_all_sizes;
use deadmove_checker::{
    File, Rule, Verdict, chunk_name, is_by_lemmas, read_lemma_manifest, read_manifest, record_name,
    sha256,
};

use super::compiled;
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_rules::load::LoadedRule;

/// The common content of both kinds of certificate.
struct Certificate {
    complete: bool,
    files: Vec<File>,
    entries: Vec<CertifiedRule>,
}

/// The claim of a certificate about a rule.
struct CertifiedRule {
    rule: Rule,
    /// Whether it forbids no live move; none if that is not known.
    sound: Option<bool>,
    /// The digest of its record.
    record: Option<String>,
}

/// Verifies that a certificate is complete, that it is for this board or for every board, that it
/// claims every rule to be sound or vacuous, that the rule files have not changed, and that the
/// records have the digests in the manifest. Proofs are not checked again; `deadmove-checker` does
/// that.
pub fn require(folder: &Path, board: &Board, claims: &[LoadedRule]) -> Result<(), InputError> {
    let refuse =
        |kind: &'static str, message: String| InputError::new(kind, message).in_file(folder);
    if is_by_lemmas(folder) {
        return require_lemmas(folder, board, claims);
    }
    let certificate =
        if is_all_sizes(folder) { every_board(folder) } else { one_board(folder, board) };
    let Certificate { complete, files, entries } = certificate?;
    if !complete {
        let open = entries.iter().filter(|entry| entry.sound.is_none()).count();
        let all = entries.len();
        let message = format!("the certificate is partial: {open} of {all} claims have no verdict");
        return Err(refuse("certificate-partial", message)
            .expected("the same 'deadmove certify' once more, which goes on with it"));
    }
    let mut asked: Vec<&Path> = claims.iter().map(|claim| claim.file.as_path()).collect();
    asked.dedup();
    for file in asked {
        require_file(file, &files)?;
    }
    for claim in claims.iter().filter(|claim| claim.rule.head.sizes.contain(board)) {
        let rule = compiled(&claim.rule);
        let name = &rule.name;
        let Some(number) = entries.iter().position(|entry| entry.rule == rule) else {
            let message = format!("the certificate does not speak of {name}");
            return Err(refuse("certificate-lacks-rule", message));
        };
        if entries[number].sound != Some(true) {
            let message = format!("the certificate says that {name} is unsound");
            return Err(refuse("certificate-unsound", message));
        }
        let record = fs::read(folder.join(record_name(number))).ok();
        if record.map(|bytes| sha256(&bytes)) != entries[number].record {
            let message = format!("the record of {name} is not the one that was certified");
            return Err(refuse("certificate-broken", message));
        }
    }
    Ok(())
}

/// Verifies that a certificate of completeness by the lemmas is complete and about this board, that
/// the files with reasons have the digests in the manifest, and that nothing but lemmas is asked for.
fn require_lemmas(folder: &Path, board: &Board, claims: &[LoadedRule]) -> Result<(), InputError> {
    let refuse =
        |kind: &'static str, message: String| InputError::new(kind, message).in_file(folder);
    let manifest = read_lemma_manifest(folder).map_err(|why| refuse("certificate-broken", why))?;
    let size = usize::from(board.width());
    if manifest.size != size {
        let certified = manifest.size;
        let message =
            format!("the certificate is about {certified}×{certified}, not about {size}×{size}");
        return Err(refuse("certificate-other-size", message));
    }
    if let Some(claim) = claims.iter().find(|claim| !claim.rule.reads_the_whole_board()) {
        let message = format!("the certificate does not speak of {}", claim.rule.head.name);
        return Err(refuse("certificate-lacks-rule", message));
    }
    let open = manifest.chunks.iter().filter(|chunk| chunk.is_none()).count();
    if open > 0 {
        let all = manifest.chunks.len();
        let message = format!("the certificate is partial: {open} of {all} chunks are open");
        return Err(refuse("certificate-partial", message)
            .expected("the same 'deadmove certify' once more, which goes on with it"));
    }
    for (number, digest) in manifest.chunks.iter().enumerate() {
        let name = chunk_name(number);
        let bytes = fs::read(folder.join(&name)).ok();
        if bytes.map(|bytes| sha256(&bytes)) != *digest {
            let message = format!("{name} is not the file that was certified");
            return Err(refuse("certificate-broken", message));
        }
    }
    Ok(())
}

/// A certificate for this board.
fn one_board(folder: &Path, board: &Board) -> Result<Certificate, InputError> {
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
    let entries = manifest.claims.into_iter().map(|entry| CertifiedRule {
        sound: entry.verdict.map(|verdict| matches!(verdict, Verdict::Sound | Verdict::Vacuous)),
        rule: entry.rule,
        record: entry.sha256,
    });
    let complete = manifest.complete;
    Ok(Certificate { complete, entries: entries.collect(), files: manifest.files })
}

/// A certificate for every board without blocked cells whose line leads from corner to corner, as
/// all boards of a walk do. A rule that has a record is proved there.
fn every_board(folder: &Path) -> Result<Certificate, InputError> {
    let manifest = read_all_sizes(folder)
        .map_err(|why| InputError::new("certificate-broken", why).in_file(folder))?;
    let entries = manifest.claims.into_iter().map(|entry| CertifiedRule {
        sound: entry.sha256.is_some().then_some(true),
        rule: entry.rule,
        record: entry.sha256,
    });
    let complete = manifest.complete;
    Ok(Certificate { complete, entries: entries.collect(), files: manifest.files })
}

/// Verifies that a rule file is one of those that were certified, byte by byte.
fn require_file(file: &Path, certified: &[File]) -> Result<(), InputError> {
    let bytes = files::read(file)?;
    let digest = sha256(&bytes);
    if certified.iter().any(|known| known.sha256 == digest) {
        return Ok(());
    }
    let shown = file.display().to_string();
    let known = certified.iter().any(|known| known.path == shown);
    let message = if known {
        "the rule file has changed since it was certified"
    } else {
        "the rule file is not one of those that were certified"
    };
    Err(InputError::new("certificate-other-file", message).in_file(file))
}
