//! `deadmove stats`: how far random walks get, size by size.

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::interrupt;
use super::output::{Failure, OrInternal, stdout};
use super::walk::claims;
use deadmove_core::error::InputError;
use deadmove_core::verdict::ExitCode;
use deadmove_report::stats::{Method, SizeSample, json, svg, table};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;
use deadmove_search::walk::stats::sample;
use deadmove_search::walk::{board, digest};

/// Say how many random walkthroughs are completed before the rules first fail, size by size.
///
/// A run draws one random line after the other, with every allowed move equally likely, until no
/// move is allowed. The table has the mean number of lines completed before that, with a 95 %
/// confidence interval. Results do not depend on the number of threads.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule files, or directories with rule files.
    #[arg(required = true)]
    rules: Vec<PathBuf>,
    /// Sides of boards.
    #[arg(long, value_name = "N,N…", value_delimiter = ',', required = true)]
    sizes: Vec<usize>,
    /// Runs per size.
    #[arg(long, value_name = "K", default_value_t = 1000)]
    runs: u64,
    /// Seed of the random walks.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Walkthroughs after which a run ends without a failure.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    limit: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    /// Write a plot into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut questions = Vec::new();
    for &size in &args.sizes {
        let board = board(size)?;
        let claims = claims(&args.rules, &board)?;
        questions.push((size, board, claims));
    }
    let stop = interrupt::stop_flag()?;
    let method = Method { runs: args.runs, limit: args.limit, seed: args.seed };
    let mut rows = Vec::new();
    for (size, board, claims) in questions {
        let rules: Vec<Rule> = claims.iter().map(|claim| claim.rule.clone()).collect();
        let set = RuleSet::compile(&rules, &board);
        let bar = progress(args.runs, size);
        let how = (args.runs, args.limit);
        let sample = sample(&board, &set, args.seed, how, stop, &|| bar.inc(1)).or_internal()?;
        bar.finish_and_clear();
        let finished = sample.runs == args.runs;
        rows.push(SizeSample { size, rules: digest(&claims), sample, finished });
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    if let Some(file) = &args.svg {
        fs::write(file, svg(&rows, method)).map_err(|error| {
            let message = format!("the plot cannot be written: {error}");
            InputError::new("file-unwritable", message).in_file(file)
        })?;
    }
    let mut out = stdout();
    match args.json {
        true => writeln!(out, "{}", json(&rows, method))?,
        false => write!(out, "{}", table(&rows, method))?,
    }
    out.flush()?;
    let all = rows.len() == args.sizes.len() && rows.iter().all(|row| row.finished);
    Ok(if all { ExitCode::Holds } else { ExitCode::Unknown })
}

fn progress(runs: u64, size: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{wide_bar} {msg} run {pos} of {len}, {elapsed}";
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    let bar = ProgressBar::new(runs).with_style(style).with_message(format!("{size}×{size}"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
