//! What a rule set says about one position, beside what is true there.

use std::collections::BTreeSet;

use deadmove_core::board::{Cell, Move};
use deadmove_core::position::Position;
use deadmove_core::verdict::Verdict;
use deadmove_engine::judge::{Answer, Judgement};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::geometry::Offset;
use deadmove_rules::matcher::Match;
use deadmove_rules::model::{Rule, Segment};

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
    /// Dead in a live position, and no rule says so: the set is incomplete.
    Missed,
    /// Dead like the whole position, and no rule says so: it was due before the fatal move.
    TooLate,
    /// The engine reached a limit.
    Unknown,
}

/// A region as it lies on the board, its segment included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Number of cells.
    pub cells: usize,
    /// White cells minus black cells; black is the colour of the live end.
    pub surplus: i64,
}

/// Measures the region beside a segment, given in board directions: the segment's cells and what
/// can be reached from the cells on its side without crossing it.
pub fn measure(position: &Position, segment: &Segment) -> Measure {
    let board = position.board();
    let on_board = |offset: Offset| offset.on(board, position.live_end());
    let mut region: BTreeSet<Cell> = segment.cells.iter().copied().filter_map(on_board).collect();
    let mut open: Vec<Cell> = segment.side_cells().into_iter().filter_map(on_board).collect();
    while let Some(cell) = open.pop() {
        if position.is_free(cell) && region.insert(cell) {
            open.extend(board.neighbours(cell).map(|(_, next)| next));
        }
    }
    let white = region.iter().filter(|c| c.parity() != position.live_end().parity()).count();
    Measure { cells: region.len(), surplus: 2 * white as i64 - region.len() as i64 }
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
        let lost = self.judgement.answer.verdict() == Verdict::Dead;
        self.judgement.moves.iter().map(move |(direction, answer)| {
            let forbidden = self.forbidding(*direction).next().is_some();
            let finding = match (answer.verdict(), forbidden) {
                (Verdict::Dead, true) => Finding::Forbidden,
                (Verdict::Live, false) => Finding::Allowed,
                (Verdict::Live, true) => Finding::OverForbidden,
                (Verdict::Dead, false) if lost => Finding::TooLate,
                (Verdict::Dead, false) => Finding::Missed,
                (Verdict::Unknown, _) => Finding::Unknown,
            };
            (*direction, answer, finding)
        })
    }
}
