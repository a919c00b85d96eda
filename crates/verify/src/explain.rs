//! What a rule set or a program says about one position, compared with the truth; or, rules, with
//! what a case demands of them: to forbid some moves, and to leave others alone.

use std::collections::BTreeSet;

use deadmove_core::board::{Cell, Move};
use deadmove_core::formats::Demand;
use deadmove_core::position::Position;
use deadmove_core::verdict::Verdict;
use deadmove_engine::judge::{EngineAnswer, Judgement};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::geometry::Offset;
use deadmove_rules::matcher::Match;
use deadmove_rules::model::{Rule, Segment};
use deadmove_rules::moves::Moves;

/// What a rule set says about a position.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The verdicts on the position and its moves.
    pub judgement: Judgement,
    /// Every match of every rule, one for each placement; some may forbid no legal move.
    pub matches: Vec<Match>,
    /// The moves that a program allows, if one was asked in place of rules.
    pub allowed: Option<Moves>,
    /// The move that enters the end cell while other cells are free, if there is one.
    early_end: Option<Move>,
}

/// How what the rules say about one legal move compares with its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStatus {
    /// Dead, and forbidden.
    Forbidden,
    /// Live, and allowed.
    Allowed,
    /// Live, but a rule forbids it: that rule is unsound.
    OverForbidden,
    /// Dead in a live position, but no rule forbids it: the set is incomplete.
    Uncovered,
    /// Dead in a live position because it enters the end cell before the line is complete. No rule
    /// has to forbid it: no walk takes it.
    EarlyEnd,
    /// Dead like the whole position, and no rule forbids it. A rule was needed at the fatal move.
    TooLate,
    /// The engine reached a limit.
    Unknown,
}

/// The size and the surplus of a region on the board, its segment included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Number of cells.
    pub cells: usize,
    /// White cells minus black cells; black is the colour of the live end.
    pub surplus: i64,
}

/// The region beside a segment, which is given in board directions: the cells of the segment and
/// the free cells reachable from its side without crossing it.
pub fn region_beside(position: &Position, segment: &Segment) -> BTreeSet<Cell> {
    let board = position.board();
    let on_board = |offset: Offset| offset.on(board, position.live_end());
    let mut region: BTreeSet<Cell> = segment.cells.iter().copied().filter_map(on_board).collect();
    let mut open: Vec<Cell> = segment.side_cells().into_iter().filter_map(on_board).collect();
    while let Some(cell) = open.pop() {
        if position.is_free(cell) && region.insert(cell) {
            open.extend(board.neighbours(cell).map(|(_, next)| next));
        }
    }
    region
}

/// Measures the region beside a segment.
pub fn measure(position: &Position, segment: &Segment) -> Measure {
    let region = region_beside(position, segment);
    let white = region.iter().filter(|c| c.parity() != position.live_end().parity()).count();
    Measure { cells: region.len(), surplus: 2 * white as i64 - region.len() as i64 }
}

/// Matches rules against a judged position.
pub fn explain(position: &Position, judgement: Judgement, rules: &[Rule]) -> Explanation {
    let matches = RuleSet::matches(rules, position);
    Explanation { matches, ..explain_answer(position, judgement, None) }
}

/// Compares the moves that a program allows in a judged position with the truth.
pub fn explain_answer(
    position: &Position,
    judgement: Judgement,
    allowed: Option<Moves>,
) -> Explanation {
    let board = position.board();
    let onto_end = |&step: &Move| board.step(position.live_end(), step) == Some(board.end());
    let early_end = position.legal_moves().find(onto_end).filter(|_| position.free_count() > 1);
    Explanation { judgement, matches: Vec::new(), allowed, early_end }
}

/// The first match of a rule that forbids a move of a position.
pub fn forbidding_match(position: &Position, step: Move, rule: &Rule) -> Option<Match> {
    let matches = RuleSet::matches(std::slice::from_ref(rule), position);
    matches.into_iter().find(|found| found.moves.contains(step))
}

impl Explanation {
    /// The matches that forbid a move.
    pub fn forbidding(&self, direction: Move) -> impl Iterator<Item = &Match> + Clone {
        self.matches.iter().filter(move |found| found.moves.contains(direction))
    }

    /// Every legal move with the engine's answer and its status under the rules.
    pub fn statuses(&self) -> impl Iterator<Item = (Move, &EngineAnswer, MoveStatus)> {
        let lost = self.judgement.answer.verdict() == Verdict::Dead;
        self.judgement.moves.iter().map(move |(direction, answer)| {
            let forbidden = match self.allowed {
                Some(allowed) => !allowed.contains(*direction),
                None => self.forbidding(*direction).next().is_some(),
            };
            let status = match (answer.verdict(), forbidden) {
                (Verdict::Dead, true) => MoveStatus::Forbidden,
                (Verdict::Live, false) => MoveStatus::Allowed,
                (Verdict::Live, true) => MoveStatus::OverForbidden,
                (Verdict::Dead, false) if lost => MoveStatus::TooLate,
                (Verdict::Dead, false)
                    if self.early_end == Some(*direction) && self.allowed.is_none() =>
                {
                    MoveStatus::EarlyEnd
                }
                (Verdict::Dead, false) => MoveStatus::Uncovered,
                (Verdict::Unknown, _) => MoveStatus::Unknown,
            };
            (*direction, answer, status)
        })
    }
}

/// A demand that rules do not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmetDemand {
    /// The move.
    pub direction: Move,
    /// What is demanded.
    pub demand: Demand,
    /// The rules that forbid the move, as numbers; none where it should be forbidden.
    pub forbidden_by: BTreeSet<usize>,
}

/// The demands that are not met by the `matches` of all rules.
pub fn unmet_demands(demands: &[(Move, Demand)], matches: &[Match]) -> Vec<UnmetDemand> {
    let check = |&(direction, demand): &(Move, Demand)| {
        let forbidding = matches.iter().filter(|found| found.moves.contains(direction));
        let forbidden_by: BTreeSet<usize> = forbidding.map(|found| found.rule).collect();
        let met = forbidden_by.is_empty() == (demand == Demand::Allow);
        (!met).then_some(UnmetDemand { direction, demand, forbidden_by })
    };
    demands.iter().filter_map(check).collect()
}
