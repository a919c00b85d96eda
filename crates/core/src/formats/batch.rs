//! Batch input: JSON lines, one position each.
//!
//! `{"name":…,"path":"RRD…","n":9}`, or `width` and `height` instead of `n`; optional `start` and
//! `end` as `[column,row]`, `blocked` as a list of such; `allowed`, the moves that a program allows
//! at the live end, as letters or a list of them. Other fields are ignored. A line that is wrong
//! gives its error and does not stop the ones after it; blank lines are skipped.

use std::io::{BufRead, Read};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::board::board_fault;
use super::path::{draw, parse_position, scan};
use super::span::fault;
use super::{Input, Item, MAX_FILE_BYTES, RecordedOptions};
use crate::board::{Board, BoardError, Move};
use crate::error::{ErrorKind, InputError};
use crate::position::Position;

/// The fields of a line as they stand in it, so that each fault can be shown at its value.
#[derive(Deserialize)]
struct BatchLine<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    path: Option<&'a RawValue>,
    #[serde(borrow)]
    n: Option<&'a RawValue>,
    #[serde(borrow)]
    width: Option<&'a RawValue>,
    #[serde(borrow)]
    height: Option<&'a RawValue>,
    #[serde(borrow)]
    start: Option<&'a RawValue>,
    #[serde(borrow)]
    end: Option<&'a RawValue>,
    #[serde(borrow)]
    blocked: Option<&'a RawValue>,
    #[serde(borrow)]
    allowed: Option<&'a RawValue>,
}

/// Reads JSON lines as they come, one [`Item`] per line that is not blank, in order.
///
/// `source` is the file's name, if there is one. A line without a name is called "line N". After a
/// read error or a line of more than [`MAX_FILE_BYTES`] bytes the iterator ends.
pub fn read<R: BufRead>(reader: R, source: Option<PathBuf>) -> Batch<R> {
    Batch { reader, source, number: 0, broken: false }
}

/// The iterator of [`read`].
#[derive(Debug)]
pub struct Batch<R> {
    reader: R,
    source: Option<PathBuf>,
    number: usize,
    broken: bool,
}

impl<R: BufRead> Iterator for Batch<R> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        while !self.broken {
            let mut bytes = Vec::new();
            self.number += 1;
            let read = (&mut self.reader).take(MAX_FILE_BYTES + 1).read_until(b'\n', &mut bytes);
            let error = match read {
                Ok(0) => return None,
                Ok(length) if length as u64 > MAX_FILE_BYTES => Some("is too long".to_owned()),
                Ok(_) => None,
                Err(error) => Some(format!("cannot be read: {error}")),
            };
            if let Some(what) = error {
                self.broken = true;
                let message =
                    format!("line {} {what}; the lines after it are not read", self.number);
                return Some(
                    self.item(None, Err(InputError::new(ErrorKind::FileUnreadable, message))),
                );
            }
            let bytes = if self.number == 1 { super::without_mark(&bytes) } else { &bytes };
            let Ok(line) = std::str::from_utf8(bytes) else {
                let message = format!("line {} is not UTF-8 text", self.number);
                return Some(self.item(None, Err(InputError::new(ErrorKind::NotUtf8, message))));
            };
            let line = line.trim_end();
            if !line.trim_start().is_empty() {
                let (name, read) = parse_line(line);
                return Some(self.item(name, read));
            }
        }
        None
    }
}

impl<R> Batch<R> {
    fn item(&self, name: Option<String>, read: Result<ReadLine, InputError>) -> Item {
        let name = name.unwrap_or_else(|| format!("line {}", self.number));
        let input = read
            .map(|(position, options)| {
                let (source, line) = (self.source.clone(), self.number);
                Input { source, line, options, ..Input::new(name.clone(), position) }
            })
            .map_err(|mut error| {
                if let Some(place) = &mut error.place {
                    place.line = self.number;
                }
                match &self.source {
                    Some(file) => error.in_file(file),
                    None => error,
                }
            });
        Item { name, input }
    }
}

/// The position of a line, and what is allowed there.
type ReadLine = (Position, Option<RecordedOptions>);

