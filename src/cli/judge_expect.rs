//! `deadmove judge --write-expect`: verdicts written into the case files that expect none.

use std::collections::BTreeSet;
use std::path::PathBuf;

use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{marked_text, read_at_most, write_atomically};
use deadmove_core::formats::{
    Expectation, Input, MAX_FILE_BYTES, add_expectation, format_name, parse_text,
};
use deadmove_engine::expectation::snapshot;
use deadmove_engine::judge::Judgement;

/// Writes expectations, and remembers the files that cannot have one.
#[derive(Debug, Default)]
pub struct ExpectationWriter {
    refused: BTreeSet<PathBuf>,
}

impl ExpectationWriter {
    /// Writes what a judgement found into the case file it is about. Returns whether it is there
    /// now: nothing is written while something is unknown, or twice for a file that is no case
    /// file.
    pub fn write(&mut self, input: &Input, judgement: &Judgement) -> Result<bool, InputError> {
        let (Some(file), Some(expect)) = (&input.source, snapshot(judgement)) else {
            return Ok(false);
        };
        if self.refused.contains(file) {
            return Ok(false);
        }
        let written = read_at_most(file, MAX_FILE_BYTES)
            .and_then(|bytes| marked_text(bytes, file))
            .and_then(|text| with_expectation(&text, input, &expect))
            .map_err(|error| error.in_file(file))
            .and_then(|text| write_atomically(file, text));
        if let Err(error) = written {
            self.refused.insert(file.clone());
            return Err(error);
        }
        Ok(true)
    }
}

/// The text of a case file with its expectation.
fn with_expectation(text: &str, input: &Input, expect: &Expectation) -> Result<String, InputError> {
    let format = format_name(text);
    if format != "a case file" {
        let message = format!("no verdict can be written into {format}");
        return Err(InputError::new(ErrorKind::NotACaseFile, message)
            .expected("a case file, which has a line such as `board 9x9`"));
    }
    let now = parse_text(text, None)?;
    if now.expect.as_ref() == Some(expect) && now.position == input.position {
        // The file was given twice.
        return Ok(text.to_owned());
    }
    if now.expect.is_some() || now.position != input.position {
        let message = "the file has changed since its position was judged";
        return Err(
            InputError::new(ErrorKind::CaseChanged, message).expected("the same command again")
        );
    }
    let text = add_expectation(text, expect)?;
    parse_text(&text, None).map(|_| text)
}
