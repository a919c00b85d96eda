//! Reads `segment` lines, and the list of forbidden moves.

use super::expr;
use super::tokens::{TokenKind, Tokens};
use crate::family::{Path, TestExpr};
use crate::geometry::word;
use crate::model::{Extent, Forbidden, SegmentError, Side};
use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};

/// A `segment` line.
#[derive(Debug)]
pub struct SegmentLine {
    pub letter: char,
    pub path: Option<Path>,
    pub side: Side,
    pub extent: Extent,
    pub tests: Vec<TestExpr>,
}

/// The letter of a segment.
pub fn letter(tokens: &mut Tokens) -> Result<char, InputError> {
    let mut characters = tokens.peek().map(|t| t.text.chars()).into_iter().flatten();
    match (characters.next(), characters.next()) {
        (Some(letter), None) if letter.is_ascii_lowercase() => {
            tokens.take();
            Ok(letter)
        }
        _ => Err(tokens.unexpected("the letter of a segment, a to z")),
    }
}

/// A segment by its letter, among those known.
pub fn known_letter(tokens: &mut Tokens, letters: &[char]) -> Result<usize, InputError> {
    let token = tokens.peek();
    let letter = letter(tokens)?;
    letters.iter().position(|&l| l == letter).ok_or_else(|| {
        let message = format!("there is no segment '{letter}' here");
        let error = tokens.error_at(token, ErrorKind::UnknownSegment, message);
        let list: Vec<String> = letters.iter().map(char::to_string).collect();
        if letters.is_empty() {
            error.expected("a segment; the pattern has none")
        } else {
            error.expected(format!("one of {}", list.join(", ")))
        }
    })
}

/// The line after the word `segment`.
pub fn segment_line(tokens: &mut Tokens, names: &[String]) -> Result<SegmentLine, InputError> {
    let letter = letter(tokens)?;
    let path = if tokens.sees("at") || tokens.sees("from") {
        Some(expr::path(tokens, names)?)
    } else {
        None
    };
    tokens.expect(":", "after the segment")?;
    let side = side(tokens)?;
    let extent = if tokens.accept("enclosed") {
        if tokens.accept("or") {
            tokens.expect("empty", "after 'enclosed or'")?;
            Extent::EnclosedOrEmpty
        } else {
            Extent::Enclosed
        }
    } else if tokens.accept("empty") {
        Extent::Empty
    } else {
        return Err(tokens.unexpected("'enclosed', 'enclosed or empty', or 'empty'"));
    };
    let mut tests = Vec::new();
    while tokens.accept(",") {
        tests.push(if tokens.accept("even") {
            TestExpr::Even
        } else if tokens.accept("odd") {
            TestExpr::Odd
        } else if tokens.accept("surplus") {
            expr::surplus(tokens, names)?
        } else {
            return Err(tokens.unexpected("'even', 'odd', or 'surplus' and a comparison"));
        });
    }
    tokens.finish("a comma and a test, or the end of the line")?;
    Ok(SegmentLine { letter, path, side, extent, tests })
}

/// The words of a side and the picture directions they stand for.
pub const SIDES: [(&str, Move); 4] =
    [("left", Move::Left), ("right", Move::Right), ("upper", Move::Up), ("lower", Move::Down)];

fn side(tokens: &mut Tokens) -> Result<Side, InputError> {
    let mut directions = Vec::new();
    loop {
        let named = tokens.peek().and_then(|t| SIDES.iter().find(|(word, _)| *word == t.text));
        let Some(&(word, direction)) = named else {
            return Err(match tokens.peek() {
                Some(t) if t.kind == TokenKind::Word => {
                    tokens.error(ErrorKind::UnknownSide, format!("'{}' is not a side", t.text))
                }
                _ => tokens.error(ErrorKind::MissingSide, "the segment has no side"),
            }
            .expected("left, right, upper or lower, joined by 'and', then 'side'")
            .did_you_mean(
                tokens.peek().map_or("", |token| token.text),
                SIDES.map(|(word, _)| word),
            ));
        };
        if directions.contains(&direction) {
            return Err(tokens
                .error(ErrorKind::SideTwice, format!("'{word}' is given twice"))
                .expected("each of left, right, upper and lower at most once"));
        }
        tokens.take();
        directions.push(direction);
        if !tokens.accept("and") {
            tokens.expect("side", "after left, right, upper or lower")?;
            return Ok(Side::new(&directions));
        }
    }
}

/// What is wrong with the cells of a segment or its side, in words.
pub fn error_words(fault: SegmentError, letter: char) -> (ErrorKind, String, &'static str) {
    match fault {
        SegmentError::NotAPath => (
            ErrorKind::SegmentNotAPath,
            format!("the cells of segment '{letter}' are not one path"),
            "neighbouring cells, one after the other, without branches or gaps",
        ),
        SegmentError::TurnsBack => (
            ErrorKind::SegmentTurnsBack,
            format!("segment '{letter}' turns back"),
            "a path in at most two directions, such as left and up",
        ),
        SegmentError::Side => (
            ErrorKind::SideDoesNotFit,
            format!("this side does not tell the two sides of segment '{letter}' apart"),
            "left or right of a vertical segment, upper or lower of a horizontal one, the two words of \
             one side of a segment that turns, at most three words for a single cell",
        ),
    }
}

/// The list of forbidden moves; `letters` are the segments it may name.
pub fn forbidden(tokens: &mut Tokens, letters: &[char]) -> Result<Vec<Forbidden>, InputError> {
    let mut moves: Vec<Forbidden> = Vec::new();
    if tokens.peek().is_none() {
        return Err(tokens
            .error(ErrorKind::ForbidsNothing, "no move is forbidden")
            .expected("ahead, behind, left or right"));
    }
    loop {
        let token = tokens.peek();
        let direction = expr::direction(tokens)?;
        if moves.iter().any(|m| m.direction == direction) {
            let message = format!("'{}' is forbidden twice", word(direction));
            return Err(tokens
                .error_at(token, ErrorKind::MoveTwice, message)
                .expected("each move at most once"));
        }
        let mut unless_in = Vec::new();
        if tokens.accept("unless") {
            tokens.expect("in", "after 'unless'")?;
            tokens.expect("region", "after 'unless in'")?;
            unless_in.push(known_letter(tokens, letters)?);
            while tokens.accept("or") {
                unless_in.push(known_letter(tokens, letters)?);
            }
            unless_in.sort_unstable();
            unless_in.dedup();
        }
        moves.push(Forbidden { direction, unless_in });
        if !tokens.accept(",") {
            return Ok(moves);
        }
    }
}
