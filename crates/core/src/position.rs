//! A position: a board on which a part of the line has been drawn.
//!
//! A verdict depends only on the free cells and the live end; the path is kept for display and for
//! the turning point.

use std::sync::Arc;

use fixedbitset::FixedBitSet;

use crate::board::{Board, Cell, Move};

/// A board with a partly drawn line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Arc<Board>,
    path: Vec<Move>,
    free: FixedBitSet,
    live_end: Cell,
}

/// Why a step cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// The step leaves the board.
    #[error("leaves the board")]
    Outside,
    /// The cell is blocked.
    #[error("enters a blocked cell")]
    Blocked,
    /// The line has already visited the cell.
    #[error("crosses the line")]
    Drawn,
}

/// A path that cannot be drawn, and the step at which it fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {} ({direction}) from {from} {obstacle}", .step + 1)]
pub struct PathError {
    /// Index of the failing step, from 0.
    pub step: usize,
    /// The failing move.
    pub direction: Move,
    /// The cell the line had reached.
    pub from: Cell,
    /// The obstacle.
    pub obstacle: Obstacle,
}

impl Position {
    /// The position before the first step: only the start cell is drawn.
    pub fn start(board: Arc<Board>) -> Position {
        let mut free = FixedBitSet::with_capacity(board.cells());
        free.insert_range(..);
        for cell in board.blocked_cells() {
            free.remove(board.index(cell));
        }
        free.remove(board.index(board.start()));
        let live_end = board.start();
        Position { board, path: Vec::new(), free, live_end }
    }

    /// The position after `path`.
    ///
    /// # Errors
    /// At the first step that cannot be drawn.
    pub fn from_path(board: Arc<Board>, path: &[Move]) -> Result<Position, PathError> {
        let mut position = Position::start(board);
        position.path.reserve(path.len());
        for &direction in path {
            position.play(direction)?;
        }
        Ok(position)
    }

    /// Draws one more step.
    ///
    /// # Errors
    /// If it leaves the board or enters a blocked or drawn cell. Nothing is drawn then.
    pub fn play(&mut self, direction: Move) -> Result<(), PathError> {
        let fail = |obstacle| PathError {
            step: self.path.len(),
            direction,
            from: self.live_end,
            obstacle,
        };
        let next =
            self.board.step(self.live_end, direction).ok_or_else(|| fail(Obstacle::Outside))?;
        if self.board.is_blocked(next) {
            return Err(fail(Obstacle::Blocked));
        }
        if !self.is_free(next) {
            return Err(fail(Obstacle::Drawn));
        }
        self.free.remove(self.board.index(next));
        self.live_end = next;
        self.path.push(direction);
        Ok(())
    }

    /// The position one legal step further.
    ///
    /// # Panics
    /// If the move is not legal.
    pub fn after(&self, direction: Move) -> Position {
        let mut next = self.clone();
        next.play(direction).expect("a legal move");
        next
    }

    /// The position after the first `length` steps of the path.
    ///
    /// # Panics
    /// If the path is shorter than that.
    pub fn prefix(&self, length: usize) -> Position {
        Position::from_path(self.board.clone(), &self.path[..length]).expect("a prefix is legal")
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board, for sharing with other positions.
    pub fn shared_board(&self) -> Arc<Board> {
        self.board.clone()
    }

    /// The steps drawn so far.
    pub fn path(&self) -> &[Move] {
        &self.path
    }

    /// The drawn cells in order, start cell first, live end last.
    pub fn line(&self) -> Vec<Cell> {
        let mut cell = self.board.start();
        let mut line = vec![cell];
        for &direction in &self.path {
            cell = self.board.step(cell, direction).expect("the path stays on the board");
            line.push(cell);
        }
        line
    }

    /// The free cells as a set of [`Board::index`] numbers.
    pub fn free(&self) -> &FixedBitSet {
        &self.free
    }

    /// Whether `cell` is neither drawn nor blocked.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.free.contains(self.board.index(cell))
    }

    /// Number of free cells.
    pub fn free_count(&self) -> usize {
        self.free.count_ones(..)
    }

    /// The cell the line has reached.
    pub fn live_end(&self) -> Cell {
        self.live_end
    }

    /// The steps onto a free cell, in the order U D L R.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.board
            .neighbours(self.live_end)
            .filter(|&(_, next)| self.is_free(next))
            .map(|(direction, _)| direction)
    }

    /// Whether the line has filled the board and stands on the end cell.
    pub fn is_finished(&self) -> bool {
        self.live_end == self.board.end() && self.free.is_clear()
    }
}
