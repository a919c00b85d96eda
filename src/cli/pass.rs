//! `deadmove pass`: all lines that rules allow, layer by layer.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::again::this_command;
use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::output::{Failure, OrInternal, stdout};
use super::programs::RulesOrProgramArgs;
use super::required::RequireArgs;
use super::{interrupt, programs, progress};
use num_bigint::BigUint;

use deadmove_core::board::Board;
use deadmove_core::budget::Budget;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::formats::parse_board;
use deadmove_core::position::Position;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_engine::frontier;
use deadmove_pass::folder::{PassFolder, PassQuestion, are_symmetric};
use deadmove_pass::layers::{How, Pass, go_on};
use deadmove_pass::line::{drawing, line_to};
use deadmove_pass::plan::{Planned, plan as pass_plan};
use deadmove_pass::source::{MAX_ASKED_CELLS, PassSource, ProgramSource};
use deadmove_pass::task::{NotDone, do_task};
use deadmove_report::answers_json::ProgramObject;
use deadmove_report::command::explain;
use deadmove_report::numbers::thousands;
use deadmove_report::pass::{PassAnswer, PassResult, json, lines, text};
use deadmove_report::pass_plan::{answer as plan_answer, json as plan_json, text as plan_text};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::{WalkFailure, digest};
use deadmove_verify::live_set::bits::{BitBoard, MAX_CELLS, PackedPosition};

/// Go over all lines that rules allow, layer by layer.
///
/// Layer k holds the positions with k cells drawn that allowed moves lead to, each once, however
/// many lines lead there. If none is stuck, every line that follows the rules can be completed. The
/// lines are counted along; if as many are completed as the board has, the rules forbid no live
/// move either. The end cell is entered with the last step only.
///
/// The positions of a layer are divided into parts. --out has what is done: give the same command
/// again to go on. A part needs only what is in that folder, so other machines that share it can do
/// others: see docs/how-to/run-on-a-cluster.md.
///
/// A program is asked about one drawing of each position, on boards of up to 49 cells.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: RulesOrProgramArgs,
    /// Side of the board.
    #[arg(long, value_name = "N", required_unless_present = "board", conflicts_with = "board")]
    size: Option<usize>,
    /// Board size, columns x rows, for example 7x9.
    #[arg(long, value_name = "WxH")]
    board: Option<String>,
    /// Keep the positions in this folder, and go on from what is there.
    #[arg(long, value_name = "DIR", required_unless_present = "plan")]
    out: Option<PathBuf>,
    /// Parts of a layer. Default: 16, on boards of up to 49 cells 4, or what the folder has.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    parts: Option<u32>,
    /// Memory for positions, in MiB, for all threads together.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: usize,
    /// Go on after a layer with a stuck position.
    #[arg(long)]
    keep_going: bool,
    /// Do only one part of a layer, which must be the current one. Exit code 0 if it is done.
    #[arg(
        long,
        value_name = "LAYER:PART",
        value_parser = parse_task,
        conflicts_with_all = ["next", "json"],
    )]
    task: Option<(usize, u32)>,
    /// Do only the layers whose positions take at most this on disk, fractions allowed, and print
    /// the next layer with its missing parts, such as `12:0-3,7`; nothing if all layers are done.
    #[arg(long, value_name = "MIB", value_parser = mebibytes, conflicts_with = "json")]
    next: Option<f64>,
    /// Only estimate what the pass will take: positions, disk and time of each layer, from samples.
    /// The rules are taken to be complete.
    #[arg(long, conflicts_with_all = ["task", "next", "out"])]
    plan: bool,
    /// With --plan: positions to sample of each layer.
    #[arg(
        long,
        value_name = "N",
        requires = "plan",
        default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1_000..=100_000_000),
    )]
    samples: u64,
    /// With --plan: seed of the samples.
    #[arg(long, value_name = "N", requires = "plan", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    require: RequireArgs,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let board = board(args)?;
    let program = args.rules.program()?;
    let (claims, named) = match &program {
        Some(program) => {
            possible(args, &board)?;
            args.require.check_program(program, &board)?;
            (Vec::new(), Some(programs::named(program)?))
        }
        None => {
            let claims = args.rules.applicable(&board)?;
            args.require.check(&args.rules, &board)?;
            (claims, None)
        }
    };
    let known_parts = args.out.as_deref().map(PassFolder::known_parts).transpose()?.flatten();
    // Each part is files of its own, and with a program a process; small boards have few positions.
    let default = if board.cells() <= MAX_ASKED_CELLS { 4 } else { 16 };
    let parts = args.parts.or(known_parts).unwrap_or(default);
    let (width, height) = (usize::from(board.width()), usize::from(board.height()));
    let rules_digest = named.as_ref().map_or_else(|| digest(&claims), |n| n.digest.clone());
    let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
    // A program may say something else about the transposed position.
    let transposed = width == height && are_symmetric(&rules) && program.is_none();
    let question = PassQuestion { width, height, rules: rules_digest, transposed, parts };
    let set = RuleSet::compile(&rules, &board);
    let Some(out) = &args.out else { return plan(args, &board, &set, &question) };
    let guard = programs::guard();
    let source = match &program {
        None => PassSource::Rules(&set),
        Some(program) => {
            let guard = guard.as_deref();
            PassSource::Program(ProgramSource { program, guard, board: &board })
        }
    };
    let folder = PassFolder::open(out, question)?;
    let stop = interrupt::stop_flag()?;
    let threads = rayon::current_num_threads();
    let memory = args.memory.saturating_mul(1 << 20);
    if let Some((layer, part)) = args.task {
        return one_task(&folder, source, (layer, part), memory, stop);
    }
    let bar = progress::spinner("layer");
    progress::layers(&bar, "layer", width * height);
    let how = How {
        memory: memory / threads,
        keep_going: args.keep_going,
        largest: args.next.map(|mebibytes| (mebibytes * f64::from(1 << 20)) as u64),
        stop,
        progress: &|layer| bar.set_position(layer as u64 - 1),
    };
    let pass = go_on(&folder, source, &how)?;
    bar.finish_and_clear();
    if args.next.is_some() {
        return next(&folder, &pass);
    }
    let stopped = stop.load(Ordering::Relaxed) && !pass.finished;
    report(args, (&board, &set), named.as_ref(), (&folder, &pass), stopped)
}

