//! Results about sequences that solve mazes, as text and JSON.

use deadmove_report::numbers::{self, thousands};
use deadmove_report::wrap::fill;
use std::fmt::Write as _;

use crate::sequences::count::count;
use crate::sequences::maze::{Grid, Maze};
use crate::sequences::moves::{Move, letters};
use crate::sequences::repair::Repair;
use crate::sequences::shortest::LowerBound;
use schemars::JsonSchema;
use serde::Serialize;

use crate::report::to_json;
use deadmove_core::verdict::Verdict;
use deadmove_report::json::SCHEMA;

/// A sequence, and whether it solves the mazes.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The size.
    pub grid: Grid,
    /// The sequence.
    pub moves: Vec<Move>,
    /// The number of mazes of a list; none for all solvable mazes of the size.
    pub listed: Option<usize>,
    /// Whether it has to end on the goal.
    pub perfect: bool,
    /// Live: every maze is solved; dead: one is not.
    pub verdict: Verdict,
    /// The first maze that is not solved.
    pub unsolved: Option<Unsolved>,
}

/// A maze that a sequence does not solve.
#[derive(Clone, Copy, Debug)]
pub struct Unsolved {
    /// The maze.
    pub maze: Maze,
    /// If it is from a list: its number, and the line on which it begins, from 1.
    pub listed: Option<(usize, usize)>,
}

/// Bounds of the length of a shortest sequence.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The size.
    pub grid: Grid,
    /// The number of mazes of a list; none for all solvable mazes of the size.
    pub listed: Option<usize>,
    /// The lower bound.
    pub lower: LowerBound,
    /// The shortest sequence known.
    pub best: Option<Vec<Move>>,
}

impl Bounds {
    /// Whether the shortest length is known.
    pub fn meet(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.len() == self.lower.length)
    }
}

fn mazes(grid: &Grid, listed: Option<usize>) -> String {
    match listed {
        Some(1) => "the only maze".to_owned(),
        Some(number) => format!("all {} mazes", thousands(number as u64)),
        None => format!("all {} solvable mazes", thousands(count(grid))),
    }
}

fn moves(number: usize) -> String {
    numbers::count(number, "move", "moves")
}

/// The verdict on a sequence, for a person.
pub fn verified_text(verified: &Verified) -> String {
    let Verified { grid, perfect, listed, .. } = verified;
    let solves = if *perfect { "perfectly solves" } else { "solves" };
    let all = mazes(grid, *listed);
    let sequence = format!("{grid}: the sequence of {}", moves(verified.moves.len()));
    let Some(Unsolved { maze, listed }) = verified.unsolved else {
        return match verified.verdict {
            Verdict::Live => format!("{sequence} {solves} {all}"),
            _ => format!("{sequence}: unknown whether it {solves} {all}"),
        };
    };
    let trace = maze.trace(grid, &verified.moves);
    let place =
        |field: usize| format!("({},{})", field % grid.width() + 1, field / grid.width() + 1);
    let mut out = match listed {
        Some((number, line)) => {
            format!("{sequence} does not solve maze {number}, line {line}")
        }
        None => format!("{sequence} does not solve every maze; for example not this one"),
    };
    if *perfect {
        out += " perfectly";
    }
    out += "\n\n";
    let last = trace[verified.moves.len()];
    for row in 0..grid.height() {
        out += " ";
        for column in 0..grid.width() {
            let field = row * grid.width() + column;
            let sign = match field {
                _ if field == last => '@',
                _ if trace.contains(&field) => 'o',
                _ if maze.0 >> field & 1 != 0 => '.',
                _ => '#',
            };
            let _ = write!(out, " {sign}");
        }
        out += "\n";
    }
    let effect = |(&step, pair): (&Move, &[usize])| {
        if pair[0] == pair[1] { '-' } else { step.letter() }
    };
    let effects: String = verified.moves.iter().zip(trace.windows(2)).map(effect).collect();
    let _ = write!(
        out,
        "\n  # wall, o visited, @ the end at {}, . not visited; the goal is {}\n  moves {}\n  \
         taken {effects}",
        place(last),
        place(grid.goal()),
        letters(&verified.moves),
    );
    out
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct VerifiedObject<'a> {
    schema: u8,
    width: usize,
    height: usize,
    #[schemars(regex(pattern = r"^[udlr]*$"))]
    sequence: String,
    length: usize,
    mazes: u64,
    listed: bool,
    perfect: bool,
    #[schemars(extend("enum" = ["solves", "fails", "unknown"]))]
    verdict: &'a str,
    unsolved: Option<UnsolvedObject>,
}

#[derive(JsonSchema, Serialize)]
struct UnsolvedObject {
    number: Option<usize>,
    maze: Vec<String>,
    trace: Vec<[usize; 2]>,
}

/// The verdict on a sequence as JSON.
pub fn verified_json(verified: &Verified) -> String {
    let grid = &verified.grid;
    let place = |field: usize| [field % grid.width() + 1, field / grid.width() + 1];
    let unsolved = verified.unsolved.map(|Unsolved { maze, listed }| UnsolvedObject {
        number: listed.map(|(number, _)| number),
        maze: maze.rows(grid),
        trace: maze.trace(grid, &verified.moves).into_iter().map(place).collect(),
    });
    to_json(&VerifiedObject {
        schema: SCHEMA,
        width: grid.width(),
        height: grid.height(),
        sequence: letters(&verified.moves),
        length: verified.moves.len(),
        mazes: verified.listed.map_or_else(|| count(grid), |number| number as u64),
        listed: verified.listed.is_some(),
        perfect: verified.perfect,
        verdict: match verified.verdict {
            Verdict::Live => "solves",
            Verdict::Dead => "fails",
            Verdict::Unknown => "unknown",
        },
        unsolved,
    })
}

