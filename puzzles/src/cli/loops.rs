//! `deadmove-puzzles loops`: the loop game; a referee, perfect play, and what is claimed about the
//! game.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Subcommand;
use deadmove_puzzles::loops::{
    Colour, FillingCount, GameOutcome, GameSolver, LoopBoard, MOST_SOLVED, dead_fillings, read,
    referee, scorings_agree, solve_first_moves, svg,
};

use super::conclusion::Conclusion;
use super::general::is_quiet;
use super::loops_play;
use super::output::{Failure, OrInternal, stdout};
use super::{progress, within};
use deadmove_core::budget::Budget;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::files::Shown;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_puzzles::loops::certificate::{Proved, dead_fillings as prove};
use deadmove_puzzles::report::loops::{
    self as report, Fact, GameClaims, MoveValue, SolvedGame, SolvedGames,
};
use deadmove_puzzles::report::{Finding, to_json};
use deadmove_report::numbers::count;
use deadmove_terminal::again::{this_command, with_files};
use miniz_oxide::deflate::compress_to_vec_zlib;

/// Intersections of rectangular loops, a game for two: referee, play, solve, verify.
///
/// Two players fill squares of an n x n board in turn, so that in the end each row and each column
/// has two. They are joined to closed curves, whose crossings are the points. puzzles/README.md has
/// the rules.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: LoopsCommand,
}

#[derive(Debug, Subcommand)]
enum LoopsCommand {
    Referee(RefereeArgs),
    Play(loops_play::Args),
    Solve(SolveGameArgs),
    Verify(VerifyArgs),
}

/// Judge a written game: is each move legal, and if not, why; curves, crossings, points.
///
/// Exit code 0 for a game that is over or comes to what its file expects, 1 for an illegal move or
/// an expectation that is not met, 3 for a game that is not over.
#[derive(Debug, clap::Args)]
struct RefereeArgs {
    /// Games.
    #[arg(required = true, value_name = "GAME")]
    files: Vec<PathBuf>,
    /// Also draw the board here, of one game.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print a JSON object for each game, one a line.
    #[arg(long)]
    json: bool,
}

