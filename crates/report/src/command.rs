//! Commands that show a result again, for the reader to copy into a shell.

use deadmove_core::board::{Cell, Move, letters};
use deadmove_core::position::Position;
use deadmove_core::unseen::{escaped, is_unseen};

/// Words for a shell, quoted where necessary. Characters that nobody sees are escaped in the way of
/// bash and zsh; NUL, which cannot be part of an argument, is left out.
pub fn words<S: AsRef<str>>(words: &[S]) -> String {
    let word = |word: &S| {
        let plain = word.as_ref().replace('\0', "");
        if plain.contains(is_unseen) {
            let quoted = plain.replace('\\', "\\\\").replace('\'', "\\'");
            return format!("$'{}'", escaped(&quoted));
        }
        // The quoting below also quotes lists such as 5,7, which no shell takes apart.
        let harmless = |letter: char| letter.is_ascii_alphanumeric() || "-_./,=:+".contains(letter);
        if !plain.is_empty() && plain.chars().all(harmless) {
            return plain;
        }
        shlex::try_quote(&plain).expect("there is no NUL").into_owned()
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Shows a position with those of some rules that match it. `rules` are words of a command line.
pub fn explain((width, height): (u16, u16), path: &[Move], rules: &str) -> String {
    format!("deadmove explain {rules} --board {width}x{height} --path '{}'", letters(path))
}

/// A position as the options `--board` and `--path`, with what its board has besides.
pub fn board_and_path(position: &Position) -> String {
    let board = position.board();
    let cell = |cell: Cell| format!("{},{}", cell.column, cell.row);
    let (width, height) = (board.width(), board.height());
    let mut text = format!("--board {width}x{height}");
    if (board.start().column, board.start().row) != (1, 1) {
        text += &format!(" --start {}", cell(board.start()));
    }
    if (board.end().column, board.end().row) != (width, height) {
        text += &format!(" --end {}", cell(board.end()));
    }
    for blocked in board.blocked_cells() {
        text += &format!(" --blocked {}", cell(blocked));
    }
    if !position.path().is_empty() {
        text += &format!(" --path {}", letters(position.path()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_where_a_shell_would_take_them_apart() {
        assert_eq!(
            words(&["rules/a.rule", "my rules", "it's"]),
            "rules/a.rule 'my rules' \"it's\""
        );
        assert_eq!(words(&["red\u{1b}[31m\0"]), "$'red\\u001b[31m'");
        assert_eq!(words(&["it's\u{202e}\\"]), "$'it\\'s\\u202e\\\\'");
    }
}
