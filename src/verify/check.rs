//! What a check of rules on a board comes to: a verdict for each rule and one for the set.
//!
//! Plain data, the same for every engine. How an engine arrives at it lives beside it.

use std::path::PathBuf;

use serde::Serialize;

use crate::board::Move;
use crate::rule::model::Rule;

/// A rule to check: a rule of a file, or one claim of a family.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The file it stands in.
    pub file: PathBuf,
    /// The rule.
    pub rule: Rule,
}

/// The verdict on a rule, on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleVerdict {
    /// It forbids dead moves, and no live one.
    Sound,
    /// It forbids a live move.
    Unsound,
    /// It forbids no move of any live position: nothing was checked.
    Vacuous,
    /// The run ended before it was decided.
    Unknown,
}

/// The verdict on the set, on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SetVerdict {
    /// Together the rules forbid every dead move of every live position.
    Complete,
    /// They leave one allowed.
    Incomplete,
    /// The run ended before it was decided.
    Unknown,
}

/// A position and a move that refute a rule or a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The side of the board; for a rule the smallest on which it fails.
    pub size: usize,
    /// The path to the position, among the shortest that show it.
    pub path: Vec<Move>,
    /// The move that is forbidden though live, or allowed though dead.
    pub direction: Move,
}

/// What was found about one rule. Counts are of live positions, symmetric ones apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleResult {
    /// The verdict.
    pub verdict: RuleVerdict,
    /// How many ways its picture is laid on the board.
    pub placements: usize,
    /// Positions in which it matches.
    pub matches: u64,
    /// Dead moves it forbids.
    pub forbids_dead: u64,
    /// Live moves it forbids.
    pub forbids_live: u64,
    /// A live move it forbids, if there is one.
    pub counterexample: Option<Example>,
}

/// What was found about the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetResult {
    /// The verdict.
    pub verdict: SetVerdict,
    /// Dead moves of live positions.
    pub dead_moves: u64,
    /// Those that some rule forbids.
    pub forbidden: u64,
    /// Those that no rule forbids.
    pub allowed: u64,
    /// The simplest of those: fewest cells drawn.
    pub example: Option<Example>,
}

/// A check on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The side of the board.
    pub size: usize,
    /// Whether every position was looked at.
    pub complete: bool,
    /// In the order of the claims.
    pub rules: Vec<RuleResult>,
    /// The set as a whole.
    pub set: SetResult,
}
