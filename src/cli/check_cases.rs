//! The folder of counterexamples: saving what refutes a rule as case files, and replaying those of
//! earlier runs before a long one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::output::{Failure, complain};
use deadmove_core::error::InputError;
use deadmove_core::formats;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, decide_move};
use deadmove_report::check::ShownCheck;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::Loaded;
use deadmove_rules::model::Rule;
use deadmove_verify::check::Check;

/// What the file of a dead move that no rule forbids is named after.
const MISSED: &str = "missed";

/// Makes the folder for case files.
pub fn prepare(folder: &Path) -> Result<(), InputError> {
    fs::create_dir_all(folder).map_err(|error| {
        InputError::new("file-unwritable", format!("there can be no folder for cases: {error}"))
            .in_file(folder)
    })
}

/// Writes a case file for every example of a check.
pub fn save_all(folder: &Path, check: &Check, shown: &ShownCheck) -> Result<(), InputError> {
    let mut names: BTreeMap<String, usize> = BTreeMap::from([(MISSED.to_owned(), 1)]);
    for claim in &check.claims {
        *names.entry(words(&claim.name)).or_default() += 1;
    }
    for (claim, shown) in check.claims.iter().zip(&shown.rules) {
        let Some(shown) = shown else { continue };
        let mut name = words(&claim.name);
        if names[&name] > 1 {
            // Names that differ in signs only, or rules of the same name in several files.
            let file = blake3::hash(format!("{}\n{}", claim.file, claim.name).as_bytes());
            name = format!("{name}-{}", &file.to_hex()[..8]);
        }
        let comment = format!("{} forbids {}, which is live.", claim.name, shown.direction);
        save(folder, shown.position.board().width().into(), &name, &shown.case(comment))?;
    }
    if let Some(missed) = shown.missed.as_ref().filter(|_| check.asks_for_the_set()) {
        let comment = format!("No rule of the set forbids {}, which is dead.", missed.direction);
        save(folder, check.size, MISSED, &missed.case(comment))?;
    }
    Ok(())
}

/// The letters and digits of a name, with hyphens between them.
fn words(name: &str) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let words: String = name.chars().map(word).collect();
    words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Writes a case file named after the board and the rule.
fn save(folder: &Path, size: usize, name: &str, text: &str) -> Result<(), InputError> {
    let file = folder.join(format!("{size}x{size}-{name}.case"));
    fs::create_dir_all(folder).and_then(|()| fs::write(&file, text)).map_err(|error| {
        InputError::new("file-unwritable", format!("the case cannot be written: {error}"))
            .in_file(&file)
    })
}

/// Holds the rules against the case files of a folder, if it is there: a line for every rule that
/// forbids a move that a case says is live, and that is. Case files that cannot be read are
/// reported and left out.
pub fn replay(folder: &Path, loaded: &Loaded) -> Result<Vec<String>, Failure> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let items = match formats::load_each(folder, None) {
        Ok(items) => items,
        Err(error) if error.kind == "directory-empty" => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let mut lines = Vec::new();
    let mut named = BTreeSet::new();
    for item in items {
        let input = match item.input {
            Ok(input) => input,
            Err(error) => {
                complain(&error);
                continue;
            }
        };
        let Some(expect) = input.expect else { continue };
        let position = &input.position;
        let claims = match loaded.rules_for(position.board()) {
            Ok(claims) => claims,
            Err(error) => {
                complain(&error);
                continue;
            }
        };
        let rules: Vec<Rule> = claims.iter().map(|claim| claim.rule.clone()).collect();
        let matches = RuleSet::compile(&rules, position.board()).matcher().matches(position);
        for &(direction, verdict) in &expect.moves {
            let mut wrong: Vec<usize> = matches
                .iter()
                .filter(|found| found.moves.contains(direction))
                .map(|found| found.rule)
                .collect();
            wrong.sort_unstable();
            wrong.dedup();
            if verdict != Verdict::Live || wrong.is_empty() {
                continue;
            }
            let answer = decide_move(position, direction, Engine::Sat, &Limits::default())
                .map_err(|fault| Failure::Internal(fault.to_string()))?;
            if answer.verdict() == Verdict::Live {
                let case = folder.join(&item.name);
                for rule in wrong {
                    let name = &claims[rule].rule.head.name;
                    // One case is enough to refute a rule.
                    if named.insert(name.clone()) {
                        lines.push(format!(
                            "{name} is unsound: it forbids {direction} in {}.case, which is live",
                            case.display(),
                        ));
                    }
                }
            }
        }
    }
    Ok(lines)
}
