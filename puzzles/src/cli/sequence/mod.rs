//! `deadmove-puzzles sequence`: sequences of moves that solve every maze of a size.

mod bounds;
mod input;
mod verify;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use deadmove_core::board::Move;
use deadmove_puzzles::sequences::maze::GridMoves;
use deadmove_puzzles::sequences::moves::letters;
use deadmove_puzzles::sequences::shortest::MAX_SEARCHED_FIELDS;
use deadmove_puzzles_checker::sequences::Certificate;

use super::conclusion::Conclusion;
use super::interrupt::stop_flag;
use super::output::{Failure, OrInternal, stdout};
use deadmove_core::budget::Budget;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_puzzles::report::sequence::CountedMazes;
use deadmove_puzzles::report::to_json;
use deadmove_report::command::words;
use deadmove_terminal::seconds;

/// Verify, find and shorten sequences of moves that solve every maze.
///
/// A maze is a grid of free fields and walls. A sequence of the letters u, d, l, r is executed from
/// the upper-left field; a move against a wall or the edge does nothing. It solves the maze if it
/// visits the lower-right field. Sizes are columns x rows, of at most 64 fields.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: SequenceCommand,
}

#[derive(Debug, Subcommand)]
enum SequenceCommand {
    Verify(verify::Args),
    Shortest(bounds::ShortestArgs),
    Shorten(bounds::ShortenArgs),
    Repair(bounds::RepairArgs),
    Count(CountArgs),
}

/// Count the solvable mazes of a size.
#[derive(Debug, clap::Args)]
struct CountArgs {
    /// Columns x rows, for example 5x5.
    #[arg(value_name = "WxH")]
    size: String,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The time to spend, and where to write the certificate.
#[derive(Debug, clap::Args)]
struct RunArgs {
    /// Seconds to spend, fractions allowed; what is open then stays open.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    /// Write a certificate for `deadmove-puzzles-checker`.
    #[arg(long, value_name = "PATH")]
    certificate: Option<PathBuf>,
}

impl RunArgs {
    /// The budget. It begins now and ends with Ctrl-C.
    fn budget(&self) -> Result<Budget<'static>, Failure> {
        let limits = Limits { timeout: self.timeout, ..Limits::default() };
        Ok(Budget::stoppable(&limits, stop_flag()?))
    }

    /// Writes a certificate if one is requested.
    fn prove(&self, certificate: &Certificate) -> Result<(), Failure> {
        let Some(file) = &self.certificate else { return Ok(()) };
        Ok(files::write_atomically(file, &(text_of(certificate)? + "\n"))?)
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.command {
        SequenceCommand::Verify(args) => verify::run(args),
        SequenceCommand::Shortest(args) => bounds::shortest(args),
        SequenceCommand::Shorten(args) => bounds::shorten(args),
        SequenceCommand::Repair(args) => bounds::repair(args),
        SequenceCommand::Count(args) => {
            let grid = input::size(&args.size)?;
            let counted = CountedMazes::new(&grid);
            let mut out = stdout();
            match args.json {
                true => writeln!(out, "{}", to_json(&counted))?,
                false => writeln!(out, "{}", counted.solvable)?,
            }
            out.flush()?;
            if !args.json {
                Conclusion::new(format!("all solvable mazes of {grid}"))
                    .then(format!("deadmove-puzzles sequence count {grid} --json"))
                    .print_beside_data(ExitCode::Holds);
            }
            Ok(ExitCode::Holds)
        }
    }
}

/// A sequence as a word of a command line.
fn word(moves: &[Move]) -> String {
    words(&[letters(moves)])
}

fn text_of(certificate: &Certificate) -> Result<String, Failure> {
    serde_json::to_string(certificate).or_internal()
}

/// Hands a claim to the checker, which has its own mazes and its own search.
fn confirm(certificate: &Certificate) -> Result<(), Failure> {
    deadmove_puzzles_checker::check(&text_of(certificate)?, &mut |_, _, _| {})
        .map(|_| ())
        .map_err(|why| Failure::Internal(format!("the checker rejects the answer: {why}")))
}

/// Checks that a search for the best sequence is possible for a size.
fn searchable(grid: &GridMoves) -> Result<(), InputError> {
    if grid.fields() <= MAX_SEARCHED_FIELDS {
        return Ok(());
    }
    let message = format!("{grid} has more fields than a search for sequences can deal with");
    let expected = format!("at most {MAX_SEARCHED_FIELDS} fields");
    Err(InputError::new(ErrorKind::TooLarge, message).expected(expected))
}
