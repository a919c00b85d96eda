//! Forced lines, computed from the free cells. [`super::model`] has the definition.

use super::bitboard::Bitboard;
use deadmove_core::board::Cell;
use deadmove_core::position::Position;

/// No cell.
const NONE: u32 = u32::MAX;

/// The forced lines of one position, and the buffers to compute them.
#[derive(Clone, Debug, Default)]
pub struct ForcedLines {
    /// The remaining edges of each cell, bits in the order up, down, left, right.
    left: Vec<u8>,
    /// Forced edges among them.
    forced: Vec<u8>,
    queue: Vec<u32>,
    /// For an end of a forced line its other end.
    partner: Vec<u32>,
}

impl ForcedLines {
    /// Buffers for a board with this many cells.
    pub fn new(cells: usize) -> ForcedLines {
        ForcedLines {
            left: vec![0; cells],
            forced: vec![0; cells],
            queue: Vec::with_capacity(cells),
            partner: vec![NONE; cells],
        }
    }

    /// Computes the forced lines. Cells are numbered in row-major order.
    pub fn compute(&mut self, free: &Bitboard, live_end: usize, end: usize) {
        let width = free.width;
        let cells = width * free.height;
        let vertex = |cell: usize| cell == live_end || free.contains(cell % width, cell / width);
        self.queue.clear();
        for cell in 0..cells {
            self.forced[cell] = 0;
            self.partner[cell] = NONE;
            self.left[cell] = 0;
            if vertex(cell) {
                let (x, y) = (cell % width, cell / width);
                let near = [y > 0, y + 1 < free.height, x > 0, x + 1 < width];
                for (bit, inside) in near.into_iter().enumerate() {
                    if inside && vertex(neighbour(cell, bit, width)) {
                        self.left[cell] |= 1 << bit;
                    }
                }
                self.queue.push(cell as u32);
            }
        }
        while let Some(cell) = self.queue.pop() {
            let cell = cell as usize;
            let needs = if cell == live_end || cell == end { 1 } else { 2 };
            let (left, forced) = (self.left[cell], self.forced[cell]);
            if forced.count_ones() >= needs {
                for bit in bits(left & !forced) {
                    let other = neighbour(cell, bit, width);
                    self.left[cell] &= !(1 << bit);
                    self.left[other] &= !(1 << (bit ^ 1));
                    self.queue.push(other as u32);
                }
            } else if left.count_ones() == needs {
                for bit in bits(left & !forced) {
                    let other = neighbour(cell, bit, width);
                    self.forced[cell] |= 1 << bit;
                    self.forced[other] |= 1 << (bit ^ 1);
                    self.queue.push(other as u32);
                }
            }
        }
        self.join(width);
    }

    /// Follows every forced line from one end to the other. In a dead position a cell can have more
    /// than two forced edges; lines end there.
    fn join(&mut self, width: usize) {
        for first in 0..self.forced.len() {
            if self.forced[first].count_ones() != 1 || self.partner[first] != NONE {
                continue;
            }
            let mut cell = first;
            let mut came = 4;
            while let Some(bit) = bits(self.forced[cell]).find(|&b| b != came) {
                if cell != first && self.forced[cell].count_ones() != 2 {
                    break;
                }
                cell = neighbour(cell, bit, width);
                came = bit ^ 1;
            }
            if cell != first && self.forced[cell].count_ones() == 1 {
                self.partner[first] = cell as u32;
                self.partner[cell] = first as u32;
            }
        }
    }

    /// Whether two cells are the ends of one forced line.
    pub fn joins(&self, one: usize, other: usize) -> bool {
        self.partner[one] == other as u32
    }
}

/// By cell index: the other end of the forced line that ends there.
pub fn other_ends(position: &Position) -> Vec<Option<Cell>> {
    let board = position.board();
    let mut free = Bitboard::new(board.width().into(), board.height().into());
    for cell in position.free().ones().map(|index| board.cell(index)) {
        free.set(usize::from(cell.column) - 1, usize::from(cell.row) - 1, true);
    }
    let mut lines = ForcedLines::new(board.cells());
    lines.compute(&free, board.index(position.live_end()), board.index(board.end()));
    let other = |&other: &u32| (other != NONE).then(|| board.cell(other as usize));
    lines.partner.iter().map(other).collect()
}

fn bits(mask: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |bit| mask >> bit & 1 == 1)
}

fn neighbour(cell: usize, bit: usize, width: usize) -> usize {
    match bit {
        0 => cell - width,
        1 => cell + width,
        2 => cell - 1,
        _ => cell + 1,
    }
}
