//! Rules and patterns in one placement, and whether their cells are as a position has them.

use super::geometry::{Offset, Placement};
use super::model::{CellTest, Pattern, Rule};
use super::moves::Moves;
use deadmove_core::position::Position;

impl Pattern {
    /// Whether all cells are as wanted in a position, in one placement.
    pub fn cells_hold(&self, placement: Placement, position: &Position) -> bool {
        let holds = |cell, test: CellTest| test.holds(placement.offset(cell), position);
        let free = self.segments.iter().flat_map(|s| &s.cells);
        let free = free.chain(self.forced_lines.iter().flatten());
        self.cells.iter().all(|(&cell, &test)| holds(cell, test))
            && free.clone().all(|&cell| holds(cell, CellTest::Free))
    }
}

impl CellTest {
    /// Whether a cell is as wanted in a position.
    pub fn holds(self, cell: Offset, position: &Position) -> bool {
        let board = position.board();
        let place = cell.on(board, position.live_end());
        let is_free = place.is_some_and(|cell| position.is_free(cell));
        match self {
            CellTest::Free => is_free,
            CellTest::FreeNotEnd => is_free && place != Some(board.end()),
            CellTest::Wall => !is_free,
            CellTest::Outside => place.is_none(),
            CellTest::OnBoard => place.is_some(),
            CellTest::Drawn => place.is_some_and(|cell| !is_free && !board.is_blocked(cell)),
        }
    }
}

/// A rule in one placement, in board directions. Two rules in given placements have the same
/// conditions and moves exactly if these are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacedRule {
    /// The pattern.
    pub pattern: Pattern,
    /// The exceptions.
    pub unless: Vec<Pattern>,
    /// The forbidden moves.
    pub moves: Moves,
    /// Moves that are not forbidden when their cell is in the region of a segment, by its number
    /// in the pattern.
    pub exempt: Vec<(Moves, u32)>,
}

impl PlacedRule {
    /// A rule in one placement.
    pub fn new(rule: &Rule, placement: Placement) -> PlacedRule {
        let mut unless: Vec<Pattern> = rule.unless.iter().map(|p| p.placed(placement)).collect();
        unless.sort();
        unless.dedup();
        let mut exempt = Vec::new();
        for forbidden in &rule.forbids {
            let moves = Moves::only(placement.direction(forbidden.direction));
            exempt.extend(forbidden.unless_in.iter().map(|&segment| (moves, segment as u32)));
        }
        exempt.sort_unstable();
        PlacedRule {
            pattern: rule.pattern.placed(placement),
            unless,
            moves: rule.forbids.iter().map(|f| placement.direction(f.direction)).collect(),
            exempt,
        }
    }
}
