//! Checks a family for many choices of its parameters, so that an error can name its line.

use super::parse::at_mark;
use super::picture;
use super::statement::Statement;
use crate::family::{Family, FamilyError, pattern};
use crate::geometry::Offset;
use deadmove_core::error::{ErrorKind, InputError};

/// A single parameter is checked up to this far above its smallest value.
const CHECKED: i64 = 32;
/// The same for each of several parameters.
const CHECKED_OF_SEVERAL: i64 = 12;
/// At most this many choices of parameters are checked; a family with more is refused.
const CHOICES: usize = 4096;

/// The statement that each part of a family comes from.
#[derive(Default)]
pub struct Lines<'s, 't> {
    /// The last `parameter` line.
    pub parameter: Option<&'s Statement<'t>>,
    pub lets: Vec<&'s Statement<'t>>,
    pub shapes: Vec<&'s Statement<'t>>,
    pub exceptions: Vec<Vec<&'s Statement<'t>>>,
    /// Each `case` line with the lines of its claims.
    pub cases: Vec<(&'s Statement<'t>, Vec<&'s Statement<'t>>)>,
    pub pictures: Vec<&'s Statement<'t>>,
}

impl Lines<'_, '_> {
    /// Expands the family for many parameters and names the line where that fails.
    pub fn check(&self, family: &Family) -> Result<(), InputError> {
        let checked = if family.parameters.len() == 1 { CHECKED } else { CHECKED_OF_SEVERAL };
        if let Some(line) = self.parameter
            && family.choices(|p| p.from + checked) > CHOICES
        {
            return Err(line
                .error(
                    ErrorKind::TooManyParameters,
                    "the family has too many parameters to check it",
                )
                .expected(format!(
                    "at most three parameters, or ranges with at most {CHOICES} choices"
                )));
        }
        for parameters in family.all_parameters(|p| p.from + checked) {
            let given: Vec<String> = family
                .parameters
                .iter()
                .zip(&parameters)
                .map(|(p, v)| format!("{} = {v}", p.name))
                .collect();
            let given = given.join(", ");
            let wrong = |statement: &Statement, error: FamilyError| {
                statement
                    .error(ErrorKind::FamilyFormula, format!("for {given}: {error}"))
                    .expected(error.expected())
            };
            let mut values = Vec::new();
            for (p, &v) in family.parameters.iter().zip(&parameters) {
                values.push((p.name.clone(), v));
            }
            for ((name, expr), line) in family.lets.iter().zip(&self.lets) {
                let value = expr.value(&values).map_err(|e| wrong(line, e.into()))?;
                values.push((name.clone(), value));
            }
            let exceptions = family.unless.iter().zip(&self.exceptions);
            for (shapes, lines) in [(&family.pattern, &self.shapes)].into_iter().chain(exceptions) {
                if pattern(shapes, &values).is_ok() {
                    continue;
                }
                // If the pattern of some lines fails, so does that of these and more lines; so the
                // first line with which it fails is the one to report.
                for (line, count) in lines.iter().zip(1..) {
                    pattern(&shapes[..count], &values).map_err(|error| wrong(line, error))?;
                }
            }
            let case = family.case(&parameters).map_err(|error| match error {
                FamilyError::NoCase => self.cases[self.cases.len() - 1]
                    .0
                    .error(ErrorKind::MissingCase, format!("no case is for {given}"))
                    .expected("exactly one case for every choice of parameters"),
                FamilyError::TwoCases(_, second) => self.cases[second]
                    .0
                    .error(
                        ErrorKind::TwoCases,
                        format!("for {given} an earlier case applies as well"),
                    )
                    .expected("exactly one case for every choice of parameters"),
                other => wrong(self.cases[0].0, other),
            })?;
            for (claim, line) in family.cases[case].claims.iter().zip(&self.cases[case].1) {
                for (_, test) in &claim.tests {
                    test.test(&values).map_err(|e| wrong(line, e.into()))?;
                }
            }
        }
        Ok(())
    }
}

/// Compares the picture of a family with its expressions.
pub fn check_picture(
    text: &str,
    family: &Family,
    parameters: &[i64],
    statement: &Statement,
    letters: &[char],
) -> Result<(), InputError> {
    let drawn = picture::parse(text, statement.line, &statement.rows)?;
    let shown = family.pattern(parameters).map_err(|error| {
        statement
            .error(ErrorKind::FamilyFormula, format!("no picture for these parameters: {error}"))
            .expected(error.expected())
    })?;
    let (expected, _) = picture::draw(&shown);
    let own_letter = |c: char| match c {
        'a'..='z' => letters.get((c as u8 - b'a') as usize).copied().unwrap_or(c),
        other => other,
    };
    for (&cell, &mark) in &drawn.marks {
        let should = expected.get(&cell).map_or('?', |&c| own_letter(c));
        let is = if mark.character == 'X' { '?' } else { mark.character };
        if is != should {
            return Err(at_mark(
                text,
                mark,
                ErrorKind::PictureDiffers,
                format!("the picture shows '{is}' at {cell}, the expressions say '{should}'"),
            )
            .expected("a picture that agrees with the lines above it"));
        }
    }
    let missing =
        expected.keys().find(|&&cell| cell != Offset::LIVE_END && !drawn.marks.contains_key(&cell));
    match missing {
        Some(cell) => Err(statement
            .error(ErrorKind::PictureDiffers, format!("the picture leaves out the cell {cell}"))
            .expected("a picture of the whole pattern")),
        None => Ok(()),
    }
}
