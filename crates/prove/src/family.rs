//! Families row by row: for one choice of parameters and one move, the surpluses that the window
//! argument cannot refute, and those that the family allows. All families of rule files.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::argument::Effort;
use super::formula::WindowQuestion;
use super::induction::{Settled, Unsettled};
use super::run::Run;
use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_rules::RuleFile;
use deadmove_rules::family::{Family, FamilyError};
use deadmove_rules::load::{Loaded, LoadedFile};
use deadmove_rules::model::{Forbidden, Head, Pattern, RegionTest, Rule};

/// Effort for a surplus that the family allows. It is small, because for most of these the move can
/// be live.
const ALLOWED: Effort = Effort { splits: 0, ..Effort::USUAL };

/// One row of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The parameters with their names.
    pub parameters: Vec<(String, i64)>,
    /// The move, in picture directions.
    pub direction: Move,
    /// Surpluses of the first segment for which no claim of the family forbids the move.
    pub stated: BTreeSet<i32>,
    /// Surpluses for which the argument does not refute the move. For all others it is proved dead.
    pub unrefuted: BTreeSet<i32>,
    /// The smallest and the largest surplus for which the segment has enough cells. Both sets lie
    /// in this range.
    pub range: (i32, i32),
    /// The forbidden move, with its exemptions.
    pub forbidden: Forbidden,
}

/// How the two sets of a row compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowComparison {
    /// The family forbids exactly what is proved.
    Equal,
    /// All it forbids is proved, and this number of further surpluses.
    CouldBeStronger(usize),
    /// It forbids this number of surpluses that are not proved.
    NotProved(usize),
}

