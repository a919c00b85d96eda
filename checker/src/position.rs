//! Positions: which cells a path string leaves free on a board; and the replay of witnesses.

use crate::board::{Board, Cell};
use crate::evidence_error::{EvidenceError, Obstacle, Part};

/// The state of a board after a part of the line has been drawn.
pub(crate) struct Position<'a> {
    pub board: &'a Board,
    /// By board index: neither drawn nor blocked.
    free: Vec<bool>,
    pub free_count: usize,
    pub live_end: Cell,
}

impl<'a> Position<'a> {
    /// Only the start cell is drawn.
    fn start(board: &'a Board) -> Position<'a> {
        let mut free = board.open().to_vec();
        if let Some(start) = board.index(board.start()) {
            free[start] = false;
        }
        let free_count = free.iter().filter(|&&free| free).count();
        Position { board, free, free_count, live_end: board.start() }
    }

    /// The position after `path`.
    pub fn after(board: &'a Board, path: &str) -> Result<Position<'a>, EvidenceError> {
        let mut position = Position::start(board);
        position.draw(Part::Path, path)?;
        Ok(position)
    }

    /// Extends the line from the live end by some steps.
    fn draw(&mut self, part: Part, letters: &str) -> Result<(), EvidenceError> {
        for (index, letter) in letters.chars().enumerate() {
            let from = self.live_end;
            let fail =
                |obstacle| EvidenceError::Step { part, step: index + 1, letter, from, obstacle };
            if !"UDLR".contains(letter) {
                return Err(fail(Obstacle::NotAMove));
            }
            let next = self.board.step(from, letter);
            let (Some(cell), Some(number)) = (next, next.and_then(|cell| self.board.index(cell)))
            else {
                return Err(fail(Obstacle::Outside));
            };
            if !self.board.open()[number] {
                return Err(fail(Obstacle::Blocked(cell)));
            }
            if !self.free[number] {
                return Err(fail(Obstacle::Drawn(cell)));
            }
            self.free[number] = false;
            self.free_count -= 1;
            self.live_end = cell;
        }
        Ok(())
    }

    /// By board index, whether a cell is neither drawn nor blocked.
    pub fn free(&self) -> &[bool] {
        &self.free
    }

    /// Whether a cell is on the board and neither drawn nor blocked.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.board.index(cell).is_some_and(|index| self.free[index])
    }

    /// Whether a cell belongs to the rest of the line: it is free or the live end.
    pub fn is_usable(&self, cell: Cell) -> bool {
        cell == self.live_end || self.is_free(cell)
    }

    /// The usable cells next to a cell on the board.
    pub fn usable_neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.board.neighbours(cell).filter(|&next| self.is_usable(next))
    }
}

/// Accepts a witness: `path` and `witness` together start on the start cell, stay on the board,
/// visit each open cell exactly once and finish on the end cell.
pub fn replay(board: &Board, path: &str, witness: &str) -> Result<(), EvidenceError> {
    let mut position = Position::after(board, path)?;
    position.draw(Part::Witness, witness)?;
    if let Some(first) = position.free.iter().position(|&free| free) {
        return Err(EvidenceError::Unvisited {
            count: position.free_count,
            first: board.cell(first),
        });
    }
    if position.live_end != board.end() {
        return Err(EvidenceError::WrongEnd { reached: position.live_end, end: board.end() });
    }
    Ok(())
}
