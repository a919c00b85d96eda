//! The checker's own board: size, start, end and blocked cells. What is drawn on it is a position
//! (`position.rs`).

/// A cell as (column, row), both counted from 1; row 1 is at the top.
pub type Cell = (u16, u16);

/// The largest number of cells a board may have; it bounds the memory a caller can ask for.
pub const MAX_CELLS: usize = 1 << 20;

/// A cell as people read it.
pub fn text((column, row): Cell) -> String {
    format!("({column},{row})")
}

/// A board. All cells that are not blocked are open: the line has to visit each of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The start cell.
    pub start: Cell,
    /// The end cell.
    pub end: Cell,
    /// For each [`Board::index`], whether the line has to visit that cell.
    pub open: Vec<bool>,
}

impl Board {
    /// A board of `width` columns and `height` rows. Blocked cells may be listed twice; start and
    /// end must be open and may be the same cell.
    ///
    /// # Errors
    /// If there are no cells or too many, or a cell is not where it may be.
    pub fn new(
        width: usize,
        height: usize,
        start: Cell,
        end: Cell,
        blocked: &[Cell],
    ) -> Result<Board, String> {
        let cells = width.checked_mul(height).filter(|cells| (1..=MAX_CELLS).contains(cells));
        let cells = cells.filter(|_| width.max(height) <= u16::MAX.into()).ok_or_else(|| {
            format!("a board of {width}x{height}: it must have 1 to {MAX_CELLS} cells")
        })?;
        let mut board = Board { width, height, start, end, open: vec![true; cells] };
        let off = |what: &str, cell| format!("the {what} {} is not on the board", text(cell));
        for &cell in blocked {
            let index = board.index(cell).ok_or_else(|| off("blocked cell", cell))?;
            board.open[index] = false;
        }
        for (what, cell) in [("start", start), ("end", end)] {
            if !board.open[board.index(cell).ok_or_else(|| off(what, cell))?] {
                return Err(format!("the {what} {} is blocked", text(cell)));
            }
        }
        Ok(board)
    }

    /// The cell's number row by row from 0, if it is on the board.
    pub fn index(&self, (column, row): Cell) -> Option<usize> {
        let (column, row) = (usize::from(column), usize::from(row));
        ((1..=self.width).contains(&column) && (1..=self.height).contains(&row))
            .then(|| (row - 1) * self.width + column - 1)
    }

    /// The cell with number `index`.
    pub fn cell(&self, index: usize) -> Cell {
        let number = |at: usize| u16::try_from(at + 1).expect("a cell of a board");
        (number(index % self.width), number(index / self.width))
    }

    /// The cell one step in the direction of a path letter, if it is on the board.
    #[inline]
    pub fn step(&self, (column, row): Cell, letter: char) -> Option<Cell> {
        let next = match letter {
            'U' => (column, row.checked_sub(1)?),
            'D' => (column, row.checked_add(1)?),
            'L' => (column.checked_sub(1)?, row),
            'R' => (column.checked_add(1)?, row),
            _ => return None,
        };
        self.index(next).map(|_| next)
    }

    /// The cells on the board that share a side with a cell on the board, blocked ones included.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        ['U', 'D', 'L', 'R'].into_iter().filter_map(move |letter| self.step(cell, letter))
    }
}
