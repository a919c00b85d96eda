//! Reads families.

use super::check_family::{Lines, check_picture};
use super::expr;
use super::parse::{ALL_KEYWORDS, placed};
use super::segment;
use super::statement::{HeadReader, Statement};
use super::tokens::{TokenKind, Tokens};
use crate::family::{Family, FamilyCase, FamilyClaim, Parameter, Shape, ShapeKind, TestExpr};
use crate::model::CellTest;
use deadmove_core::error::{ErrorKind, InputError};

const KEYWORDS: &str = "name, family, sizes, placements, status, source, remark, parameter, let, free, \
    drawn, wall, outside, on board, segment, unless, case, claim or picture for";

/// What is known while a family is read.
struct Reader<'s, 't> {
    /// What was read.
    family: Family,
    /// The names of parameters and of `let` lines.
    names: Vec<String>,
    /// The letters of the segments.
    letters: Vec<char>,
    /// The letters of the exception that is being read.
    exception_letters: Option<Vec<char>>,
    lines: Lines<'s, 't>,
}

/// Reads a family.
pub fn family(text: &str, statements: &[Statement]) -> Result<Family, InputError> {
    let mut head = HeadReader::default();
    let mut reader = Reader {
        family: Family {
            head: crate::model::Head::new(""),
            parameters: Vec::new(),
            lets: Vec::new(),
            pattern: Vec::new(),
            unless: Vec::new(),
            cases: Vec::new(),
            pictures: Vec::new(),
        },
        names: Vec::new(),
        letters: Vec::new(),
        exception_letters: None,
        lines: Lines::default(),
    };
    for statement in statements {
        if !head.take(statement)? {
            reader.take(statement)?;
        }
    }
    let Reader { mut family, letters, lines, .. } = reader;
    family.head = head.finish(text)?;
    let last = statements.last().map_or(1, |s| s.line);
    let at_end = |kind, message: &str, expected: &str| {
        InputError::new(kind, message).expected(expected).at(text, last, 1, 1)
    };
    if family.cases.is_empty() {
        return Err(at_end(
            ErrorKind::FamilyWithoutCase,
            "the family claims nothing",
            "a line such as 'case D mod 4 = 0' with claims, or 'case always'",
        ));
    }
    if family.cases.iter().all(|case| case.claims.is_empty()) {
        return Err(at_end(
            ErrorKind::ForbidsMissing,
            "the family forbids nothing",
            "a line such as 'claim left: surplus of a > D forbids left'",
        ));
    }
    if family.pictures.is_empty() {
        return Err(at_end(
            ErrorKind::MissingPicture,
            "the family shows no picture",
            "at least one 'picture for D = 3' with indented rows",
        ));
    }
    lines.check(&family)?;
    for (parameters, statement) in family.pictures.iter().zip(&lines.pictures) {
        check_picture(text, &family, parameters, statement, &letters)?;
    }
    Ok(family)
}

impl<'s, 't> Reader<'s, 't> {
    fn take(&mut self, statement: &'s Statement<'t>) -> Result<(), InputError> {
        match statement.keyword {
            "parameter" => self.parameter(statement),
            "let" => self.let_line(statement),
            "free" | "drawn" | "wall" | "outside" | "on" | "segment" => {
                self.pattern_line(statement)
            }
            "unless" => self.exception(statement),
            "case" => self.case(statement),
            "claim" => self.claim_line(statement),
            "picture" => {
                let parameters = self.picture_parameters(statement)?;
                self.family.pictures.push(parameters);
                self.lines.pictures.push(statement);
                Ok(())
            }
            "forbids" => Err(statement
                .error(ErrorKind::FamilyForbids, "in a family each claim says what it forbids")
                .expected("a line such as 'claim left: surplus of a > D forbids left'")),
            unknown => Err(statement
                .error(ErrorKind::UnknownKeyword, format!("'{unknown}' is not a keyword"))
                .expected(KEYWORDS)
                .did_you_mean(unknown, ALL_KEYWORDS)),
        }
    }

    fn parameter(&mut self, statement: &'s Statement<'t>) -> Result<(), InputError> {
        let mut tokens = statement.tokens()?;
        let name = self.new_name(&mut tokens)?;
        tokens.expect("from", "and the smallest value")?;
        let from = tokens.number("the smallest value")?;
        let to = match tokens.accept("to") {
            true => Some(tokens.number("the largest value")?),
            false => None,
        };
        tokens.finish("the end of the line, or 'to' and the largest value")?;
        if to.is_some_and(|to| to < from) {
            return Err(statement
                .error(ErrorKind::EmptyRange, "the largest value is below the smallest")
                .expected("'from' the smallest 'to' the largest value"));
        }
        self.names.push(name.clone());
        self.lines.parameter = Some(statement);
        self.family.parameters.push(Parameter { name, from, to });
        Ok(())
    }

