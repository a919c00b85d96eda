//! `deadmove lab hunt strips`: what the strips engine answers, compared with the truth.

use std::sync::atomic::{AtomicBool, Ordering};

use super::hunt::{SHAPES, STARTS};
use crate::cli::choices::one_of;
use crate::cli::conclusion::Conclusion;
use crate::cli::lists::{self, ListArgs};
use crate::cli::output::Failure;
use crate::cli::progress;
use deadmove_core::verdict::ExitCode;
use deadmove_hunt::boards::{BoardQuery, MAX_CELLS, Starts, questions};
use deadmove_hunt::regions::RegionShape;
use deadmove_hunt::strips::{StripTally, in_regions, on_board, on_lines, on_list};
use deadmove_report::hunt as report;
use deadmove_report::numbers::thousands;

/// Hunting for live positions whose loops no strip joins.
#[derive(Debug, clap::Args)]
pub struct StripsArgs {
    /// Try all live positions of the boards of at most N cells, and all positions one move off
    /// them.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(4..=MAX_CELLS as u64),
        required_unless_present_any = ["size", "tries", "lines"],
    )]
    cells: Option<u64>,
    /// Try all live positions of the N×N board by the list (N = 3, 5, 7 or 9), and all dead
    /// positions one move off them.
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// Which start cells are tried on these boards.
    #[arg(long, value_parser = one_of(STARTS), default_value = "corner")]
    starts: Starts,
    /// Try this many random regions of each shape.
    #[arg(long, value_name = "N")]
    tries: Option<u64>,
    /// The shapes of the regions; all without holes if none is named.
    #[arg(long, value_parser = one_of(SHAPES), value_name = "SHAPE", num_args = 1..)]
    shape: Vec<RegionShape>,
    /// Try all prefixes of this many random lines, and all positions one move off them.
    #[arg(long, value_name = "N")]
    lines: Option<u64>,
    /// The sides of the boards of these lines, odd.
    #[arg(
        long,
        value_name = "N,N…",
        value_delimiter = ',',
        value_parser = odd_side,
        default_values_t = [9, 15, 21],
    )]
    sizes: Vec<usize>,
    /// Seed of the random regions and lines.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print what was found as a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    list: ListArgs,
}

/// Reads the side of a board with lines from corner to corner.
fn odd_side(text: &str) -> Result<usize, String> {
    let side = text.parse::<usize>().ok().filter(|side| (3..=51).contains(side) && side % 2 == 1);
    side.ok_or_else(|| "an odd side from 3 to 51 is needed: no line fills an even board".to_owned())
}

/// Regions, and lines, between two looks at the stop flag.
const BLOCK: [u64; 2] = [2_000, 4];

/// What was found, a row for each source of positions.
struct StripHunt<'a> {
    rows: Vec<(String, StripTally)>,
    finished: bool,
    json: bool,
    stop: &'a AtomicBool,
}

/// Runs the command.
pub fn run(args: &StripsArgs, stop: &AtomicBool) -> Result<ExitCode, Failure> {
    let mut hunt = StripHunt { rows: Vec::new(), finished: true, json: args.json, stop };
    if let Some(cells) = args.cells {
        let boards = questions(cells as usize, args.starts);
        let (edge, inside): (Vec<_>, Vec<_>) =
            boards.into_iter().partition(BoardQuery::ends_at_the_edge);
        for (name, boards) in [("end at the edge", edge), ("end inside", inside)] {
            let name = format!("boards to {cells} cells, {name}");
            hunt.ask(name, boards.len() as u64, 1, |from, _| on_board(&boards[from as usize]));
        }
    }
    if let Some(side) = args.size {
        let bar = lists::progress();
        let Some(list) = args.list.open_unless_stopped(side, &bar, stop)? else {
            hunt.finished = false;
            return hunt.report();
        };
        // The complete line is no question.
        let layers = list.layers() as u64 - 1;
        hunt.ask(format!("all of {side}×{side}"), layers, 1, |from, _| {
            on_list(&list, from as usize + 1)
        });
    }
    if let Some(tries) = args.tries {
        let mut shapes = args.shape.clone();
        if shapes.is_empty() {
            shapes = RegionShape::ALL.to_vec();
            shapes.retain(|&shape| shape != RegionShape::Holes);
        }
        for shape in shapes {
            hunt.ask(shape.word().to_owned(), tries, BLOCK[0], |from, to| {
                in_regions(shape, args.seed, (from, to))
            });
        }
    }
    if let Some(lines) = args.lines {
        for &side in &args.sizes {
            hunt.ask(format!("lines {side}×{side}"), lines, BLOCK[1], |from, to| {
                on_lines(side, args.seed, (from, to))
            });
        }
    }
    hunt.report()
}

impl StripHunt<'_> {
    /// Adds a row: numbers from 0 to `all`, in blocks.
    fn ask(&mut self, name: String, all: u64, block: u64, ask: impl Fn(u64, u64) -> StripTally) {
        let mut tally = StripTally::default();
        let bar = progress::bar("try", all);
        let mut from = 0;
        while from < all && !self.stop.load(Ordering::Relaxed) {
            let to = from.saturating_add(block).min(all);
            tally.add(ask(from, to));
            bar.inc(to - from);
            from = to;
        }
        bar.finish_and_clear();
        self.finished &= from == all;
        self.rows.push((name, tally));
    }

    fn report(&self) -> Result<ExitCode, Failure> {
        let mut all = StripTally::default();
        for (_, tally) in &self.rows {
            all.add(tally.clone());
        }
        let code = match (all.counterexamples, self.finished && all.undecided == 0) {
            (0, true) => ExitCode::Holds,
            (0, false) => ExitCode::Unknown,
            _ => ExitCode::Refuted,
        };
        let found = match all.counterexamples {
            0 => "no live one has loops that no strip joins".to_owned(),
            some => format!("{} live ones have loops that no strip joins", thousands(some)),
        };
        let answer = format!("{} positions: {found}", thousands(all.positions()));
        let why = match code {
            ExitCode::Refuted => "strips do not join the loops of every live position",
            _ if all.undecided > 0 => "some positions are unknown",
            _ => "not all is done",
        };
        let end = Conclusion::new(answer).because(why);
        let json = self.json.then(|| report::strips_json(&self.rows, &all, self.finished));
        end.report(json, || report::strips(&self.rows, &all), code)
    }
}
