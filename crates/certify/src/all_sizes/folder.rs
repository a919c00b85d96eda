//! Writes a certificate for every board: first the manifest, then each record as soon as it is
//! found, at the end the manifest again. A run with the same rules resumes one that was stopped.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use deadmove_checker::every_board::{AllSizes, AllSizesRecord, EveryBoard, read_all_sizes};
use deadmove_checker::verdict::is_all_sizes;
use deadmove_checker::{Claim, SCHEMA};
use rayon::prelude::*;

use super::certify;
use crate::folder::{
    SHARDS, Share, WriteError, adopt_record, begin, broken, digested, json, lines, lock,
    make_records, object, other_certificate,
};
use crate::{TOOL, compiled};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::write_atomically;
use deadmove_core::verdict::Limits;
use deadmove_rules::RuleFile;
use deadmove_rules::family::{FamilyError, INSTANCES};
use deadmove_rules::load::LoadedFile;
use deadmove_rules::model::Rule;

/// What will be certified.
pub struct AllSizesPlan {
    /// The manifest, with every rule, and every member of a family with parameters up to the limit.
    pub manifest: AllSizes,
    /// The rules of its claims.
    rules: Vec<Rule>,
    /// The texts of the rule files.
    texts: Vec<Vec<u8>>,
}

/// A certificate of every rule, and of every member of a family with parameters up to `max`.
///
/// # Errors
/// If the members of a family are too many, or impossible.
pub fn plan(files: &[LoadedFile], max: i64) -> Result<AllSizesPlan, InputError> {
    let (texts, digests) = digested(files);
    let (mut claims, mut rules) = (Vec::new(), Vec::new());
    for (file, loaded) in files.iter().enumerate() {
        let path = &loaded.path;
        let mut add = |rule: &Rule| {
            claims.push(Claim { file, rule: compiled(rule), sha256: None });
            rules.push(rule.clone());
        };
        match &loaded.rule_file {
            RuleFile::Rule(rule) => add(rule),
            RuleFile::Family(family) => {
                let impossible = |error: FamilyError| {
                    InputError::new(ErrorKind::FamilyImpossible, error.to_string()).in_file(path)
                };
                if family.choices(|_| max) > INSTANCES {
                    return Err(impossible(FamilyError::TooManyChoices(INSTANCES)));
                }
                for values in family.all_parameters(|_| max) {
                    let members = family.expand(&values).map_err(impossible)?;
                    members.iter().for_each(&mut add);
                }
            }
        }
    }
    let manifest = AllSizes {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        size: EveryBoard::All,
        complete: false,
        files: digests,
        count: claims.len(),
        claims,
    };
    Ok(AllSizesPlan { manifest, rules, texts })
}

/// Writes a certificate of the records in the folder, of those in the folders of `share`, and of
/// new ones. `splits` and `limits` are for each forbidden move; `progress` receives the number of
/// rules to do, then of those done. Returns the last manifest written.
///
/// # Errors
/// If a folder holds another certificate or cannot be written, or the checker rejects a record.
pub fn write(
    folder: &Path,
    AllSizesPlan { mut manifest, rules, texts }: AllSizesPlan,
    share: &Share<'_>,
    splits: usize,
    limits: &Limits,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<AllSizes, WriteError> {
    let _lock = lock(folder)?;
    begin(folder, &text(&manifest), &texts, || refuse_other(folder, &manifest))?;
    adopt(folder, folder, &mut manifest)?;
    for other in share.adopt {
        refuse_other(other, &manifest).map_err(|error| error.expected(SHARDS))?;
        adopt(other, folder, &mut manifest)?;
    }
    let todo: Vec<usize> = (0..manifest.count)
        .filter(|&number| manifest.claims[number].sha256.is_none() && share.makes(number))
        .collect();
    let make = |number: usize| certify(&rules[number], splits, limits, stop);
    for (number, _, digest) in make_records(folder, &todo, make, progress)? {
        manifest.claims[number].sha256 = Some(digest);
    }
    manifest.complete = manifest.claims.iter().all(|entry| entry.sha256.is_some());
    write_atomically(&folder.join("manifest.json"), text(&manifest))?;
    read_all_sizes(folder).map_err(|why| broken(folder, why))?;
    Ok(manifest)
}

/// Refuses a folder that has no certificate, or one of something else.
fn refuse_other(folder: &Path, manifest: &AllSizes) -> Result<(), InputError> {
    if folder.join("manifest.json").exists() && !is_all_sizes(folder) {
        return Err(other_certificate(folder));
    }
    let known = read_all_sizes(folder).map_err(|why| broken(folder, why))?;
    let rules = |manifest: &AllSizes| -> Vec<_> {
        manifest.claims.iter().map(|entry| (entry.file, entry.rule.clone())).collect()
    };
    let same = known.tool == manifest.tool
        && known.files == manifest.files
        && rules(&known) == rules(manifest);
    if same { Ok(()) } else { Err(other_certificate(folder)) }
}

/// Adopts the records of an earlier run that are missing so far.
fn adopt(from: &Path, folder: &Path, manifest: &mut AllSizes) -> Result<(), InputError> {
    let missing = manifest.claims.par_iter_mut().enumerate();
    missing.filter(|(_, entry)| entry.sha256.is_none()).try_for_each(|(number, entry)| {
        let right = |record: &AllSizesRecord| {
            record.rule == entry.rule && record.check(&mut |_, _, _| {}).is_ok()
        };
        entry.sha256 = adopt_record(from, folder, number, right)?.map(|(_, digest)| digest);
        Ok(())
    })
}

/// The manifest as text.
fn text(manifest: &AllSizes) -> String {
    object(&[
        ("schema", json(&manifest.schema)),
        ("tool", json(&manifest.tool)),
        ("size", json(&manifest.size)),
        ("complete", json(&manifest.complete)),
        ("files", lines(&manifest.files)),
        ("count", json(&manifest.count)),
        ("claims", lines(&manifest.claims)),
    ])
}
