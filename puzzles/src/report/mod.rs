//! Text and JSON of results about sequences, mazes and loops.
//!
//! What does not live here: decisions, which are made in the crates of the puzzles, and reports
//! about boards and rules (`deadmove-report`).

pub mod loops;
pub mod maze;
pub(crate) mod maze_json;
pub mod sequence;

use deadmove_report::schema::OutputSchema;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use loops::{GameClaims, GameObject, SolvedGames};
use maze_json::{ClaimsObject, SearchObject, SolutionObject, WhyObject};
use sequence::{CountedMazes, RepairedSequence, SequenceBounds, Shortened, Verified};

/// What was found about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Finding {
    /// It is true.
    Holds,
    /// It is false.
    Refuted,
    /// It is about nothing.
    Vacuous,
    /// It is not decided.
    Unknown,
    /// Reports contradict each other. Only the site finds that.
    #[serde(skip)]
    Contradictory,
}

impl Finding {
    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Finding::Holds => "holds",
            Finding::Refuted => "refuted",
            Finding::Vacuous => "vacuous",
            Finding::Unknown => "unknown",
            Finding::Contradictory => "contradictory",
        }
    }
}

/// A report, or a part of one, as JSON.
pub fn to_json(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("plain data is serialisable")
}

/// The JSON schemas of the reports of this crate.
pub fn schemas() -> Vec<OutputSchema> {
    vec![
        OutputSchema::of::<Verified>("sequence-verify", "deadmove-puzzles sequence verify --json"),
        OutputSchema::of::<SequenceBounds>(
            "sequence-shortest",
            "deadmove-puzzles sequence shortest --json",
        ),
        OutputSchema::of::<Shortened>(
            "sequence-shorten",
            "deadmove-puzzles sequence shorten --json",
        ),
        OutputSchema::of::<RepairedSequence>(
            "sequence-repair",
            "deadmove-puzzles sequence repair --json",
        ),
        OutputSchema::of::<CountedMazes>(
            "sequence-count",
            "deadmove-puzzles sequence count --json",
        ),
        OutputSchema::of::<SolutionObject>("maze", "deadmove-puzzles maze --json"),
        OutputSchema::of::<WhyObject>("maze-why", "deadmove-puzzles maze --why --json"),
        OutputSchema::of::<ClaimsObject>("maze-claims", "deadmove-puzzles maze claims --json"),
        OutputSchema::of::<SearchObject>(
            "maze-counterexample",
            "deadmove-puzzles maze counterexample --json",
        ),
        OutputSchema::of::<GameObject>(
            "loops-referee",
            "a line of deadmove-puzzles loops referee --json",
        ),
        OutputSchema::of::<SolvedGames>("loops-solve", "deadmove-puzzles loops solve --json"),
        OutputSchema::of::<GameClaims>("loops-verify", "deadmove-puzzles loops verify --json"),
    ]
}
