//! Legal moves: onto empty squares in rows and columns with room, without making the filling dead.
//!
//! **Theorem:** a filling is dead exactly if there are a row r and a column c without squares,
//! except possibly the one where they cross, and all other rows and columns have two. In a
//! filling of that shape, r and c lack squares that could only be where they cross. For the
//! other direction, let R and C be the cut of the header of `puzzles/checker/src/loops.rs`,
//! with a rows and b columns: at least 2b − 2a + a(n − b) + 1 squares are in C but not in R. As
//! C has at most two in each column, that is at most 2b, so a(n − b − 2) < 0, so a > 0 and b ≥
//! n − 1. As the rows outside R have at most two each, it is also at most 2(n − a). For b = n
//! that would need 2n − 2a + 1 ≤ 2n − 2a; so b = n − 1, and 2n − 1 − a ≤ 2n − 2a gives a = 1: R
//! is one row r, all columns but one column c are in C, and 2n − 2 squares are outside r and c.
//! These fill all other rows and columns.

use std::fmt;

use crate::loops::board::{LoopBoard, Square};

/// A dead filling with at most two squares in each row and column: of one row and one column
/// without squares except possibly the one where they cross, all others being full. So what is
/// missing would have to be at that crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dead {
    /// Where the row and the column cross.
    pub crossing: Square,
    /// Whether that square is filled.
    pub is_filled: bool,
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objection {
    /// Both players have filled all their squares.
    Over,
    /// The square is off the board.
    Outside(Square),
    /// It is filled.
    Filled(Square),
    /// Its row, from 0, has two squares.
    RowFull(usize),
    /// Its column, from 0, has two squares.
    ColumnFull(usize),
    /// After it, not every row and column could get two squares.
    Kills(Dead),
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::Over => write!(f, "the game is over, every row and column has two squares"),
            Objection::Outside(square) => write!(f, "{square} is not on the board"),
            Objection::Filled(square) => write!(f, "{square} is filled"),
            Objection::RowFull(row) => write!(f, "row {} has two squares", row + 1),
            Objection::ColumnFull(column) => write!(f, "column {} has two squares", column + 1),
            Objection::Kills(Dead { crossing, is_filled }) => {
                let (row, column) = (crossing.row + 1, crossing.column + 1);
                write!(f, "the filling would be dead: ")?;
                match is_filled {
                    true => write!(
                        f,
                        "only row {row} and column {column} have room, and the square where they \
                         cross is filled"
                    ),
                    false => write!(
                        f,
                        "row {row} and column {column} are empty and all others full, so both \
                         missing squares would have to be {crossing}"
                    ),
                }
            }
        }
    }
}

/// Whether the player to move may fill a square, and if not, why.
///
/// # Errors
/// The rule that forbids it.
pub fn legal(board: &LoopBoard, square: Square) -> Result<(), Objection> {
    let size = board.size;
    if board.is_full() {
        return Err(Objection::Over);
    }
    if square.column >= size || square.row >= size {
        return Err(Objection::Outside(square));
    }
    if board.get(square).is_some() {
        return Err(Objection::Filled(square));
    }
    let rows = board.rows();
    if rows[square.row].count_ones() > 1 {
        return Err(Objection::RowFull(square.row));
    }
    if in_column(&rows, square.column) > 1 {
        return Err(Objection::ColumnFull(square.column));
    }
    let mut after = rows;
    after[square.row] |= 1 << square.column;
    dead_by_shape(&after).map_or(Ok(()), |dead| Err(Objection::Kills(dead)))
}

/// How many squares of a column are filled.
fn in_column(rows: &[u32], column: usize) -> usize {
    rows.iter().filter(|row| **row >> column & 1 == 1).count()
}

/// All legal moves in reading order.
pub fn legal_moves(board: &LoopBoard) -> Vec<Square> {
    board.squares().filter(|&square| legal(board, square).is_ok()).collect()
}

/// Whether a filling with at most two squares in each row and column is dead, by the dead-filling
/// theorem, and in which shape; `rows` has the filled columns of each row as bits.
pub fn dead_by_shape(rows: &[u32]) -> Option<Dead> {
    let size = rows.len();
    let filled: u32 = rows.iter().map(|row| row.count_ones()).sum();
    let missing = 2 * size as u32 - filled;
    if missing == 0 || missing > 2 {
        return None;
    }
    // With two missing, an empty row means that all others are full.
    let least = if missing == 2 { 0 } else { 1 };
    let row = rows.iter().position(|row| row.count_ones() == least)?;
    let column = (0..size).find(|&column| in_column(rows, column) == least as usize)?;
    let is_filled = rows[row] >> column & 1 == 1;
    (is_filled == (missing == 1)).then_some(Dead { crossing: Square { column, row }, is_filled })
}

/// Whether squares can be added so that each row and each column has two, by search: a flow from
/// rows that lack squares through empty squares to columns that lack some. The dead-filling theorem
/// is not used.
pub fn completable(rows: &[u32]) -> bool {
    let size = rows.len();
    if rows.iter().any(|row| row.count_ones() > 2) {
        return false;
    }
    let mut room = Vec::new();
    for column in 0..size {
        match 2usize.checked_sub(in_column(rows, column)) {
            Some(left) => room.push(left),
            None => return false,
        }
    }
    let mut flow =
        SquareFlow { free: rows.iter().map(|row| !row).collect(), added: vec![0; size], room };
    (0..size).all(|row| (rows[row].count_ones()..2).all(|_| flow.add(row, &mut 0)))
}

struct SquareFlow {
    /// Row → the columns where its squares are empty before anything is added.
    free: Vec<u32>,
    /// Row → the squares that are added.
    added: Vec<u32>,
    /// Column → how many squares it still lacks.
    room: Vec<usize>,
}

impl SquareFlow {
    /// Adds a square to a row, moving others if necessary; `seen` are columns that were tried.
    fn add(&mut self, row: usize, seen: &mut u32) -> bool {
        for column in 0..self.room.len() {
            let bit = 1 << column;
            if self.free[row] & !self.added[row] & !*seen & bit == 0 {
                continue;
            }
            *seen |= bit;
            if self.room[column] > 0 {
                self.room[column] -= 1;
                self.added[row] |= bit;
                return true;
            }
            for other in 0..self.added.len() {
                if self.added[other] & bit != 0 && self.add(other, seen) {
                    self.added[other] &= !bit;
                    self.added[row] |= bit;
                    return true;
                }
            }
        }
        false
    }
}
