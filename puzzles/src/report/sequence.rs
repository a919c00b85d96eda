//! Results about sequences that solve mazes. Each is the object that is printed as JSON, which
//! `crate::site` reads back, and has a text for a person.

use std::fmt::Write as _;

use crate::sequences::count::count;
use crate::sequences::maze::{GridMoves, Maze};
use crate::sequences::moves::letters;
use crate::sequences::repair::Repair;
use crate::sequences::shortest::LowerBound;
use deadmove_core::board::Move;
use deadmove_core::verdict::Limit;
use deadmove_report::json::SCHEMA;
use deadmove_report::numbers::{self, thousands};
use deadmove_report::wrap::fill;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A sequence, and whether it solves the mazes.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct Verified {
    schema: u8,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The letters of the sequence.
    #[schemars(regex(pattern = r"^[udlr]*$"))]
    pub sequence: String,
    /// The number of moves.
    pub length: usize,
    /// The number of mazes.
    pub mazes: u64,
    /// Whether they are those of a list; else they are all solvable ones of the size.
    pub listed: bool,
    /// Whether the sequence has to end on the goal.
    pub perfect: bool,
    /// Whether every maze is solved.
    pub verdict: SequenceVerdict,
    /// The first maze that is not solved.
    pub unsolved: Option<UnsolvedMaze>,
}

/// Whether a sequence solves the mazes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SequenceVerdict {
    /// Every maze.
    Solves,
    /// Not every maze.
    Fails,
    /// A limit was reached.
    Unknown,
}

/// A maze that a sequence does not solve.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct UnsolvedMaze {
    /// Its number in the list, if it is from a list, from 1.
    pub number: Option<usize>,
    /// The line of the file on which it begins, then.
    #[serde(skip)]
    pub line: usize,
    /// Its rows.
    pub maze: Vec<String>,
    /// The fields that are visited: column and row, from 1.
    trace: Vec<[usize; 2]>,
}

/// A maze, and if it is from a list its number and the line on which it begins.
pub type FoundMaze = (Maze, Option<(usize, usize)>);

/// Bounds of the length of a shortest sequence.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct SequenceBounds {
    schema: u8,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The number of mazes.
    pub mazes: u64,
    /// Whether they are those of a list; else they are all solvable ones of the size.
    pub listed: bool,
    /// No sequence of fewer moves solves them.
    pub lower: usize,
    /// The length of the shortest sequence known.
    pub upper: Option<usize>,
    /// Whether it is a shortest one.
    pub optimal: bool,
    /// Its letters.
    #[schemars(regex(pattern = r"^[udlr]*$"))]
    pub sequence: Option<String>,
    /// Mazes that no shorter sequence solves together.
    pub lower_mazes: Vec<Vec<String>>,
}

/// A sequence that solves all mazes of a size, and one that is not longer.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct Shortened {
    schema: u8,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The number of moves before.
    pub before: usize,
    /// The number of moves now.
    pub length: usize,
    /// The letters.
    #[schemars(regex(pattern = r"^[udlr]*$"))]
    pub sequence: String,
}

/// A sequence with moves put in so that it solves all mazes of a size.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct RepairedSequence {
    schema: u8,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The letters before.
    #[schemars(regex(pattern = r"^[udlr]*$"))]
    pub before: String,
    /// Fewer moves do not do.
    pub at_least: usize,
    /// The places of the new moves in the whole sequence, from 1.
    pub inserted: Option<Vec<usize>>,
    /// The letters of the whole sequence.
    #[schemars(regex(pattern = r"^[udlr]*$"))]
    pub sequence: Option<String>,
}

/// The number of solvable mazes of a size.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct CountedMazes {
    schema: u8,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The number.
    pub solvable: u64,
}

fn all_mazes(number: u64, listed: bool) -> String {
    match (number, listed) {
        (1, true) => "the only maze".to_owned(),
        (_, true) => format!("all {} mazes", thousands(number)),
        (_, false) => format!("all {} solvable mazes", thousands(number)),
    }
}

