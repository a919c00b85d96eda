//! Moves, and sequences of them as text.

use deadmove_core::error::InputError;

/// A step to a neighbouring field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MazeMove {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
}

/// All moves; a move's place here is its number.
pub const MOVES: [MazeMove; 4] = [MazeMove::Up, MazeMove::Down, MazeMove::Left, MazeMove::Right];

impl MazeMove {
    /// Its letter: `u`, `d`, `l` or `r`.
    pub(crate) fn letter(self) -> char {
        match self {
            MazeMove::Up => 'u',
            MazeMove::Down => 'd',
            MazeMove::Left => 'l',
            MazeMove::Right => 'r',
        }
    }
}

/// Reads a sequence: the letters u, d, l, r of either case; blanks and line ends are skipped.
///
/// # Errors
/// If another character occurs.
pub fn parse_sequence(text: &str) -> Result<Vec<MazeMove>, InputError> {
    let mut moves = Vec::new();
    for (line, signs) in text.lines().enumerate() {
        for (column, found) in signs.chars().enumerate() {
            let letter = found.to_ascii_lowercase();
            match MOVES.into_iter().find(|step| step.letter() == letter) {
                Some(step) => moves.push(step),
                None if found.is_whitespace() => {}
                None => {
                    let found = found.escape_default();
                    let message = format!("`{found}` is no move; moves are u, d, l and r");
                    let error = InputError::new("bad-move", message);
                    return Err(error.at(text, line + 1, column + 1, 1));
                }
            }
        }
    }
    Ok(moves)
}

/// The letters of a sequence.
pub fn letters(moves: &[MazeMove]) -> String {
    moves.iter().map(|m| m.letter()).collect()
}
