//! Sequences of moves as text. Their letters are small ones here.

use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};

/// Reads a sequence: the letters u, d, l, r of either case; blanks and line ends are skipped.
///
/// # Errors
/// If another character occurs.
pub fn parse_sequence(text: &str) -> Result<Vec<Move>, InputError> {
    let mut moves = Vec::new();
    for (line, signs) in text.lines().enumerate() {
        for (column, found) in signs.chars().enumerate() {
            match Move::from_letter(found) {
                Some(step) => moves.push(step),
                None if found.is_whitespace() => {}
                None => {
                    let found = found.escape_default();
                    let message = format!("`{found}` is no move; moves are u, d, l and r");
                    let error = InputError::new(ErrorKind::BadMove, message);
                    return Err(error.at(text, line + 1, column + 1, 1));
                }
            }
        }
    }
    Ok(moves)
}

/// The letters of a sequence.
pub fn letters(moves: &[Move]) -> String {
    deadmove_core::board::letters(moves).to_lowercase()
}
