//! `deadmove obey`: does a rule that forbids too much lead to a stuck position?

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;

use super::conclusion::Conclusion;
use super::general::is_quiet;
use super::lists::ListArgs;
use super::missed::claims;
use super::output::{Failure, OrInternal, stdout};
use super::rule_files::RuleArgs;
use super::{first_check, progress, resume};
use deadmove_core::board::letters;
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_report::command::{explain, words};
use deadmove_report::numbers::{count, thousands};
use deadmove_report::obey::{FollowedRules, WrongRule, case, json, text};
use deadmove_report::obey_state::{self, ObeyState};
use deadmove_rules::load::LoadedRule;
use deadmove_rules::model::Rule;
use deadmove_verify::check::{Checked, RuleResult, RuleVerdict};
use deadmove_verify::confirm::confirm_all;
use deadmove_verify::reachability::{follow, gets_stuck, passes};

/// Say whether rules that forbid too much lead to stuck positions.
///
/// Every rule that forbids a live move is followed alone: lines take live moves only, as if other
/// rules forbade all dead moves, and none that the rule forbids. The report counts the positions
/// that such lines reach, and those in which the rule forbids all live moves. The answer is exact.
/// Boards are square, odd, and up to 9×9. Exit code 1 if a rule leads to a stuck position, 0 if
/// none does, 3 if no rule matches anywhere.
///
/// Ctrl-C stops the run before its result: its state is kept, the exit code is 3, and --resume
/// continues later.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
    /// The side of the board.
    #[arg(long, value_name = "N")]
    size: usize,
    /// Print JSON: an object.
    #[arg(long)]
    json: bool,
    /// Write a case file of every rule's first stuck position into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the state in this file, and continue from it if it exists: do the units of the check of
    /// all rules that are missing, and follow the wrong rules that are left. A run that is
    /// interrupted without one keeps it in a new file here.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    list: ListArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (loaded, read) = args.rules.load_readable()?;
    args.list.ready(args.size)?;
    let claims = claims(&loaded, args.size)?;
    let (stop, _lock) = resume::begin(args.resume.as_deref())?;
    let mut state = begin(args, &claims)?;
    let bar = progress::spinner("layer");
    let followed = obey(args, &claims, &mut state, &bar, stop)?;
    bar.finish_and_clear();
    let file = resume::file(args.resume.as_deref(), "obey", followed.is_none());
    if let Some(file) = &file {
        let confirmed = confirm_all(&state.check).or_internal()?;
        files::write_atomically(file, obey_state::write(&state, &confirmed))?;
    }
    let followed = match (followed, file) {
        (Some(followed), _) => followed,
        (None, file) => {
            let file = file.expect("a stopped run has a file");
            resume::stopped(unfinished(&state), &file, args.json)?;
            return Ok(ExitCode::Unknown.combine(read));
        }
    };
    if let Some(folder) = &args.out {
        save(folder, &followed)?;
    }
    let stuck = followed.wrong.iter().any(|wrong| wrong.obeyed.stuck > 0);
    let code = match &followed {
        _ if stuck => ExitCode::Refuted,
        // Rules that match nowhere were not tested at all.
        FollowedRules { sound: 0, wrong, .. } if wrong.is_empty() => ExitCode::Unknown,
        _ => ExitCode::Holds,
    };
    let code = code.combine(read);
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", json(&followed))?;
    } else {
        if !is_quiet() {
            write!(out, "{}", text(&followed))?;
        }
        conclusion(args, &followed, code).print(&mut out, code)?;
    }
    out.flush()?;
    Ok(code)
}

/// The state of the file of `--resume`, or the one of a run that begins.
fn begin(args: &Args, claims: &[LoadedRule]) -> Result<ObeyState, InputError> {
    let check = first_check::begin(args.size, claims);
    match first_check::load(args.resume.as_deref(), obey_state::read)? {
        Some((ObeyState { check: earlier, obeyed }, file)) => {
            Ok(ObeyState { check: first_check::take_over(earlier, check, file)?, obeyed })
        }
        None => Ok(ObeyState { check, obeyed: Vec::new() }),
    }
}

