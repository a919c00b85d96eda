//! The live set: every live position of an odd n×n board from corner to corner, with its live
//! moves.
//!
//! A position is its free cells and its live end. Of a position and its transpose only one is
//! stored, and only the lower half of the layers: the upper half is the lower one seen from the
//! other end. To users the live set is the "list of live positions".

pub mod bits;
pub mod file;
pub(crate) mod layers;
pub mod memory;
pub mod moves;
pub mod open;
pub mod packed;
pub mod paths;
pub mod sweep;

use rayon::prelude::*;

use bits::{BitBoard, MAX_SIDE, PackedPosition};
use deadmove_core::board::{Board, Move};
use deadmove_rules::moves::Moves;
use layers::{LiveLayer, transpose_links};
use sweep::Slice;

/// Why there is no live set for a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// An even side: the corners have equal colours and no line joins them.
    #[error("an even board has no line from corner to corner and so no live position")]
    Even,
    /// A side above 9: the live set would not fit in memory.
    #[error("lists of all live positions reach up to 9×9")]
    TooLarge,
    /// A side of 0.
    #[error("a board of side 0 has no positions")]
    Empty,
}

/// Every live position of a board.
#[derive(Debug, PartialEq, Eq)]
pub struct LiveSet {
    grid: BitBoard,
    lower: Vec<LiveLayer>,
}

/// One live position with its live moves, as a set of bits in the order U D L R.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveEntry {
    /// The position.
    pub key: PackedPosition,
    /// Which moves lead to a live position.
    pub live_moves: u8,
}

/// Where a position is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its layer: the number of drawn cells.
    pub drawn: usize,
    /// Its index in the layer.
    pub index: usize,
    /// Whether the transposed position is stored in its place.
    pub transposed: bool,
}

/// The number of positions and moves of a live set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Live positions.
    pub live_positions: u64,
    /// Live positions up to transposition.
    pub up_to_transposition: u64,
    /// Moves from a live position to a live one.
    pub live_moves: u64,
    /// Legal moves from a live position to a dead one.
    pub dead_moves: u64,
}

/// The largest side with a live set.
pub const MAX_LIVE_SET_SIDE: usize = 9;
const _: () = assert!(MAX_LIVE_SET_SIDE <= MAX_SIDE);

impl LiveSet {
    /// Builds the live set of the n×n board. `progress` is called with the number of every layer
    /// that is done.
    ///
    /// # Errors
    /// If the side has no live set: even, or too long.
    pub fn build(n: usize, progress: &(dyn Fn(usize) + Sync)) -> Result<LiveSet, SizeError> {
        LiveSet::has_side(n)?;
        let grid = BitBoard::new(n);
        let lower = layers::lower_half(&grid, progress);
        Ok(LiveSet { grid, lower })
    }

    /// Whether there is a live set for a side.
    pub(crate) fn has_side(n: usize) -> Result<(), SizeError> {
        match n {
            0 => Err(SizeError::Empty),
            n if n % 2 == 0 => Err(SizeError::Even),
            n if n > MAX_LIVE_SET_SIDE => Err(SizeError::TooLarge),
            _ => Ok(()),
        }
    }

    /// The board.
    pub fn grid(&self) -> &BitBoard {
        &self.grid
    }

    /// The board as others know it.
    pub fn board(&self) -> Board {
        let side = self.grid.side();
        Board::corner_to_corner(side, side).expect("a live set has a board")
    }

    /// The number of layers, which is the number of cells.
    pub fn layers(&self) -> usize {
        self.grid.cells()
    }

