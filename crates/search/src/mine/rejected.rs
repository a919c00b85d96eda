//! Candidates that a person rejected, with the reasons: one line of JSON each, in a file in the
//! folder of the candidates.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::pool::canonical;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_rules::RuleFile;
use deadmove_rules::model::{Pattern, Rule};
use deadmove_rules::text::write_rule;

/// The name of the file.
const FILE: &str = "rejected.jsonl";

/// A rejected candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rejected {
    /// The name of the rule.
    pub name: String,
    /// The text of the rule file.
    pub rule: String,
    /// Why it was rejected, in the words of the person.
    pub reason: String,
}

impl Rejected {
    /// A rule and why it was rejected.
    pub(crate) fn new(rule: &Rule, reason: &str) -> Rejected {
        Rejected { name: rule.head.name.clone(), rule: write_rule(rule), reason: reason.to_owned() }
    }
}

/// Appends a rejected candidate to the file of a folder.
pub(crate) fn remember(folder: &Path, rejected: &Rejected) -> Result<(), InputError> {
    let file = folder.join(FILE);
    let line = serde_json::to_string(rejected).expect("strings are valid JSON");
    let known = files::read_text_if_present(&file)?.unwrap_or_default();
    files::write_atomically(&file, format!("{known}{line}\n"))
}

/// The patterns of the rejected candidates of a folder, in [`canonical`] form.
///
/// # Errors
/// If the file of rejected candidates cannot be read.
pub fn patterns(folder: &Path) -> Result<Vec<Pattern>, InputError> {
    let file = folder.join(FILE);
    let Some(text) = files::read_text_if_present(&file)? else { return Ok(Vec::new()) };
    let mut patterns = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let rule = serde_json::from_str::<Rejected>(line)
            .ok()
            .and_then(|rejected| RuleFile::parse(&rejected.rule).ok());
        match rule {
            Some(RuleFile::Rule(rule)) => patterns.push(canonical(&rule.pattern)),
            Some(RuleFile::Family(_)) | None => {
                let message = format!("line {}: this is no rejected candidate", number + 1);
                return Err(InputError::new(ErrorKind::RejectedBroken, message)
                    .expected("a line as `deadmove lab review` writes it; or delete the line")
                    .in_file(&file));
            }
        }
    }
    Ok(patterns)
}
