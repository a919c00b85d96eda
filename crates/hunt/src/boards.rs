//! All positions that the lemmas allow on a rectangular board, layer by layer.
//!
//! From the start cell, every move that the lemmas do not refute is taken; positions with the same
//! drawn cells and the same live end are one. If a position is reached that is not finished and has
//! no move left, the lemmas miss a dead move. If there is none, all moves they allow on this board
//! are live. The lines completed on the way are counted; if the lemmas refute no live move, they
//! are all lines of the board, which the frontier engine counts too.

use std::sync::Arc;

use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::frontier;
use deadmove_engine::judge::Fault;
use deadmove_rules::lemmas::{LemmaMatcher, Lemmas};
use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The most cells of a board: a position is kept in the bits of one number.
pub const MAX_CELLS: usize = 64;

/// A board without blocked cells. Columns and rows count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoardQuery {
    /// Number of columns, at least the number of rows.
    pub width: usize,
    /// Number of rows, at least 2.
    pub height: usize,
    /// Column and row of the start.
    pub start: (usize, usize),
    /// Column and row of the end.
    pub end: (usize, usize),
}

/// Which start cells are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Starts {
    /// Corners.
    Corner,
    /// Cells at the edge of the board.
    Boundary,
    /// All cells.
    All,
}

impl Starts {
    /// Its name in options and records.
    pub const fn word(self) -> &'static str {
        match self {
            Starts::Corner => "corner",
            Starts::Boundary => "boundary",
            Starts::All => "all",
        }
    }
}

/// What was found on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expanded {
    /// Positions reached.
    pub positions: u64,
    /// Completed lines.
    pub lines: u128,
    /// Positions after the start that are not finished and have no allowed move.
    pub stuck: u64,
    /// A line to one of them.
    pub first: Option<Vec<Move>>,
}

/// All boards with at most so many cells, from these starts to every end cell that the colours
/// allow; one of those that are mirror images or turns of each other.
pub fn questions(cells: usize, starts: Starts) -> Vec<BoardQuery> {
    let mut all = Vec::new();
    for height in 2..=cells.isqrt() {
        for width in height..=cells / height {
            let places = || (1..=width).flat_map(move |c| (1..=height).map(move |r| (c, r)));
            let boundary = |(c, r): (usize, usize)| c == 1 || r == 1 || c == width || r == height;
            for start in places().filter(|&place| match starts {
                Starts::Corner => place == (1, 1),
                Starts::Boundary => boundary(place),
                Starts::All => true,
            }) {
                for end in places().filter(|&end| end != start) {
                    let question = BoardQuery { width, height, start, end };
                    if question.colours_allow_a_line() && question.is_first_image() {
                        all.push(question);
                    }
                }
            }
        }
    }
    all.sort_by_key(|question| (question.width * question.height, *question));
    all
}

impl BoardQuery {
    /// Whether start and end are at the edge of the board.
    pub fn ends_at_the_edge(&self) -> bool {
        [self.start, self.end].into_iter().all(|(column, row)| {
            column == 1 || row == 1 || column == self.width || row == self.height
        })
    }

    fn colours_allow_a_line(&self) -> bool {
        let parity = |(column, row): (usize, usize)| (column + row) % 2;
        match self.width * self.height % 2 {
            0 => parity(self.start) != parity(self.end),
            _ => parity(self.start) == 0 && parity(self.end) == 0,
        }
    }

    /// Whether no mirror image or turn of it comes first.
    fn is_first_image(&self) -> bool {
        let BoardQuery { width, height, start, end } = *self;
        let turns = if width == height { 8 } else { 4 };
        (0..turns).all(|image| {
            let place = |(column, row): (usize, usize)| {
                let column = if image & 1 == 1 { width + 1 - column } else { column };
                let row = if image & 2 == 2 { height + 1 - row } else { row };
                if image & 4 == 4 { (row, column) } else { (column, row) }
            };
            (start, end) <= (place(start), place(end))
        })
    }

    /// The board.
    pub(crate) fn board(&self) -> Board {
        Board::new(self.width, self.height, Some(self.start), Some(self.end), &[])
            .expect("start and end on the board")
    }
}

/// Free cells as bits, and the live end.
type HuntedPosition = (u64, u8);

