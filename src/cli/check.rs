//! `deadmove check`: are rules sound, are they complete, for every position of a board?

mod answers;
mod cases;
mod plan;
pub mod program;
pub mod report;
mod size_reports;
mod work;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use self::plan::list_board;
use self::plan::{SizeRun, plan};
use self::report::conclusion;
use self::size_reports::SizeReports;
use super::again::this_command;
use super::choices::{CHECK_ENGINES, one_of};
use super::conclusion::Conclusion;
use super::lists::ListArgs;
use super::output::{Failure, stderr, stdout, warn};
use super::programs::RulesOrProgramArgs;
use super::report_files::{ReportArgs, RunReport};
use super::required::RequireArgs;
use super::{args, case_demands, positions, resume};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::files::write_atomically;
use deadmove_core::verdict::ExitCode;
use deadmove_report::check_json;
use deadmove_report::numbers::count;
use deadmove_rules::load::Loaded;
use deadmove_verify::check::{Check, CheckEngine};
use deadmove_verify::chunks::Shard;
use deadmove_verify::outcome::{Demands, exit_code};

/// Check rules on every live position of a board: are they sound, are they complete?
///
/// Rules are sound if none forbids a live move: exit code 0, or 1 with a counterexample. They are
/// complete if together they forbid every dead move; this counts for the exit code with --complete.
/// Moves that enter the end cell early are counted apart: no walk takes them. A rule that forbids
/// nothing on a board is vacuous there; exit code 3 if all rules are, on all boards. Boards are
/// square and odd.
///
/// A check consists of chunks. Ctrl-C stops it after the chunks in progress: the report then covers
/// some chunks only ("complete": false), the exit code is 3, and --resume continues later. --shard
/// divides the chunks among several runs, whose reports `deadmove merge` combines.
#[derive(Debug, clap::Args)]
#[command(mut_arg("rules", |rules| rules.required_unless_present("answers")))]
pub struct Args {
    #[command(flatten)]
    rules: RulesOrProgramArgs,
    /// The side of the board, or several, checked one after the other.
    #[arg(
        long,
        visible_alias = "sizes",
        value_name = "N[,N…]",
        value_delimiter = ',',
        required_unless_present_any = ["cases", "answers", "positions"]
    )]
    size: Vec<usize>,
    /// In place of RULES and --size: judge answers that a program gave. JSON lines with `allowed`,
    /// path files (the options of every step), case files, or a folder of the last two; - reads
    /// standard input. Answers about dead positions do not count.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "rules", "program", "size", "cases", "engine", "out", "resume", "shard", "max_chunks",
        "missed", "stuck", "at_the_limit", "require", "drawings", "walks", "seed",
    ])]
    answers: Option<PathBuf>,
    /// For a program, in place of --size: ask about the positions of this file, on boards of any
    /// size, the last one of a path. JSON lines, a path file, a case file, or a folder of the last
    /// two; - reads standard input. Each is judged by the sat engine; dead ones do not count.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "size", "cases", "engine", "out", "resume", "shard", "max_chunks", "missed", "stuck",
        "at_the_limit", "require", "drawings", "walks", "seed", "answers",
    ])]
    positions: Option<PathBuf>,
    /// Check what case files demand of the rules here: `forbids U` for moves that they must forbid,
    /// `allows L R` for moves that they must not, on boards of any size. A folder or one file. Exit
    /// code 1 if a demand is not met, 3 if there is none.
    #[arg(long, value_name = "DIR", conflicts_with = "json")]
    cases: Option<PathBuf>,
    /// How to check. Default: list up to 9×9, sat above. The sat engine does not decide whether the
    /// rules are complete.
    #[arg(long, value_parser = one_of(CHECK_ENGINES))]
    engine: Option<CheckEngine>,
    #[command(flatten)]
    demands: DemandArgs,
    /// For a program: ask about several drawings of each position, or, up to 7×7, about all. An
    /// answer may depend on how the line was drawn; the truth does not.
    #[arg(long, value_name = "K|all", value_parser = positions::drawings)]
    drawings: Option<usize>,
    #[command(flatten)]
    lines: LinesArgs,
    /// Seconds to spend on each rule or claim, fractions allowed; its verdict is then unknown. For
    /// the sat engine. With --answers and --positions: on each position.
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    timeout: Option<Duration>,
    /// Print JSON: an object for one size, a list of them for several.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    report: ReportArgs,
    /// Write a case file and a picture for every counterexample into this folder. The case files
    /// already in it are replayed first, and the rules they still refute are named at once.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// End before the long run if a replayed case refutes a rule.
    #[arg(long, requires = "out")]
    fail_fast: bool,
    /// Check, in place of every claim that states a limit of the surplus, the claim with the next
    /// surplus, which it still allows. Where that is refuted, the limit is the best one.
    #[arg(long, conflicts_with = "complete")]
    at_the_limit: bool,
    #[command(flatten)]
    require: RequireArgs,
    #[command(flatten)]
    more: MoreArgs,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    part: PartArgs,
}

