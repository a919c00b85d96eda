//! The state of a sweep as one number: for each slot of the frontier, whether its edge is used, and
//! the slot of the other end of the piece of the line that uses it (its mate).
//!
//! Every edge between taken and untaken vertices has a slot while it is on the frontier. A piece
//! has two ends, so the mates are a canonical form that needs no renumbering.

use std::hash::Hash;

/// The edge is not used.
pub const UNUSED: u8 = 0;
/// The other end of the piece is the live end or the end cell.
pub const TERMINAL: u8 = 1;

/// The value of a slot whose piece has its other end at `slot`.
pub const fn mate(slot: u8) -> u8 {
    slot + 2
}

/// A packed array of slots; each holds [`UNUSED`], [`TERMINAL`] or the [`mate`] value of another.
pub trait StateKey: Copy + Eq + Hash {
    /// How many slots fit.
    const SLOTS: usize;
    /// No slot used.
    const EMPTY: Self;
    /// The value of a slot.
    fn get(self, slot: u8) -> u8;
    /// Overwrites a slot.
    fn set(&mut self, slot: u8, value: u8);
    /// 64 well-mixed bits.
    fn mix(self) -> u64;
}

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
    (product >> 64) as u64 ^ product as u64
}

impl StateKey for u64 {
    const SLOTS: usize = 14;
    const EMPTY: u64 = 0;

    fn get(self, slot: u8) -> u8 {
        (self >> (4 * slot)) as u8 & 15
    }

    fn set(&mut self, slot: u8, value: u8) {
        let shift = 4 * slot;
        *self = *self & !(15 << shift) | u64::from(value) << shift;
    }

    fn mix(self) -> u64 {
        fold(self, 0x2545_f491_4f6c_dd1d)
    }
}

impl StateKey for u128 {
    const SLOTS: usize = 25;
    const EMPTY: u128 = 0;

    fn get(self, slot: u8) -> u8 {
        (self >> (5 * slot)) as u8 & 31
    }

    fn set(&mut self, slot: u8, value: u8) {
        let shift = 5 * slot;
        *self = *self & !(31 << shift) | u128::from(value) << shift;
    }

    fn mix(self) -> u64 {
        fold(self as u64, (self >> 64) as u64)
    }
}

/// Ten slots of six bits per word, for sweeps that are wide but have few states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide([u64; 4]);

impl StateKey for Wide {
    const SLOTS: usize = 40;
    const EMPTY: Wide = Wide([0; 4]);

    fn get(self, slot: u8) -> u8 {
        (self.0[usize::from(slot / 10)] >> (6 * (slot % 10))) as u8 & 63
    }

    fn set(&mut self, slot: u8, value: u8) {
        let shift = 6 * (slot % 10);
        let word = &mut self.0[usize::from(slot / 10)];
        *word = *word & !(63 << shift) | u64::from(value) << shift;
    }

    fn mix(self) -> u64 {
        let [a, b, c, d] = self.0;
        fold(fold(a, b), fold(c, d).rotate_left(32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps_every_slot_apart<K: StateKey + std::fmt::Debug>() {
        let mut key = K::EMPTY;
        let slots = 0..K::SLOTS as u8;
        for slot in slots.clone() {
            key.set(slot, mate(K::SLOTS as u8 - 1 - slot));
        }
        for slot in slots.clone() {
            assert_eq!(key.get(slot), mate(K::SLOTS as u8 - 1 - slot));
        }
        for slot in slots {
            key.set(slot, TERMINAL);
            assert_eq!(key.get(slot), TERMINAL);
            key.set(slot, UNUSED);
        }
        assert_eq!(key, K::EMPTY);
    }

    #[test]
    fn every_key_keeps_every_slot_apart() {
        keeps_every_slot_apart::<u64>();
        keeps_every_slot_apart::<u128>();
        keeps_every_slot_apart::<Wide>();
    }
}
