//! Perfect play, by null-window searches with a table of positions.
//!
//! A position is two sets of squares: those of the player who began, and those of the other. The
//! search repeatedly asks "does yellow get at least `wanted` points more than purple?". It stores
//! the bounds of each position once for all eight symmetries, with the whole position as key.

use rustc_hash::FxHashMap;

use crate::loops::board::{Colour, LoopBoard, Square};
use crate::loops::rules::{dead_by_shape, legal_moves};

/// The largest board that is solved.
pub const MOST_SOLVED: usize = 6;

/// Row → the bits of a row after a symmetry.
type RowTable = [[u64; 64]; MOST_SOLVED];

/// Column, row and the last of either → the image of a square.
type Turn = fn(usize, usize, usize) -> (usize, usize);

/// A solver for one size and one player who begins.
#[derive(Debug)]
pub struct GameSolver {
    size: usize,
    first: Colour,
    /// The symmetries of the square but for the identity; the first is the transposition.
    symmetries: Vec<RowTable>,
    /// Row → the bits strictly between its two squares, by the row's squares.
    between: [u64; 64],
    /// Position → bounds on yellow's points less purple's.
    table: FxHashMap<(u64, u64), (i8, i8)>,
    /// How many positions were searched so far.
    pub positions: u64,
}

impl GameSolver {
    /// A new solver with an empty table.
    ///
    /// # Panics
    /// If the size is not from 2 to [`MOST_SOLVED`].
    pub fn new(size: usize, first: Colour) -> GameSolver {
        assert!((2..=MOST_SOLVED).contains(&size), "size {size}");
        let last = size - 1;
        let turned: [Turn; 7] = [
            |x, y, _| (y, x),
            |x, y, last| (last - x, y),
            |x, y, last| (x, last - y),
            |x, y, last| (last - x, last - y),
            |x, y, last| (last - y, x),
            |x, y, last| (y, last - x),
            |x, y, last| (last - y, last - x),
        ];
        let table = |turn: &Turn| {
            let mut table = [[0; 64]; MOST_SOLVED];
            for (y, row) in table.iter_mut().enumerate().take(size) {
                for (bits, image) in row.iter_mut().enumerate().take(1 << size) {
                    for x in (0..size).filter(|x| bits >> x & 1 == 1) {
                        let (u, v) = turn(x, y, last);
                        *image |= 1 << (v * size + u);
                    }
                }
            }
            table
        };
        let between = std::array::from_fn(|bits: usize| {
            let bits = bits as u64;
            match bits.count_ones() {
                2 => {
                    let (low, high) = (bits.trailing_zeros(), 63 - bits.leading_zeros());
                    (low + 1..high).fold(0, |set, bit| set | 1 << bit)
                }
                _ => 0,
            }
        });
        let symmetries = turned.iter().map(table).collect();
        GameSolver { size, first, symmetries, between, table: FxHashMap::default(), positions: 0 }
    }

    /// Yellow's points less purple's with best play from here.
    ///
    /// # Panics
    /// If the board has another size or another player began.
    pub fn value(&mut self, board: &LoopBoard) -> i32 {
        assert_eq!((board.size, board.first), (self.size, self.first));
        let position = self.position(board);
        let mut value = 0;
        if self.at_least(position, 0) {
            while self.at_least(position, value + 1) {
                value += 1;
            }
        } else {
            value = -1;
            while !self.at_least(position, value) {
                value -= 1;
            }
        }
        value
    }

    /// The value of each legal move of a board, in reading order.
    pub fn moves(&mut self, board: &LoopBoard) -> Vec<(Square, i32)> {
        legal_moves(board)
            .into_iter()
            .map(|square| {
                let mut after = board.clone();
                after.fill(square);
                (square, self.value(&after))
            })
            .collect()
    }

    /// The legal moves that keep the value of a board, in reading order.
    pub fn best(&mut self, board: &LoopBoard) -> Vec<Square> {
        let value = self.value(board);
        let yellow_moves = board.to_move() == Colour::Yellow;
        let mut moves = legal_moves(board);
        moves.retain(|&square| {
            let mut after = board.clone();
            after.fill(square);
            let after = self.position(&after);
            match yellow_moves {
                true => self.at_least(after, value),
                false => !self.at_least(after, value + 1),
            }
        });
        moves
    }

    fn position(&self, board: &LoopBoard) -> (u64, u64) {
        let bits = |colour| {
            board
                .squares()
                .filter(|&square| board.get(square) == Some(colour))
                .fold(0, |bits, square| bits | 1 << (square.row * self.size + square.column))
        };
        (bits(self.first), bits(self.first.other()))
    }

