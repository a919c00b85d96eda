//! `deadmove stats`: how far random walks get, size by size.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::again::this_command;
use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::output::{Failure, OrInternal, stdout};
use super::pictures::PictureFile;
use super::rule_files::RuleArgs;
use super::{progress, resume};
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_report::numbers::thousands;
use deadmove_report::stats::{self as report, table};
use deadmove_report::{stats_json, stats_plot};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::stats::{Method, Sample, SizeSample, Statistics, sample};
use deadmove_search::walk::{Failure as Stuck, board, digest};
use deadmove_verify::chunks::{Chunks, Run, Shard};

/// Say how many random lines rules complete before they fail.
///
/// A run draws one random line after the other, with every allowed move equally likely, until no
/// move is allowed. The table has the mean number of lines completed before that, with a 95 %
/// confidence interval. Results do not depend on the number of threads.
///
/// Ctrl-C stops after the lines in progress: the report then covers the finished runs only
/// ("finished": false), the exit code is 3, and --resume continues later. --shard divides the runs
/// among several processes, whose reports `deadmove merge` combines.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Sides of boards.
    #[arg(long, value_name = "N,N…", value_delimiter = ',', required = true)]
    pub sizes: Vec<usize>,
    /// Runs per size.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..=10_000_000),
    )]
    pub runs: u64,
    /// Seed of the random walks.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Walkthroughs after which a run ends without a failure.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    pub limit: u64,
    /// Print a JSON object.
    #[arg(long)]
    pub json: bool,
    /// Write a plot into this file, as SVG or PNG.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Judge where runs failed, draw it, and write a case file for each into this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Do only every K-th run, from the I-th. Exit code 3 even if all of them are done.
    #[arg(long, value_name = "I/K", default_value = "1/1", hide_default_value = true)]
    pub shard: Shard,
    /// Keep the state in this file, and continue from it if it exists: do the runs that are missing.
    /// A report (--json) of the same rules, sizes, runs, limit and seed is such a state.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Whether a line that failed is exit code 1, as in a walk.
    #[arg(skip)]
    pub refutes: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let plot = args.output.as_deref().map(PictureFile::new).transpose()?;
    let method = Method { runs: args.runs, limit: args.limit, seed: args.seed };
    let mut questions = Vec::new();
    let mut sizes = Vec::new();
    for &size in &args.sizes {
        let board = board(size)?;
        let claims = args.rules.applicable(&board)?;
        let rules = digest(&claims);
        let plain: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
        let set = RuleSet::compile(&plain, &board);
        let lemmas = set.lemmas().names().map(str::to_owned).collect();
        let sample = Sample { runs: Chunks::of(args.runs, Vec::new()), ..Sample::default() };
        sizes.push(SizeSample { size, rules, lemmas, sample });
        questions.push((board, set));
    }
    let mut statistics = Statistics { method, sizes };
    let (stop, _lock) = resume::begin(args.resume.as_deref())?;
    if let Some(file) = args.resume.as_ref().filter(|file| file.exists()) {
        let known = stats_json::read(&files::read_text(file)?, file)?;
        statistics = statistics.join(known).map_err(|error| {
            let message = format!("the report is about other statistics: {error}");
            InputError::new("report-differs", message)
                .expected("a report of the same rules, sizes, runs, limit and seed")
                .in_file(file)
        })?;
    }
    if let Some(folder) = &args.out {
        // A folder that cannot be made is reported now, not after hours.
        files::create_folder(folder)?;
    }
    for ((board, set), row) in questions.iter().zip(&mut statistics.sizes) {
        let bar = progress::spinner(format!("{0}×{0}, run", row.size));
        let part = Run {
            done: &row.sample.runs,
            shard: args.shard,
            limit: None,
            stop,
            progress: &|todo, done| {
                progress::total(&bar, todo);
                bar.inc(done);
            },
        };
        let more = sample(board, set, method, &part).or_internal()?;
        bar.finish_and_clear();
        row.sample = std::mem::take(&mut row.sample).join(more).or_internal()?;
    }
    if let Some(plot) = plot {
        plot.write(&stats_plot::svg(&statistics, &args.rules.name()))?;
    }
    let finished = statistics.finished();
    let stopped = !finished && stop.load(Ordering::Relaxed);
    let state = resume::file(args.resume.as_deref(), "stats", stopped);
    if let Some(file) = &state {
        files::write_atomically(file, stats_json::json(&statistics) + "\n")?;
    }
    print(&statistics, args.json)?;
    if let Some(folder) = &args.out {
        save(&statistics, folder, args.json)?;
    }
    let failed = statistics.sizes.iter().any(|row| !row.sample.failed.is_empty());
    let code = match finished {
        true if args.refutes && failed => ExitCode::Refuted,
        true => ExitCode::Holds,
        false => ExitCode::Unknown,
    };
    if !args.json {
        let mut end = conclusion(&statistics);
        if code == ExitCode::Refuted {
            end = end.because("a line got stuck");
        }
        match (finished, &state) {
            (true, _) if args.output.is_none() => {
                end = end.then(format!("{} -o stats.svg", this_command()));
            }
            (true, _) => {}
            (false, Some(file)) => end = end.resumed_by(resume::command(file)),
            (false, None) => end = end.resumed_by(format!("{} --json > part.json", this_command())),
        }
        let mut out = stdout();
        end.print(&mut out, code)?;
        out.flush()?;
    }
    Ok(code)
}

/// The answer.
pub(super) fn conclusion(statistics: &Statistics) -> Conclusion {
    let rows = statistics.sizes.iter().map(|row| match row.sample.mean() {
        Some((mean, half)) => {
            let digits = report::digits(half);
            format!("{mean:.digits$} ± {half:.digits$} on {0}×{0}", row.size)
        }
        None if row.sample.completed == 0 => format!("not known on {0}×{0}", row.size),
        None => format!("over {1} on {0}×{0}", row.size, thousands(row.sample.completed / 3)),
    });
    let end =
        Conclusion::new(format!("lines per failure: {}", rows.collect::<Vec<_>>().join(", ")));
    end.because("some runs are not done")
}

/// Prints the report.
pub(super) fn print(statistics: &Statistics, json: bool) -> Result<(), Failure> {
    let mut out = stdout();
    match json {
        true => writeln!(out, "{}", stats_json::json(statistics))?,
        false if detail() == Detail::Quiet => {}
        false => write!(out, "{}", table(statistics))?,
    }
    out.flush()?;
    Ok(())
}

/// Judges the failures and saves them; draws them unless `quiet`.
fn save(statistics: &Statistics, folder: &Path, quiet: bool) -> Result<(), Failure> {
    let mut out = stdout();
    for row in &statistics.sizes {
        let size = row.size;
        for failed in &row.sample.failed {
            let stuck = Stuck { path: failed.path.clone(), dead_move: None };
            let judged = JudgedFailure::of(&stuck, size).or_internal()?;
            let (seed, rules) = (statistics.method.seed, &row.rules[..8.min(row.rules.len())]);
            let name = format!("{size}x{size}-{rules}-seed-{seed}-run-{}.case", failed.run);
            let file = folder.join(name);
            files::write_atomically(
                &file,
                report::case(&judged, failed.run, statistics.method.seed),
            )?;
            if !quiet {
                write!(out, "\n{}", report::failed(&judged, &file.display().to_string(), true))?;
            }
        }
    }
    out.flush()?;
    Ok(())
}
