//! Random lines that fill a board, of any odd size. Their beginnings are live positions, also where
//! no live set fits into memory.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use deadmove_core::board::Move;

/// A random line over every cell of an open board, from the upper-left to the lower-right corner.
///
/// Backbite moves (R. Oberdorf, A. Ferguson, J. L. Jacobsen, J. Kondev: Secondary structures in
/// long compact polymers, Phys. Rev. E 74, 051801, 2006) at both ends in random order, 3·N·ln²N
/// attempts for N cells; then at one end until it is in the upper-left corner, and at the other
/// until it is in the lower-right one.
///
/// # Panics
/// If a side is even or zero. Such boards have no such line, or none from which backbite moves
/// start.
pub fn hamiltonian_path(width: usize, height: usize, seed: u64) -> Vec<Move> {
    hamiltonian_paths(width, height, seed).next().expect("there is always another line")
}

/// Infinitely many random lines; the first is that of [`hamiltonian_path`]. Each further line is
/// made from the one before by N·ln N attempts and the moves of its ends back to the corners. It
/// costs far less than the first, but resembles the line before to some extent.
///
/// # Panics
/// As [`hamiltonian_path`].
pub fn hamiltonian_paths(
    width: usize,
    height: usize,
    seed: u64,
) -> impl Iterator<Item = Vec<Move>> {
    assert!(
        !width.is_multiple_of(2) && !height.is_multiple_of(2),
        "a board of {width}x{height} has an even side"
    );
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut line = BackbiteLine::snake(width, height);
    let cells = (width * height) as f64;
    let mut mixing = (3.0 * cells * cells.ln().powi(2)).ceil() as usize;
    std::iter::repeat_with(move || {
        line.mix(mixing, &mut rng);
        mixing = (cells * cells.ln()).ceil() as usize;
        line.moves()
    })
}

/// An undirected line over all cells of a board, cells numbered row by row.
struct BackbiteLine {
    width: usize,
    height: usize,
    /// The cells along the line.
    order: Vec<usize>,
    /// For each cell its index in `order`.
    place: Vec<usize>,
}

impl BackbiteLine {
    /// Row by row, alternating in direction; ends in the lower-right corner of an odd height.
    fn snake(width: usize, height: usize) -> BackbiteLine {
        let row = |y: usize| {
            (0..width).map(move |x| y * width + if y.is_multiple_of(2) { x } else { width - 1 - x })
        };
        let order: Vec<usize> = (0..height).flat_map(row).collect();
        let mut place = vec![0; order.len()];
        for (index, &cell) in order.iter().enumerate() {
            place[cell] = index;
        }
        BackbiteLine { width, height, order, place }
    }

    /// Changes the line by at least this many attempts, until it leads from the upper-left to the
    /// lower-right corner.
    fn mix(&mut self, attempts: usize, rng: &mut ChaCha8Rng) {
        let cells = self.order.len();
        // An end may be locked in while the other rests, so mix again instead of waiting longer.
        let patience = 100 * cells;
        loop {
            for _ in 0..attempts {
                let front = rng.random_bool(0.5);
                self.bite(front, rng);
            }
            if self.bite_until(true, 0, patience, rng)
                && self.bite_until(false, cells - 1, patience, rng)
            {
                return;
            }
        }
    }

    fn end(&self, front: bool) -> usize {
        self.order[if front { 0 } else { self.order.len() - 1 }]
    }

    /// Joins an end to a random neighbour, which closes a cycle, and removes the other edge of the
    /// cycle at the neighbour. Does nothing if there is no neighbour in that direction or it is the
    /// next cell of the line.
    fn bite(&mut self, front: bool, rng: &mut ChaCha8Rng) {
        let end = self.end(front);
        let (x, y) = (end % self.width, end / self.width);
        let neighbour = match rng.random_range(0..4_u32) {
            0 if y > 0 => end - self.width,
            1 if y + 1 < self.height => end + self.width,
            2 if x > 0 => end - 1,
            3 if x + 1 < self.width => end + 1,
            _ => return,
        };
        let bitten = self.place[neighbour];
        let loose = if front { 0..bitten } else { bitten + 1..self.order.len() };
        self.order[loose.clone()].reverse();
        for index in loose {
            self.place[self.order[index]] = index;
        }
    }

    /// Bites at one end until it is on `cell`; false after `patience` attempts.
    fn bite_until(
        &mut self,
        front: bool,
        cell: usize,
        patience: usize,
        rng: &mut ChaCha8Rng,
    ) -> bool {
        for _ in 0..patience {
            if self.end(front) == cell {
                return true;
            }
            self.bite(front, rng);
        }
        false
    }

    fn moves(&self) -> Vec<Move> {
        let direction = |pair: &[usize]| {
            let (from, to) = (pair[0], pair[1]);
            // Up and down first: on a board of width 1 both differ by 1.
            if to == from + self.width {
                Move::Down
            } else if from == to + self.width {
                Move::Up
            } else if to > from {
                Move::Right
            } else {
                Move::Left
            }
        };
        self.order.windows(2).map(direction).collect()
    }
}