    fn let_line(&mut self, statement: &'s Statement<'t>) -> Result<(), InputError> {
        let mut tokens = statement.tokens()?;
        let name = self.new_name(&mut tokens)?;
        tokens.expect("=", "and an expression")?;
        let expr = expr::expr(&mut tokens, &self.names)?;
        tokens.finish("the end of the line")?;
        self.names.push(name.clone());
        self.lines.lets.push(statement);
        self.family.lets.push((name, expr));
        Ok(())
    }

    /// Cells or a segment, of the pattern or of the last exception.
    fn pattern_line(&mut self, statement: &'s Statement<'t>) -> Result<(), InputError> {
        if !self.family.cases.is_empty() {
            return Err(statement
                .error(ErrorKind::ShapeAfterCase, "cells and segments come before the cases")
                .expected("this line before the first 'case'"));
        }
        let shape = self.shape(statement)?;
        match (self.family.unless.last_mut(), self.lines.exceptions.last_mut()) {
            (Some(exception), Some(lines)) => {
                exception.push(shape);
                lines.push(statement);
            }
            _ => {
                self.family.pattern.push(shape);
                self.lines.shapes.push(statement);
            }
        }
        Ok(())
    }

    fn exception(&mut self, statement: &'s Statement<'t>) -> Result<(), InputError> {
        statement.tokens()?.finish("nothing after 'unless'; the cells follow in lines")?;
        self.family.unless.push(Vec::new());
        self.lines.exceptions.push(Vec::new());
        self.exception_letters = Some(Vec::new());
        Ok(())
    }

    fn case(&mut self, statement: &'s Statement<'t>) -> Result<(), InputError> {
        let mut tokens = statement.tokens()?;
        let when = expr::condition(&mut tokens, &self.names)?;
        tokens.finish("'and' and another comparison, or the end of the line")?;
        self.family.cases.push(FamilyCase { when, claims: Vec::new() });
        self.lines.cases.push((statement, Vec::new()));
        Ok(())
    }

    fn claim_line(&mut self, statement: &'s Statement<'t>) -> Result<(), InputError> {
        let claim = self.claim(statement)?;
        let (Some(case), Some((_, lines))) =
            (self.family.cases.last_mut(), self.lines.cases.last_mut())
        else {
            return Err(statement
                .error(ErrorKind::ClaimBeforeCase, "a claim before any case")
                .expected("a line such as 'case D mod 4 = 0', or 'case always'"));
        };
        if case.claims.iter().any(|known| known.name == claim.name) {
            let message = format!("this case has two claims named '{}'", claim.name);
            return Err(statement
                .error(ErrorKind::ClaimTwice, message)
                .expected("a name of its own for each claim of a case"));
        }
        case.claims.push(claim);
        lines.push(statement);
        Ok(())
    }

    fn new_name(&self, tokens: &mut Tokens) -> Result<String, InputError> {
        const TAKEN: [&str; 17] = [
            "min", "max", "abs", "floor", "mod", "and", "or", "in", "not", "always", "left",
            "right", "ahead", "behind", "when", "forbids", "surplus",
        ];
        match tokens.peek() {
            Some(token) if token.kind == TokenKind::Word => {
                if TAKEN.contains(&token.text) || self.names.iter().any(|n| n == token.text) {
                    return Err(tokens
                        .error(ErrorKind::NameTaken, format!("the name '{}' is taken", token.text))
                        .expected("a new name"));
                }
                tokens.take();
                Ok(token.text.to_owned())
            }
            _ => Err(tokens.unexpected("a name such as D")),
        }
    }

