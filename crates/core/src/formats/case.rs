//! Case files: a position and the verdict it must get, in a form to read and write by hand.
//!
//! ```text
//! # Why this position is interesting. A comment runs from # to the end of its line.
//! board    9x9            # width x height
//! start    1,1            # column,row; upper-left corner when left out
//! end      9,9            # lower-right corner when left out
//! blocked  3,4 3,5        # cells the line may not enter
//! path     RRRRRRRR DDDD  # U D L R; spaces help to count, indented lines continue
//!          LLLL
//! expect   dead           # live or dead
//! moves    U=dead R=dead  # single legal moves, any number of them
//! turning  9 D            # steps of the path still live, and the fatal move after them
//! reason   cut-off        # dead-end, cut-off, colour, deduction, loops or search
//! forbids  U              # moves that the rules under test must forbid here
//! allows   L R            # moves that they must not forbid
//! allowed  9 R D          # what the program that drew the path allowed after 9 steps
//! ```
//!
//! Keys start in the first column, in any order, each at most once; only `board` is needed. The
//! comment lines above the first key describe the case and are kept.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use super::board::{board_fault, cell_at, parse_size};
use super::expectation::{Demand, Expectation};
use super::path;
use super::recorded::{self, RecordedOptions};
use super::span::{fault, words};
use super::{case_demands, case_expect};
use crate::board::{Board, BoardError, Move, letters};
use crate::error::{ErrorKind, InputError};
use crate::position::Position;
use crate::unseen;

/// The keys of a case file, in the order they are written.
const KEYS: [&str; 12] = [
    "board", "start", "end", "blocked", "path", "expect", "moves", "turning", "reason", "forbids",
    "allows", "allowed",
];

/// What a case file says. Its name is the file's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The comment lines above the first key, without `#`, joined by line breaks.
    pub comment: String,
    /// The board and the path.
    pub position: Position,
    /// The verdict the position must get.
    pub expect: Option<Expectation>,
    /// What the rules under test must do here, in the order U D L R.
    pub demands: Vec<(Move, Demand)>,
    /// What the program that drew the path allowed.
    pub options: Option<RecordedOptions>,
}

impl Case {
    /// A case that says at most the verdict.
    pub fn new(comment: String, position: Position, expect: Option<Expectation>) -> Case {
        Case { comment, position, expect, demands: Vec::new(), options: None }
    }
}

/// A key's line and the indented lines below it, without comments.
pub(super) struct CaseField {
    key: &'static str,
    pub key_range: Range<usize>,
    pub lines: Vec<Range<usize>>,
}

/// The fields of a case file and the text they stand in.
pub(super) struct Fields<'a> {
    pub text: &'a str,
    fields: Vec<CaseField>,
}

impl Fields<'_> {
    pub fn get(&self, key: &str) -> Option<&CaseField> {
        self.fields.iter().find(|field| field.key == key)
    }

    pub fn words(&self, field: &CaseField) -> Vec<Range<usize>> {
        field.lines.iter().flat_map(|line| words(self.text, line.clone())).collect()
    }

    /// The only word of a field.
    pub fn word(&self, field: &CaseField, expected: &str) -> Result<Range<usize>, InputError> {
        match self.words(field).as_slice() {
            [word] => Ok(word.clone()),
            [] => {
                let message = format!("`{}` has no value", field.key);
                Err(fault(ErrorKind::CaseValue, message, self.text, field.key_range.clone())
                    .expected(expected))
            }
            [_, extra, ..] => {
                let message = format!("`{}` takes one value", field.key);
                Err(fault(ErrorKind::CaseValue, message, self.text, extra.clone())
                    .expected(expected))
            }
        }
    }
}

