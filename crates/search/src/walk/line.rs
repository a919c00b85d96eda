//! The line of a walk. Steps are drawn and taken back without allocating.

use fixedbitset::FixedBitSet;

use super::order::FIRST_HEADING;
use deadmove_core::board::{Board, Cell, Move};
use deadmove_rules::matcher::Matcher;
use deadmove_rules::moves::Moves;

/// The most cells of a board whose free cells fit in the bits of one number.
const BITS: usize = 128;

/// A line on a square board without blocked cells.
#[derive(Clone, Debug)]
pub(super) struct DrawnLine {
    side: usize,
    free: FixedBitSet,
    /// The free cells again as bits, on boards where they fit.
    bits: u128,
    small: bool,
    /// Index of the live end.
    cell: usize,
    path: Vec<Move>,
}

impl DrawnLine {
    /// Only the start cell, the upper-left corner, is drawn.
    pub fn new(board: &Board) -> DrawnLine {
        let cells = board.cells();
        let mut free = FixedBitSet::with_capacity(cells);
        free.insert_range(1..);
        let small = cells <= BITS;
        let bits = if small { (u128::MAX >> (BITS - cells)) & !1 } else { 0 };
        let side = usize::from(board.width());
        DrawnLine { side, free, bits, small, cell: 0, path: Vec::with_capacity(cells) }
    }

    /// Takes all steps back.
    pub fn clear(&mut self) {
        while self.back().is_some() {}
    }

    pub fn path(&self) -> &[Move] {
        &self.path
    }

    /// Whether every cell is drawn.
    pub fn is_full(&self) -> bool {
        self.path.len() + 1 == self.side * self.side
    }

    /// Free cells as bits and the live end, on boards of at most 128 cells.
    pub fn bits(&self) -> Option<(u128, usize)> {
        self.small.then_some((self.bits, self.cell))
    }

    /// The direction of the last step. A line without steps counts as coming from the left.
    pub fn heading(&self) -> Move {
        self.path.last().copied().unwrap_or(FIRST_HEADING)
    }

    fn next(&self, direction: Move) -> usize {
        match direction {
            Move::Up => self.cell - self.side,
            Move::Down => self.cell + self.side,
            Move::Left => self.cell - 1,
            Move::Right => self.cell + 1,
        }
    }

    /// The moves onto free cells; the end cell counts as free only if it is the last one.
    pub fn legal(&self) -> Moves {
        let last = self.side * self.side - 1;
        let ends = self.path.len() + 1 == last;
        self.onto_free().iter().filter(|&m| ends || self.next(m) != last).collect()
    }

    /// The moves onto free cells, the end cell among them.
    pub fn onto_free(&self) -> Moves {
        let cells = self.side * self.side;
        let (column, last) = (self.cell % self.side, self.side - 1);
        let inside = |direction| match direction {
            Move::Up => self.cell >= self.side,
            Move::Down => self.cell + self.side < cells,
            Move::Left => column > 0,
            Move::Right => column < last,
        };
        let open = |next: usize| self.free.contains(next);
        Move::ALL.into_iter().filter(|&m| inside(m) && open(self.next(m))).collect()
    }

    /// The legal moves that no rule forbids.
    pub fn allowed(&self, matcher: &mut Matcher<'_>) -> Moves {
        let legal = self.legal();
        let forbidden = if legal.is_empty() {
            Moves::NONE
        } else if self.small {
            matcher.forbidden_in_bits(self.bits, self.cell)
        } else {
            matcher.forbidden(&self.free, self.live_end())
        };
        legal.without(forbidden)
    }

    /// One of the legal moves that no rule forbids, if there is one; see [`Matcher::choose`].
    pub fn choose(
        &self,
        matcher: &mut Matcher<'_>,
        choose: impl FnMut(Moves) -> Move,
    ) -> Option<Move> {
        matcher.choose((&self.free, self.live_end()), self.legal(), choose)
    }

    fn live_end(&self) -> Cell {
        let (column, row) = (self.cell % self.side, self.cell / self.side);
        Cell::new(column as u16 + 1, row as u16 + 1)
    }

    /// Draws a legal step.
    pub fn step(&mut self, direction: Move) {
        self.cell = self.next(direction);
        self.mark(false);
        self.path.push(direction);
    }

    /// Takes the last step back, if there is one.
    pub fn back(&mut self) -> Option<Move> {
        let direction = self.path.pop()?;
        self.mark(true);
        self.cell = self.next(direction.opposite());
        Some(direction)
    }

    fn mark(&mut self, free: bool) {
        self.free.set(self.cell, free);
        if self.small {
            self.bits ^= 1 << self.cell;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_core::position::Position;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn steps_and_steps_back_leave_what_a_position_has(
            side in prop::sample::select(vec![3usize, 5, 11, 13]),
            turns in prop::collection::vec(0usize..5, 0..300),
        ) {
            let board = Board::corner_to_corner(side, side).unwrap();
            let mut line = DrawnLine::new(&board);
            for turn in turns {
                match line.legal().iter().nth(turn) {
                    Some(direction) => line.step(direction),
                    None => { line.back(); }
                }
                let position = Position::from_path(board.clone().into(), line.path()).unwrap();
                prop_assert_eq!(&line.free, position.free());
                prop_assert_eq!(line.cell, board.index(position.live_end()));
                let legal: Moves = position
                    .legal_moves()
                    .filter(|&m| {
                        position.free_count() == 1
                            || board.step(position.live_end(), m) != Some(board.end())
                    })
                    .collect();
                prop_assert_eq!(line.legal(), legal);
                if let Some((bits, _)) = line.bits() {
                    prop_assert!(
                        (0..board.cells()).all(|i| (bits >> i & 1 == 1) == line.free.contains(i))
                    );
                }
            }
        }
    }
}