    /// The live positions with `drawn` cells drawn (from 1), up to transposition.
    pub fn layer(&self, drawn: usize) -> impl IndexedParallelIterator<Item = LiveEntry> + '_ {
        self.slice(Slice::layer(drawn))
    }

    /// The positions of a slice of [`LiveSet::layer`].
    fn slice(&self, slice: Slice) -> impl IndexedParallelIterator<Item = LiveEntry> + '_ {
        let Slice { drawn, first, len } = slice;
        let upper = drawn > self.lower.len();
        let layer = &self.lower[if upper { self.layers() - drawn } else { drawn - 1 }];
        let end = first.saturating_add(len).min(layer.keys.len());
        let first = first.min(end);
        let keys = layer.keys[first..end].par_iter();
        keys.zip(&layer.links[first..end]).map(move |(&key, &links)| {
            if upper {
                LiveEntry { key: self.grid.reverse(key), live_moves: links >> 4 }
            } else {
                LiveEntry { key, live_moves: links & 15 }
            }
        })
    }

    /// Whether a position is live.
    pub fn contains(&self, key: PackedPosition) -> bool {
        self.locate(key).is_some()
    }

    /// Where a position or its transpose is stored; `None` if it is not live.
    pub fn locate(&self, key: PackedPosition) -> Option<Location> {
        let drawn = self.layers() - key.free().count_ones() as usize;
        let upper = drawn > self.lower.len();
        let (layer, seen) =
            if upper { (self.layers() - drawn, self.grid.reverse(key)) } else { (drawn - 1, key) };
        let canonical = self.grid.canonical(seen);
        let index = self.lower[layer].keys.binary_search(&canonical).ok()?;
        Some(Location { drawn, index, transposed: canonical != seen })
    }

    /// A position with its live moves; `None` if it is not live.
    pub fn entry(&self, key: PackedPosition) -> Option<LiveEntry> {
        self.locate(key).map(|location| self.entry_at(key, location))
    }

    /// A position with its live moves, if it is known where it is stored.
    fn entry_at(&self, key: PackedPosition, location: Location) -> LiveEntry {
        let Location { drawn, index, transposed } = location;
        let upper = drawn > self.lower.len();
        let layer = &self.lower[if upper { self.layers() - drawn } else { drawn - 1 }];
        let links = if upper { layer.links[index] >> 4 } else { layer.links[index] & 15 };
        LiveEntry { key, live_moves: if transposed { transpose_links(links) } else { links } }
    }

    /// The position after a path; none if it cannot be drawn.
    pub fn key_after(&self, path: &[Move]) -> Option<PackedPosition> {
        path.iter().try_fold(self.grid.start(), |key, &step| self.after(key, step))
    }

    /// The position after a step; `None` if the step leads to no free cell.
    pub fn after(&self, key: PackedPosition, direction: Move) -> Option<PackedPosition> {
        self.grid.step(key, direction)
    }

    /// A path from the start to a live position.
    ///
    /// # Panics
    /// If the position is not live.
    pub fn path_to(&self, key: PackedPosition) -> Vec<Move> {
        let mut path = Vec::new();
        let mut key = key;
        while key.live_end() != 0 {
            let (direction, before) = self
                .grid
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
    pub fn transposed(&self, entry: LiveEntry) -> Option<LiveEntry> {
        let key = self.grid.transpose(entry.key);
        (key != entry.key).then(|| LiveEntry { key, live_moves: transpose_links(entry.live_moves) })
    }

    /// An entry, and the transposed one.
    pub fn both(&self, entry: LiveEntry) -> impl Iterator<Item = LiveEntry> {
        [Some(entry), self.transposed(entry)].into_iter().flatten()
    }

    /// The legal moves of a live position that are dead.
    pub fn dead_moves(&self, entry: LiveEntry) -> Moves {
        Moves::from_bits(self.legal_moves(entry.key) & !entry.live_moves)
    }

    /// The legal moves of a position, as bits in the order U D L R.
    pub fn legal_moves(&self, key: PackedPosition) -> u8 {
        let (free, live_end) = (key.free(), 1u128 << key.live_end());
        let is_legal = |direction| self.grid.shift(live_end, direction) & free != 0;
        // Written out: a loop is slower, and this is asked about millions of positions.
        u8::from(is_legal(Move::Up))
            | u8::from(is_legal(Move::Down)) << 1
            | u8::from(is_legal(Move::Left)) << 2
            | u8::from(is_legal(Move::Right)) << 3
    }

    /// The move that enters the end cell before the line is complete: dead, but no rule has to
    /// forbid it, because no walk takes it.
    pub fn early_end(&self, key: PackedPosition) -> Moves {
        let (free, end) = (key.free(), self.grid.end());
        if free == 1 << end {
            return Moves::NONE;
        }
        match end - key.live_end() {
            1 => Moves::only(Move::Right),
            below if below == self.grid.side() => Moves::only(Move::Down),
            _ => Moves::NONE,
        }
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
