//! The cases of a check: each rule file on the board, and, if that is demanded, the set.

use super::{TestCase, TestFinding, TestOutcome, TestPlace};
use crate::check::{allowed, counterexample, done};
use crate::numbers::{count, thousands};
use deadmove_rules::load::LoadedRule;
use deadmove_verify::check::{Check, Checked, RuleResult, RuleVerdict, SetVerdict};
use deadmove_verify::confirm::{Confirmed, ConfirmedCheck};
use deadmove_verify::outcome::Demands;

/// The cases of a check of `rules`, as they were given, of which some are known. `tested` says
/// whether any rule has an effect on any board of the run.
pub fn check_cases(
    check: &Check,
    confirmed: &ConfirmedCheck,
    (rules, loaded): (&str, &[LoadedRule]),
    demands: Demands,
    tested: bool,
) -> Vec<TestCase> {
    let group = format!("check {0}×{0}", check.size);
    let claims: Vec<_> = check.claims.iter().zip(&check.rules).zip(&confirmed.rules).collect();
    let mut cases = Vec::new();
    // The claims of a file follow one another.
    for file in claims.chunk_by(|((a, _), _), ((b, _), _)| a.file == b.file) {
        let ((first, _), _) = file[0];
        let origin = loaded.iter().find(|rule| Checked::of(rule).is_same_rule(first));
        cases.push(TestCase {
            group: group.clone(),
            name: if file.len() == 1 { first.name.clone() } else { first.file.clone() },
            place: origin.and_then(|rule| TestPlace::of_rule(&rule.file)),
            outcome: of_file(check, file, loaded, demands.no_vacuous || !tested),
        });
    }
    cases.extend(check.left_out.iter().map(|file| TestCase {
        group: group.clone(),
        name: file.clone(),
        place: None,
        outcome: TestOutcome::Skipped("its sizes leave this board out".to_owned()),
    }));
    if demands.complete {
        let outcome = of_set(check, confirmed.missed.as_ref(), rules);
        cases.push(TestCase { group, name: format!("{rules} together"), place: None, outcome });
    }
    cases
}

type CheckedClaim<'a> = ((&'a Checked, &'a RuleResult), &'a Option<Confirmed>);

/// The outcome for the claims of a file. A file of which nothing was tested is skipped, or an error
/// if it had to be tested.
fn of_file(
    check: &Check,
    file: &[CheckedClaim<'_>],
    loaded: &[LoadedRule],
    must_be_tested: bool,
) -> TestOutcome {
    let is = |verdict| move |((_, result), _): &&CheckedClaim<'_>| result.verdict == verdict;
    let number = |verdict| file.iter().filter(is(verdict)).count();
    let size = check.size;
    if let Some(((claim, result), example)) = file.iter().find(is(RuleVerdict::Unsound)) {
        let of = match file.len() {
            1 => String::new(),
            all => format!("{} of {all} claims are wrong: ", number(RuleVerdict::Unsound)),
        };
        let moves = result.forbids_live.map_or_else(
            || "a live move".to_owned(),
            |moves| count(moves as usize, "live move", "live moves"),
        );
        let rule = loaded.iter().find(|rule| Checked::of(rule).is_same_rule(claim));
        let text = example
            .as_ref()
            .map(|example| counterexample(example, claim, rule.map(|rule| &rule.rule), false));
        let message = format!("{of}{} forbids {moves} of {size}×{size}", claim.name);
        return TestOutcome::Failed(TestFinding::new(message).shown_by(text.unwrap_or_default()));
    }
    if number(RuleVerdict::Unknown) > 0 || !check.complete() {
        let why = done(check).unwrap_or_else(|| "a limit was reached".to_owned());
        return TestOutcome::Error(TestFinding::new(format!(
            "not decided on {size}×{size}: {why}"
        )));
    }
    if number(RuleVerdict::Vacuous) < file.len() {
        return TestOutcome::Passed;
    }
    let nothing = format!("it forbids nothing on {size}×{size}, so nothing was tested");
    match must_be_tested {
        true => TestOutcome::Error(TestFinding::new(nothing)),
        false => TestOutcome::Skipped(nothing),
    }
}

/// The outcome for the demand that the rules forbid every dead move.
fn of_set(check: &Check, missed: Option<&Confirmed>, rules: &str) -> TestOutcome {
    let size = check.size;
    match (check.set.verdict, check.set.allowed, check.set.dead_moves) {
        (SetVerdict::Complete, ..) if check.asks_for_the_set() => TestOutcome::Passed,
        (SetVerdict::Incomplete, found, of) if check.asks_for_the_set() => {
            let [found, of] = [found, of].map(|number| number.map_or("some".into(), thousands));
            let message = format!("{found} of {of} dead moves of {size}×{size} are allowed");
            let text = missed.map(|example| allowed(example, rules, false));
            TestOutcome::Failed(TestFinding::new(message).shown_by(text.unwrap_or_default()))
        }
        _ => {
            let message = format!("it is not known whether they are complete on {size}×{size}");
            TestOutcome::Error(TestFinding::new(message))
        }
    }
}
