//! Cheap reasons why a position is dead, for walks without rules: they step back from positions
//! that a walk with rules would not enter. Free cells are the bits of one number.

/// The masks of a square board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prune {
    side: u32,
    /// All cells but those of the first and of the last column.
    not_first: u128,
    not_last: u128,
    end: u128,
}

impl Prune {
    /// For boards of at most 128 cells.
    pub fn new(side: usize) -> Prune {
        let cells = side * side;
        let column: u128 = (0..side).map(|row| 1 << (row * side)).fold(0, |a, b| a | b);
        let all = u128::MAX >> (128 - cells);
        Prune {
            side: side as u32,
            not_first: all & !column,
            not_last: all & !(column << (side - 1)),
            end: 1 << (cells - 1),
        }
    }

    /// Whether some free cell has too few neighbours to be passed through, or cannot be reached.
    pub fn is_dead(&self, free: u128, live_end: usize) -> bool {
        let live_end = 1u128 << live_end;
        let usable = free | live_end;
        // Where the neighbour on that side is usable.
        let below = usable >> self.side;
        let above = usable << self.side;
        let right = (usable & self.not_first) >> 1;
        let left = (usable & self.not_last) << 1;
        let two = (below & above) | (left & right) | ((below | above) & (left | right));
        let one = below | above | left | right;
        if free & !self.end & !two != 0 || free & self.end & !one != 0 {
            return true;
        }
        let mut reached = live_end;
        loop {
            let more = usable
                & (reached
                    | reached >> self.side
                    | reached << self.side
                    | (reached & self.not_first) >> 1
                    | (reached & self.not_last) << 1);
            if more == reached {
                return reached != usable;
            }
            reached = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_core::board::Board;
    use deadmove_core::position::Position;
    use deadmove_core::verdict::Limits;
    use deadmove_engine::frontier;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn calls_nothing_dead_that_can_be_completed(
            turns in prop::collection::vec(0usize..3, 0..24),
        ) {
            let board = Board::corner_to_corner(5, 5).unwrap();
            let mut position = Position::start(board.into());
            for turn in turns {
                let Some(direction) = position.legal_moves().nth(turn) else { break };
                position.play(direction).unwrap();
            }
            let free = position.free().ones().fold(0u128, |bits, i| bits | 1 << i);
            let live_end = position.board().index(position.live_end());
            if Prune::new(5).is_dead(free, live_end) {
                let count = frontier::count(&position, &Limits::default()).unwrap();
                prop_assert_eq!(count, BigUint::ZERO);
            }
        }
    }
}
