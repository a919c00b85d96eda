//! Boards and cells in text: `9x9` and `3,4`, and board errors worded for the person who typed
//! them.

use std::ops::Range;

use super::span::fault;
use crate::board::{Board, BoardError, MAX_CELLS};
use crate::error::{ErrorKind, InputError};

const BOARD_EXPECTED: &str = "width x height, for example 9x9";
const CELL_EXPECTED: &str = "column,row, both counted from 1, for example 3,4";

/// Reads a board size such as `9x9` (`X` and `×` count too): an open board from the upper-left to
/// the lower-right corner.
///
/// # Errors
/// If the text is no size, or the size of no board.
pub fn parse_board(text: &str) -> Result<Board, InputError> {
    let (width, height) = parse_size(text, super::span::trim(text, 0..text.len()))?;
    Board::corner_to_corner(width, height)
        .map_err(|error| board_fault(&error, text, super::span::trim(text, 0..text.len())))
}

/// Reads a cell such as `3,4`: column and row, counted from 1. Brackets are allowed, because
/// messages print cells as `(3,4)`. Whether the cell is on a board is for the board to say.
///
/// # Errors
/// If the text is not two numbers with a comma.
pub fn parse_cell(text: &str) -> Result<(usize, usize), InputError> {
    cell_at(text, super::span::trim(text, 0..text.len()))
}

pub(super) fn parse_size(text: &str, range: Range<usize>) -> Result<(usize, usize), InputError> {
    let found = &text[range.clone()];
    let wrong = || {
        fault(ErrorKind::BadBoard, format!("`{found}` is no board size"), text, range.clone())
            .expected(BOARD_EXPECTED)
    };
    let (width, height) = found.split_once(['x', 'X', '×']).ok_or_else(wrong)?;
    let digits = |side: &str| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit());
    if !digits(width) || !digits(height) {
        return Err(wrong());
    }
    match (width.parse(), height.parse()) {
        (Ok(width), Ok(height)) => Ok((width, height)),
        _ => Err(fault(
            ErrorKind::BoardTooLarge,
            format!("a board of {found} is too large"),
            text,
            range,
        )
        .expected(format!("a board of at most {MAX_CELLS} cells"))),
    }
}

pub(super) fn cell_at(text: &str, range: Range<usize>) -> Result<(usize, usize), InputError> {
    let found = &text[range.clone()];
    let bare = found.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(found);
    bare.split_once(',').and_then(|(column, row)| Some((number(column)?, number(row)?))).ok_or_else(
        || {
            fault(ErrorKind::BadCell, format!("`{found}` is no cell"), text, range)
                .expected(CELL_EXPECTED)
        },
    )
}

/// A number of digits alone; `usize::from_str` would take a sign.
pub(super) fn number(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

impl From<BoardError> for InputError {
    fn from(error: BoardError) -> InputError {
        let (kind, expected) = match &error {
            BoardError::Empty { .. } => {
                (ErrorKind::BoardEmpty, "at least one column and one row".to_owned())
            }
            BoardError::TooLarge { .. } => {
                (ErrorKind::BoardTooLarge, format!("a board of at most {MAX_CELLS} cells"))
            }
            BoardError::Outside { width, height, .. } => {
                (ErrorKind::CellOutside, format!("a cell from 1,1 to {width},{height}"))
            }
            BoardError::Blocked { what, .. } => {
                (ErrorKind::CellBlocked, format!("the {what} to be a cell that is not blocked"))
            }
            BoardError::StartIsEnd { .. } => (
                ErrorKind::StartIsEnd,
                "two different cells, unless the board has one cell".to_owned(),
            ),
        };
        InputError::new(kind, error.to_string()).expected(expected)
    }
}

/// The board error, pointing at `range` of `text`.
pub(super) fn board_fault(error: &BoardError, text: &str, range: Range<usize>) -> InputError {
    let plain = InputError::from(error.clone());
    let placed = fault(plain.kind, plain.message, text, range);
    InputError { expected: plain.expected, ..placed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_board_sizes_with_any_cross() {
        for text in ["9x7", "9X7", "9×7", " 9x7 "] {
            let board = parse_board(text).unwrap();
            assert_eq!((board.width(), board.height()), (9, 7), "{text}");
        }
    }

    #[test]
    fn refuses_sizes_that_are_no_board() {
        for (text, kind) in [
            ("", "bad-board"),
            ("9", "bad-board"),
            ("x9", "bad-board"),
            ("9x", "bad-board"),
            ("-9x9", "bad-board"),
            ("+9x9", "bad-board"),
            ("9x9x9", "bad-board"),
            ("0x5", "board-empty"),
            ("5000x5000", "board-too-large"),
            ("99999999999999999999999x1", "board-too-large"),
        ] {
            assert_eq!(parse_board(text).unwrap_err().kind, kind, "{text}");
        }
    }

    #[test]
    fn reads_cells_with_and_without_brackets() {
        assert_eq!(parse_cell("3,4").unwrap(), (3, 4));
        assert_eq!(parse_cell(" (12,1) ").unwrap(), (12, 1));
        for text in ["", "3", "3,", ",4", "3,4,5", "(3,4", "a,b", "-1,2"] {
            assert_eq!(parse_cell(text).unwrap_err().kind, "bad-cell", "{text}");
        }
    }
}