/// Checks the rules and follows those that are wrong, from the state on; none if the run is stopped
/// before the end.
fn obey(
    args: &Args,
    claims: &[LoadedRule],
    state: &mut ObeyState,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> Result<Option<FollowedRules>, Failure> {
    let Some(list) = args.list.open_unless_stopped(args.size, bar, stop)? else { return Ok(None) };
    let file = args.resume.as_deref();
    first_check::go_on(&mut state.check, (&list, claims), file, bar, stop)?;
    let check = &state.check;
    if !check.complete() {
        return Ok(None);
    }
    let wrong: Vec<(&LoadedRule, &RuleResult)> = claims
        .iter()
        .zip(&check.rules)
        .filter(|(_, result)| result.verdict == RuleVerdict::Unsound)
        .collect();
    let rules: Vec<Rule> = wrong.iter().map(|(claim, _)| claim.rule.clone()).collect();
    for (rule, obeyed) in rules.iter().zip(&state.obeyed) {
        let path = obeyed.first.as_ref();
        if let Some(path) = path.filter(|path| !gets_stuck(&list, rule, path)) {
            let what = format!("`{}` does not lead to a stuck position", letters(path));
            let file = file.expect("a state that was read has a file");
            return Err(first_check::contradicts(&what, file).into());
        }
    }
    progress::phase(bar, "layer");
    progress::total(bar, (passes(rules.len() - state.obeyed.len()) * list.layers()) as u64);
    state.obeyed = follow(&list, &rules, std::mem::take(&mut state.obeyed), stop, &|| bar.inc(1));
    if state.obeyed.len() < rules.len() {
        return Ok(None);
    }
    let with = |verdict| check.rules.iter().filter(move |result| result.verdict == verdict).count();
    let wrong = wrong.into_iter().zip(&state.obeyed).map(|((claim, result), obeyed)| WrongRule {
        rule: Checked::of(claim),
        forbids_live: result.forbids_live.unwrap_or_default(),
        obeyed: obeyed.clone(),
    });
    Ok(Some(FollowedRules {
        size: args.size,
        live_positions: list.totals().live_positions,
        sound: with(RuleVerdict::Sound),
        vacuous: with(RuleVerdict::Vacuous),
        wrong: wrong.collect(),
    }))
}

/// The end of the report of a run that was stopped.
fn unfinished(state: &ObeyState) -> Conclusion {
    let ObeyState { check, obeyed } = state;
    if !check.complete() {
        return Conclusion::new(first_check::answer(check));
    }
    let wrong = check.rules.iter().filter(|rule| rule.verdict == RuleVerdict::Unsound).count();
    let done = thousands(obeyed.len() as u64);
    let of = count(wrong, "rule that forbids live moves is", "rules that forbid live moves are");
    Conclusion::new(format!("not finished, {done} of {of} followed"))
}

/// The end of the report.
fn conclusion(args: &Args, followed: &FollowedRules, code: ExitCode) -> Conclusion {
    let FollowedRules { size, sound, wrong, .. } = followed;
    let rules = args.rules.name();
    let first = wrong.iter().filter(|wrong| wrong.obeyed.stuck > 0);
    let stuck = first.clone().count();
    let answer = match (wrong.len(), stuck) {
        (0, _) if *sound == 0 => "no rule matches anywhere".to_owned(),
        (0, _) => format!("no rule forbids a live move on {size}×{size}"),
        (_, 0) => "no rule that forbids a live move leads to a stuck position".to_owned(),
        (all, stuck) => {
            let leads = count(stuck, "rule leads", "rules lead");
            format!("{leads} to stuck positions on {size}×{size}, of {all} that forbid live moves")
        }
    };
    let mut end = Conclusion::new(answer);
    end.why = Some(match code {
        ExitCode::Refuted => "a rule leads to a stuck position".to_owned(),
        ExitCode::Input => "not every rule file could be read".to_owned(),
        _ => "rules that match nowhere were not tested".to_owned(),
    });
    for WrongRule { rule, obeyed, .. } in first.take(1) {
        if let Some(path) = &obeyed.first {
            end = end.then(explain((*size as u16, *size as u16), path, &words(&[&rule.file])));
        }
    }
    if stuck > 0 && args.out.is_none() {
        end = end.then(format!("deadmove obey {rules} --size {size} --out stuck"));
    }
    end.then(format!("deadmove check {rules} --size {size}"))
}

fn save(folder: &Path, followed: &FollowedRules) -> Result<(), InputError> {
    files::create_folder(folder)?;
    for wrong in &followed.wrong {
        let Some(path) = &wrong.obeyed.first else { continue };
        let name: String = wrong
            .rule
            .name
            .to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join("-");
        let file = folder.join(format!("{name}-{0}x{0}.case", followed.size));
        files::write_atomically(&file, case(&wrong.rule, followed.size, path)?)?;
    }
    Ok(())
}
