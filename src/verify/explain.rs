//! What a rule set says about one position, beside what is true there.

use crate::board::Move;
use crate::judge::{Answer, Judgement};
use crate::position::Position;
use crate::rule::compile::RuleSet;
use crate::rule::matcher::Match;
use crate::rule::model::Rule;
use crate::verdict::Verdict;

/// A rule set held against a position.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The truth about the position.
    pub judgement: Judgement,
    /// Every rule that matches, in every placement in which it does; some may forbid no legal move.
    pub matches: Vec<Match>,
}

/// What the rules make of one legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Dead, and forbidden.
    Forbidden,
    /// Live, and allowed.
    Allowed,
    /// Live, but a rule forbids it: that rule is unsound.
    OverForbidden,
    /// Dead, and no rule says so: the set is incomplete.
    Missed,
    /// The engine reached a limit.
    Unknown,
}

/// Holds rules against a judged position.
pub fn explain(position: &Position, judgement: Judgement, rules: &[Rule]) -> Explanation {
    let set = RuleSet::compile(rules, position.board());
    let matches = set.matcher().matches(position);
    Explanation { judgement, matches }
}

impl Explanation {
    /// The matches that forbid a move.
    pub fn forbidding(&self, direction: Move) -> impl Iterator<Item = &Match> + Clone {
        self.matches.iter().filter(move |found| found.moves.contains(direction))
    }

    /// Every legal move with the engine's answer and what the rules make of it.
    pub fn findings(&self) -> impl Iterator<Item = (Move, &Answer, Finding)> {
        self.judgement.moves.iter().map(|(direction, answer)| {
            let forbidden = self.forbidding(*direction).next().is_some();
            let finding = match (answer.verdict(), forbidden) {
                (Verdict::Dead, true) => Finding::Forbidden,
                (Verdict::Live, false) => Finding::Allowed,
                (Verdict::Live, true) => Finding::OverForbidden,
                (Verdict::Dead, false) => Finding::Missed,
                (Verdict::Unknown, _) => Finding::Unknown,
            };
            (*direction, answer, finding)
        })
    }
}
