//! Positions: which cells a path string leaves free on a board; and the replay of witnesses.

use super::board::{Board, Cell, text};

/// The state of a board after a part of the line has been drawn.
#[derive(Clone, Debug)]
pub struct Position<'a> {
    /// The board.
    pub board: &'a Board,
    /// By board index: neither drawn nor blocked.
    pub free: Vec<bool>,
    /// How many cells are free.
    pub free_count: usize,
    /// The last cell drawn.
    pub live_end: Cell,
}

impl<'a> Position<'a> {
    /// The position after `path`, which begins on the start cell.
    pub fn after(board: &'a Board, path: &str) -> Result<Position<'a>, String> {
        let mut free = board.open.clone();
        if let Some(start) = board.index(board.start) {
            free[start] = false;
        }
        let free_count = free.iter().filter(|&&free| free).count();
        let mut position = Position { board, free, free_count, live_end: board.start };
        position.draw("path", path)?;
        Ok(position)
    }

    /// Extends the line from the live end by some steps.
    fn draw(&mut self, part: &str, letters: &str) -> Result<(), String> {
        for (step, letter) in (1..).zip(letters.chars()) {
            let from = self.live_end;
            let fail = |what: &str| {
                Err(format!("step {step} of the {part} ({letter:?}) from {} {what}", text(from)))
            };
            if !matches!(letter, 'U' | 'D' | 'L' | 'R') {
                return fail("is none of U, D, L, R");
            }
            let Some(cell) = self.board.step(from, letter) else {
                return fail("leaves the board");
            };
            let number = self.board.index(cell).expect("a step leads to a cell of the board");
            if !self.board.open[number] {
                return fail(&format!("enters the blocked cell {}", text(cell)));
            }
            if !self.free[number] {
                return fail(&format!("visits {} a second time", text(cell)));
            }
            self.free[number] = false;
            self.free_count -= 1;
            self.live_end = cell;
        }
        Ok(())
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
///
/// # Errors
/// What is wrong first.
pub fn replay(board: &Board, path: &str, witness: &str) -> Result<(), String> {
    let mut position = Position::after(board, path)?;
    position.draw("witness", witness)?;
    if let Some(first) = position.free.iter().position(|&free| free) {
        let (count, first) = (position.free_count, text(board.cell(first)));
        return Err(format!("{count} open cells are not visited, first of them {first}"));
    }
    if position.live_end != board.end {
        let (reached, end) = (text(position.live_end), text(board.end));
        return Err(format!("the line finishes on {reached}, not on the end cell {end}"));
    }
    Ok(())
}