/// The name, if it could be read, and the rest of one line.
fn parse_line(line: &str) -> (Option<String>, Result<ReadLine, InputError>) {
    let fields = match fields(line) {
        Ok(fields) => fields,
        Err(error) => return (None, Err(error)),
    };
    match fields.name.map(|raw| value::<String>(line, raw, "a string")).transpose() {
        Ok(name) => {
            let read = position(line, &fields).and_then(|position| {
                let options = options(line, &fields, position.path().len())?;
                Ok((position, options))
            });
            (name, read)
        }
        Err(error) => (None, Err(error)),
    }
}

/// The moves of a line in either form.
#[derive(Deserialize)]
#[serde(untagged)]
enum AllowedMoves {
    Letters(String),
    List(Vec<String>),
}

/// What a line says is allowed after its so many steps.
fn options(
    line: &str,
    fields: &BatchLine<'_>,
    steps: usize,
) -> Result<Option<RecordedOptions>, InputError> {
    const EXPECTED: &str = r#"moves, for example "RD" or ["R","D"], each once; "" for none"#;
    let Some(raw) = fields.allowed else { return Ok(None) };
    let words: Vec<String> = match value(line, raw, EXPECTED)? {
        AllowedMoves::Letters(letters) if letters == "-" => Vec::new(),
        AllowedMoves::Letters(letters) => letters.chars().map(String::from).collect(),
        AllowedMoves::List(words) => words,
    };
    let mut allowed = Vec::new();
    for word in words {
        match Move::from_word(&word) {
            Some(direction) if !allowed.contains(&direction) => allowed.push(direction),
            found => {
                let what = if found.is_some() { "is there twice" } else { "is no move" };
                let message = format!("`{}` {what}", word.escape_debug());
                return Err(
                    fault(ErrorKind::BadField, message, line, range(line, raw)).expected(EXPECTED)
                );
            }
        }
    }
    let mut options = RecordedOptions::default();
    options.record(steps, allowed);
    Ok(Some(options))
}

fn fields(line: &str) -> Result<BatchLine<'_>, InputError> {
    const EXPECTED: &str =
        r#"one JSON object per line, for example {"name":"a","n":9,"path":"RRD"}"#;
    if !line.trim_start().starts_with('{') {
        let end = line.len();
        return Err(fault(ErrorKind::BadJson, "the line is no JSON object", line, 0..end)
            .expected(EXPECTED));
    }
    serde_json::from_str(line).map_err(|error| {
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or(&text);
        let at = (0..error.column().saturating_sub(1).min(line.len()) + 1)
            .rev()
            .find(|&at| line.is_char_boundary(at))
            .unwrap_or(0);
        fault(ErrorKind::BadJson, format!("broken JSON: {what}"), line, at..at).expected(EXPECTED)
    })
}

/// Where a raw value stands in its line.
fn range(line: &str, raw: &RawValue) -> Range<usize> {
    let start = raw.get().as_ptr().addr().wrapping_sub(line.as_ptr().addr());
    start..start + raw.get().len()
}

fn value<T: DeserializeOwned>(line: &str, raw: &RawValue, expected: &str) -> Result<T, InputError> {
    serde_json::from_str(raw.get()).map_err(|_| {
        let message = format!("`{}` has the wrong type", raw.get());
        fault(ErrorKind::BadField, message, line, range(line, raw)).expected(expected)
    })
}

