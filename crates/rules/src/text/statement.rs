//! A rule file as statements: a keyword, the rest of its line, and the rows of a picture. Also the
//! statements that rules and families share: name, family, sizes, placements, status, source,
//! remark.

use super::tokens::Tokens;
use crate::geometry::Placements;
use crate::model::{Head, Sizes};
use deadmove_core::board::MAX_CELLS;
use deadmove_core::error::{ErrorKind, InputError};

/// One statement.
#[derive(Debug)]
pub struct Statement<'t> {
    whole: &'t str,
    /// Number of its line, from 1.
    pub line: usize,
    raw: &'t str,
    /// Its first word.
    pub keyword: &'t str,
    /// Line number and text of the rows, if it begins a picture.
    pub rows: Vec<(usize, &'t str)>,
}

/// Splits a file into statements.
pub fn split(whole: &str) -> Vec<Statement<'_>> {
    let mut statements: Vec<Statement> = Vec::new();
    let mut in_picture = false;
    for (i, raw) in whole.lines().enumerate() {
        let Some(keyword) = raw.split_whitespace().next() else { continue };
        if in_picture
            && raw.starts_with(char::is_whitespace)
            && let Some(picture) = statements.last_mut()
        {
            picture.rows.push((i + 1, raw));
            continue;
        }
        in_picture = keyword == "picture"
            || (keyword == "unless" && raw.split_whitespace().nth(1) == Some("picture"));
        statements.push(Statement { whole, line: i + 1, raw, keyword, rows: Vec::new() });
    }
    statements
}

impl<'t> Statement<'t> {
    /// The tokens after the keyword.
    pub fn tokens(&self) -> Result<Tokens<'t>, InputError> {
        let mut tokens = Tokens::new(self.whole, self.line, self.raw)?;
        tokens.take();
        Ok(tokens)
    }

    /// The text after the keyword.
    pub fn text(&self) -> &'t str {
        self.raw.trim_start()[self.keyword.len()..].trim()
    }

    /// The column (from 1) of the keyword.
    fn column(&self) -> usize {
        self.raw.chars().take_while(|c| c.is_whitespace()).count() + 1
    }

    /// An error at the keyword.
    pub fn error(&self, kind: ErrorKind, message: impl Into<String>) -> InputError {
        let length = self.keyword.chars().count();
        InputError::new(kind, message).at(self.whole, self.line, self.column(), length)
    }

    /// An error at the text after the keyword, or just after the end of the line if there is none.
    fn error_at_text(&self, kind: ErrorKind, message: impl Into<String>) -> InputError {
        let text = self.text();
        let end = self.raw.trim_end().chars().count();
        let length = text.chars().count();
        InputError::new(kind, message).at(
            self.whole,
            self.line,
            if length == 0 { end + 1 } else { end - length + 1 },
            length,
        )
    }

    /// An error at `part` of the text after the keyword.
    fn error_at_part(&self, part: &str, kind: ErrorKind, message: String) -> InputError {
        match self.raw.rfind(part) {
            Some(byte) => {
                let column = self.raw[..byte].chars().count() + 1;
                let length = part.chars().count();
                InputError::new(kind, message).at(self.whole, self.line, column, length)
            }
            None => self.error_at_text(kind, message),
        }
    }
}

/// The head of a file while it is read.
#[derive(Debug, Default)]
pub struct HeadReader {
    name: Option<String>,
    family: Option<String>,
    sizes: Option<Sizes>,
    placements: Option<Placements>,
    wrong_since: Option<u16>,
    sources: Vec<String>,
    remarks: Vec<String>,
}

