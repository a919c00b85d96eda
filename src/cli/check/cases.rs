//! The folder of counterexamples: they are saved as case files, and those of earlier runs are
//! replayed before a long one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::report::rule_of;
use crate::cli::output::{Failure, OrInternal, complain};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::files::{create_folder, write_atomically};
use deadmove_core::formats::{self, Input};
use deadmove_report::check::stuck::{self, Followed};
use deadmove_report::check::{case, sketch, svg};
use deadmove_rules::load::{Loaded, LoadedRule};
use deadmove_verify::check::Check;
use deadmove_verify::confirm::ConfirmedCheck;
use deadmove_verify::replay::{self, Refuted};

/// The name of the file of a dead move that no rule forbids.
const MISSED: &str = "missed";

/// Makes the folder for case files.
pub fn prepare(folder: &Path) -> Result<(), InputError> {
    create_folder(folder)
}

/// Writes a case file and a picture for every example of a check, and a case file for every rule
/// that leads to a stuck position. `rules` is the set, as it was given, and the rules that are
/// known.
pub fn save_all(
    folder: &Path,
    check: &Check,
    confirmed: &ConfirmedCheck,
    (rules, loaded): (&str, &[LoadedRule]),
    followed: Option<&Followed>,
) -> Result<(), InputError> {
    let names = Names::of(check);
    for (claim, example) in check.claims.iter().zip(&confirmed.rules) {
        let Some(example) = example else { continue };
        let comment = format!("{} forbids {}, which is live.", claim.name, example.direction);
        let sketch = rule_of(claim, loaded).and_then(|rule| sketch(example, rule));
        let picture = svg(example, comment.trim_end_matches('.'), sketch.as_ref());
        let board = example.position.board().width().into();
        let file = folder.join(names.file(board, &claim.name, &claim.file));
        save(&file, &case(example, comment), Some(&picture))?;
    }
    if let Some(missed) = confirmed.missed.as_ref().filter(|_| check.asks_for_the_set()) {
        let comment = format!("No rule of {rules} forbids {}, which is dead.", missed.direction);
        let picture = svg(missed, comment.trim_end_matches('.'), None);
        let file = folder.join(format!("{0}x{0}-{MISSED}", check.size));
        save(&file, &case(missed, comment), Some(&picture))?;
    }
    for (rule, path) in followed.into_iter().flat_map(Followed::stuck) {
        let file = folder.join(format!("{}-stuck", names.file(check.size, &rule.name, &rule.file)));
        save(&file, &stuck::case(rule, check.size, &path)?, None)?;
    }
    Ok(())
}

/// How many rules of a check have the same words in their names.
struct Names(BTreeMap<String, usize>);

impl Names {
    fn of(check: &Check) -> Names {
        let mut names: BTreeMap<String, usize> = BTreeMap::from([(MISSED.to_owned(), 1)]);
        for claim in &check.claims {
            *names.entry(words(&claim.name)).or_default() += 1;
        }
        Names(names)
    }

    /// The name of the file for a rule on a board, without its extension.
    fn file(&self, board: usize, name: &str, file: &str) -> String {
        let mut words = words(name);
        if self.0[&words] > 1 {
            // Names that differ in punctuation only, or rules of the same name in several files.
            let file = blake3::hash(format!("{file}\n{name}").as_bytes());
            words = format!("{words}-{}", &file.to_hex()[..8]);
        }
        format!("{board}x{board}-{words}")
    }
}

/// The letters and digits of a name, with hyphens between them.
fn words(name: &str) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let words: String = name.chars().map(word).collect();
    words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Writes a case file, and a picture beside it. Names of files have no dots before their extension.
fn save(file: &Path, case: &str, picture: Option<&str>) -> Result<(), InputError> {
    write_atomically(&file.with_extension("case"), case)?;
    picture.map_or(Ok(()), |picture| write_atomically(&file.with_extension("svg"), picture))
}

/// Replays the case files of a folder, if it exists: a line for every rule that forbids a move that
/// a case states is live, and that is. Case files that cannot be read are reported and left out.
pub fn replay(folder: &Path, loaded: &Loaded) -> Result<Vec<String>, Failure> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let items = match formats::load_each(folder, None) {
        Ok(items) => items,
        Err(error) if error.kind == ErrorKind::DirectoryEmpty => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let mut cases = Vec::new();
    for item in items {
        match item.input {
            Ok(input) => cases.push((folder.join(&item.name), input)),
            Err(error) => complain(&error),
        }
    }
    let (names, cases): (Vec<PathBuf>, Vec<Input>) = cases.into_iter().unzip();
    let replayed = replay::replay(&cases, loaded).or_internal()?;
    replayed.errors.iter().for_each(complain);
    let line = |Refuted { rule, direction, case }: &Refuted| {
        let case = names[*case].shown();
        format!("{rule} is unsound: it forbids {direction} in {case}.case, which is live")
    };
    Ok(replayed.refuted.iter().map(line).collect())
}