fn position(line: &str, fields: &BatchLine<'_>) -> Result<Position, InputError> {
    let (board, faults) = board(line, fields)?;
    let Some(raw) = fields.path else {
        return Err(missing(line, "path", r#"the moves from the start, for example "path":"RRD""#));
    };
    let path: String = value(line, raw, "a string of U, D, L, R")?;
    let inside = range(line, raw);
    let board = Arc::new(board.map_err(|error| {
        let at = faults.of(&error).map_or(0..line.len(), |raw| range(line, raw));
        board_fault(&error, line, at)
    })?);
    if raw.get().contains('\\') {
        return parse_position(board, &path).map_err(|error| {
            let placed = fault(error.kind, error.message, line, inside);
            InputError { expected: error.expected, ..placed }
        });
    }
    draw(board, &scan(line, inside.start + 1..inside.end - 1)?, line)
}

fn missing(line: &str, field: &str, expected: &str) -> InputError {
    fault(ErrorKind::MissingField, format!("the field `{field}` is missing"), line, 0..line.len())
        .expected(expected)
}

/// Which value a board error is about.
struct Blame<'a> {
    size: Option<&'a RawValue>,
    start: Option<&'a RawValue>,
    end: Option<&'a RawValue>,
    blocked: Option<&'a RawValue>,
}

impl<'a> Blame<'a> {
    fn of(&self, error: &BoardError) -> Option<&'a RawValue> {
        match error {
            BoardError::Outside { what: "start", .. } => self.start,
            BoardError::Outside { what: "end", .. } | BoardError::StartIsEnd { .. } => {
                self.end.or(self.start)
            }
            BoardError::Outside { .. } | BoardError::Blocked { .. } => self.blocked,
            BoardError::Empty { .. } | BoardError::TooLarge { .. } => self.size,
        }
    }
}

type MaybeBoard = Result<Board, BoardError>;

