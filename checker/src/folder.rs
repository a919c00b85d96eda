//! Certificates of rules on one board: calls the theory of each claim and counts what is accepted.

use std::path::Path;

use crate::kernel::binding::{check_records, read_record};
use crate::kernel::cnf::Listener;
use crate::kernel::files::{parse, read};
use crate::one_board::manifest::{Engine, Manifest, read_manifest};
use crate::one_board::record::Record;
use crate::one_board_by_list::claims::{SET_NAME, SetClaim};
use crate::one_board_by_list::incomplete::check_incomplete;
use crate::one_board_by_list::{Claims, Coverage, Sample, check_positions};
use crate::positions::Judgement;
use crate::strict::check_partial;

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

/// Checks a record against its entry of the manifest.
pub(crate) fn check_record(
    folder: &Path,
    manifest: &Manifest,
    number: usize,
) -> Result<(), String> {
    check_record_with(folder, manifest, number, &mut |_, _, _| {})
}

/// Checks a record against its entry of the manifest and calls `listener` for every refuted
/// formula.
pub(crate) fn check_record_with(
    folder: &Path,
    manifest: &Manifest,
    number: usize,
    listener: &mut Listener,
) -> Result<(), String> {
    let entry = &manifest.claims[number];
    let digest = entry.sha256.as_deref().ok_or("it is open")?;
    let record: Record = read_record(folder, number, digest)?;
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

/// Checks the claims of a certificate by list. That the set is complete is shown with the recorded
/// rules alone; that it is not, with all of them.
fn check_list(
    folder: &Path,
    manifest: &Manifest,
    set: &SetClaim,
    sample: Option<Sample>,
) -> Result<Coverage, String> {
    let rules = manifest.claims.iter().filter_map(|entry| Some((&entry.rule, entry.recorded()?)));
    let rules: Vec<_> = rules.collect();
    if let SetClaim::Incomplete { allowed, .. } = set {
        let bytes = read(&folder.join(SET_NAME)).map_err(|why| format!("{SET_NAME}: {why}"))?;
        let judgement: Judgement = parse(bytes)?;
        let all: Vec<_> = manifest.claims.iter().map(|entry| &entry.rule).collect();
        all.iter().try_for_each(|rule| rule.check())?;
        check_incomplete(&judgement, *allowed, manifest.size, &all)
            .map_err(|why| format!("{SET_NAME}: {why}"))?;
    }
    let complete = *set == SetClaim::Complete {};
    check_positions(
        &Claims { size: manifest.size, rules, complete, layers: &manifest.layers },
        sample,
    )
}

/// Checks a folder on as many threads as there are processors. With a sample, the rules of a
/// certificate by list are checked against the sampled positions only.
///
/// # Errors
/// If the manifest, a record or a claim is wrong.
pub fn check_folder(folder: &Path, sample: Option<Sample>) -> Result<Accepted, String> {
    check_manifest(folder, &read_manifest(folder)?, sample)
}

/// The same for a manifest of the folder that was read.
pub(crate) fn check_manifest(
    folder: &Path,
    manifest: &Manifest,
    sample: Option<Sample>,
) -> Result<Accepted, String> {
    let accepted = check_claims(folder, manifest, sample)?;
    check_partial(manifest.complete, accepted.open.len())?;
    Ok(accepted)
}

/// Checks the claims of a manifest in a folder. What it returns is true of any manifest, also of
/// one that `strict/` would reject.
///
/// # Errors
/// If a record or a claim is wrong.
pub fn check_claims(
    folder: &Path,
    manifest: &Manifest,
    sample: Option<Sample>,
) -> Result<Accepted, String> {
    check_records(&manifest.binding(), |number| check_record(folder, manifest, number))?;
    let mut accepted = Accepted { size: manifest.size, ..Accepted::default() };
    for entry in &manifest.claims {
        match entry.recorded() {
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
    if manifest.engine == Engine::List && accepted.verdicts != [0; 3] {
        let set = manifest.set.as_ref().ok_or("it says nothing about the set")?;
        let complete = *set == SetClaim::Complete {};
        accepted.set = Some((complete, check_list(folder, manifest, set, sample)?));
    }
    Ok(accepted)
}
