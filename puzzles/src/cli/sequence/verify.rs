//! `deadmove-puzzles sequence verify`: does a sequence solve every maze?

use std::path::{Path, PathBuf};

use deadmove_puzzles::sequences::certificate;
use deadmove_puzzles::sequences::maze::Maze;
use deadmove_puzzles::sequences::{sat, verify};

use super::{RunArgs, confirm, input};
use crate::cli::conclusion::Conclusion;
use crate::cli::output::Failure;
use crate::cli::progress;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::verdict::ExitCode;
use deadmove_puzzles::report::sequence::{SequenceVerdict, Verified};
use deadmove_puzzles::report::to_json;
use deadmove_puzzles::sequences::shortest::MAX_SEARCHED_FIELDS;
use deadmove_report::command::words;
use deadmove_report::numbers::count;
use deadmove_terminal::again::with_files;

/// Say whether a sequence solves every solvable maze of a size, or every maze of a file.
///
/// If not, a maze it does not solve is drawn, with the way the sequence takes. Every answer is
/// checked by the independent checker, which grows its own decision tree. Exit code 0 if every maze
/// is solved, 1 if one is not, 3 if time ran out.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The size, columns x rows (not with --mazes), and the sequence (not with --from).
    #[arg(value_name = "[WxH] [MOVES]", num_args = 0..=2)]
    what: Vec<String>,
    /// A file with the sequence; - is standard input.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The mazes of this file only: rows of . and #, empty lines between mazes.
    #[arg(long, value_name = "FILE")]
    mazes: Option<PathBuf>,
    /// The sequence has to end on the goal.
    #[arg(long, requires = "mazes")]
    perfect: bool,
    /// Ask a SAT solver too; it takes longer, and has no time limit.
    #[arg(long, conflicts_with = "mazes")]
    sat: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut what = args.what.iter();
    let size = if args.mazes.is_none() { what.next() } else { None };
    let given = if args.from.is_none() { what.next() } else { None };
    if let Some(extra) = what.next() {
        let message = format!("there is no place for `{}`", extra.escape_default());
        let expected = "a size unless --mazes is given, and a sequence unless --from is";
        return Err(InputError::new(ErrorKind::TooMuch, message).expected(expected).into());
    }
    let list = args.mazes.as_deref().map(input::mazes).transpose()?;
    let grid = match (&list, size) {
        (Some((grid, _)), _) => grid.clone(),
        (None, Some(size)) => input::size(size)?,
        (None, None) => {
            let error = InputError::new(ErrorKind::NoSize, "there is no size");
            return Err(error.expected("columns x rows, or --mazes with a file").into());
        }
    };
    let moves = input::sequence(given.map(String::as_str), args.from.as_deref())?;
    let bar = progress::working("looking for a maze that is not solved");
    let found = match &list {
        Some((_, mazes)) => {
            let open = |(_, (_, maze)): &(usize, &(usize, Maze))| {
                !maze.is_solved(&grid, &moves, args.perfect)
            };
            let found = mazes.iter().enumerate().find(open);
            Ok(found.map(|(at, &(line, maze))| (maze, Some((at + 1, line)))))
        }
        None => verify::verify(&grid, &moves, &args.run.budget()?)
            .map(|unsolved| unsolved.map(|maze| (maze, None))),
    };
    if let Ok(found) = found {
        if args.sat && sat::unsolved(&grid, &moves).is_some() != found.is_some() {
            return Err(Failure::Internal("the search and the solver disagree".into()));
        }
        let unsolved = found.map(|(maze, _)| maze);
        let mazes = list.as_ref().map(|(_, mazes)| mazes.iter().map(|&(_, maze)| maze).collect());
        let mazes: Option<Vec<Maze>> = mazes;
        let (list, perfect) = (mazes.as_deref(), args.perfect);
        let claim = certificate::of_list(&grid, &moves, list, perfect, unsolved);
        confirm(&claim)?;
        args.run.prove(&claim)?;
    }
    bar.finish_and_clear();
    let listed = list.as_ref().map(|(_, mazes)| mazes.len());
    let verified = Verified::new(&grid, &moves, listed, args.perfect, found);
    verdict(&verified, args.mazes.as_deref(), args.run.json)
}

/// Reports the verdict on a sequence, for all mazes of its size or those of a file.
pub fn verdict(
    verified: &Verified,
    mazes: Option<&Path>,
    wants_json: bool,
) -> Result<ExitCode, Failure> {
    let (grid, moves) =
        (format!("{}x{}", verified.width, verified.height), words(&[&verified.sequence]));
    let which = match mazes {
        Some(file) => format!("every maze of {}", file.shown()),
        None => format!("every solvable maze of {grid}"),
    };
    let perfectly = if verified.perfect { "perfectly " } else { "" };
    let length = count(verified.length, "move", "moves");
    let searched = verified.width * verified.height <= MAX_SEARCHED_FIELDS;
    let shorter = match mazes {
        Some(file) => with_files("deadmove-puzzles sequence shortest --mazes", &[file.to_owned()]),
        None => format!("deadmove-puzzles sequence shorten {grid} {moves}"),
    };
    let (code, answer, why, next) = match (verified.verdict, &verified.unsolved) {
        (SequenceVerdict::Unknown, _) => (
            ExitCode::Unknown,
            "unknown: the run was stopped or its time ran out".to_owned(),
            "the search was not finished",
            format!("deadmove-puzzles sequence verify {grid} {moves}"),
        ),
        (_, Some(unsolved)) => {
            let answer = match unsolved.number {
                Some(number) => format!("maze {number}, line {}, is not solved", unsolved.line),
                None => format!("the sequence of {length} does not {perfectly}solve {which}"),
            };
            let next = match mazes {
                None if searched => format!("deadmove-puzzles sequence repair {grid} {moves}"),
                None => format!("deadmove-puzzles sequence verify {grid} {moves} --json"),
                Some(_) => shorter,
            };
            (ExitCode::Refuted, answer, "a maze is not solved", next)
        }
        (_, None) => {
            let answer = format!("the sequence of {length} {perfectly}solves {which}");
            (ExitCode::Holds, answer, "", shorter)
        }
    };
    let end = Conclusion::new(answer).because(why).then(next);
    let json = wants_json.then(|| to_json(verified));
    end.report(json, || verified.text() + "\n", code)
}
