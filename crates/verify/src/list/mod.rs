//! The list: every live position of an odd n×n board from corner to corner, with its live moves.
//!
//! Positions are merged by free cells and live end, and kept up to transposition. Only the lower
//! half of the layers is stored; the upper half is the same seen from the other end.

pub mod bits;
pub mod file;
mod layers;
pub mod memory;
pub mod open;
pub mod packed;

use rayon::prelude::*;

use bits::{Grid, Key, MAX_SIDE};
use deadmove_core::board::Move;
use layers::{Layer, transpose_links};

/// Why there is no list for a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeError {
    /// An even side: the corners have equal colours and no line joins them.
    Even,
    /// A side above 9: the list would not fit in any memory.
    TooLarge,
    /// A side of 0.
    Empty,
}

impl std::fmt::Display for SizeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            SizeError::Even => {
                "an even board has no line from corner to corner and so no live position"
            }
            SizeError::TooLarge => "lists of all live positions reach up to 9×9",
            SizeError::Empty => "a board of side 0 has no positions",
        })
    }
}

impl std::error::Error for SizeError {}

/// Every live position of a board.
#[derive(Debug, PartialEq, Eq)]
pub struct List {
    grid: Grid,
    lower: Vec<Layer>,
}

/// One live position with its live moves, as a set of bits in the order U D L R.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub key: Key,
    /// Which moves lead to a live position.
    pub live_moves: u8,
}

/// Where a position stands on the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its layer: the number of drawn cells.
    pub drawn: usize,
    /// Its number in the layer.
    pub index: usize,
    /// Whether it is the transposed position that stands there.
    pub transposed: bool,
}

/// The size of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Live positions.
    pub live_positions: u64,
    /// The same up to transposition.
    pub up_to_transposition: u64,
    /// Moves from a live position to a live one.
    pub live_moves: u64,
    /// Legal moves from a live position to a dead one.
    pub dead_moves: u64,
}

/// The largest side with a list.
pub const MAX_LIST_SIDE: usize = 9;
const _: () = assert!(MAX_LIST_SIDE <= MAX_SIDE);

impl List {
    /// Lists the live positions of the n×n board. `progress` hears of every layer done.
    pub fn build(n: usize, progress: &(dyn Fn(usize) + Sync)) -> Result<List, SizeError> {
        List::has_side(n)?;
        let grid = Grid::new(n);
        let lower = layers::lower_half(&grid, progress);
        Ok(List { grid, lower })
    }

    /// Whether there is a list for a side.
    pub fn has_side(n: usize) -> Result<(), SizeError> {
        match n {
            0 => Err(SizeError::Empty),
            n if n % 2 == 0 => Err(SizeError::Even),
            n if n > MAX_LIST_SIDE => Err(SizeError::TooLarge),
            _ => Ok(()),
        }
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Number of layers: the number of cells.
    pub fn layers(&self) -> usize {
        self.grid.side() * self.grid.side()
    }

    /// The live positions with `drawn` cells drawn (from 1), up to transposition.
    pub fn layer(&self, drawn: usize) -> impl IndexedParallelIterator<Item = Entry> + '_ {
        self.slice(drawn, 0, usize::MAX)
    }

    /// At most `len` of the positions of [`List::layer`], from the one with number `first` on.
    pub fn slice(
        &self,
        drawn: usize,
        first: usize,
        len: usize,
    ) -> impl IndexedParallelIterator<Item = Entry> + '_ {
        let upper = drawn > self.lower.len();
        let layer = &self.lower[if upper { self.layers() - drawn } else { drawn - 1 }];
        let end = first.saturating_add(len).min(layer.keys.len());
        let first = first.min(end);
        let keys = layer.keys[first..end].par_iter();
        keys.zip(&layer.links[first..end]).map(move |(&key, &links)| {
            if upper {
                Entry { key: self.grid.reverse(key), live_moves: links >> 4 }
            } else {
                Entry { key, live_moves: links & 15 }
            }
        })
    }

    /// Whether a position is on the list.
    pub fn contains(&self, key: Key) -> bool {
        self.place(key).is_some()
    }

    /// Where a position, or the transposed one, stands on the list; none if it does not.
    pub fn place(&self, key: Key) -> Option<Place> {
        let drawn = self.layers() - key.free().count_ones() as usize;
        let upper = drawn > self.lower.len();
        let (layer, seen) =
            if upper { (self.layers() - drawn, self.grid.reverse(key)) } else { (drawn - 1, key) };
        let canonical = self.grid.canonical(seen);
        let index = self.lower[layer].keys.binary_search(&canonical).ok()?;
        Some(Place { drawn, index, transposed: canonical != seen })
    }

    /// The position after a step; none if its cell is not free.
    pub fn after(&self, key: Key, direction: Move) -> Option<Key> {
        layers::step(&self.grid, key, direction)
    }

    /// The positions, dead or live, that one step leads from to this one, with that step.
    pub fn before(&self, key: Key) -> impl Iterator<Item = (Move, Key)> + '_ {
        let live_end = 1u128 << key.live_end();
        let drawn = self.grid.all() & !key.free() & !live_end;
        Move::ALL.into_iter().filter_map(move |direction| {
            let from = self.grid.shift(live_end, direction.opposite()) & drawn;
            let cell = from.trailing_zeros() as usize;
            (from != 0).then(|| (direction, Key::new(key.free() | live_end, cell)))
        })
    }

    /// A path from the start to a position on the list.
    ///
    /// # Panics
    /// If the position is not on the list.
    pub fn path_to(&self, key: Key) -> Vec<Move> {
        let mut path = Vec::new();
        let mut key = key;
        while key.live_end() != 0 {
            let (direction, before) = self
                .before(key)
                .find(|&(_, before)| self.contains(before))
                .expect("a live position is reached from a live one");
            path.push(direction);
            key = before;
        }
        path.reverse();
        path
    }

    /// The transposed entry, unless the position is its own transpose.
    pub fn transposed(&self, entry: Entry) -> Option<Entry> {
        let key = self.grid.transpose(entry.key);
        (key != entry.key).then(|| Entry { key, live_moves: transpose_links(entry.live_moves) })
    }

    /// The legal moves of a position, as bits in the order U D L R.
    pub fn legal_moves(&self, key: Key) -> u8 {
        Move::ALL
            .into_iter()
            .enumerate()
            .filter(|&(_, direction)| layers::step(&self.grid, key, direction).is_some())
            .fold(0, |bits, (at, _)| bits | 1 << at)
    }

    /// Counts positions and moves.
    pub fn totals(&self) -> Totals {
        let sum = |a: Totals, b: Totals| Totals {
            live_positions: a.live_positions + b.live_positions,
            up_to_transposition: a.up_to_transposition + b.up_to_transposition,
            live_moves: a.live_moves + b.live_moves,
            dead_moves: a.dead_moves + b.dead_moves,
        };
        (1..=self.layers())
            .map(|drawn| {
                self.layer(drawn)
                    .map(|entry| {
                        let copies = 1 + u64::from(self.transposed(entry).is_some());
                        let live = u64::from(entry.live_moves.count_ones());
                        let legal = u64::from(self.legal_moves(entry.key).count_ones());
                        Totals {
                            live_positions: copies,
                            up_to_transposition: 1,
                            live_moves: copies * live,
                            dead_moves: copies * (legal - live),
                        }
                    })
                    .reduce(Totals::default, sum)
            })
            .fold(Totals::default(), sum)
    }
}
