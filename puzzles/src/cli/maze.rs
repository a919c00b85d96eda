//! `deadmove-puzzles maze`: a maze in a picture, what dead-end filling makes of it, and claims
//! about it.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use deadmove_puzzles::mazes::claims::{self, ClaimOutcome, MazeClaim};
use deadmove_puzzles::mazes::counterexample::{self, FillingClaim};
use deadmove_puzzles::mazes::picture::Reading;
use deadmove_puzzles::mazes::{GridMaze, PixelLayout, Why, checked_why, draw, solve, text};

use super::conclusion::Conclusion;
use super::maze_reading::{ReadingArgs, load, place};
use super::output::{Failure, OrInternal};
use super::{progress, within};
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_puzzles::report::{Finding, maze as report};
use deadmove_report::numbers::{count, thousands};

/// Solve a maze by filling its dead ends, and judge claims about it.
///
/// FILE is a picture (PNG, BMP, PBM, PGM, PPM) with an outer wall and two gaps in it, or text: #
/// for walls, blanks or . for roads, S and E for entrance and exit. Fields are counted from 1,
/// walls are fields too. puzzles/README.md tells more.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<MazeCommand>,
    #[command(flatten)]
    one: SolveArgs,
}

#[derive(Debug, Subcommand)]
enum MazeCommand {
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
    claim: Vec<MazeClaim>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
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
    claim: FillingClaim,
    /// Search mazes of up to so many fields, at most 20.
    #[arg(long, value_name = "N", default_value_t = 12)]
    #[arg(value_parser = within(2..=counterexample::MOST_FIELDS))]
    max_fields: usize,
    /// Only mazes without 2x2 open fields.
    #[arg(long)]
    no_open_squares: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.command {
        Some(MazeCommand::Claims(args)) => judge_claims(args),
        Some(MazeCommand::Counterexample(args)) => find_counterexample(args),
        None => show(&args.one),
    }
}

fn show(args: &SolveArgs) -> Result<ExitCode, Failure> {
    let file = args.file.as_ref().expect("clap asks for a file");
    let (maze, reading) = load(file, &args.reading)?;
    if let Some(text) = &args.why {
        return say_why(args, &maze, text);
    }
    let solution = solve(&maze);
    if let Some(path) = &solution.path {
        deadmove_puzzles::mazes::check::simple_path(&maze, path).or_internal()?;
    }
    if let Some(file) = &args.output {
        write_picture(file, &maze, reading.as_ref(), &solution)?;
    }
    let same = args.reading.words(file);
    let (code, answer, claim) = match &solution.path {
        Some(path) => {
            let exact = count(solution.exact_count, "field is", "fields are");
            let steps = count(path.len() - 1, "step", "steps");
            let answer = format!("the shortest way has {steps}, and {exact} on some way");
            (ExitCode::Holds, answer, "")
        }
        None => {
            let answer = "no way leads from the entrance to the exit".to_owned();
            (ExitCode::Refuted, answer, " --claim solvable")
        }
    };
    let end = Conclusion::new(answer).because("there is no way");
    let end = end.then(format!("deadmove-puzzles maze claims {same}{claim}"));
    let json = args.json.then(|| report::solution_json(&maze, reading.as_ref(), &solution));
    end.report(json, || report::solution(&maze, reading.as_ref(), &solution), code)
}

fn write_picture(
    file: &Path,
    maze: &GridMaze,
    reading: Option<&Reading>,
    solution: &deadmove_puzzles::mazes::Solution,
) -> Result<(), InputError> {
    if file.extension().is_some_and(|ending| ending == "txt") {
        return files::write_atomically(file, text::write_solved(maze, solution));
    }
    let layout = reading.map_or_else(|| PixelLayout::even(maze), PixelLayout::like);
    let bytes = draw(maze, solution, &layout, file);
    let bytes = bytes.map_err(|fault| fault.in_file(file))?;
    files::write_atomically(file, bytes)
}

fn say_why(args: &SolveArgs, maze: &GridMaze, text: &str) -> Result<ExitCode, Failure> {
    let field = maze.grid.road(place(text, "--why")?, "--why: the field")?;
    let answer = checked_why(maze, field).or_internal()?;
    let (code, found, why) = match &answer {
        Why::OnPath(_) => (ExitCode::Holds, "on a simple path from the entrance to the exit", ""),
        Why::CutOff(_) => (
            ExitCode::Refuted,
            "not on a simple path: one other field cuts it off",
            "it is cut off",
        ),
        Why::Apart => {
            (ExitCode::Refuted, "not on a simple path: nothing leads to it", "it is not connected")
        }
        Why::NoWay => {
            (ExitCode::Refuted, "not on a simple path: there is no way at all", "there is no way")
        }
    };
    let file = args.file.as_ref().expect("clap asks for a file");
    let end = Conclusion::new(format!("field {text} is {found}")).because(why);
    let end = end.then(format!("deadmove-puzzles maze {}", args.reading.words(file)));
    let json = args.json.then(|| report::why_json(maze, field, &answer));
    end.report(json, || report::why(maze, field, &answer), code)
}

