//! `deadmove-puzzles sequence shortest`, `shorten` and `repair`: how few moves are enough.

use std::path::PathBuf;

use deadmove_core::board::Move;
use deadmove_core::files::Shown;
use deadmove_puzzles::sequences::certificate;
use deadmove_puzzles::sequences::count::count as number_of_mazes;
use deadmove_puzzles::sequences::maze::{GridMoves, Maze};
use deadmove_puzzles::sequences::moves::letters;
use deadmove_puzzles::sequences::shortest::{both_bounds, shortest as search};
use deadmove_puzzles::sequences::verify::verify;
use deadmove_puzzles::sequences::{repair as repairs, upper};

use super::verify::verdict;
use super::{RunArgs, confirm, input, searchable, word};
use crate::cli::conclusion::Conclusion;
use crate::cli::output::Failure;
use crate::cli::progress;
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_puzzles::report::sequence::{RepairedSequence, SequenceBounds, Shortened, Verified};
use deadmove_puzzles::report::to_json;
use deadmove_report::command::words;
use deadmove_report::numbers::count;
use deadmove_terminal::again::{this_command, with_files};

/// Find a shortest sequence that solves every solvable maze, or bounds of its length.
///
/// The lower bound comes from a search over a growing list of mazes, the upper bound from a
/// sequence that is shortened meanwhile. Without --timeout the search goes on until they meet;
/// Ctrl-C gives what is known by then. Exit code 0 if they meet, 3 if not.
#[derive(Debug, clap::Args)]
pub struct ShortestArgs {
    /// Columns x rows, for example 4x4.
    #[arg(value_name = "WxH", required_unless_present = "mazes", conflicts_with = "mazes")]
    size: Option<String>,
    /// A shortest sequence for the mazes of this file only: rows of . and #, empty lines between.
    #[arg(long, value_name = "FILE", conflicts_with = "certificate")]
    mazes: Option<PathBuf>,
    /// What chance begins with when a sequence is shortened.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    run: RunArgs,
}