/// The value of the game with best play, and of each first move.
///
/// The value is yellow's points less purple's; 0 is a draw.
#[derive(Debug, clap::Args)]
struct SolveGameArgs {
    /// Squares a side, 2 to 6.
    #[arg(long, value_name = "N", value_parser = within(2..=MOST_SOLVED))]
    size: usize,
    /// Who begins. Default: each once.
    #[arg(long, value_enum)]
    first: Option<Colour>,
    /// Only the value of the game, not of each first move.
    #[arg(long)]
    value_only: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Verify what is claimed about the game: scoring, numbers of fillings, dead fillings.
///
/// Counts are made in two ways each. The theorem about dead fillings is proved for each size by a
/// solver, and the checker follows each proof.
#[derive(Debug, clap::Args)]
struct VerifyArgs {
    /// Prove the theorem up to this size, at most 12.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = within(2..=12))]
    max_size: usize,
    /// Write the proofs here, for deadmove-puzzles-checker.
    #[arg(long, value_name = "PATH")]
    certificate: Option<PathBuf>,
    /// Stop proving after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = deadmove_terminal::seconds)]
    timeout: Option<Duration>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.command {
        LoopsCommand::Referee(args) => judge(args),
        LoopsCommand::Play(args) => loops_play::run(args),
        LoopsCommand::Solve(args) => solve(args),
        LoopsCommand::Verify(args) => verify(args),
    }
}

fn judge(args: &RefereeArgs) -> Result<ExitCode, Failure> {
    if args.output.is_some() && args.files.len() > 1 {
        let message = format!("-o draws one board, and there are {} games", args.files.len());
        return Err(InputError::new(ErrorKind::TooManyGames, message).expected("one game").into());
    }
    let mut out = stdout();
    let (mut refuted, mut open) = (0, 0);
    let mut first = None;
    for (at, file) in args.files.iter().enumerate() {
        let game = load(file)?;
        let judged = referee(&game).or_internal()?;
        let name = file.shown();
        match args.json {
            true => writeln!(out, "{}", report::game_json(&name, &judged))?,
            false if is_quiet() => {}
            false => {
                let gap = if at == 0 { "" } else { "\n" };
                write!(out, "{gap}{}", report::game(&name, &judged))?;
            }
        }
        if let Some(picture) = &args.output {
            files::write_atomically(picture, svg(&judged.board).as_bytes())?;
        }
        match (&judged.outcome, game.expect) {
            (_, Some(_)) if judged.unmet.is_empty() => continue,
            (_, Some(_)) | (GameOutcome::Illegal { .. }, None) => refuted += 1,
            (GameOutcome::Unfinished, None) => open += 1,
            (GameOutcome::Finished(_), None) => continue,
        }
        first.get_or_insert(file);
    }
    let (code, why) = match (refuted, open) {
        (0, 0) => (ExitCode::Holds, "every game is over or as its file expects"),
        (0, _) => (ExitCode::Unknown, "a game is not over"),
        _ => (ExitCode::Refuted, "a game is illegal or not as its file expects"),
    };
    if args.json {
        out.flush()?;
        return Ok(code);
    }
    let games = count(args.files.len(), "game", "games");
    let fine = args.files.len() - refuted - open;
    let answer = match (refuted, open) {
        (0, 0) => format!("{games} legal and over"),
        _ => format!("{refuted} wrong, {open} not over, {fine} in order"),
    };
    let end = Conclusion::new(answer).because(why);
    let look = first.unwrap_or(&args.files[0]);
    let draw = with_files("deadmove-puzzles loops referee", std::slice::from_ref(look));
    end.then(format!("{draw} -o board.svg")).finish(out, code)
}

fn load(file: &Path) -> Result<deadmove_puzzles::loops::Game, InputError> {
    read(&files::read_text(file)?).map_err(|fault| fault.in_file(file))
}

fn solve(args: &SolveGameArgs) -> Result<ExitCode, Failure> {
    let starters = match args.first {
        Some(player) => vec![player],
        None => vec![Colour::Yellow, Colour::Purple],
    };
    let mut out = stdout();
    let mut solved = Vec::new();
    for first in starters {
        let board = LoopBoard::new(args.size, first);
        let mut solver = GameSolver::new(args.size, first);
        let bar = progress::working("solving");
        let (value, moves) = match args.value_only {
            true => (solver.value(&board), None),
            false => {
                let (value, moves) = solve_first_moves(&mut solver, &board).or_internal()?;
                let moves = moves.into_iter().map(|(square, value)| MoveValue { square, value });
                (value, Some(moves.collect()))
            }
        };
        bar.finish_and_clear();
        let found = SolvedGame { first, value, moves, positions: solver.positions };
        if !args.json && !is_quiet() {
            write!(out, "{}", report::solved(args.size, &found))?;
            out.flush()?;
        }
        solved.push(found);
    }
    let values = solved
        .iter()
        .map(|game| format!("{} if {} begins", report::winner(game.value), game.first));
    let answer = values.collect::<Vec<_>>().join("; ");
    let end = Conclusion::new(format!("{0}×{0}: {answer}", args.size));
    let end = end.then(format!("deadmove-puzzles loops play --size {}", args.size));
    let json = args.json.then(|| to_json(&SolvedGames::new(args.size, solved)));
    end.report(json, String::new, ExitCode::Holds)
}

fn verify(args: &VerifyArgs) -> Result<ExitCode, Failure> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut out = stdout();
    // The scoring, two counts for each size from 2 to 6, and the theorem.
    let bar = progress::bar("claim", 12);
    let mut record = |fact: Fact| -> Result<(), Failure> {
        if !args.json && !is_quiet() {
            bar.suspend(|| writeln!(out, "{}", report::fact(&fact)).and_then(|()| out.flush()))?;
        }
        bar.inc(1);
        facts.push(fact);
        Ok(())
    };
    record(report::scoring_fact(scorings_agree()))?;
    for size in 2..=6 {
        record(report::fillings_fact(size, &FillingCount::of(size)))?;
    }
    for size in 2..=6 {
        record(report::dead_fillings_fact(size, &dead_fillings(size)))?;
    }
    let limits = Limits { timeout: args.timeout, ..Limits::default() };
    let proved = prove(2..=args.max_size, &Budget::new(&limits)).or_internal()?;
    record(report::theorem_fact(args.max_size, &proved))?;
    bar.finish_and_clear();
    if let (Some(file), Proved::All(theorem)) = (&args.certificate, &proved) {
        let text = serde_json::to_string(theorem).expect("plain data is serialisable");
        files::write_atomically(file, compress_to_vec_zlib(text.as_bytes(), 6))?;
    }
    let number = |verdict| facts.iter().filter(|fact| fact.verdict == verdict).count();
    let (refuted, unknown) = (number(Finding::Refuted), number(Finding::Unknown));
    let all = facts.len();
    let hold = all - refuted - unknown;
    let some = format!("{refuted} of {all} claims refuted, {unknown} unknown, {hold} hold");
    let (code, answer, why) = match (refuted, unknown) {
        (0, 0) => (ExitCode::Holds, format!("all {all} claims hold"), ""),
        (0, _) => (ExitCode::Unknown, some, "a limit was reached"),
        _ => (ExitCode::Refuted, some, "a claim is refuted"),
    };
    let next = match (&args.certificate, code) {
        (Some(file), ExitCode::Holds) => {
            with_files("deadmove-puzzles-checker", std::slice::from_ref(file))
        }
        (None, ExitCode::Holds) => format!("{} --certificate loops.cert", this_command()),
        _ => format!("deadmove-puzzles loops verify --max-size {}", args.max_size),
    };
    let json = args.json.then(|| to_json(&GameClaims::new(facts)));
    Conclusion::new(answer).because(why).then(next).report(json, String::new, code)
}
