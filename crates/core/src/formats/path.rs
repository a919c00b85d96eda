//! Paths in text: strings of U D L R, and the position they lead to.
//!
//! Every step remembers where it was written, so that a step that cannot be drawn is shown at its
//! own column.

use std::ops::Range;
use std::sync::Arc;

use super::span::{fault, trim};
use crate::board::{Board, Move};
use crate::error::{ErrorKind, InputError};
use crate::position::{Obstacle, Position};

/// A step and the bytes of the input that say it.
#[derive(Clone, Debug)]
pub(super) struct WrittenStep {
    pub direction: Move,
    pub range: Range<usize>,
}

/// Reads a path: the letters U, D, L, R in either case, with spaces and line breaks wherever they
/// help.
///
/// # Errors
/// At the first other character.
pub fn parse_path(text: &str) -> Result<Vec<Move>, InputError> {
    Ok(scan(text, 0..text.len())?.into_iter().map(|step| step.direction).collect())
}

/// Reads a path and draws it on `board`. A step that leaves the board, enters a blocked cell or
/// crosses the line is an error at the step's column.
///
/// # Errors
/// At the first other character, and at the first step that cannot be drawn.
pub fn parse_position(board: Arc<Board>, text: &str) -> Result<Position, InputError> {
    draw(board, &scan(text, 0..text.len())?, text)
}

/// The steps written in `range` of `text`.
pub(super) fn scan(text: &str, range: Range<usize>) -> Result<Vec<WrittenStep>, InputError> {
    let mut steps = Vec::with_capacity(range.len());
    for (offset, letter) in text[range.clone()].char_indices() {
        if letter.is_whitespace() {
            continue;
        }
        let start = range.start + offset;
        let range = start..start + letter.len_utf8();
        match Move::from_letter(letter) {
            Some(direction) => steps.push(WrittenStep { direction, range }),
            None => return Err(bad_letter(letter, text, range)),
        }
    }
    Ok(steps)
}

fn bad_letter(letter: char, text: &str, range: Range<usize>) -> InputError {
    fault(ErrorKind::BadMove, format!("`{}` is no move", letter.escape_debug()), text, range)
        .expected("U (up), D (down), L (left) or R (right)")
}

/// Draws `steps` on `board`; `text` is the input their ranges belong to.
pub(super) fn draw(
    board: Arc<Board>,
    steps: &[WrittenStep],
    text: &str,
) -> Result<Position, InputError> {
    let mut position = Position::start(board);
    for step in steps {
        if let Err(error) = position.play(step.direction) {
            let kind = match error.obstacle {
                Obstacle::Outside => ErrorKind::PathLeavesBoard,
                Obstacle::Blocked => ErrorKind::PathEntersBlocked,
                Obstacle::Drawn => ErrorKind::PathCrossesItself,
            };
            let mut message = error.to_string();
            if error.obstacle == Obstacle::Drawn {
                message.push_str(&crossing(&position, step.direction));
            }
            return Err(fault(kind, message, text, trim(text, step.range.clone()))
                .expected(legal_here(&position)));
        }
    }
    Ok(position)
}

/// Which cell the line would enter a second time, and when it was there.
fn crossing(position: &Position, direction: Move) -> String {
    let board = position.board();
    let line = position.line();
    match board.step(position.live_end(), direction) {
        Some(cell) => match line.iter().position(|&drawn| drawn == cell) {
            Some(0) => format!(" at {cell}, the start"),
            Some(step) => format!(" at {cell}, drawn by step {step}"),
            None => String::new(),
        },
        None => String::new(),
    }
}

/// The moves that could have stood there instead.
fn legal_here(position: &Position) -> String {
    let legal: Vec<String> = position.legal_moves().map(|m| m.to_string()).collect();
    match legal.as_slice() {
        [] => "the path to stop here: no free cell is left to go to".to_owned(),
        [one] => format!("{one}, the only move onto a free cell"),
        [rest @ .., last] => {
            format!("a move onto a free cell: {} or {last}", rest.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::letters;

    fn board(width: usize, height: usize) -> Arc<Board> {
        Arc::new(Board::corner_to_corner(width, height).unwrap())
    }

    #[test]
    fn reads_moves_and_ignores_spaces_and_line_breaks() {
        assert_eq!(letters(&parse_path(" RR DD\r\n\tLU ").unwrap()), "RRDDLU");
        assert!(parse_path("").unwrap().is_empty());
    }

    #[test]
    fn points_at_the_column_of_a_bad_letter_counted_in_characters() {
        let place = parse_path("RRé").unwrap_err().place.unwrap();
        assert_eq!((place.line, place.column), (1, 3));
        let place = parse_path("RR\nDDx").unwrap_err().place.unwrap();
        assert_eq!((place.line, place.column, place.text.as_str()), (2, 3, "DDx"));
    }

    #[test]
    fn moves_are_letters_of_either_case() {
        assert_eq!(parse_path("rRd").unwrap(), parse_path("RRD").unwrap());
    }

    #[test]
    fn points_at_the_step_that_cannot_be_drawn() {
        for (path, kind, column) in [
            ("RRR", "path-leaves-board", 3),
            ("RDLU", "path-crosses-itself", 4),
            ("RL", "path-crosses-itself", 2),
        ] {
            let error = parse_position(board(3, 3), path).unwrap_err();
            assert_eq!(error.kind, kind);
            assert_eq!(error.place.unwrap().column, column, "{path}");
        }
        let blocked = Board::new(3, 3, None, None, &[(2, 2)]).unwrap();
        let error = parse_position(Arc::new(blocked), "R D").unwrap_err();
        assert_eq!((error.kind.word(), error.place.unwrap().column), ("path-enters-blocked", 3));
    }
}
