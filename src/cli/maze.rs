//! `deadmove maze`: a maze in a picture, what dead-end filling makes of it, and claims about it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use deadmove_mazes::claims::{self, Claim, ClaimOutcome};
use deadmove_mazes::counterexample::{self, CounterexampleSearch, FillingClaim};
use deadmove_mazes::picture::{self, Reading, Walls, Widths};
use deadmove_mazes::{Layout, Maze, MazeError, Openings, Why, checked_why, draw, solve, text};

use super::output::{Failure, OrInternal, stdout};
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_puzzles_report::maze as report;

/// Solve a maze by filling its dead ends, and judge claims about it.
///
/// FILE is a picture (PNG, BMP, PBM, PGM, PPM) with an outer wall and two gaps in it, or text: #
/// for walls, blanks or . for roads, S and E for entrance and exit. Fields are counted from 1,
/// walls are fields too. docs/mazes.md tells what is found and how.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    one: SolveArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Claims(ClaimsArgs),
    Counterexample(SearchArgs),
}

#[derive(Debug, clap::Args)]
struct SolveArgs {
    /// A maze.
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// Write the solved maze: a picture with a legend (.png, .bmp, .ppm), what is left in black and
    /// white (.pbm), or text (.txt).
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Say why this field is on some way or not: a path through it, or the field that cuts it off.
    #[arg(long, value_name = "C,R", conflicts_with = "output")]
    why: Option<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

/// How a maze is read.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Reading")]
struct ReadingArgs {
    /// The entrance, if it is not the first of two gaps in the outer wall.
    #[arg(long, value_name = "C,R")]
    from: Option<String>,
    /// The exit.
    #[arg(long, value_name = "C,R")]
    to: Option<String>,
    /// Which pixels are walls. Default: those that give a maze.
    #[arg(long, value_enum)]
    walls: Option<Colour>,
    /// How wide walls are, in pixels. Default: as seen.
    #[arg(long, value_name = "PIXELS", requires = "road", value_parser = pixels)]
    wall: Option<usize>,
    /// How wide roads are, in pixels. Default: as seen.
    #[arg(long, value_name = "PIXELS", requires = "wall", value_parser = pixels)]
    road: Option<usize>,
    /// Take every strip of the picture between two changes as a row or column of fields, whatever
    /// its width.
    #[arg(long, conflicts_with = "wall")]
    strips: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    Dark,
    Light,
}

fn pixels(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=10_000) => Ok(number),
        _ => Err("a number from 1 to 10000 is needed".into()),
    }
}

