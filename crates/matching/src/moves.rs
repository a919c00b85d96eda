//! A set of moves in one byte.

use std::fmt;

use deadmove_core::board::Move;

/// A set of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moves(u8);

impl Moves {
    /// No move.
    pub const NONE: Moves = Moves(0);
    /// All four.
    pub const ALL: Moves = Moves(0b1111);

    /// The set of one move.
    pub const fn only(m: Move) -> Moves {
        Moves(1 << m as u8)
    }

    /// The set whose members are the set bits among the low four, in the order U D L R.
    pub const fn from_bits(bits: u8) -> Moves {
        Moves(bits & 0b1111)
    }

    /// The set as bits, as in [`Moves::from_bits`].
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether `m` is in the set.
    pub const fn contains(self, m: Move) -> bool {
        self.0 >> m as u8 & 1 == 1
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of moves.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Moves in either set.
    pub const fn or(self, other: Moves) -> Moves {
        Moves(self.0 | other.0)
    }

    /// Moves in both sets.
    pub const fn and(self, other: Moves) -> Moves {
        Moves(self.0 & other.0)
    }

    /// Moves in this set but not in the other.
    pub const fn without(self, other: Moves) -> Moves {
        Moves(self.0 & !other.0)
    }

    /// The moves in the order U D L R.
    pub fn iter(self) -> impl Iterator<Item = Move> {
        Move::ALL.into_iter().filter(move |&m| self.contains(m))
    }
}

impl FromIterator<Move> for Moves {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        moves.into_iter().fold(Moves::NONE, |set, m| set.or(Moves::only(m)))
    }
}

impl fmt::Display for Moves {
    /// The letters, for example `UR`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|m| write!(f, "{m}"))
    }
}
