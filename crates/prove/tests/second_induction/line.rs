//! Values that grow evenly: the value of an expression when each parameter is a number plus a
//! multiple of each counter. The counters run over 0, 1, 2 and so on.

use deadmove_rules::expr::{Comparison, Condition, Expr, Function, Operation};

/// `at + grows[0]·i + grows[1]·j`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The value while both counters are 0.
    pub at: i64,
    /// By how much it grows with each counter.
    pub grows: [i64; 2],
}

/// Names of values.
pub type Lines = [(String, Line)];

impl Line {
    /// A constant.
    pub const fn number(at: i64) -> Line {
        Line { at, grows: [0, 0] }
    }

    /// Applies a function to all three numbers of two values.
    fn each(self, other: Line, f: impl Fn(i64, i64) -> i64) -> Line {
        let grows = [f(self.grows[0], other.grows[0]), f(self.grows[1], other.grows[1])];
        Line { at: f(self.at, other.at), grows }
    }

    /// The sum of two values.
    pub fn plus(self, other: Line) -> Line {
        self.each(other, |a, b| a + b)
    }

    /// The difference of two values.
    pub fn minus(self, other: Line) -> Line {
        self.each(other, |a, b| a - b)
    }

    /// A multiple.
    pub fn times(self, factor: i64) -> Line {
        self.each(self, |a, _| a * factor)
    }

    /// Whether it is at least `least` for all counters.
    pub fn is_always_at_least(self, least: i64) -> bool {
        self.at >= least && self.grows.iter().all(|&g| g >= 0)
    }

    /// Whether it is the same for all counters.
    pub fn is_number(self) -> bool {
        self.grows == [0, 0]
    }

    /// The sign, if it is the same for all counters; 0 counts as positive.
    fn sign(self) -> Option<i64> {
        if self.is_always_at_least(0) {
            Some(1)
        } else {
            self.times(-1).is_always_at_least(0).then_some(-1)
        }
    }

    /// The value divided by a number and rounded down, if it still grows evenly.
    fn over(self, by: i64) -> Option<Line> {
        let even = by > 0 && self.grows.iter().all(|g| g % by == 0);
        even.then(|| self.each(self, |a, _| a.div_euclid(by)))
    }
}

/// The value of an expression, if it grows evenly.
pub fn value(expr: &Expr, names: &Lines) -> Option<Line> {
    let of = |expr: &Expr| value(expr, names);
    match expr {
        Expr::Number(n) => Some(Line::number(*n)),
        Expr::Name(name) => {
            names.iter().rev().find(|(known, _)| known == name).map(|(_, line)| *line)
        }
        Expr::Negative(a) => Some(of(a)?.times(-1)),
        Expr::Binary(operation, a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            match operation {
                Operation::Add => Some(a.plus(b)),
                Operation::Subtract => Some(a.minus(b)),
                Operation::Multiply if b.is_number() => Some(a.times(b.at)),
                Operation::Multiply => a.is_number().then(|| b.times(a.at)),
                _ if !b.is_number() => None,
                Operation::Divide => a.over(b.at).filter(|whole| whole.times(b.at) == a),
                Operation::Modulo => {
                    let whole = a.over(b.at)?;
                    Some(a.minus(whole.times(b.at)))
                }
            }
        }
        Expr::Call(Function::Floor, arguments) => match arguments.as_slice() {
            [Expr::Binary(Operation::Divide, a, b)] => {
                of(b).filter(|b| b.is_number()).and_then(|b| of(a)?.over(b.at))
            }
            [a] => of(a),
            _ => None,
        },
        Expr::Call(Function::Abs, arguments) => {
            let a = of(arguments.first()?)?;
            a.sign().map(|sign| a.times(sign))
        }
        Expr::Call(larger_or_smaller, arguments) => {
            let [a, b] = arguments.as_slice() else { return None };
            let (a, b) = (of(a)?, of(b)?);
            let a_is_larger = a.minus(b).sign()? == 1;
            let larger = *larger_or_smaller == Function::Max;
            Some(if a_is_larger == larger { a } else { b })
        }
    }
}

/// Whether a condition holds, if it does for all counters or for none.
pub fn truth(condition: &Condition, names: &Lines) -> Option<bool> {
    let mut all = true;
    for (a, comparison, b) in &condition.0 {
        let more = value(a, names)?.minus(value(b, names)?);
        let (is_more, is_less) = (more.is_always_at_least(1), more.times(-1).is_always_at_least(1));
        let is_equal = more == Line::number(0);
        if !is_more && !is_less && !is_equal {
            return None;
        }
        all &= match comparison {
            Comparison::Equal => is_equal,
            Comparison::Different => !is_equal,
            Comparison::Less => is_less,
            Comparison::AtMost => !is_more,
            Comparison::Greater => is_more,
            Comparison::AtLeast => !is_less,
        };
    }
    Some(all)
}