/// Judge claims about a maze: solvable, unique, perfect, complete.
///
/// `unique`: one simple path leads from entrance to exit. `perfect`: one simple path leads from any
/// road to any other. `complete`: all that filling leaves is on some way. What is false comes with
/// a second path, a cycle, or a field that no way uses.
#[derive(Debug, clap::Args)]
struct ClaimsArgs {
    /// A maze.
    file: PathBuf,
    /// Judge this claim only; may be repeated. Default: all.
    #[arg(long, value_enum)]
    claim: Vec<Claimed>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Claimed {
    Solvable,
    Unique,
    Perfect,
    Complete,
}

/// Search for the smallest maze that refutes a claim about dead-end filling.
///
/// Mazes are searched by their number of fields, then by their number of roads. If there is none up
/// to the limit, nothing is said of larger mazes, and the exit code is 3.
#[derive(Debug, clap::Args)]
struct SearchArgs {
    /// `complete`: all that filling leaves is on some way. `sound`: nothing that is on some way is
    /// filled.
    #[arg(long, value_enum)]
    claim: GeneralClaim,
    /// Search mazes of up to so many fields, at most 20.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = fields)]
    max_fields: usize,
    /// Only mazes without 2x2 open fields.
    #[arg(long)]
    no_open_squares: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum GeneralClaim {
    Complete,
    Sound,
}

fn fields(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 2..=counterexample::MOST_FIELDS) => Ok(number),
        _ => Err(format!("a number from 2 to {} is needed", counterexample::MOST_FIELDS)),
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.command {
        Some(Command::Claims(args)) => judge_claims(args),
        Some(Command::Counterexample(args)) => find_counterexample(args),
        None => show(&args.one),
    }
}

/// A maze, and how it was seen if it was a picture.
struct Read {
    maze: Maze,
    reading: Option<Reading>,
}

fn load(file: &Path, args: &ReadingArgs) -> Result<Read, InputError> {
    let place = |text: &Option<String>, option: &str| match text {
        None => Ok(None),
        Some(text) => place(text, option).map(Some),
    };
    let openings = Openings { from: place(&args.from, "--from")?, to: place(&args.to, "--to")? };
    let bytes = files::read(file)?;
    let seen = |fault: MazeError, text: &str| input_error(fault, text).in_file(file);
    let widths = match (args.wall, args.road) {
        (Some(wall), Some(road)) => Widths::Given { wall, road },
        _ if args.strips => Widths::Strips,
        _ => Widths::Found,
    };
    let walls = match args.walls {
        None => Walls::Either,
        Some(Colour::Dark) => Walls::Dark,
        Some(Colour::Light) => Walls::Light,
    };
    // Bytes that are no text are a picture, if anything.
    let text = match picture::is_picture(&bytes) {
        true => None,
        false => std::str::from_utf8(&bytes).ok(),
    };
    match text {
        Some(_) if args.walls.is_some() || widths != Widths::Found => {
            let message = "a maze as text has no pixels";
            let error = InputError::new("options-for-pictures", message).in_file(file);
            Err(error.expected("no --walls, --wall, --road, --strips"))
        }
        Some(text) => {
            let maze = text::read(text, &openings).map_err(|fault| seen(fault, text))?;
            Ok(Read { maze, reading: None })
        }
        None => {
            let ink = picture::Ink::decode(&bytes).map_err(|fault| seen(fault, ""))?;
            let options = picture::Options { walls, widths, openings };
            let reading = picture::read(&ink, &options).map_err(|fault| seen(fault, ""))?;
            Ok(Read { maze: reading.maze.clone(), reading: Some(reading) })
        }
    }
}

/// A field, column,row, given on the command line.
fn place(text: &str, option: &str) -> Result<(usize, usize), InputError> {
    let numbers = text
        .split_once(',')
        .and_then(|(column, row)| Some((column.trim().parse().ok()?, row.trim().parse().ok()?)));
    numbers.ok_or_else(|| {
        InputError::new("field-unclear", format!("{option}: {text:?} is no field"))
            .expected("column,row from 1, for example 120,44")
    })
}

fn input_error(fault: MazeError, text: &str) -> InputError {
    let mut error = InputError::new(fault.kind, fault.message);
    error.expected = fault.expected;
    match fault.place {
        Some(place) => error.at(text, place.line, place.column, place.length),
        None => error,
    }
}

fn show(args: &SolveArgs) -> Result<ExitCode, Failure> {
    let file = args.file.as_ref().expect("clap asks for a file");
    let Read { maze, reading } = load(file, &args.reading)?;
    if let Some(text) = &args.why {
        return say_why(args, &maze, text);
    }
    let solution = solve(&maze);
    if let Some(path) = &solution.path {
        deadmove_mazes::check::simple_path(&maze, path).or_internal()?;
    }
    let mut out = stdout();
    match args.json {
        true => writeln!(out, "{}", report::solution_json(&maze, reading.as_ref(), &solution))?,
        false => write!(out, "{}", report::solution(&maze, reading.as_ref(), &solution))?,
    }
    out.flush()?;
    if let Some(file) = &args.output {
        write_picture(file, &maze, reading.as_ref(), &solution)?;
    }
    Ok(if solution.path.is_some() { ExitCode::Holds } else { ExitCode::Refuted })
}

fn write_picture(
    file: &Path,
    maze: &Maze,
    reading: Option<&Reading>,
    solution: &deadmove_mazes::Solution,
) -> Result<(), InputError> {
    if file.extension().is_some_and(|ending| ending == "txt") {
        return files::write(file, text::write_solved(maze, solution));
    }
    let layout = reading.map_or_else(|| Layout::even(maze), Layout::like);
    draw(maze, solution, &layout, file).map_err(|fault| input_error(fault, "").in_file(file))
}

fn say_why(args: &SolveArgs, maze: &Maze, text: &str) -> Result<ExitCode, Failure> {
    let field = maze
        .road(place(text, "--why")?, "--why: the field")
        .map_err(|fault| input_error(fault, ""))?;
    let answer = checked_why(maze, field).or_internal()?;
    let mut out = stdout();
    match args.json {
        true => writeln!(out, "{}", report::why_json(maze, field, &answer))?,
        false => write!(out, "{}", report::why(maze, field, &answer))?,
    }
    out.flush()?;
    Ok(if matches!(answer, Why::OnPath(_)) { ExitCode::Holds } else { ExitCode::Refuted })
}

fn judge_claims(args: &ClaimsArgs) -> Result<ExitCode, Failure> {
    let Read { maze, reading } = load(&args.file, &args.reading)?;
    let solution = solve(&maze);
    let asked: Vec<Claim> = match args.claim.is_empty() {
        true => Claim::ALL.to_vec(),
        false => args
            .claim
            .iter()
            .map(|claim| match claim {
                Claimed::Solvable => Claim::Solvable,
                Claimed::Unique => Claim::Unique,
                Claimed::Perfect => Claim::Perfect,
                Claimed::Complete => Claim::Complete,
            })
            .collect(),
    };
    let judged = asked
        .into_iter()
        .map(|claim| Ok((claim, claims::judge(&maze, &solution, claim)?)))
        .collect::<Result<Vec<(Claim, ClaimOutcome)>, String>>()
        .or_internal()?;
    let mut out = stdout();
    match args.json {
        true => writeln!(out, "{}", report::claims_json(&maze, &judged))?,
        false => write!(out, "{}", report::claims(&maze, reading.as_ref(), &judged))?,
    }
    out.flush()?;
    let any = |wanted: fn(&ClaimOutcome) -> bool| judged.iter().any(|(_, finding)| wanted(finding));
    Ok(if any(|finding| matches!(finding, ClaimOutcome::Refuted(_))) {
        ExitCode::Refuted
    } else if any(|finding| *finding == ClaimOutcome::Vacuous) {
        ExitCode::Unknown
    } else {
        ExitCode::Holds
    })
}

fn find_counterexample(args: &SearchArgs) -> Result<ExitCode, Failure> {
    let claim = match args.claim {
        GeneralClaim::Complete => FillingClaim::Complete,
        GeneralClaim::Sound => FillingClaim::Sound,
    };
    let search = CounterexampleSearch {
        claim,
        max_fields: args.max_fields,
        no_open_squares: args.no_open_squares,
    };
    let found = counterexample::search(&search);
    if let Some((maze, field)) = &found.counterexample {
        checked_why(maze, *field).or_internal()?;
    }
    let mut out = stdout();
    match args.json {
        true => writeln!(out, "{}", report::search_json(&search, &found))?,
        false => write!(out, "{}", report::search(&search, &found))?,
    }
    out.flush()?;
    Ok(if found.counterexample.is_some() { ExitCode::Refuted } else { ExitCode::Unknown })
}
