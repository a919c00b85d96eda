//! The live set: all live positions of a small square board, by exhaustive enumeration. Positions
//! are compared exactly, as numbers, never by a hash.
//!
//! Layer k holds the positions with k drawn cells, including the live end. Let S(1) contain only
//! the start, and let S(k + 1) contain the positions one step after those in S(k), without the ones
//! that are obviously dead (`is_obviously_dead`), for k up to the middle. Of a position and the
//! transposed one only the smaller number is kept; steps and reversing are transposed as well. To
//! reverse a position, exchange its drawn and its free cells (except for the live end) and rotate
//! the board by half a turn.
//!
//! **L3.** S(k) contains every live position of its layer, and nothing that cannot be drawn.
//! (proof: docs/reference/certificates.md, "L3")
//!
//! **L4.** A position of the middle layer is live exactly if both it and its reverse are in S; a
//! position below the middle is live if some step leads to a live position; the live positions
//! above the middle are the reverses of those below. (proof: docs/reference/certificates.md, "L4")

use std::sync::Mutex;

use crate::kernel::threads::for_each_chunk;

/// How many positions a thread takes at a time.
pub const CHUNK: usize = 1 << 14;

/// A position: bit i is 1 if cell i (row by row from 0) is free; the bits from 121 on are the index
/// of the live end.
pub type Key = u128;

/// The lowest bit of the live end's index in a [`Key`].
const LIVE_END: u32 = 121;

/// The largest side whose positions are listed.
pub const MAX_LISTED: usize = 9;

/// The free cells of a position.
pub fn free(key: Key) -> u128 {
    key & ((1 << LIVE_END) - 1)
}

/// The index of the live end.
pub fn live_end(key: Key) -> usize {
    (key >> LIVE_END) as usize
}

/// A square board from its upper-left to its lower-right corner, with sets of cells as bit masks.
#[derive(Clone, Debug)]
pub struct BitBoard {
    /// The side, odd.
    pub side: usize,
    /// All cells.
    pub all: u128,
    left: u128,
    right: u128,
    /// The bits of a row → the same cells in the first column.
    columns: Vec<u128>,
}

impl BitBoard {
    /// The board of an odd side from 3 to `MAX_LISTED`.
    ///
    /// # Errors
    /// For other sides.
    pub fn new(side: usize) -> Result<BitBoard, String> {
        if !(3..=MAX_LISTED).contains(&side) || side.is_multiple_of(2) {
            return Err(format!("positions are listed for odd sides from 3 to 9, not for {side}"));
        }
        let left = (0..side).fold(0, |cells, row| cells | 1 << (row * side));
        let column = |row: usize| {
            let cells = (0..side).filter(|at| row >> at & 1 == 1);
            cells.fold(0, |cells, at| cells | 1u128 << (at * side))
        };
        Ok(BitBoard {
            side,
            all: (1 << (side * side)) - 1,
            left,
            right: left << (side - 1),
            columns: (0..1 << side).map(column).collect(),
        })
    }

    /// The end cell.
    pub fn end(&self) -> u128 {
        1 << (self.side * self.side - 1)
    }

    /// The cells whose index has the parity of `like`. The side is odd, so these have one colour.
    pub fn colour(&self, like: usize) -> u128 {
        let even = u128::MAX / 3;
        self.all & if like.is_multiple_of(2) { even } else { !even }
    }

    /// The cells shifted up, down, left and right by one; cells that would leave the board are
    /// dropped.
    pub fn moved(&self, cells: u128) -> [u128; 4] {
        [
            cells >> self.side,
            cells << self.side & self.all,
            (cells & !self.left) >> 1,
            (cells & !self.right) << 1,
        ]
    }

