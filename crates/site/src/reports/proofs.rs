//! What `prove --json` printed.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::replay;
use deadmove_core::board::{Letters, Move};
use deadmove_verify::check::Example;

/// A report of `prove`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ProofReport {
    /// One for each rule or member of a family and each move it forbids.
    pub claims: Vec<ProvedClaim>,
    /// Boards up to this side were searched for counterexamples.
    pub size: usize,
    /// The largest parameters of families.
    pub max: i64,
    /// Cases for each width of the window.
    pub splits: usize,
    /// The rows of families.
    #[serde(default)]
    pub families: Vec<ProvedRow>,
    /// The families for every choice of their parameters.
    #[serde(default)]
    pub every: Vec<ProvedFamily>,
}

/// The result of `prove` on a family for every choice of its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ProvedFamily {
    /// Its name.
    pub family: String,
    /// Its file.
    pub file: String,
    /// Whether all its claims are proved.
    pub proved: bool,
}

/// The result of `prove` on one move of a family, for one choice of parameters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ProvedRow {
    /// The name of the family.
    pub family: String,
    /// Its file.
    pub file: String,
    /// The parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The move.
    #[serde(rename = "move")]
    pub direction: String,
    /// Surpluses with which the family allows the move.
    pub stated: BTreeSet<i32>,
    /// Those with which it is not refuted.
    pub survives: BTreeSet<i32>,
}

/// The result of `prove` on a rule with one of its moves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ProvedClaim {
    /// The rule's name.
    pub rule: String,
    /// The rule file.
    pub file: String,
    /// BLAKE3 of the canonical text of the rule with this move alone, in hexadecimal digits.
    #[serde(default)]
    pub digest: String,
    /// The verdict.
    pub verdict: ProofVerdict,
    /// Proved, but the pattern occurs in no live position.
    pub vacuous: bool,
    /// The move.
    #[serde(rename = "move")]
    pub direction: String,
    /// Single conditions without which it is proved too, if that was asked.
    #[serde(default)]
    pub weaker: Option<Vec<String>>,
    /// A live position in which the move is live.
    #[serde(default)]
    pub counterexample: Option<ProofExample>,
}

/// A position and a move that refute a claim, as `prove` prints them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ProofExample {
    /// The side of the board.
    pub size: usize,
    /// The path to the position.
    pub path: Letters,
    /// The move.
    #[serde(rename = "move")]
    pub direction: Move,
}

impl ProofExample {
    /// The example, if it can be drawn on its board.
    pub fn example(&self) -> Option<Example> {
        let ProofExample { size, path, direction } = self;
        replay(*size, &path.0, Some(*direction)).ok()?;
        Some(Example { size: *size, path: path.0.clone(), direction: *direction })
    }
}

/// A verdict for all sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofVerdict {
    /// Wrong on some board.
    Refuted,
    /// Not decided.
    Open,
    /// True on every board.
    Proved,
}
