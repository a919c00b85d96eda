//! The output and the exit code of `check` and `merge`.

use std::io::Write;

use super::check_answer::vacuous_files;
use super::general::{Detail, detail};
use super::output::{Failure, stdout};
use deadmove_core::verdict::ExitCode;
use deadmove_report::check::{self as report, Most};
use deadmove_report::check_json;
use deadmove_report::numbers::count;
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
/// `loaded` the rules that are known. An empty line stands before all but the `first` check.
pub fn print(
    check: &Check,
    confirmed: &ConfirmedCheck,
    rules: &str,
    loaded: &[LoadedRule],
    first: bool,
) -> Result<(), Failure> {
    let most = match detail() {
        Detail::Quiet => return Ok(()),
        Detail::Usual => Most::USUAL,
        Detail::Verbose => Most::ALL,
    };
    let mut out = stdout();
    if !first {
        writeln!(out)?;
    }
    write!(out, "{}", report::table(check, most))?;
    let examples = check.claims.iter().zip(&confirmed.rules);
    let examples: Vec<_> = examples.filter_map(|(c, e)| Some((c, e.as_ref()?))).collect();
    for (claim, example) in examples.iter().take(most.pictures) {
        let rule = rule_of(claim, loaded);
        write!(out, "{}", report::counterexample(example, claim, rule, true))?;
    }
    if examples.len() > most.pictures {
        let more = count(examples.len() - most.pictures, "counterexample", "counterexamples");
        writeln!(out, "\nand {more} more: --verbose")?;
    }
    if let Some(missed) = confirmed.missed.as_ref().filter(|_| check.asks_for_the_set()) {
        write!(out, "{}", report::missed(missed, rules, true))?;
    }
    write!(out, "{}", report::rest(check, most))?;
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
    let vacuous = !allow_vacuous && vacuous_files(check) > 0;
    let set_is_asked = check.engine == CheckEngine::List && check.asks_for_the_set();
    let unknown = check.rules.iter().any(|result| result.verdict == RuleVerdict::Unknown)
        || set_is_asked && check.set.verdict == SetVerdict::Unknown;
    if vacuous || unknown || !check.complete() { ExitCode::Unknown } else { ExitCode::Holds }
}
