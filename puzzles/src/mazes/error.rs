//! Errors in the input: what was found, what was expected, and where.

use std::fmt;

/// A span of a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextSpan {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// How many characters are meant.
    pub length: usize,
}

/// A maze cannot be read, or a request about it makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MazeError {
    /// A stable kebab-case word for scripts.
    pub kind: &'static str,
    /// One sentence: what was found.
    pub message: String,
    /// What would have been right.
    pub expected: Option<String>,
    /// Where, in a text.
    pub place: Option<TextSpan>,
}

impl MazeError {
    /// An error without a span.
    pub fn new(kind: &'static str, message: impl Into<String>) -> MazeError {
        MazeError { kind, message: message.into(), expected: None, place: None }
    }

    /// Adds what would have been right.
    pub fn expected(mut self, expected: impl Into<String>) -> MazeError {
        self.expected = Some(expected.into());
        self
    }

    /// Adds the span in the text.
    pub fn at(mut self, line: usize, column: usize, length: usize) -> MazeError {
        self.place = Some(TextSpan { line, column, length: length.max(1) });
        self
    }
}

impl fmt::Display for MazeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}:{}: ", place.line, place.column)?;
        }
        f.write_str(&self.message)?;
        match &self.expected {
            Some(expected) => write!(f, "; expected {expected}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for MazeError {}
