//! Expressions as affine functions: the value of an expression when each parameter is an affine
//! function of some counters. Expressions that are not affine, such as a division whose remainder
//! varies, have no such value; a condition that holds for some counters only has none either.

use super::expr::{Comparison, Condition, Expr, Function, Operation};

/// An affine function of some counters, which take all values from 0 up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affine {
    /// Its value where all counters are 0.
    pub at: i64,
    /// How much it grows when a counter grows by 1, for each counter.
    pub slopes: Vec<i64>,
}

impl Affine {
    /// A constant.
    pub fn number(at: i64, counters: usize) -> Affine {
        Affine { at, slopes: vec![0; counters] }
    }

    /// The affine function whose value and slopes are `with` of those of both. `with` must be
    /// linear.
    fn combine(&self, other: &Affine, with: impl Fn(i64, i64) -> i64) -> Affine {
        let slopes = self.slopes.iter().zip(&other.slopes).map(|(&a, &b)| with(a, b)).collect();
        Affine { at: with(self.at, other.at), slopes }
    }

    /// The sum.
    pub fn plus(&self, other: &Affine) -> Affine {
        self.combine(other, |a, b| a + b)
    }

    /// The difference.
    pub fn minus(&self, other: &Affine) -> Affine {
        self.combine(other, |a, b| a - b)
    }

    /// A multiple.
    pub fn times(&self, factor: i64) -> Affine {
        Affine { at: self.at * factor, slopes: self.slopes.iter().map(|s| s * factor).collect() }
    }

    /// Whether it is the same for all counters.
    pub(crate) fn is_constant(&self) -> bool {
        self.slopes.iter().all(|&slope| slope == 0)
    }

    /// Whether it is at least `least` for all counters.
    pub fn is_at_least(&self, least: i64) -> bool {
        self.at >= least && self.slopes.iter().all(|&slope| slope >= 0)
    }

    /// Whether it is at most `most` for all counters.
    pub(crate) fn is_at_most(&self, most: i64) -> bool {
        self.times(-1).is_at_least(-most)
    }

    /// Divided by a whole number and rounded down, if its slopes leave no remainder.
    fn divided(&self, by: i64) -> Option<Affine> {
        let even = by > 0 && self.slopes.iter().all(|slope| slope % by == 0);
        let slopes = || self.slopes.iter().map(|slope| slope / by).collect();
        even.then(|| Affine { at: self.at.div_euclid(by), slopes: slopes() })
    }
}

/// Larger numbers are refused: they would only overflow later.
const LARGEST: i64 = 1_000_000_000;

/// The value of an expression as an affine function; `None` if it has no value for some counters,
/// or is not affine.
pub fn affine_value(formula: &Expr, values: &[(String, Affine)]) -> Option<Affine> {
    let value = evaluate(formula, values)?;
    let fits = [value.at].iter().chain(&value.slopes).all(|number| number.abs() <= LARGEST);
    fits.then_some(value)
}

fn evaluate(formula: &Expr, values: &[(String, Affine)]) -> Option<Affine> {
    let counters = values.first().map_or(0, |(_, value)| value.slopes.len());
    Some(match formula {
        Expr::Number(n) => Affine::number(*n, counters),
        Expr::Name(name) => values.iter().rev().find(|(known, _)| known == name)?.1.clone(),
        Expr::Negative(a) => affine_value(a, values)?.times(-1),
        Expr::Binary(operation, a, b) => {
            let (a, b) = (affine_value(a, values)?, affine_value(b, values)?);
            match operation {
                Operation::Add => a.plus(&b),
                Operation::Subtract => a.minus(&b),
                Operation::Multiply if a.is_constant() => b.times(a.at),
                Operation::Multiply if b.is_constant() => a.times(b.at),
                Operation::Divide if b.is_constant() && b.at > 0 && a.at % b.at == 0 => {
                    a.divided(b.at)?
                }
                Operation::Modulo if b.is_constant() => {
                    a.divided(b.at)?;
                    Affine::number(a.at.rem_euclid(b.at), counters)
                }
                Operation::Multiply | Operation::Divide | Operation::Modulo => return None,
            }
        }
        Expr::Call(Function::Floor, arguments) => match arguments.as_slice() {
            [Expr::Binary(Operation::Divide, a, b)] => {
                let (a, b) = (affine_value(a, values)?, affine_value(b, values)?);
                b.is_constant().then(|| a.divided(b.at)).flatten()?
            }
            [a] => affine_value(a, values)?,
            _ => return None,
        },
        Expr::Call(Function::Abs, arguments) => {
            let a = affine_value(arguments.first()?, values)?;
            larger(&a, &a.times(-1))?
        }
        Expr::Call(function @ (Function::Min | Function::Max), arguments) => {
            let [a, b] = arguments.as_slice() else { return None };
            let (a, b) = (affine_value(a, values)?, affine_value(b, values)?);
            let larger = larger(&a, &b)?;
            if *function == Function::Max { larger } else { a.plus(&b).minus(&larger) }
        }
    })
}

/// The larger of two, if it is the same one for all counters.
fn larger(a: &Affine, b: &Affine) -> Option<Affine> {
    let difference = a.minus(b);
    if difference.is_at_least(0) {
        Some(a.clone())
    } else {
        difference.is_at_most(0).then(|| b.clone())
    }
}

/// Whether a condition holds for all counters, or for none; `None` if it holds for some only, or
/// this is not known.
pub fn affine_truth(condition: &Condition, values: &[(String, Affine)]) -> Option<bool> {
    let mut all = Some(true);
    for (a, comparison, b) in &condition.0 {
        match compare(*comparison, &affine_value(a, values)?.minus(&affine_value(b, values)?)) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

/// The same for the comparison of a difference with 0.
fn compare(comparison: Comparison, difference: &Affine) -> Option<bool> {
    let yes_or_no = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
    let (at_least, at_most) = (|k| difference.is_at_least(k), |k| difference.is_at_most(k));
    match comparison {
        Comparison::Equal => {
            yes_or_no(difference.is_constant() && difference.at == 0, at_least(1) || at_most(-1))
        }
        Comparison::Different => compare(Comparison::Equal, difference).map(|equal| !equal),
        Comparison::Less => yes_or_no(at_most(-1), at_least(0)),
        Comparison::AtMost => yes_or_no(at_most(0), at_least(1)),
        Comparison::Greater => yes_or_no(at_least(1), at_most(0)),
        Comparison::AtLeast => yes_or_no(at_least(0), at_most(-1)),
    }
}
