//! Reads expressions, conditions, paths and region tests within a line.

use super::tokens::{TokenKind, Tokens};
use crate::expr::{Comparison, Condition, Expr, Function, Operation};
use crate::family::{Path, TestExpr};
use crate::geometry::{from_word, word};
use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};

const EXPR: &str = "a number, a parameter, or an expression such as (D+1)/4";

/// An expression over the known `names`.
pub fn expr(tokens: &mut Tokens, names: &[String]) -> Result<Expr, InputError> {
    let mut left = product(tokens, names)?;
    loop {
        let operation = if tokens.accept("+") {
            Operation::Add
        } else if tokens.accept("-") {
            Operation::Subtract
        } else {
            return Ok(left);
        };
        let right = product(tokens, names)?;
        left = Expr::Binary(operation, Box::new(left), Box::new(right));
    }
}

fn product(tokens: &mut Tokens, names: &[String]) -> Result<Expr, InputError> {
    let mut left = factor(tokens, names, 0)?;
    loop {
        let operation = if tokens.accept("*") {
            Operation::Multiply
        } else if tokens.accept("/") {
            Operation::Divide
        } else if tokens.accept("mod") {
            Operation::Modulo
        } else {
            return Ok(left);
        };
        let right = factor(tokens, names, 0)?;
        left = Expr::Binary(operation, Box::new(left), Box::new(right));
    }
}

fn factor(tokens: &mut Tokens, names: &[String], minus: u8) -> Result<Expr, InputError> {
    let Some(token) = tokens.peek() else { return Err(tokens.unexpected(EXPR)) };
    if token.text == "-" && minus == 0 {
        tokens.take();
        return Ok(Expr::Negative(Box::new(factor(tokens, names, 1)?)));
    }
    if tokens.accept("(") {
        let inner = expr(tokens, names)?;
        tokens.expect(")", "to close the bracket")?;
        return Ok(inner);
    }
    if token.kind == TokenKind::Number {
        return Ok(Expr::Number(tokens.number(EXPR)?));
    }
    if token.kind != TokenKind::Word {
        return Err(tokens.unexpected(EXPR));
    }
    let (function, arguments) = match token.text {
        "min" => (Function::Min, 2),
        "max" => (Function::Max, 2),
        "abs" => (Function::Abs, 1),
        "floor" => (Function::Floor, 1),
        name if names.iter().any(|known| known == name) => {
            tokens.take();
            return Ok(Expr::Name(name.to_owned()));
        }
        name => {
            let known = if names.is_empty() {
                "a number; a file without 'parameter' has no names for numbers".to_owned()
            } else {
                format!("a number or one of {}", names.join(", "))
            };
            return Err(tokens
                .error(
                    ErrorKind::UnknownParameter,
                    format!("'{name}' is not a parameter of this file"),
                )
                .expected(known));
        }
    };
    tokens.take();
    tokens.expect("(", &format!("after '{}'", token.text))?;
    let mut given = vec![expr(tokens, names)?];
    while given.len() < arguments {
        tokens.expect(",", "and a second value")?;
        given.push(expr(tokens, names)?);
    }
    tokens.expect(")", "to close the bracket")?;
    Ok(Expr::Call(function, given))
}

/// A comparison sign.
pub fn comparison(tokens: &mut Tokens) -> Result<Comparison, InputError> {
    for (sign, comparison) in Comparison::SIGNS {
        if tokens.accept(sign) {
            return Ok(comparison);
        }
    }
    Err(tokens.unexpected("one of = != < <= > >="))
}

/// Comparisons joined by `and`, or `always`.
pub fn condition(tokens: &mut Tokens, names: &[String]) -> Result<Condition, InputError> {
    if tokens.accept("always") {
        return Ok(Condition(Vec::new()));
    }
    let mut all = Vec::new();
    loop {
        let left = expr(tokens, names)?;
        let comparison = comparison(tokens)?;
        all.push((left, comparison, expr(tokens, names)?));
        if !tokens.accept("and") {
            return Ok(Condition(all));
        }
    }
}

/// `at (1 left, D ahead)` or `from (1 left, 1 ahead), ahead D-1, left and ahead 2`.
pub fn path(tokens: &mut Tokens, names: &[String]) -> Result<Path, InputError> {
    if !tokens.accept("at") && !tokens.accept("from") {
        return Err(tokens.unexpected("'at' or 'from' and a cell such as (1 left, 2 ahead)"));
    }
    tokens.expect("(", "before a cell such as (1 left, 2 ahead)")?;
    let sideways = coordinate(tokens, names, [Move::Left, Move::Right], "'left' or 'right'")?;
    tokens.expect(",", "between the two distances of a cell")?;
    let forward = coordinate(tokens, names, [Move::Up, Move::Down], "'ahead' or 'behind'")?;
    tokens.expect(")", "after a cell")?;
    let mut steps = Vec::new();
    while tokens.accept(",") {
        let mut directions = vec![direction(tokens)?];
        if tokens.accept("and") {
            directions.push(direction(tokens)?);
        }
        steps.push((directions, expr(tokens, names)?));
    }
    Ok(Path { sideways, forward, steps })
}

fn coordinate(
    tokens: &mut Tokens,
    names: &[String],
    words: [Move; 2],
    expected: &str,
) -> Result<(Expr, Move), InputError> {
    let amount = expr(tokens, names)?;
    match tokens.peek().and_then(|t| from_word(t.text)).filter(|m| words.contains(m)) {
        Some(toward) => {
            tokens.take();
            Ok((amount, toward))
        }
        None => Err(tokens.unexpected(expected)),
    }
}

/// A direction word.
pub fn direction(tokens: &mut Tokens) -> Result<Move, InputError> {
    match tokens.peek().and_then(|t| from_word(t.text)) {
        Some(m) => {
            tokens.take();
            Ok(m)
        }
        None => match tokens.peek() {
            Some(token) if token.kind == TokenKind::Word => Err(tokens
                .error(ErrorKind::UnknownDirection, format!("'{}' is not a direction", token.text))
                .expected("ahead, behind, left or right")
                .did_you_mean(token.text, Move::ALL.map(word))),
            _ => Err(tokens.unexpected("ahead, behind, left or right")),
        },
    }
}

/// What follows `surplus` or `surplus of a`: a comparison or a range.
pub fn surplus(tokens: &mut Tokens, names: &[String]) -> Result<TestExpr, InputError> {
    let outside = tokens.accept_all(&["not", "in"]);
    if outside || tokens.accept("in") {
        let from = expr(tokens, names)?;
        tokens.expect("..", "between the bounds of a range")?;
        let to = expr(tokens, names)?;
        return Ok(TestExpr::Range { range: (from, to), inside: !outside });
    }
    if !Comparison::SIGNS.iter().any(|(sign, _)| tokens.sees(sign)) {
        return Err(tokens.unexpected("a comparison such as '>= 1', or a range such as 'in -1..2'"));
    }
    Ok(TestExpr::Surplus(comparison(tokens)?, expr(tokens, names)?))
}
