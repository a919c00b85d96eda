//! "Only with a certificate": whether a folder certifies the rules or the program about to be used,
//! for one board or, rules, for every board.

use std::path::Path;

use deadmove_checker::every_board::read_all_sizes;
use deadmove_checker::verdict::is_all_sizes;
use deadmove_checker::{
    ANSWER_MANIFEST, File, Rule, Verdict, chunk_name, file_name, is_by_lemmas, is_of_answers,
    read_answer_manifest, read_answers, read_lemma_manifest, read_manifest, record_name, sha256,
};

use super::compiled;
use super::folder::broken;
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_rules::RuleFile;
use deadmove_rules::load::{Loaded, LoadedFile};
use deadmove_rules::origin::Origin;

/// The common content of both kinds of certificate.
struct RequiredCertificate {
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
/// claims every rule to be sound or vacuous, that the rules are those that were certified, no fewer
/// and no more, and that the records have the digests in the manifest. Proofs are not checked
/// again; `deadmove-checker` does that.
///
/// Returns the rules whose remarks, sources or layout differ from what was certified, which has no
/// effect on what they mean.
///
/// # Errors
///
/// Of a kind that begins with `certificate-`.
pub fn require<'l>(
    folder: &Path,
    loaded: &'l Loaded,
    board: &Board,
) -> Result<Vec<&'l Origin>, InputError> {
    if is_by_lemmas(folder) {
        return require_lemmas(folder, loaded, board).map(|()| Vec::new());
    }
    let certificate =
        if is_all_sizes(folder) { every_board(folder)? } else { one_board(folder, board)? };
    let RequiredCertificate { complete, files, entries } = &certificate;
    if !complete {
        let open = entries.iter().filter(|entry| entry.sound.is_none()).count();
        let all = entries.len();
        let message = format!("the certificate is partial: {open} of {all} claims have no verdict");
        return Err(refuse(folder, ErrorKind::CertificatePartial, message)
            .expected("the same 'deadmove certify' once more, which goes on with it"));
    }
    let mut differ = Vec::new();
    let mut found = vec![false; files.len()];
    for rule in &loaded.files {
        let (number, same) = certified(folder, rule, files)?;
        found[number] = true;
        if !same {
            differ.push(&rule.path);
        }
    }
    if let Some(missing) = found.iter().position(|found| !found) {
        let message =
            format!("{} was certified with these rules, and is missing", files[missing].path);
        return Err(refuse(folder, ErrorKind::CertificateOtherFile, message)
            .expected("all rules of the certificate, or a certificate of these rules alone"));
    }
    require_claims(folder, loaded, board, entries)?;
    Ok(differ)
}

/// Verifies that every rule is certified to be sound.
fn require_claims(
    folder: &Path,
    loaded: &Loaded,
    board: &Board,
    entries: &[CertifiedRule],
) -> Result<(), InputError> {
    for claim in loaded.rules_for(board)? {
        let rule = compiled(&claim.rule);
        let number = entries.iter().position(|entry| entry.rule == rule);
        let number = number.ok_or_else(|| {
            let message = format!("the certificate does not speak of {}", rule.name);
            refuse(folder, ErrorKind::CertificateLacksRule, message)
        })?;
        let CertifiedRule { rule, sound, record } = &entries[number];
        if *sound != Some(true) {
            let message = format!("the certificate says that {} is unsound", rule.name);
            return Err(refuse(folder, ErrorKind::CertificateUnsound, message));
        }
        let bytes = deadmove_checker::read(&folder.join(record_name(number))).ok();
        if bytes.map(|bytes| sha256(&bytes)) != *record {
            let message = format!("the record of {} is not the one that was certified", rule.name);
            return Err(refuse(folder, ErrorKind::CertificateBroken, message));
        }
    }
    Ok(())
}

/// Verifies that a certificate of completeness by the lemmas is complete and about this board, that
/// the files with reasons have the digests in the manifest, and that nothing but lemmas is asked
/// for.
fn require_lemmas(folder: &Path, loaded: &Loaded, board: &Board) -> Result<(), InputError> {
    let manifest = read_lemma_manifest(folder).map_err(|why| broken(folder, why))?;
    same_size(folder, manifest.size, board)?;
    if let Some(file) = loaded.files.iter().find(|file| !file.rule_file.reads_the_whole_board()) {
        let name = &file.rule_file.head().name;
        let message = format!("the certificate does not speak of {name}");
        return Err(refuse(folder, ErrorKind::CertificateLacksRule, message));
    }
    let open = manifest.chunks.iter().filter(|chunk| chunk.is_none()).count();
    if open > 0 {
        let all = manifest.chunks.len();
        let message = format!("the certificate is partial: {open} of {all} chunks are open");
        return Err(refuse(folder, ErrorKind::CertificatePartial, message)
            .expected("the same 'deadmove certify' once more, which goes on with it"));
    }
    for (number, digest) in manifest.chunks.iter().enumerate() {
        let name = chunk_name(number);
        let bytes = deadmove_checker::read(&folder.join(&name)).ok();
        if bytes.map(|bytes| sha256(&bytes)) != *digest {
            let message = format!("{name} is not the file that was certified");
            return Err(refuse(folder, ErrorKind::CertificateBroken, message));
        }
    }
    Ok(())
}

