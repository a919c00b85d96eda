//! A set of moves for each live position: what a program allows there, for instance.

use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use super::bits::PackedPosition;
use super::{LiveEntry, LiveSet};
use deadmove_rules::moves::Moves;

/// Sets of moves, four bits each.
#[derive(Debug)]
pub struct MoveTable<'l> {
    live_set: &'l LiveSet,
    /// Layer by layer, in the order of [`LiveSet::layer`]: a byte for each stored position, with
    /// the moves of it in the low four bits and those of the transposed position in the high ones.
    layers: Vec<Vec<AtomicU8>>,
}

impl<'l> MoveTable<'l> {
    /// The table with these moves, as bits in the order U, D, L, R.
    pub fn new(live_set: &'l LiveSet, moves: impl Fn(LiveEntry) -> u8 + Sync) -> MoveTable<'l> {
        let byte = |entry: LiveEntry| {
            let other = live_set.transposed(entry).map_or(0, &moves);
            AtomicU8::new(moves(entry) | other << 4)
        };
        let layers = (1..=live_set.layers()).map(|drawn| live_set.layer(drawn).map(byte).collect());
        MoveTable { live_set, layers: layers.collect() }
    }

    /// The live set.
    pub fn live_set(&self) -> &'l LiveSet {
        self.live_set
    }

    /// The bytes of each layer.
    pub fn layers(&self) -> &[Vec<AtomicU8>] {
        &self.layers
    }

    /// The byte of a live position, and where in it its moves begin.
    fn place(&self, key: PackedPosition) -> (&AtomicU8, u32) {
        let location = self.live_set.locate(key).expect("a live position");
        let byte = &self.layers[location.drawn - 1][location.index];
        (byte, if location.transposed { 4 } else { 0 })
    }

    /// The moves of a live position.
    ///
    /// # Panics
    /// If it is not live.
    pub fn get(&self, key: PackedPosition) -> Moves {
        let (byte, at) = self.place(key);
        Moves::from_bits(byte.load(Ordering::Relaxed) >> at & 15)
    }

    /// Keeps the moves of a live position, which nobody else reads or writes meanwhile.
    ///
    /// # Panics
    /// If it is not live.
    pub fn set(&self, key: PackedPosition, moves: Moves) {
        let (byte, at) = self.place(key);
        byte.fetch_and(!(15 << at), Ordering::Relaxed);
        byte.fetch_or(moves.bits() << at, Ordering::Relaxed);
    }
}
