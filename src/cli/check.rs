//! `deadmove check`: are rules sound, is the set complete, for every position of a board?

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::again::this_command;
use super::check_answer::conclusion;
use super::check_output::{exit_code, print, print_json};
use super::check_reports::load_report;
use super::choices::CheckEngineChoice;
use super::conclusion::Conclusion;
use super::lists::{ListArgs, progress};
use super::output::{Failure, OrInternal, stderr, stdout};
use super::rule_files::RuleArgs;
use super::{args, check_cases, resume};
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::files::write_atomically;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_report::check_json;
use deadmove_report::numbers::count;
use deadmove_rules::load::{Loaded, LoadedRule, none_applies};
use deadmove_verify::check::{Check, CheckEngine};
use deadmove_verify::chunks::{Run, Shard};
use deadmove_verify::confirm::confirm_all;
use deadmove_verify::limits::all_at_the_limit;
use deadmove_verify::live_set::{MAX_LIVE_SET_SIDE, SizeError};
use deadmove_verify::merge::{merge, nothing, same_question};
use deadmove_verify::{check_claims, check_live_set};

/// Check rules against every live position of a board: sound, complete, or a counterexample.
///
/// A rule is sound if it forbids no live move, the set complete if together the rules forbid every
/// dead move. Boards are square and odd. A rule that forbids nothing on a board is vacuous there,
/// which is not success unless --allow-vacuous is given; a family is vacuous if all its claims are.
///
/// A check consists of units. Ctrl-C stops it after the units in progress: the report then covers
/// some units only ("complete": false), the exit code is 3, and --resume continues later. --shard
/// divides the units among several runs, whose reports `deadmove merge` combines.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
    /// The side of the board.
    #[arg(long, value_name = "N", required_unless_present = "sizes")]
    size: Option<usize>,
    /// Several sides, checked one after the other.
    #[arg(long, value_name = "N,N…", value_delimiter = ',', conflicts_with = "size")]
    sizes: Vec<usize>,
    /// How to check. Default: list up to 9×9, sat above. The exit code of sat is about the rules
    /// only: it does not decide whether the set is complete.
    #[arg(long, value_enum)]
    engine: Option<CheckEngineChoice>,
    /// Seconds to spend on each rule or claim, fractions allowed; its verdict is then unknown. For
    /// the sat engine.
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    timeout: Option<Duration>,
    /// Print JSON: an object for one size, a list of them for several.
    #[arg(long)]
    json: bool,
    /// Write a case file and a picture for every counterexample into this folder. The case files
    /// already in it are replayed first, and the rules they still refute are named at once.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// End before the long run if a replayed case refutes a rule.
    #[arg(long, requires = "out")]
    fail_fast: bool,
    /// Do not count vacuous rules against the set.
    #[arg(long)]
    allow_vacuous: bool,
    /// Check, in place of every claim that states a limit of the surplus, the claim with the next
    /// surplus, which it still allows. Where that is refuted, the limit is the best one.
    #[arg(long)]
    at_the_limit: bool,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    part: PartArgs,
}

/// Which part of a check to do.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Parts of a check")]
struct PartArgs {
    /// Keep the state in this file, and continue from it if it exists: do the units that are
    /// missing, and add the results. A report (--json) of the same rules, sizes and engine is such
    /// a state. A check that is interrupted without one keeps it in a new file here.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Do only every K-th unit, from the I-th. All K reports together cover all units. Exit
    /// code 3 even if all units of the shard are done; 1 if it refutes something.
    #[arg(long, value_name = "I/K", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
    /// Do at most this many units of each size. Exit codes as for --shard.
    #[arg(long, value_name = "N")]
    max_units: Option<usize>,
}

