//! The board: its size, its start and end cell, its blocked cells, and the four moves.
//!
//! Nothing here knows about a path. What is drawn on a board is in [`crate::position`].

use std::fmt;

use fixedbitset::FixedBitSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest number of cells a board may have. It keeps columns and rows within 16 bits; the
/// engines need some hundred bytes per cell.
pub const MAX_CELLS: usize = u16::MAX as usize;

/// A cell by column and row, both counted from 1; row 1 is at the top. In JSON it is `[column,
/// row]`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "[u16; 2]", into = "[u16; 2]")]
pub struct Cell {
    /// Column, 1 at the left.
    pub column: u16,
    /// Row, 1 at the top.
    pub row: u16,
}

impl Cell {
    /// The cell in `column` and `row`, both counted from 1.
    pub const fn new(column: u16, row: u16) -> Self {
        Self { column, row }
    }

    /// Which of the two checkerboard colours the cell has. Neighbours differ.
    pub const fn parity(self) -> bool {
        (self.column ^ self.row) & 1 == 1
    }
}

impl From<[u16; 2]> for Cell {
    fn from([column, row]: [u16; 2]) -> Cell {
        Cell { column, row }
    }
}

impl From<Cell> for [u16; 2] {
    fn from(Cell { column, row }: Cell) -> [u16; 2] {
        [column, row]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.column, self.row)
    }
}

/// One step of the line. In JSON it is its letter.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "Letters")]
pub enum Move {
    /// One row up.
    #[serde(rename = "U")]
    Up,
    /// One row down.
    #[serde(rename = "D")]
    Down,
    /// One column to the left.
    #[serde(rename = "L")]
    Left,
    /// One column to the right.
    #[serde(rename = "R")]
    Right,
}

impl Move {
    /// All moves, in the order U D L R used in every output.
    pub const ALL: [Move; 4] = [Move::Up, Move::Down, Move::Left, Move::Right];

    /// The move's letter in path strings: U, D, L or R.
    pub const fn letter(self) -> char {
        match self {
            Move::Up => 'U',
            Move::Down => 'D',
            Move::Left => 'L',
            Move::Right => 'R',
        }
    }

    /// The move of a letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Move> {
        match letter {
            'U' | 'u' => Some(Move::Up),
            'D' | 'd' => Some(Move::Down),
            'L' | 'l' => Some(Move::Left),
            'R' | 'r' => Some(Move::Right),
            _ => None,
        }
    }

    /// The move of a word of one letter.
    pub(crate) fn from_word(word: &str) -> Option<Move> {
        let mut letters = word.chars();
        letters.next().filter(|_| letters.next().is_none()).and_then(Move::from_letter)
    }

    /// The opposite move.
    pub const fn opposite(self) -> Move {
        match self {
            Move::Up => Move::Down,
            Move::Down => Move::Up,
            Move::Left => Move::Right,
            Move::Right => Move::Left,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Writes moves as a path string of the letters U, D, L, R.
pub fn letters(moves: &[Move]) -> String {
    moves.iter().map(|m| m.letter()).collect()
}

/// Reads what [`letters`] wrote; none if a letter is not a move.
pub fn from_letters(text: &str) -> Option<Vec<Move>> {
    text.chars().map(Move::from_letter).collect()
}

/// Moves that JSON shows as a string, one letter each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
#[schemars(extend("pattern" = "^[UDLR]*$"))]
pub struct Letters(pub Vec<Move>);

impl From<Letters> for String {
    fn from(Letters(moves): Letters) -> String {
        letters(&moves)
    }
}

impl TryFrom<String> for Letters {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Letters, &'static str> {
        from_letters(&text).map(Letters).ok_or("a path has the letters U, D, L and R only")
    }
}

impl TryFrom<Letters> for Move {
    type Error = &'static str;

    fn try_from(Letters(moves): Letters) -> Result<Move, &'static str> {
        match moves[..] {
            [direction] => Ok(direction),
            _ => Err("a move is one of U, D, L and R"),
        }
    }
}

/// Why a board is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A side of length 0.
    #[error("a board of {width}x{height} has no cells; width and height start at 1")]
    Empty {
        /// Columns requested.
        width: usize,
        /// Rows requested.
        height: usize,
    },
    /// More than [`MAX_CELLS`] cells.
    #[error("a board of {width}x{height} is too large; at most {} cells are supported", MAX_CELLS)]
    TooLarge {
        /// Columns requested.
        width: usize,
        /// Rows requested.
        height: usize,
    },
    /// The start, the end or a blocked cell is outside the board.
    #[error(
        "the {what} ({},{}) lies outside the {width}x{height} board; columns are 1 to {width}, rows \
         1 to {height}",
        cell.0, cell.1
    )]
    Outside {
        /// Which cell: "start", "end" or "blocked cell".
        what: &'static str,
        /// Column and row as given.
        cell: (usize, usize),
        /// Columns of the board.
        width: usize,
        /// Rows of the board.
        height: usize,
    },
    /// The start or the end is among the blocked cells.
    #[error("the {what} {cell} is blocked")]
    Blocked {
        /// "start" or "end".
        what: &'static str,
        /// The cell.
        cell: Cell,
    },
    /// Start and end are the same cell although the line has other cells to visit.
    #[error("start and end are both {cell}, but the line still has other cells to visit")]
    StartIsEnd {
        /// The cell.
        cell: Cell,
    },
}

