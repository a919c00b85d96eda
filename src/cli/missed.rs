//! `deadmove missed`: which dead moves does a rule set still allow?

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;

use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::lists::{self, ListArgs};
use super::output::{Failure, OrInternal, stderr, stdout};
use super::rule_files::RuleArgs;
use super::{first_check, progress, resume};
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::verdict::{ExitCode, Verdict};
use deadmove_report::check::some_files;
use deadmove_report::command::explain;
use deadmove_report::missed::{self as report, Asked};
use deadmove_report::missed_state::{self, MissedState};
use deadmove_report::numbers::{count, thousands};
use deadmove_report::wrap::fill;
use deadmove_rules::load::{Loaded, LoadedRule};
use deadmove_rules::model::Rule;
use deadmove_verify::check::{Check, RuleVerdict};
use deadmove_verify::confirm::{confirm, confirm_all};
use deadmove_verify::live_set::MAX_LIVE_SET_SIDE;
use deadmove_verify::uncovered::tally::Tally;
use deadmove_verify::uncovered::{self, Uncovered};

/// Show the dead moves that no rule forbids: the most frequent patterns, with an example each.
///
/// Every dead move that the rules allow in a live position is grouped by the board around it: the
/// cells up to two columns and rows away, where the line can leave this window, and the colours of
/// the pockets behind it. A pattern that no live move shares is a rule candidate as it stands. Exit
/// code 1 if something is missed. If nothing is: 0 with --sound-only, and 3 without, since rules
/// that forbid too much miss nothing. Boards are square, odd, and up to 9×9.
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
    /// How many patterns to show.
    #[arg(long, value_name = "K", default_value_t = 10)]
    top: usize,
    /// Check the rules first and leave out those that are unsound on this board.
    #[arg(long)]
    sound_only: bool,
    /// Print JSON: an object.
    #[arg(long)]
    json: bool,
    /// Keep the state in this file, and continue from it if it exists: do the units of the check of
    /// --sound-only that are missing, and count the layers that are left. A run that is interrupted
    /// without one keeps it in a new file here.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    list: ListArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (loaded, read) = args.rules.load_readable()?;
    let size = args.size;
    args.list.ready(size)?;
    let claims = claims(&loaded, size)?;
    let elsewhere: Vec<String> =
        loaded.left_out(&claims).iter().map(|path| path.display().to_string()).collect();
    let (stop, _lock) = resume::begin(args.resume.as_deref())?;
    let mut state = begin(args, &claims)?;
    let bar = lists::progress();
    let found = find(args, claims, &mut state, &bar, stop)?;
    bar.finish_and_clear();
    let file = resume::file(args.resume.as_deref(), "missed", found.is_none());
    if let Some(file) = &file {
        let confirmed = confirm_all(&state.check).or_internal()?;
        files::write_atomically(file, missed_state::write(&state, &confirmed))?;
    }
    let Found { missed, files, rules, left_out } = match (found, file) {
        (Some(found), _) => found,
        (None, file) => {
            let file = file.expect("a stopped run has a file");
            resume::stopped(unfinished(args, &state), &file, args.json)?;
            return Ok(ExitCode::Unknown.combine(read));
        }
    };
    if !elsewhere.is_empty() {
        let note = format!("not for {size}×{size}, and left out: {}", some_files(&elsewhere));
        let _ = writeln!(stderr(), "{}", fill(&note, "", "  "));
    }
    if let Some(names) = left_out.as_ref().filter(|names| !names.is_empty()) {
        let note = format!("left out, unsound on {size}×{size}: {}", names.join("; "));
        let _ = writeln!(stderr(), "{}", fill(&note, "", "  "));
    }
    let asked = Asked {
        paths: args.rules.rules.iter().map(|path| path.display().to_string()).collect(),
        set: args.rules.name(),
        files,
        rules,
        left_out,
    };
    let examples: Result<Vec<_>, _> =
        missed.top.iter().map(|group| confirm(&group.example, Verdict::Dead)).collect();
    let examples = examples.or_internal()?;
    let code = match (missed.allowed, &asked.left_out) {
        (0, Some(_)) => ExitCode::Holds,
        // Rules that forbid too much miss nothing.
        (0, None) => ExitCode::Unknown,
        _ => ExitCode::Refuted,
    };
    let code = code.combine(read);
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", report::json(&missed, &asked, &examples))?;
    } else {
        if detail() != Detail::Quiet {
            write!(out, "{}", report::text(&missed, &asked, &examples, true))?;
        }
        conclusion(&missed, &asked, size, code).print(&mut out, code)?;
    }
    out.flush()?;
    Ok(code)
}

/// The result, and the rules that it is about.
struct Found {
    missed: Uncovered,
    /// The files of the rules.
    files: Vec<String>,
    /// How many rules there are.
    rules: usize,
    /// The rules that are left out; `None` if unsound ones are kept.
    left_out: Option<Vec<String>>,
}

/// The state of the file of `--resume`, or the one of a run that begins.
fn begin(args: &Args, claims: &[LoadedRule]) -> Result<MissedState, InputError> {
    let sound_only = args.sound_only;
    let check = first_check::begin(args.size, claims);
    let Some((earlier, file)) = first_check::load(args.resume.as_deref(), missed_state::read)?
    else {
        return Ok(MissedState { sound_only, check, tally: Tally::new(0) });
    };
    if earlier.sound_only != sound_only {
        let what = "only one of them has --sound-only";
        return Err(first_check::differs(what, file));
    }
    let files = |check: &Check| number_files(check.claims.iter().map(|claim| &*claim.file)).1;
    let same_files = files(&earlier.check) == files(&check);
    let check = first_check::take_over(earlier.check, check, file)?;
    if !same_files {
        return Err(first_check::differs("the rules are divided into other files", file));
    }
    Ok(MissedState { sound_only, check, tally: earlier.tally })
}

