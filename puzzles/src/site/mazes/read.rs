//! Reads reports about mazes back. Claims about a maze that the report holds are judged again.

use crate::mazes::claims::{Claim, ClaimOutcome, judge};
use crate::mazes::{Layer, Maze, Openings, Solution, solve, text};
use deadmove_core::error::InputError;
use deadmove_site::reports::JsonPart;
use serde::Deserialize;

use crate::site::standing::Standing;
use crate::site::{bad, contradiction};

/// Which command made a report.
#[derive(Clone, Copy)]
pub enum Kind {
    /// `claims`.
    Claims,
    /// `counterexample`.
    Search,
}

/// A report.
#[derive(Debug)]
pub enum MazeReport {
    /// Claims about a maze.
    Claims(Box<Judged>),
    /// A search among all small mazes.
    Search(Box<Searched>),
}

/// Claims about a maze.
#[derive(Debug)]
pub struct Judged {
    /// The name of the report's file, without an ending.
    pub file: String,
    /// The claims.
    pub claims: Vec<(Claim, Standing)>,
    /// The maze, unless it is large, and for each claim why it stands so.
    pub maze: Option<(Solved, Vec<ClaimOutcome>)>,
}

/// A maze with its layers.
#[derive(Debug)]
pub struct Solved {
    /// The maze.
    pub maze: Maze,
    /// Its layers.
    pub solution: Solution,
}

/// A search for a maze that refutes a claim about filling.
#[derive(Debug)]
pub struct Searched {
    /// Whether the claim is "complete"; else it is "sound".
    pub complete: bool,
    /// A maze that refutes it, and a field of it that shows so.
    pub counterexample: Option<(Solved, usize)>,
    /// The most fields of a maze that was searched.
    pub max_fields: usize,
    /// How many mazes were searched.
    pub mazes: u64,
    /// Whether only mazes without open squares were searched.
    pub no_open_squares: bool,
}

#[derive(Deserialize)]
struct RawClaims {
    claims: Vec<RawClaim>,
    maze: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct RawClaim {
    claim: String,
    verdict: String,
}

#[derive(Deserialize)]
struct RawSearch {
    claim: String,
    counterexample: Option<RawCounterexample>,
    max_fields: usize,
    mazes: u64,
    no_open_squares: bool,
    verdict: String,
}

#[derive(Deserialize)]
struct RawCounterexample {
    field: [usize; 2],
    maze: Vec<String>,
}

/// Reads a report of a kind from a file with this name.
pub fn read(kind: Kind, part: &JsonPart<'_>, file: &str) -> Result<MazeReport, InputError> {
    Ok(match kind {
        Kind::Claims => MazeReport::Claims(Box::new(claims(part.parse()?, file)?)),
        Kind::Search => MazeReport::Search(Box::new(search(part.parse()?)?)),
    })
}

fn solved(rows: &[String]) -> Result<Solved, InputError> {
    let maze = text::read(&rows.join("\n"), &Openings::default());
    let maze = maze.map_err(|fault| bad(format!("the maze cannot be read: {}", fault.message)))?;
    Ok(Solved { solution: solve(&maze), maze })
}

/// How a claim stands that was judged.
fn standing(outcome: &ClaimOutcome) -> Standing {
    match outcome {
        ClaimOutcome::Holds(_) => Standing::Holds,
        ClaimOutcome::Refuted(_) => Standing::Refuted,
        ClaimOutcome::Vacuous => Standing::Vacuous,
    }
}

fn claims(raw: RawClaims, file: &str) -> Result<Judged, InputError> {
    let claim = |raw: &RawClaim| {
        let claim = Claim::ALL.into_iter().find(|claim| claim.name() == raw.claim);
        let claim = claim.ok_or_else(|| {
            let names = Claim::ALL.map(Claim::name).join(", ");
            bad(format!("{:?} is no claim about a maze", raw.claim)).expected(names)
        })?;
        let standing = match raw.verdict.as_str() {
            "holds" => Standing::Holds,
            "refuted" => Standing::Refuted,
            "vacuous" => Standing::Vacuous,
            other => {
                return Err(bad(format!("{other:?} is no verdict on a claim"))
                    .expected("holds, refuted or vacuous"));
            }
        };
        Ok((claim, standing))
    };
    let claims = raw.claims.iter().map(claim).collect::<Result<Vec<_>, InputError>>()?;
    let maze = raw.maze.as_deref().map(|rows| {
        let Solved { maze, solution } = solved(rows)?;
        let mut outcomes = Vec::new();
        for (claim, said) in &claims {
            let outcome = judge(&maze, &solution, *claim).map_err(contradiction)?;
            let found = standing(&outcome);
            if found != *said {
                let (claim, said, found) = (claim.name(), said.word(), found.word());
                return Err(contradiction(format!("{claim}: {said}, and of this maze {found}")));
            }
            outcomes.push(outcome);
        }
        Ok((Solved { maze, solution }, outcomes))
    });
    Ok(Judged { file: file.to_owned(), claims, maze: maze.transpose()? })
}

fn search(raw: RawSearch) -> Result<Searched, InputError> {
    let complete = match raw.claim.as_str() {
        "complete" => true,
        "sound" => false,
        other => {
            return Err(
                bad(format!("{other:?} is no claim about filling")).expected("complete or sound")
            );
        }
    };
    let counterexample = raw.counterexample.as_ref().map(|found| {
        let solved = solved(&found.maze)?;
        let [column, row] = found.field;
        let field = solved.maze.road((column, row), "the field");
        let field = field.map_err(|fault| bad(fault.message))?;
        let layer = solved.solution.layer(&solved.maze, field);
        let (filled, exact) = (solved.solution.is_filled(field), solved.solution.is_exact(field));
        let refutes = if complete { layer == Layer::Left } else { filled && exact };
        match refutes {
            true => Ok((solved, field)),
            false => Err(contradiction("its maze does not refute the claim")),
        }
    });
    let counterexample = counterexample.transpose()?;
    let (verdict, found) = (raw.verdict.as_str(), counterexample.is_some());
    if !matches!((verdict, found), ("refuted", true) | ("unknown", false)) {
        let has = if found { "a" } else { "no" };
        return Err(contradiction(format!("the verdict {verdict:?}, and {has} counterexample")));
    }
    let RawSearch { max_fields, mazes, no_open_squares, .. } = raw;
    Ok(Searched { complete, counterexample, max_fields, mazes, no_open_squares })
}
