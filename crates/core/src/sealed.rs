//! States and reports, which deadmove believes when it reads them back: JSON objects with a
//! checksum as their last key, so that a text that was damaged or edited is refused.
//!
//! The checksum is no secret: it finds accidents, and edits by people who do not mean to forge.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{ErrorKind, InputError};
use crate::files;

/// What stands between the content of an object and its checksum: the name of the last key.
const KEY: &str = ",\"blake3\":\"";

const EXPECTED: &str = "the output of --json as it was printed, or a file as deadmove wrote it; an \
                        editor, or a filter such as jq, loses the checksum";

/// The text of a JSON object with BLAKE3 of all the bytes before it, in hexadecimal digits, as the
/// last key `blake3`.
///
/// # Panics
/// If the text is no object with a key.
pub fn seal(object: &str) -> String {
    let content = object.trim_end().strip_suffix('}').expect("an object").trim_end();
    format!("{content}{KEY}{}\"}}", blake3::hash(content.as_bytes()))
}

/// A report: a value in one line, with its checksum.
///
/// # Panics
/// As [`seal`].
pub fn line(report: &impl Serialize) -> String {
    seal(&serde_json::to_string(report).expect("plain data is serialisable"))
}

/// The object of a text that [`seal`] made; white space may surround it.
///
/// # Errors
/// `checkpoint-broken`, if the text has no checksum or another one.
pub fn open(text: &str) -> Result<String, InputError> {
    let fault = |message| InputError::new(ErrorKind::CheckpointBroken, message).expected(EXPECTED);
    let content = text.rsplit_once(KEY).map(|(content, _)| format!("{content}}}"));
    let content = content.ok_or_else(|| fault("there is no checksum at the end"))?;
    match text.trim() == seal(&content) {
        true => Ok(content),
        false => Err(fault("the text is not as it was written: its checksum differs")),
    }
}

/// Replaces a file with a value and its checksum.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, value: &impl Serialize) -> Result<(), InputError> {
    files::write_atomically(path, pretty(value))
}

/// What [`write()`] writes.
pub fn pretty(value: &impl Serialize) -> String {
    seal(&serde_json::to_string_pretty(value).expect("plain data is serialisable")) + "\n"
}

/// Reads a value that [`write()`] wrote; none if there is no such file. `expected` says what the
/// file should be.
///
/// # Errors
/// `checkpoint-broken`, if the file was changed, or holds something else.
pub fn read<T: DeserializeOwned>(path: &Path, expected: &str) -> Result<Option<T>, InputError> {
    let Some(text) = files::read_text_if_present(path)? else { return Ok(None) };
    let value = open(&text).and_then(|content| {
        serde_json::from_str(&content).map_err(|error| {
            InputError::new(
                ErrorKind::CheckpointBroken,
                format!("the file cannot be read: {error}"),
            )
        })
    });
    value.map(Some).map_err(|error| error.expected(expected).in_file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_value_is_read_back_and_every_changed_byte_of_it_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state");
        assert_eq!(read::<[(String, u8); 1]>(&file, "a state"), Ok(None));
        let value = std::collections::BTreeMap::from([("stuck".to_owned(), 1u8)]);
        write(&file, &value).unwrap();
        assert_eq!(read(&file, "a state"), Ok(Some(value)));
        let text = files::read_text(&file).unwrap();
        let text = text.trim_end();
        type Value = serde_json::Map<String, serde_json::Value>;
        for at in 0..text.len() {
            for bit in 0..7 {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] ^= 1 << bit;
                std::fs::write(&file, bytes).unwrap();
                let error = read::<Value>(&file, "a state").unwrap_err();
                assert_eq!(error.kind, "checkpoint-broken", "byte {at}, bit {bit}");
            }
            std::fs::write(&file, &text[..at]).unwrap();
            assert!(read::<Value>(&file, "a state").is_err(), "{at} bytes");
        }
    }

    #[test]
    fn a_report_is_refused_without_its_checksum_and_after_any_edit_and_any_new_layout() {
        let report = r#"{"schema":1,"matches":5}"#;
        let sealed = seal(report);
        assert_eq!(open(&(sealed.clone() + "\n")).unwrap(), report);
        let reformatted: serde_json::Value = serde_json::from_str(&sealed).unwrap();
        for other in [
            sealed.replace("5}", "6}").replace("5,", "6,"),
            sealed.replacen(r#","b"#, r#", "b"#, 1),
            report.to_owned(),
            reformatted.to_string(),
            serde_json::to_string_pretty(&reformatted).unwrap(),
            r#"{"schema":1,"matches":5,"blake3":null}"#.to_owned(),
        ] {
            assert_eq!(open(&other).unwrap_err().kind, "checkpoint-broken", "{other}");
        }
    }

    #[test]
    fn a_file_without_checksum_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state");
        std::fs::write(&file, r#"{"stuck": 0}"#).unwrap();
        let error = read::<serde_json::Value>(&file, "a state").unwrap_err();
        assert_eq!(error.message, "there is no checksum at the end");
    }
}
