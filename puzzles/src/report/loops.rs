//! Results about the loop game, in sentences and as JSON.

use std::fmt::Write;

use crate::loops::certificate::Proved;
use crate::loops::{
    Board, Colour, DeadCount, FillingCount, Final, Outcome, Report, Square, by_pairs, by_parity,
    terminal,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::report::to_json;
use deadmove_report::json::SCHEMA;
use deadmove_report::numbers::{self, thousands};
use deadmove_report::wrap::fill;

/// Whether a claim about the game is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactStatus {
    /// It is.
    Holds,
    /// It is not.
    Refuted,
    /// A limit was reached.
    Unknown,
}

impl FactStatus {
    fn name(self) -> &'static str {
        match self {
            FactStatus::Holds => "holds",
            FactStatus::Refuted => "refuted",
            FactStatus::Unknown => "unknown",
        }
    }
}

/// A claim about the game, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// For scripts.
    pub name: &'static str,
    /// Whether it is true.
    pub status: FactStatus,
    /// What was found.
    pub what: String,
}

impl Fact {
    /// A claim that holds or does not.
    pub fn new(name: &'static str, holds: bool, what: String) -> Fact {
        Fact { name, status: if holds { FactStatus::Holds } else { FactStatus::Refuted }, what }
    }
}

/// The claim that both ways of scoring agree.
pub fn scoring_fact(agree: bool) -> Fact {
    Fact::new("scoring", agree, "the two ways of scoring agree on all 16 colourings".into())
}

/// The claim that both ways of counting complete fillings agree.
pub fn fillings_fact(size: usize, count: &FillingCount) -> Fact {
    let FillingCount { listed, agrees, max_crossings, max_curves } = count;
    let what = format!(
        "n = {size}: {}, counted in two ways; at most {} and {}",
        numbers::count(*listed as usize, "complete filling", "complete fillings"),
        numbers::count(*max_crossings, "crossing", "crossings"),
        numbers::count(*max_curves, "curve", "curves"),
    );
    Fact::new("fillings", *agrees, what)
}

/// The claim that there are as many dead fillings of each shape as the theorem says.
pub fn dead_fillings_fact(size: usize, count: &DeadCount) -> Fact {
    let what = format!(
        "n = {size}: of {}, {} are dead with a row and a column empty, {} with their crossing \
         filled, {} otherwise",
        numbers::count(count.fillings as usize, "filling", "fillings"),
        thousands(count.both_empty),
        thousands(count.crossing_filled),
        thousands(count.other),
    );
    Fact::new("dead-fillings", count.agrees_with_theorem(size), what)
}

/// The dead-filling theorem for sizes 2 to `largest`.
pub fn theorem_fact(largest: usize, proved: &Proved) -> Fact {
    let name = "dead-filling-theorem";
    match proved {
        Proved::All(theorem) => {
            let cuts = theorem.sizes.iter().flat_map(|size| &size.cuts);
            let steps: usize = cuts.clone().map(|cut| cut.proof.lines().count()).sum();
            let what = format!(
                "n = 2 to {largest}: no other dead fillings; {} refuted, {} of proof followed by \
                 the checker",
                numbers::count(cuts.count(), "formula", "formulas"),
                numbers::count(steps, "step", "steps"),
            );
            Fact::new(name, true, what)
        }
        Proved::Refuted(rows) => {
            let row = |row: &Vec<bool>| -> String {
                row.iter().map(|&filled| if filled { 'x' } else { '.' }).collect()
            };
            let picture = rows.iter().map(row).collect::<Vec<_>>().join("/");
            Fact::new(name, false, format!("a dead filling of another shape: {picture}"))
        }
        Proved::Stopped(limit) => {
            let what = format!("n = 2 to {largest}: {limit}");
            Fact { name, status: FactStatus::Unknown, what }
        }
    }
}

