//! What a check of rules on a board comes to: a verdict for each rule and one for the set.
//!
//! Plain data, the same for every engine. How an engine arrives at it lives beside it.

use std::cmp::Ordering;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::limits::AT_THE_LIMIT;
use super::units::Units;
use deadmove_core::board::Move;
use deadmove_rules::RuleFile;
use deadmove_rules::load::LoadedRule;

/// How a check is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckEngine {
    /// Look at every live position of the board; up to 9×9.
    List,
    /// Decide every rule by formulae, on boards of any size; no counts, and nothing on the set.
    Sat,
}

impl CheckEngine {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            CheckEngine::List => "list",
            CheckEngine::Sat => "sat",
        }
    }
}

/// Which rule or claim of a family was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its name.
    pub name: String,
    /// The file it stands in, as it was asked for.
    pub file: String,
    /// BLAKE3 of its canonical text, in hexadecimal digits.
    pub digest: String,
}

impl Checked {
    /// Names a claim.
    pub fn of(claim: &LoadedRule) -> Checked {
        let text = RuleFile::Rule(claim.rule.clone()).write();
        Checked {
            name: claim.rule.head.name.clone(),
            file: claim.file.display().to_string(),
            digest: blake3::hash(text.as_bytes()).to_hex().to_string(),
        }
    }

    /// Whether it is the claim next to a limit, in place of the claim that states it.
    pub fn is_at_the_limit(&self) -> bool {
        self.name.ends_with(AT_THE_LIMIT)
    }

    /// Whether both mean the same rule, wherever it stands.
    pub fn is_same_rule(&self, other: &Checked) -> bool {
        (&self.name, &self.digest) == (&other.name, &other.digest)
    }
}

/// The verdict on a rule, on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SetVerdict {
    /// Together the rules forbid every dead move of every live position.
    Complete,
    /// They leave one allowed.
    Incomplete,
    /// The run ended before it was decided.
    Unknown,
}

/// A position and a move that refute a rule or a set. The order is that of simplicity: smaller
/// board, fewer cells drawn, then path and move in the order U D L R.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The side of the board; for a rule the smallest on which a failure was found.
    pub size: usize,
    /// The path to the position; from a list, among the shortest that show it.
    pub path: Vec<Move>,
    /// The move that is forbidden though live, or allowed though dead.
    pub direction: Move,
}

impl Ord for Example {
    fn cmp(&self, other: &Example) -> Ordering {
        let key = |e: &Example| (e.size, e.path.len());
        key(self)
            .cmp(&key(other))
            .then_with(|| (&self.path, self.direction).cmp(&(&other.path, other.direction)))
    }
}

impl PartialOrd for Example {
    fn partial_cmp(&self, other: &Example) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The simpler of two examples, by their order, if there is one.
pub fn simpler<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// What was found about one rule, in the units that are done. Counts are of live positions, symmetric
/// ones apart; `None` if the engine does not know them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleResult {
    /// The verdict.
    pub verdict: RuleVerdict,
    /// How many ways its picture is laid on the board.
    pub placements: usize,
    /// Positions in which it matches.
    pub matches: Option<u64>,
    /// Dead moves it forbids.
    pub forbids_dead: Option<u64>,
    /// Live moves it forbids.
    pub forbids_live: Option<u64>,
    /// A live move it forbids, if there is one.
    pub counterexample: Option<Example>,
    /// Time spent on it by the sat engine, in this run; no part of a report. The list engine holds all
    /// rules against a position at once.
    pub time: Option<Duration>,
}

/// What was found about the set, in the units that are done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetResult {
    /// The verdict.
    pub verdict: SetVerdict,
    /// Dead moves of live positions.
    pub dead_moves: Option<u64>,
    /// Those that some rule forbids.
    pub forbidden: Option<u64>,
    /// Those that no rule forbids.
    pub allowed: Option<u64>,
    /// The simplest of those.
    pub example: Option<Example>,
}

/// A check on one board, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The side of the board.
    pub size: usize,
    /// How it was done.
    pub engine: CheckEngine,
    /// The units it covers. List: a unit is a slice of a layer. Sat: one claim.
    pub units: Units,
    /// What was checked.
    pub claims: Vec<Checked>,
    /// In the order of the claims.
    pub rules: Vec<RuleResult>,
    /// The set as a whole.
    pub set: SetResult,
    /// Rule files that were asked for and say nothing about this board: their sizes leave it out.
    pub left_out: Vec<String>,
}

impl Check {
    /// Whether the set as a whole is in question: not if other claims stand in for those of the files.
    pub fn asks_for_the_set(&self) -> bool {
        !self.claims.iter().any(Checked::is_at_the_limit)
    }

    /// Whether every unit is done.
    pub fn complete(&self) -> bool {
        self.units.complete()
    }
}
