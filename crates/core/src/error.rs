//! Errors in what a user gave: where, what was found, what was expected.
//!
//! How they are shown lives in `deadmove-report`.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::files::Shown;
use crate::suggest;
use crate::unseen::is_unseen;

/// A place in a text input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// How many characters the fault covers, at least 1.
    #[serde(skip)]
    pub length: usize,
    /// The whole line, for display.
    #[serde(skip)]
    pub text: String,
}

impl Place {
    /// `length` characters in line `line` from character `column` (both from 1) of `text`, the
    /// whole input.
    pub fn new(text: &str, line: usize, column: usize, length: usize) -> Place {
        let text = text.lines().nth(line.saturating_sub(1)).unwrap_or("");
        // The renderer makes only the control characters of ASCII harmless.
        let text = text.replace(|c: char| !c.is_ascii() && is_unseen(c), "\u{fffd}");
        Place { line, column, length: length.max(1), text }
    }
}

/// A fault in an input, worded for the person who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct InputError {
    /// A stable kebab-case word for scripts, for example `path-crosses-itself`.
    #[schemars(with = "String", regex(pattern = r"^[a-z0-9-]+$"))]
    pub kind: ErrorKind,
    /// One sentence: what is wrong.
    pub message: String,
    /// The file, if the input has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub file: Option<String>,
    /// The place in it, if there is one.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// What would have been right.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub expected: Option<String>,
    /// The fault behind it, if another library found it.
    #[serde(skip)]
    pub cause: Option<Cause>,
}

/// The fault behind an [`InputError`]. Two causes are equal if they read the same.
#[derive(Clone, Debug)]
pub struct Cause(Arc<dyn std::error::Error + Send + Sync>);

impl PartialEq for Cause {
    fn eq(&self, other: &Cause) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl Eq for Cause {}

impl InputError {
    /// An error without a place.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> InputError {
        let message = message.into();
        InputError { kind, message, file: None, place: None, expected: None, cause: None }
    }

    /// Says what would have been right.
    pub fn expected(mut self, expected: impl Into<String>) -> InputError {
        self.expected = Some(expected.into());
        self
    }

    /// Asks whether one of the `known` words was meant, if `found` looks like a slip.
    pub fn did_you_mean<'k>(
        mut self,
        found: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> InputError {
        if let Some(word) = suggest::nearest(found, known) {
            // In the quotes that the message has.
            let quote = if self.message.contains('`') { '`' } else { '\'' };
            self.message.push_str(&format!("; did you mean {quote}{word}{quote}?"));
        }
        self
    }

    /// Asks whether another file or folder beside a missing one was meant.
    pub(crate) fn did_you_mean_path(self, path: &Path) -> InputError {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return self };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let entries =
            fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
        let names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        self.did_you_mean(name, names.iter().map(String::as_str))
    }

    /// Keeps the fault behind it for [`source`](std::error::Error::source).
    pub(crate) fn caused_by(
        mut self,
        cause: impl std::error::Error + Send + Sync + 'static,
    ) -> Self {
        self.cause = Some(Cause(Arc::new(cause)));
        self
    }

    /// Points at `length` characters in line `line` from character `column` (both from 1) of
    /// `text`, the whole input.
    pub fn at(mut self, text: &str, line: usize, column: usize, length: usize) -> InputError {
        self.place = Some(Place::new(text, line, column, length));
        self
    }

    /// Names the option of the command line whose value is wrong.
    pub fn in_option(self, option: &str) -> InputError {
        InputError { message: format!("{option}: {}", self.message), ..self }
    }

    /// Points at a place.
    pub fn at_place(mut self, place: &Place) -> InputError {
        self.place = Some(place.clone());
        self
    }

    /// Names the file.
    pub fn in_file(mut self, file: &Path) -> InputError {
        self.file = Some(file.shown());
        self
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        if let Some(place) = &self.place {
            write!(f, "{}:{}:", place.line, place.column)?;
        }
        if self.file.is_some() || self.place.is_some() {
            write!(f, " ")?;
        }
        write!(f, "{}", self.message)?;
        if let Some(expected) = &self.expected {
            write!(f, "; expected {expected}")?;
        }
        Ok(())
    }
}

impl std::error::Error for InputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|Cause(cause)| &**cause as &(dyn std::error::Error + 'static))
    }
}

macro_rules! kinds {
    ($($kind:ident $word:literal $meaning:literal,)*) => {
        /// The kinds of [`InputError`]. Scripts rely on their words: one that was released keeps
        /// its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ErrorKind {
            $(#[doc = $meaning] $kind,)*
        }

        impl ErrorKind {
            /// All of them.
            pub const ALL: &[ErrorKind] = &[$(ErrorKind::$kind,)*];

            /// The word in JSON.
            pub fn word(self) -> &'static str {
                match self {
                    $(ErrorKind::$kind => $word,)*
                }
            }
        }
    };
}

include!("error_kinds.in");

impl Serialize for ErrorKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl PartialEq<&str> for ErrorKind {
    fn eq(&self, word: &&str) -> bool {
        self.word() == *word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_kebab_case_and_stands_once() {
        let mut kinds: Vec<&str> = ErrorKind::ALL.iter().map(|kind| kind.word()).collect();
        for kind in &kinds {
            assert!(kind.chars().all(|c| c == '-' || c.is_ascii_lowercase() || c.is_ascii_digit()));
        }
        kinds.sort_unstable();
        let listed = kinds.len();
        kinds.dedup();
        assert_eq!(kinds.len(), listed);
    }
}
