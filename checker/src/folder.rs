//! Certificates of rules: a folder with a manifest, the rule files, and a record for each claim.
//!
//! `manifest.json` names the board, the rule files with their SHA-256, and the claims.
//! `files/N.rule` is a copy of rule file N, `claims/N.json.z` the record of claim N (both from 0),
//! compressed as zlib data. A claim without a verdict has no record; the certificate is then
//! partial.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::by_list::{
    Claims, Coverage, Engine, Layer, SET_NAME, Sample, SetClaim, check_incomplete, check_positions,
};
use crate::judgement::Judgement;
use crate::record::{Record, Verdict, square};
use crate::rule::Rule;
use crate::sha256::sha256;
use crate::threads::for_each_chunk;
use deadmove_checker_kernel::files::{read, unpack};
use deadmove_checker_kernel::{Listener, SCHEMA};

/// The manifest: the subject and the verdicts of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Who made it.
    pub tool: String,
    /// The side of the board, which is square, from its upper-left to its lower-right corner.
    pub size: usize,
    /// The kind of evidence.
    #[serde(default, skip_serializing_if = "Engine::is_sat")]
    pub engine: Engine,
    /// Whether every claim has its verdict.
    pub complete: bool,
    /// The rule files the claims come from.
    pub files: Vec<File>,
    /// How many claims there are.
    pub count: usize,
    /// The claims.
    pub claims: Vec<Entry>,
    /// Only by list and complete: the claim about all rules together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<SetClaim>,
    /// Only by list and complete: the live positions, from one drawn cell on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<Layer>,
}

/// A rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its path when the certificate was made.
    pub path: String,
    /// Its digest.
    pub sha256: String,
}

/// A claim in the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The number of the file it comes from.
    pub file: usize,
    /// The rule.
    pub rule: Rule,
    /// The verdict, if there is one.
    pub verdict: Option<Verdict>,
    /// The digest of its record.
    pub sha256: Option<String>,
}

/// The content of an accepted certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// The side of the board.
    pub size: usize,
    /// Numbers of rules: sound, unsound, vacuous.
    pub verdicts: [usize; 3],
    /// How many rule files these come from.
    pub files: usize,
    /// The rule files that no claim comes from.
    pub silent: Vec<String>,
    /// Names of the rules without verdict.
    pub open: Vec<String>,
    /// By list: whether the set is complete, and how many positions were checked.
    pub set: Option<(bool, Coverage)>,
}

/// The path of the copy of a rule file, relative to the certificate.
pub fn file_name(number: usize) -> String {
    format!("files/{number:04}.rule")
}

/// The path of the record of a claim, relative to the certificate.
pub fn record_name(number: usize) -> String {
    format!("claims/{number:04}.json.z")
}

/// Reads a manifest, plain or compressed, and checks that it is consistent.
pub fn parse_manifest(bytes: Vec<u8>) -> Result<Manifest, String> {
    let manifest: Manifest =
        serde_json::from_str(&unpack(bytes)?).map_err(|error| error.to_string())?;
    if manifest.schema != SCHEMA {
        return Err(format!("schema {}: this checker knows schema {SCHEMA}", manifest.schema));
    }
    if manifest.count != manifest.claims.len() {
        let (count, found) = (manifest.count, manifest.claims.len());
        return Err(format!("it counts {count} claims and lists {found}"));
    }
    if manifest.claims.is_empty() {
        return Err("it claims nothing".into());
    }
    square(manifest.size)?;
    check_rules(manifest.claims.iter().map(|entry| (entry.file, &entry.rule)))?;
    for (number, entry) in manifest.claims.iter().enumerate() {
        if entry.file >= manifest.files.len() {
            return Err(format!("claim {number} comes from a file that is not there"));
        }
        if entry.verdict.is_some() != entry.sha256.is_some() {
            return Err(format!(
                "claim {number} has a verdict without a record, or a record without"
            ));
        }
        if entry.verdict.is_none() && manifest.complete {
            return Err(format!("claim {number} is open, but the manifest is said to be complete"));
        }
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
    Ok(manifest)
}

/// Reads a manifest and checks that it is consistent, also with the files of the folder.
pub fn read_manifest(folder: &Path) -> Result<Manifest, String> {
    let read = |name: &str| read(&folder.join(name)).map_err(|why| format!("{name}: {why}"));
    let manifest =
        parse_manifest(read("manifest.json")?).map_err(|why| format!("manifest.json: {why}"))?;
    let mut expected = BTreeSet::from(["manifest.json", "files", "claims"].map(str::to_owned));
    for (number, file) in manifest.files.iter().enumerate() {
        let name = file_name(number);
        if sha256(&read(&name)?) != file.sha256 {
            return Err(format!("{name}, the copy of {}, has another digest", file.path));
        }
        expected.insert(name);
    }
    let decided = (0..manifest.count).filter(|&number| manifest.claims[number].verdict.is_some());
    expected.extend(decided.map(record_name));
    if let Some(SetClaim::Incomplete { sha256: digest, .. }) = &manifest.set {
        if sha256(&read(SET_NAME)?) != *digest {
            return Err(format!("{SET_NAME} has another digest than the manifest says"));
        }
        expected.insert(SET_NAME.to_owned());
    }
    for part in ["", "files", "claims"] {
        for name in names(&folder.join(part))? {
            let name = if part.is_empty() { name } else { format!("{part}/{name}") };
            if !expected.contains(&name) && (manifest.complete || part == "files") {
                return Err(format!("{name} belongs to no claim of the manifest"));
            }
        }
    }
    Ok(manifest)
}

/// Checks that the rules of a manifest are well-formed, open ones too, and that none is listed twice
/// for one file.
pub(crate) fn check_rules<'a>(
    rules: impl Iterator<Item = (usize, &'a Rule)>,
) -> Result<(), String> {
    let mut first = BTreeMap::new();
    for (number, (file, rule)) in rules.enumerate() {
        rule.check()?;
        let text = serde_json::to_string(rule).map_err(|error| error.to_string())?;
        if let Some(other) = first.insert((file, text), number) {
            return Err(format!("claims {other} and {number} are the same: {:?}", rule.name));
        }
    }
    Ok(())
}

/// The names of all entries of a folder; none if there is no such folder.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>, String> {
    let fail = |error| format!("{} cannot be read: {error}", folder.display());
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(fail)?,
    };
    entries
        .map(|entry| Ok(entry.map_err(fail)?.file_name().to_string_lossy().into_owned()))
        .collect()
}

