//! Pictures: rows of cell characters around the live end.

use std::collections::BTreeMap;

use crate::geometry::Offset;
use crate::model::{CellTest, Pattern};
use crate::words::letter;
use deadmove_core::error::{ErrorKind, InputError};

/// The characters of single-cell conditions.
pub const TESTS: [(char, CellTest); 6] = [
    ('.', CellTest::Free),
    ('!', CellTest::FreeNotEnd),
    ('#', CellTest::Wall),
    ('+', CellTest::Drawn),
    ('=', CellTest::Outside),
    ('@', CellTest::OnBoard),
];

const CHARACTERS: &str = "L (live end), . (free), ! (free, not the end), # (wall), + (drawn), \
    = (outside), @ (on the board), a to z (segments), 1 to 9 (forced lines), ? (not tested) \
    or X (forbidden)";

/// No picture needs to be larger; positions are kept in 16 bits.
pub const LARGEST: usize = 200;

/// A character of a picture and its position in the file.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub character: char,
    pub line: usize,
    pub column: usize,
}

/// A picture: every character but the live end's own, by cell.
#[derive(Debug)]
pub struct TextPicture {
    pub marks: BTreeMap<Offset, Mark>,
}

/// Reads the rows of the picture that begins in line `line`; rows are (line number, text).
pub fn parse(whole: &str, line: usize, rows: &[(usize, &str)]) -> Result<TextPicture, InputError> {
    let heading = |kind, message: &str| {
        let text = whole.lines().nth(line - 1).unwrap_or("").trim_end();
        InputError::new(kind, message).at(whole, line, 1, text.chars().count())
    };
    if rows.is_empty() {
        return Err(heading(ErrorKind::EmptyPicture, "the picture has no rows")
            .expected("indented rows of characters, with blanks between them"));
    }
    let mut width = None;
    let mut live_end: Option<(usize, usize)> = None;
    let mut cells: Vec<(usize, usize, Mark)> = Vec::new();
    for (down, &(number, text)) in rows.iter().enumerate() {
        let row = characters(whole, number, text)?;
        if *width.get_or_insert(row.len()) != row.len() {
            return Err(InputError::new(
                ErrorKind::RaggedPicture,
                format!(
                    "this row has {} cells, the first row has {}",
                    row.len(),
                    width.unwrap_or(0)
                ),
            )
            .expected("rows of equal length; write ? for a cell that is not tested")
            .at(whole, number, row[0].column, text.trim().chars().count()));
        }
        if row.len() > LARGEST || down >= LARGEST {
            return Err(heading(ErrorKind::PictureTooLarge, "the picture is too large")
                .expected(format!("at most {LARGEST} rows and columns")));
        }
        for (right, mark) in row.into_iter().enumerate() {
            let at = |kind, message: &str| {
                InputError::new(kind, message).at(whole, number, mark.column, 1)
            };
            match mark.character {
                'L' if live_end.is_some() => {
                    return Err(at(ErrorKind::TwoLiveEnds, "this is a second live end")
                        .expected("exactly one L in a picture"));
                }
                'L' => live_end = Some((right, down)),
                c if known(c) => cells.push((right, down, mark)),
                c => {
                    return Err(at(
                        ErrorKind::UnknownCharacter,
                        &format!("'{c}' has no meaning in a picture"),
                    )
                    .expected(CHARACTERS));
                }
            }
        }
    }
    let Some((column, row)) = live_end else {
        return Err(heading(ErrorKind::NoLiveEnd, "the picture has no live end")
            .expected("exactly one L in a picture"));
    };
    let offset = |right: usize, down: usize| {
        Offset::new(right as i16 - column as i16, down as i16 - row as i16)
    };
    let marks = cells.into_iter().map(|(right, down, mark)| (offset(right, down), mark)).collect();
    Ok(TextPicture { marks })
}

fn known(c: char) -> bool {
    c == '?'
        || c == 'X'
        || c.is_ascii_lowercase()
        || ('1'..='9').contains(&c)
        || TESTS.iter().any(|(character, _)| *character == c)
}

/// The characters of a row; blanks separate them.
fn characters(whole: &str, line: usize, text: &str) -> Result<Vec<Mark>, InputError> {
    let mut row = Vec::new();
    let mut previous_blank = true;
    for (i, character) in text.chars().enumerate() {
        let column = i + 1;
        if character.is_whitespace() {
            previous_blank = true;
        } else if previous_blank {
            previous_blank = false;
            row.push(Mark { character, line, column });
        } else {
            let length = text.chars().skip(i - 1).take_while(|c| !c.is_whitespace()).count();
            return Err(InputError::new(
                ErrorKind::CrowdedPicture,
                "there is no blank between these cells",
            )
            .expected("one character for each cell, with blanks between them")
            .at(whole, line, column - 1, length));
        }
    }
    Ok(row)
}

/// The character the writer shows for each cell of a pattern, and which segments must be written in
/// words because one of their cells shows another character.
pub fn draw(pattern: &Pattern) -> (BTreeMap<Offset, char>, Vec<bool>) {
    let Pattern { cells, segments: _, forced_lines: _ } = pattern;
    let mut marks = BTreeMap::new();
    for (&cell, &test) in cells {
        let mark = TESTS.iter().find(|(_, t)| *t == test).map_or('?', |(c, _)| *c);
        marks.insert(cell, mark);
    }
    for (number, pair) in pattern.forced_lines.iter().enumerate() {
        for &cell in pair {
            marks.insert(cell, char::from(b'1' + (number % 9) as u8));
        }
    }
    let mut in_words = Vec::new();
    for (number, segment) in pattern.segments.iter().enumerate() {
        let shared = segment.cells.iter().any(|cell| marks.contains_key(cell));
        for &cell in &segment.cells {
            if shared {
                marks.entry(cell).or_insert('.');
            } else {
                marks.insert(cell, letter(number));
            }
        }
        in_words.push(shared);
    }
    (marks, in_words)
}