/// Verifies that a certificate is of the answers of a program with this digest on this board, that
/// it shows them to be sound and complete, and that the files with answers have the digests in the
/// manifest. The answers are not counted again; `deadmove-checker` does that.
///
/// # Errors
/// Of a kind that begins with `certificate-`.
pub fn require_program(folder: &Path, digest: &str, board: &Board) -> Result<(), InputError> {
    if !is_of_answers(folder) {
        let message = format!("there is no {ANSWER_MANIFEST}, and a program was given");
        return Err(refuse(folder, ErrorKind::CertificateOther, message)
            .expected("a folder that `deadmove certify NAME.program` wrote"));
    }
    let manifest = read_answer_manifest(folder).map_err(|why| broken(folder, why))?;
    same_size(folder, manifest.size, board)?;
    let certified = &manifest.program;
    if certified.digest != digest {
        let message = format!(
            "the certificate is of another program, or it has changed since: digest {digest}, not \
             {} of `{}`",
            certified.digest, certified.command
        );
        return Err(refuse(folder, ErrorKind::CertificateOther, message));
    }
    let verdicts = [("sound", manifest.sound), ("complete", manifest.complete)];
    if let Some((word, _)) = verdicts.iter().find(|(_, verdict)| *verdict == Some(false)) {
        let message = format!("the certificate says that the program is not {word}");
        return Err(refuse(folder, ErrorKind::CertificateUnsound, message));
    }
    if verdicts.iter().any(|(_, verdict)| verdict.is_none()) {
        let open = manifest.counts.unanswered;
        let message = format!("the certificate is partial: {open} positions have no answer");
        return Err(refuse(folder, ErrorKind::CertificatePartial, message)
            .expected("the same 'deadmove certify' once more, which asks about them again"));
    }
    for drawn in 1..=manifest.layers.len() {
        read_answers(folder, &manifest, drawn).map_err(|why| broken(folder, why))?;
    }
    Ok(())
}

fn refuse(folder: &Path, kind: ErrorKind, message: String) -> InputError {
    InputError::new(kind, message).in_file(folder)
}

/// Refuses a certificate about a square board of another size than the board in use.
fn same_size(folder: &Path, size: usize, board: &Board) -> Result<(), InputError> {
    let asked = format!("{}×{}", board.width(), board.height());
    let certified = format!("{size}×{size}");
    if asked == certified {
        return Ok(());
    }
    let message = format!("the certificate is about {certified}, not about {asked}");
    Err(InputError::new(ErrorKind::CertificateOtherSize, message).in_file(folder))
}

/// A certificate for this board.
fn one_board(folder: &Path, board: &Board) -> Result<RequiredCertificate, InputError> {
    let manifest = read_manifest(folder).map_err(|why| broken(folder, why))?;
    same_size(folder, manifest.size, board)?;
    let entries = manifest.claims.into_iter().map(|entry| CertifiedRule {
        sound: entry.verdict.map(|verdict| matches!(verdict, Verdict::Sound | Verdict::Vacuous)),
        rule: entry.rule,
        record: entry.sha256,
    });
    let complete = manifest.complete;
    Ok(RequiredCertificate { complete, entries: entries.collect(), files: manifest.files })
}

/// A certificate for every board without blocked cells whose line leads from corner to corner, as
/// all boards of a walk do. A rule that has a record is proved there.
fn every_board(folder: &Path) -> Result<RequiredCertificate, InputError> {
    let manifest = read_all_sizes(folder).map_err(|why| broken(folder, why))?;
    let entries = manifest.claims.into_iter().map(|entry| CertifiedRule {
        sound: entry.sha256.is_some().then_some(true),
        rule: entry.rule,
        record: entry.sha256,
    });
    let complete = manifest.complete;
    Ok(RequiredCertificate { complete, entries: entries.collect(), files: manifest.files })
}

/// The number of the text that was certified for a rule, and whether it is the same byte by byte.
/// Otherwise it differs in remarks, sources and layout only.
fn certified(
    folder: &Path,
    rule: &LoadedFile,
    files: &[File],
) -> Result<(usize, bool), InputError> {
    let digest = sha256(rule.text.as_bytes());
    if let Some(number) = files.iter().position(|known| known.sha256 == digest) {
        return Ok((number, true));
    }
    let meaning = meaning(&rule.rule_file);
    let means_the_same = |number: usize| {
        let bytes = deadmove_checker::read(&folder.join(file_name(number))).ok();
        let bytes = bytes.filter(|bytes| sha256(bytes) == files[number].sha256);
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        let known = text.and_then(|text| RuleFile::parse(&text).ok());
        known.is_some_and(|known| self::meaning(&known) == meaning)
    };
    if let Some(number) = (0..files.len()).find(|&number| means_the_same(number)) {
        return Ok((number, false));
    }
    let shown = rule.path.to_string();
    let message = match files.iter().any(|known| known.path == shown) {
        true => "the rule has changed since it was certified",
        false => "the rule is not one of those that were certified",
    };
    Err(InputError::new(ErrorKind::CertificateOtherFile, message).in_file(&rule.path))
}

/// A rule without what it does not depend on.
fn meaning(rule: &RuleFile) -> RuleFile {
    let mut rule = rule.clone();
    let head = match &mut rule {
        RuleFile::Rule(rule) => &mut rule.head,
        RuleFile::Family(family) => &mut family.head,
    };
    (head.remarks, head.sources) = (Vec::new(), Vec::new());
    rule
}