/// Checks a record against its entry of the manifest.
pub fn check_record(folder: &Path, manifest: &Manifest, number: usize) -> Result<(), String> {
    check_record_with(folder, manifest, number, &mut |_, _, _| {})
}

/// Checks a record against its entry of the manifest and calls `listener` for every refuted
/// formula.
pub fn check_record_with(
    folder: &Path,
    manifest: &Manifest,
    number: usize,
    listener: &mut Listener,
) -> Result<(), String> {
    let entry = &manifest.claims[number];
    let bytes = read(&folder.join(record_name(number)))?;
    if Some(sha256(&bytes)) != entry.sha256 {
        return Err("it has another digest than the manifest says".into());
    }
    let record: Record =
        serde_json::from_str(&unpack(bytes)?).map_err(|error| error.to_string())?;
    if record.size != manifest.size {
        return Err(format!("it is about a board of side {}", record.size));
    }
    if record.rule != entry.rule {
        return Err("it is about another rule".into());
    }
    if Some(record.verdict) != entry.verdict {
        return Err(format!("it says {:?}, the manifest {:?}", record.verdict, entry.verdict));
    }
    match manifest.engine {
        Engine::Sat => record.check_with(listener),
        Engine::List => record.check_by_list(),
    }
}

/// Checks the claims of a certificate by list.
fn check_list(
    folder: &Path,
    manifest: &Manifest,
    set: &SetClaim,
    sample: Option<Sample>,
) -> Result<Coverage, String> {
    let rules = manifest.claims.iter().filter_map(|entry| Some((&entry.rule, entry.verdict?)));
    let rules: Vec<_> = rules.collect();
    if let SetClaim::Incomplete { allowed, .. } = set {
        let bytes = read(&folder.join(SET_NAME)).map_err(|why| format!("{SET_NAME}: {why}"))?;
        let judgement: Judgement =
            serde_json::from_str(&unpack(bytes)?).map_err(|error| error.to_string())?;
        let all: Vec<_> = rules.iter().map(|(rule, _)| *rule).collect();
        check_incomplete(&judgement, *allowed, manifest.size, &all)
            .map_err(|why| format!("{SET_NAME}: {why}"))?;
    }
    let complete = matches!(set, SetClaim::Complete {});
    check_positions(
        &Claims { size: manifest.size, rules, complete, layers: &manifest.layers },
        sample,
    )
}

/// Checks a folder on as many threads as there are processors.
pub fn check_folder(folder: &Path) -> Result<Accepted, String> {
    check_folder_by(folder, None)
}

/// The same. With a sample, the rules of a certificate by list are checked against the sampled
/// positions only.
pub fn check_folder_by(folder: &Path, sample: Option<Sample>) -> Result<Accepted, String> {
    let manifest = read_manifest(folder)?;
    let decided = |number: &usize| manifest.claims[*number].verdict.is_some();
    let decided: Vec<usize> = (0..manifest.count).filter(decided).collect();
    let rejected: Mutex<Option<(usize, String)>> = Mutex::new(None);
    for_each_chunk(&decided, 1, |numbers| {
        for &number in numbers {
            let lock = || rejected.lock().expect("no thread panics with the lock");
            // The first rejected record is reported, independent of the threads.
            if lock().as_ref().is_some_and(|&(other, _)| other < number) {
                return;
            }
            if let Err(why) = check_record(folder, &manifest, number) {
                let name = &manifest.claims[number].rule.name;
                let mut first = lock();
                if first.as_ref().is_none_or(|&(other, _)| number < other) {
                    *first = Some((number, format!("{} ({name}): {why}", record_name(number))));
                }
            }
        }
    });
    if let Some((_, why)) = rejected.into_inner().expect("no thread panics with the lock") {
        return Err(why);
    }
    let mut accepted = Accepted { size: manifest.size, ..Accepted::default() };
    for entry in &manifest.claims {
        match entry.verdict {
            Some(verdict) => accepted.verdicts[verdict as usize] += 1,
            None => accepted.open.push(entry.rule.name.clone()),
        }
    }
    for (number, file) in manifest.files.iter().enumerate() {
        if manifest.claims.iter().any(|entry| entry.file == number) {
            accepted.files += 1;
        } else {
            accepted.silent.push(file.path.clone());
        }
    }
    if !manifest.complete && accepted.open.is_empty() {
        return Err("every claim has its verdict, but the manifest is said to be partial".into());
    }
    if let Some(set) = &manifest.set {
        let complete = matches!(set, SetClaim::Complete {});
        accepted.set = Some((complete, check_list(folder, &manifest, set, sample)?));
    }
    Ok(accepted)
}