/// Reads a case file.
///
/// # Errors
/// At the first place that is not as the format wants it.
pub fn parse(text: &str) -> Result<Case, InputError> {
    unseen::refuse(text)?;
    let (comment, fields) = split(text)?;
    let Some(board) = fields.get("board") else {
        return Err(fault(ErrorKind::CaseNoBoard, "the case has no board", text, 0..0)
            .expected("a line such as `board 9x9`"));
    };
    let board = Arc::new(read_board(&fields, board)?);
    let mut steps = Vec::new();
    if let Some(field) = fields.get("path") {
        for line in &field.lines {
            steps.extend(path::scan(text, line.clone())?);
        }
    }
    let position = path::draw(board, &steps, text)?;
    let expect = case_expect::read(&fields, &position)?;
    let demands = case_demands::read(&fields, &position, expect.as_ref())?;
    let options = recorded::read(&fields, &position)?;
    Ok(Case { comment, position, expect, demands, options })
}

/// The text of a case file with an expectation added below the position, and nothing else changed.
/// The text has to be that of a case without one.
///
/// # Errors
/// If a line is none of a case file.
pub fn add_expectation(text: &str, expect: &Expectation) -> Result<String, InputError> {
    if let Some(rest) = text.strip_prefix('\u{feff}') {
        return Ok(format!("\u{feff}{}", add_expectation(rest, expect)?));
    }
    let (_, fields) = split(text)?;
    let position = ["board", "start", "end", "blocked", "path"];
    let place = position.into_iter().filter_map(|key| fields.get(key));
    let last = place.filter_map(|field| field.lines.last()).map(|line| line.end).max();
    let last = last.unwrap_or(text.len());
    // Values begin in the column of the board's, where that leaves room for the key.
    let width = fields.get("board").and_then(|field| {
        let value = fields.words(field).first()?.start;
        Some(value - field.key_range.start)
    });
    let width = width.unwrap_or_default();
    let end = text[last..].find('\n').map_or(text.len(), |newline| last + newline + 1);
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut whole = text[..end].to_owned();
    if !whole.ends_with('\n') {
        whole.push_str(newline);
    }
    for (key, value) in case_expect::write(expect).iter().filter(|(_, value)| !value.is_empty()) {
        let key = format!("{key} ");
        whole.push_str(&format!("{key:<width$}{value}{newline}"));
    }
    Ok(whole + &text[end..])
}

/// The line, counted from 1, of a key in the text of a case file.
pub fn line_of_key(text: &str, key: &str) -> Option<usize> {
    let word = |line: &str| line.split(|c: char| c == '#' || c.is_whitespace()).next() == Some(key);
    text.lines().position(word).map(|at| at + 1)
}

fn split(text: &str) -> Result<(String, Fields<'_>), InputError> {
    let mut comment = Vec::new();
    let mut fields: Vec<CaseField> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or("").trim_end();
        let range = start..start + content.len();
        start += line.len();
        if content.is_empty() {
            if let (true, Some(remark)) = (fields.is_empty(), line.trim_end().strip_prefix('#')) {
                comment.push(remark.strip_prefix(' ').unwrap_or(remark));
            }
        } else if content.starts_with(char::is_whitespace) {
            match fields.last_mut() {
                Some(field) => field.lines.push(range),
                None => {
                    let blank = content.chars().next().map_or(0, char::len_utf8);
                    let indent = range.start..range.start + blank;
                    return Err(fault(
                        ErrorKind::CaseIndent,
                        "an indented line continues a key, but no key stands above",
                        text,
                        indent,
                    )
                    .expected("a key in the first column, for example board"));
                }
            }
        } else {
            let word = content.split_whitespace().next().unwrap_or(content).len();
            let key_range = range.start..range.start + word;
            let key = known_key(text, key_range.clone())?;
            if fields.iter().any(|field| field.key == key) {
                let message = format!("`{key}` is given twice");
                return Err(fault(ErrorKind::CaseKeyTwice, message, text, key_range)
                    .expected("each key once; indented lines continue it"));
            }
            let mut field = CaseField { key, key_range: key_range.clone(), lines: Vec::new() };
            field.lines.push(key_range.end..range.end);
            fields.push(field);
        }
    }
    Ok((comment.join("\n"), Fields { text, fields }))
}

