//! A bitboard of the free cells with a margin of cells that are not free, so that a cell can be
//! looked up by its offset from the live end without a test whether it is on the board.

use super::bitboard::Bitboard;
use super::geometry::Offset;

/// The difference between the bit numbers of two cells in a [`Padded`].
pub type BitStep = i32;

/// The layout of a [`Padded`] for one size of board.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    width: usize,
    height: usize,
    /// Words of a row.
    stride: usize,
}

impl Layout {
    /// The layout for a board of this size.
    pub fn new(width: usize, height: usize) -> Layout {
        // Twice the width: a step to the left of column 0 ends in the margin of the row above.
        Layout { width, height, stride: (2 * width).div_ceil(64) }
    }

    /// The step from any cell of the board to the cell at an offset from it; `None` if no cell of
    /// the board has another at this offset.
    pub fn step(self, offset: Offset) -> Option<BitStep> {
        let near = usize::from(offset.right.unsigned_abs()) < self.width
            && usize::from(offset.down.unsigned_abs()) < self.height;
        near.then(|| self.bits(offset))
    }

    /// The steps up, right, down and left.
    pub fn clockwise(self) -> [BitStep; 4] {
        [-self.row_bits(), 1, self.row_bits(), -1]
    }

    /// The step to an offset of which neither part is larger than the board.
    pub fn bits(self, offset: Offset) -> BitStep {
        i32::from(offset.down) * self.row_bits() + i32::from(offset.right)
    }

    /// The bit number of a cell of the board: its column and row, from 0.
    pub fn cell(self, (column, row): (usize, usize)) -> BitStep {
        (self.height + row) as i32 * self.row_bits() + column as i32
    }

    /// The offset of a step.
    pub fn offset(self, step: BitStep) -> Offset {
        let down = (step + self.row_bits() / 2).div_euclid(self.row_bits());
        Offset::new((step - down * self.row_bits()) as i16, down as i16)
    }

    fn row_bits(self) -> i32 {
        self.stride as i32 * 64
    }
}

/// The free cells with their margin, seen from one cell.
#[derive(Clone, Debug)]
pub struct Padded {
    layout: Layout,
    /// As many empty rows above and below the board as it has itself.
    words: Vec<u64>,
    middle: i32,
}

impl Padded {
    /// No free cells.
    pub fn new(layout: Layout) -> Padded {
        Padded { layout, words: vec![0; 3 * layout.height * layout.stride], middle: 0 }
    }

    /// Copies the free cells of a board; steps start at `column` and `row` (from 0).
    pub fn load(&mut self, free: &Bitboard, column: usize, row: usize) {
        let Layout { height, stride, .. } = self.layout;
        let rows = self.words[height * stride..2 * height * stride].chunks_exact_mut(stride);
        for (to, from) in rows.zip(free.words.chunks_exact(free.stride)) {
            to[..free.stride].copy_from_slice(from);
        }
        self.middle = self.layout.cell((column, row));
    }

    /// Whether the cell a step away is free; cells outside the board are not.
    pub fn is_free(&self, step: BitStep) -> bool {
        self.has(self.bit(step))
    }

    /// Which of the cells are free that begin a step away and lie side by side, as bits, of which
    /// those after the margin mean nothing. The first of them, or one after it, is a step away from
    /// some cell of the board.
    pub fn side_by_side(&self, step: BitStep) -> u64 {
        let bit = self.bit(step) as usize;
        // The last rows are margin, so there is a next word, unless the live end lies outside the
        // board, as in a damaged file.
        let Some(&[low, high]) = self.words.get(bit / 64..bit / 64 + 2) else { return 0 };
        ((u128::from(high) << 64 | u128::from(low)) >> (bit % 64)) as u64
    }

    /// The number of bits.
    pub fn bits(&self) -> usize {
        self.words.len() * 64
    }

    /// The bit number of the cell a step away.
    pub fn bit(&self, step: BitStep) -> BitStep {
        self.middle + step
    }

    /// Whether the cell of a bit is free.
    pub fn has(&self, bit: BitStep) -> bool {
        // There is no word if the live end lies outside the board, as in a damaged file.
        self.words.get(bit as usize / 64).is_some_and(|word| word >> (bit as usize % 64) & 1 == 1)
    }
}
