//! A partly filled board.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest boards that are played and drawn.
pub const MOST_SIZE: usize = 20;

/// A player, by its colour.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema, Serialize, ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Has the crossings with an even number of squares of each colour.
    Yellow,
    /// Has the others.
    Purple,
}

impl Colour {
    /// The other player.
    pub(crate) fn other(self) -> Colour {
        match self {
            Colour::Yellow => Colour::Purple,
            Colour::Purple => Colour::Yellow,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Yellow => "yellow",
            Colour::Purple => "purple",
        })
    }
}

/// A square: column and row, from 0. In JSON it is a pair of numbers from 1.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema, Serialize,
)]
#[serde(try_from = "[usize; 2]", into = "[usize; 2]")]
pub struct Square {
    /// From the left, from 0.
    pub column: usize,
    /// From the top, from 0.
    pub row: usize,
}

impl From<Square> for [usize; 2] {
    fn from(square: Square) -> [usize; 2] {
        [square.column + 1, square.row + 1]
    }
}

impl TryFrom<[usize; 2]> for Square {
    type Error = &'static str;

    fn try_from(numbers: [usize; 2]) -> Result<Square, &'static str> {
        let [column, row] = numbers.map(|number| number.checked_sub(1).ok_or(NOT_A_SQUARE));
        Ok(Square { column: column?, row: row? })
    }
}

impl fmt::Display for Square {
    /// As (column,row) from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.column + 1, self.row + 1)
    }
}

/// What is wrong with a text or with numbers that are no square.
const NOT_A_SQUARE: &str = "this is no square; expected column and row from 1";

impl FromStr for Square {
    type Err = &'static str;

    /// Reads column,row from 1.
    fn from_str(text: &str) -> Result<Square, &'static str> {
        let (column, row) = text.split_once(',').ok_or(NOT_A_SQUARE)?;
        let number = |text: &str| text.trim().parse().map_err(|_| NOT_A_SQUARE);
        Square::try_from([number(column)?, number(row)?])
    }
}

/// n×n squares, some of them filled, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopBoard {
    /// Squares a side.
    pub(crate) size: usize,
    /// Who began.
    pub first: Colour,
    squares: Vec<Option<Colour>>,
    filled: usize,
}

impl LoopBoard {
    /// An empty board of 2 to [`MOST_SIZE`] squares a side.
    ///
    /// # Panics
    /// On any other size.
    pub fn new(size: usize, first: Colour) -> LoopBoard {
        assert!((2..=MOST_SIZE).contains(&size), "size {size}");
        LoopBoard { size, first, squares: vec![None; size * size], filled: 0 }
    }

    /// Whose turn it is, if the board is not full.
    pub fn to_move(&self) -> Colour {
        if self.filled.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    /// Whether both players have filled all their squares.
    pub fn is_full(&self) -> bool {
        self.filled == 2 * self.size
    }

    /// The colour of a square.
    pub(crate) fn get(&self, square: Square) -> Option<Colour> {
        self.squares[square.row * self.size + square.column]
    }

    /// Fills a square with the colour of the player to move, without checking that this is legal.
    ///
    /// # Panics
    /// If the square is filled.
    pub fn fill(&mut self, square: Square) {
        let colour = self.to_move();
        self.put(square, colour);
    }

    /// Fills a square with any colour, so that the filling may be one that no game reaches.
    ///
    /// # Panics
    /// If the square is filled.
    pub fn put(&mut self, square: Square, colour: Colour) {
        let old = self.squares[square.row * self.size + square.column].replace(colour);
        assert_eq!(old, None, "the square {square} is filled");
        self.filled += 1;
    }

    /// All squares in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.size;
        (0..size * size).map(move |at| Square { column: at % size, row: at / size })
    }

    /// For each row, its filled columns as bits.
    pub fn rows(&self) -> Vec<u32> {
        let row = |row: usize| {
            (0..self.size)
                .filter(|&column| self.get(Square { column, row }).is_some())
                .fold(0, |bits, column| bits | 1 << column)
        };
        (0..self.size).map(row).collect()
    }
}
