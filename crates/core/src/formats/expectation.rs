//! The verdict a case file expects: the position's, and what it says beyond.
//!
//! Plain data. Comparing it with what was found belongs to the command that found it.

use crate::board::Move;
use crate::reason::Reason;
use crate::verdict::Verdict;

/// The words for the kinds of [`Reason`], in case files and in output, cheapest first.
pub const REASON_KINDS: [&str; 6] =
    ["dead-end", "cut-off", "colour", "deduction", "loops", "search"];

/// The kind of a reason, one of [`REASON_KINDS`].
pub fn reason_kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::DeadEnd { .. } => REASON_KINDS[0],
        Reason::CutOff { .. } => REASON_KINDS[1],
        Reason::Colour { .. } => REASON_KINDS[2],
        Reason::Deduction(_) => REASON_KINDS[3],
        Reason::Loops { .. } => REASON_KINDS[4],
        Reason::Search { .. } => REASON_KINDS[5],
    }
}

/// What a case file says about its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// Live or dead, never unknown.
    pub verdict: Verdict,
    /// Verdicts of single legal moves, in the order U D L R; moves that are left out may be either.
    pub moves: Vec<(Move, Verdict)>,
    /// The turning point: how many steps of the path are still live.
    pub turning_point: Option<usize>,
    /// The fatal move; only with a turning point.
    pub fatal_move: Option<Move>,
    /// The kind of the reason, one of [`REASON_KINDS`]; only when dead.
    pub reason: Option<&'static str>,
}

/// What a case file demands of the rules under test about a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// They must forbid it.
    Forbid,
    /// They must not.
    Allow,
}

impl Expectation {
    /// Whether the file itself says that a move is live.
    pub(super) fn is_live(&self, direction: Move) -> bool {
        self.moves.contains(&(direction, Verdict::Live))
    }

    /// Expects the verdict and nothing beyond.
    pub fn of(verdict: Verdict) -> Expectation {
        Expectation {
            verdict,
            moves: Vec::new(),
            turning_point: None,
            fatal_move: None,
            reason: None,
        }
    }
}
