//! Answers: the moves that a program allows, from a line of text.

use deadmove_core::board::Move;
use deadmove_rules::moves::Moves;

/// The most bytes of an answer that are kept for reports.
const SHOWN: usize = 200;

/// The longest line that is read as an answer, in bytes; a program that writes more without a line
/// break is not answering.
pub const LONGEST: usize = 4096;

/// What a program says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The moves it allows, all of them legal.
    Allowed(Moves),
    /// It cannot say, and perhaps why.
    CannotSay(String),
}

/// Why a line is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// It is not a set of moves: other letters, a letter twice, nothing at all.
    #[error("`{0}` is no answer")]
    NotMoves(String),
    /// A move in it leads onto no free cell.
    #[error("`{said}` has {direction}, which leads onto no free cell")]
    Illegal {
        /// The line.
        said: String,
        /// The first such move.
        direction: Move,
    },
}

/// Reads an answer about a position with these legal moves: letters of U D L R in either case, each
/// at most once, `-` for no move, or `? TEXT`. Blanks at both ends do not count.
///
/// # Errors
/// If it is anything else, or names a move that is not legal.
pub fn parse(line: &[u8], legal: Moves) -> Result<Answer, AnswerError> {
    let line = line.trim_ascii();
    if let [b'?', text @ ..] = line {
        return Ok(Answer::CannotSay(shown(text)));
    }
    let mut allowed = Moves::NONE;
    if line != b"-" {
        for &letter in line {
            match Move::from_letter(char::from(letter)) {
                Some(direction) if !allowed.contains(direction) => {
                    allowed = allowed.or(Moves::only(direction));
                }
                _ => return Err(AnswerError::NotMoves(shown(line))),
            }
        }
        if line.is_empty() {
            return Err(AnswerError::NotMoves(String::new()));
        }
    }
    match allowed.without(legal).iter().next() {
        Some(direction) => Err(AnswerError::Illegal { said: shown(line), direction }),
        None => Ok(Answer::Allowed(allowed)),
    }
}

/// The beginning of a line of a program, for reports, with control characters escaped.
pub(crate) fn shown(line: &[u8]) -> String {
    let line = line.trim_ascii();
    let text: String = String::from_utf8_lossy(&line[..line.len().min(SHOWN)])
        .chars()
        .flat_map(|letter| match letter.is_control() {
            true => letter.escape_default().collect::<Vec<_>>(),
            false => vec![letter],
        })
        .collect();
    if line.len() > SHOWN { format!("{text}…") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LEGAL: Moves = Moves::only(Move::Up).or(Moves::only(Move::Right));

    #[test]
    fn letters_a_dash_and_a_question_mark_are_answers() {
        let both = Answer::Allowed(LEGAL);
        for (line, answer) in [
            (&b"UR"[..], both.clone()),
            (b" ru \r", both),
            (b"R", Answer::Allowed(Moves::only(Move::Right))),
            (b"-", Answer::Allowed(Moves::NONE)),
            (b"? only odd boards", Answer::CannotSay("only odd boards".to_owned())),
            (b"?", Answer::CannotSay(String::new())),
        ] {
            assert_eq!(parse(line, LEGAL), Ok(answer));
        }
    }

    #[test]
    fn everything_else_is_an_error_that_shows_the_line() {
        let not_moves = |said: &str| AnswerError::NotMoves(said.to_owned());
        assert_eq!(parse(b"", LEGAL), Err(not_moves("")));
        assert_eq!(parse(b"UU", LEGAL), Err(not_moves("UU")));
        assert_eq!(parse(b"U R", LEGAL), Err(not_moves("U R")));
        assert_eq!(parse(b"Traceback", LEGAL), Err(not_moves("Traceback")));
        assert_eq!(parse(b"\x00\xff", LEGAL), Err(not_moves("\\u{0}\u{fffd}")));
        let illegal = AnswerError::Illegal { said: "UL".to_owned(), direction: Move::Left };
        assert_eq!(parse(b"UL", LEGAL), Err(illegal));
    }

    proptest! {
        #[test]
        fn no_line_allows_a_move_that_is_not_legal(
            line in prop::collection::vec(prop_oneof![Just(b'U'), Just(b'L'), any::<u8>()], 0..20),
            legal in 0u8..16,
        ) {
            let legal = Moves::from_bits(legal);
            if let Ok(Answer::Allowed(moves)) = parse(&line, legal) {
                prop_assert!(moves.without(legal).is_empty());
            }
        }
    }
}