/// Refuses what is for rules alone.
fn possible(args: &Args, board: &Board) -> Result<(), InputError> {
    let (message, expected) = if args.plan {
        ("--plan is for rules, and a program was given".to_owned(), "rules, or a pass")
    } else if board.cells() > MAX_ASKED_CELLS {
        let (width, height) = (board.width(), board.height());
        let message = format!("{width}×{height} has too many positions to ask a program about all");
        (message, "at most 49 cells, such as 7x7; `check` and `walk` ask on larger boards")
    } else {
        return Ok(());
    };
    Err(InputError::new(ErrorKind::ProgramNotRules, message).expected(expected))
}

/// Estimates what a pass will take.
fn plan(
    args: &Args,
    board: &Board,
    set: &RuleSet,
    &PassQuestion { transposed, parts, .. }: &PassQuestion,
) -> Result<ExitCode, Failure> {
    let bar = progress::working("sampling");
    let positions = usize::try_from(args.samples).unwrap_or(usize::MAX);
    let planned = Planned { board, set, transposed, parts, positions, seed: args.seed };
    let plan = pass_plan(&planned)?;
    bar.finish_and_clear();
    let (name, all) = (args.rules.name(), detail() == Detail::Verbose);
    let text = || plan_text(&plan, board, (&name, args.samples, parts), all);
    let json = args.json.then(|| plan_json(&plan, board, parts));
    let answer = format!("estimated for complete rules: {}", plan_answer(&plan));
    Conclusion::new(answer).report(json, text, ExitCode::Holds)
}