/// So many moves, in words.
pub fn moves(number: usize) -> String {
    numbers::count(number, "move", "moves")
}

impl Verified {
    /// A sequence, and the first maze that it does not solve, if there is one. `listed` is the
    /// number of mazes of a list; none for all of the size.
    pub fn new(
        grid: &GridMoves,
        moves: &[Move],
        listed: Option<usize>,
        perfect: bool,
        found: Result<Option<FoundMaze>, Limit>,
    ) -> Verified {
        let place = |field: usize| [field % grid.width + 1, field / grid.width + 1];
        let unsolved = |(maze, listed): FoundMaze| UnsolvedMaze {
            number: listed.map(|(number, _)| number),
            line: listed.map_or(0, |(_, line)| line),
            maze: maze.rows(grid),
            trace: maze.trace(grid, moves).into_iter().map(place).collect(),
        };
        Verified {
            schema: SCHEMA,
            width: grid.width,
            height: grid.height,
            sequence: letters(moves),
            length: moves.len(),
            mazes: listed.map_or_else(|| count(grid), |number| number as u64),
            listed: listed.is_some(),
            perfect,
            verdict: match found {
                Ok(None) => SequenceVerdict::Solves,
                Ok(Some(_)) => SequenceVerdict::Fails,
                Err(_) => SequenceVerdict::Unknown,
            },
            unsolved: found.ok().flatten().map(unsolved),
        }
    }

    /// The verdict, for a person.
    pub fn text(&self) -> String {
        let Verified { width, height, perfect, .. } = self;
        let solves = if *perfect { "perfectly solves" } else { "solves" };
        let all = all_mazes(self.mazes, self.listed);
        let sequence = format!("{width}x{height}: the sequence of {}", moves(self.length));
        let Some(UnsolvedMaze { number, line, maze, trace }) = &self.unsolved else {
            return match self.verdict {
                SequenceVerdict::Solves => format!("{sequence} {solves} {all}"),
                _ => format!("{sequence}: unknown whether it {solves} {all}"),
            };
        };
        let mut out = match number {
            Some(number) => format!("{sequence} does not solve maze {number}, line {line}"),
            None => format!("{sequence} does not solve every maze; for example not this one"),
        };
        if *perfect {
            out += " perfectly";
        }
        out += "\n\n";
        let last @ [column, row] = trace[self.length];
        for (row, fields) in (1..).zip(maze) {
            out += " ";
            for (column, free) in (1..).zip(fields.chars()) {
                let sign = match [column, row] {
                    field if field == last => '@',
                    field if trace.contains(&field) => 'o',
                    _ => free,
                };
                let _ = write!(out, " {sign}");
            }
            out += "\n";
        }
        let effect =
            |(step, pair): (char, &[[usize; 2]])| if pair[0] == pair[1] { '-' } else { step };
        let effects: String = self.sequence.chars().zip(trace.windows(2)).map(effect).collect();
        let _ = write!(
            out,
            "\n  # wall, o visited, @ the end at ({column},{row}), . not visited; the goal is \
             ({width},{height})\n  moves {}\n  taken {effects}",
            self.sequence,
        );
        out
    }
}

impl SequenceBounds {
    /// Bounds, and the shortest sequence known. `listed` is the number of mazes of a list; none for
    /// all of the size.
    pub fn new(
        grid: &GridMoves,
        listed: Option<usize>,
        lower: &LowerBound,
        best: Option<&[Move]>,
    ) -> SequenceBounds {
        SequenceBounds {
            schema: SCHEMA,
            width: grid.width,
            height: grid.height,
            mazes: listed.map_or_else(|| count(grid), |number| number as u64),
            listed: listed.is_some(),
            lower: lower.length,
            upper: best.map(<[Move]>::len),
            optimal: best.is_some_and(|best| best.len() == lower.length),
            sequence: best.map(letters),
            lower_mazes: lower.mazes.iter().map(|maze| maze.rows(grid)).collect(),
        }
    }

