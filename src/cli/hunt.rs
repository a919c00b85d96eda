//! `deadmove hunt`: looks for dead positions that the lemmas do not refute.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Subcommand, ValueEnum};

use super::again::{this_command, with_files};
use super::conclusion::Conclusion;
use super::general::is_quiet;
use super::interrupt;
use super::output::{Failure, OrInternal, stdout};
use super::progress;
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_hunt::boards::{MAX_CELLS, Starts, expand, questions};
use deadmove_hunt::folder::{BoardsRecord, RegionsRecord, json, write};
use deadmove_hunt::regions::{Shape, hunt};
use deadmove_report::hunt as report;
use deadmove_report::numbers::{count, thousands};

/// Look for dead positions that the lemmas do not refute.
///
/// The folder keeps what is done, and case files. A miss among regions is made smaller, and confirmed
/// by both engines and by a second implementation of the lemmas. Of each board where something is
/// missed, the first line that got stuck is kept. The same command continues where it was stopped or
/// killed. Exit code 0: all is done and nothing is missed; 1:
/// something is missed; 3: not all is done.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// All positions that the lemmas allow on rectangular boards, to every end cell that the colours
    /// allow; the completed lines are counted a second time by the frontier engine.
    Boards(BoardsArgs),
    /// Random regions of chosen shapes.
    Regions(RegionsArgs),
}

/// Hunting on boards.
#[derive(Debug, clap::Args)]
struct BoardsArgs {
    /// The most cells of a board, at most 64.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(4..=MAX_CELLS as u64))]
    cells: u64,
    /// Which start cells are tried.
    #[arg(long, value_enum, default_value = "corner")]
    starts: StartsChoice,
    /// The folder of the hunt.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print the record of the hunt, a JSON object.
    #[arg(long)]
    json: bool,
}

/// Hunting among regions.
#[derive(Debug, clap::Args)]
struct RegionsArgs {
    /// The shapes of the regions; all of them if none is named.
    #[arg(long, value_enum, value_name = "SHAPE", num_args = 1..)]
    shape: Vec<ShapeChoice>,
    /// How many regions of each shape to try, with those of earlier runs.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    tries: u64,
    /// Seed of the random regions. Results do not depend on the number of threads.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The folder of the hunt.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print the record of the hunt, a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StartsChoice {
    /// Corners.
    Corner,
    /// Cells at the edge of the board.
    Boundary,
    /// All cells.
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ShapeChoice {
    /// Two rooms side by side, joined by a gate of several edges.
    Rooms,
    /// A rectangle with teeth.
    Comb,
    /// A rectangle without two corners in the form of stairs.
    Stairs,
    /// A rectangle with notches.
    Pockets,
    /// A rectangle with holes.
    Holes,
}

impl From<StartsChoice> for Starts {
    fn from(choice: StartsChoice) -> Starts {
        match choice {
            StartsChoice::Corner => Starts::Corner,
            StartsChoice::Boundary => Starts::Boundary,
            StartsChoice::All => Starts::All,
        }
    }
}

impl From<ShapeChoice> for Shape {
    fn from(choice: ShapeChoice) -> Shape {
        match choice {
            ShapeChoice::Rooms => Shape::Rooms,
            ShapeChoice::Comb => Shape::Comb,
            ShapeChoice::Stairs => Shape::Stairs,
            ShapeChoice::Pockets => Shape::Pockets,
            ShapeChoice::Holes => Shape::Holes,
        }
    }
}

/// Tries between two records of a hunt among regions.
const BLOCK: u64 = 2_000;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let stop = interrupt::stop_flag()?;
    match &args.what {
        What::Boards(args) => boards(args, stop),
        What::Regions(args) => regions(args, stop),
    }
}

