//! The output and the exit code of `check` and `merge`.

use std::collections::BTreeMap;
use std::io::Write;

use super::output::{Failure, stdout};
use deadmove_core::verdict::ExitCode;
use deadmove_report::check as report;
use deadmove_report::check_json;
use deadmove_rules::load::LoadedRule;
use deadmove_rules::model::Rule;
use deadmove_verify::check::{Check, CheckEngine, Checked, RuleVerdict, SetVerdict};
use deadmove_verify::confirm::ConfirmedCheck;

/// The rule that a check names, among those that were loaded.
pub fn rule_of<'a>(claim: &Checked, loaded: &'a [LoadedRule]) -> Option<&'a Rule> {
    let same = |rule: &&LoadedRule| Checked::of(rule).is_same_rule(claim);
    loaded.iter().find(same).map(|rule| &rule.rule)
}

/// Prints the table of a check and draws its examples. `rules` is the set, as it was given, and
/// `loaded` the rules that are known.
pub fn print(
    check: &Check,
    confirmed: &ConfirmedCheck,
    rules: &str,
    loaded: &[LoadedRule],
) -> Result<(), Failure> {
    let mut out = stdout();
    write!(out, "{}", report::table(check))?;
    for (claim, example) in check.claims.iter().zip(&confirmed.rules) {
        if let Some(example) = example {
            let rule = rule_of(claim, loaded);
            write!(out, "{}", report::counterexample(example, claim, rule, true))?;
        }
    }
    if let Some(missed) = confirmed.missed.as_ref().filter(|_| check.asks_for_the_set()) {
        write!(out, "{}", report::missed(missed, rules, true))?;
    }
    out.flush()?;
    Ok(())
}

/// Prints checks as JSON.
pub fn print_json(objects: &[String]) -> Result<(), Failure> {
    let mut out = stdout();
    write!(out, "{}", check_json::write_all(objects))?;
    out.flush()?;
    Ok(())
}

/// The exit code of a check. With the sat engine it is about the rules alone. A family is vacuous
/// if all its claims are.
pub fn exit_code(check: &Check, allow_vacuous: bool) -> ExitCode {
    let refuted = check.rules.iter().any(|result| result.verdict == RuleVerdict::Unsound)
        || check.asks_for_the_set() && check.set.verdict == SetVerdict::Incomplete;
    if refuted {
        return ExitCode::Refuted;
    }
    let mut effective: BTreeMap<&str, bool> = BTreeMap::new();
    for (claim, result) in check.claims.iter().zip(&check.rules) {
        *effective.entry(&claim.file).or_default() |= result.verdict != RuleVerdict::Vacuous;
    }
    let vacuous = !allow_vacuous && effective.values().any(|effective| !effective);
    let set_is_asked = check.engine == CheckEngine::List && check.asks_for_the_set();
    let unknown = check.rules.iter().any(|result| result.verdict == RuleVerdict::Unknown)
        || set_is_asked && check.set.verdict == SetVerdict::Unknown;
    if vacuous || unknown || !check.complete() { ExitCode::Unknown } else { ExitCode::Holds }
}
