//! `deadmove walk`: draws lines by the rules, and stops where they fail.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar};

use super::choices::{OrderChoice, StopChoice};
use super::general::{Detail, detail};
use super::output::{Failure, stdout};
use super::required::RequireArgs;
use super::rule_files::RuleArgs;
use super::walk_answer::conclusion;
use super::{again, args, progress, resume, stats};
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::position::Position;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_engine::frontier;
use deadmove_report::walk::{WalkResult, case, json, text};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;
use deadmove_search::walk::checkpoint;
use deadmove_search::walk::depth::Options;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::session::{Checkpoint, End, Session, SessionError};
use deadmove_search::walk::{WalkParameters, board, digest};
use deadmove_verify::chunks::Shard;

/// Draw lines by the rules, step by step, until the rules fail.
///
/// Boards are square and odd, from the upper-left to the lower-right corner, which is entered with
/// the last step only. Depth first (--order left) takes the leftmost allowed move first, seen along
/// the last step, and then all others; the first step goes to the right, then down. At random,
/// every allowed move is equally likely, and every line begins at the start.
///
/// The walk ends where no move is allowed. Exit code 0: all is walked and the rules never failed;
/// 1: they failed; 3: the walk was interrupted, reached a limit, or covered one shard only.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
    /// The side of the board; at random with --limit, several sides.
    #[arg(long, alias = "sizes", value_name = "N[,N…]", value_delimiter = ',', required = true)]
    size: Vec<usize>,
    /// The order in which allowed moves are taken.
    #[arg(long, value_enum, default_value = "left")]
    order: OrderChoice,
    /// How many random lines to draw, unless one fails; with --shard, those of all shards.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    runs: u64,
    /// Seed of the random walks. Results do not depend on the number of threads.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// What ends the walk: a position without an allowed move, or an allowed move that is dead
    /// (every allowed move is judged on arrival, which is slower).
    #[arg(long, value_enum, default_value = "stuck")]
    stop: StopChoice,
    /// Go on after failures and count them; the first is shown.
    #[arg(long)]
    keep_going: bool,
    /// Only lines that begin to the right: by symmetry there are as many others.
    #[arg(long)]
    half: bool,
    /// End after this many completed lines. At random: every run draws lines until one fails or this
    /// many are complete, and the report has the lines completed per failure.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Write a plot of the lines completed per failure into this file, as SVG or PNG.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Walk only a part: every K-th of the allowed beginnings (of 2 × N steps), from the I-th; at
    /// random, the I-th of K equal parts of the runs.
    #[arg(long, value_name = "I/K", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
    /// Memory for what is known of earlier positions, in MiB. It only changes the speed.
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    table_memory: usize,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    /// Write a case file of the first failure into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the state of the walk in this file, and continue from it if it exists.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    require: RequireArgs,
    /// Seconds between two saves of the state.
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = args::seconds,
        default_value = "5",
        requires = "resume"
    )]
    save_every: Duration,
}

/// The largest side whose walkthroughs are counted, to show the share that is done.
const MAX_COUNTED: usize = 11;

/// What the progress counts.
const LINES: &str = "completed line";

/// The state of a run besides its arguments.
struct Job<'a> {
    args: &'a Args,
    question: WalkParameters,
    board: Board,
    set: RuleSet,
    stop: &'static AtomicBool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let random = args.order == OrderChoice::Random;
    for &size in &args.size {
        let board = board(size)?;
        args.require.check(&args.rules, &board)?;
    }
    let size = match args.size.as_slice() {
        &[size] if !(random && (args.limit.is_some() || args.output.is_some())) => size,
        _ if random => return statistics(args),
        _ => {
            let message = "several sizes or a plot need --order random";
            return Err(InputError::new("walk-not-split", message).into());
        }
    };
    let board = board(size)?;
    let claims = args.rules.applicable(&board)?;
    if random && args.half {
        let message = "random walks begin in every direction: --half is for --order left";
        return Err(InputError::new("walk-not-split", message).into());
    }
    let question = WalkParameters {
        size,
        rules: (!args.rules.is_none()).then(|| digest(&claims)),
        order: args.order.into(),
        stop: args.stop.into(),
        keep_going: args.keep_going,
        half: args.half,
        shard: args.shard,
        seed: random.then_some(args.seed),
        runs: random.then_some(args.runs),
    };
    let (stop, _lock) = resume::begin(args.resume.as_deref())?;
    let known = match &args.resume {
        Some(file) => checkpoint::read(file, &question)?,
        None => None,
    };
    let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
    let set = RuleSet::compile(&rules, &board);
    let job = Job { args, question, board, set, stop };
    let bar = job.bar();
    let shown = |completed, failed| show(&bar, completed, failed);
    let end = match random {
        true => job.session().random(known, &shown),
        false => job.session().depth_first(known, &shown),
    };
    let end = end.map_err(failed)?;
    bar.finish_and_clear();
    job.report(&end)
}

