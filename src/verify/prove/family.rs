//! Families row by row: for one choice of parameters and one move, the surpluses that the argument
//! cannot refute, beside those that the family allows.

use std::collections::BTreeSet;

use super::argument::{Effort, argue};
use super::formula::{Facts, Question};
use crate::board::Move;
use crate::rule::family::{Family, FamilyError};
use crate::rule::model::{Forbidden, Head, Pattern, RegionTest, Rule};

/// What a surplus gets that the family allows: most of these are allowed because the move can be
/// alive.
const ALLOWED: Effort = Effort { facts: Facts::ALL, splits: 4, radius: 1 };

/// One row of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The parameters with their names.
    pub parameters: Vec<(String, i64)>,
    /// The move, in picture directions.
    pub direction: Move,
    /// Surpluses of the first segment with which no claim of the family forbids the move.
    pub stated: BTreeSet<i32>,
    /// Surpluses with which the argument does not refute it. All others are proved dead.
    pub survives: BTreeSet<i32>,
    /// Surpluses from the smallest to the largest that the cells of the segment leave room for;
    /// both sets are about these only.
    pub range: (i32, i32),
    /// The forbidden move, with its exemptions.
    pub forbidden: Forbidden,
}

/// How the two sets of a row compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// What the family forbids is exactly what is proved.
    Equal,
    /// All it forbids is proved, and so many surpluses more.
    CouldBeStronger(usize),
    /// It forbids so many surpluses that are not proved.
    NotProved(usize),
}

impl Row {
    /// Compares what is stated with what is proved.
    pub fn comparison(&self) -> Comparison {
        let not_proved = self.survives.difference(&self.stated).count();
        let more = self.stated.difference(&self.survives).count();
        match (not_proved, more) {
            (0, 0) => Comparison::Equal,
            (0, more) => Comparison::CouldBeStronger(more),
            (wrong, _) => Comparison::NotProved(wrong),
        }
    }
}

/// A member of a family, without the claims: the rule that forbids one move with some surpluses.
pub fn member(
    pattern: &Pattern,
    unless: &[Pattern],
    forbidden: &Forbidden,
    tests: &[RegionTest],
) -> Rule {
    let mut pattern = pattern.clone();
    if let Some(segment) = pattern.segments.first_mut() {
        segment.tests.extend_from_slice(tests);
    }
    Rule {
        head: Head::new("member"),
        pattern,
        unless: unless.to_vec(),
        forbids: vec![forbidden.clone()],
    }
}

/// The rows for one choice of parameters. None where the claims are not limits of the surplus of
/// the first segment: where they ask something of another one, or forbid one move with different
/// exemptions.
pub fn rows(family: &Family, values: &[i64], effort: Effort) -> Result<Vec<Row>, FamilyError> {
    let members = family.expand(values)?;
    let shared = family.pattern(values)?;
    let Some(segment) = shared.segments.first() else { return Ok(Vec::new()) };
    let reach = segment.cells.len() as i32;
    let limits = |rule: &Rule| {
        let others = rule.pattern.segments.iter().zip(&shared.segments).skip(1);
        others.clone().all(|(a, b)| a.tests == b.tests)
    };
    if !members.iter().all(limits) {
        return Ok(Vec::new());
    }
    let names = family.parameters.iter().map(|p| p.name.clone());
    let parameters: Vec<(String, i64)> = names.zip(values.iter().copied()).collect();
    let mut rows = Vec::new();
    for direction in Move::ALL {
        let forbids: Vec<(&Rule, &Forbidden)> = members
            .iter()
            .flat_map(|rule| rule.forbids.iter().map(move |f| (rule, f)))
            .filter(|(_, f)| f.direction == direction)
            .collect();
        let Some(&(first, forbidden)) = forbids.first() else { continue };
        if forbids.iter().any(|(_, other)| *other != forbidden) {
            continue;
        }
        let holds = |tests: &[RegionTest], surplus: i32| {
            tests.iter().all(|test| test.holds(surplus.rem_euclid(2) as u32, surplus))
        };
        let asked: Vec<i32> = (-reach..=reach).filter(|&d| holds(&segment.tests, d)).collect();
        let stated = asked.iter().copied().filter(|&surplus| {
            forbids.iter().all(|(rule, _)| !holds(&rule.pattern.segments[0].tests, surplus))
        });
        let stated: BTreeSet<i32> = stated.collect();
        let survives = asked.iter().copied().filter(|&surplus| {
            let tests = [RegionTest::surplus_is(surplus)];
            let rule = member(&shared, &first.unless, forbidden, &tests);
            let question = Question { rule: &rule, forbidden: direction, step: direction };
            let allowed = stated.contains(&surplus);
            !argue(
                &question,
                if allowed { Effort { facts: effort.facts, ..ALLOWED } } else { effort },
            )
            .is_refuted()
        });
        rows.push(Row {
            parameters: parameters.clone(),
            direction,
            survives: survives.collect(),
            stated,
            range: (-reach, reach),
            forbidden: forbidden.clone(),
        });
    }
    Ok(rows)
}