    /// Whether yellow gets at least `wanted` more points than purple.
    fn at_least(&mut self, position: (u64, u64), wanted: i32) -> bool {
        let filled = position.0 | position.1;
        let count = filled.count_ones() as usize;
        let (low, high) = self.bounds(position);
        if low >= wanted || high < wanted {
            return low >= wanted;
        }
        // Near the end, searching is faster than looking up.
        let key = (count + 2 < 2 * self.size).then(|| self.least_image(position));
        if let Some(&(low, high)) = key.and_then(|key| self.table.get(&key)) {
            if i32::from(low) >= wanted {
                return true;
            }
            if i32::from(high) < wanted {
                return false;
            }
        }
        self.positions += 1;
        let yellow_moves = count.is_multiple_of(2) == (self.first == Colour::Yellow);
        let mut reached = !yellow_moves;
        for (_, next) in self.children(position, yellow_moves) {
            if self.at_least(next, wanted) == yellow_moves {
                reached = yellow_moves;
                break;
            }
        }
        let Some(key) = key else { return reached };
        let bounds = self.table.entry(key).or_insert((i8::MIN, i8::MAX));
        match reached {
            true => bounds.0 = bounds.0.max(wanted as i8),
            false => bounds.1 = bounds.1.min(wanted as i8 - 1),
        }
        reached
    }

    /// The positions after each move, those that look best for the player to move first.
    fn children(&self, position: (u64, u64), yellow_moves: bool) -> Vec<(i32, (u64, u64))> {
        let filled = position.0 | position.1;
        let count = filled.count_ones() as usize;
        let moves = self.legal(filled, count);
        let mut children = Vec::with_capacity(moves.count_ones() as usize);
        for bit in bits(moves) {
            let next = match count.is_multiple_of(2) {
                true => (position.0 | bit, position.1),
                false => (position.0, position.1 | bit),
            };
            let (low, high) = self.bounds(next);
            children.push((if yellow_moves { -(low + high) } else { low + high }, next));
        }
        children.sort_by_key(|&(rank, _)| rank);
        children
    }

    fn row(&self, set: u64, row: usize) -> u64 {
        set >> (row * self.size) & ((1 << self.size) - 1)
    }

    fn image(&self, symmetry: usize, set: u64) -> u64 {
        let rows = &self.symmetries[symmetry];
        (0..self.size).fold(0, |image, row| image | rows[row][self.row(set, row) as usize])
    }

    fn least_image(&self, position: (u64, u64)) -> (u64, u64) {
        (0..self.symmetries.len())
            .map(|s| (self.image(s, position.0), self.image(s, position.1)))
            .fold(position, std::cmp::min)
    }

    /// The legal moves: see the dead-filling theorem for the last three moves.
    fn legal(&self, filled: u64, count: usize) -> u64 {
        let size = self.size;
        let whole = (1u64 << size) - 1;
        let columns = (0..size).fold(0u64, |set, row| set | 1 << (row * size));
        let (mut rows_full, mut once, mut twice) = (0u64, 0, 0);
        for row in 0..size {
            let squares = self.row(filled, row);
            if squares.count_ones() == 2 {
                rows_full |= whole << (row * size);
            }
            twice |= once & squares;
            once |= squares;
        }
        let mut moves = !(filled | rows_full | (twice * columns));
        moves &= (1u64 << (size * size)) - 1;
        if count + 3 < 2 * size {
            return moves;
        }
        let is_legal = |bit: &u64| {
            let row = |row: usize| self.row(filled | bit, row) as u32;
            let rows: [u32; MOST_SOLVED] = std::array::from_fn(row);
            dead_by_shape(&rows[..size]).is_none()
        };
        bits(moves).filter(is_legal).sum()
    }

    /// Bounds on yellow's points less purple's: crossings of finished rows and columns are decided;
    /// other crossings are possible at empty squares that no finished row or column excludes.
    fn bounds(&self, (first, second): (u64, u64)) -> (i32, i32) {
        let size = self.size;
        let whole = (1u64 << size) - 1;
        let filled = first | second;
        // Of a set: finished rows, the squares between, the squares in rows with an odd number of
        // the first player's.
        let lines = |filled: u64, first: u64| {
            let (mut done, mut inside, mut odd) = (0u64, 0u64, 0u64);
            for row in 0..size {
                let squares = self.row(filled, row);
                let at = row * size;
                if squares.count_ones() == 2 {
                    done |= whole << at;
                    inside |= self.between[squares as usize] << at;
                } else {
                    inside |= (whole >> 2 << 1) << at;
                }
                if self.row(first, row).count_ones() == 1 {
                    odd |= whole << at;
                }
            }
            [done, inside, odd]
        };
        let across = lines(filled, first);
        let down = lines(self.image(0, filled), self.image(0, first)).map(|set| self.image(0, set));
        let may_cross = across[1] & down[1] & !filled;
        let decided = may_cross & across[0] & down[0];
        let purple = (decided & (across[2] ^ down[2])).count_ones() as i32;
        let yellow = decided.count_ones() as i32 - purple;
        let open = (may_cross & !decided).count_ones() as i32;
        (yellow - purple - open, yellow - purple + open)
    }
}

/// The bits of a set, each alone.
fn bits(set: u64) -> impl Iterator<Item = u64> {
    let rest = std::iter::successors(Some(set), |rest| Some(rest & rest.checked_sub(1)?));
    rest.take_while(|&rest| rest != 0).map(|rest| rest & rest.wrapping_neg())
}
