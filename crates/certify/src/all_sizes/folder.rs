//! Writes a certificate for every board: first the manifest, then each record as soon as it is
//! found, at the end the manifest again. A run with the same rules resumes one that was stopped.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use deadmove_checker::every_board::{AllSizes, AllSizesRecord, EveryBoard, read_all_sizes};
use deadmove_checker::verdict::is_all_sizes;
use deadmove_checker::{Claim, File, SCHEMA, file_name, record_name, sha256, unpack};
use rayon::prelude::*;

use super::certify;
use crate::folder::{SHARDS, Share, WriteError, lock, other_certificate, sweep};
use crate::{TOOL, compiled, compress};
use deadmove_core::error::InputError;
use deadmove_core::files::{create_folder, write_atomically};
use deadmove_core::verdict::Limits;
use deadmove_rules::RuleFile;
use deadmove_rules::family::{FamilyError, INSTANCES};
use deadmove_rules::load::LoadedFile;
use deadmove_rules::model::Rule;

/// The manifest of what will be certified: every rule, and every member of a family with parameters
/// up to `max`. Also the texts of the rules. Fails if the members of a family are too many or
/// cannot be made.
pub fn plan(files: &[LoadedFile], max: i64) -> Result<(AllSizes, Vec<Vec<u8>>), InputError> {
    let mut texts = Vec::new();
    let mut digests = Vec::new();
    let mut claims = Vec::new();
    for (file, loaded) in files.iter().enumerate() {
        let path = &loaded.path;
        let text = loaded.text.clone().into_bytes();
        digests.push(File { path: path.to_string(), sha256: sha256(&text) });
        texts.push(text);
        let mut add = |rule: &Rule| {
            claims.push(Claim { file, rule: compiled(rule), sha256: None });
        };
        match &loaded.rule_file {
            RuleFile::Rule(rule) => add(rule),
            RuleFile::Family(family) => {
                let impossible = |error: FamilyError| {
                    InputError::new("family-impossible", error.to_string()).in_file(path)
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
    Ok((manifest, texts))
}

/// Writes a certificate of the records in the folder, of those in the folders of `share`, and of new
/// ones. `splits` and `limits` are for each forbidden move; `progress` receives the number of rules to do, then of those done.
/// Returns the last manifest written.
pub fn write(
    folder: &Path,
    (mut manifest, texts): (AllSizes, Vec<Vec<u8>>),
    share: &Share<'_>,
    splits: usize,
    limits: &Limits,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<AllSizes, WriteError> {
    let _lock = lock(folder)?;
    begin(folder, &manifest, &texts)?;
    adopt(folder, folder, &mut manifest)?;
    for other in share.adopt {
        refuse_other(other, &manifest).map_err(|error| error.expected(SHARDS))?;
        adopt(other, folder, &mut manifest)?;
    }
    let todo: Vec<usize> = (0..manifest.count)
        .filter(|&number| manifest.claims[number].sha256.is_none() && share.makes(number))
        .collect();
    progress(todo.len() as u64, 0);
    let failed: Mutex<Option<WriteError>> = Mutex::new(None);
    let fail = |failure| *failed.lock().expect("no holder panics") = Some(failure);
    let done: Vec<(usize, String)> = todo
        .par_iter()
        .with_max_len(1)
        .filter_map(|&number| {
            let record = match certify(&manifest.claims[number].rule, splits, limits, stop) {
                Ok(record) => record.ok(),
                Err(fault) => {
                    fail(WriteError::Fault(fault));
                    None
                }
            };
            progress(todo.len() as u64, 1);
            let bytes = compress(&json(&record?));
            if let Err(error) = write_atomically(&folder.join(record_name(number)), &bytes) {
                fail(error.into());
                return None;
            }
            Some((number, sha256(&bytes)))
        })
        .collect();
    for (number, digest) in done {
        manifest.claims[number].sha256 = Some(digest);
    }
    if let Some(failure) = failed.into_inner().expect("no holder panics") {
        return Err(failure);
    }
    manifest.complete = manifest.claims.iter().all(|entry| entry.sha256.is_some());
    write_atomically(&folder.join("manifest.json"), text(&manifest).as_bytes())?;
    read_all_sizes(folder)
        .map_err(|why| InputError::new("certificate-broken", why).in_file(folder))?;
    Ok(manifest)
}

/// Creates the folder, or verifies that it contains the beginning of the same certificate.
fn begin(folder: &Path, manifest: &AllSizes, texts: &[Vec<u8>]) -> Result<(), InputError> {
    let file = folder.join("manifest.json");
    sweep(folder);
    if file.exists() {
        return refuse_other(folder, manifest);
    }
    for part in ["files", "claims"] {
        create_folder(&folder.join(part))?;
    }
    for (number, text) in texts.iter().enumerate() {
        write_atomically(&folder.join(file_name(number)), text)?;
    }
    write_atomically(&file, text(manifest).as_bytes())
}

/// Refuses a folder that has no certificate, or one of something else.
fn refuse_other(folder: &Path, manifest: &AllSizes) -> Result<(), InputError> {
    if folder.join("manifest.json").exists() && !is_all_sizes(folder) {
        return Err(other_certificate(folder));
    }
    let known = read_all_sizes(folder)
        .map_err(|why| InputError::new("certificate-broken", why).in_file(folder))?;
    let rules = |manifest: &AllSizes| -> Vec<_> {
        manifest.claims.iter().map(|entry| (entry.file, entry.rule.clone())).collect()
    };
    let same = known.tool == manifest.tool
        && known.files == manifest.files
        && rules(&known) == rules(manifest);
    if same { Ok(()) } else { Err(other_certificate(folder)) }
}

/// Adopts the records of an earlier run that are missing so far, those that the checker accepts. If
/// they are in another folder, they are copied.
fn adopt(from: &Path, folder: &Path, manifest: &mut AllSizes) -> Result<(), InputError> {
    let missing = manifest.claims.par_iter_mut().enumerate();
    missing.filter(|(_, entry)| entry.sha256.is_none()).try_for_each(|(number, entry)| {
        let name = record_name(number);
        let Ok(bytes) = fs::read(from.join(&name)) else { return Ok(()) };
        let text = unpack(bytes.clone()).ok();
        let record = text.and_then(|text| serde_json::from_str::<AllSizesRecord>(&text).ok());
        if record.is_some_and(|record| {
            record.rule == entry.rule && record.check(&mut |_, _, _| {}).is_ok()
        }) {
            if from != folder {
                write_atomically(&folder.join(&name), &bytes)?;
            }
            entry.sha256 = Some(sha256(&bytes));
        }
        Ok(())
    })
}

/// The manifest as text, with a line for each file and each rule.
fn text(manifest: &AllSizes) -> String {
    let lines = |lines: Vec<String>| format!("[\n    {}\n  ]", lines.join(",\n    "));
    let files = lines(manifest.files.iter().map(json).collect());
    let claims = lines(manifest.claims.iter().map(json).collect());
    format!(
        "{{\n  \"schema\": {},\n  \"tool\": {},\n  \"size\": {},\n  \"complete\": {},\n  \
         \"files\": {files},\n  \"count\": {},\n  \"claims\": {claims}\n}}\n",
        manifest.schema,
        json(&manifest.tool),
        json(&manifest.size),
        manifest.complete,
        manifest.count,
    )
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("certificates are plain data")
}