    /// The bounds, for a person.
    pub fn text(&self) -> String {
        let SequenceBounds { width, height, lower, .. } = self;
        let all = all_mazes(self.mazes, self.listed);
        let found = match self.upper.map(moves) {
            Some(upper) if self.optimal => format!("{upper} solve {all}, fewer do not"),
            Some(upper) => {
                format!("{upper} solve {all}, fewer than {lower} do not; in between it is open")
            }
            None => format!("fewer than {} do not solve {all}", moves(*lower)),
        };
        let mut out = fill(&format!("{width}x{height}: {found}"), "", "  ");
        if let Some(best) = &self.sequence {
            let _ = write!(out, "\n  {best}");
        }
        if *lower > 0 {
            let _ = write!(
                out,
                "\nlower bound: {} of the mazes, which no shorter sequence solves together",
                thousands(self.lower_mazes.len() as u64)
            );
        }
        out
    }
}

impl Shortened {
    /// A sequence and the best that was found.
    pub fn new(grid: &GridMoves, before: &[Move], best: &[Move]) -> Shortened {
        Shortened {
            schema: SCHEMA,
            width: grid.width,
            height: grid.height,
            before: before.len(),
            length: best.len(),
            sequence: letters(best),
        }
    }

    /// The two, for a person; all of the size are `mazes`.
    pub fn text(&self, mazes: u64) -> String {
        let Shortened { width, height, before, length, sequence, .. } = self;
        let what = match length < before {
            true => format!("shortened from {} to {length}", moves(*before)),
            false => format!("nothing shorter than {} was found", moves(*before)),
        };
        let all = all_mazes(mazes, false);
        format!("{width}x{height}: {what}; it solves {all}\n  {sequence}")
    }
}

impl RepairedSequence {
    /// A sequence and its repair.
    pub fn new(grid: &GridMoves, before: &[Move], repair: &Repair) -> RepairedSequence {
        let repaired = repair.repaired.as_ref();
        RepairedSequence {
            schema: SCHEMA,
            width: grid.width,
            height: grid.height,
            before: letters(before),
            at_least: repair.at_least,
            inserted: repaired.map(|repaired| repaired.inserted.iter().map(|at| at + 1).collect()),
            sequence: repaired.map(|repaired| letters(&repaired.moves)),
        }
    }

    /// The repair, for a person; all of the size are `mazes`.
    pub fn text(&self, mazes: u64) -> String {
        let RepairedSequence { width, height, at_least, .. } = self;
        let (size, all) = (format!("{width}x{height}"), all_mazes(mazes, false));
        match (&self.inserted, &self.sequence) {
            (Some(inserted), Some(_)) if inserted.is_empty() => {
                format!("{size}: nothing is missing, the sequence solves {all}")
            }
            (Some(inserted), Some(whole)) => {
                let mut marked = String::new();
                for (number, step) in (1..).zip(whole.chars()) {
                    match inserted.contains(&number) {
                        true => marked.extend(['[', step, ']']),
                        false => marked.push(step),
                    }
                }
                let needed = moves(inserted.len());
                let found = format!(
                    "{size}: with {needed} put in, and not with fewer, the sequence solves {all}"
                );
                format!("{}\n  {marked}\n  {whole}", fill(&found, "", "  "))
            }
            _ => {
                let needed = moves(*at_least);
                let found = format!(
                    "{size}: unknown; at least {needed} have to be put in for {all} to be solved"
                );
                fill(&found, "", "  ")
            }
        }
    }
}

impl CountedMazes {
    /// The number of solvable mazes of a size.
    pub fn new(grid: &GridMoves) -> CountedMazes {
        let (width, height) = (grid.width, grid.height);
        CountedMazes { schema: SCHEMA, width, height, solvable: count(grid) }
    }
}
