//! Bitboards: cell sets of boards with up to 121 cells as 128-bit words, with neighbours, flood
//! fill, and the symmetries that map the two corners of start and end to themselves or to each
//! other.
//!
//! Cells are bits in row-major order. Nothing here knows about verdicts.

use deadmove_core::board::Move;

/// The largest side whose cells fit in 121 bits and leave 7 bits for the live end.
pub const MAX_SIDE: usize = 11;

/// A set of cells.
pub(crate) type CellBits = u128;

/// A position: the free cells in the low bits, the live end's number in the top seven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition(pub u128);

const LIVE_SHIFT: u32 = 121;

impl PackedPosition {
    /// Packs a position.
    pub fn new(free: CellBits, live_end: usize) -> PackedPosition {
        PackedPosition(free | (live_end as u128) << LIVE_SHIFT)
    }

    /// Packs a position that may not fit.
    pub fn checked(free: CellBits, live_end: usize) -> Option<PackedPosition> {
        let fits = free >> LIVE_SHIFT == 0 && live_end < 1 << (128 - LIVE_SHIFT);
        fits.then(|| PackedPosition::new(free, live_end))
    }

    /// The free cells.
    pub fn free(self) -> CellBits {
        self.0 & ((1 << LIVE_SHIFT) - 1)
    }

    /// The number of the live end's cell.
    pub fn live_end(self) -> usize {
        (self.0 >> LIVE_SHIFT) as usize
    }
}

/// The most cells of a board: with the live end they fill 128 bits.
pub const MAX_CELLS: usize = LIVE_SHIFT as usize;

/// Masks and tables of a board from corner to opposite corner.
#[derive(Debug, PartialEq, Eq)]
pub struct BitBoard {
    width: usize,
    height: usize,
    all: CellBits,
    first_column: CellBits,
    last_column: CellBits,
    /// The cells of a row → the same cells of the first column. Square boards only.
    upended: Vec<CellBits>,
}

impl BitBoard {
    /// The n×n board.
    ///
    /// # Panics
    /// If `n` is 0 or above [`MAX_SIDE`].
    pub fn new(n: usize) -> BitBoard {
        assert!((1..=MAX_SIDE).contains(&n), "a side of 1 to {MAX_SIDE}");
        BitBoard::rectangle(n, n)
    }

    /// The board of `width`×`height`.
    ///
    /// # Panics
    /// If it has no cell, or more than [`MAX_CELLS`].
    pub fn rectangle(width: usize, height: usize) -> BitBoard {
        let cells = width.checked_mul(height).filter(|cells| (1..=MAX_CELLS).contains(cells));
        let cells = cells.expect("1 to 121 cells");
        let column = (0..height).fold(0, |cells, row| cells | 1u128 << (row * width));
        let upend = |row: usize| {
            (0..width).filter(|c| row >> c & 1 == 1).fold(0, |set, c| set | 1u128 << (c * width))
        };
        BitBoard {
            width,
            height,
            all: u128::MAX >> (128 - cells),
            first_column: column,
            last_column: column << (width - 1),
            upended: if width == height {
                (0..1 << width).map(upend).collect()
            } else {
                Vec::new()
            },
        }
    }

