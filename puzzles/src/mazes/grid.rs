//! The fields of a maze: roads and walls, with a frame of walls around them.

use deadmove_core::board::{Letters, Move};
use deadmove_core::error::{ErrorKind, InputError};

/// The most fields a grid may have, with its frame: they are numbered in 32 bits.
const MOST_FIELDS: usize = 1 << 31;

/// A rectangle of fields, each a road or a wall. A field is a number; the grid is stored with a
/// frame of walls, so that every field has four neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    roads: Vec<bool>,
}

impl Grid {
    /// A grid of walls.
    ///
    /// # Errors
    /// If there are no fields, or too many.
    pub fn new(width: usize, height: usize) -> Result<Grid, InputError> {
        let fields = (width + 2).checked_mul(height + 2).filter(|&fields| fields < MOST_FIELDS);
        match fields {
            _ if width == 0 || height == 0 => {
                Err(InputError::new(ErrorKind::MazeEmpty, "the maze has no fields"))
            }
            Some(fields) => Ok(Grid { width, height, roads: vec![false; fields] }),
            None => Err(InputError::new(
                ErrorKind::MazeTooLarge,
                format!("{width}×{height} fields are too many"),
            )
            .expected("less than 2,147,483,648 fields, with a frame around them")),
        }
    }

    /// The number of the field at a column and a row, both from 1. The frame has the columns 0 and
    /// width + 1 and the rows 0 and height + 1.
    pub fn field(&self, column: usize, row: usize) -> usize {
        debug_assert!(column <= self.width + 1 && row <= self.height + 1);
        row * (self.width + 2) + column
    }

    /// Column and row of a field, both from 1.
    pub fn place(&self, field: usize) -> (usize, usize) {
        (field % (self.width + 2), field / (self.width + 2))
    }

    /// Column and row of a field in words.
    pub(crate) fn name(&self, field: usize) -> String {
        let (column, row) = self.place(field);
        format!("({column},{row})")
    }

    /// One more than the largest number of a field, with the frame.
    pub fn end(&self) -> usize {
        self.roads.len()
    }

    /// Whether a field is a road.
    pub fn is_road(&self, field: usize) -> bool {
        self.roads[field]
    }

    /// The road at (column, row), both from 1; `what` is its name in messages.
    ///
    /// # Errors
    /// If the place is off the grid, or a wall.
    pub fn road(&self, (column, row): (usize, usize), what: &str) -> Result<usize, InputError> {
        let (width, height) = (self.width, self.height);
        if !(1..=width).contains(&column) || !(1..=height).contains(&row) {
            let message = format!("{what} ({column},{row}) is outside of the maze");
            return Err(InputError::new(ErrorKind::FieldOutside, message)
                .expected(format!("columns 1 to {width}, rows 1 to {height}")));
        }
        let field = self.field(column, row);
        match self.is_road(field) {
            true => Ok(field),
            false => Err(InputError::new(
                ErrorKind::FieldIsWall,
                format!("{what} ({column},{row}) is a wall"),
            )
            .expected("a road")),
        }
    }

    /// Makes a field that is not of the frame a road or a wall.
    pub fn set_road(&mut self, field: usize, road: bool) {
        let (column, row) = self.place(field);
        assert!((1..=self.width).contains(&column) && (1..=self.height).contains(&row));
        self.roads[field] = road;
    }

    /// The neighbours of a field, in the order of [`Move::ALL`].
    pub fn around(&self, field: usize) -> [usize; 4] {
        let row = self.width + 2;
        [field - row, field + row, field - 1, field + 1]
    }

    /// All roads in reading order.
    pub fn roads(&self) -> impl Iterator<Item = usize> {
        self.roads.iter().enumerate().filter(|(_, road)| **road).map(|(field, _)| field)
    }

    /// Whether some 2×2 fields are all roads.
    pub(crate) fn has_open_square(&self) -> bool {
        self.roads().any(|field| {
            let below = field + self.width + 2;
            self.roads[field + 1] && self.roads[below] && self.roads[below + 1]
        })
    }
}

/// A grid with an entrance and an exit, two different roads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridMaze {
    /// Roads and walls.
    pub grid: Grid,
    /// Where a path begins.
    pub entrance: usize,
    /// Where it ends.
    pub exit: usize,
}

impl GridMaze {
    /// A maze from a grid, with entrance and exit at (column, row) from 1.
    ///
    /// # Errors
    /// If entrance or exit is no road, or both are the same.
    pub fn new(
        grid: Grid,
        entrance: (usize, usize),
        exit: (usize, usize),
    ) -> Result<GridMaze, InputError> {
        let entrance = grid.road(entrance, "the entrance")?;
        let exit = grid.road(exit, "the exit")?;
        if entrance == exit {
            let message = format!("entrance and exit are the same field {}", grid.name(exit));
            return Err(
                InputError::new(ErrorKind::OpeningsEqual, message).expected("two different roads")
            );
        }
        Ok(GridMaze { grid, entrance, exit })
    }

    /// The steps of a path.
    ///
    /// # Panics
    /// If two fields in a row are not neighbours.
    pub(crate) fn steps(&self, path: &[usize]) -> Letters {
        let step = |pair: &[usize]| {
            let at = self.grid.around(pair[0]).iter().position(|&next| next == pair[1]);
            Move::ALL[at.expect("neighbours")]
        };
        Letters(path.windows(2).map(step).collect())
    }
}
