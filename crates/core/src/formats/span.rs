//! Places in a text: byte ranges turned into line and column for error messages.
//!
//! What is wrong there is worded by the parser of each format.

use std::ops::Range;

use crate::error::{ErrorKind, InputError};

/// A fault covering `range` (bytes) of `text`, the whole input.
pub(super) fn fault(
    kind: ErrorKind,
    message: impl Into<String>,
    text: &str,
    range: Range<usize>,
) -> InputError {
    let before = &text[..range.start];
    let line = before.matches('\n').count() + 1;
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = text[line_start..range.start].chars().count() + 1;
    let length = text[range].lines().next().map_or(0, |found| found.chars().count());
    InputError::new(kind, message).at(text, line, column, length)
}

/// The words of `range` (bytes) of `text` between whitespace, with their own byte ranges.
pub(super) fn words(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    for (offset, letter) in text[range.clone()].char_indices() {
        let at = range.start + offset;
        let end = at + letter.len_utf8();
        match (letter.is_whitespace(), open) {
            (true, _) => open = false,
            (false, true) => words.last_mut().expect("a word is open").end = end,
            (false, false) => {
                words.push(at..end);
                open = true;
            }
        }
    }
    words
}

/// `range` without the whitespace at both ends.
pub(super) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let found = &text[range.clone()];
    let start = range.start + (found.len() - found.trim_start().len());
    start..start + found.trim().len()
}