/// Bounds, for a person.
pub fn bounds_text(bounds: &Bounds) -> String {
    let Bounds { grid, listed, lower, best } = bounds;
    let all = mazes(grid, *listed);
    let found = match best {
        Some(best) if bounds.meet() => {
            format!("{grid}: {} solve {all}, fewer do not", moves(best.len()))
        }
        Some(best) => format!(
            "{grid}: {} solve {all}, fewer than {} do not; in between it is open",
            moves(best.len()),
            lower.length
        ),
        None => format!("{grid}: fewer than {} do not solve {all}", moves(lower.length)),
    };
    let mut out = fill(&found, "", "  ");
    if let Some(best) = best {
        let _ = write!(out, "\n  {}", letters(best));
    }
    if lower.length > 0 {
        let _ = write!(
            out,
            "\nlower bound: {} of the mazes, which no shorter sequence solves together",
            thousands(lower.mazes.len() as u64)
        );
    }
    out
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct BoundsObject {
    schema: u8,
    width: usize,
    height: usize,
    mazes: u64,
    listed: bool,
    lower: usize,
    upper: Option<usize>,
    optimal: bool,
    #[schemars(regex(pattern = r"^[udlr]*$"))]
    sequence: Option<String>,
    lower_mazes: Vec<Vec<String>>,
}

/// Bounds as JSON.
pub fn bounds_json(bounds: &Bounds) -> String {
    let Bounds { grid, listed, lower, best } = bounds;
    to_json(&BoundsObject {
        schema: SCHEMA,
        width: grid.width(),
        height: grid.height(),
        mazes: listed.map_or_else(|| count(grid), |number| number as u64),
        listed: listed.is_some(),
        lower: lower.length,
        upper: best.as_ref().map(Vec::len),
        optimal: bounds.meet(),
        sequence: best.as_deref().map(letters),
        lower_mazes: lower.mazes.iter().map(|maze| maze.rows(grid)).collect(),
    })
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct ShortenedObject {
    schema: u8,
    width: usize,
    height: usize,
    before: usize,
    length: usize,
    #[schemars(regex(pattern = r"^[udlr]*$"))]
    sequence: String,
}

/// A sequence and a shorter one, as text and JSON.
pub fn shortened(grid: &Grid, before: &[Move], best: &[Move]) -> (String, String) {
    let (from, to) = (before.len(), best.len());
    let what = match to < from {
        true => format!("{grid}: shortened from {} to {to}", moves(from)),
        false => format!("{grid}: nothing shorter than {} was found", moves(from)),
    };
    let json = to_json(&ShortenedObject {
        schema: SCHEMA,
        width: grid.width(),
        height: grid.height(),
        before: from,
        length: to,
        sequence: letters(best),
    });
    (format!("{what}; it solves {}\n  {}", mazes(grid, None), letters(best)), json)
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct RepairedObject {
    schema: u8,
    width: usize,
    height: usize,
    #[schemars(regex(pattern = r"^[udlr]*$"))]
    before: String,
    at_least: usize,
    inserted: Option<Vec<usize>>,
    #[schemars(regex(pattern = r"^[udlr]*$"))]
    sequence: Option<String>,
}

/// A repair as text and JSON; `inserted` counts moves from 1.
pub fn repaired(grid: &Grid, before: &[Move], repair: &Repair) -> (String, String) {
    let all = mazes(grid, None);
    let text = match &repair.repaired {
        Some(repaired) if repaired.inserted.is_empty() => {
            format!("{grid}: nothing is missing, the sequence solves {all}")
        }
        Some(repaired) => {
            let mut marked = String::new();
            for (at, step) in repaired.moves.iter().enumerate() {
                match repaired.inserted.contains(&at) {
                    true => marked.extend(['[', step.letter(), ']']),
                    false => marked.push(step.letter()),
                }
            }
            let found = format!(
                "{grid}: with {} put in, and not with fewer, the sequence solves {all}",
                moves(repaired.inserted.len()),
            );
            format!("{}\n  {marked}\n  {}", fill(&found, "", "  "), letters(&repaired.moves))
        }
        None => {
            let needed = moves(repair.at_least);
            let found = format!(
                "{grid}: unknown; at least {needed} have to be put in for {all} to be solved"
            );
            fill(&found, "", "  ")
        }
    };
    let json = to_json(&RepairedObject {
        schema: SCHEMA,
        width: grid.width(),
        height: grid.height(),
        before: letters(before),
        at_least: repair.at_least,
        inserted: repair
            .repaired
            .as_ref()
            .map(|repaired| repaired.inserted.iter().map(|at| at + 1).collect()),
        sequence: repair.repaired.as_ref().map(|repaired| letters(&repaired.moves)),
    });
    (text, json)
}

/// The number of solvable mazes, for a person.
pub fn count_text(number: u64) -> String {
    number.to_string()
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct CountObject {
    schema: u8,
    width: usize,
    height: usize,
    solvable: u64,
}

/// The number of solvable mazes as JSON.
pub fn count_json(grid: &Grid, solvable: u64) -> String {
    let (width, height) = (grid.width(), grid.height());
    to_json(&CountObject { schema: SCHEMA, width, height, solvable })
}
