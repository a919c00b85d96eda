//! The candidates of `deadmove minimise` as one rule file.

use std::collections::BTreeSet;
use std::path::Path;

use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::files::Shown;
use deadmove_report::minimise::{rule, source};
use deadmove_rules::RuleFile;
use deadmove_rules::load::{LoadedFile, read_file};
use deadmove_rules::origin::slug;
use deadmove_search::mine::like::Like;
use deadmove_search::mine::minimise::{Explained, Seed};
use deadmove_search::mine::seeds::NamedSeed;

/// The file for candidates in the folder that is asked for.
const FILE: &str = "found.rule";

/// The longest name of a position, in characters, that is part of the name of a candidate.
const LONGEST: usize = 28;

/// Writes the candidates of dead moves into the file of a folder, after those of other dead moves
/// that are in it. Returns how each candidate is given to a command.
pub fn save(
    folder: &Path,
    found: &[NamedSeed],
    explained: &[Explained],
    like: &[Vec<Like>],
) -> Result<Vec<Vec<Option<String>>>, InputError> {
    let file = folder.join(FILE);
    let mut kept = match file.exists() {
        true => read_file(&file)?.into_iter().collect::<Result<Vec<_>, _>>()?,
        false => Vec::new(),
    };
    let sources: BTreeSet<String> = found.iter().map(|found| source(&found.seed)).collect();
    let again = |old: &LoadedFile| {
        let mut of_old = old.rule_file.head().sources.iter();
        of_old.any(|source| sources.contains(source))
    };
    kept.retain(|old| !again(old));
    let mut used: BTreeSet<String> = kept.iter().map(LoadedFile::slug).collect();
    let mut texts: Vec<String> = kept.into_iter().map(|old| old.text).collect();
    let mut names = Vec::new();
    for ((found, explained), like) in found.iter().zip(explained).zip(like) {
        let mut of_move = Vec::new();
        for (at, suggestion) in explained.suggestions.iter().enumerate() {
            let position = short(&found.name, &found.seed);
            let numbered = (at + 1..).map(|number| format!("found {position} {number}"));
            let mut free = numbered.filter(|title| used.insert(slug(title)));
            let title = free.next().expect("numbers do not end");
            let rule = rule(&title, &found.seed, suggestion, like.get(at));
            texts.push(RuleFile::Rule(rule).write());
            of_move.push(Some(format!("{}#{}", file.shown(), slug(&title))));
        }
        names.push(of_move);
    }
    if !texts.is_empty() {
        files::write_atomically(&file, texts.join("\n"))?;
    }
    Ok(names)
}

/// The name of a position without signs, or its board and length if that is too long.
fn short(name: &str, seed: &Seed) -> String {
    let plain = name.replace(|letter: char| !letter.is_ascii_alphanumeric(), " ");
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name = words.join(" ");
    if !name.is_empty() && name.len() <= LONGEST {
        return name;
    }
    let (position, board) = (&seed.position, seed.position.board());
    format!("{}x{} after {}", board.width(), board.height(), position.path().len())
}
