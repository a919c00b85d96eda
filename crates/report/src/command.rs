//! Commands that show a result again, for the reader to copy into a shell.

use deadmove_core::board::{Cell, Move, letters};
use deadmove_core::position::Position;
use deadmove_core::unseen::{escaped, is_unseen};

/// Words for a shell: as they are where sh, PowerShell and cmd.exe all take them so, else in double
/// quotes. A word that means something to one of them even in these is quoted for sh. Invisible
/// characters are escaped as bash and zsh read them; NUL, which no argument can have, is left out.
pub fn words<S: AsRef<str>>(words: &[S]) -> String {
    let word = |word: &S| {
        let plain = word.as_ref().replace('\0', "");
        if plain.contains(is_unseen) {
            let quoted = plain.replace('\\', "\\\\").replace('\'', "\\'");
            return format!("$'{}'", escaped(&quoted));
        }
        let harmless = |letter: char| letter.is_alphanumeric() || "-_./,=:+".contains(letter);
        // A `#` in a word begins no comment.
        let begins = plain.starts_with(harmless);
        if begins && plain.chars().all(|letter| harmless(letter) || letter == '#') {
            return plain;
        }
        // PowerShell takes round quotes for straight ones.
        let special = |letter| "\"$`!%“”„".contains(letter);
        if plain.contains(special) || plain.ends_with('\\') || plain.contains(r"\\") {
            return shlex::try_quote(&plain).expect("there is no NUL").into_owned();
        }
        format!("\"{plain}\"")
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Shows a position with those of some rules that match it. `rules` are words of a command line.
pub fn explain((width, height): (u16, u16), path: &[Move], rules: &str) -> String {
    let command = format!("deadmove explain {rules} --board {width}x{height}");
    if path.is_empty() { command } else { format!("{command} --path {}", letters(path)) }
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
    fn words_have_no_quotes_or_double_ones_where_every_shell_takes_them_so() {
        for plain in ["rules/a.rule", "5,7", "found/a.rule#a-1", "--path=RD", "Größe", "C:/x"] {
            assert_eq!(words(&[plain]), plain);
        }
        for quoted in ["my rules", "it's", "", "#a", "~", "a;b", "<x>", "a&b", "@a", r"C:\x"] {
            assert_eq!(words(&[quoted]), format!("\"{quoted}\""));
        }
    }

    #[test]
    fn words_that_some_shell_would_change_are_quoted_for_sh() {
        for word in ["$HOME", "100%", "oh!", "`a`", "a\"b", r"a\\b", r"C:\", "“a”"] {
            assert_ne!(words(&[word]), word);
            assert_eq!(shlex::split(&words(&[word])).unwrap(), [word]);
        }
        assert_eq!(words(&["red\u{1b}[31m\0"]), "$'red\\u001b[31m'");
        assert_eq!(words(&["it's\u{202e}\\"]), "$'it\\'s\\u202e\\\\'");
    }
}
