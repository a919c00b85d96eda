//! `deadmove count`: how many completions a position has.

use std::io::Write;
use std::path::PathBuf;

use super::args::{LimitArgs, PositionArgs, read_one};
use super::output::{Failure, stdout};
use deadmove_core::verdict::ExitCode;
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
    let input = read_one(args.file.as_ref(), None, &args.position, choose)?;
    let counted = frontier::count(&input.position, &args.limits.limits());
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", json::count(&input.position, &counted))?;
    } else if let Ok(count) = &counted {
        writeln!(out, "{count}")?;
    }
    out.flush()?;
    Ok(match counted {
        Ok(_) => ExitCode::Holds,
        Err(limit) => {
            writeln!(anstream::stderr(), "unknown: {limit}")?;
            ExitCode::Unknown
        }
    })
}