impl Row {
    /// Compares what the family states with what is proved.
    pub fn comparison(&self) -> RowComparison {
        let not_proved = self.unrefuted.difference(&self.stated).count();
        let more = self.stated.difference(&self.unrefuted).count();
        match (not_proved, more) {
            (0, 0) => RowComparison::Equal,
            (0, more) => RowComparison::CouldBeStronger(more),
            (wrong, _) => RowComparison::NotProved(wrong),
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
    let rule = Rule::with_picture(Head::new("member"), pattern, vec![forbidden.clone()]);
    Rule { unless: unless.to_vec(), ..rule }
}

/// The rows of a family for one choice of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The parameters with their names.
    pub parameters: Vec<(String, i64)>,
    /// A row for each move whose claims only limit the surplus of the first segment: they have no
    /// conditions on other segments, and all have the same exemptions.
    pub rows: Vec<Row>,
    /// Whether the rows cover all claims. True if there are no claims.
    pub whole: bool,
}

/// The rows for one choice of parameters; none if the stop flag or the timeout, which is one for
/// all rows together, ended the argument.
///
/// # Errors
/// If the family is impossible for them.
pub fn rows(
    family: &Family,
    values: &[i64],
    effort: Effort,
    run: &Run<'_>,
) -> Result<Option<Member>, FamilyError> {
    let members = family.expand(values)?;
    let shared = family.pattern(values)?;
    let names = family.parameters.iter().map(|p| p.name.clone());
    let parameters: Vec<(String, i64)> = names.zip(values.iter().copied()).collect();
    let rows = Vec::new();
    let mut member = Member { parameters, rows, whole: members.is_empty() };
    let limits = |rule: &Rule| {
        let others = rule.pattern.segments.iter().zip(&shared.segments).skip(1);
        others.clone().all(|(a, b)| a.tests == b.tests)
    };
    if shared.segments.is_empty() || !members.iter().all(limits) {
        return Ok(Some(member));
    }
    let budget = effort.budget(run.stop);
    let refuted = |rule: &Rule, step: Move, effort: Effort| {
        let question = WindowQuestion { rule, forbidden: step, step };
        run.refuted(&question, effort, &budget)
    };
    member.whole = true;
    for direction in Move::ALL {
        let forbids: Vec<(&Rule, &Forbidden)> = members
            .iter()
            .flat_map(|rule| rule.forbids.iter().map(move |f| (rule, f)))
            .filter(|(_, f)| f.direction == direction)
            .collect();
        let Some(&(_, forbidden)) = forbids.first() else { continue };
        if forbids.iter().any(|(_, other)| *other != forbidden) {
            member.whole = false;
            continue;
        }
        let rules: Vec<&Rule> = forbids.iter().map(|&(rule, _)| rule).collect();
        let Some(row) = row(&shared, &rules, forbidden, &member.parameters, effort, &refuted)
        else {
            return Ok(None);
        };
        member.rows.push(row);
    }
    Ok(Some(member))
}

/// The row of the move that some rules forbid; none if `argue` has no answer.
fn row(
    shared: &Pattern,
    rules: &[&Rule],
    forbidden: &Forbidden,
    parameters: &[(String, i64)],
    effort: Effort,
    argue: &dyn Fn(&Rule, Move, Effort) -> Option<bool>,
) -> Option<Row> {
    let segment = &shared.segments[0];
    let reach = segment.cells.len() as i32;
    let refuted = |tests: &[RegionTest], effort: Effort| {
        let rule = member(shared, &rules[0].unless, forbidden, tests);
        argue(&rule, forbidden.direction, effort)
    };
    let asked: Vec<i32> =
        (-reach..=reach).filter(|&d| RegionTest::all_hold(&segment.tests, d)).collect();
    let mut stated: BTreeSet<i32> = asked.iter().copied().collect();
    let mut unrefuted = stated.clone();
    for rule in rules {
        let tests = &rule.pattern.segments[0].tests;
        stated.retain(|&surplus| !RegionTest::all_hold(tests, surplus));
        // One question about all surpluses of a claim replaces dozens of single ones.
        if refuted(tests, effort)? {
            unrefuted.retain(|&surplus| !RegionTest::all_hold(tests, surplus));
        }
    }
    for surplus in unrefuted.clone() {
        let effort = match stated.contains(&surplus) {
            true => Effort { facts: effort.facts, ..ALLOWED },
            false => effort,
        };
        if refuted(&[RegionTest::surplus_is(surplus)], effort)? {
            unrefuted.remove(&surplus);
        }
    }
    Some(Row {
        parameters: parameters.to_vec(),
        direction: forbidden.direction,
        stated,
        unrefuted,
        range: (-reach, reach),
        forbidden: forbidden.clone(),
    })
}

/// What is known about a family for every choice of its parameters.
pub type Every = Result<Settled, Unsettled>;

/// What is known about a family besides its claims.
#[derive(Clone, Debug)]
pub struct FamilyProof {
    /// Its name.
    pub name: String,
    /// Its file.
    pub file: String,
    /// Its parameters.
    pub parameters: Vec<String>,
    /// Its members, one for each choice of parameters up to a largest one.
    pub members: Vec<Member>,
    /// Whether all members are there: those that a stopped run did not reach are missing, and those
    /// whose time was up.
    pub complete: bool,
    /// Whether its claims hold for every choice of parameters; none if that was not asked.
    pub every: Option<Every>,
}

impl FamilyProof {
    /// The rows of all members.
    pub fn rows(&self) -> impl Iterator<Item = &Row> + Clone {
        self.members.iter().flat_map(|member| &member.rows)
    }
}

/// What is known of families besides their claims, for parameters up to `max`.
pub(crate) fn families(
    loaded: &Loaded,
    for_every_choice: Vec<Option<Every>>,
    max: i64,
    effort: Effort,
    run: &Run<'_>,
) -> Result<Vec<FamilyProof>, InputError> {
    let mut found = Vec::new();
    for (file, every) in loaded.files.iter().zip(for_every_choice) {
        let RuleFile::Family(family) = &file.rule_file else { continue };
        let choices = family.all_parameters(|_| max);
        let by_choice: Vec<Option<Member>> = choices
            .par_iter()
            .with_max_len(1)
            .map(|values| match run.stopped() {
                true => Ok(None),
                false => rows(family, values, effort, run),
            })
            .collect::<Result<_, _>>()
            .map_err(|error| impossible(file, &error))?;
        let members: Vec<Member> = by_choice.into_iter().flatten().collect();
        found.push(FamilyProof {
            name: family.head.name.clone(),
            file: file.path.shown(),
            parameters: family.parameters.iter().map(|p| p.name.clone()).collect(),
            complete: members.len() == choices.len(),
            members,
            every,
        });
    }
    Ok(found)
}

/// A family of a file that has no members.
pub(crate) fn impossible(file: &LoadedFile, error: &FamilyError) -> InputError {
    InputError::new(ErrorKind::FamilyImpossible, error.to_string()).in_file(&file.path)
}