fn board(args: &Args) -> Result<Board, InputError> {
    let no_pass = |message: String| {
        InputError::new(ErrorKind::NoPass, message)
            .expected("at least 2 cells and at most 121, such as 9x9, 7x11 or 11x11")
    };
    let board = match (args.size, &args.board) {
        (Some(size), _) => Board::corner_to_corner(size, size).map_err(InputError::from),
        (None, Some(text)) => parse_board(text),
        (None, None) => Err(no_pass("no board was given".to_owned())),
    }?;
    let cells = board.cells();
    if !(2..=MAX_CELLS).contains(&cells) {
        let what = if cells < 2 { "small" } else { "large" };
        return Err(no_pass(format!("{}×{} is too {what}", board.width(), board.height())));
    }
    if board.start().parity() == board.end().parity() && cells.is_multiple_of(2)
        || board.start().parity() != board.end().parity() && !cells.is_multiple_of(2)
    {
        let message = format!("no line fills {}×{}", board.width(), board.height());
        return Err(no_pass(format!("{message} from corner to corner: the colours do not fit")));
    }
    Ok(board)
}

/// Reads a layer and a part, such as `12:3`.
fn parse_task(text: &str) -> Result<(usize, u32), String> {
    let task = text.split_once(':').and_then(|(layer, part)| {
        Some((layer.parse().ok().filter(|&layer| layer > 0)?, part.parse().ok()?))
    });
    task.ok_or_else(|| "a layer from 1 and a part from 0, such as 12:3".to_owned())
}

/// Does one part of the current layer, unless it is done.
fn one_task(
    folder: &PassFolder,
    source: PassSource<'_>,
    (layer, part): (usize, u32),
    memory: usize,
    stop: &std::sync::atomic::AtomicBool,
) -> Result<ExitCode, Failure> {
    let PassQuestion { parts, .. } = *folder.question();
    let layers = folder.question().layers();
    let fault = |what: String| InputError::new(ErrorKind::NoSuchTask, format!("--task: {what}"));
    if layer > layers || part >= parts {
        let expected = format!("layers 1 to {layers} and parts 0 to {}", parts - 1);
        return Err(fault(format!("there is no part {part} of layer {layer}"))
            .expected(expected)
            .into());
    }
    let current = folder.current();
    if layer < current || folder.file((layer, part)).exists() {
        return Ok(ExitCode::Holds);
    }
    if layer > current {
        return Err(fault(format!("layer {current} is not done yet"))
            .expected(format!("a part of layer {current}"))
            .into());
    }
    match do_task(folder, source, (layer, part), memory, stop) {
        Ok(_) => Ok(ExitCode::Holds),
        Err(NotDone::Stopped) => Ok(ExitCode::Unknown),
        // Another process has done it meanwhile, and the layer is closed.
        Err(NotDone::Fault(_)) if folder.current() > layer => Ok(ExitCode::Holds),
        Err(NotDone::Fault(error)) => Err(error.into()),
    }
}

/// Reads a size in MiB.
fn mebibytes(text: &str) -> Result<f64, String> {
    let size = text.parse().ok().filter(|size: &f64| size.is_finite() && *size >= 0.0);
    size.ok_or_else(|| "a size in MiB, such as 16 or 0.5".to_owned())
}

/// Prints what is missing.
fn next(folder: &PassFolder, pass: &Pass) -> Result<ExitCode, Failure> {
    if pass.finished {
        return Ok(match pass.sum() {
            sum if sum.stuck > 0 => ExitCode::Refuted,
            sum if sum.unanswered > 0 => ExitCode::Unknown,
            _ => ExitCode::Holds,
        });
    }
    let layer = pass.layers.len() + 1;
    let mut out = stdout();
    writeln!(out, "{layer}:{}", ranges(&folder.missing(layer)))?;
    out.flush()?;
    Ok(ExitCode::Unknown)
}