/// The question about one size.
struct SizeQuestion {
    board: Board,
    engine: CheckEngine,
    claims: Vec<LoadedRule>,
    /// What earlier runs found.
    known: Check,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (loaded, mut code) = args.rules.load_readable()?;
    let (stop, _lock) = resume::begin(args.part.resume.as_deref())?;
    let mut questions = questions(args, &loaded)?;
    for SizeQuestion { engine, known, .. } in &questions {
        if *engine == CheckEngine::List && !known.complete() {
            args.list.ready(known.size)?;
        }
    }
    if let Some(folder) = &args.out {
        // A folder that cannot be made is reported now, not after hours.
        check_cases::prepare(folder)?;
        let refuted = check_cases::replay(folder, &loaded)?;
        for line in &refuted {
            writeln!(stderr(), "{line}")?;
        }
        if args.fail_fast && !refuted.is_empty() {
            let mut reports = Reports::default();
            for SizeQuestion { known, claims, .. } in &questions {
                reports.add(args, known, claims)?;
            }
            let code = code.combine(ExitCode::Refuted);
            let cases = count(refuted.len(), "case file", "case files");
            let end = Conclusion::new(format!("refuted by {cases} of {}", folder.display()))
                .because("a rule forbids a live move");
            reports.finish(args, end, code)?;
            return Ok(code);
        }
    }
    let mut not_saved = None;
    let mut reports = Reports::default();
    let mut missing = false;
    for at in 0..questions.len() {
        if let Err(failure) = check_size(args, &mut questions[at], stop) {
            // Report what is known by now.
            if questions.iter().any(|question| question.known.chunks.count() > 0) {
                for question in &questions[at..] {
                    reports.add(args, &question.known, &question.claims)?;
                }
                if let Some(file) = &args.part.resume {
                    write_atomically(file, check_json::write_all(&reports.json))?;
                }
                if args.json {
                    print_json(&reports.json)?;
                }
            }
            return Err(failure);
        }
        let check = &questions[at].known;
        missing |= !check.complete();
        code = code.combine(exit_code(check, args.allow_vacuous));
        not_saved = not_saved.or(reports.add(args, check, &questions[at].claims)?);
    }
    let stopped = missing && stop.load(Ordering::Relaxed);
    let partial = stopped || missing && args.part.max_units.is_some() && !args.json;
    // A stopped run is unknown even if it refuted something.
    let code = if stopped && code != ExitCode::Input { ExitCode::Unknown } else { code };
    let checks: Vec<&Check> = questions.iter().map(|question| &question.known).collect();
    let mut end = conclusion(&checks, &args.rules.name(), code);
    let state = resume::file(args.part.resume.as_deref(), "check", partial);
    if let Some(file) = &state {
        write_atomically(file, check_json::write_all(&reports.json))?;
        if missing {
            end = end.resumed_by(resume::command(file));
        }
    } else if missing && !args.json {
        end = end.resumed_by(format!("{} --json > part.json", this_command()));
    }
    reports.finish(args, end, code)?;
    match not_saved {
        Some(error) => Err(error.into()),
        None => Ok(code),
    }
}

/// The sizes that are done: their JSON. Text is printed at once.
#[derive(Default)]
struct Reports {
    json: Vec<String>,
}

impl Reports {
    /// Reports a size. Returns the error if its case files cannot be saved: the other sizes are
    /// reported first.
    fn add(
        &mut self,
        args: &Args,
        check: &Check,
        loaded: &[LoadedRule],
    ) -> Result<Option<InputError>, Failure> {
        let confirmed = confirm_all(check).or_internal()?;
        let first = self.json.is_empty();
        self.json.push(check_json::write(check, &confirmed));
        let begun = check.complete() || check.chunks.count() > 0;
        if !args.json && begun {
            print(check, &confirmed, &args.rules.name(), loaded, first)?;
        }
        let folder = args.out.as_ref();
        let rules = (&*args.rules.name(), loaded);
        Ok(folder.and_then(|folder| check_cases::save_all(folder, check, &confirmed, rules).err()))
    }

    fn finish(&self, args: &Args, end: Conclusion, code: ExitCode) -> Result<(), Failure> {
        if args.json {
            return print_json(&self.json);
        }
        let mut out = stdout();
        end.print(&mut out, code)?;
        Ok(out.flush()?)
    }
}

