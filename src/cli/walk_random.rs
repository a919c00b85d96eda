//! `deadmove walk --order random`: random lines on one board after the other, and how many are
//! completed per failure.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

use super::again::this_command;
use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::output::{Failure, OrInternal, stdout};
use super::pictures::PictureFile;
use super::walk::{Args, failed, with_end};
use super::{programs, progress, resume};
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_engine::judge::Fault;
use deadmove_program::file::Program;
use deadmove_report::command::explain;
use deadmove_report::numbers::count;
use deadmove_report::stats::{case, rate, table};
use deadmove_report::walk::failure_text;
use deadmove_report::{json, stats_json, stats_plot};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::player::{Player, ProgramPlayer};
use deadmove_search::walk::random::is_failure;
use deadmove_search::walk::session::SessionError;
use deadmove_search::walk::stats::{
    FailedRun, Method, Rate, RunLines, RunSample, SizeSample, Statistics, TakeLines, sample,
};
use deadmove_search::walk::{Stop, board, digest};
use deadmove_verify::chunks::{ChunkRun, Chunks};

/// The most runs that are asked for.
const MAX_RUNS: u64 = 10_000_000;

/// Draws the lines.
pub fn run(args: &Args, program: Option<&Program>) -> Result<ExitCode, Failure> {
    let plot = args.output.as_deref().map(PictureFile::new).transpose()?;
    let (runs, limit) = (args.runs.unwrap_or(1000), args.limit.unwrap_or(1));
    if !(1..=MAX_RUNS).contains(&runs) || limit == 0 {
        let error = InputError::new(ErrorKind::NoWalk, "no line would be drawn, or too many runs");
        return Err(error.expected("--runs from 1 to 10,000,000, --limit of at least 1").into());
    }
    if args.half || args.keep_going {
        let message = "random lines begin in every direction and go on after failures: --half and \
                       --keep-going are for --order left";
        return Err(InputError::new(ErrorKind::WalkNotSplit, message).into());
    }
    let seed = args.seed.unwrap_or(0);
    let method = Method { runs, limit, seed, stop: args.stop };
    let (stop, _lock) = resume::begin(args.resume.as_deref())?;
    let guard = programs::guard();
    let program = program.map(|program| ProgramPlayer { program, guard: guard.as_deref(), stop });
    let digest_of_program = program.map(|player| programs::named(player.program)).transpose()?;
    let mut questions = Vec::new();
    let mut sizes = Vec::new();
    for &size in &args.size {
        let board = board(size)?;
        let claims = match program {
            Some(_) => Vec::new(),
            None => args.rules.applicable(&board)?,
        };
        let rules = match &digest_of_program {
            Some(object) => object.digest.clone(),
            None => digest(&claims),
        };
        let plain: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
        let set = RuleSet::compile(&plain, &board);
        let lemmas = set.lemmas().names().map(str::to_owned).collect();
        let sample = RunSample { runs: Chunks::of(runs, Vec::new()), ..RunSample::default() };
        sizes.push(SizeSample { size, rules, lemmas, sample });
        questions.push((board, set));
    }
    let player = |set| program.map_or(Player::Rules(set), Player::Program);
    let mut statistics = Statistics { method, sizes };
    if let Some(file) = args.resume.as_ref().filter(|file| file.exists()) {
        let known = stats_json::read(&files::read_text(file)?, file)?;
        statistics = statistics.join(known).map_err(|error| {
            let message = format!("the report is about other lines: {error}");
            InputError::new(ErrorKind::ReportDiffers, message)
                .expected("a report of the same rules, sizes, runs, limit, seed and stop")
                .in_file(file)
        })?;
        for ((board, set), row) in questions.iter().zip(&statistics.sizes) {
            refuse_false_failures((board, player(set)), row, method, file)?;
        }
    }
    let mut lines = args.lines.as_deref().map(|file| LinesFile::open(file, args)).transpose()?;
    if let Some(folder) = &args.out {
        // A folder that cannot be made is reported now, not after hours.
        files::create_folder(folder)?;
    }
    let mut ended = None;
    for (at, (board, set)) in questions.iter().enumerate() {
        let known = statistics.sizes[at].sample.clone();
        let bar = progress::spinner(format!("{0}×{0}, run", statistics.sizes[at].size));
        let part = ChunkRun {
            done: &known.runs,
            shard: args.shard,
            limit: None,
            stop,
            progress: &progress::advance(&bar),
        };
        let save = |file: &Path, part: RunSample| -> Result<(), SessionError> {
            let mut so_far = statistics.clone();
            let joined = known.clone().join(part);
            so_far.sizes[at].sample = joined.map_err(|e| Fault::Contradiction(e.to_string()))?;
            Ok(files::write_atomically(file, stats_json::json(&so_far) + "\n")?)
        };
        let save = args.resume.as_deref().map(|file| move |part| save(file, part));
        let save = save.as_ref().map(|save| (args.save_every, save as &(dyn Fn(_) -> _ + Sync)));
        let mut write = lines.as_mut().map(|lines| |run| Ok(lines.write(board, limit, &run)?));
        let write = write.as_mut().map(|write| write as &mut TakeLines<'_>);
        let done = sample((board, player(set)), method, &part, save, write).map_err(failed)?;
        bar.finish_and_clear();
        statistics.sizes[at].sample = known.join(done.0).or_internal()?;
        ended = done.1;
        if ended.is_some() {
            break;
        }
    }
    if let (Some(player), Some(object)) = (program, &digest_of_program) {
        player.program.require_digest(&object.digest)?;
    }
    let interrupted = !statistics.finished() && stop.load(Ordering::Relaxed);
    let state = resume::file(args.resume.as_deref(), "walk", interrupted);
    if let Some(file) = &state {
        files::write_atomically(file, stats_json::json(&statistics) + "\n")?;
    }
    let code = with_end(statistics.exit_code(), ended.as_ref(), args.json);
    let name = args.rules.name();
    let first = print(&statistics, Some(&name), args.json)?;
    if let Some(folder) = &args.out {
        save_failures(&statistics, folder)?;
    }
    if let Some(plot) = plot {
        plot.write(&stats_plot::svg(&statistics, &name))?;
    }
    if args.json {
        return Ok(code);
    }
    let mut end = conclusion(&statistics);
    end = ended.iter().map(ToString::to_string).fold(end, Conclusion::because);
    end = match (&first, statistics.sizes.iter().map(|row| row.size).max()) {
        (Some(_), _) if args.rules.is_none() => end,
        (Some(first), _) => {
            let board = first.position.board();
            end.then(explain((board.width(), board.height()), first.telling_path(), &name))
        }
        (None, Some(size)) => {
            end.then(format!("deadmove walk {name} --size {} --order random", size + 2))
        }
        (None, None) => end,
    };
    match (statistics.finished(), &state) {
        (true, _) => {}
        (false, Some(file)) => end = end.resumed_by(resume::command(file)),
        (false, None) => end = end.resumed_by(format!("{} --json > part.json", this_command())),
    }
    end.finish(stdout(), code)
}

/// The file of `--lines`.
struct LinesFile<'a> {
    name: &'a Path,
    file: BufWriter<File>,
}

