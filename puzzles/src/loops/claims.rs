//! What is claimed about the game, each claim checked in a second way.

use crate::loops::board::{Colour, LoopBoard, Square};
use crate::loops::count::{DeadCount, each_filling, fillings};
use crate::loops::curves::{Final, by_pairs, by_parity};
use crate::loops::solve::GameSolver;

/// Whether both ways of scoring agree on all 16 colourings of the four squares of a crossing.
pub fn scorings_agree() -> bool {
    let colours = [Colour::Yellow, Colour::Purple];
    let pairs: Vec<[Colour; 2]> =
        colours.into_iter().flat_map(|one| colours.map(|other| [one, other])).collect();
    let mut all = pairs.iter().flat_map(|across| pairs.iter().map(move |down| (*across, *down)));
    all.all(|(across, down)| by_pairs(across, down) == by_parity(across, down))
}

/// The complete fillings of one size, listed one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FillingCount {
    /// How many were listed.
    pub listed: u64,
    /// Whether [`fillings`], which counts by columns, agrees.
    pub agrees: bool,
    /// The most crossings of any filling.
    pub max_crossings: usize,
    /// The most closed curves of any filling.
    pub max_curves: usize,
}

impl FillingCount {
    /// Lists the complete fillings of a size and counts them by columns.
    pub fn of(size: usize) -> FillingCount {
        let (mut listed, mut max_crossings, mut max_curves) = (0, 0, 0);
        each_filling(size, &mut |rows| {
            listed += 1;
            let mut board = LoopBoard::new(size, Colour::Yellow);
            for square in board.squares().filter(|at| rows[at.row] >> at.column & 1 == 1) {
                board.fill(square);
            }
            let end = Final::of(&board).expect("two squares in each row and column");
            max_crossings = max_crossings.max(end.crossings.len());
            max_curves = max_curves.max(end.curves.len());
        });
        FillingCount { listed, agrees: listed == fillings(size), max_crossings, max_curves }
    }
}

impl DeadCount {
    /// Whether the counts are those of the dead-filling theorem: on n×n squares, n² times the
    /// complete fillings of size n − 1 of either shape (none for n = 2), and no others.
    pub fn agrees_with_theorem(&self, size: usize) -> bool {
        let expected = if size == 2 { 0 } else { (size * size) as u64 * fillings(size - 1) };
        self.other == 0 && [self.both_empty, self.crossing_filled] == [expected; 2]
    }
}

/// The value of an empty board, and the value of each first move.
///
/// # Errors
/// If the value is not that of the best first move. That is a fault of this program.
pub fn solve_first_moves(
    solver: &mut GameSolver,
    board: &LoopBoard,
) -> Result<(i32, Vec<(Square, i32)>), String> {
    let value = solver.value(board);
    let moves = solver.moves(board);
    let values = moves.iter().map(|&(_, value)| value);
    let best = match board.to_move() {
        Colour::Yellow => values.max(),
        Colour::Purple => values.min(),
    };
    match best {
        Some(best) if best != value => {
            Err("the value of the game is not that of its best first move".into())
        }
        _ => Ok((value, moves)),
    }
}