/// The questions, with all their errors found before any work begins.
fn questions(args: &Args, loaded: &Loaded) -> Result<Vec<SizeQuestion>, InputError> {
    let sizes: Vec<usize> = args.size.into_iter().chain(args.sizes.iter().copied()).collect();
    let mut questions = Vec::new();
    for &size in &sizes {
        let engine = args.engine.map(CheckEngine::from).unwrap_or(match size {
            ..=MAX_LIVE_SET_SIDE => CheckEngine::List,
            _ => CheckEngine::Sat,
        });
        let board = board(size, engine)?;
        let mut claims = loaded.rules_for(&board)?;
        let left_out = loaded.left_out(&claims);
        let left_out = left_out.into_iter().map(|path| path.display().to_string()).collect();
        if engine == CheckEngine::Sat || args.at_the_limit {
            loaded.without_lemmas()?;
        }
        if args.at_the_limit {
            claims = all_at_the_limit(&claims);
        }
        if claims.is_empty() {
            let which = if args.at_the_limit { "rule with a limit" } else { "rule" };
            return Err(none_applies(which, &board));
        }
        let total = (engine == CheckEngine::Sat).then_some(claims.len() as u64);
        let known = Check { left_out, ..nothing(size, engine, total, &claims) };
        questions.push(SizeQuestion { board, engine, claims, known });
    }
    let Some(file) = args.part.resume.as_ref().filter(|file| file.exists()) else {
        return Ok(questions);
    };
    let reports = load_report(file)?;
    if !reports.iter().map(|report| report.size).eq(sizes.iter().copied()) {
        let sizes: Vec<String> = reports.iter().map(|r| format!("{0}×{0}", r.size)).collect();
        let message = format!("the report is about other sizes: {}", sizes.join(", "));
        return Err(InputError::new("report-differs", message)
            .expected("a report of the requested sizes, in the same order")
            .in_file(file));
    }
    for (question, earlier) in questions.iter_mut().zip(reports) {
        let known = same_question(&earlier, &question.known)
            .and_then(|()| merge(question.known.clone(), earlier));
        question.known = known.map_err(|error| {
            let message = format!("the report is about another question than this run: {error}");
            InputError::new("report-differs", message)
                .expected("the rules, the sizes and the engine of the report")
                .in_file(file)
        })?;
    }
    Ok(questions)
}

fn board(size: usize, engine: CheckEngine) -> Result<Board, InputError> {
    let expected = match engine {
        CheckEngine::List => "an odd size from 3 to 9, or --engine sat for larger ones",
        CheckEngine::Sat => "an odd size from 3",
    };
    let fault = |what: String| {
        InputError::new("no-list", format!("--size {size}: {what}")).expected(expected)
    };
    match size {
        0 => Err(fault(SizeError::Empty.to_string())),
        1 => Err(fault("a board of one cell has no moves".to_owned())),
        _ if size.is_multiple_of(2) => Err(fault(SizeError::Even.to_string())),
        _ if engine == CheckEngine::List && size > MAX_LIVE_SET_SIDE => {
            Err(fault(SizeError::TooLarge.to_string()))
        }
        _ => Board::corner_to_corner(size, size).map_err(|error| fault(error.to_string())),
    }
}

/// Does the requested units of a question that are not known yet.
fn check_size(args: &Args, question: &mut SizeQuestion, stop: &AtomicBool) -> Result<(), Failure> {
    let SizeQuestion { board, engine, claims, known } = question;
    if known.complete() || stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    let differs = |error: &dyn fmt::Display| {
        // Only a report that was read can differ.
        let file = args.part.resume.iter();
        file.fold(InputError::new("report-differs", error.to_string()), |e, f| e.in_file(f))
    };
    let bar = progress();
    let earlier = known.chunks.clone();
    let run = Run {
        done: &earlier,
        shard: args.part.shard,
        limit: args.part.max_units,
        stop,
        progress: &|todo, done| {
            bar.set_length(todo);
            bar.inc(done);
        },
    };
    let mut check = match engine {
        CheckEngine::Sat => {
            bar.set_message("claim");
            let limits = Limits { timeout: args.timeout, ..Limits::default() };
            check_claims::check(board, claims, &run, &limits)
        }
        CheckEngine::List => {
            let Some(list) = args.list.open_unless_stopped(known.size, &bar, stop)? else {
                bar.finish_and_clear();
                return Ok(());
            };
            known
                .chunks
                .of_total(check_live_set::chunk_count(&list))
                .map_err(|error| differs(&error))?;
            bar.set_message("unit");
            bar.set_position(0);
            check_live_set::check(&list, claims, &run)
        }
    };
    check_live_set::shrink(&mut check, claims).or_internal()?;
    bar.finish_and_clear();
    *known = merge(known.clone(), check).map_err(|error| differs(&error))?;
    Ok(())
}