/// Draws random lines on several boards, and counts how many are completed per failure.
fn statistics(args: &Args) -> Result<ExitCode, Failure> {
    if args.half || args.stop == StopChoice::Dead {
        let message = "random lines with a limit begin in every direction and end where no move is \
                       allowed: --half and --stop dead are not for them";
        return Err(InputError::new("walk-not-split", message).into());
    }
    let limit = args.limit.unwrap_or(1);
    if args.runs == 0 || limit == 0 {
        let error = InputError::new("no-walk", "no line would be drawn");
        return Err(error.expected("--runs and --limit of at least 1").into());
    }
    stats::run(&stats::Args {
        rules: args.rules.clone(),
        sizes: args.size.clone(),
        runs: args.runs,
        seed: args.seed,
        limit,
        json: args.json,
        output: args.output.clone(),
        out: args.out.clone(),
        shard: args.shard,
        resume: args.resume.clone(),
        refutes: true,
    })
}

impl Job<'_> {
    fn session(&self) -> Session<'_> {
        let args = self.args;
        let options = Options {
            stop: args.stop.into(),
            keep_going: args.keep_going,
            no_rules: args.rules.is_none(),
            half: args.half,
            limit: args.limit,
            shard: args.shard,
            memory: args.table_memory.saturating_mul(1 << 20),
        };
        let checkpoint = args.resume.as_ref();
        Session {
            question: &self.question,
            board: &self.board,
            set: &self.set,
            options,
            checkpoint: checkpoint.map(|file| Checkpoint { file, every: args.save_every }),
            stop: self.stop,
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn report(&self, end: &End) -> Result<ExitCode, Failure> {
        let first =
            end.first.as_ref().map(|failure| JudgedFailure::of(failure, self.question.size));
        let walked = WalkResult {
            question: &self.question,
            rules: Some((self.set.placements(), self.set.lemmas())),
            completed: end.completed,
            failed: end.failed,
            first: first.transpose().map_err(internal)?,
            finished: end.finished,
        };
        if let (Some(folder), Some(judged)) = (&self.args.out, &walked.first) {
            // Shards may share a folder.
            let shard = match self.args.shard {
                Shard::WHOLE => String::new(),
                Shard { number, of } => format!("-in-shard-{number}-of-{of}"),
            };
            let name = format!("{0}x{0}-after-{1}{shard}.case", self.question.size, end.completed);
            let file = folder.join(name);
            files::create_folder(folder)?;
            files::write_atomically(&file, case(judged, end.completed))?;
        }
        let code = match (end.failed, end.finished && self.args.shard == Shard::WHOLE) {
            (0, true) => ExitCode::Holds,
            (0, false) => ExitCode::Unknown,
            _ if self.stopped() && !end.finished && self.args.keep_going => ExitCode::Unknown,
            _ => ExitCode::Refuted,
        };
        let interrupted =
            self.stopped() && !end.finished && (end.failed == 0 || self.args.keep_going);
        let state = resume::file(self.args.resume.as_deref(), "walk", interrupted);
        if let (Some(file), None) = (&state, &self.args.resume) {
            checkpoint::write(file, &self.question, &end.state)?;
        }
        let mut out = stdout();
        if self.args.json {
            writeln!(out, "{}", json(&walked))?;
        } else {
            if detail() != Detail::Quiet {
                write!(out, "{}", text(&walked, Some(&self.args.rules.name()), true))?;
            }
            let resume = state.filter(|_| !end.finished).map(|file| resume::command(&file));
            // At its limit the same command would end at once.
            let resume = match self.args.limit {
                Some(_) if !end.finished && !self.stopped() => Some(again::without("--limit")),
                _ => resume,
            };
            conclusion(&walked, Some(&self.args.rules.name()), resume, code)
                .print(&mut out, code)?;
        }
        out.flush()?;
        Ok(code)
    }

    /// Progress in lines, with their total if it can be counted.
    fn bar(&self) -> ProgressBar {
        let bar = progress::spinner(LINES);
        if self.args.order == OrderChoice::Random {
            let Range { start, end } = self.args.shard.range(self.args.runs);
            progress::total(&bar, end - start);
        } else if self.question.size <= MAX_COUNTED && self.args.shard == Shard::WHOLE {
            let start = Position::start(self.board.clone().into());
            let all = frontier::count(&start, &Limits::default()).ok();
            if let Some(all) = all.and_then(|all| u64::try_from(all).ok()) {
                progress::total(&bar, if self.args.half { all / 2 } else { all });
            }
        }
        bar
    }
}

fn show(bar: &ProgressBar, completed: u64, failed: u64) {
    bar.set_position(completed);
    if failed > 0 {
        bar.set_message(format!("{} failures, {LINES}", HumanCount(failed)));
    }
}

fn failed(error: SessionError) -> Failure {
    match error {
        SessionError::Input(error) => Failure::Input(error),
        SessionError::Fault(fault) => internal(fault),
    }
}

fn internal(fault: deadmove_engine::judge::Fault) -> Failure {
    Failure::Internal(fault.to_string())
}
