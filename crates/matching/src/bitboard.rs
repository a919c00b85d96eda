//! Sets of cells as rows of bits, for the matcher, and a flood fill that works on whole rows.

/// A set of cells of a board: one run of words per row, the bit of column 0 lowest.
#[derive(Clone, Debug, Default)]
pub struct Bitboard {
    pub width: usize,
    pub height: usize,
    /// Words of a row.
    pub stride: usize,
    pub words: Vec<u64>,
}

impl Bitboard {
    /// The empty set.
    pub fn new(width: usize, height: usize) -> Bitboard {
        let stride = width.div_ceil(64);
        Bitboard { width, height, stride, words: vec![0; stride * height] }
    }

    /// Sets all cells from row-major bits without gaps between the rows. `word(i)` returns bits
    /// 64 i to 64 i + 63; it is called only for words that contain cells of the board.
    pub fn load(&mut self, word: impl Fn(usize) -> u64) {
        let cells = self.width * self.height;
        for row in 0..self.height {
            for part in 0..self.stride {
                let first = row * self.width + part * 64;
                let bits = (self.width - part * 64).min(64);
                let (index, shift) = (first / 64, first % 64);
                let mut value = word(index) >> shift;
                if shift + bits > 64 && (index + 1) * 64 < cells {
                    value |= word(index + 1) << (64 - shift);
                }
                self.words[row * self.stride + part] = value & (!0 >> (64 - bits));
            }
        }
    }

    /// Whether the cell in `column` and `row` (from 0) is in the set.
    pub fn contains(&self, column: usize, row: usize) -> bool {
        self.words[row * self.stride + column / 64] >> (column % 64) & 1 == 1
    }

    /// Adds or removes a cell.
    pub fn set(&mut self, column: usize, row: usize, value: bool) {
        let word = &mut self.words[row * self.stride + column / 64];
        let bit = 1 << (column % 64);
        *word = if value { *word | bit } else { *word & !bit };
    }

    /// The number of pairs of a cell in the set and a neighbour that is not, or is outside.
    pub fn edges(&self) -> u32 {
        let mut edges = 0;
        for (at, &word) in self.words.iter().enumerate() {
            let carry = if at % self.stride == 0 { 0 } else { self.words[at - 1] >> 63 };
            let above = at.checked_sub(self.stride).map_or(0, |above| self.words[above]);
            // In a row and in a column as many runs of cells begin as end.
            edges += 2 * (word & !(word << 1 | carry)).count_ones();
            edges += 2 * (word & !above).count_ones();
        }
        edges
    }
}

/// The result of a flood fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled {
    /// There was no cell to start from.
    Nothing,
    /// The goal was reached.
    Goal,
    /// Every reachable cell was reached, and the goal was not: the range of touched rows.
    Rows(usize, usize),
}

/// A flood fill and its buffer, which is reused.
#[derive(Clone, Debug, Default)]
pub struct FloodFill {
    /// The reached cells; none outside the touched rows.
    pub reached: Bitboard,
    touched: (usize, usize),
}

impl FloodFill {
    /// A flood fill for boards of this size.
    pub fn new(width: usize, height: usize) -> FloodFill {
        FloodFill { reached: Bitboard::new(width, height), touched: (0, 0) }
    }

    /// Clears the result of the last fill.
    pub fn clear(&mut self) {
        let stride = self.reached.stride;
        let (low, high) = self.touched;
        if low < high {
            self.reached.words[low * stride..high * stride].fill(0);
        }
        self.touched = (self.reached.height, 0);
    }

    /// Adds a cell to start from.
    pub fn start(&mut self, column: usize, row: usize) {
        self.reached.set(column, row, true);
        self.touched = (self.touched.0.min(row), self.touched.1.max(row + 1));
    }

    /// Fills from the cells to start from, which must be free, through the free cells.
    pub fn run(&mut self, free: &Bitboard, goal: (usize, usize)) -> Filled {
        if self.touched.0 >= self.touched.1 {
            return Filled::Nothing;
        }
        loop {
            if self.reached.contains(goal.0, goal.1) {
                return Filled::Goal;
            }
            let mut changed = false;
            let mut row = self.touched.0;
            while row < self.touched.1 {
                changed |= self.spread(free, row);
                row += 1;
                if row == self.touched.1 && row < free.height && self.seeds_from(free, row, row - 1)
                {
                    self.touched.1 += 1;
                }
            }
            let mut row = self.touched.1;
            while row > self.touched.0 {
                row -= 1;
                changed |= self.spread(free, row);
                if row == self.touched.0 && row > 0 && self.seeds_from(free, row - 1, row) {
                    self.touched.0 -= 1;
                }
            }
            if !changed {
                break;
            }
        }
        if self.reached.contains(goal.0, goal.1) {
            Filled::Goal
        } else {
            Filled::Rows(self.touched.0, self.touched.1)
        }
    }

    /// Whether row `row` can be entered from row `from`.
    fn seeds_from(&self, free: &Bitboard, row: usize, from: usize) -> bool {
        let stride = free.stride;
        (0..stride)
            .any(|i| self.reached.words[from * stride + i] & free.words[row * stride + i] != 0)
    }

    /// Fills one row from itself and the rows above and below it; whether it gained cells.
    fn spread(&mut self, free: &Bitboard, row: usize) -> bool {
        let stride = free.stride;
        let reached = &mut self.reached.words;
        let mut changed = false;
        for i in 0..stride {
            let at = row * stride + i;
            let room = free.words[at];
            let old = reached[at];
            let mut seeds = old;
            if row > 0 {
                seeds |= reached[at - stride];
            }
            if row + 1 < free.height {
                seeds |= reached[at + stride];
            }
            if i > 0 {
                seeds |= reached[at - 1] >> 63;
            }
            if i + 1 < stride {
                seeds |= reached[at + 1] << 63;
            }
            let new = fill_word(room, seeds & room);
            if new != old {
                reached[at] = new;
                changed = true;
            }
        }
        if changed && stride > 1 {
            // Backwards as well, so that a run over several words is filled in both directions.
            for i in (0..stride - 1).rev() {
                let at = row * stride + i;
                let seeds = (reached[at] | reached[at + 1] << 63) & free.words[at];
                reached[at] = fill_word(free.words[at], seeds);
            }
        }
        changed
    }
}

/// All runs of `room` that contain a bit of `seeds` (a subset of `room`).
fn fill_word(room: u64, seeds: u64) -> u64 {
    if seeds == 0 || seeds == room {
        return seeds;
    }
    // Upwards, the carry of the addition runs to the end of each run.
    let up = seeds | (room & !room.wrapping_add(seeds));
    // Downwards by doubling.
    let mut filled = up;
    let mut room = room;
    for shift in [1, 2, 4, 8, 16, 32] {
        filled |= room & (filled >> shift);
        room &= room >> shift;
    }
    filled
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fill_slowly(room: u64, seeds: u64) -> u64 {
        let mut filled = seeds;
        loop {
            let next = (filled | filled << 1 | filled >> 1) & room;
            if next == filled {
                return filled;
            }
            filled = next;
        }
    }

    proptest! {
        #[test]
        fn a_word_is_filled_like_step_by_step(room: u64, dense: u64, seeds: u64, few: u64) {
            for room in [room, room | dense, !0] {
                for seeds in [seeds & room, seeds & few & dense & room] {
                    prop_assert_eq!(fill_word(room, seeds), fill_slowly(room, seeds));
                }
            }
        }
    }
}
