//! Results about the loop game, in sentences and as JSON.

use std::fmt::Write;

use crate::loops::certificate::Proved;
use crate::loops::{
    Colour, DeadCount, FillingCount, Final, GameOutcome, LoopBoard, Points, RefereeReport, Square,
    terminal,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report::{Finding, to_json};
use deadmove_report::json::SCHEMA;
use deadmove_report::numbers::{self, thousands};
use deadmove_report::wrap::fill;

/// A claim about the game, and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
pub struct Fact {
    /// Its name, for scripts.
    pub claim: String,
    /// What was found.
    pub found: String,
    /// Whether it is true.
    #[schemars(extend("enum" = ["holds", "refuted", "unknown"]))]
    pub verdict: Finding,
}

/// What is claimed about the game.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct GameClaims {
    schema: u8,
    /// The claims.
    pub claims: Vec<Fact>,
}

impl GameClaims {
    /// Claims as a report.
    pub fn new(claims: Vec<Fact>) -> GameClaims {
        GameClaims { schema: SCHEMA, claims }
    }
}

impl Fact {
    /// A claim that holds or does not.
    pub fn new(claim: &str, holds: bool, found: String) -> Fact {
        let verdict = if holds { Finding::Holds } else { Finding::Refuted };
        Fact { claim: claim.to_owned(), found, verdict }
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
            Fact { verdict: Finding::Unknown, ..Fact::new(name, false, what) }
        }
    }
}

/// The values of games with best play on boards of one size.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct SolvedGames {
    schema: u8,
    /// One or two, by the player who begins.
    pub games: Vec<SolvedGame>,
    /// Squares a side.
    pub size: usize,
}

/// The value of a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
pub struct SolvedGame {
    /// Who begins.
    pub first: Colour,
    /// The value of each first move; null unless the moves were asked for.
    pub moves: Option<Vec<MoveValue>>,
    /// How many positions were searched.
    pub positions: u64,
    /// Yellow's points less purple's.
    pub value: i32,
}

/// The value of a move.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
pub struct MoveValue {
    /// The square that it fills.
    pub square: Square,
    /// Yellow's points less purple's after it.
    pub value: i32,
}

impl SolvedGames {
    /// The values on boards of a size.
    pub fn new(size: usize, games: Vec<SolvedGame>) -> SolvedGames {
        SolvedGames { schema: SCHEMA, games, size }
    }
}

/// A judged game.
pub fn game(name: &str, report: &RefereeReport) -> String {
    let size = report.board.size;
    let moves = report.moves.len();
    let mut out = format!("{name}: {size}×{size}, {} begins\n", report.board.first);
    match &report.outcome {
        GameOutcome::Illegal { number, square, why } => {
            let player = report.board.to_move();
            let _ = writeln!(out, "move {number}, {player} fills {square}: not legal, {why}\n");
            out += &terminal(&report.board);
        }
        GameOutcome::Unfinished => {
            let _ = writeln!(
                out,
                "{moves} of {} moves, all legal; not over, {} is to move",
                2 * size,
                report.board.to_move()
            );
            let _ = write!(out, "\n{}", terminal(&report.board));
        }
        GameOutcome::Finished(_) => {
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
pub fn end(board: &LoopBoard) -> String {
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
            crossing.at, crossing.point
        );
    }
    let (Points { purple, yellow }, again) = (end.by_pairs, end.by_parity);
    let verdict = match yellow.cmp(&purple) {
        std::cmp::Ordering::Greater => "yellow wins",
        std::cmp::Ordering::Less => "purple wins",
        std::cmp::Ordering::Equal => "a draw",
    };
    let _ = writeln!(
        out,
        "by pairs: yellow {yellow}, purple {purple}; by parity: yellow {}, purple {}; {verdict}",
        again.yellow, again.purple
    );
    out
}

/// A judged game. The keys are sorted after the version.
#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct GameObject {
    schema: u8,
    /// Null unless the game is finished.
    pub end: Option<Final>,
    pub first: Colour,
    pub illegal: Option<IllegalObject>,
    legal_moves: usize,
    /// The squares of the legal moves, in their order.
    pub moves: Vec<Square>,
    pub name: String,
    #[schemars(extend("enum" = ["finished", "unfinished", "illegal"]))]
    pub outcome: String,
    pub size: usize,
    pub unmet: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct IllegalObject {
    /// The number of the move, from 1.
    r#move: usize,
    pub square: Square,
    why: String,
}

/// [`game`] as JSON.
pub fn game_json(name: &str, report: &RefereeReport) -> String {
    let (end, illegal) = match &report.outcome {
        GameOutcome::Finished(end) => (Some(end.clone()), None),
        GameOutcome::Unfinished => (None, None),
        GameOutcome::Illegal { number, square, why } => {
            let why = why.to_string();
            (None, Some(IllegalObject { r#move: *number, square: *square, why }))
        }
    };
    to_json(&GameObject {
        schema: SCHEMA,
        end,
        first: report.board.first,
        illegal,
        legal_moves: report.moves.len(),
        moves: report.moves.clone(),
        name: name.to_owned(),
        outcome: report.outcome.name().to_owned(),
        size: report.board.size,
        unmet: report.unmet.clone(),
    })
}

/// Who wins by how much, of yellow's points less purple's.
pub fn winner(value: i32) -> String {
    match value {
        0 => "a draw".to_owned(),
        1.. => format!("yellow wins by {value}"),
        _ => format!("purple wins by {}", value.unsigned_abs()),
    }
}

/// The value of a game and of its first moves.
pub fn solved(size: usize, solved: &SolvedGame) -> String {
    let SolvedGame { first, value, positions, .. } = solved;
    let positions = numbers::count(*positions as usize, "position", "positions");
    let winner = winner(*value);
    let mut out = format!("{size}×{size}, {first} begins: {winner} ({positions})\n");
    if let Some(moves) = &solved.moves {
        for row in moves.chunks(size) {
            for MoveValue { value, .. } in row {
                let _ = write!(out, "{value:>4}");
            }
            out.push('\n');
        }
    }
    out
}

/// A claim in a line.
pub fn fact(Fact { claim, found, verdict }: &Fact) -> String {
    fill(&format!("{claim}: {}; {found}", verdict.word()), "", "  ")
}