fn known_key(text: &str, range: Range<usize>) -> Result<&'static str, InputError> {
    let found = &text[range.clone()];
    KEYS.into_iter().find(|&key| key == found).ok_or_else(|| {
        fault(ErrorKind::CaseKey, format!("`{found}` is no key of a case file"), text, range)
            .expected(format!("one of {}", KEYS.join(", ")))
            .did_you_mean(found, KEYS)
    })
}

fn read_board(fields: &Fields<'_>, size: &CaseField) -> Result<Board, InputError> {
    let text = fields.text;
    let size = fields.word(size, "width x height, for example 9x9")?;
    let (width, height) = parse_size(text, size.clone())?;
    let corner = |key| -> Result<_, InputError> {
        let Some(field) = fields.get(key) else { return Ok(None) };
        let word = fields.word(field, "column,row, for example 3,4")?;
        Ok(Some((cell_at(text, word.clone())?, word)))
    };
    let start = corner("start")?;
    let end = corner("end")?;
    let mut blocked = Vec::new();
    if let Some(field) = fields.get("blocked") {
        for word in fields.words(field) {
            blocked.push((cell_at(text, word.clone())?, word));
        }
    }
    let cells: Vec<_> = blocked.iter().map(|(cell, _)| *cell).collect();
    Board::new(width, height, start.as_ref().map(|s| s.0), end.as_ref().map(|e| e.0), &cells)
        .map_err(|error| {
            let at_blocked = |wanted| {
                blocked.iter().find(|(cell, _)| *cell == wanted).map(|(_, word)| word.clone())
            };
            let word = match &error {
                BoardError::Outside { what: "start", .. } => start.map(|s| s.1),
                BoardError::Outside { what: "end", .. } => end.map(|e| e.1),
                BoardError::Outside { cell, .. } => at_blocked(*cell),
                BoardError::Blocked { cell, .. } => {
                    at_blocked((usize::from(cell.column), usize::from(cell.row)))
                }
                BoardError::StartIsEnd { .. } => end.or(start).map(|c| c.1),
                BoardError::Empty { .. } | BoardError::TooLarge { .. } => None,
            };
            board_fault(&error, text, word.unwrap_or(size))
        })
}

/// Writes a case file that [`parse`] reads back as the same case.
pub fn write(case: &Case) -> String {
    let mut text = String::new();
    // Not `lines`: that drops empty lines at the end.
    for line in case.comment.split('\n').filter(|_| !case.comment.is_empty()) {
        text.push_str(format!("# {line}").trim_end());
        text.push('\n');
    }
    let mut field = |key: &str, value: String| {
        if !value.is_empty() {
            writeln!(text, "{key:<8} {value}").expect("writing to a string succeeds");
        }
    };
    let board = case.position.board();
    let cell = |cell: crate::board::Cell| format!("{},{}", cell.column, cell.row);
    let corner = |at: crate::board::Cell, column, row| {
        if (at.column, at.row) == (column, row) { String::new() } else { cell(at) }
    };
    field("board", format!("{}x{}", board.width(), board.height()));
    field("start", corner(board.start(), 1, 1));
    field("end", corner(board.end(), board.width(), board.height()));
    let blocked: Vec<_> = board.blocked_cells().map(cell).collect();
    field("blocked", wrapped(&blocked, 10));
    let steps = letters(case.position.path());
    let tens: Vec<_> = (0..steps.len())
        .step_by(10)
        .map(|start| steps[start..steps.len().min(start + 10)].to_owned())
        .collect();
    field("path", wrapped(&tens, 5));
    if let Some(expect) = &case.expect {
        for (key, value) in case_expect::write(expect) {
            field(key, value);
        }
    }
    field("forbids", case_demands::write(&case.demands, Demand::Forbid));
    field("allows", case_demands::write(&case.demands, Demand::Allow));
    field("allowed", case.options.as_ref().map(recorded::write).unwrap_or_default());
    text
}

/// `words` with `per_line` of them on a line, continuation lines indented.
fn wrapped(words: &[String], per_line: usize) -> String {
    let lines: Vec<_> = words.chunks(per_line).map(|line| line.join(" ")).collect();
    lines.join("\n         ")
}