/// The value of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Who begins.
    pub first: Colour,
    /// Yellow's points less purple's.
    pub value: i32,
    /// The value of each first move, if requested.
    pub moves: Option<Vec<(Square, i32)>>,
    /// How many positions were searched.
    pub positions: u64,
}

/// A judged game.
pub fn game(name: &str, report: &Report) -> String {
    let size = report.board.size();
    let moves = report.moves.len();
    let mut out = format!("{name}: {size}×{size}, {} begins\n", report.board.first());
    match &report.outcome {
        Outcome::Illegal { number, square, why } => {
            let player = report.board.to_move();
            let _ = writeln!(out, "move {number}, {player} fills {square}: not legal, {why}");
            let _ = write!(out, "\n{}", terminal(&report.board));
        }
        Outcome::Unfinished => {
            let _ = writeln!(
                out,
                "{moves} of {} moves, all legal; not over, {} is to move",
                2 * size,
                report.board.to_move()
            );
            let _ = write!(out, "\n{}", terminal(&report.board));
        }
        Outcome::Finished(_) => {
            let _ = writeln!(out, "{moves} moves, all legal");
            out += &end(&report.board);
        }
    }
    for unmet in &report.unmet {
        let _ = writeln!(out, "not as expected: {unmet}");
    }
    out
}

/// The end of a game: board, curves, crossings, points.
///
/// # Panics
/// If the board is not full.
pub fn end(board: &Board) -> String {
    let end = Final::of(board).expect("a full board");
    let mut out = format!("\n{}\n", terminal(board));
    for curve in &end.curves {
        let squares: Vec<String> = curve.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "curve of {} squares: {}", curve.len(), squares.join(" "));
    }
    for crossing in &end.crossings {
        let [left, right] = crossing.across;
        let [top, bottom] = crossing.down;
        let _ = writeln!(
            out,
            "crossing {}: across {left} {right}, down {top} {bottom}; {}",
            crossing.at,
            by_pairs(crossing.across, crossing.down)
        );
    }
    let ([yellow, purple], again) = (end.points(by_pairs), end.points(by_parity));
    let verdict = match yellow.cmp(&purple) {
        std::cmp::Ordering::Greater => "yellow wins",
        std::cmp::Ordering::Less => "purple wins",
        std::cmp::Ordering::Equal => "a draw",
    };
    let _ = writeln!(
        out,
        "by pairs: yellow {yellow}, purple {purple}; by parity: yellow {}, purple {}; {verdict}",
        again[0], again[1]
    );
    out
}

fn pair(square: &Square) -> [usize; 2] {
    [square.column + 1, square.row + 1]
}

/// The keys are sorted after the version.
#[derive(JsonSchema, Serialize)]
pub(crate) struct GameObject<'a> {
    schema: u8,
    /// Null unless the game is finished.
    end: Option<EndObject>,
    first: String,
    illegal: Option<IllegalObject>,
    legal_moves: usize,
    /// The squares of the legal moves, in their order.
    moves: Vec<[usize; 2]>,
    name: &'a str,
    #[schemars(extend("enum" = ["finished", "unfinished", "illegal"]))]
    outcome: &'static str,
    size: usize,
    unmet: &'a [String],
}

#[derive(JsonSchema, Serialize)]
struct IllegalObject {
    /// The number of the move, from 1.
    r#move: usize,
    square: [usize; 2],
    why: String,
}

#[derive(JsonSchema, Serialize)]
struct EndObject {
    by_pairs: PointsObject,
    by_parity: PointsObject,
    crossings: Vec<CrossingObject>,
    curves: Vec<Vec<[usize; 2]>>,
}

#[derive(JsonSchema, Serialize)]
struct PointsObject {
    purple: usize,
    yellow: usize,
}

#[derive(JsonSchema, Serialize)]
struct CrossingObject {
    across: [String; 2],
    at: [usize; 2],
    down: [String; 2],
    point: String,
}

