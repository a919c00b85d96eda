//! `deadmove-puzzles loops play`: a game in the terminal, against perfect or random play.

use std::io::{BufRead, Write};

use clap::ValueEnum;
use deadmove_puzzles::loops::{
    Colour, Final, GameSolver, LoopBoard, MOST_SIZE, MOST_SOLVED, Square, legal, legal_moves,
    terminal,
};

use super::conclusion::Conclusion;
use super::output::{Failure, stdout};
use super::within;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::verdict::ExitCode;
use deadmove_puzzles::report::loops as report;
use deadmove_terminal::again::this_command;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

const ASK: &str = "column,row, or: moves, quit";

/// Play the loop game in the terminal.
///
/// Type a square as column,row; `moves` lists the legal ones, `quit` ends the game. Moves can come
/// from a file or a pipe. Exit code 0 if the game is played to its end, 3 if not.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Squares a side; at most 6 against perfect play, 20 against random play.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within(2..=MOST_SIZE))]
    size: usize,
    /// Your colour.
    #[arg(long, value_enum, default_value = "yellow")]
    you: Colour,
    /// Who begins.
    #[arg(long, value_enum, default_value = "yellow")]
    first: Colour,
    /// How the other one plays.
    #[arg(long, value_enum, default_value = "perfect")]
    against: Skill,
    /// Seed of the choice among equally good moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Skill {
    Perfect,
    Random,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.against == Skill::Perfect && args.size > MOST_SOLVED {
        let message = format!("perfect play is not known on {} squares a side", args.size);
        let expected = format!("--size up to {MOST_SOLVED}, or --against random");
        return Err(InputError::new(ErrorKind::SizeUnfit, message).expected(expected).into());
    }
    let mut board = LoopBoard::new(args.size, args.first);
    let mut solver =
        (args.against == Skill::Perfect).then(|| GameSolver::new(args.size, args.first));
    // Among equally good moves, which are all legal ones at random play, chance decides.
    let mut random = ChaCha8Rng::seed_from_u64(args.seed);
    let you = args.you;
    let mut lines = std::io::stdin().lock().lines();
    let mut out = stdout();
    writeln!(out, "You are {you}, and {} begins. Y is yellow, P purple.\n", board.first)?;
    while !board.is_full() {
        if board.to_move() != you {
            let moves = match &mut solver {
                Some(solver) => solver.best(&board),
                None => legal_moves(&board),
            };
            let square = moves.choose(&mut random).expect("no legal move leads to a dead filling");
            writeln!(out, "{} fills {square}", board.to_move())?;
            board.fill(*square);
            continue;
        }
        writeln!(out, "{}\n{you}, {ASK}:", terminal(&board))?;
        out.flush()?;
        let line = match lines.next().transpose() {
            Ok(line) => line,
            Err(error) => {
                let message = format!("the moves cannot be read: {error}");
                return Err(InputError::new(ErrorKind::InputUnreadable, message).into());
            }
        };
        match line.as_deref().map(str::trim) {
            None | Some("quit") => {
                let end = Conclusion::new("the game is not over");
                let end = end.because("the game was left").resumed_by(this_command());
                return end.finish(out, ExitCode::Unknown);
            }
            Some("") => {}
            Some("moves") => {
                let moves = legal_moves(&board);
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                writeln!(out, "{}", moves.join(" "))?;
            }
            Some(text) => match text.parse::<Square>() {
                Err(_) => writeln!(out, "{text:?} is no square; expected {ASK}")?,
                Ok(square) => match legal(&board, square) {
                    Ok(()) => board.fill(square),
                    Err(why) => writeln!(out, "not legal: {why}")?,
                },
            },
        }
    }
    write!(out, "{}", report::end(&board))?;
    let points = Final::of(&board).expect("a full board").by_pairs;
    let answer = format!("yellow has {} points, purple {}", points.yellow, points.purple);
    let end = Conclusion::new(answer).because("the game is over");
    let solve = format!("deadmove-puzzles loops solve --size {}", args.size.min(MOST_SOLVED));
    end.then(solve).finish(out, ExitCode::Holds)
}