impl HeadReader {
    /// Takes a statement of the head; false if it is not one.
    pub fn take(&mut self, statement: &Statement) -> Result<bool, InputError> {
        let line = || -> Result<String, InputError> {
            let text = statement.text();
            if text.is_empty() {
                let what = statement.keyword;
                return Err(statement
                    .error_at_text(ErrorKind::EmptyText, format!("'{what}' has no text"))
                    .expected(format!("the {what} on the same line")));
            }
            Ok(text.to_owned())
        };
        match statement.keyword {
            "name" => once(&mut self.name, line()?, statement)?,
            "family" => once(&mut self.family, line()?, statement)?,
            "sizes" => once(&mut self.sizes, sizes(statement)?, statement)?,
            "placements" => {
                let given = placements(statement, &line()?)?;
                once(&mut self.placements, given, statement)?;
            }
            "status" => once(&mut self.wrong_since, status(statement)?, statement)?,
            "source" => self.sources.push(line()?),
            "remark" => self.remarks.push(line()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The head, if it has a name.
    pub fn finish(self, whole: &str) -> Result<Head, InputError> {
        let name = self.name.ok_or_else(|| {
            InputError::new(ErrorKind::MissingName, "the rule has no name")
                .expected("a line such as 'name far straight left'")
                .at(whole, 1, 1, 1)
        })?;
        Ok(Head {
            name,
            family: self.family,
            sizes: self.sizes.unwrap_or(Sizes::All),
            placements: self.placements.unwrap_or(Placements::ALL),
            wrong_since: self.wrong_since,
            sources: self.sources,
            remarks: self.remarks,
        })
    }
}

/// Sets a value that may be given only once.
pub fn once<T>(slot: &mut Option<T>, value: T, statement: &Statement) -> Result<(), InputError> {
    if slot.is_some() {
        let keyword = statement.keyword;
        return Err(statement
            .error(ErrorKind::SaidTwice, format!("this is a second '{keyword}' line"))
            .expected(format!("one '{keyword}' line in a file")));
    }
    *slot = Some(value);
    Ok(())
}

fn sizes(statement: &Statement) -> Result<Sizes, InputError> {
    let words: Vec<&str> = statement.text().split_whitespace().collect();
    let sizes = match words.as_slice() {
        ["all"] => Some(Sizes::All),
        ["from", n] => size(n).map(Sizes::From),
        [n] => size(n).map(Sizes::Only),
        _ => None,
    };
    sizes.ok_or_else(|| {
        statement
            .error_at_text(ErrorKind::BadSizes, format!("'{}' names no boards", statement.text()))
            .expected(format!("'all', one size such as '7', or 'from 9'; at most {LARGEST}"))
    })
}

/// The side of the largest square board.
const LARGEST: usize = MAX_CELLS.isqrt();

/// A side of a board.
fn size(word: &str) -> Option<u16> {
    word.parse().ok().filter(|n| (1..=LARGEST).contains(&usize::from(*n)))
}

/// The status of a rule: the side of the smallest board on which it is known to be wrong.
fn status(statement: &Statement) -> Result<u16, InputError> {
    let words: Vec<&str> = statement.text().split_whitespace().collect();
    let since = match words.as_slice() {
        ["wrong", "since", board] => board
            .split_once('x')
            .filter(|(width, height)| width == height)
            .and_then(|(side, _)| size(side)),
        _ => None,
    };
    since.ok_or_else(|| {
        statement
            .error_at_text(ErrorKind::BadStatus, format!("'{}' is not a status", statement.text()))
            .expected("'wrong since 9x9', with the smallest board on which the rule is wrong")
    })
}

fn placements(statement: &Statement, text: &str) -> Result<Placements, InputError> {
    let mut all = Placements::NONE;
    for item in text.split(',') {
        let item = item.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(set) = Placements::from_words(&item) else {
            return Err(statement
                .error_at_part(
                    &item,
                    ErrorKind::UnknownPlacement,
                    format!("'{item}' is not a placement"),
                )
                .expected(PLACEMENTS)
                .did_you_mean(&item, Placements::all_words().iter().map(String::as_str)));
        };
        for placement in set.iter() {
            if !all.insert(placement) {
                let message = format!("'{placement}' is listed twice");
                return Err(statement
                    .error_at_part(&item, ErrorKind::PlacementTwice, message)
                    .expected("each placement once"));
            }
        }
    }
    Ok(all)
}

/// What may stand in a list of placements.
pub const PLACEMENTS: &str = "'all', or a list of 'upright', 'turned right', 'turned around', \
    'turned left', each alone, 'mirrored' or 'and mirrored'";
