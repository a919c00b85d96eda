//! The transposition table: counts of the lines below a position, so that they need not be walked
//! again.
//!
//! Lines merge: 9×9 has 2.7 billion lines and 53 million live positions. The table has a
//! fixed size; of two positions that fall into one slot the later stays. What is forgotten is
//! walked again, so results do not depend on the size.

/// The counts of the lines below a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Below {
    pub completed: u64,
    pub stuck: u64,
}

/// A slot: a key, and the numbers of completed and stuck lines below its position. Of numbers
/// alone, since a vector of zeros then takes no memory before a slot is used, which a small board
/// never does with most of them.
type Slot = (u128, u64, u64);

/// The slots of the table.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable {
    slots: Vec<Slot>,
}

/// The most cells of a board such that a key has room for the live end.
pub(super) const MAX_CELLS: usize = 121;

/// A position in one number: its free cells and its live end. A full board has no lines below it
/// and is never looked up, so no key is 0.
pub(super) fn key((free, live_end): (u128, usize)) -> u128 {
    free | (live_end as u128) << MAX_CELLS
}

/// Spreads keys evenly over the low bits of a number.
pub(super) fn mix(key: u128) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let low = (key as u64).wrapping_mul(ODD);
    let mixed = (low ^ low >> 32 ^ (key >> 64) as u64).wrapping_mul(ODD);
    (mixed >> 20) as usize
}

impl TranspositionTable {
    /// A table of at most `memory` bytes; none if that is less than a slot, or if positions of the
    /// board do not fit in a key.
    pub fn new(cells: usize, memory: usize) -> Option<TranspositionTable> {
        let slots = memory / size_of::<Slot>();
        if cells > MAX_CELLS || slots == 0 {
            return None;
        }
        let slots = 1usize << slots.ilog2();
        Some(TranspositionTable { slots: vec![(0, 0, 0); slots] })
    }

    fn slot(&self, key: u128) -> usize {
        mix(key) & (self.slots.len() - 1)
    }

    pub fn get(&self, position: (u128, usize)) -> Option<Below> {
        let key = key(position);
        let (found, completed, stuck) = self.slots[self.slot(key)];
        (found == key).then_some(Below { completed, stuck })
    }

    pub fn set(&mut self, position: (u128, usize), below: Below) {
        let key = key(position);
        let slot = self.slot(key);
        self.slots[slot] = (key, below.completed, below.stuck);
    }
}
