//! `deadmove count`: how many completions a position has.

use std::io::Write;
use std::path::PathBuf;

use super::args::{LimitArgs, PositionArgs, read};
use super::output::{Failure, stdout};
use crate::engine::frontier;
use crate::error::InputError;
use crate::formats::{Input, Item};
use crate::report::json;
use crate::verdict::ExitCode;

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
    let files: Vec<PathBuf> = args.file.iter().cloned().collect();
    let (items, _) = read(&files, &args.position, ONE_EXPECTED)?;
    let input = one(items, "a file with one position")?;
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

/// What a command that takes one position expects.
pub const ONE_EXPECTED: &str = "a file, or --board with --path";

/// The only position of an input; `expected` says how to choose one.
pub fn one(items: Vec<Item>, expected: &str) -> Result<Input, InputError> {
    let count = items.len();
    match <[_; 1]>::try_from(items) {
        Ok([item]) => item.input,
        Err(_) => Err(InputError::new(
            "several-positions",
            format!("the input has {count} positions; this command takes one"),
        )
        .expected(expected)),
    }
}
