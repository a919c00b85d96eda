//! Reading rule files: arguments in, rules and the errors of broken files out.
//!
//! An error in one file does not keep the others from being read. Each command decides whether it
//! continues without the broken ones.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::RuleFile;
use super::family::FamilyError;
use super::model::{Head, Rule};
use super::origin::{Origin, slug};
use super::sets::{RuleReader, Selected, Selection, is_none, is_program_file};
use super::store;
use super::text::split_rules;
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_core::unseen;
use deadmove_encodings::propagation::Lemmas;

/// Rules that were read, and the errors of those that could not be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The rules and families in the order of the given paths; the files of a directory by name.
    pub files: Vec<LoadedFile>,
    /// One error for every rule, file or path that could not be read, each naming its file.
    pub errors: Vec<InputError>,
    /// The rules that were left out because they are known to be wrong.
    pub known_wrong: Vec<LoadedFile>,
}

/// A rule or family that was read: all of a file, or one of several in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedFile {
    /// Where it comes from.
    pub path: Origin,
    /// Its own text, which does not depend on the other rules of its file.
    pub text: String,
    /// Its content.
    pub rule_file: RuleFile,
}

impl LoadedFile {
    /// Reads the text of one rule or family.
    ///
    /// # Errors
    /// At the first place that is not as the rule language wants it.
    pub fn parse(path: impl Into<Origin>, text: &str) -> Result<LoadedFile, InputError> {
        let path = path.into();
        let rule_file = RuleFile::parse(text).map_err(|error| error.in_file(path.file()))?;
        Ok(LoadedFile { path, text: text.to_owned(), rule_file })
    }

    /// Its slug: see [`slug`].
    pub fn slug(&self) -> String {
        slug(&self.rule_file.head().name)
    }
}

/// Reads a file with rules: each of them, or the error in it.
///
/// # Errors
/// If it cannot be read, or has a character that cannot be seen.
pub fn read_file(file: &Path) -> Result<Vec<Result<LoadedFile, InputError>>, InputError> {
    if is_program_file(file) {
        let message = "this is a program, and rules are wanted here";
        return Err(InputError::new(ErrorKind::ProgramNotRules, message)
            .expected("a command that takes programs, such as `deadmove check`, and no rules")
            .in_file(file));
    }
    let text = store::read(file)?;
    // Also of blank lines, which are in no rule.
    unseen::refuse(&text).map_err(|error| error.in_file(file))?;
    let texts = split_rules(&text);
    let alone = texts.len() == 1;
    let mut slugs: BTreeMap<String, usize> = BTreeMap::new();
    let mut read = Vec::new();
    for text in &texts {
        let rule = text.fits().and_then(|()| RuleFile::parse(&text.text)).and_then(|rule_file| {
            let slug = slug(&rule_file.head().name);
            if let Some(line) = slugs.insert(slug.clone(), text.line) {
                let message = format!("the rule in line {line} has this name, too: '{slug}'");
                return Err(InputError::new(ErrorKind::RuleTwice, message)
                    .expected("another name for each rule of a file, apart from case and blanks")
                    .at(&text.text, 1, 1, text.text.lines().next().unwrap_or("").chars().count()));
            }
            let path = Origin::in_file(file, text.line, (!alone).then_some(&slug));
            Ok(LoadedFile { path, text: text.text.clone(), rule_file })
        });
        read.push(rule.map_err(|error| text.in_file(error).in_file(file)));
    }
    Ok(read)
}

/// A plain rule, and where it comes from: the rule of a file, or one claim of a family for one
/// choice of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedRule {
    /// Where it comes from.
    pub file: Origin,
    /// The rule.
    pub rule: Rule,
}

impl LoadedRule {
    /// Adds the lemmas of another file to those of this rule, which then comes from the file or
    /// folder that contains both.
    fn add_lemmas(&mut self, file: &Origin, lemmas: Lemmas) {
        self.rule.lemmas = self.rule.lemmas.or(lemmas);
        self.file = self.file.shared_with(file);
    }
}

/// The head of the rule that all lemmas of a set are, whatever files they come from.
fn lemma_head(lemmas: Lemmas) -> Head {
    let names: Vec<&str> = lemmas.names().collect();
    let word = if names.len() == 1 { "lemma" } else { "lemmas" };
    Head::new(format!("{word} {}", names.join(", ")))
}

/// Whether rules that are known to be wrong take part when they are found in a folder. Those that
/// are named themselves always do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KnownWrong {
    /// They are left out.
    #[default]
    LeaveOut,
    /// They take part.
    Include,
}

/// Reads the rules that some arguments stand for, see [`super::sets`], without those that are
/// known to be wrong.
///
/// # Errors
/// Of kind `no-rules`, if there was no file at all though rules were asked for, or if all are known
/// to be wrong.
pub fn load(arguments: &[PathBuf]) -> Result<Loaded, InputError> {
    load_with(arguments, KnownWrong::LeaveOut)
}

/// Reads rule files as [`load`] does, or with those that are known to be wrong.
///
/// # Errors
/// Those of [`load`].
pub fn load_with(arguments: &[PathBuf], wrong: KnownWrong) -> Result<Loaded, InputError> {
    load_by(&mut RuleReader::default(), arguments, wrong)
}

