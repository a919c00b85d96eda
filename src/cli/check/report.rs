//! The reports of `check` and `merge`: reading and printing them, and their end.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::Conclusion;
use super::answers::examples;
use crate::cli::general::{Detail, detail};
use crate::cli::output::{Failure, stdout};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_report::answers;
use deadmove_report::answers_json::{LinesObject, ProgramState};
use deadmove_report::check::{self as report, Most, done, missed, number, stuck};
use deadmove_report::check_json::{self, Beside, CheckState};
use deadmove_report::command;
use deadmove_report::numbers::{count, thousands};
use deadmove_report::prevention;
use deadmove_rules::load::LoadedRule;
use deadmove_rules::model::Rule;
use deadmove_search::mine::prevent::Prevention;
use deadmove_search::walk;
use deadmove_verify::check::{Check, CheckEngine, Checked, RuleVerdict, SetVerdict};
use deadmove_verify::confirm::{ConfirmedCheck, confirm_all};
use deadmove_verify::outcome::{Demands, vacuous_files};

/// The checks of a report, one for each size.
pub fn load_report(file: &Path) -> Result<Vec<Check>, InputError> {
    let checks = check_json::read(&files::read_text(file)?, file)?;
    checks.iter().try_for_each(|check| verify(check, file))?;
    Ok(checks)
}

/// The same with what else is known, and examples that are not confirmed yet.
pub fn load_states(file: &Path) -> Result<Vec<CheckState>, InputError> {
    check_json::read_states(&files::read_text(file)?, file)
}

/// Confirms the examples of a check that was read from a file.
pub fn verify(check: &Check, file: &Path) -> Result<(), InputError> {
    confirm_all(check).map(|_| ()).map_err(|fault| {
        let message = format!("the report has a false example: {fault}");
        InputError::new(ErrorKind::ReportContradiction, message).in_file(file)
    })
}

/// The rule that a check names, among those that were loaded.
pub fn rule_of<'a>(claim: &Checked, loaded: &'a [LoadedRule]) -> Option<&'a Rule> {
    let same = |rule: &&LoadedRule| Checked::of(rule).is_same_rule(claim);
    loaded.iter().find(same).map(|rule| &rule.rule)
}

/// Prints the table of a check, draws its examples, and states the verdicts. `rules` is the set, as
/// it was given, and the rules that are known. An empty line stands before all but the `first`
/// check.
pub fn print(
    check: &Check,
    confirmed: &ConfirmedCheck,
    (rules, loaded): (&str, &[LoadedRule]),
    beside: Beside<'_>,
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
    let allowed = confirmed.missed.as_ref().filter(|_| check.asks_for_the_set());
    match (beside.missed, allowed) {
        (Some(found), _) => write!(out, "{}", missed::text(found, true))?,
        (None, Some(example)) => write!(out, "{}", report::allowed(example, rules, true))?,
        (None, None) => {}
    }
    if let Some(followed) = beside.stuck {
        write!(out, "{}", stuck::text(followed, check.size))?;
    }
    write!(out, "{}{}", report::rest(check, most), report::verdicts(check))?;
    out.flush()?;
    Ok(())
}

/// Prints what a program answered on each size, and what would have prevented its dead moves.
pub fn print_answers(
    states: &[ProgramState],
    missed: &[Option<Prevention>],
) -> Result<(), Failure> {
    let mut missed = missed.iter();
    for state in states.iter().filter(|_| detail() != Detail::Quiet) {
        print_answers_of_size(state)?;
        if let Some(Some(found)) = missed.next() {
            write!(stdout(), "{}", prevention::text(found, &state.answers.counts, true))?;
        }
    }
    Ok(())
}

