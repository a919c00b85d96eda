//! Text and JSON of results about sequences, mazes and loops.
//!
//! What does not live here: decisions, which are made in the crates of the puzzles, and reports
//! about boards and rules (`deadmove-report`).

pub mod loops;
pub mod maze;
mod maze_json;
pub mod sequence;

use deadmove_report::schema::OutputSchema;
use serde::Serialize;

fn to_json(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("plain data is serialisable")
}

/// The JSON schemas of the reports of this crate.
pub fn schemas() -> Vec<OutputSchema> {
    vec![
        OutputSchema::of::<sequence::VerifiedObject<'_>>(
            "sequence-verify",
            "deadmove-puzzles sequence verify --json",
        ),
        OutputSchema::of::<sequence::BoundsObject>(
            "sequence-shortest",
            "deadmove-puzzles sequence shortest --json",
        ),
        OutputSchema::of::<sequence::ShortenedObject>(
            "sequence-shorten",
            "deadmove-puzzles sequence shorten --json",
        ),
        OutputSchema::of::<sequence::RepairedObject>(
            "sequence-repair",
            "deadmove-puzzles sequence repair --json",
        ),
        OutputSchema::of::<sequence::CountObject>(
            "sequence-count",
            "deadmove-puzzles sequence count --json",
        ),
        OutputSchema::of::<maze_json::SolutionObject>("maze", "deadmove-puzzles maze --json"),
        OutputSchema::of::<maze_json::WhyObject>("maze-why", "deadmove-puzzles maze --why --json"),
        OutputSchema::of::<maze_json::ClaimsObject>(
            "maze-claims",
            "deadmove-puzzles maze claims --json",
        ),
        OutputSchema::of::<maze_json::SearchObject>(
            "maze-counterexample",
            "deadmove-puzzles maze counterexample --json",
        ),
        OutputSchema::of::<loops::GameObject<'_>>(
            "loops-referee",
            "a line of deadmove-puzzles loops referee --json",
        ),
        OutputSchema::of::<loops::SolvedObject>(
            "loops-solve",
            "deadmove-puzzles loops solve --json",
        ),
        OutputSchema::of::<loops::FactsObject<'_>>(
            "loops-verify",
            "deadmove-puzzles loops verify --json",
        ),
    ]
}
