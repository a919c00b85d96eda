//! An opponent for one game: plays perfectly, or at random.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::loops::board::{LoopBoard, Square};
use crate::loops::rules::legal_moves;
use crate::loops::solve::GameSolver;

/// A player that chooses its moves itself. Among equally good moves it chooses at random.
#[derive(Debug)]
pub struct Opponent {
    /// None if every legal move is as good as any other.
    solver: Option<GameSolver>,
    rng: ChaCha8Rng,
}

impl Opponent {
    /// An opponent that plays perfectly by a solver for its games, or else at random: then all
    /// legal moves are equally likely.
    pub fn new(solver: Option<GameSolver>, seed: u64) -> Opponent {
        Opponent { solver, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// A legal move.
    ///
    /// # Panics
    /// If the board is full, or if no legal game leads to it.
    pub fn choose(&mut self, board: &LoopBoard) -> Square {
        let moves = match &mut self.solver {
            Some(solver) => solver.best(board),
            None => legal_moves(board),
        };
        *moves.choose(&mut self.rng).expect("a board that is not full and not dead has a move")
    }
}
