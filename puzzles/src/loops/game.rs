//! Games as text.
//!
//! ```text
//! # anything after a hash is a comment
//! size 4
//! first yellow
//! moves 1,1 2,2 3,1
//!       4,2
//! expect unfinished
//! ```
//!
//! `first` is yellow if it is not given. `expect` is optional: `finished`, followed by any of
//! `yellow N`, `purple N` and `curves N`; `unfinished`; or `illegal N`, the number of the move from
//! 1.

use clap::ValueEnum as _;
use deadmove_core::error::{ErrorKind, InputError};

use crate::loops::board::{Colour, MOST_SIZE, Square};

/// A written game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Squares a side.
    pub size: usize,
    /// Who begins.
    pub first: Colour,
    /// The moves, which may be illegal.
    pub moves: Vec<Square>,
    /// The expected outcome.
    pub expect: Option<Expect>,
}

/// The expected outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// All squares are filled, with these points and this number of curves, if given.
    Finished {
        /// Of yellow.
        yellow: Option<usize>,
        /// Of purple.
        purple: Option<usize>,
        /// Closed curves.
        curves: Option<usize>,
    },
    /// All moves are legal, and the game is not over.
    Unfinished,
    /// This move, from 1, is the first that is not legal.
    Illegal(usize),
}

/// A word and its place in the whole text.
#[derive(Clone, Copy)]
struct TextWord<'t> {
    whole: &'t str,
    text: &'t str,
    line: usize,
    column: usize,
}

impl TextWord<'_> {
    fn error(&self, kind: ErrorKind, message: String, expected: &str) -> InputError {
        let length = self.text.chars().count();
        let error = InputError::new(kind, message).expected(expected);
        error.at(self.whole, self.line, self.column, length)
    }

    fn number(&self) -> Result<usize, InputError> {
        self.text.parse().map_err(|_| {
            self.error(
                ErrorKind::NumberUnreadable,
                format!("{:?} is no number", self.text),
                "a number",
            )
        })
    }

    fn square(&self) -> Result<Square, InputError> {
        self.text.parse().map_err(|_| {
            let message = format!("{:?} is no square", self.text);
            self.error(ErrorKind::SquareUnreadable, message, "column,row from 1, for example 2,3")
        })
    }

    fn size(&self) -> Result<usize, InputError> {
        let size = self.number()?;
        if (2..=MOST_SIZE).contains(&size) {
            return Ok(size);
        }
        let message = format!("a board of {size} squares a side");
        Err(self.error(ErrorKind::SizeUnfit, message, &format!("2 to {MOST_SIZE}")))
    }

    fn player(&self) -> Result<Colour, InputError> {
        Colour::from_str(self.text, false).map_err(|_| {
            let message = format!("{:?} is no player", self.text);
            self.error(ErrorKind::PlayerUnknown, message, "yellow or purple")
        })
    }
}

const EXPECT: &str =
    "finished, with yellow N purple N curves N or some of them; unfinished; illegal N";

/// Reads a game.
///
/// # Errors
/// If a line is none of a game file, or the game has no size.
pub fn read(text: &str) -> Result<Game, InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines: Vec<(TextWord, Vec<TextWord>)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let words = words(text, line, number + 1);
        let Some((&key, values)) = words.split_first() else { continue };
        let same = |name: &str| lines.iter().position(|(key, _)| key.text == name);
        // Moves may go on in lines that begin with a blank.
        if let (true, Some(at)) = (line.starts_with([' ', '\t']), same("moves")) {
            lines[at].1.extend(words);
            continue;
        }
        if !["size", "first", "moves", "expect"].contains(&key.text) {
            let message = format!("{:?} says nothing", key.text);
            return Err(key.error(ErrorKind::WordUnknown, message, "size, first, moves or expect"));
        }
        if same(key.text).is_some() {
            let message = format!("{} is given twice", key.text);
            return Err(key.error(ErrorKind::LineTwice, message, "it once"));
        }
        lines.push((key, values.to_vec()));
    }
    let missing = |what: &str| {
        InputError::new(ErrorKind::LineMissing, format!("the game has no {what}"))
            .expected("size N and moves COLUMN,ROW …")
    };
    let (mut size, mut first, mut moves, mut expect) = (None, Colour::Yellow, None, None);
    for (key, values) in &lines {
        match (key.text, &values[..]) {
            ("moves", _) => {
                moves = Some(values.iter().map(TextWord::square).collect::<Result<_, _>>()?);
            }
            ("expect", _) => expect = Some(expectation(key, values)?),
            ("size", [value]) => size = Some(value.size()?),
            ("first", [value]) => first = value.player()?,
            _ => {
                let message = format!("{} has {} values", key.text, values.len());
                return Err(key.error(ErrorKind::ValueMissing, message, "one"));
            }
        }
    }
    let size = size.ok_or_else(|| missing("size"))?;
    Ok(Game { size, first, moves: moves.ok_or_else(|| missing("moves"))?, expect })
}

fn words<'t>(whole: &'t str, content: &'t str, line: usize) -> Vec<TextWord<'t>> {
    let content = content.split('#').next().unwrap_or("");
    let mut words = Vec::new();
    let mut column = 1;
    for piece in content.split_inclusive(char::is_whitespace) {
        let text = piece.trim_end();
        if !text.is_empty() {
            words.push(TextWord { whole, text, line, column });
        }
        column += piece.chars().count();
    }
    words
}

fn expectation(key: &TextWord, words: &[TextWord]) -> Result<Expect, InputError> {
    let wrong = |word: &TextWord| {
        word.error(
            ErrorKind::ExpectationUnreadable,
            format!("{:?} is no outcome", word.text),
            EXPECT,
        )
    };
    let (first, rest) = words.split_first().ok_or_else(|| wrong(key))?;
    match (first.text, rest) {
        ("unfinished", []) => Ok(Expect::Unfinished),
        ("illegal", [number]) => Ok(Expect::Illegal(number.number()?)),
        ("finished", _) => {
            let (mut yellow, mut purple, mut curves) = (None, None, None);
            for pair in rest.chunks(2) {
                let slot = match pair[0].text {
                    "yellow" => &mut yellow,
                    "purple" => &mut purple,
                    "curves" => &mut curves,
                    _ => return Err(wrong(&pair[0])),
                };
                let number = pair.get(1).ok_or_else(|| wrong(&pair[0]))?.number()?;
                if slot.replace(number).is_some() {
                    return Err(wrong(&pair[0]));
                }
            }
            Ok(Expect::Finished { yellow, purple, curves })
        }
        _ => Err(wrong(first)),
    }
}