fn board<'a>(line: &str, fields: &BatchLine<'a>) -> Result<(MaybeBoard, Blame<'a>), InputError> {
    const SIDE: &str = "a whole number from 1";
    let side = |raw: Option<&RawValue>| raw.map(|raw| value::<usize>(line, raw, SIDE)).transpose();
    let (n, width, height) = (side(fields.n)?, side(fields.width)?, side(fields.height)?);
    let (width, height) = match (n, width, height) {
        (Some(n), None, None) => (n, n),
        (None, Some(width), Some(height)) => (width, height),
        (None, None, None) => {
            return Err(missing(line, "n", r#"the size: "n":9, or "width":9 and "height":7"#));
        }
        (None, Some(_), None) => {
            return Err(missing(line, "height", r#"both sides: "width":9,"height":7"#));
        }
        (None, None, Some(_)) => {
            return Err(missing(line, "width", r#"both sides: "width":9,"height":7"#));
        }
        (Some(_), _, _) => {
            let raw = fields.n.expect("n was read");
            return Err(fault(
                ErrorKind::BadField,
                "the size is given twice",
                line,
                range(line, raw),
            )
            .expected("`n`, or `width` and `height`"));
        }
    };
    const CELL: &str = "a cell [column,row], for example [3,4]";
    let cell = |raw: Option<&RawValue>| {
        raw.map(|raw| value::<(usize, usize)>(line, raw, CELL)).transpose()
    };
    let (start, end) = (cell(fields.start)?, cell(fields.end)?);
    let blocked: Vec<(usize, usize)> = match fields.blocked {
        Some(raw) => value(line, raw, "a list of cells, for example [[3,4],[3,5]]")?,
        None => Vec::new(),
    };
    let blame = Blame {
        size: fields.n.or(fields.width),
        start: fields.start,
        end: fields.end,
        blocked: fields.blocked,
    };
    Ok((Board::new(width, height, start, end, &blocked), blame))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::letters;

    fn items(text: &str) -> Vec<Item> {
        read(text.as_bytes(), None).collect()
    }

    #[test]
    fn reads_every_form_of_the_contract() {
        let items = items(concat!(
            "\u{feff}{\"name\":\"a\",\"n\":3,\"path\":\"RRDD\",\"other\":[1,{}]}\r\n",
            "\n",
            "{\"width\":4,\"height\":3,\"path\":\"\",\"start\":[2,1],\"end\":[1,3],",
            "\"blocked\":[[4,3]],\"n\":null}\n",
            "{\"name\":\"c\",\"n\":3,\"path\":\"\\u0052R\"}",
        ));
        let names: Vec<_> = items.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["a", "line 3", "c"]);
        let positions: Vec<_> =
            items.iter().map(|item| &item.input.as_ref().unwrap().position).collect();
        assert_eq!(letters(positions[0].path()), "RRDD");
        assert_eq!(positions[1].board().start().to_string(), "(2,1)");
        assert_eq!(positions[1].free_count(), 10);
        assert_eq!(letters(positions[2].path()), "RR");
    }

    #[test]
    fn what_is_allowed_at_the_live_end_is_letters_or_a_list_of_them() {
        for (allowed, expected) in [
            (r#""rD""#, Some(&[Move::Right, Move::Down][..])),
            (r#"["R","D"]"#, Some(&[Move::Right, Move::Down])),
            (r#""""#, Some(&[])),
            (r#""-""#, Some(&[])),
            ("[]", Some(&[])),
            ("null", None),
        ] {
            let line = format!("\n{{\"n\":5,\"path\":\"RRD\",\"allowed\":{allowed}}}");
            let input = items(&line).remove(0).input.unwrap();
            assert_eq!(input.line, 2);
            assert_eq!(input.options.as_ref().and_then(|known| known.after(3)), expected);
        }
    }

    #[test]
    fn a_bad_line_keeps_its_name_and_does_not_stop_the_next() {
        let items = items(concat!(
            "{\"name\":\"bad\",\"n\":3,\"path\":\"RRR\"}\n",
            "{\"name\":\n",
            "{\"name\":\"good\",\"n\":3,\"path\":\"RR\"}\n",
        ));
        assert_eq!(items[0].name, "bad");
        let place = items[0].input.as_ref().unwrap_err().place.clone().unwrap();
        assert_eq!((place.line, place.column), (1, 31));
        assert_eq!(items[1].name, "line 2");
        assert_eq!(items[1].input.as_ref().unwrap_err().kind, "bad-json");
        assert!(items[2].input.is_ok());
    }

    #[test]
    fn points_at_the_value_that_is_wrong() {
        for (line, kind, column) in [
            (r#"{"n":3,"path":"RxR"}"#, "bad-move", 17),
            (r#"{"n":3,"path":7}"#, "bad-field", 15),
            (r#"{"n":-3,"path":""}"#, "bad-field", 6),
            (r#"{"n":3.5,"path":""}"#, "bad-field", 6),
            (r#"{"n":0,"path":""}"#, "board-empty", 6),
            (r#"{"n":3,"width":3,"path":""}"#, "bad-field", 6),
            (r#"{"width":3,"path":""}"#, "missing-field", 1),
            (r#"{"path":""}"#, "missing-field", 1),
            (r#"{"n":3}"#, "missing-field", 1),
            (r#"{"n":3,"path":"","start":[1]}"#, "bad-field", 26),
            (r#"{"n":3,"path":"","start":[4,1]}"#, "cell-outside", 26),
            (r#"{"n":3,"path":"","blocked":[[1,1]]}"#, "cell-blocked", 28),
            (r#"{"n":3,"path":"","end":[1,1]}"#, "start-is-end", 24),
            (r#"{"n":3,"path":"\u0055"}"#, "path-leaves-board", 15),
            (r#"{"n":3,"path":"","n":3}"#, "bad-json", 20),
            (r#"{"n":3,"path":"","allowed":7}"#, "bad-field", 28),
            (r#"{"n":3,"path":"","allowed":"RR"}"#, "bad-field", 28),
            (r#"{"n":3,"path":"","allowed":["right"]}"#, "bad-field", 28),
            (r#"["a",3]"#, "bad-json", 1),
            (r#"{"n":3,"path":"R""#, "bad-json", 17),
        ] {
            let items = items(line);
            let error = items[0].input.as_ref().unwrap_err();
            assert_eq!(
                (error.kind.word(), error.place.as_ref().unwrap().column),
                (kind, column),
                "{line}"
            );
        }
    }

    #[test]
    fn a_line_that_is_not_utf_8_is_an_error_of_that_line_only() {
        let bytes: &[u8] = b"{\"name\":\"\xff\"}\n{\"n\":3,\"path\":\"\"}\n";
        let items: Vec<_> = read(bytes, None).collect();
        assert_eq!(items[0].input.as_ref().unwrap_err().kind, "not-utf-8");
        assert!(items[1].input.is_ok());
    }
}