/// The random lines that a program is asked about.
#[derive(Clone, Copy, Debug, clap::Args)]
struct LinesArgs {
    /// For a program, above 9×9: how many random lines to ask about, from the seed on; 100 if left
    /// out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    walks: Option<u64>,
    /// For a program, above 9×9: seed of the random lines; 1 if left out.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl LinesArgs {
    /// Whether something is said about them.
    fn given(self) -> bool {
        self.walks.is_some() || self.seed.is_some()
    }
}

/// What is demanded of the rules beside being sound.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct DemandArgs {
    /// Exit code 1 if the rules allow a dead move, 3 if that is not decided.
    #[arg(long)]
    complete: bool,
    /// Exit code 3 if any rule is vacuous on one of the boards.
    #[arg(long)]
    no_vacuous: bool,
}

impl DemandArgs {
    /// What is demanded.
    pub fn demands(self) -> Demands {
        Demands { complete: self.complete, no_vacuous: self.no_vacuous }
    }
}

/// What else to find out. By the list engine, up to 9×9.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "More questions, up to 9×9")]
struct MoreArgs {
    /// Show the dead moves that the rules allow: the most frequent patterns, with an example each.
    /// Moves are grouped by the cells around the live end, up to two columns and rows away. A
    /// pattern that no live move shares is a rule as it stands. For a program, on any board: rules
    /// that would have prevented the most of them; --out writes these.
    #[arg(long, conflicts_with_all = ["shard", "max_chunks", "at_the_limit"])]
    missed: bool,
    /// With --missed: how many patterns to show, or rules.
    #[arg(long, value_name = "K", default_value_t = 10, requires = "missed")]
    top: usize,
    /// With --missed: leave out the rules that are unsound on this board.
    #[arg(long, requires = "missed")]
    sound_only: bool,
    /// Say whether wrong rules lead to stuck positions. Every unsound rule is followed by itself,
    /// on lines that take only live moves which the rule allows. --out keeps a case of each rule
    /// that leads to a stuck position.
    #[arg(long, conflicts_with_all = ["shard", "max_chunks", "at_the_limit"])]
    stuck: bool,
}

/// Which part of a check to do.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Parts of a check")]
struct PartArgs {
    /// Keep the state in this file, and continue from it if it exists: do the chunks that are
    /// missing, and add the results. A report (--json) of the same rules, sizes and engine is such
    /// a state. A check that is interrupted without one keeps it in a new file here.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Do only every K-th chunk, from the I-th. All K reports together cover all chunks. Exit
    /// code 3 even if all chunks of the shard are done; 1 if a rule is refuted.
    #[arg(long, value_name = "I/K", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
    /// Do at most this many chunks of each size. Exit codes as for --shard.
    #[arg(long, value_name = "N")]
    max_chunks: Option<usize>,
}

/// The largest side on which the sat engine decides most rules in a minute. The time grows about
/// with the fifth power of the side.
const LARGE_SIDE: usize = 51;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    args.report.run("check", args.part.resume.as_deref(), |report| check(args, report))
}

