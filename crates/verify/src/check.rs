//! The result of checking rules on a board: a verdict for each rule and one for the set.
//!
//! Plain data, the same for every engine. The engines are in [`super::check_live_set`] and
//! [`super::check_claims`]. Here is also which claims show that limits on surpluses are the best
//! possible ones: if they are, the claims made here are wrong.

use std::cmp::Ordering;
use std::time::Duration;

use super::chunks::Chunks;
use deadmove_core::board::Move;
use deadmove_core::files::Shown;
use deadmove_rules::load::LoadedRule;
use deadmove_rules::model::{RegionTest, Rule};
use deadmove_rules::text::write_rule;

/// How a check is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckEngine {
    /// Checks every live position of the board; up to 9×9.
    List,
    /// Decides every rule by formulas, on boards of any size. No counts, no verdict on the set.
    Sat,
}

impl CheckEngine {
    /// Its name in options and reports.
    pub(crate) const fn word(self) -> &'static str {
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
    /// Its file, as named on the command line or found in a folder.
    pub file: String,
    /// Its [`digest`].
    pub digest: String,
    /// The lemmas it consists of, which read the whole board; none for a rule with a picture.
    pub lemmas: Vec<String>,
}

/// BLAKE3 of the canonical text of a rule, in hexadecimal digits.
pub fn digest(rule: &Rule) -> String {
    blake3::hash(write_rule(rule).as_bytes()).to_hex().to_string()
}

impl Checked {
    /// The name of a claim.
    pub fn of(claim: &LoadedRule) -> Checked {
        Checked {
            name: claim.rule.head.name.clone(),
            file: claim.file.shown(),
            digest: digest(&claim.rule),
            lemmas: claim.rule.lemmas.names().map(str::to_owned).collect(),
        }
    }

    /// Whether it is the claim next to a limit; see [`at_the_limit`].
    pub fn is_at_the_limit(&self) -> bool {
        self.name.ends_with(AT_THE_LIMIT)
    }

    /// Whether both are the same rule, perhaps in different files.
    pub fn is_same_rule(&self, other: &Checked) -> bool {
        (&self.name, &self.digest) == (&other.name, &other.digest)
    }
}

/// The verdict on a rule, on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleVerdict {
    /// It forbids dead moves, and no live one.
    Sound,
    /// It forbids at least one live move.
    Unsound,
    /// It forbids no move of any live position: nothing was checked. See [`Vacuity`].
    Vacuous,
    /// The run ended first.
    Unknown,
}

/// Why a rule is vacuous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vacuity {
    /// It matches no live position.
    NeverMatched,
    /// It matches, but the moves it would forbid are no legal moves there.
    NothingToForbid,
}

/// The verdict on the set, on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetVerdict {
    /// Together the rules forbid every dead move of every live position, except perhaps moves that
    /// enter the end cell before the line is complete: no walk takes those.
    Complete,
    /// They allow at least one of these moves.
    Incomplete,
    /// The run ended first.
    Unknown,
}

/// A position and a move that refute a rule or a set. Simpler examples come first in the order: the
/// smaller board, then fewer cells drawn, then path and move in the order U D L R.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The side of the board. For a rule it is the smallest on which a counterexample was found.
    pub size: usize,
    /// The path to the position. The list engine gives a shortest one that shows the failure.
    pub path: Vec<Move>,
    /// The move: live but forbidden, or dead but allowed.
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

/// The smaller of two values, for examples the simpler one; `None` if there is none.
pub fn simpler<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The result for one rule in the finished chunks. Counts are of live positions, where symmetric
/// ones count separately; `None` if the engine does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleResult {
    /// The verdict.
    pub verdict: RuleVerdict,
    /// The number of ways in which its picture is placed on the board.
    pub placements: usize,
    /// Positions in which it matches.
    pub matches: Option<u64>,
    /// Dead moves it forbids.
    pub forbids_dead: Option<u64>,
    /// Live moves it forbids.
    pub forbids_live: Option<u64>,
    /// A live move it forbids, if there is one.
    pub counterexample: Option<Example>,
    /// Time the sat engine spent on it in this run; not part of reports. The list engine checks all
    /// rules against a position at once.
    pub time: Option<Duration>,
}

impl RuleResult {
    /// Why it is vacuous; `None` if it is not, or if the engine does not tell.
    pub fn vacuity(&self) -> Option<Vacuity> {
        match (self.verdict, self.matches) {
            (RuleVerdict::Vacuous, Some(0)) => Some(Vacuity::NeverMatched),
            (RuleVerdict::Vacuous, Some(_)) => Some(Vacuity::NothingToForbid),
            _ => None,
        }
    }
}

/// The result for the set in the finished chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetResult {
    /// The verdict.
    pub verdict: SetVerdict,
    /// Dead moves of live positions.
    pub dead_moves: Option<u64>,
    /// Those that some rule forbids.
    pub forbidden: Option<u64>,
    /// Those that no rule forbids, early ends left out.
    pub allowed: Option<u64>,
    /// Those that no rule forbids and that enter the end cell before the line is complete.
    pub early_ends: Option<u64>,
    /// The simplest of those that are allowed.
    pub example: Option<Example>,
}

/// A check on one board, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The side of the board.
    pub size: usize,
    /// How it was done.
    pub engine: CheckEngine,
    /// The finished chunks. List: a chunk is a slice of a layer. Sat: one claim.
    pub chunks: Chunks,
    /// What was checked.
    pub claims: Vec<Checked>,
    /// In the order of the claims.
    pub rules: Vec<RuleResult>,
    /// The set as a whole.
    pub set: SetResult,
    /// Requested rule files whose sizes leave this board out.
    pub left_out: Vec<String>,
}

impl Check {
    /// Whether the set as a whole is judged: not if claims at the limit replace those of the files.
    pub fn asks_for_the_set(&self) -> bool {
        !self.claims.iter().any(Checked::is_at_the_limit)
    }

    /// Whether every chunk is done.
    pub fn complete(&self) -> bool {
        self.chunks.complete()
    }
}

/// The end of the name of a claim at its limit.
pub const AT_THE_LIMIT: &str = ", at the limit";

/// The claim next to a limit: it forbids the same moves at the extreme surplus that the rule still
/// allows. If that claim is wrong on a board, no stricter limit is right there. `None` if the rule
/// states no limit or several.
pub fn at_the_limit(rule: &Rule) -> Option<Rule> {
    let limit = match rule.pattern.segments.first()?.tests[..] {
        [RegionTest::Surplus { from: Some(k), to: None, inside: true }] => k - 1,
        [RegionTest::Surplus { from: None, to: Some(k), inside: true }] => k + 1,
        _ => return None,
    };
    let mut next = rule.clone();
    next.head.name.push_str(AT_THE_LIMIT);
    next.pattern.segments[0].tests = vec![RegionTest::surplus_is(limit)];
    Some(next)
}

/// The claims next to the limits of all claims that state one.
pub fn all_at_the_limit(claims: &[LoadedRule]) -> Vec<LoadedRule> {
    let at_the_limit = |claim: &LoadedRule| {
        at_the_limit(&claim.rule).map(|rule| LoadedRule { file: claim.file.clone(), rule })
    };
    claims.iter().filter_map(at_the_limit).collect()
}
