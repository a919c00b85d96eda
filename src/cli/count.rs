//! `deadmove count`: how many completions a position has.

use std::io::Write;
use std::path::PathBuf;

use super::again::{self, Takes, position};
use super::args::{LimitArgs, PositionArgs, read_one};
use super::conclusion::Conclusion;
use super::output::{Failure, stderr, stdout};
use super::progress;
use deadmove_core::verdict::{ExitCode, Limit};
use deadmove_engine::frontier;
use deadmove_report::json;

/// Count the completions of a position, exactly.
///
/// Without a path: all lines from the start to the end cell of the board. The count comes from the
/// frontier engine, whose memory grows with the width of the board, not with its area.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A case file or path file with one position.
    file: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let choose = "a file with one position";
    let input = read_one(args.file.as_slice(), None, &args.position, choose)?;
    let bar = progress::working("counting");
    let counted = frontier::count(&input.position, &args.limits.limits());
    bar.finish_and_clear();
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", json::count(&input.position, &counted))?;
    } else if let Ok(count) = &counted {
        writeln!(out, "{count}")?;
    }
    out.flush()?;
    let same = position(&input, Takes::File);
    let (code, end) = match counted {
        // The number itself is on standard output.
        Ok(_) => {
            let described = again::described(&input.position);
            (ExitCode::Holds, Conclusion::new(format!("all completions of {described}")))
        }
        Err(limit) => {
            writeln!(stderr(), "unknown: {limit}")?;
            let more = match limit {
                Limit::Memory => {
                    format!(" --frontier-memory {}", args.limits.frontier_memory.saturating_mul(2))
                }
                _ => String::new(),
            };
            let end = Conclusion::new(format!("unknown: {limit}"));
            let end = end.because("a limit was reached");
            (ExitCode::Unknown, end.then(format!("deadmove count {same}{more}")))
        }
    };
    if !args.json {
        end.then(format!("deadmove judge {same}")).print_beside_data(code);
    }
    Ok(code)
}