/// Expands all positions of a board that the lemmas allow.
///
/// # Errors
/// If the frontier engine counts another number of lines than were completed.
///
/// # Panics
/// If the board has more than [`MAX_CELLS`] cells.
pub fn expand(question: &BoardQuery) -> Result<Expanded, Fault> {
    let board = question.board();
    let cells = board.cells();
    assert!(cells <= MAX_CELLS, "a board of {cells} cells");
    let start = board.index(board.start());
    let free = (u64::MAX >> (64 - cells)) & !(1 << start);
    let matcher = LemmaMatcher::new(&board, Lemmas::ALL).expect("start and end differ");
    let mut layers: Vec<Vec<HuntedPosition>> = vec![vec![(free, start as u8)]];
    let mut lines: Vec<u128> = vec![1];
    let mut found = Expanded { positions: 0, lines: 0, stuck: 0, first: None };
    for drawn in 1..cells {
        let layer = &layers[drawn - 1];
        found.positions += layer.len() as u64;
        let next: Vec<Vec<(HuntedPosition, u128)>> = layer
            .par_iter()
            .zip(&lines)
            .map_init(
                || matcher.clone(),
                |matcher, (&key, &lines)| {
                    successors(&board, matcher, key).map(|next| (next, lines)).collect()
                },
            )
            .collect();
        for (&key, next) in layer.iter().zip(&next) {
            // A dead start is no miss: no move led to it.
            if next.is_empty() && drawn > 1 {
                found.stuck += 1;
                if found.first.is_none() {
                    found.first = Some(line_to(&board, &layers, key));
                }
            }
        }
        let mut merged: Vec<(HuntedPosition, u128)> = next.into_iter().flatten().collect();
        merged.par_sort_unstable();
        merged.dedup_by(|other, kept| {
            let same = other.0 == kept.0;
            if same {
                kept.1 += other.1;
            }
            same
        });
        let (keys, counts) = merged.into_iter().unzip();
        layers.push(keys);
        lines = counts;
    }
    found.positions += layers[cells - 1].len() as u64;
    found.lines = lines.iter().sum();
    cross_check(question, &found)?;
    Ok(found)
}

fn successors<'a>(
    board: &'a Board,
    matcher: &mut LemmaMatcher,
    (free, live_end): HuntedPosition,
) -> impl Iterator<Item = HuntedPosition> + 'a {
    let at = board.cell(live_end.into());
    let cells = (0..board.cells()).filter(|index| free >> index & 1 == 1);
    let mut set = FixedBitSet::with_capacity(board.cells());
    set.extend(cells);
    let forbidden = matcher.forbidden(&set, at);
    board.neighbours(at).filter_map(move |(direction, next)| {
        let next = board.index(next);
        let allowed = free >> next & 1 == 1 && !forbidden.contains(direction);
        allowed.then_some((free & !(1 << next), next as u8))
    })
}

/// A line to a position, back through the layers.
fn line_to(board: &Board, layers: &[Vec<HuntedPosition>], key: HuntedPosition) -> Vec<Move> {
    let mut line = Vec::new();
    let (mut free, mut at) = key;
    let drawn = layers.iter().position(|layer| layer.binary_search(&key).is_ok());
    for layer in layers[..drawn.expect("a position of a layer")].iter().rev() {
        free |= 1 << at;
        let (direction, before) = board
            .neighbours(board.cell(at.into()))
            .map(|(direction, before)| (direction.opposite(), board.index(before) as u8))
            .find(|&(_, before)| layer.binary_search(&(free, before)).is_ok())
            .expect("a position of the layer before");
        line.push(direction);
        at = before;
    }
    line.reverse();
    line
}

/// Compares the number of lines with that of the frontier engine.
fn cross_check(question: &BoardQuery, found: &Expanded) -> Result<(), Fault> {
    let position = Position::start(Arc::new(question.board()));
    match frontier::count(&position, &Limits::default()) {
        Ok(count) if count == found.lines.into() => Ok(()),
        Ok(count) => Err(Fault::Contradiction(format!(
            "{question:?}: the lemmas allow {} lines, there are {count}",
            found.lines
        ))),
        // Out of memory: there is no cross-check.
        Err(_) => Ok(()),
    }
}
