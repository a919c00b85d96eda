//! `deadmove-puzzles sequence shortest`, `shorten` and `repair`: how few moves are enough.

use std::path::PathBuf;
use std::time::Duration;

use deadmove_puzzles::sequences::bounds::both_bounds;
use deadmove_puzzles::sequences::certificate::Certificate;
use deadmove_puzzles::sequences::maze::Maze;
use deadmove_puzzles::sequences::moves::letters;
use deadmove_puzzles::sequences::shortest::shortest as search;
use deadmove_puzzles::sequences::verify::verify;
use deadmove_puzzles::sequences::{repair as repairs, upper};

use super::verify::verdict;
use super::{RunArgs, confirm, input, searchable, show, word};
use crate::cli::conclusion::Conclusion;
use crate::cli::output::Failure;
use crate::cli::progress;
use deadmove_core::files;
use deadmove_core::verdict::{ExitCode, Verdict};
use deadmove_puzzles::report::sequence as report;
use deadmove_report::numbers::count;
use deadmove_terminal::again::{this_command, with_files};
use deadmove_terminal::seconds;

/// Find a shortest sequence that solves every solvable maze, or bounds of its length.
///
/// The lower bound comes from a search over a growing list of mazes, the upper bound from a
/// sequence that is shortened meanwhile. Without --timeout the search goes on until they meet; Ctrl-C
/// gives what is known by then. Exit code 0 if they meet, 3 if not.
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
pub struct ShortenArgs {
    /// Columns x rows, for example 5x5.
    #[arg(value_name = "WxH")]
    size: String,
    /// The sequence.
    #[arg(value_name = "MOVES", conflicts_with = "from")]
    moves: Option<String>,
    /// A file with the sequence; - is standard input.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// What chance begins with.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Seconds to spend, fractions allowed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    timeout: Duration,
    /// Write the sequence to this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    /// Write a certificate for `deadmove-puzzles-checker`.
    #[arg(long, value_name = "PATH")]
    certificate: Option<PathBuf>,
}