/// [`game`] as JSON.
pub fn game_json(name: &str, report: &Report) -> String {
    let (outcome, end, illegal) = match &report.outcome {
        Outcome::Finished(end) => ("finished", Some(end_object(end)), None),
        Outcome::Unfinished => ("unfinished", None, None),
        Outcome::Illegal { number, square, why } => {
            let illegal =
                IllegalObject { r#move: *number, square: pair(square), why: why.to_string() };
            ("illegal", None, Some(illegal))
        }
    };
    to_json(&GameObject {
        schema: SCHEMA,
        end,
        first: report.board.first().to_string(),
        illegal,
        legal_moves: report.moves.len(),
        moves: report.moves.iter().map(pair).collect(),
        name,
        outcome,
        size: report.board.size(),
        unmet: &report.unmet,
    })
}

fn end_object(end: &Final) -> EndObject {
    let points = |by| {
        let [yellow, purple] = end.points(by);
        PointsObject { purple, yellow }
    };
    let crossing = |crossing: &crate::loops::Crossing| {
        let names = |pair: [Colour; 2]| pair.map(|colour| colour.to_string());
        CrossingObject {
            across: names(crossing.across),
            at: pair(&crossing.at),
            down: names(crossing.down),
            point: by_pairs(crossing.across, crossing.down).to_string(),
        }
    };
    EndObject {
        by_pairs: points(by_pairs),
        by_parity: points(by_parity),
        crossings: end.crossings.iter().map(crossing).collect(),
        curves: end.curves.iter().map(|curve| curve.iter().map(pair).collect()).collect(),
    }
}

/// The value of a game and of its first moves.
pub fn solved(size: usize, solved: &Solved) -> String {
    let mut out = format!("{size}×{size}, {} begins: ", solved.first);
    out += &match solved.value {
        0 => "a draw".to_string(),
        value if value > 0 => format!("yellow wins by {value}"),
        value => format!("purple wins by {}", -value),
    };
    let positions = numbers::count(solved.positions as usize, "position", "positions");
    let _ = writeln!(out, " ({positions})");
    if let Some(moves) = &solved.moves {
        for row in moves.chunks(size) {
            for (_, value) in row {
                let _ = write!(out, "{value:>4}");
            }
            out.push('\n');
        }
    }
    out
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct SolvedObject {
    schema: u8,
    games: Vec<SolvedGame>,
    size: usize,
}

#[derive(JsonSchema, Serialize)]
struct SolvedGame {
    first: String,
    /// Null unless the moves were asked for.
    moves: Option<Vec<MoveObject>>,
    positions: u64,
    value: i32,
}

#[derive(JsonSchema, Serialize)]
struct MoveObject {
    square: [usize; 2],
    value: i32,
}

/// [`solved`] as JSON, for one or both players who may begin.
pub fn solved_json(size: usize, solved: &[Solved]) -> String {
    let one = |solved: &Solved| SolvedGame {
        first: solved.first.to_string(),
        moves: solved.moves.as_ref().map(|moves| {
            let one = |(square, value): &(Square, i32)| MoveObject {
                square: pair(square),
                value: *value,
            };
            moves.iter().map(one).collect()
        }),
        positions: solved.positions,
        value: solved.value,
    };
    to_json(&SolvedObject { schema: SCHEMA, games: solved.iter().map(one).collect(), size })
}

/// A claim in a line.
pub fn fact(fact: &Fact) -> String {
    fill(&format!("{}: {}; {}", fact.name, fact.status.name(), fact.what), "", "  ")
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct FactsObject<'a> {
    schema: u8,
    claims: Vec<FactObject<'a>>,
}

#[derive(JsonSchema, Serialize)]
struct FactObject<'a> {
    claim: &'a str,
    found: &'a str,
    verdict: &'a str,
}

/// All claims as JSON.
pub fn facts_json(facts: &[Fact]) -> String {
    let claims = facts.iter().map(|fact| FactObject {
        claim: fact.name,
        found: &fact.what,
        verdict: fact.status.name(),
    });
    to_json(&FactsObject { schema: SCHEMA, claims: claims.collect() })
}
