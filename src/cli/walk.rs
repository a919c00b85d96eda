//! `deadmove walk`: draws lines by the rules, and stops where they fail.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar};

use super::choices::{OrderChoice, STOPS, one_of};
use super::conclusion::Conclusion;
use super::output::{Failure, warn};
use super::programs::{self, RulesOrProgramArgs};
use super::required::RequireArgs;
use super::walk_answer::conclusion;
use super::{again, args, progress, resume, walk_random};
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::position::Position;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_engine::frontier;
use deadmove_program::file::Program;
use deadmove_report::walk::{WalkResult, case, json, text};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;
use deadmove_search::walk::checkpoint;
use deadmove_search::walk::depth::WalkOptions;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::player::{Player, ProgramEnd, ProgramPlayer};
use deadmove_search::walk::session::{Checkpoint, End, SessionError, WalkSession};
use deadmove_search::walk::{Stop, WalkParameters, board, digest};
use deadmove_verify::chunks::Shard;

/// Draw lines by the rules, step by step, until the rules fail.
///
/// Boards are square and odd, from the upper-left to the lower-right corner, which is entered with
/// the last step only. Depth first (--order left) takes the leftmost allowed move first, seen along
/// the last step, and then all others; the first step goes to the right, then down. It ends where
/// no move is allowed.
///
/// At random, every allowed move is equally likely and every line begins at the start. --runs runs
/// draw one line after the other, each until a line fails or --limit are complete. The report
/// counts the lines completed per failure, with a 95 % interval. A report in JSON can be continued
/// by --resume, and the parts of several processes (--shard) are combined by `deadmove merge`.
///
/// Exit code 0: all is walked and the rules never failed; 1: they failed; 3: the walk was
/// interrupted, reached the limit of a depth-first walk, or covered one shard only.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub rules: RulesOrProgramArgs,
    /// The side of the board; at random, of several boards.
    #[arg(long, alias = "sizes", value_name = "N[,N…]", value_delimiter = ',', required = true)]
    pub size: Vec<usize>,
    /// The order in which allowed moves are taken.
    #[arg(long, value_enum, default_value = "left")]
    order: OrderChoice,
    /// Random runs for each size; with --shard, those of all shards [default: 1000]
    #[arg(long, value_name = "N")]
    pub runs: Option<u64>,
    /// Seed of the random lines. Results do not depend on the number of threads [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// What ends the walk: a position without an allowed move, or an allowed move that is dead
    /// (every allowed move is judged on arrival, which is slower).
    #[arg(long, value_parser = one_of(STOPS), default_value = "stuck")]
    pub stop: Stop,
    /// Go on after failures and count them, as random lines do; the first is shown.
    #[arg(long)]
    pub keep_going: bool,
    /// Only lines that begin to the right: by symmetry there are as many others.
    #[arg(long)]
    pub half: bool,
    /// End after this many completed lines; at random, end a run after them [default at random: 1]
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Write a plot of random lines completed per failure into this file, as SVG or PNG.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the random lines into this file, as JSON lines in the order of the runs: those that
    /// are completed, and those on which the rules failed, up to there. `deadmove judge --jsonl`
    /// reads them. A run that is continued adds its lines.
    #[arg(long, value_name = "FILE")]
    pub lines: Option<PathBuf>,
    /// Walk only a part: every K-th of the allowed beginnings (of 2 × N steps), from the I-th; at
    /// random, every K-th run.
    #[arg(long, value_name = "I/K", default_value = "1/1", hide_default_value = true)]
    pub shard: Shard,
    /// Memory for what is known of earlier positions, in MiB. It only changes the speed.
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    table_memory: usize,
    /// Print a JSON object.
    #[arg(long)]
    pub json: bool,
    /// Write a case file of the first failure into this folder; at random, of each.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Keep the state of the walk in this file, and continue from it if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
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
    pub save_every: Duration,
}

/// The largest side whose lines are counted, to show the share that is done.
const MAX_COUNTED: usize = 11;

/// What the progress counts.
const LINES: &str = "completed line";

/// The state of a run besides its arguments.
struct Job<'a> {
    args: &'a Args,
    question: WalkParameters,
    board: Board,
    /// The rules, if it is not by a program.
    set: RuleSet,
    program: Option<ProgramPlayer<'a>>,
    stop: &'static AtomicBool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let program = args.rules.program()?;
    if program.is_some() && args.half {
        let message = "--half is for rules: a program may treat the two halves differently";
        return Err(InputError::new(ErrorKind::ProgramNotRules, message).into());
    }
    for &size in &args.size {
        let board = board(size)?;
        match &program {
            Some(program) => args.require.check_program(program, &board)?,
            None => args.require.check(&args.rules, &board)?,
        }
    }
    match args.order {
        OrderChoice::Random => walk_random::run(args, program.as_ref()),
        OrderChoice::Left => depth_first(args, program.as_ref()),
    }
}

