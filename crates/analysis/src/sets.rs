//! The rules that a board can be asked about: named sets and single files.
//!
//! They are plain data, so that a page without a server can carry them: [`RuleSets::from_json`]
//! reads what [`SetsFile`] writes.

use std::collections::BTreeMap;

use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_report::answers_json::ProgramObject;
use deadmove_rules::load::{Loaded, LoadedFile, LoadedRule};
use serde::{Deserialize, Serialize};

/// Rules by their names, and sets of them.
#[derive(Clone, Debug, Default)]
pub struct RuleSets {
    files: BTreeMap<String, LoadedFile>,
    sets: Vec<Set>,
}

/// A named set.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Set {
    /// What it is called.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The names of its files.
    pub files: Vec<String>,
}

/// Rule files as texts, with sets of them; the form in which a page carries them.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct SetsFile {
    /// The texts by the names of the files.
    pub files: BTreeMap<String, String>,
    /// The sets.
    pub sets: Vec<Set>,
}

/// What there is to choose from.
#[derive(Debug, Serialize)]
pub(crate) struct Listed<'a> {
    sets: &'a [Set],
    files: Vec<ListedFile<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<&'a ProgramObject>,
}

#[derive(Debug, Serialize)]
struct ListedFile<'a> {
    file: &'a str,
    name: &'a str,
}

/// The rules that a page asked for, of those that can match a position.
pub(crate) struct ChosenRules {
    pub rules: Vec<LoadedRule>,
    /// The files whose sizes contain the board, and all that were asked for.
    pub applied: usize,
    pub asked: usize,
}

impl RuleSets {
    /// Reads the texts. The error names the file and the place in it.
    ///
    /// # Errors
    /// If a text is no rule file.
    pub fn parse(file: SetsFile) -> Result<RuleSets, InputError> {
        let mut files = BTreeMap::new();
        for (name, text) in file.files {
            let rule = LoadedFile::parse(&*name, &text)?;
            files.insert(name, rule);
        }
        Ok(RuleSets { files, sets: file.sets })
    }

    /// Reads the JSON form of a [`SetsFile`].
    ///
    /// # Errors
    /// If the text is no such JSON, or [`RuleSets::parse`] refuses it.
    pub fn from_json(text: &str) -> Result<RuleSets, InputError> {
        let file = serde_json::from_str(text).map_err(|error| {
            InputError::new(ErrorKind::BadJson, format!("broken rule sets: {error}"))
        })?;
        RuleSets::parse(file)
    }

    /// The names, and the program.
    pub(crate) fn listed<'a>(&'a self, program: Option<&'a ProgramObject>) -> Listed<'a> {
        let files = self.files.iter();
        let files =
            files.map(|(file, rule)| ListedFile { file, name: &rule.rule_file.head().name });
        Listed { sets: &self.sets, files: files.collect(), program }
    }

    /// The rules of a set, or of a single file, and those of texts beside them, that can match a
    /// position.
    ///
    /// # Errors
    /// Those of [`RuleSets::files`], or if a family is impossible for the board.
    pub(crate) fn choose(
        &self,
        name: &str,
        own: &[String],
        position: &Position,
    ) -> Result<ChosenRules, InputError> {
        let files = self.files(name, own)?;
        let sized = |file: &&LoadedFile| file.rule_file.head().sizes.contain(position.board());
        let (applied, asked) = (files.iter().filter(sized).count(), files.len());
        let rules = Loaded { files, ..Loaded::default() }.rules_at(position)?;
        Ok(ChosenRules { rules, applied, asked })
    }

    /// The files of a set, or a single one; none if the name is empty and there are texts. Then
    /// those of the texts.
    ///
    /// # Errors
    /// If there is no set or file of this name, or a text is no rule.
    pub(crate) fn files(&self, name: &str, own: &[String]) -> Result<Vec<LoadedFile>, InputError> {
        let one = [name.to_owned()];
        let names = match self.sets.iter().find(|set| set.name == name) {
            Some(set) => &set.files[..],
            None if name.is_empty() && !own.is_empty() => &[],
            None => &one[..],
        };
        let known = names.iter().map(|name| self.files.get(name).cloned());
        let files: Option<Vec<LoadedFile>> = known.collect();
        let mut files = files.ok_or_else(|| self.unknown(name))?;
        for (at, text) in own.iter().enumerate() {
            files.push(LoadedFile::parse(&*format!("own/{}", at + 1), text)?);
        }
        Ok(files)
    }

    /// The text of a rule file.
    ///
    /// # Errors
    /// If there is none of this name.
    pub(crate) fn text(&self, name: &str) -> Result<&str, InputError> {
        self.files.get(name).map(|file| &*file.text).ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, name: &str) -> InputError {
        let known = self.sets.iter().map(|set| set.name.as_str());
        let known = known.chain(self.files.keys().map(String::as_str));
        let shown: String = name.chars().take(200).collect();
        InputError::new(ErrorKind::NoRules, format!("there are no rules `{shown}`"))
            .did_you_mean(name, known)
    }
}