fn print_answers_of_size(state: &ProgramState) -> Result<(), Failure> {
    let most = if detail() == Detail::Verbose { usize::MAX } else { 5 };
    let mut out = stdout();
    let (all, chunks) = match state.lines {
        None => ("every live position".to_owned(), "chunks of the live positions"),
        Some(LinesObject { walks, seed }) => {
            (format!("the positions of {walks} random lines from seed {seed}"), "random lines")
        }
    };
    let part = match (state.chunks.complete(), state.chunks.total()) {
        (true, _) => all,
        (false, Some(total)) => format!("INCOMPLETE: {} of {total} {chunks}", state.chunks.count()),
        (false, None) => "INCOMPLETE: not begun".to_owned(),
    };
    let heading = format!("{0}×{0}, {part}, asked of `{1}`", state.size, state.program.command);
    let board = Arc::new(walk::board(state.size)?);
    let examples = examples(&state.answers, Some(&board))?;
    let heading = (heading.as_str(), state.chunks.complete());
    write!(out, "{}", answers::text(heading, Some(&board), &state.answers, &examples, most))?;
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

/// The end of the report on checks of some sizes. `rules` is the set, as it was given.
pub fn conclusion(checks: &[&Check], rules: &str, demands: Demands, code: ExitCode) -> Conclusion {
    let answers: Vec<String> = match checks {
        [one] => vec![answer(one)],
        several => several.iter().map(|c| format!("{0}×{0}: {1}", c.size, answer(c))).collect(),
    };
    let end = Conclusion::new(answers.join(". ")).because(why(checks, demands, code));
    match next(checks, rules, code) {
        Some(command) => end.then(command),
        None => end,
    }
}

/// The answer for one size, in a line where it fits.
fn answer(check: &Check) -> String {
    let unsound = number(check, RuleVerdict::Unsound);
    let unknown = number(check, RuleVerdict::Unknown);
    let rules = count(check.rules.len(), "rule", "rules");
    let sound = match (unsound, unknown) {
        (1.., _) => format!("unsound: {}", report::unsound_rules(check)),
        (0, 1..) if check.complete() => format!("{unknown} of {rules} not decided"),
        _ if number(check, RuleVerdict::Vacuous) == check.rules.len() => {
            "no rule forbids anything".to_owned()
        }
        _ if check.complete() => "sound".to_owned(),
        _ => String::new(),
    };
    let (dead, allowed) = (check.set.dead_moves, check.set.allowed);
    let complete = match (check.set.verdict, dead, allowed) {
        _ if !check.asks_for_the_set() => String::new(),
        (SetVerdict::Complete, ..) => "complete".to_owned(),
        (SetVerdict::Incomplete, Some(dead), Some(allowed)) => format!(
            "not complete: {} of {} dead moves are allowed",
            thousands(allowed),
            thousands(dead)
        ),
        _ => String::new(),
    };
    let finished = done(check).map_or_else(String::new, |done| format!("not finished: {done}"));
    let parts = [finished, sound, complete];
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|p| !p.is_empty()).collect();
    parts.join("; ")
}

/// Why the exit code is not 0.
fn why(checks: &[&Check], demands: Demands, code: ExitCode) -> String {
    let any = |holds: &dyn Fn(&Check) -> bool| checks.iter().any(|check| holds(check));
    match code {
        ExitCode::Refuted if any(&|check| number(check, RuleVerdict::Unsound) > 0) => {
            "a rule forbids a live move".to_owned()
        }
        ExitCode::Refuted => "the rules allow a dead move, and --complete was given".to_owned(),
        ExitCode::Input => "not every rule could be read".to_owned(),
        _ if any(&|check| !check.complete()) => "the check is not finished".to_owned(),
        _ if any(&|check| number(check, RuleVerdict::Unknown) > 0) => {
            "a limit was reached".to_owned()
        }
        _ if any(&|check| check.set.verdict == SetVerdict::Unknown) && demands.complete => {
            "--complete was given, and the sat engine does not decide that".to_owned()
        }
        _ => {
            let vacuous: usize = checks.iter().map(|check| vacuous_files(check)).sum();
            let rules = count(vacuous, "rule forbids", "rules forbid");
            format!("{rules} nothing here, so nothing was tested of them")
        }
    }
}

/// The command to run next.
fn next(checks: &[&Check], rules: &str, code: ExitCode) -> Option<String> {
    let results = checks.iter().flat_map(|check| &check.rules);
    if let Some(example) = results.clone().find_map(|result| result.counterexample.as_ref()) {
        let board = (example.size as u16, example.size as u16);
        return Some(command::explain(board, &example.path, rules));
    }
    let lemmas = checks.iter().flat_map(|check| &check.claims).any(|c| !c.lemmas.is_empty());
    let large = checks.iter().any(|check| check.engine == CheckEngine::Sat && !check.complete());
    let last = checks.last()?.size;
    match code {
        ExitCode::Holds if lemmas => Some(format!("deadmove walk {rules} --size {last}")),
        ExitCode::Holds => Some(format!("deadmove prove {rules}")),
        ExitCode::Unknown if large => Some(format!("deadmove prove {rules}")),
        ExitCode::Refuted => Some(format!("deadmove check {rules} --size {last} --missed")),
        _ => None,
    }
}
