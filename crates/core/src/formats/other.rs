//! Files that are in none of the formats of their own, but that people try: a drawn board, which is
//! not read, and moves alone, which need a board from elsewhere.

use super::span::{fault, trim};
use crate::board::Move;
use crate::error::{ErrorKind, InputError};

/// What people draw boards with, beside the blanks between the cells.
const DRAWN: &str = ".#_@*o+012SEXsex";

/// Whether a text is a drawing of a board: rows of such marks only.
pub(super) fn is_drawing(text: &str) -> bool {
    let rows = rows(text);
    let marks = |row: &String| row.chars().all(|mark| DRAWN.contains(mark));
    rows.len() > 1
        && rows.iter().all(marks)
        && rows.iter().any(|row| row.contains(['.', '#', '_', '0', '1']))
}

/// The rows of a drawing, without blanks.
fn rows(text: &str) -> Vec<String> {
    let rows = text.lines().map(|row| row.split_whitespace().collect::<String>());
    rows.filter(|row| !row.is_empty()).collect()
}

/// The fault of a drawing, with the lines that say the same.
pub(super) fn drawing(text: &str) -> InputError {
    let rows = rows(text);
    let (width, height) = (rows.iter().map(String::len).max().unwrap_or(0), rows.len());
    let place = trim(text, 0..text.len());
    let first = text[place.clone()].lines().next().map_or(0, str::len);
    let message = format!("this is a drawing of {width}×{height} cells; drawings are not read");
    fault(ErrorKind::UnknownFormat, message, text, place.start..place.start + first).expected(
        format!(
            "a case file: `board {width}x{height}`, `blocked 2,1 …` for its walls, `path RRD…`"
        ),
    )
}

/// Whether a text consists of the letters of moves.
pub(super) fn is_moves(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || Move::from_letter(letter).is_some())
}

/// The fault of moves without a board.
pub(super) fn moves_alone(text: &str) -> InputError {
    let place = trim(text, 0..text.len());
    fault(ErrorKind::SizeMissing, "the file has moves and no board", text, place.start..place.start)
        .expected("the board beside the file, for example --board 9x9, or a line `board 9x9`")
}
