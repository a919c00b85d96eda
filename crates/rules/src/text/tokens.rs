//! One line of a rule file as words, numbers and signs, each with its column.

use deadmove_core::error::{ErrorKind, InputError};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Word,
    Number,
    Sign,
}

/// A word, number or sign and the column (from 1) where it begins.
#[derive(Clone, Copy, Debug)]
pub struct Token<'t> {
    pub text: &'t str,
    pub column: usize,
    pub kind: TokenKind,
}

/// The tokens of one line, read from left to right.
pub struct Tokens<'t> {
    whole: &'t str,
    /// Number of the line, from 1.
    pub line: usize,
    raw: &'t str,
    tokens: Vec<Token<'t>>,
    next: usize,
}

/// A line has at most this many tokens. Expressions are read, evaluated and dropped recursively,
/// one level or more for each token, so the limit keeps all of that well within the stack.
const LONGEST: usize = 1000;

const SIGNS: [&str; 16] =
    ["..", "!=", "<=", ">=", "(", ")", ",", ":", "=", "<", ">", "+", "-", "*", "/", "["];

impl<'t> Tokens<'t> {
    /// Splits line number `line` (from 1) of the file `whole`.
    pub fn new(whole: &'t str, line: usize, raw: &'t str) -> Result<Tokens<'t>, InputError> {
        let mut tokens = Vec::new();
        let mut rest = raw;
        let mut column = 1;
        while let Some(first) = rest.chars().next() {
            let run = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
            let (length, kind) = if first.is_whitespace() {
                rest = &rest[first.len_utf8()..];
                column += 1;
                continue;
            } else if first.is_ascii_digit() {
                (run(|c| c.is_ascii_digit()), TokenKind::Number)
            } else if first.is_alphabetic() {
                (run(|c| c.is_alphanumeric() || c == '_'), TokenKind::Word)
            } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                (sign.len(), TokenKind::Sign)
            } else {
                return Err(InputError::new(
                    ErrorKind::UnknownSign,
                    format!("the character '{first}' has no meaning here"),
                )
                .expected("words, whole numbers, brackets, commas, a colon or + - * / = < >")
                .at(whole, line, column, 1));
            };
            let text = &rest[..length];
            if tokens.len() == LONGEST {
                return Err(InputError::new(ErrorKind::LineTooLong, "the line is too long")
                    .expected(format!("at most {LONGEST} words, numbers and signs in a line"))
                    .at(whole, line, column, text.chars().count()));
            }
            tokens.push(Token { text, column, kind });
            column += text.chars().count();
            rest = &rest[length..];
        }
        Ok(Tokens { whole, line, raw, tokens, next: 0 })
    }

    /// The next token.
    pub fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.next).copied()
    }

    /// Whether the next token has this text.
    pub fn sees(&self, text: &str) -> bool {
        self.peek().is_some_and(|t| t.text == text)
    }

    /// Whether the next tokens have these texts; they are not taken.
    pub fn sees_all(&self, texts: &[&str]) -> bool {
        texts.iter().enumerate().all(|(i, text)| {
            self.tokens.get(self.next + i).is_some_and(|token| token.text == *text)
        })
    }

    /// Takes the next token.
    pub fn take(&mut self) -> Option<Token<'t>> {
        let token = self.peek();
        self.next += usize::from(token.is_some());
        token
    }

    /// Takes the next token if it has this text.
    pub fn accept(&mut self, text: &str) -> bool {
        let yes = self.sees(text);
        self.next += usize::from(yes);
        yes
    }

    /// Takes several tokens if they have these texts.
    pub fn accept_all(&mut self, texts: &[&str]) -> bool {
        let yes = self.sees_all(texts);
        self.next += if yes { texts.len() } else { 0 };
        yes
    }

    /// Takes the next token; an error if it does not have this text.
    pub fn expect(&mut self, text: &str, context: &str) -> Result<(), InputError> {
        if self.accept(text) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("'{text}' {context}")))
        }
    }

    /// Takes a whole number without a sign.
    pub fn number(&mut self, expected: &str) -> Result<i64, InputError> {
        match self.peek() {
            Some(token) if token.kind == TokenKind::Number => {
                let value = token.text.parse().ok().filter(|&v: &i64| v <= 1_000_000);
                let value = value.ok_or_else(|| {
                    self.error(ErrorKind::NumberTooLarge, format!("{} is too large", token.text))
                        .expected("a number that fits on a board")
                })?;
                self.next += 1;
                Ok(value)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    /// The text up to the next colon, without blanks around it; the colon is taken as well.
    pub fn text_before_colon(&mut self) -> Option<&'t str> {
        let colon = (self.next..self.tokens.len()).find(|&i| self.tokens[i].text == ":")?;
        let start = self.tokens[self.next].column - 1;
        let end = self.tokens[colon].column - 1;
        self.next = colon + 1;
        let byte = |column: usize| {
            self.raw.char_indices().nth(column).map_or(self.raw.len(), |(byte, _)| byte)
        };
        Some(self.raw[byte(start)..byte(end)].trim())
    }

    /// An error if anything is left on the line.
    pub fn finish(&self, expected: &str) -> Result<(), InputError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// An error at the next token, or just behind the line.
    pub fn error(&self, kind: ErrorKind, message: impl Into<String>) -> InputError {
        self.error_at(self.peek(), kind, message)
    }

    /// An error at a token, or just behind the line.
    pub fn error_at(
        &self,
        token: impl Into<Option<Token<'t>>>,
        kind: ErrorKind,
        message: impl Into<String>,
    ) -> InputError {
        let (column, length) = match token.into() {
            Some(token) => (token.column, token.text.chars().count()),
            None => (self.raw.trim_end().chars().count() + 1, 1),
        };
        InputError::new(kind, message).at(self.whole, self.line, column, length)
    }

    /// The error that the next token is not the expected one.
    pub fn unexpected(&self, expected: &str) -> InputError {
        // What fits is quoted, and begins with the word that belongs here.
        let quoted = expected.split('\'').skip(1).step_by(2);
        let fitting = quoted.filter_map(|quoted| quoted.split(' ').next());
        match self.peek() {
            Some(token) => self
                .error(ErrorKind::UnexpectedWord, format!("'{}' does not fit here", token.text))
                .did_you_mean(token.text, fitting),
            None => self.error(ErrorKind::LineTooShort, "the line ends too early"),
        }
        .expected(expected)
    }
}
