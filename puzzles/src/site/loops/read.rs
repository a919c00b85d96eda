//! Reads reports about the loop game back. Games are judged again.

use crate::loops::{Colour, Game, MOST_SIZE, Outcome, Report, Square, by_pairs, referee};
use deadmove_core::error::InputError;
use deadmove_site::reports::JsonPart;
use serde::Deserialize;

use crate::site::standing::Standing;
use crate::site::{bad, contradiction};

/// Which command made a report.
#[derive(Clone, Copy)]
pub enum Kind {
    /// `verify`.
    Verify,
    /// `solve`.
    Solve,
    /// `referee`.
    Referee,
}

/// A report.
#[derive(Debug)]
pub enum LoopsReport {
    /// Claims about the game.
    Facts(Vec<Fact>),
    /// The values of games with best play.
    Solved(Vec<Solved>),
    /// A judged game.
    Game(Box<Played>),
}

/// A claim about the game.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name.
    pub claim: String,
    /// What was found.
    pub found: String,
    /// How it stands.
    pub standing: Standing,
}

/// The value of a game with best play.
#[derive(Debug)]
pub struct Solved {
    /// Squares a side.
    pub size: usize,
    /// Who begins.
    pub first: Colour,
    /// Yellow's points less purple's.
    pub value: i32,
    /// Rows of the values of each first move.
    pub moves: Option<Vec<Vec<i32>>>,
}

/// A judged game.
#[derive(Debug)]
pub struct Played {
    /// Its name.
    pub name: String,
    /// What the referee says.
    pub report: Report,
    /// The expectations of its file that are not met.
    pub unmet: Vec<String>,
}

#[derive(Deserialize)]
struct RawFacts {
    claims: Vec<RawFact>,
}

#[derive(Deserialize)]
struct RawFact {
    claim: String,
    found: String,
    verdict: String,
}

#[derive(Deserialize)]
struct RawSolved {
    games: Vec<RawValue>,
    size: usize,
}

#[derive(Deserialize)]
struct RawValue {
    first: String,
    moves: Option<Vec<RawMove>>,
    value: i32,
}

#[derive(Deserialize)]
struct RawMove {
    square: [usize; 2],
    value: i32,
}

#[derive(Deserialize)]
struct RawGame {
    end: Option<RawEnd>,
    first: String,
    illegal: Option<RawIllegal>,
    moves: Vec<[usize; 2]>,
    name: String,
    outcome: String,
    size: usize,
    unmet: Vec<String>,
}

#[derive(Deserialize)]
struct RawIllegal {
    square: [usize; 2],
}

#[derive(Deserialize)]
struct RawEnd {
    by_pairs: RawPoints,
}

#[derive(Deserialize)]
struct RawPoints {
    purple: usize,
    yellow: usize,
}

/// Reads a report of a kind.
pub fn read(kind: Kind, part: &JsonPart<'_>) -> Result<LoopsReport, InputError> {
    match kind {
        Kind::Verify => facts(part.parse()?).map(LoopsReport::Facts),
        Kind::Solve => solved(part.parse()?).map(LoopsReport::Solved),
        Kind::Referee => game(part.parse()?).map(|game| LoopsReport::Game(Box::new(game))),
    }
}

fn facts(raw: RawFacts) -> Result<Vec<Fact>, InputError> {
    let fact = |raw: RawFact| {
        let standing = match raw.verdict.as_str() {
            "holds" => Standing::Holds,
            "refuted" => Standing::Refuted,
            "unknown" => Standing::Open,
            other => {
                return Err(bad(format!("{other:?} is no verdict on a claim"))
                    .expected("holds, refuted or unknown"));
            }
        };
        Ok(Fact { claim: raw.claim, found: raw.found, standing })
    };
    raw.claims.into_iter().map(fact).collect()
}

fn colour(name: &str) -> Result<Colour, InputError> {
    let mut players = [Colour::Yellow, Colour::Purple].into_iter();
    let player = players.find(|player| player.to_string() == name);
    player.ok_or_else(|| bad(format!("{name:?} is no player")).expected("yellow or purple"))
}

fn size(size: usize) -> Result<usize, InputError> {
    match size {
        2..=MOST_SIZE => Ok(size),
        _ => {
            Err(bad(format!("a board of {size} squares a side"))
                .expected(format!("2 to {MOST_SIZE}")))
        }
    }
}

fn square([column, row]: [usize; 2]) -> Result<Square, InputError> {
    let from_one = |number: usize| {
        number.checked_sub(1).ok_or_else(|| bad("a square is (0,…)").expected("numbers from 1"))
    };
    Ok(Square { column: from_one(column)?, row: from_one(row)? })
}

fn solved(raw: RawSolved) -> Result<Vec<Solved>, InputError> {
    let size = size(raw.size)?;
    let one = |game: RawValue| {
        let first = colour(&game.first)?;
        let moves = game.moves.map(|moves| {
            let mut rows = vec![vec![None; size]; size];
            for RawMove { square: at, value } in moves {
                let at = square(at)?;
                let field = rows.get_mut(at.row).and_then(|row| row.get_mut(at.column));
                *field.ok_or_else(|| contradiction(format!("{at} is off the board")))? =
                    Some(value);
            }
            let rows = rows.into_iter().map(|row| row.into_iter().collect());
            let rows: Option<Vec<Vec<i32>>> = rows.collect();
            let rows = rows.ok_or_else(|| contradiction("a first move has no value"))?;
            let values = rows.iter().flatten().copied();
            let best = match first {
                Colour::Yellow => values.max(),
                Colour::Purple => values.min(),
            };
            match best == Some(game.value) {
                true => Ok(rows),
                false => Err(contradiction("the best first move has another value than the game")),
            }
        });
        Ok(Solved { size, first, value: game.value, moves: moves.transpose()? })
    };
    raw.games.into_iter().map(one).collect()
}

fn game(raw: RawGame) -> Result<Played, InputError> {
    let mut moves = raw.moves.into_iter().map(square).collect::<Result<Vec<_>, _>>()?;
    let legal = moves.len();
    if let Some(illegal) = &raw.illegal {
        moves.push(square(illegal.square)?);
    }
    let (size, first) = (size(raw.size)?, colour(&raw.first)?);
    let report = referee(&Game { size, first, moves, expect: None }).map_err(contradiction)?;
    let outcome = match &report.outcome {
        Outcome::Finished(_) => "finished",
        Outcome::Unfinished => "unfinished",
        Outcome::Illegal { .. } => "illegal",
    };
    if outcome != raw.outcome || report.moves.len() != legal {
        let (said, moves) = (raw.outcome, report.moves.len());
        let found = format!("the game is {said}, and after {moves} legal moves {outcome}");
        return Err(contradiction(found));
    }
    if let (Outcome::Finished(end), Some(said)) = (&report.outcome, &raw.end) {
        let RawPoints { yellow, purple } = said.by_pairs;
        if end.points(by_pairs) != [yellow, purple] {
            return Err(contradiction("the points are not those of the board"));
        }
    }
    Ok(Played { name: raw.name, report, unmet: raw.unmet })
}