fn check(args: &Args, report: &mut RunReport) -> Result<ExitCode, Failure> {
    if let Some(file) = &args.answers {
        return answers::run(args, (file, None), report);
    }
    match (args.rules.program()?, &args.positions) {
        (Some(program), Some(file)) => {
            return answers::run(args, (file, Some(&program)), report);
        }
        (Some(program), None) => return program::run(args, &program, report),
        (None, Some(_)) => {
            let message = "--positions is for a program, and rules were given";
            return Err(InputError::new(ErrorKind::ProgramNotRules, message)
                .expected("--program COMMAND or NAME.program; explain takes rules")
                .into());
        }
        (None, None) if args.drawings.is_some() || args.lines.given() => {
            let message = "--drawings, --walks and --seed are for programs, and rules were given";
            return Err(InputError::new(ErrorKind::ProgramNotRules, message).into());
        }
        (None, None) => {}
    }
    let (loaded, read) = args.rules.load_readable()?;
    report.input_errors(&loaded.errors);
    let mut demanded = ExitCode::Holds;
    if let Some(cases) = &args.cases {
        if report.wants_json() {
            let message = "what case files demand has no form as JSON";
            return Err(InputError::new(ErrorKind::ReportFormat, message)
                .expected("-o FILE.xml, or --size without --cases")
                .into());
        }
        let (end, code) = case_demands::check(cases, &loaded, report)?;
        demanded = code;
        if args.size.is_empty() {
            return end.finish(stdout(), code.combine(read));
        }
        let mut out = stdout();
        writeln!(out, "{}\n", end.answer)?;
        out.flush()?;
    }
    let (stop, _lock) = resume::begin(args.part.resume.as_deref())?;
    let mut runs = plan(args, &loaded)?;
    for run in &runs {
        args.require.check(&args.rules, &run.board)?;
    }
    if let Some(code) = replay(args, &loaded, &runs, report)? {
        return Ok(code.combine(read).combine(demanded));
    }
    advise(args, &runs);
    let mut reports = SizeReports::default();
    let mut not_saved = None;
    for at in 0..runs.len() {
        if let Err(failure) = work::work(args, &mut runs[at], stop) {
            // What a state says that is false or of another question is not known.
            let of_state =
                matches!(&failure, Failure::Input(e) if e.kind.word().starts_with("report-"));
            if !of_state {
                reports.save_what_is_known(args, &runs, at, report)?;
            }
            return Err(failure);
        }
        not_saved = not_saved.or(reports.add(args, &runs[at])?);
    }
    reports.test(args, &runs, report)?;
    let code = finish(args, &runs, (&reports, report), (read, demanded), stop)?;
    match not_saved {
        Some(error) => Err(error.into()),
        None => Ok(code),
    }
}

/// Replays the case files of earlier runs. The exit code if that ends the command.
fn replay(
    args: &Args,
    loaded: &Loaded,
    runs: &[SizeRun],
    report: &mut RunReport,
) -> Result<Option<ExitCode>, Failure> {
    let Some(folder) = &args.out else { return Ok(None) };
    // A folder that cannot be made is reported now, not after hours.
    cases::prepare(folder)?;
    let refuted = cases::replay(folder, loaded)?;
    for line in &refuted {
        writeln!(stderr(), "{line}")?;
    }
    if !args.fail_fast || refuted.is_empty() {
        return Ok(None);
    }
    let mut reports = SizeReports::default();
    for run in runs {
        reports.add(args, run)?;
    }
    let cases = count(refuted.len(), "case", "cases");
    let answer = format!("{cases} of {} still refute a rule", folder.shown());
    reports.finish((args, report), &Conclusion::new(answer), ExitCode::Refuted)?;
    Ok(Some(ExitCode::Refuted))
}

/// Warns before work that may take hours, where there is a better way.
fn advise(args: &Args, runs: &[SizeRun]) {
    let slow = |run: &&SizeRun| {
        run.engine == CheckEngine::Sat && run.check.size > LARGE_SIDE && !run.check.complete()
    };
    if let Some(run) = runs.iter().find(slow) {
        warn(&format!(
            "on {0}×{0} the sat engine may need minutes or hours for each rule; `deadmove prove {1}` \
             decides rules for every board at once",
            run.check.size,
            args.rules.name()
        ));
    }
}

/// Ends the command: the state, the answer, the exit code.
fn finish(
    args: &Args,
    runs: &[SizeRun],
    (reports, report): (&SizeReports, &mut RunReport),
    (read, demanded): (ExitCode, ExitCode),
    stop: &AtomicBool,
) -> Result<ExitCode, Failure> {
    let checks: Vec<&Check> = runs.iter().map(|run| &run.check).collect();
    let demands = args.demands.demands();
    let missing = !runs.iter().all(|run| run.is_finished(args));
    let stopped = missing && stop.load(Ordering::Relaxed);
    let partial = stopped || missing && args.part.max_chunks.is_some() && !args.json;
    // A stopped run is unknown even if it refuted something.
    let found = if stopped { ExitCode::Unknown } else { exit_code(&checks, demands) };
    let checked = found.combine(read);
    let mut end = conclusion(&checks, &args.rules.name(), demands, checked);
    let code = checked.combine(demanded);
    if code != checked {
        end = end.because(case_demands::NOT_MET);
    }
    if stopped {
        end = end.because("the run was stopped");
    }
    let state = resume::file(args.part.resume.as_deref(), "check", partial);
    if let Some(file) = &state {
        write_atomically(file, check_json::write_all(&reports.states))?;
        if missing {
            end = end.resumed_by(resume::command(file));
        }
    } else if missing && !args.json && !report.wants_json() {
        end = end.resumed_by(format!("{} -o part.json", this_command()));
    }
    reports.finish((args, report), &end, code)?;
    Ok(code)
}
