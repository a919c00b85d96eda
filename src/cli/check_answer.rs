//! The end of a check in words: what was asked, the answer for each size, why this exit code, and
//! what to run next.

use std::collections::BTreeMap;

use super::conclusion::Conclusion;
use deadmove_core::verdict::ExitCode;
use deadmove_report::command::explain;
use deadmove_report::numbers::{count, thousands};
use deadmove_verify::check::{Check, CheckEngine, RuleVerdict, SetVerdict};

/// Rule files all of whose claims forbid nothing on the board of a check.
pub fn vacuous_files(check: &Check) -> usize {
    let mut effective: BTreeMap<&str, bool> = BTreeMap::new();
    for (claim, result) in check.claims.iter().zip(&check.rules) {
        *effective.entry(&claim.file).or_default() |= result.verdict != RuleVerdict::Vacuous;
    }
    effective.values().filter(|effective| !**effective).count()
}

/// The conclusion of checks of some sizes. `rules` is the set, as it was given.
pub fn conclusion(checks: &[&Check], rules: &str, code: ExitCode) -> Conclusion {
    let sizes: Vec<String> = checks.iter().map(|check| format!("{0}×{0}", check.size)).collect();
    let answers: Vec<String> = checks.iter().map(|check| answer(check)).collect();
    let answers = match answers.as_slice() {
        [one] => one.clone(),
        several => {
            let lines = sizes.iter().zip(several).map(|(size, answer)| format!("{size}: {answer}"));
            lines.collect::<Vec<_>>().join(". ")
        }
    };
    let mut end = Conclusion::new(answers);
    if let Some(why) = why(checks, code) {
        end = end.because(why);
    }
    for command in next(checks, rules, code) {
        end = end.then(command);
    }
    end
}

/// Whether the verdict on the set is part of the answer.
fn asks_for_the_set(check: &Check) -> bool {
    check.engine == CheckEngine::List && check.asks_for_the_set()
}

fn number(check: &Check, verdict: RuleVerdict) -> usize {
    check.rules.iter().filter(|result| result.verdict == verdict).count()
}

/// The answer for one size.
fn answer(check: &Check) -> String {
    let [unsound, unknown] = [RuleVerdict::Unsound, RuleVerdict::Unknown].map(|v| number(check, v));
    let mut parts = Vec::new();
    if let (false, Some(total)) = (check.complete(), check.chunks.total()) {
        let done = thousands(check.chunks.count());
        parts.push(format!("not finished, {done} of {} units are done", thousands(total)));
    } else if !check.complete() {
        parts.push("not begun".to_owned());
    }
    if unsound > 0 {
        let verb = if unsound == 1 { "forbids" } else { "forbid" };
        let of = count(check.rules.len(), "rule", "rules");
        parts.push(format!("{} of {of} {verb} a live move", thousands(unsound as u64)));
    } else if check.complete() && unknown == 0 {
        parts.push(format!(
            "{}, none forbids a live move",
            count(check.rules.len(), "rule", "rules")
        ));
    }
    if unknown > 0 && check.complete() {
        parts.push(format!("{} not decided", count(unknown, "rule is", "rules are")));
    }
    let set = &check.set;
    if let (true, Some(dead), Some(allowed)) =
        (asks_for_the_set(check), set.dead_moves, set.allowed)
    {
        match set.verdict {
            SetVerdict::Complete => {
                parts.push(format!("all {} dead moves are forbidden", thousands(dead)));
            }
            SetVerdict::Incomplete => parts.push(format!(
                "{} of {} dead moves are allowed",
                thousands(allowed),
                thousands(dead)
            )),
            SetVerdict::Unknown => {}
        }
    }
    parts.join("; ")
}

fn why(checks: &[&Check], code: ExitCode) -> Option<String> {
    let any = |holds: &dyn Fn(&Check) -> bool| checks.iter().any(|check| holds(check));
    match code {
        ExitCode::Refuted if any(&|check| number(check, RuleVerdict::Unsound) > 0) => {
            Some("a rule forbids a live move".to_owned())
        }
        ExitCode::Refuted => Some("no rule forbids some dead move".to_owned()),
        ExitCode::Unknown if any(&|check| !check.complete()) => {
            Some("the check is not finished".to_owned())
        }
        ExitCode::Unknown if any(&|check| number(check, RuleVerdict::Unknown) > 0) => {
            Some("a limit was reached".to_owned())
        }
        ExitCode::Unknown => {
            let vacuous: usize = checks.iter().map(|check| vacuous_files(check)).sum();
            (vacuous > 0).then(|| {
                let files = count(vacuous, "rule file forbids", "rule files forbid");
                format!("{files} nothing here, so nothing was tested of them")
            })
        }
        _ => None,
    }
}

/// What to run next: at most one command for each size, for what is most in need of it.
fn next(checks: &[&Check], rules: &str, code: ExitCode) -> Vec<String> {
    let sizes: Vec<String> = checks.iter().map(|check| check.size.to_string()).collect();
    let sizes = match sizes.as_slice() {
        [one] => format!("--size {one}"),
        several => format!("--sizes {}", several.join(",")),
    };
    let incomplete = checks.iter().find(|check| {
        asks_for_the_set(check) && check.set.verdict == SetVerdict::Incomplete && check.complete()
    });
    let mut next = Vec::new();
    let results = checks.iter().flat_map(|check| &check.rules);
    if let Some(example) = results.clone().find_map(|result| result.counterexample.as_ref()) {
        let board = (example.size as u16, example.size as u16);
        next.push(explain(board, &example.path, rules));
    }
    let sound = results.clone().any(|result| result.verdict == RuleVerdict::Sound);
    if let (Some(check), true) = (incomplete, sound) {
        next.push(format!("deadmove missed {rules} --size {} --sound-only", check.size));
    }
    let finished = checks.iter().all(|check| check.complete());
    if code == ExitCode::Unknown
        && finished
        && checks.iter().all(|check| number(check, RuleVerdict::Unknown) == 0)
    {
        next.push(format!("deadmove check {rules} {sizes} --allow-vacuous"));
    }
    if let (ExitCode::Holds, Some(last)) = (code, checks.last()) {
        next.push(format!("deadmove walk {rules} --size {}", last.size));
    }
    next
}