fn depth_first(args: &Args, program: Option<&Program>) -> Result<ExitCode, Failure> {
    let random = args.output.is_some() || args.lines.is_some();
    let random = random || args.runs.is_some() || args.seed.is_some();
    let (&[size], false) = (args.size.as_slice(), random) else {
        let message = "several sizes, --runs, --seed, --lines or a plot need --order random";
        return Err(InputError::new(ErrorKind::WalkNotSplit, message).into());
    };
    let board = board(size)?;
    let claims = match program {
        Some(_) => Vec::new(),
        None => args.rules.applicable(&board)?,
    };
    let rules = match program {
        Some(program) => Some(programs::named(program)?.digest),
        None => (!args.rules.is_none()).then(|| digest(&claims)),
    };
    let question = WalkParameters {
        size,
        rules,
        stop: args.stop,
        keep_going: args.keep_going,
        half: args.half,
        shard: args.shard,
    };
    let (stop, _lock) = resume::begin(args.resume.as_deref())?;
    let known = match &args.resume {
        Some(file) => checkpoint::read(file, &question)?,
        None => None,
    };
    let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
    let set = RuleSet::compile(&rules, &board);
    let guard = programs::guard();
    let program = program.map(|program| ProgramPlayer { program, guard: guard.as_deref(), stop });
    let job = Job { args, question, board, set, program, stop };
    let bar = job.bar();
    if let Some(known) = &known {
        progress::resumed(&bar, known.tally.completed);
    }
    let end = job.session().depth_first(known, &|completed, failed| show(&bar, completed, failed));
    let end = end.map_err(failed)?;
    bar.finish_and_clear();
    if let (Some(player), Some(digest)) = (job.program, &job.question.rules) {
        player.program.require_digest(digest)?;
    }
    job.report(&end)
}

impl Job<'_> {
    fn session(&self) -> WalkSession<'_> {
        let args = self.args;
        let options = WalkOptions {
            stop: args.stop,
            keep_going: args.keep_going,
            no_rules: args.rules.is_none(),
            half: args.half,
            limit: args.limit,
            shard: args.shard,
            memory: args.table_memory.saturating_mul(1 << 20),
        };
        let checkpoint = args.resume.as_ref();
        WalkSession {
            question: &self.question,
            board: &self.board,
            player: self.program.map_or(Player::Rules(&self.set), Player::Program),
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
            rules: self.program.is_none().then(|| (self.set.placements(), self.set.lemmas())),
            completed: end.completed,
            failed: end.failed,
            first: first.transpose().map_err(internal)?,
            finished: end.finished,
        };
        if let (Some(folder), Some(judged)) = (&self.args.out, &walked.first) {
            // Shards may share a folder.
            let shard = match self.args.shard {
                Shard::WHOLE => String::new(),
                shard => format!("-in-shard-{}-of-{}", shard.number(), shard.of()),
            };
            let name = format!("{0}x{0}-after-{1}{shard}.case", self.question.size, end.completed);
            let file = folder.join(name);
            files::create_folder(folder)?;
            files::write_atomically(&file, case(judged, end.completed))?;
        }
        let code =
            self.question.exit_code((end.completed, end.failed), end.finished, self.stopped());
        let code = with_end(code, end.ended.as_ref(), self.args.json);
        let interrupted =
            self.stopped() && !end.finished && (end.failed == 0 || self.args.keep_going);
        let state = resume::file(self.args.resume.as_deref(), "walk", interrupted);
        if let (Some(file), None) = (&state, &self.args.resume) {
            checkpoint::write(file, &self.question, &end.state)?;
        }
        let resume = state.filter(|_| !end.finished).map(|file| resume::command(&file));
        // At its limit the same command would end at once.
        let resume = match self.args.limit {
            Some(_) if !end.finished && !self.stopped() => Some(again::without("--limit")),
            _ => resume,
        };
        let rules = self.args.rules.name();
        let why = end.ended.as_ref().map(ToString::to_string);
        let end = conclusion(&walked, Some(&rules), resume, code);
        let end = why.into_iter().fold(end, Conclusion::because);
        let json = self.args.json.then(|| json(&walked));
        end.report(json, || text(&walked, Some(&rules), true), code)
    }

    /// Progress in lines, with their total if it can be counted.
    fn bar(&self) -> ProgressBar {
        let bar = progress::spinner(LINES);
        if self.question.size <= MAX_COUNTED && self.args.shard == Shard::WHOLE {
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

/// The exit code if the program that walks could not go on. JSON has no place to say why.
pub(super) fn with_end(code: ExitCode, ended: Option<&ProgramEnd>, json: bool) -> ExitCode {
    match ended {
        Some(end) => {
            if json {
                warn(&end.to_string());
            }
            if code == ExitCode::Refuted { code } else { end.exit_code() }
        }
        None => code,
    }
}

/// A walk that ended early, for its reader.
pub(super) fn failed(error: SessionError) -> Failure {
    match error {
        SessionError::Input(error) => Failure::Input(error),
        SessionError::Fault(fault) => internal(fault),
        SessionError::Program(error) => Failure::Input(error.into()),
        SessionError::Ended(end) => {
            InputError::new(ErrorKind::ProgramFaulty, end.to_string()).into()
        }
    }
}

fn internal(fault: deadmove_engine::judge::Fault) -> Failure {
    Failure::Internal(fault.to_string())
}