/// Reads rule files as [`load_with`] does, but not again what the reader has read.
///
/// # Errors
/// Those of [`load`].
pub fn load_by(
    reader: &mut RuleReader,
    arguments: &[PathBuf],
    wrong: KnownWrong,
) -> Result<Loaded, InputError> {
    let Selection { rules, mut errors, .. } = reader.select(arguments);
    if rules.is_empty() && errors.is_empty() && !arguments.iter().any(|a| is_none(a)) {
        let error = InputError::new(ErrorKind::NoRules, "there are no rules here")
            .expected("rule files, or directories with files that end in .rule");
        return Err(match arguments {
            [one] => error.in_file(one),
            _ => error,
        });
    }
    let mut loaded = Loaded::default();
    for Selected { rule, by_name, .. } in rules {
        match rule {
            Ok(file) => {
                let known = file.rule_file.head().wrong_since.is_some();
                let takes_part = !known || by_name || wrong == KnownWrong::Include;
                if takes_part { &mut loaded.files } else { &mut loaded.known_wrong }.push(file);
            }
            Err(error) => errors.push(error),
        }
    }
    loaded.errors = errors;
    if loaded.files.is_empty() && loaded.errors.is_empty() && !loaded.known_wrong.is_empty() {
        return Err(InputError::new(ErrorKind::NoRules, "all rules here are known to be wrong")
            .expected("--include-wrong, or the names of rule files"));
    }
    Ok(loaded)
}

/// Reads rule files as [`load`] does, all of them.
///
/// # Errors
/// Those of [`load`], and the first if a file cannot be read.
pub fn load_all(paths: &[PathBuf]) -> Result<Loaded, InputError> {
    let mut loaded = load(paths)?;
    if loaded.errors.is_empty() { Ok(loaded) } else { Err(loaded.errors.swap_remove(0)) }
}

impl Loaded {
    /// The rules, or the first error if there is one.
    ///
    /// # Errors
    /// The first of those found while reading.
    pub fn all(self) -> Result<Vec<LoadedFile>, InputError> {
        match self.errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(self.files),
        }
    }

    /// All plain rules for a board, in the order of the files: see [`RuleFile::rules`]. Empty if no
    /// rule states that it holds for boards of this size. The lemmas of all files are one rule.
    ///
    /// # Errors
    /// If a family is impossible for this board.
    pub fn rules_for(&self, board: &Board) -> Result<Vec<LoadedRule>, InputError> {
        self.plain_rules(|file| file.rules(board))
    }

    /// Those of the rules for the board of a position that can match it: the others differ from it
    /// in a cell. On a large board, a family has thousands of rules and a position a handful.
    ///
    /// # Errors
    /// Those of [`Loaded::rules_for`], except for rules that are seen to differ before their fault.
    pub fn rules_at(&self, position: &Position) -> Result<Vec<LoadedRule>, InputError> {
        self.plain_rules(|file| file.rules_at(position))
    }

    fn plain_rules(
        &self,
        of: impl Fn(&RuleFile) -> Result<Vec<Rule>, FamilyError>,
    ) -> Result<Vec<LoadedRule>, InputError> {
        let mut all: Vec<LoadedRule> = Vec::new();
        for file in &self.files {
            let rules = of(&file.rule_file).map_err(|error| {
                InputError::new(ErrorKind::FamilyImpossible, error.to_string()).in_file(&file.path)
            })?;
            for rule in rules {
                let known = all.iter_mut().find(|known| known.rule.reads_the_whole_board());
                match known.filter(|_| rule.reads_the_whole_board()) {
                    Some(known) => known.add_lemmas(&file.path, rule.lemmas),
                    None => all.push(LoadedRule { file: file.path.clone(), rule }),
                }
            }
        }
        if let Some(known) = all.iter_mut().find(|known| known.rule.reads_the_whole_board()) {
            known.rule.head = lemma_head(known.rule.lemmas);
        }
        Ok(all)
    }

    /// The same, at least one.
    ///
    /// # Errors
    /// Of kind `no-rules`, if there are none; and those of [`Loaded::rules_for`].
    pub fn applicable(&self, board: &Board) -> Result<Vec<LoadedRule>, InputError> {
        let rules = self.rules_for(board)?;
        if rules.is_empty() { Err(none_applies("rule", board)) } else { Ok(rules) }
    }

    /// Refuses lemmas, for commands that only know what to do with pictures.
    ///
    /// # Errors
    /// Of kind `lemmas-not-here`, at the first file with lemmas.
    pub fn without_lemmas(&self) -> Result<(), InputError> {
        let made = |file: &&LoadedFile| file.rule_file.reads_the_whole_board();
        self.files.iter().find(made).map_or(Ok(()), |file| {
            let message = "this file names lemmas, which read the whole board and have no picture";
            Err(InputError::new(ErrorKind::LemmasNotHere, message)
                .expected("rules with pictures: the lemmas are proved for every board by hand")
                .in_file(&file.path))
        })
    }

    /// The origins that none of these rules comes from.
    pub fn left_out(&self, rules: &[LoadedRule]) -> Vec<&Origin> {
        let used: BTreeSet<&Origin> = rules.iter().map(|rule| &rule.file).collect();
        // Lemmas are for every board, so all of them are part of one rule.
        let files = self.files.iter().filter(|file| !file.rule_file.reads_the_whole_board());
        files.map(|file| &file.path).filter(|path| !used.contains(path)).collect()
    }
}

/// The error that `what`, such as "rule", is missing for a board.
pub fn none_applies(what: &str, board: &Board) -> InputError {
    let (width, height) = (board.width(), board.height());
    InputError::new(ErrorKind::NoRules, format!("no {what} applies to the {width}×{height} board"))
}
