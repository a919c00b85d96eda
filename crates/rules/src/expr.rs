//! Integer expressions and conditions over the parameters of a family.

use std::fmt;

/// An integer expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Number(i64),
    /// A parameter or a name given by `let`.
    Name(String),
    /// The negated expression.
    Negative(Box<Expr>),
    /// Two expressions and an operation.
    Binary(Operation, Box<Expr>, Box<Expr>),
    /// A function of one or two expressions.
    Call(Function, Vec<Expr>),
}

/// An operation between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// a + b
    Add,
    /// a - b
    Subtract,
    /// a * b
    Multiply,
    /// a / b, an error if it leaves a remainder; `floor(a / b)` rounds down instead.
    Divide,
    /// a mod b, never negative
    Modulo,
}

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The smaller of two.
    Min,
    /// The larger of two.
    Max,
    /// The absolute value.
    Abs,
    /// A division rounded down.
    Floor,
}

/// A condition: comparisons that must all hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(pub Vec<(Expr, Comparison, Expr)>);

/// A comparison of two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// a = b
    Equal,
    /// a != b
    Different,
    /// a < b
    Less,
    /// a <= b
    AtMost,
    /// a > b
    Greater,
    /// a >= b
    AtLeast,
}

/// The values of parameters and names, later ones first.
pub(crate) type ParameterValues = [(String, i64)];

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExprError {
    /// A name that is neither a parameter nor given by `let` before.
    #[error("'{0}' is not a parameter of the family")]
    UnknownName(String),
    /// A division that leaves a remainder, or by zero.
    #[error("{0} / {1} is not a whole number")]
    Division(i64, i64),
    /// A number beyond any board.
    #[error("the value is too large")]
    TooLarge,
}

impl Expr {
    /// The value for given parameters.
    ///
    /// # Errors
    /// If a name has no value, a division is impossible, or a number is too large.
    pub fn value(&self, values: &ParameterValues) -> Result<i64, ExprError> {
        let value = match self {
            Expr::Number(n) => Some(*n),
            Expr::Name(name) => match values.iter().rev().find(|(known, _)| known == name) {
                Some(&(_, value)) => Some(value),
                None => return Err(ExprError::UnknownName(name.clone())),
            },
            Expr::Negative(a) => a.value(values)?.checked_neg(),
            Expr::Binary(operation, a, b) => {
                let (a, b) = (a.value(values)?, b.value(values)?);
                match operation {
                    Operation::Add => a.checked_add(b),
                    Operation::Subtract => a.checked_sub(b),
                    Operation::Multiply => a.checked_mul(b),
                    Operation::Divide if b == 0 || a % b != 0 => {
                        return Err(ExprError::Division(a, b));
                    }
                    Operation::Divide => Some(a / b),
                    Operation::Modulo if b <= 0 => return Err(ExprError::Division(a, b)),
                    Operation::Modulo => Some(a.rem_euclid(b)),
                }
            }
            Expr::Call(function, arguments) => match (function, arguments.as_slice()) {
                (Function::Floor, [Expr::Binary(Operation::Divide, a, b)]) => {
                    let (a, b) = (a.value(values)?, b.value(values)?);
                    if b <= 0 {
                        return Err(ExprError::Division(a, b));
                    }
                    Some(a.div_euclid(b))
                }
                (Function::Abs, [a]) => a.value(values)?.checked_abs(),
                (Function::Min, [a, b]) => Some(a.value(values)?.min(b.value(values)?)),
                (Function::Max, [a, b]) => Some(a.value(values)?.max(b.value(values)?)),
                // The parser gives every function its arguments; floor of a whole number is itself.
                (_, [a, ..]) => Some(a.value(values)?),
                (_, []) => None,
            },
        };
        // Anything beyond this is a mistake and would only overflow later.
        value.filter(|v| v.abs() <= 1_000_000).ok_or(ExprError::TooLarge)
    }

    /// Calls `found` with each name in the expression.
    pub(crate) fn names(&self, found: &mut impl FnMut(&str)) {
        match self {
            Expr::Number(_) => {}
            Expr::Name(name) => found(name),
            Expr::Negative(a) => a.names(found),
            Expr::Binary(_, a, b) => {
                a.names(found);
                b.names(found);
            }
            Expr::Call(_, arguments) => arguments.iter().for_each(|a| a.names(found)),
        }
    }

    /// How tightly the outermost operation binds.
    fn precedence(&self) -> u8 {
        match self {
            Expr::Binary(Operation::Add | Operation::Subtract, ..) => 1,
            Expr::Binary(..) => 2,
            Expr::Negative(_) => 3,
            _ => 4,
        }
    }
}

impl Comparison {
    /// All comparisons with their signs, longer signs first.
    pub const SIGNS: [(&'static str, Comparison); 6] = [
        ("!=", Comparison::Different),
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("=", Comparison::Equal),
        ("<", Comparison::Less),
        (">", Comparison::Greater),
    ];

    /// Whether the comparison holds for `a` and `b`.
    pub(crate) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::Different => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        }
    }

    /// The sign in rule files.
    pub(crate) fn sign(self) -> &'static str {
        Comparison::SIGNS.iter().find(|(_, c)| *c == self).map_or("", |(sign, _)| sign)
    }
}

impl Condition {
    /// Whether all comparisons hold.
    ///
    /// # Errors
    /// Those of [`Expr::value`].
    pub fn holds(&self, values: &ParameterValues) -> Result<bool, ExprError> {
        for (a, comparison, b) in &self.0 {
            if !comparison.holds(a.value(values)?, b.value(values)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl fmt::Display for Expr {
    /// As in rule files, with as few brackets as possible.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |f: &mut fmt::Formatter<'_>, part: &Expr, at_least: u8| {
            if part.precedence() < at_least { write!(f, "({part})") } else { write!(f, "{part}") }
        };
        match self {
            Expr::Number(n) => write!(f, "{n}"),
            Expr::Name(name) => f.write_str(name),
            Expr::Negative(a) => {
                f.write_str("-")?;
                part(f, a, 4)
            }
            Expr::Binary(operation, a, b) => {
                let (sign, binds) = match operation {
                    Operation::Add => (" + ", 1),
                    Operation::Subtract => (" - ", 1),
                    Operation::Multiply => ("*", 2),
                    Operation::Divide => ("/", 2),
                    Operation::Modulo => (" mod ", 2),
                };
                part(f, a, binds)?;
                f.write_str(sign)?;
                // A minus sign directly after another sign is hard to read.
                part(f, b, if matches!(**b, Expr::Negative(_)) { 4 } else { binds + 1 })
            }
            Expr::Call(function, arguments) => {
                f.write_str(match function {
                    Function::Min => "min(",
                    Function::Max => "max(",
                    Function::Abs => "abs(",
                    Function::Floor => "floor(",
                })?;
                for (i, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (a, comparison, b)) in self.0.iter().enumerate() {
            let and = if i > 0 { " and " } else { "" };
            write!(f, "{and}{a} {} {b}", comparison.sign())?;
        }
        Ok(())
    }
}