fn boards(args: &BoardsArgs, stop: &AtomicBool) -> Result<ExitCode, Failure> {
    files::create_folder(&args.out)?;
    let questions = questions(args.cells as usize, args.starts.into());
    let starts = args.starts.to_possible_value().expect("no choice is hidden");
    let asked = BoardsRecord::new(args.cells as usize, starts.get_name(), questions.len());
    let mut record = BoardsRecord::read(&args.out, &asked, &questions)?.unwrap_or(asked);
    let bar = progress::bar("board", questions.len() as u64);
    bar.set_position(record.boards.len() as u64);
    bar.reset_eta();
    for question in &questions[record.boards.len()..] {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let found = expand(question).or_internal()?;
        record.add(&args.out, question, &found)?;
        write(&args.out, &record)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let stuck = record.boards.iter().filter(|board| board.stuck > 0).count();
    let code = match (stuck > 0, record.boards.len() == record.total) {
        (true, _) => ExitCode::Refuted,
        (false, true) => ExitCode::Holds,
        (false, false) => ExitCode::Unknown,
    };
    let asked =
        format!("do the lemmas find every dead move on boards of up to {} cells?", args.cells);
    let found = match stuck {
        0 => "the lemmas miss no dead move".to_owned(),
        stuck => format!("the lemmas miss dead moves on {}", count(stuck, "board", "boards")),
    };
    let (done, total) = (record.boards.len(), record.total);
    let mut end = Conclusion::new(asked, format!("{done} of {total} boards are done: {found}"));
    end.why = Some(reason(code).to_owned());
    if done < total {
        end = end.then(this_command());
    } else if code == ExitCode::Holds && args.cells < MAX_CELLS as u64 {
        let (cells, starts) = (args.cells + 1, starts.get_name());
        let folder = with_files("--out", &[PathBuf::from(format!("boards-{cells}"))]);
        end = end.then(format!("deadmove hunt boards --cells {cells} --starts {starts} {folder}"));
    }
    if stuck > 0 {
        end = end.then(with_files("deadmove judge", std::slice::from_ref(&args.out)));
    }
    print(args.json, &json(&record), &report::boards(&record), (&end, code))
}

/// Why a hunt has its exit code.
fn reason(code: ExitCode) -> &'static str {
    match code {
        ExitCode::Holds => "all is done, and nothing is missed",
        ExitCode::Refuted => "the lemmas miss something",
        _ => "not all is done",
    }
}

fn regions(args: &RegionsArgs, stop: &AtomicBool) -> Result<ExitCode, Failure> {
    files::create_folder(&args.out)?;
    let mut shapes: Vec<Shape> = args.shape.iter().map(|&shape| shape.into()).collect();
    shapes.sort();
    shapes.dedup();
    if shapes.is_empty() {
        shapes = Shape::ALL.to_vec();
    }
    let asked = RegionsRecord::new(args.seed, &shapes);
    let mut record = RegionsRecord::read(&args.out, &asked)?.unwrap_or(asked);
    let known = record.shapes.iter().map(|entry| entry.tries.min(args.tries)).sum();
    let bar = progress::bar("try", args.tries.saturating_mul(shapes.len() as u64));
    bar.set_position(known);
    bar.reset_eta();
    for (at, &shape) in shapes.iter().enumerate() {
        while record.shapes[at].tries < args.tries && !stop.load(Ordering::Relaxed) {
            let from = record.shapes[at].tries;
            let to = (from + BLOCK).min(args.tries);
            let (tally, misses) = hunt(shape, args.seed, (from, to)).or_internal()?;
            record.add(&args.out, shape, tally, &misses)?;
            write(&args.out, &record)?;
            bar.inc(to - from);
        }
    }
    bar.finish_and_clear();
    let tried = record.shapes.iter().all(|entry| entry.tries >= args.tries);
    let unknown = record.shapes.iter().any(|entry| entry.unknown > 0);
    let code = match record.misses.is_empty() {
        false => ExitCode::Refuted,
        true if tried && !unknown => ExitCode::Holds,
        true => ExitCode::Unknown,
    };
    let tries = record.shapes.iter().fold(0, |sum: u64, entry| sum.saturating_add(entry.tries));
    let found = match record.misses.len() {
        0 => "no miss was found".to_owned(),
        misses => format!("the lemmas miss {}", count(misses, "region", "regions")),
    };
    let asked = "do the lemmas refute every dead region?";
    let mut end = Conclusion::new(asked, format!("{} tries: {found}", thousands(tries)));
    end.why = Some(match code {
        ExitCode::Unknown if tried => "some regions are unknown".to_owned(),
        _ => reason(code).to_owned(),
    });
    if !tried {
        end = end.then(this_command());
    }
    if let Some(miss) = record.misses.first() {
        let file = args.out.join(&miss.case);
        end = end.then(with_files("deadmove judge", &[file]));
    } else if tried {
        let folder = with_files("--out", std::slice::from_ref(&args.out));
        let names = record.shapes.iter().map(|entry| entry.shape.as_str()).collect::<Vec<_>>();
        let (tries, shapes) = (args.tries.saturating_mul(10), names.join(" "));
        end = end.then(format!(
            "deadmove hunt regions --shape {shapes} --tries {tries} --seed {} {folder}",
            args.seed
        ));
    }
    print(args.json, &json(&record), &report::regions(&record, args.tries), (&end, code))
}

fn print(
    as_json: bool,
    json: &str,
    text: &str,
    (end, code): (&Conclusion, ExitCode),
) -> Result<ExitCode, Failure> {
    let mut out = stdout();
    if as_json {
        writeln!(out, "{json}")?;
    } else {
        if !is_quiet() {
            write!(out, "{text}")?;
        }
        end.print(&mut out, code)?;
    }
    out.flush()?;
    Ok(code)
}