    /// The side of a square board.
    pub fn side(&self) -> usize {
        self.width
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// All cells.
    pub fn all(&self) -> CellBits {
        self.all
    }

    /// The number of the end cell; the start cell has number 0.
    pub fn end(&self) -> usize {
        self.cells() - 1
    }

    /// The position before the first step.
    pub(crate) fn start(&self) -> PackedPosition {
        PackedPosition::new(self.all & !1, 0)
    }

    /// Whether a key is a position of this board: its live end is a cell, and not a free one.
    pub(crate) fn has(&self, key: PackedPosition) -> bool {
        let live_end = 1u128.checked_shl(key.live_end() as u32).unwrap_or(0);
        key.free() & !self.all == 0 && live_end & self.all != 0 && live_end & key.free() == 0
    }

    /// The cells one step away from `cells` in one direction.
    #[inline]
    pub(crate) fn shift(&self, cells: CellBits, direction: Move) -> CellBits {
        match direction {
            Move::Up => cells >> self.width,
            Move::Down => cells << self.width & self.all,
            Move::Left => (cells & !self.first_column) >> 1,
            Move::Right => (cells & !self.last_column) << 1,
        }
    }

    /// The cells next to `cells`.
    #[inline]
    pub(crate) fn neighbours(&self, cells: CellBits) -> CellBits {
        cells >> self.width
            | cells << self.width & self.all
            | (cells & !self.first_column) >> 1
            | (cells & !self.last_column) << 1
    }

    /// All cells of `within` that are connected to `seed` inside `within`; `seed` must be in it.
    pub(crate) fn flood(&self, seed: CellBits, within: CellBits) -> CellBits {
        let mut reached = seed;
        loop {
            let next = (reached | self.neighbours(reached)) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Whether a position is dead for a cheap reason: free cells that the live end cannot reach, or
    /// a dead end. Dead ends are cells with too few usable neighbours, and pairs of cells that both
    /// need the live end as a neighbour on the line.
    pub fn is_plainly_dead(&self, key: PackedPosition) -> bool {
        let (free, live) = (key.free(), 1u128 << key.live_end());
        let end = 1u128 << self.end();
        if free & end == 0 {
            return free != 0 || live != end;
        }
        let usable = free | live;
        let (up, down) = (usable << self.width & self.all, usable >> self.width);
        let left = (usable & !self.last_column) << 1;
        let right = (usable & !self.first_column) >> 1;
        // Bitwise counting of the usable neighbours of every cell.
        let at_least_one = up | down | left | right;
        let at_least_two = (up & down) | (left & right) | ((up | down) & (left | right));
        let at_least_three = (up & down & (left | right)) | (left & right & (up | down));
        let inner = free & !end;
        if inner & !at_least_two != 0 || end & !at_least_one != 0 {
            return true;
        }
        // A free neighbour of the live end with only two usable neighbours needs the live end.
        let next = self.neighbours(live) & free;
        let forced = next & ((inner & !at_least_three) | (end & !at_least_two));
        if forced & forced.wrapping_sub(1) != 0 {
            return true;
        }
        next == 0 || self.flood(next & next.wrapping_neg(), free) != free
    }

    /// The same position of a square board with rows and columns exchanged.
    pub(crate) fn transpose(&self, key: PackedPosition) -> PackedPosition {
        let free = key.free();
        let row = (1usize << self.width) - 1;
        let turned = (0..self.width).fold(0, |cells, r| {
            cells | self.upended[(free >> (r * self.width)) as usize & row] << r
        });
        let (r, c) = (key.live_end() / self.width, key.live_end() % self.width);
        PackedPosition::new(turned, c * self.width + r)
    }

    /// The smaller one of a position and its transpose; the position itself if the board is not
    /// square.
    pub fn canonical(&self, key: PackedPosition) -> PackedPosition {
        if self.width == self.height { key.min(self.transpose(key)) } else { key }
    }

    /// How many positions have this one as their canonical form: 2, or 1 if it is its own transpose
    /// or the board is not square.
    pub fn copies(&self, key: PackedPosition) -> u64 {
        1 + u64::from(self.width == self.height && self.transpose(key) != key)
    }

    /// The position after a step; `None` if the step leads to no free cell.
    pub fn step(&self, key: PackedPosition, direction: Move) -> Option<PackedPosition> {
        let next = self.shift(1u128 << key.live_end(), direction) & key.free();
        (next != 0).then(|| PackedPosition::new(key.free() & !next, next.trailing_zeros() as usize))
    }

    /// The positions, dead or live, from which one step leads to this one, with that step.
    pub fn before(&self, key: PackedPosition) -> impl Iterator<Item = (Move, PackedPosition)> + '_ {
        let live_end = 1u128 << key.live_end();
        let drawn = self.all & !key.free() & !live_end;
        Move::ALL.into_iter().filter_map(move |direction| {
            let from = self.shift(live_end, direction.opposite()) & drawn;
            let cell = from.trailing_zeros() as usize;
            (from != 0).then(|| (direction, PackedPosition::new(key.free() | live_end, cell)))
        })
    }

    /// The position seen from the other end: free cells become drawn, drawn cells become free, and
    /// the board is turned by 180°, which exchanges start and end. The live end stays the live end.
    /// A position has a completion exactly if some line draws its reverse.
    pub fn reverse(&self, key: PackedPosition) -> PackedPosition {
        let drawn = self.all & !key.free() & !(1u128 << key.live_end());
        let turned = drawn.reverse_bits() >> (128 - self.cells());
        PackedPosition::new(turned, self.end() - key.live_end())
    }
}

/// A direction after exchanging rows and columns.
pub fn transposed(direction: Move) -> Move {
    match direction {
        Move::Up => Move::Left,
        Move::Left => Move::Up,
        Move::Down => Move::Right,
        Move::Right => Move::Down,
    }
}