/// Ascending numbers as ranges, such as `0-3,7`.
fn ranges(numbers: &[u32]) -> String {
    let range = |run: &[u32]| match run {
        [one] => one.to_string(),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    let ranges: Vec<String> = numbers.chunk_by(|a, b| a + 1 == *b).map(range).collect();
    ranges.join(",")
}

fn report(
    args: &Args,
    (board, set): (&Board, &RuleSet),
    program: Option<&ProgramObject>,
    (folder, pass): (&PassFolder, &Pass),
    stopped: bool,
) -> Result<ExitCode, Failure> {
    let start = Position::start(board.clone().into());
    let budget = Budget::stoppable(&Limits::default(), interrupt::stop_flag()?);
    let all_lines = match pass.finished && pass.sum().stuck == 0 {
        true => frontier::count_within(&start, &budget).ok(),
        false => None,
    };
    let completed = BigUint::from(pass.sum().completed);
    if all_lines.as_ref().is_some_and(|all| completed > *all) {
        let message = "the pass has completed more lines than the frontier engine counts";
        return Err(Failure::Internal(message.to_owned()));
    }
    let question = folder.question();
    let grid = BitBoard::rectangle(question.width, question.height);
    let path = pass.first_stuck().and_then(|(_, key)| match program {
        Some(_) => drawing(&grid, PackedPosition(key), &Limits::default()),
        None => line_to(set, grid, PackedPosition(key), &Limits::default()),
    });
    let stuck =
        path.map(|path| JudgedFailure::on(board.clone(), &WalkFailure { path, dead_move: None }));
    let stuck = stuck.transpose().or_internal()?;
    let result = PassResult { question, pass, all_lines, stuck, program };
    let answer = result.answer();
    let code = match answer {
        PassAnswer::Complete => ExitCode::Holds,
        PassAnswer::ForbidsLive | PassAnswer::Stuck => ExitCode::Refuted,
        PassAnswer::NeverStuck | PassAnswer::Unanswered | PassAnswer::Unfinished => {
            ExitCode::Unknown
        }
    };
    let name = args.rules.name();
    let end = conclusion(&result);
    let end = match (&result.stuck, answer) {
        (Some(stuck), _) => {
            end.then(explain((board.width(), board.height()), stuck.telling_path(), &name))
        }
        (None, PassAnswer::Unfinished) if stopped => end.resumed_by(this_command()),
        (None, PassAnswer::ForbidsLive)
            if board.width() == board.height() && board.width() <= 9 =>
        {
            end.then(format!("deadmove check {name} --size {}", board.width()))
        }
        (None, PassAnswer::Complete) if board.width() == board.height() => {
            let size = board.width() + 2;
            end.then(format!("deadmove walk {name} --size {size} --order random"))
        }
        _ => end,
    };
    let text = || text(&result, &name, detail() == Detail::Verbose, true);
    end.report(args.json.then(|| json(&result)), text, code)
}

/// The answer.
fn conclusion(result: &PassResult<'_>) -> Conclusion {
    let PassQuestion { width, height, .. } = result.question;
    let sum = result.pass.sum();
    let drawn = lines(sum.completed);
    let draws = if result.program.is_some() { "the program draws" } else { "the rules draw" };
    let forbids = if result.program.is_some() { "the program forbids" } else { "the rules forbid" };
    let (answer, why) = match (result.answer(), &result.all_lines) {
        (PassAnswer::Complete, _) => {
            let asked = match result.program {
                Some(_) => ", by its answers to one drawing of each position",
                None => "",
            };
            (format!("complete: {draws} all {drawn} of {width}×{height}{asked}"), String::new())
        }
        (PassAnswer::ForbidsLive, Some(all)) => (
            format!("never stuck, but {draws} {drawn} of {} on {width}×{height}", thousands(all)),
            format!("{forbids} a live move"),
        ),
        (PassAnswer::ForbidsLive | PassAnswer::NeverStuck, _) => (
            format!("never stuck: {drawn}; how many {width}×{height} has is not known"),
            "the lines of the board could not be counted".to_owned(),
        ),
        (PassAnswer::Stuck, _) => {
            let layer = result.pass.first_stuck().map_or(0, |(layer, _)| layer);
            let stuck = result.pass.layers[layer - 1].stuck;
            let what = if stuck == 1 { "position is" } else { "positions are" };
            (
                format!("after {} steps {} {what} stuck", layer - 1, thousands(stuck)),
                "some lines get stuck".to_owned(),
            )
        }
        (PassAnswer::Unanswered, _) => {
            let none = thousands(sum.unanswered);
            let are = if sum.unanswered == 1 { "position has" } else { "positions have" };
            (format!("not known: {none} {are} no answer"), "a program was silent".to_owned())
        }
        (PassAnswer::Unfinished, _) => {
            let (done, all) = (result.pass.layers.len(), result.question.layers());
            (
                format!("not known: {done} of {all} layers are done"),
                "the pass is not done".to_owned(),
            )
        }
    };
    Conclusion::new(answer).because(why)
}