    fn shape(&mut self, statement: &Statement) -> Result<Shape, InputError> {
        let mut tokens = statement.tokens()?;
        if statement.keyword == "segment" {
            let line = segment::segment_line(&mut tokens, &self.names)?;
            let letters = self.exception_letters.as_mut().unwrap_or(&mut self.letters);
            if letters.contains(&line.letter) {
                return Err(statement.error(
                    ErrorKind::SegmentTwice,
                    format!("segment '{}' has two lines", line.letter),
                ));
            }
            letters.push(line.letter);
            let Some(path) = line.path else {
                return Err(statement
                    .error(ErrorKind::SegmentWithoutPath, "the cells of the segment are missing")
                    .expected("'segment a from (1 left, 1 ahead), ahead D-1: ...'"));
            };
            let kind =
                ShapeKind::Segment { side: line.side, extent: line.extent, tests: line.tests };
            return Ok(Shape { kind, path, when: None });
        }
        let test = match statement.keyword {
            "free" if tokens.accept_all(&["not", "end"]) => CellTest::FreeNotEnd,
            "free" => CellTest::Free,
            "drawn" => CellTest::Drawn,
            "wall" => CellTest::Wall,
            "outside" => CellTest::Outside,
            _ => {
                tokens.expect("board", "after 'on'")?;
                CellTest::OnBoard
            }
        };
        let path = expr::path(&mut tokens, &self.names)?;
        let when = if tokens.accept("when") {
            Some(expr::condition(&mut tokens, &self.names)?)
        } else {
            None
        };
        tokens.finish("a comma and a step, 'when', or the end of the line")?;
        Ok(Shape { kind: ShapeKind::Cells(test), path, when })
    }

    fn claim(&self, statement: &Statement) -> Result<FamilyClaim, InputError> {
        let mut tokens = statement.tokens()?;
        let name = tokens.text_before_colon().filter(|name| !name.is_empty());
        let Some(name) = name else {
            return Err(statement
                .error(ErrorKind::ClaimWithoutName, "the claim has no name")
                .expected("'claim', a name and a colon"));
        };
        let mut tests = Vec::new();
        if !tokens.accept("always") {
            loop {
                tests.push(self.claim_test(&mut tokens)?);
                if !tokens.accept("and") {
                    break;
                }
            }
        }
        tokens.expect("forbids", "and the moves")?;
        let forbids = segment::forbidden(&mut tokens, &self.letters)?;
        let placements = if tokens.accept("placed") { Some(placed(&mut tokens)?) } else { None };
        tokens.finish("a comma and another move, 'placed', or the end of the line")?;
        Ok(FamilyClaim { name: name.to_owned(), tests, forbids, placements })
    }

    fn claim_test(&self, tokens: &mut Tokens) -> Result<(usize, TestExpr), InputError> {
        if tokens.accept("surplus") {
            tokens.expect("of", "and the letter of a segment")?;
            let segment = segment::known_letter(tokens, &self.letters)?;
            return Ok((segment, expr::surplus(tokens, &self.names)?));
        }
        let starts_test = tokens.peek().is_some_and(|t| t.text.chars().count() == 1);
        if !starts_test {
            return Err(tokens.unexpected("'surplus of a', 'a even', 'a odd' or 'always'"));
        }
        let segment = segment::known_letter(tokens, &self.letters)?;
        if tokens.accept("even") {
            Ok((segment, TestExpr::Even))
        } else if tokens.accept("odd") {
            Ok((segment, TestExpr::Odd))
        } else {
            Err(tokens.unexpected("'even' or 'odd'"))
        }
    }

    fn picture_parameters(&self, statement: &Statement) -> Result<Vec<i64>, InputError> {
        let mut tokens = statement.tokens()?;
        tokens.expect("for", "and the parameters, as in 'picture for D = 3'")?;
        let mut given: Vec<Option<i64>> = vec![None; self.family.parameters.len()];
        loop {
            let token = tokens.take();
            let slot =
                token.and_then(|t| self.family.parameters.iter().position(|p| p.name == t.text));
            let Some(slot) = slot else {
                return Err(match token {
                    Some(token) => {
                        let message = format!("'{}' is not a parameter of this file", token.text);
                        tokens.error_at(token, ErrorKind::UnknownParameter, message)
                    }
                    None => tokens.error(ErrorKind::LineTooShort, "the line ends too early"),
                }
                .expected("a parameter and its value, as in 'picture for D = 3'"));
            };
            tokens.expect("=", "and a value")?;
            given[slot] = Some(tokens.number("the value of the parameter")?);
            if !tokens.accept(",") {
                break;
            }
        }
        tokens.finish("a comma and another parameter, or the end of the line")?;
        let parameters: Option<Vec<i64>> = given.into_iter().collect();
        parameters
            .filter(|p| self.family.parameters.iter().zip(p).all(|(p, &v)| p.contains(v)))
            .ok_or_else(|| {
                statement
                    .error(ErrorKind::PictureParameters, "a parameter is missing or out of range")
                    .expected("one value in range for each parameter")
            })
    }
}