impl LinesFile<'_> {
    /// Opens the file, and keeps what an earlier part of a run that is continued has written.
    fn open<'a>(name: &'a Path, args: &Args) -> Result<LinesFile<'a>, InputError> {
        let continued = args.resume.as_ref().is_some_and(|state| state.exists());
        let mut options = OpenOptions::new();
        options.create(true).write(true).append(continued).truncate(!continued);
        let file = options.open(name).map_err(|error| files::unwritable(name, error))?;
        Ok(LinesFile { name, file: BufWriter::new(file) })
    }

    fn write(&mut self, board: &Board, limit: u64, run: &RunLines) -> Result<(), InputError> {
        let name = |line: usize| match limit {
            1 => format!("run {}", run.run),
            _ => format!("run {} line {line}", run.run),
        };
        let completed = run.completed.iter().map(|path| (path, None));
        let failed = run.failed.iter().map(|failure| (&failure.path, failure.dead_move));
        let mut lines = completed
            .chain(failed)
            .enumerate()
            .map(|(line, (path, dead_move))| json::drawn_line(&name(line), board, path, dead_move));
        // The state of the run may be saved next.
        lines
            .try_for_each(|line| writeln!(self.file, "{line}"))
            .and_then(|()| self.file.flush())
            .map_err(|error| files::unwritable(self.name, error))
    }
}

