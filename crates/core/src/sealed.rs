//! Files that deadmove writes for itself and believes when it reads them back: JSON objects with a
//! checksum as their last key, so that a damaged or edited file is refused.
//!
//! The checksum is no secret: it finds accidents, and edits by people who do not mean to forge.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::error::{ErrorKind, InputError};
use crate::files;

/// What stands between the content of an object and its checksum: the name of the last key.
const KEY: &str = ",\n\"blake3\":\"";

/// The text of a JSON object with BLAKE3 of all the bytes before it, in hexadecimal digits, as the
/// last key `blake3`.
///
/// # Panics
/// If the text is no object with a key.
pub fn seal(object: &str) -> String {
    let content = object.trim_end().strip_suffix('}').expect("an object").trim_end();
    format!("{content}{KEY}{}\"}}", blake3::hash(content.as_bytes()))
}

/// The object of a text that [`seal`] made; a line end may follow.
///
/// # Errors
/// `checkpoint-broken`, if the text has no checksum or another one.
pub fn open(text: &str) -> Result<String, InputError> {
    let fault = |message| InputError::new(ErrorKind::CheckpointBroken, message);
    let content = text.rsplit_once(KEY).map(|(content, _)| format!("{content}}}"));
    let content = content.ok_or_else(|| fault("the file has no checksum"))?;
    match text.strip_suffix('\n').unwrap_or(text) == seal(&content) {
        true => Ok(content),
        false => Err(fault("the file is not as it was written: its checksum differs")),
    }
}

/// [`open`] for reports that are states, too: they have a checksum only where they were kept as a
/// state, and are read without it otherwise. A state that another program has laid out again has
/// the key of the checksum in another place, and is refused.
///
/// # Errors
/// `checkpoint-broken`, if the text is an object with a checksum, and not as it was written.
pub fn open_if_sealed(text: &str) -> Result<Cow<'_, str>, InputError> {
    let keys = serde_json::from_str::<HashMap<String, IgnoredAny>>(text);
    match keys.is_ok_and(|keys| keys.contains_key("blake3")) {
        true => open(text.trim_end()).map(Cow::Owned),
        false => Ok(Cow::Borrowed(text)),
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
    fn a_report_with_a_checksum_is_refused_after_any_edit_and_any_new_layout() {
        let report = r#"{"schema":1,"matches":5}"#;
        assert_eq!(open_if_sealed(report).unwrap(), report);
        let sealed = seal(report);
        assert_eq!(open_if_sealed(&(sealed.clone() + "\n")).unwrap(), report);
        let laid_out: serde_json::Value = serde_json::from_str(&sealed).unwrap();
        for other in [
            sealed.replace("5}", "6}").replace("5,", "6,"),
            sealed.replacen(",\n", ",", 1),
            laid_out.to_string(),
            serde_json::to_string_pretty(&laid_out).unwrap(),
            r#"{"schema":1,"matches":5,"blake3":null}"#.to_owned(),
        ] {
            assert_eq!(open_if_sealed(&other).unwrap_err().kind, "checkpoint-broken", "{other}");
        }
    }

    #[test]
    fn a_file_without_checksum_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state");
        std::fs::write(&file, r#"{"stuck": 0}"#).unwrap();
        let error = read::<serde_json::Value>(&file, "a state").unwrap_err();
        assert_eq!(error.message, "the file has no checksum");
    }
}
