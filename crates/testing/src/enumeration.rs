//! Plain backtracking, a third oracle: slow, short, and sharing no code with the engines.

use deadmove_core::board::{Board, Cell};
use deadmove_core::position::Position;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use crate::random::walk_positions;

/// Visits a position and every position that can be reached from it.
pub fn visit_prefixes(position: &Position, visit: &mut impl FnMut(&Position)) {
    visit(position);
    for direction in position.legal_moves() {
        visit_prefixes(&position.after(direction), visit);
    }
}

/// Whether some sequence of moves finishes the position.
pub fn is_live(position: &Position) -> bool {
    position.is_finished()
        || (position.is_free(position.board().end())
            && position.legal_moves().any(|direction| is_live(&position.after(direction))))
}

/// All completions of a position, each as its cells from the live end to the end cell.
pub fn completions(position: &Position) -> Vec<Vec<Cell>> {
    struct Search {
        width: usize,
        free: Vec<bool>,
        open: usize,
        end: usize,
        line: Vec<usize>,
        found: Vec<Vec<usize>>,
    }
    impl Search {
        fn from(&mut self, at: usize) {
            self.line.push(at);
            if self.open == 0 && at == self.end {
                self.found.push(self.line.clone());
            } else if at != self.end {
                let at_border = [at, at + 1].map(|cell| cell.is_multiple_of(self.width));
                let next = [
                    at.checked_sub(self.width),
                    Some(at + self.width).filter(|&next| next < self.free.len()),
                    at.checked_sub(1).filter(|_| !at_border[0]),
                    Some(at + 1).filter(|_| !at_border[1]),
                ];
                for next in next.into_iter().flatten() {
                    if std::mem::replace(&mut self.free[next], false) {
                        self.open -= 1;
                        self.from(next);
                        self.open += 1;
                        self.free[next] = true;
                    }
                }
            }
            self.line.pop();
        }
    }
    let board = position.board();
    let mut search = Search {
        width: board.width().into(),
        free: (0..board.cells()).map(|cell| position.is_free(board.cell(cell))).collect(),
        open: position.free_count(),
        end: board.index(board.end()),
        line: Vec::new(),
        found: Vec::new(),
    };
    search.from(board.index(position.live_end()));
    let cells = |line: Vec<usize>| line.into_iter().map(|cell| board.cell(cell)).collect();
    search.found.into_iter().map(cells).collect()
}

/// A random position for [`completions`], on a board of up to 7×7 cells with any ends and perhaps
/// blocked cells. At most 22 cells are free.
pub fn position(rng: &mut impl Rng) -> Position {
    loop {
        let [width, height] = [(); 2].map(|()| rng.random_range(2..=7usize));
        let mut cell = || (rng.random_range(1..=width), rng.random_range(1..=height));
        let [start, end] = [cell(), cell()];
        let blocked: Vec<_> = (0..width * height / 12).map(|_| cell()).collect();
        let corners = rng.random_bool(0.5);
        let board = match corners {
            true => Board::corner_to_corner(width, height),
            false => Board::new(width, height, Some(start), Some(end), &blocked),
        };
        let Ok(board) = board else { continue };
        let mut walk = walk_positions(&board.into(), 1, rng);
        walk.retain(|position| position.free_count() <= 22);
        if let Some(position) = walk.choose(rng) {
            return position.clone();
        }
    }
}
