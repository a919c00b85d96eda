//! `deadmove lab hunt`: looks for dead positions that the lemmas do not refute.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Subcommand;

use super::{hunt_answer, hunt_strips};
use crate::cli::choices::{Choice, one_of};
use crate::cli::output::{Failure, OrInternal};
use crate::cli::{interrupt, progress};
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_hunt::boards::{MAX_CELLS, Starts, expand, questions};
use deadmove_hunt::folder::write;
use deadmove_hunt::merge::of_shard;
use deadmove_hunt::record::{BoardsRecord, RegionsRecord};
use deadmove_hunt::regions::{RegionShape, hunt};
use deadmove_verify::chunks::Shard;

/// Look for dead positions that the lemmas do not refute.
///
/// The folder keeps what is done, and case files. A miss among regions is made smaller, and
/// confirmed by both engines and by a second implementation of the lemmas. Of each board where
/// something is missed, the first line that got stuck is kept. The same command continues where it
/// was stopped or killed. `deadmove merge` makes the record of one run of the hunt.json of all
/// shards. Exit code 0: all is done and nothing is missed; 1: something is missed; 3: not all is
/// done, or one shard only.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// All positions that the lemmas allow on rectangular boards, to every end cell that the
    /// colours allow; the completed lines are counted a second time by the frontier engine.
    Boards(BoardsArgs),
    /// Random regions of chosen shapes.
    Regions(RegionsArgs),
    /// Positions of all kinds, asked of the strips engine: how many it answers, and whether it
    /// finds loops that no strip joins in a live one. Prints counts and the smallest of these;
    /// exit code 1 if there is one. Keeps no folder.
    Strips(hunt_strips::StripsArgs),
}

/// Hunting on boards.
#[derive(Debug, clap::Args)]
struct BoardsArgs {
    /// The most cells of a board, at most 64.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(4..=MAX_CELLS as u64))]
    cells: u64,
    /// Which start cells are tried.
    #[arg(long, value_parser = one_of(STARTS), default_value = "corner")]
    starts: Starts,
    /// Look only at every K-th board, from the I-th. Each shard has a folder of its own.
    #[arg(long, value_name = "I/K", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
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
    #[arg(long, value_parser = one_of(SHAPES), value_name = "SHAPE", num_args = 1..)]
    shape: Vec<RegionShape>,
    /// How many regions of each shape to try, with those of earlier runs; with --shard, those of
    /// all shards.
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
    /// Do only the I-th of K equal parts of the tries. Each shard has a folder of its own.
    #[arg(long, value_name = "I/K", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
    /// The folder of the hunt.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print the record of the hunt, a JSON object.
    #[arg(long)]
    json: bool,
}

pub(super) const STARTS: &[Choice<Starts>] = &[
    ("corner", "Corners", Starts::Corner),
    ("boundary", "Cells at the edge of the board", Starts::Boundary),
    ("all", "All cells", Starts::All),
];

pub(super) const SHAPES: &[Choice<RegionShape>] = &[
    ("rooms", "Two rooms side by side, joined by a gate of several edges", RegionShape::Rooms),
    ("comb", "A rectangle with teeth", RegionShape::Comb),
    ("stairs", "A rectangle without two corners in the form of stairs", RegionShape::Stairs),
    ("pockets", "A rectangle with notches", RegionShape::Pockets),
    ("holes", "A rectangle with holes", RegionShape::Holes),
];

/// Tries between two records of a hunt among regions.
const BLOCK: u64 = 2_000;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let stop = interrupt::stop_flag()?;
    match &args.what {
        What::Boards(args) => boards(args, stop),
        What::Regions(args) => regions(args, stop),
        What::Strips(args) => hunt_strips::run(args, stop),
    }
}

fn boards(args: &BoardsArgs, stop: &AtomicBool) -> Result<ExitCode, Failure> {
    files::create_folder(&args.out)?;
    let starts = args.starts;
    let all = questions(args.cells as usize, starts);
    let questions = of_shard(&all, args.shard);
    let asked = BoardsRecord::new(args.cells as usize, starts, all.len(), args.shard);
    let mut record = BoardsRecord::read(&args.out, &asked, &questions)?.unwrap_or(asked);
    let bar = progress::bar("board", questions.len() as u64);
    progress::resumed(&bar, record.boards.len() as u64);
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
    if questions.is_empty() {
        // A shard without boards has a record, too.
        write(&args.out, &record)?;
    }
    hunt_answer::boards(&record, Some(&args.out), args.json)
}

fn regions(args: &RegionsArgs, stop: &AtomicBool) -> Result<ExitCode, Failure> {
    files::create_folder(&args.out)?;
    let mut shapes = args.shape.clone();
    shapes.sort();
    shapes.dedup();
    if shapes.is_empty() {
        shapes = RegionShape::ALL.to_vec();
    }
    let asked = RegionsRecord::new(args.seed, &shapes).of_shard(args.shard, args.tries);
    let mut record = RegionsRecord::read(&args.out, &asked)?.unwrap_or(asked);
    let Range { start, end } = args.shard.range(args.tries);
    let tries = end - start;
    let known = record.shapes.iter().map(|entry| entry.tries.min(tries)).sum();
    let bar = progress::bar("try", tries.saturating_mul(shapes.len() as u64));
    progress::resumed(&bar, known);
    for (at, &shape) in shapes.iter().enumerate() {
        while record.shapes[at].tries < tries && !stop.load(Ordering::Relaxed) {
            let from = start + record.shapes[at].tries;
            let to = from.saturating_add(BLOCK).min(end);
            let (tally, misses) = hunt(shape, args.seed, (from, to)).or_internal()?;
            record.add(&args.out, shape, &tally, &misses)?;
            write(&args.out, &record)?;
            bar.inc(to - from);
        }
    }
    bar.finish_and_clear();
    if tries == 0 {
        // A shard without tries has a record, too.
        write(&args.out, &record)?;
    }
    hunt_answer::regions(&record, tries, Some(&args.out), args.json)
}