/// A board: `width` × `height` cells, a start cell, an end cell, optional blocked cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: u16,
    height: u16,
    start: Cell,
    end: Cell,
    blocked: FixedBitSet,
}

impl Board {
    /// An open board from the upper-left to the lower-right corner.
    ///
    /// # Errors
    /// If there are no cells, or more than [`MAX_CELLS`].
    pub fn corner_to_corner(width: usize, height: usize) -> Result<Board, BoardError> {
        Board::new(width, height, None, None, &[])
    }

    /// A board with the given start, end and blocked cells. `None` means a corner: the start is
    /// upper-left, the end lower-right. Cells are (column, row), counted from 1.
    ///
    /// # Errors
    /// If there are no cells or more than [`MAX_CELLS`], a cell is off the board, the start or the
    /// end is blocked, or both are the same though other cells are open.
    pub fn new(
        width: usize,
        height: usize,
        start: Option<(usize, usize)>,
        end: Option<(usize, usize)>,
        blocked: &[(usize, usize)],
    ) -> Result<Board, BoardError> {
        if width == 0 || height == 0 {
            return Err(BoardError::Empty { width, height });
        }
        if width.checked_mul(height).is_none_or(|cells| cells > MAX_CELLS) {
            return Err(BoardError::TooLarge { width, height });
        }
        let inside = |what, cell: (usize, usize)| {
            if (1..=width).contains(&cell.0) && (1..=height).contains(&cell.1) {
                Ok(Cell::new(cell.0 as u16, cell.1 as u16))
            } else {
                Err(BoardError::Outside { what, cell, width, height })
            }
        };
        let mut board = Board {
            width: width as u16,
            height: height as u16,
            start: inside("start", start.unwrap_or((1, 1)))?,
            end: inside("end", end.unwrap_or((width, height)))?,
            blocked: FixedBitSet::with_capacity(width * height),
        };
        for &cell in blocked {
            let index = board.index(inside("blocked cell", cell)?);
            board.blocked.insert(index);
        }
        for (what, cell) in [("start", board.start), ("end", board.end)] {
            if board.is_blocked(cell) {
                return Err(BoardError::Blocked { what, cell });
            }
        }
        if board.start == board.end && board.open_cells() > 1 {
            return Err(BoardError::StartIsEnd { cell: board.start });
        }
        Ok(board)
    }

    /// Whether the line leads from a corner to the opposite one and no cell is blocked: the boards
    /// that rules make claims about.
    pub fn leads_across(&self) -> bool {
        let corner = [1, self.width].contains(&self.start.column)
            && [1, self.height].contains(&self.start.row);
        let opposite =
            Cell::new(self.width + 1 - self.start.column, self.height + 1 - self.start.row);
        corner && self.end == opposite && self.blocked.is_clear()
    }

    /// Number of columns.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The cell where the line begins.
    pub fn start(&self) -> Cell {
        self.start
    }

    /// The cell where the line must finish.
    pub fn end(&self) -> Cell {
        self.end
    }

    /// Number of cells, blocked ones included.
    pub fn cells(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Number of cells that the line has to visit: those not blocked, start and end included.
    pub(crate) fn open_cells(&self) -> usize {
        self.cells() - self.blocked.count_ones(..)
    }

    /// Whether the line may not enter `cell`.
    pub fn is_blocked(&self, cell: Cell) -> bool {
        self.blocked.contains(self.index(cell))
    }

    /// The blocked cells in index order.
    pub fn blocked_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.blocked.ones().map(|index| self.cell(index))
    }

    /// The cell's number in row-major order, from 0.
    pub fn index(&self, cell: Cell) -> usize {
        (usize::from(cell.row) - 1) * usize::from(self.width) + usize::from(cell.column) - 1
    }

    /// The cell with number `index` in row-major order.
    pub fn cell(&self, index: usize) -> Cell {
        let width = usize::from(self.width);
        Cell::new((index % width) as u16 + 1, (index / width) as u16 + 1)
    }

    /// The cell one step away, if it is on the board (it may be blocked).
    pub fn step(&self, cell: Cell, direction: Move) -> Option<Cell> {
        let Cell { column, row } = cell;
        match direction {
            Move::Up => (row > 1).then(|| Cell::new(column, row - 1)),
            Move::Down => (row < self.height).then(|| Cell::new(column, row + 1)),
            Move::Left => (column > 1).then(|| Cell::new(column - 1, row)),
            Move::Right => (column < self.width).then(|| Cell::new(column + 1, row)),
        }
    }

    /// The neighbours of a cell on the board, blocked ones included, in the order U D L R.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Move, Cell)> + '_ {
        Move::ALL.into_iter().filter_map(move |m| self.step(cell, m).map(|next| (m, next)))
    }
}
