//! Output without characters that a reader does not see: in a name from a file they could turn text
//! around, or make lines that no command printed. With `--ascii`, signs have ASCII forms besides.

use std::io::{self, Write};

use crate::ascii::printed;
use deadmove_core::unseen::{escaped, is_unseen};

/// Escapes such characters, but for line breaks, tabs and colours, on the way to `W`. In JSON, too,
/// `\u202e` is the character itself.
///
/// What is written in one piece must be whole characters, as everything formatted is.
pub struct Visible<W>(pub W);

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Nearly all output, and bytes are faster to look through than characters.
        if bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
            self.0.write_all(bytes)?;
            return Ok(bytes.len());
        }
        match std::str::from_utf8(bytes) {
            Ok(text) if text.contains(|c: char| is_unseen(c) && c != '\n') => {
                self.0.write_all(printed(&visible(text)).as_bytes())?;
            }
            Ok(text) => self.0.write_all(printed(text).as_bytes())?,
            Err(_) => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_unseen) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let length = from.chars().next().map_or(0, char::len_utf8);
        let kept = match from.as_bytes()[0] {
            b'\n' | b'\t' => length,
            _ => colour(from),
        };
        match kept {
            0 => out.push_str(&escaped(&from[..length])),
            _ => out.push_str(&from[..kept]),
        }
        rest = &from[kept.max(length)..];
    }
    out + rest
}

/// The length of the colour sequence that a text begins with, or of the beginning of one that the
/// text ends with; else 0.
fn colour(text: &str) -> usize {
    let Some(code) = text.strip_prefix('\u{1b}') else { return 0 };
    if code.is_empty() {
        return text.len();
    }
    let Some(numbers) = code.strip_prefix('[') else { return 0 };
    match numbers.find(|c: char| !c.is_ascii_digit() && c != ';' && c != ':') {
        None => text.len(),
        Some(end) if numbers[end..].starts_with('m') => text.len() - numbers.len() + end + 1,
        Some(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_escaped_and_colours_and_lines_stay() {
        let plain = "a\tb\n\u{1b}[1;31mred\u{1b}[0m 9×9\n";
        assert_eq!(visible(plain), plain);
        assert_eq!(
            visible("x\u{202e}y\u{2028}\r\u{1b}[2Jz\u{1b}]8;;\u{7}"),
            "x\\u202ey\\u2028\\u000d\\u001b[2Jz\\u001b]8;;\\u0007"
        );
    }

    #[test]
    fn an_escaped_json_string_is_the_same_string() {
        let mut out = Visible(Vec::new());
        let text = serde_json::to_string("na\u{202e}me\u{7f}\u{85}").unwrap();
        out.write_all(text.as_bytes()).unwrap();
        assert!(out.0.is_ascii());
        let read: String = serde_json::from_slice(&out.0).unwrap();
        assert_eq!(read, "na\u{202e}me\u{7f}\u{85}");
    }
}