fn judge_claims(args: &ClaimsArgs) -> Result<ExitCode, Failure> {
    let (maze, reading) = load(&args.file, &args.reading)?;
    let solution = solve(&maze);
    let asked: Vec<MazeClaim> = match args.claim.is_empty() {
        true => MazeClaim::ALL.to_vec(),
        false => args.claim.clone(),
    };
    let judged = asked
        .into_iter()
        .map(|claim| Ok((claim, claims::judge(&maze, &solution, claim)?)))
        .collect::<Result<Vec<(MazeClaim, ClaimOutcome)>, String>>()
        .or_internal()?;
    let names = |verdict: Finding| -> Vec<&str> {
        let named = judged.iter().filter(|(_, finding)| report::verdict(finding) == verdict);
        named.map(|(claim, _)| claim.name()).collect()
    };
    let [refuted, vacuous, holds] = [Finding::Refuted, Finding::Vacuous, Finding::Holds].map(names);
    let (code, why) = match (refuted.is_empty(), vacuous.is_empty()) {
        (false, _) => (ExitCode::Refuted, "a claim is refuted"),
        (true, false) => (ExitCode::Unknown, "a claim says nothing, since there is no way"),
        (true, true) => (ExitCode::Holds, "every claim holds"),
    };
    let parts = [(refuted, "refuted"), (vacuous, "says nothing"), (holds, "holds")];
    let parts = parts.into_iter().filter(|(names, _)| !names.is_empty());
    let answer = parts.map(|(names, what)| format!("{what}: {}", names.join(", ")));
    let answer = answer.collect::<Vec<_>>().join("; ");
    let same = args.reading.words(&args.file);
    let mut end = Conclusion::new(answer).because(why);
    let left = judged.iter().find_map(|(_, finding)| match finding {
        ClaimOutcome::Left { field, .. } => Some(maze.grid.place(*field)),
        _ => None,
    });
    if let Some((column, row)) = left {
        end = end.then(format!("deadmove-puzzles maze {same} --why {column},{row}"));
    }
    end = end.then(format!("deadmove-puzzles maze {same}"));
    let json = args.json.then(|| report::claims_json(&maze, &judged));
    end.report(json, || report::claims(&maze, reading.as_ref(), &judged), code)
}

fn find_counterexample(args: &SearchArgs) -> Result<ExitCode, Failure> {
    let bar = progress::working("searching mazes");
    let found = counterexample::search(args.claim, args.max_fields, args.no_open_squares);
    bar.finish_and_clear();
    if let Some((maze, field)) = &found.counterexample {
        checked_why(maze, *field).or_internal()?;
    }
    let name = args.claim.name();
    let open = if args.no_open_squares { " --no-open-squares" } else { "" };
    let (code, answer, why) = match &found.counterexample {
        Some((maze, _)) => {
            let (width, height) = (maze.grid.width, maze.grid.height);
            let answer =
                format!("dead-end filling is not {name} for a maze of {width}×{height} fields");
            (ExitCode::Refuted, answer, "the claim is refuted")
        }
        None => {
            let (mazes, fields) = (thousands(found.mazes), args.max_fields);
            let answer = format!(
                "dead-end filling is {name} for all {mazes} mazes of up to {fields} fields"
            );
            (ExitCode::Unknown, answer, "nothing is known of larger mazes")
        }
    };
    let larger = args.max_fields + 1;
    let next = match code {
        ExitCode::Unknown if larger <= counterexample::MOST_FIELDS => {
            format!("{name} --max-fields {larger}{open}")
        }
        ExitCode::Refuted if !args.no_open_squares => format!("{name} --no-open-squares"),
        _ => args.claim.other().name().to_owned(),
    };
    let end = Conclusion::new(answer).because(why);
    let end = end.then(format!("deadmove-puzzles maze counterexample --claim {next}"));
    let json = args.json.then(|| report::search_json(&found));
    end.report(json, || report::search(&found), code)
}
