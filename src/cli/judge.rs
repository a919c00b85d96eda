//! `deadmove judge`: reads positions, judges them on all cores, reports in input order.

use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;

use super::args::{self, EngineArgs, PositionArgs};
use super::output::{Failure, complain, stdout};
use crate::error::InputError;
use crate::formats::{self, Item};
use crate::judge::{self, Engine, Judgement};
use crate::report::json;
use crate::report::judgement::{self, Tally};
use crate::verdict::{ExitCode, Limits};

/// Say whether positions are live or dead, with a witness or a reason.
///
/// One position is drawn, with the verdict of each legal move and the turning point of its path;
/// several get a line each. Case files say which verdict they expect; one that is not met gives
/// exit code 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Case files, path files (n|options-x,y;…), JSON lines, or directories of the first two.
    files: Vec<PathBuf>,
    /// JSON lines to judge, one position each; - reads standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "board"])]
    jsonl: Option<PathBuf>,
    /// Print one JSON object per position.
    #[arg(long)]
    json: bool,
    /// Draw every position, also when there are several.
    #[arg(long, conflicts_with = "json")]
    draw: bool,
    /// Threads to use; 0 means one per core. The output does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=MAX_JOBS))]
    jobs: u16,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Threads that can be asked for. Thousands would only start, and take minutes to.
const MAX_JOBS: i64 = 1024;

/// Positions judged between two writes.
const CHUNK: usize = 256;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.into()).build();
    let threads = threads.map_err(|error| Failure::Internal(error.to_string()))?;
    let mut session = Run {
        engine: args.engine.engine,
        limits: args.engine.limits(),
        json: args.json,
        draw: args.draw,
        single: false,
        threads,
        tally: Tally::default(),
        code: ExitCode::Holds,
    };
    if let Some(file) = &args.jsonl {
        return session.batch(open(file)?, (file.as_os_str() != "-").then(|| file.clone()));
    }
    let expected = "files, directories, --jsonl FILE, or --board with --path";
    let (items, single) = args::read(&args.files, &args.position, expected)?;
    session.draw |= single;
    session.single = single;
    session.items(items.into_iter(), (!single).then_some(args.files.len().max(1) as u64))?;
    session.finish()
}

fn open(file: &Path) -> Result<Box<dyn BufRead + Send>, InputError> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    if file.is_dir() {
        return Err(InputError::new("file-unreadable", "--jsonl needs a file, not a directory")
            .in_file(file));
    }
    Ok(Box::new(formats::open(file)?))
}

/// What one item came to.
enum Done {
    Judged(Box<Judgement>),
    Wrong(InputError),
    Fault(String),
}

struct Run {
    engine: Engine,
    limits: Limits,
    json: bool,
    draw: bool,
    single: bool,
    threads: rayon::ThreadPool,
    tally: Tally,
    code: ExitCode,
}

impl Run {
    fn batch(
        mut self,
        reader: Box<dyn BufRead + Send>,
        source: Option<PathBuf>,
    ) -> Result<ExitCode, Failure> {
        let mut items = formats::read_batch(reader, source.clone()).peekable();
        if items.peek().is_none() {
            let error = InputError::new("no-position", "the input has no positions").expected(
                r#"one JSON object per line, for example {"name":"a","n":9,"path":"RRD"}"#,
            );
            return Err(source.iter().fold(error, |error, file| error.in_file(file)).into());
        }
        self.items(items, None)?;
        self.finish()
    }

    /// Judges items in chunks on all threads and writes each chunk in order.
    fn items(
        &mut self,
        mut items: impl Iterator<Item = Item>,
        total: Option<u64>,
    ) -> Result<(), Failure> {
        let progress = progress(total.is_some() || self.json || !self.draw);
        loop {
            let chunk: Vec<Item> = items.by_ref().take(CHUNK).collect();
            if chunk.is_empty() {
                break;
            }
            let (engine, limits) = (self.engine, self.limits);
            let results: Vec<Done> = self.threads.install(|| {
                chunk
                    .par_iter()
                    .map(|item| {
                        let result = judge_item(item, engine, &limits);
                        progress.inc(1);
                        result
                    })
                    .collect()
            });
            progress.suspend(|| self.write(&chunk, &results))?;
        }
        progress.finish_and_clear();
        Ok(())
    }

    fn write(&mut self, chunk: &[Item], results: &[Done]) -> Result<(), Failure> {
        let mut out = stdout();
        for (item, result) in chunk.iter().zip(results) {
            let code = match (&item.input, result) {
                (Ok(input), Done::Judged(judgement)) => {
                    let unmet = judgement::unmet(input, judgement);
                    let code = judgement::exit_code(judgement, &unmet);
                    self.tally.count(input, judgement, &unmet);
                    if self.json {
                        let (name, position) = (&item.name, &input.position);
                        let line = json::judgement(name, judgement, position, &unmet.refuted);
                        writeln!(out, "{line}")?;
                    } else if self.draw {
                        write!(out, "{}", judgement::full(input, judgement, &unmet, true))?;
                        if !self.single {
                            writeln!(out)?;
                        }
                    } else {
                        writeln!(out, "{}", judgement::line(input, judgement, &unmet))?;
                    }
                    code
                }
                (_, Done::Wrong(error)) => {
                    self.tally.errors += 1;
                    if self.json {
                        writeln!(out, "{}", json::input_error(&item.name, error))?;
                    } else {
                        out.flush()?;
                        complain(error);
                    }
                    ExitCode::Input
                }
                (_, Done::Fault(fault)) => {
                    self.tally.errors += 1;
                    if self.json {
                        writeln!(out, "{}", json::fault(&item.name, fault))?;
                    }
                    out.flush()?;
                    writeln!(anstream::stderr(), "internal error in {}: {fault}", item.name)?;
                    ExitCode::Internal
                }
                (Err(_), Done::Judged(_)) => unreachable!("faulty input is not judged"),
            };
            self.code = self.code.combine(code);
        }
        out.flush()?;
        Ok(())
    }

    fn finish(self) -> Result<ExitCode, Failure> {
        if !self.json && !self.single {
            let mut out = stdout();
            writeln!(out, "{}", self.tally)?;
            out.flush()?;
        }
        Ok(self.code)
    }
}

/// Judges one item. A panic in it becomes a fault of that item alone: varisat panics when a proof
/// that is checked on the fly turns out wrong.
fn judge_item(item: &Item, engine: Engine, limits: &Limits) -> Done {
    let input = match &item.input {
        Ok(input) => input,
        Err(error) => return Done::Wrong(error.clone()),
    };
    match catch_unwind(AssertUnwindSafe(|| judge::judge(&input.position, engine, limits))) {
        Ok(Ok(judgement)) => Done::Judged(Box::new(judgement)),
        Ok(Err(fault)) => Done::Fault(fault.to_string()),
        Err(_) => Done::Fault("the engine panicked".to_owned()),
    }
}

/// A progress counter on standard error, when it is a terminal and there is something to wait for.
fn progress(wanted: bool) -> ProgressBar {
    let target = if wanted && io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(None, target).with_style(
        ProgressStyle::with_template("{spinner} {pos} positions, {per_sec}, {elapsed}")
            .expect("the template is valid"),
    );
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