/// Refuses a state with a failure that these rules do not have.
fn refuse_false_failures(
    (board, player): (&Board, Player<'_>),
    row: &SizeSample,
    method: Method,
    file: &Path,
) -> Result<(), Failure> {
    for FailedRun { run, failure } in &row.sample.failed {
        if !is_failure(board, player, method.stop, failure).map_err(failed)? {
            let message =
                format!("{0}×{0}: run {run} does not fail there by these rules", row.size);
            let error = InputError::new(ErrorKind::ReportContradiction, message);
            return Err(error.expected("a report of these rules").in_file(file).into());
        }
    }
    Ok(())
}

/// The answer.
pub(super) fn conclusion(statistics: &Statistics) -> Conclusion {
    let rows = statistics.sizes.iter().map(|row| {
        let (size, sample) = (row.size, &row.sample);
        match sample.rate(statistics.method) {
            Rate::Nothing => {
                let lines = count(sample.lines() as usize, "line", "lines");
                let failures = count(sample.failed.len(), "failure", "failures");
                format!("{lines} so far and {failures} on {size}×{size}")
            }
            Rate::AtLeast(_) => {
                let lines = count(sample.completed as usize, "line", "lines");
                format!("no failure in {lines} on {size}×{size}")
            }
            drawn @ Rate::Mean { .. } => {
                let (mean, interval) = rate(drawn);
                format!("{mean} lines per failure ({interval}) on {size}×{size}")
            }
        }
    });
    let end = Conclusion::new(rows.collect::<Vec<_>>().join(", "));
    end.because(match (statistics.finished(), statistics.exit_code()) {
        (true, _) => "the rules failed",
        (false, ExitCode::Refuted) => "the rules failed, and some runs are not done",
        (false, _) => "some runs are not done",
    })
}

/// Prints the report: JSON, or text, on one board with its first failure. With text, returns the
/// first of all failures.
pub(super) fn print(
    statistics: &Statistics,
    rules: Option<&str>,
    json: bool,
) -> Result<Option<JudgedFailure>, Failure> {
    let failures = statistics.sizes.iter().find_map(|row| Some((row, row.sample.failed.first()?)));
    let judged = failures.filter(|_| !json);
    let judged = judged.map(|(row, first)| JudgedFailure::of(&first.failure, row.size));
    let judged = judged.transpose().or_internal()?;
    let mut out = stdout();
    if json {
        writeln!(out, "{}", stats_json::json(statistics))?;
    } else if detail() != Detail::Quiet {
        write!(out, "{}", table(statistics, rules))?;
        if let ([_], Some((_, first)), Some(judged)) = (&statistics.sizes[..], failures, &judged) {
            writeln!(out, "\nThe first failure, in run {}:\n", first.run)?;
            write!(out, "{}", failure_text(judged, true))?;
        }
    }
    out.flush()?;
    Ok(judged)
}

/// Judges the failures and writes a case file of each.
fn save_failures(statistics: &Statistics, folder: &Path) -> Result<(), Failure> {
    for row in &statistics.sizes {
        let size = row.size;
        for failed in &row.sample.failed {
            let judged = JudgedFailure::of(&failed.failure, size).or_internal()?;
            let (seed, rules) = (statistics.method.seed, &row.rules[..8.min(row.rules.len())]);
            let end = if statistics.method.stop == Stop::Dead { "-dead" } else { "" };
            let name = format!("{size}x{size}-{rules}-seed-{seed}-run-{}{end}.case", failed.run);
            files::write_atomically(&folder.join(name), case(&judged, failed, seed))?;
        }
    }
    Ok(())
}
