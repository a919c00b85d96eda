//! `deadmove missed`: which dead moves does a rule set still allow?

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;

use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::lists::{ListArgs, progress};
use super::output::{Failure, OrInternal, stderr, stdout};
use super::rule_files::RuleArgs;
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::verdict::{ExitCode, Verdict};
use deadmove_report::check::some_files;
use deadmove_report::command::explain;
use deadmove_report::missed::{self as report, Asked};
use deadmove_report::numbers::{count, thousands};
use deadmove_report::wrap::fill;
use deadmove_rules::load::{Loaded, LoadedRule};
use deadmove_rules::model::Rule;
use deadmove_verify::check::RuleVerdict;
use deadmove_verify::chunks::{Chunks, Run, Shard};
use deadmove_verify::confirm::confirm;
use deadmove_verify::live_set::{LiveSet, MAX_LIVE_SET_SIDE};
use deadmove_verify::uncovered::Uncovered;
use deadmove_verify::{check_live_set, uncovered};

/// Show the dead moves that no rule forbids: the most frequent patterns, with an example each.
///
/// Every dead move that the rules allow in a live position is grouped by the board around it: the
/// cells up to two columns and rows away, where the line can leave this window, and the colours of
/// the pockets behind it. A pattern that no live move shares is a rule candidate as it stands. Exit
/// code 1 if something is missed. If nothing is: 0 with --sound-only, and 3 without, since rules
/// that forbid too much miss nothing. Boards are square, odd, and up to 9×9.
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
    #[command(flatten)]
    list: ListArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (loaded, read) = args.rules.load_readable()?;
    let size = args.size;
    args.list.ready(size)?;
    let mut claims = claims(&loaded, size)?;
    let elsewhere: Vec<String> =
        loaded.left_out(&claims).iter().map(|path| path.display().to_string()).collect();
    let bar = progress();
    let live_set = args.list.open(size, &bar)?;
    let left_out = args.sound_only.then(|| leave_out_unsound(&mut claims, &live_set, &bar));
    let (files, numbers) = number_files(&claims);
    let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
    bar.set_message("layer");
    bar.set_length(2 * live_set.layers() as u64);
    bar.set_position(0);
    let missed = uncovered::find(&live_set, &rules, &numbers, args.top, &|_| bar.inc(1));
    bar.finish_and_clear();
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
        rules: rules.len(),
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

fn conclusion(missed: &Uncovered, asked: &Asked, size: usize, code: ExitCode) -> Conclusion {
    let (rules, board) = (&asked.set, format!("{size}×{size}"));
    let which = if asked.left_out.is_some() { "the sound rules" } else { "the rules" };
    let answer = match missed.allowed {
        0 => format!("none of {}", count(missed.dead_moves as usize, "dead move", "dead moves")),
        some => format!(
            "{} of {}",
            thousands(some),
            count(missed.dead_moves as usize, "dead move", "dead moves")
        ),
    };
    let end = Conclusion::new(
        format!("which dead moves do {which} of {rules} allow on {board}?"),
        answer,
    );
    match (code, missed.top.first()) {
        (ExitCode::Unknown, _) => end
            .because("unknown: rules that forbid too much miss nothing either")
            .then(format!("deadmove missed {rules} --size {size} --sound-only")),
        (_, Some(group)) => end.because("refuted: the set is not complete").then(explain(
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
fn leave_out_unsound(
    claims: &mut Vec<LoadedRule>,
    live_set: &LiveSet,
    bar: &ProgressBar,
) -> Vec<String> {
    bar.set_message("unit");
    bar.set_position(0);
    let run = Run {
        done: &Chunks::default(),
        shard: Shard::WHOLE,
        limit: None,
        stop: &AtomicBool::new(false),
        progress: &|todo, done| {
            bar.set_length(todo);
            bar.inc(done);
        },
    };
    let check = check_live_set::check(live_set, claims, &run);
    let mut results = check.rules.iter();
    let unsound = claims.extract_if(.., |_| {
        results.next().is_some_and(|result| result.verdict == RuleVerdict::Unsound)
    });
    unsound.map(|claim| claim.rule.head.name).collect()
}

/// The names of the files of claims, and for each claim the number of its file.
fn number_files(claims: &[LoadedRule]) -> (Vec<String>, Vec<usize>) {
    let mut files: Vec<&Path> = Vec::new();
    let mut numbers = Vec::new();
    for claim in claims {
        // The claims of a file follow one another.
        if files.last() != Some(&claim.file.as_path()) {
            files.push(&claim.file);
        }
        numbers.push(files.len() - 1);
    }
    (files.into_iter().map(|file| file.display().to_string()).collect(), numbers)
}
