//! The command line of the puzzles.

mod loops;
mod loops_play;
mod maze;
mod maze_reading;
mod schema;
mod sequence;
mod site;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use deadmove_terminal::output::Failure;
use deadmove_terminal::{conclusion, general, interrupt, output, progress};

/// Mazes by dead-end filling, sequences that solve every maze, and a game of loops.
#[derive(Debug, Parser)]
#[command(name = "deadmove-puzzles", bin_name = "deadmove-puzzles")]
#[command(version, about, after_help = EXIT_CODES)]
struct PuzzlesCli {
    #[command(subcommand)]
    command: PuzzlesCommand,
    #[command(flatten)]
    general: general::GeneralArgs,
}

#[derive(Debug, Subcommand)]
enum PuzzlesCommand {
    Sequence(sequence::Args),
    Maze(maze::Args),
    Loops(loops::Args),
    Site(site::Args),
    Schema(schema::Args),
}

const EXIT_CODES: &str = "\
Exit codes:
  0   all that was asked holds
  1   refuted
  2   usage or input error
  3   unknown: a limit was reached, or the run is incomplete
  70  internal error";

/// Reads a number in a range.
fn within(
    range: RangeInclusive<usize>,
) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("a number from {least} to {most} is needed"))
    }
}

/// Runs the command line of this process.
pub fn main() -> std::process::ExitCode {
    if let Err(failure) = output::check_stdout() {
        return failure.report().into();
    }
    let matches = PuzzlesCli::command().try_get_matches();
    let parsed = matches.and_then(|matches| Ok((PuzzlesCli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return output::usage(&error).into(),
    };
    if let Err(failure) = cli.general.apply(&matches) {
        return failure.report().into();
    }
    interrupt::install();
    let result = match cli.command {
        PuzzlesCommand::Sequence(args) => sequence::run(&args),
        PuzzlesCommand::Maze(args) => maze::run(&args),
        PuzzlesCommand::Loops(args) => loops::run(&args),
        PuzzlesCommand::Site(args) => site::run(&args),
        PuzzlesCommand::Schema(args) => schema::run(&args),
    };
    result.unwrap_or_else(Failure::report).into()
}