/// Put as few moves as possible into a sequence so that it solves every solvable maze.
///
/// Exit code 0 if that was done (or nothing was missing), 3 if time or memory ran out.
#[derive(Debug, clap::Args)]
pub struct RepairArgs {
    /// Columns x rows, for example 4x4.
    #[arg(value_name = "WxH")]
    size: String,
    /// The sequence.
    #[arg(value_name = "MOVES", conflicts_with = "from")]
    moves: Option<String>,
    /// A file with the sequence; - is standard input.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
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
    let (found, best) = match &list {
        Some((_, mazes)) => {
            let mazes: Vec<Maze> = mazes.iter().map(|&(_, maze)| maze).collect();
            let found = search(&grid, Some(&mazes), &budget, &mut |_| {});
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
        confirm(&match &list {
            None => Certificate::of_verdict(&grid, best, None),
            Some((_, mazes)) => {
                let mazes: Vec<Maze> = mazes.iter().map(|&(_, maze)| maze).collect();
                Certificate::of_list(&grid, best, &mazes, false, None)
            }
        })?;
    }
    args.run.prove(&Certificate::of_bounds(&grid, &found.lower, best.as_deref()))?;
    let bounds = report::Bounds {
        grid,
        listed: list.map(|(_, mazes)| mazes.len()),
        lower: found.lower,
        best,
    };
    let (code, end) = bounded(args, &bounds);
    show(args.run.json, (&report::bounds_text(&bounds), &report::bounds_json(&bounds)), &end, code)
}

/// The end of the report on bounds.
fn bounded(args: &ShortestArgs, bounds: &report::Bounds) -> (ExitCode, Conclusion) {
    let grid = &bounds.grid;
    let which = match &args.mazes {
        Some(file) => format!("every maze of {}", file.display()),
        None => format!("every solvable maze of {grid}"),
    };
    let lower = bounds.lower.length;
    let moves = |length| count(length, "move", "moves");
    let best = bounds.best.as_ref().map(|best| word(best));
    let (code, end) = match &bounds.best {
        Some(best) if bounds.meet() => {
            let answer = format!("a shortest sequence for {which} has {}", moves(best.len()));
            (ExitCode::Holds, Conclusion::new(answer))
        }
        Some(best) => {
            let bounds = format!("at least {} and at most {}", moves(lower), moves(best.len()));
            let answer = format!("a shortest sequence for {which} has {bounds}");
            (ExitCode::Unknown, Conclusion::new(answer).because("the bounds do not meet"))
        }
        None => {
            let answer = format!("a sequence for {which} has at least {}", moves(lower));
            (ExitCode::Unknown, Conclusion::new(answer).because("no sequence was found"))
        }
    };
    let end = match (best, &args.mazes, code) {
        (Some(best), Some(file), _) => {
            let command = format!("deadmove-puzzles sequence verify {best} --mazes");
            end.then(with_files(&command, std::slice::from_ref(file)))
        }
        (Some(best), None, ExitCode::Holds) => {
            end.then(format!("deadmove-puzzles sequence verify {grid} {best}"))
        }
        (Some(best), None, _) => {
            end.then(format!("deadmove-puzzles sequence shorten {grid} {best}"))
        }
        (None, _, _) => end.resumed_by(this_command()),
    };
    (code, end)
}

/// Runs `deadmove-puzzles sequence shorten`.
pub fn shorten(args: &ShortenArgs) -> Result<ExitCode, Failure> {
    let grid = input::size(&args.size)?;
    let moves = input::sequence(args.moves.as_deref(), args.from.as_deref())?;
    let run = RunArgs {
        timeout: Some(args.timeout),
        json: args.json,
        certificate: args.certificate.clone(),
    };
    let budget = run.budget()?;
    let mut verified = report::Verified {
        grid: grid.clone(),
        moves: moves.clone(),
        listed: None,
        perfect: false,
        verdict: Verdict::Unknown,
        unsolved: None,
    };
    let searched = verify(&grid, &moves, &budget);
    if let Ok(None) = searched.map(|searched| searched.unsolved) {
        let bar = progress::working("shortening");
        let best = upper::shorten(&grid, &moves, args.seed, &budget, &mut |moves| {
            bar.set_message(format!("{} moves", moves.len()));
        });
        bar.finish_and_clear();
        let certificate = Certificate::of_verdict(&grid, &best, None);
        confirm(&certificate)?;
        run.prove(&certificate)?;
        if let Some(file) = &args.output {
            files::write_atomically(file, &(letters(&best) + "\n"))?;
        }
        let (text, json) = report::shortened(&grid, &moves, &best);
        let (code, end) = match best.len() < moves.len() {
            true => {
                let answer = format!("a shorter sequence: {}", count(best.len(), "move", "moves"));
                (ExitCode::Holds, Conclusion::new(answer))
            }
            false => {
                let end = Conclusion::new("no shorter sequence was found");
                (ExitCode::Unknown, end.because("this proves nothing"))
            }
        };
        let (best, seed) = (word(&best), args.seed.wrapping_add(1));
        let end =
            end.then(format!("deadmove-puzzles sequence shorten {grid} {best} --seed {seed}"));
        return show(args.json, (&text, &json), &end, code);
    }
    if let Ok(Some(maze)) = searched.map(|searched| searched.unsolved) {
        confirm(&Certificate::of_verdict(&grid, &moves, Some(maze)))?;
        verified.verdict = Verdict::Dead;
        verified.unsolved = Some(report::Unsolved { maze, listed: None });
    }
    verdict(&verified, None, args.json)
}

/// Runs `deadmove-puzzles sequence repair`.
pub fn repair(args: &RepairArgs) -> Result<ExitCode, Failure> {
    let grid = input::size(&args.size)?;
    searchable(&grid)?;
    let moves = input::sequence(args.moves.as_deref(), args.from.as_deref())?;
    let bar = progress::working("repairing");
    let repair = repairs::repair(&grid, &moves, &args.run.budget()?);
    bar.finish_and_clear();
    if let Some(repaired) = &repair.repaired {
        let certificate = Certificate::of_verdict(&grid, &repaired.moves, None);
        confirm(&certificate)?;
        args.run.prove(&certificate)?;
    }
    let (text, json) = report::repaired(&grid, &moves, &repair);
    let (code, end) = match &repair.repaired {
        Some(repaired) => {
            let inserted = count(repaired.inserted.len(), "move", "moves");
            let end = Conclusion::new(format!("{inserted} inserted, the fewest that are enough"));
            let whole = word(&repaired.moves);
            (ExitCode::Holds, end.then(format!("deadmove-puzzles sequence shorten {grid} {whole}")))
        }
        None => {
            let at_least = count(repair.at_least, "move", "moves");
            let end = Conclusion::new(format!("at least {at_least} must be inserted"));
            let end = end.because("the search was not finished");
            let moves = word(&moves);
            (
                ExitCode::Unknown,
                end.then(format!("deadmove-puzzles sequence repair {grid} {moves}")),
            )
        }
    };
    show(args.run.json, (&text, &json), &end, code)
}
