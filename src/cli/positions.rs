//! `deadmove positions`: positions with paths to them, for other programs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::conclusion::Conclusion;
use super::interrupt;
use super::lists::{ListArgs, progress};
use super::output::{Failure, stderr, stdout};
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{unwritable, write_atomically_with};
use deadmove_core::verdict::ExitCode;
use deadmove_program::question;
use deadmove_report::json;
use deadmove_report::numbers::count;
use deadmove_verify::live_set::MAX_LIVE_SET_SIDE;
use deadmove_verify::positions::{
    FoundPath, PositionChoice, PositionTally, along_random_lines, of_live_set,
};

/// Write positions with paths to them: questions for other programs.
///
/// Up to 9×9: every live position once, with one path, in an order that is always the same; the
/// complete line is one of them. Above, --random takes positions from random lines. A line of the
/// output is a question to a program, as in `9x9 RRD`, or with --json an object, which `deadmove
/// judge --jsonl` reads, too.
///
/// Exit code 0: all that was asked is written; 3: the run was interrupted.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The side of the board, or several, one after the other.
    #[arg(
        long,
        visible_alias = "sizes",
        value_name = "N[,N…]",
        value_delimiter = ',',
        required = true
    )]
    size: Vec<usize>,
    /// In place of live positions, the dead ones that are one move after a live one. Those with the
    /// end cell entered early are left out.
    #[arg(long)]
    dead: bool,
    /// Only live positions with a dead move that leaves no dead end and no cells cut off (with
    /// --dead: the positions after such moves). That they are dead shows by colours or by longer
    /// deductions, so programs differ there.
    #[arg(long)]
    hard: bool,
    /// So many different positions for each size, at random: up to 9×9 all are equally likely;
    /// above, each is on a random line.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    random: Option<u64>,
    /// Seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    seed: u64,
    /// Up to 9×9: up to K different paths to each position, or all of them.
    #[arg(long, value_name = "K|all", value_parser = drawings)]
    drawings: Option<usize>,
    /// Print one JSON object for each path, with the live moves.
    #[arg(long)]
    json: bool,
    /// Write into this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    list: ListArgs,
}

/// Reads a number of drawings; all of them are [`usize::MAX`].
pub fn drawings(text: &str) -> Result<usize, String> {
    match (text, text.parse()) {
        ("all", _) => Ok(usize::MAX),
        (_, Ok(number)) if number > 0 => Ok(number),
        _ => Err("expected a number from 1 on, or `all`".to_owned()),
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    for &size in &args.size {
        possible(args, size)?;
    }
    let stop = interrupt::stop_flag()?;
    let Some(file) = &args.output else {
        let mut out = stdout();
        let (tally, end) = write(args, stop, &mut out)?;
        out.flush()?;
        if !tally.finished {
            writeln!(stderr(), "interrupted after {}", end.answer)?;
            return Ok(ExitCode::Unknown);
        }
        end.print_beside_data(ExitCode::Holds);
        return Ok(ExitCode::Holds);
    };
    // What went wrong besides the writing, or the end of a report.
    let mut ended = None;
    let written = write_atomically_with(file, |to| match write(args, stop, to) {
        Err(Failure::Output(error)) => Err(error),
        Ok((PositionTally { finished: false, .. }, _)) => Err(io::ErrorKind::Interrupted.into()),
        other => {
            let result = other.as_ref().map(|_| ()).map_err(|_| io::ErrorKind::Other.into());
            ended = Some(other);
            result
        }
    });
    match (ended, written) {
        (Some(ended), Ok(())) => ended?.1.finish(stdout(), ExitCode::Holds),
        (Some(Err(failure)), Err(_)) => Err(failure),
        _ if stop.load(Ordering::Relaxed) => {
            interrupt::nothing_kept().finish(stdout(), ExitCode::Unknown)
        }
        (_, Err(error)) => Err(unwritable(file, error).into()),
        (None, Ok(())) => unreachable!("a file that is written has an end"),
    }
}

/// Refuses a size without positions, before anything is written.
fn possible(args: &Args, size: usize) -> Result<(), InputError> {
    if size == 1 {
        let message = "--size 1: a board of one cell has no moves";
        return Err(InputError::new(ErrorKind::NoList, message).expected("an odd size from 3 on"));
    }
    if size <= MAX_LIVE_SET_SIDE || size.is_multiple_of(2) {
        return args.list.ready(size);
    }
    Board::corner_to_corner(size, size)?;
    if args.random.is_none() || args.drawings.is_some() {
        let message = format!("--size {size}: lists of all live positions reach up to 9×9");
        return Err(InputError::new(ErrorKind::NoList, message)
            .expected("an odd size from 3 to 9, or --random N without --drawings"));
    }
    Ok(())
}

/// Writes the positions of all sizes, until the run is stopped.
fn write(
    args: &Args,
    stop: &AtomicBool,
    out: &mut dyn Write,
) -> Result<(PositionTally, Conclusion), Failure> {
    let choice = PositionChoice {
        dead: args.dead,
        hard: args.hard,
        with_live_moves: args.json,
        seed: args.seed,
    };
    let mut sum = PositionTally { positions: 0, finished: true };
    let mut paths = 0;
    for &size in &args.size {
        let board = Arc::new(Board::corner_to_corner(size, size).map_err(InputError::from)?);
        let mut line = Vec::new();
        let mut visit = |found: &FoundPath| {
            paths += 1;
            line.clear();
            match found.live_moves.filter(|_| args.json) {
                Some(live) => {
                    let object = json::path_to_position(&board, &found.path, live);
                    line.extend(object.into_bytes());
                    line.push(b'\n');
                }
                None => question::write(&mut line, &board, &found.path),
            }
            Ok::<_, Failure>(out.write_all(&line)?)
        };
        let tally = match args.random {
            Some(wanted) if size > MAX_LIVE_SET_SIDE => {
                along_random_lines(&board, choice, wanted, stop, &mut visit)?
            }
            random => {
                let bar = progress();
                let live_set = args.list.open_unless_stopped(size, &bar, stop)?;
                bar.finish_and_clear();
                match live_set {
                    None => PositionTally::default(),
                    Some(live_set) => {
                        of_live_set(&live_set, choice, (random, args.drawings), stop, &mut visit)?
                    }
                }
            }
        };
        sum.positions += tally.positions;
        sum.finished = tally.finished;
        if !tally.finished {
            break;
        }
    }
    let kind = if args.dead { "dead position" } else { "live position" };
    let positions = count(sum.positions as usize, kind, &format!("{kind}s"));
    let paths = count(paths, "path", "paths");
    Ok((sum, Conclusion::new(format!("{positions} with {paths}"))))
}