/// Finds what is missed, from the state on; none if the run is stopped before the end.
fn find(
    args: &Args,
    mut claims: Vec<LoadedRule>,
    state: &mut MissedState,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> Result<Option<Found>, Failure> {
    let Some(live_set) = args.list.open_unless_stopped(args.size, bar, stop)? else {
        return Ok(None);
    };
    let file = args.resume.as_deref();
    let mut left_out = None;
    if args.sound_only {
        first_check::go_on(&mut state.check, (&live_set, &claims), file, bar, stop)?;
        if !state.check.complete() {
            return Ok(None);
        }
        left_out = Some(leave_out_unsound(&mut claims, &state.check));
    }
    let names: Vec<String> = claims.iter().map(|claim| claim.file.display().to_string()).collect();
    let (files, numbers) = number_files(names.iter().map(String::as_str));
    let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
    if state.tally.layers == 0 {
        state.tally = Tally::new(files.len());
    } else if let Some(file) = file {
        let what = match state.tally.alone.len() == files.len() {
            true => state.tally.contradiction(&live_set),
            false => Some(format!("it has counts for {} files", state.tally.alone.len())),
        };
        if let Some(what) = what {
            return Err(first_check::contradicts(&what, file).into());
        }
    }
    let layers = live_set.layers();
    progress::phase(bar, "layer");
    progress::total(bar, (2 * layers - state.tally.layers) as u64);
    let known = std::mem::replace(&mut state.tally, Tally::new(0));
    let count_layer = |_| bar.inc(1);
    state.tally = uncovered::count(&live_set, (&rules, &numbers), known, stop, &count_layer);
    if state.tally.layers < layers {
        return Ok(None);
    }
    let missed = uncovered::most_frequent(&live_set, &state.tally, args.top, stop, &count_layer);
    Ok(missed.map(|missed| Found { missed, files, rules: rules.len(), left_out }))
}

/// The end of the report of a run that was stopped.
fn unfinished(args: &Args, state: &MissedState) -> Conclusion {
    let MissedState { check, tally, .. } = state;
    let layers = args.size * args.size;
    let answer = match tally.layers {
        0 => first_check::answer(check),
        some if some < layers => format!(
            "not finished, {some} of {layers} layers are done; {} in them are allowed",
            allowed(tally.allowed(), tally.dead_moves)
        ),
        _ => format!(
            "not finished, {} are allowed; live moves that look the same are not counted",
            allowed(tally.allowed(), tally.dead_moves)
        ),
    };
    Conclusion::new(answer)
}

/// How many of the dead moves are allowed.
fn allowed(allowed: u64, dead_moves: u64) -> String {
    let dead = count(dead_moves as usize, "dead move", "dead moves");
    match allowed {
        0 => format!("none of {dead}"),
        some => format!("{} of {dead}", thousands(some)),
    }
}

fn conclusion(missed: &Uncovered, asked: &Asked, size: usize, code: ExitCode) -> Conclusion {
    let rules = &asked.set;
    let which = if asked.left_out.is_some() { "the sound rules" } else { "the rules" };
    let allowed = allowed(missed.allowed, missed.dead_moves);
    let end = Conclusion::new(format!("{which} of {rules} allow {allowed} on {size}×{size}"));
    match (code, missed.top.first()) {
        (ExitCode::Unknown, _) => end
            .because("rules that forbid too much miss nothing either")
            .then(format!("deadmove missed {rules} --size {size} --sound-only")),
        (_, Some(group)) => end.because("the set is not complete").then(explain(
            (size as u16, size as u16),
            &group.example.path,
            rules,
        )),
        _ => end.then(format!("deadmove walk {rules} --size {size}")),
    }
}

/// The rules for the board.
pub(super) fn claims(loaded: &Loaded, size: usize) -> Result<Vec<LoadedRule>, InputError> {
    let fault = |what: String| {
        InputError::new("no-list", format!("--size {size}: {what}"))
            .expected(format!("an odd size from 3 to {MAX_LIVE_SET_SIDE}"))
    };
    if size == 1 {
        return Err(fault("a board of one cell has no moves".to_owned()));
    }
    let board = Board::corner_to_corner(size, size).map_err(|error| fault(error.to_string()))?;
    loaded.applicable(&board)
}

/// Removes the claims that forbid a live move and gives their names.
fn leave_out_unsound(claims: &mut Vec<LoadedRule>, check: &Check) -> Vec<String> {
    let mut results = check.rules.iter();
    let unsound = claims.extract_if(.., |_| {
        results.next().is_some_and(|result| result.verdict == RuleVerdict::Unsound)
    });
    unsound.map(|claim| claim.rule.head.name).collect()
}

/// The files of claims, given the file of each, and for each claim the number of its file.
fn number_files<'a>(files: impl Iterator<Item = &'a str>) -> (Vec<String>, Vec<usize>) {
    let mut known: Vec<String> = Vec::new();
    let mut numbers = Vec::new();
    for file in files {
        // The claims of a file follow one another.
        if known.last().is_none_or(|last| last != file) {
            known.push(file.to_owned());
        }
        numbers.push(known.len() - 1);
    }
    (known, numbers)
}