/// Shorten a sequence that solves every solvable maze.
///
/// Pieces are cut out and changed at random as long as it solves every maze. Exit code 0 if a
/// shorter one was found, 1 if the sequence did not solve every maze, 3 if nothing shorter was
/// found.
#[derive(Debug, clap::Args)]
#[command(mut_arg("timeout", |arg| arg.default_value("60")))]
#[command(mut_arg("timeout", |arg| arg.help("Seconds to spend, fractions allowed")))]
pub struct ShortenArgs {
    #[command(flatten)]
    given: GivenArgs,
    /// What chance begins with.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the sequence to this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

/// Put as few moves as possible into a sequence so that it solves every solvable maze.
///
/// Exit code 0 if that was done (or nothing was missing), 3 if time or memory ran out.
#[derive(Debug, clap::Args)]
pub struct RepairArgs {
    #[command(flatten)]
    given: GivenArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// A size, and a sequence for it.
#[derive(Debug, clap::Args)]
struct GivenArgs {
    /// Columns x rows, for example 5x5.
    #[arg(value_name = "WxH")]
    size: String,
    /// The sequence.
    #[arg(value_name = "MOVES", conflicts_with = "from")]
    moves: Option<String>,
    /// A file with the sequence; - is standard input.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

impl GivenArgs {
    fn sequence(&self) -> Result<Vec<Move>, InputError> {
        input::sequence(self.moves.as_deref(), self.from.as_deref())
    }
}

/// Runs `deadmove-puzzles sequence shortest`.
pub fn shortest(args: &ShortestArgs) -> Result<ExitCode, Failure> {
    let list = args.mazes.as_deref().map(input::mazes).transpose()?;
    let grid = match (&list, &args.size) {
        (Some((grid, _)), _) => grid.clone(),
        (None, size) => input::size(size.as_deref().unwrap_or_default())?,
    };
    searchable(&grid)?;
    let budget = args.run.budget()?;
    let mazes = list.map(|(_, mazes)| mazes.into_iter().map(|(_, maze)| maze).collect());
    let mazes: Option<Vec<Maze>> = mazes;
    let (found, best) = match &mazes {
        Some(mazes) => {
            let found = search(&grid, Some(mazes), &budget, &mut |_| {});
            let best = found.sequence.clone();
            (found, best)
        }
        None => {
            let bar = progress::working("looking for a sequence");
            let bounds = both_bounds(&grid, args.seed, &budget, &mut |lower| {
                bar.set_message(format!("at least {lower} moves"));
            });
            bar.finish_and_clear();
            bounds
        }
    };
    if let Some(best) = &best {
        confirm(&certificate::of_list(&grid, best, mazes.as_deref(), false, None))?;
    }
    args.run.prove(&certificate::of_bounds(&grid, &found.lower, best.as_deref()))?;
    let listed = mazes.as_ref().map(Vec::len);
    let bounds = SequenceBounds::new(&grid, listed, &found.lower, best.as_deref());
    let (code, end) = bounded(args, &grid, &bounds);
    let json = args.run.json.then(|| to_json(&bounds));
    end.report(json, || bounds.text() + "\n", code)
}

/// The end of the report on bounds.
fn bounded(
    args: &ShortestArgs,
    grid: &GridMoves,
    bounds: &SequenceBounds,
) -> (ExitCode, Conclusion) {
    let which = match &args.mazes {
        Some(file) => format!("every maze of {}", file.shown()),
        None => format!("every solvable maze of {grid}"),
    };
    let moves = |length| count(length, "move", "moves");
    let lower = moves(bounds.lower);
    let best = bounds.sequence.as_ref().map(|best| words(&[best]));
    let (code, answer, why) = match bounds.upper.map(moves) {
        Some(upper) if bounds.optimal => {
            (ExitCode::Holds, format!("a shortest sequence for {which} has {upper}"), "")
        }
        Some(upper) => {
            let bounds = format!("at least {lower} and at most {upper}");
            let answer = format!("a shortest sequence for {which} has {bounds}");
            (ExitCode::Unknown, answer, "the bounds do not meet")
        }
        None => {
            let answer = format!("a sequence for {which} has at least {lower}");
            (ExitCode::Unknown, answer, "no sequence was found")
        }
    };
    let end = Conclusion::new(answer).because(why);
    let end = match (best, &args.mazes) {
        (Some(best), Some(file)) => {
            let command = format!("deadmove-puzzles sequence verify {best} --mazes");
            end.then(with_files(&command, std::slice::from_ref(file)))
        }
        (Some(best), None) => {
            let command = if code == ExitCode::Holds { "verify" } else { "shorten" };
            end.then(format!("deadmove-puzzles sequence {command} {grid} {best}"))
        }
        (None, _) => end.resumed_by(this_command()),
    };
    (code, end)
}

/// Runs `deadmove-puzzles sequence shorten`.
pub fn shorten(args: &ShortenArgs) -> Result<ExitCode, Failure> {
    let (grid, moves) = (input::size(&args.given.size)?, args.given.sequence()?);
    let budget = args.run.budget()?;
    let found = verify(&grid, &moves, &budget);
    if found == Ok(None) {
        let bar = progress::working("shortening");
        let best = upper::shorten(&grid, &moves, args.seed, &budget, &mut |moves| {
            bar.set_message(format!("{} moves", moves.len()));
        });
        bar.finish_and_clear();
        let certificate = certificate::of_verdict(&grid, &best, None);
        confirm(&certificate)?;
        args.run.prove(&certificate)?;
        if let Some(file) = &args.output {
            files::write_atomically(file, &(letters(&best) + "\n"))?;
        }
        let report = Shortened::new(&grid, &moves, &best);
        let (code, answer) = match best.len() < moves.len() {
            true => {
                let length = count(best.len(), "move", "moves");
                (ExitCode::Holds, format!("a shorter sequence: {length}"))
            }
            false => (ExitCode::Unknown, "no shorter sequence was found".to_owned()),
        };
        let end = Conclusion::new(answer).because("this proves nothing");
        let (best, seed) = (word(&best), args.seed.wrapping_add(1));
        let end =
            end.then(format!("deadmove-puzzles sequence shorten {grid} {best} --seed {seed}"));
        let json = args.run.json.then(|| to_json(&report));
        return end.report(json, || report.text(number_of_mazes(&grid)) + "\n", code);
    }
    if let Ok(Some(maze)) = found {
        confirm(&certificate::of_verdict(&grid, &moves, Some(maze)))?;
    }
    let found = found.map(|found| found.map(|maze| (maze, None)));
    verdict(&Verified::new(&grid, &moves, None, false, found), None, args.run.json)
}

/// Runs `deadmove-puzzles sequence repair`.
pub fn repair(args: &RepairArgs) -> Result<ExitCode, Failure> {
    let grid = input::size(&args.given.size)?;
    searchable(&grid)?;
    let moves = args.given.sequence()?;
    let bar = progress::working("repairing");
    let repair = repairs::repair(&grid, &moves, &args.run.budget()?);
    bar.finish_and_clear();
    if let Some(repaired) = &repair.repaired {
        let certificate = certificate::of_verdict(&grid, &repaired.moves, None);
        confirm(&certificate)?;
        args.run.prove(&certificate)?;
    }
    let report = RepairedSequence::new(&grid, &moves, &repair);
    let (code, answer, next) = match &repair.repaired {
        Some(repaired) => {
            let inserted = count(repaired.inserted.len(), "move", "moves");
            let answer = format!("{inserted} inserted, the fewest that are enough");
            (ExitCode::Holds, answer, format!("shorten {grid} {}", word(&repaired.moves)))
        }
        None => {
            let at_least = count(repair.at_least, "move", "moves");
            let answer = format!("at least {at_least} must be inserted");
            (ExitCode::Unknown, answer, format!("repair {grid} {}", word(&moves)))
        }
    };
    let end = Conclusion::new(answer).because("the search was not finished");
    let end = end.then(format!("deadmove-puzzles sequence {next}"));
    let json = args.run.json.then(|| to_json(&report));
    end.report(json, || report.text(number_of_mazes(&grid)) + "\n", code)
}