    /// The cells that can be reached from `from` within `open`.
    pub fn flood(&self, from: u128, open: u128) -> u128 {
        let mut reached = from & open;
        loop {
            let more = self.moved(reached).iter().fold(reached, |all, some| all | some) & open;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The positions after the steps U, D, L and R; `None` where the cell is not free.
    pub fn after(&self, key: Key) -> [Option<Key>; 4] {
        let next = |to: u128| {
            let to = to & free(key);
            (to != 0).then(|| free(key) & !to | (to.trailing_zeros() as u128) << LIVE_END)
        };
        self.moved(1 << live_end(key)).map(next)
    }

    /// The position with rows and columns exchanged.
    pub fn transposed(&self, key: Key) -> Key {
        let row = |at: usize| (free(key) >> (at * self.side)) as usize & ((1 << self.side) - 1);
        let cells = (0..self.side).fold(0, |all, at| all | self.columns[row(at)] << at);
        let (down, right) = (live_end(key) / self.side, live_end(key) % self.side);
        cells | ((right * self.side + down) as u128) << LIVE_END
    }

    /// The representative of a position and the transposed one: the smaller number.
    pub fn canonical(&self, key: Key) -> Key {
        key.min(self.transposed(key))
    }

    /// The reverse of a position; see the module's header.
    fn reversed(&self, key: Key) -> Key {
        let cells = self.side * self.side;
        let drawn = self.all & !free(key) & !(1 << live_end(key));
        drawn.reverse_bits() >> (128 - cells) | ((cells - 1 - live_end(key)) as u128) << LIVE_END
    }

    /// Whether a position with free cells is dead for a simple reason: the end cell is drawn, a
    /// free cell that is not the end has fewer than two neighbours, or the free cells with the live
    /// end are not connected.
    fn is_obviously_dead(&self, key: Key) -> bool {
        let (free, at) = (free(key), 1 << live_end(key));
        if free & self.end() == 0 {
            return true;
        }
        let [a, b, c, d] = self.moved(free | at);
        let twice = a & b | c & d | (a | b) & (c | d);
        free & !(twice | self.end()) != 0 || self.flood(at, free | at) != free | at
    }

    /// A position in one line, row by row: `.` free, `#` drawn, `L` live end.
    pub fn show(&self, key: Key) -> String {
        let sign = |cell: usize| match (cell == live_end(key), free(key) >> cell & 1) {
            (true, _) => 'L',
            (false, 1) => '.',
            (false, _) => '#',
        };
        let row = |at: usize| (0..self.side).map(|c| sign(at * self.side + c)).collect::<String>();
        (0..self.side).map(row).collect::<Vec<_>>().join("/")
    }
}

/// The live positions of a board up to transposition.
#[derive(Clone, Debug)]
pub struct LiveSet {
    /// The board.
    pub grid: BitBoard,
    /// Layers 1 to the middle one, each sorted.
    lower: Vec<Vec<Key>>,
}

impl LiveSet {
    /// Enumerates the live positions.
    pub fn new(grid: BitBoard) -> LiveSet {
        let middle = (grid.side * grid.side).div_ceil(2);
        let mut layer = vec![grid.all - 1];
        let mut drawn = Vec::new();
        for _ in 1..middle {
            let next = successors(&grid, &layer);
            drawn.push(pack(&layer));
            layer = next;
        }
        let is_live = |key: Key| layer.binary_search(&grid.canonical(grid.reversed(key))).is_ok();
        let live: Vec<Key> = layer.iter().copied().filter(|&key| is_live(key)).collect();
        drop(layer);
        let mut lower = vec![live];
        while let Some(candidates) = drawn.pop() {
            let above = &lower[lower.len() - 1];
            let listed = |next: Key| above.binary_search(&grid.canonical(next)).is_ok();
            let is_live = |&key: &Key| grid.after(key).into_iter().flatten().any(listed);
            let live = unpack(&candidates).filter(is_live).collect();
            lower.push(live);
        }
        lower.reverse();
        LiveSet { grid, lower }
    }

    /// The number of layers, which is the number of cells.
    pub fn layers(&self) -> usize {
        self.grid.side * self.grid.side
    }

    /// The live positions with `drawn` drawn cells, up to transposition, sorted.
    pub fn layer(&self, drawn: usize) -> Vec<Key> {
        if drawn <= self.lower.len() {
            return self.lower[drawn - 1].clone();
        }
        let below = &self.lower[self.layers() - drawn];
        let mut keys: Vec<Key> =
            below.iter().map(|&key| self.grid.canonical(self.grid.reversed(key))).collect();
        keys.sort_unstable();
        keys
    }

    /// Whether a position is live.
    pub fn contains(&self, key: Key) -> bool {
        let drawn = self.layers() - free(key).count_ones() as usize;
        let (layer, seen) = match drawn <= self.lower.len() {
            true => (drawn - 1, key),
            false => (self.layers() - drawn, self.grid.reversed(key)),
        };
        self.lower[layer].binary_search(&self.grid.canonical(seen)).is_ok()
    }
}

/// The positions one step after those of a layer, up to transposition, without obviously dead ones;
/// sorted, each once.
fn successors(grid: &BitBoard, layer: &[Key]) -> Vec<Key> {
    let all = Mutex::new(Vec::new());
    for_each_chunk(layer, CHUNK, |some| {
        let next = some.iter().flat_map(|&key| grid.after(key).into_iter().flatten());
        let next = next.filter(|&key| !grid.is_obviously_dead(key)).map(|key| grid.canonical(key));
        let mut next: Vec<Key> = next.collect();
        next.sort_unstable();
        next.dedup();
        all.lock().expect("no thread panics with the lock").extend(next);
        Ok(())
    })
    .expect("no chunk fails");
    let mut all = all.into_inner().expect("no thread panics with the lock");
    all.sort_unstable();
    all.dedup();
    all
}

/// Ascending numbers as differences, seven bits per byte. On 9×9 there are 250 million candidates.
fn pack(keys: &[Key]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut last = 0;
    for &key in keys {
        let mut rest = key - last;
        while rest >= 0x80 {
            bytes.push(rest.to_le_bytes()[0] | 0x80);
            rest >>= 7;
        }
        bytes.push(rest.to_le_bytes()[0]);
        last = key;
    }
    bytes.shrink_to_fit();
    bytes
}

fn unpack(bytes: &[u8]) -> impl Iterator<Item = Key> + '_ {
    let mut last = 0;
    bytes.split_inclusive(|byte| byte & 0x80 == 0).map(move |bytes| {
        let parts = bytes.iter().rev();
        last += parts.fold(0, |number, byte| number << 7 | Key::from(byte & 0x7f));
        last
    })
}
