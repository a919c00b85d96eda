//! Random walks: all allowed moves are equally likely.
//!
//! A walk depends only on the seed, the run and its number in the run. So results do not depend on
//! how walks are distributed over threads.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::line::DrawnLine;
use super::player::{Player, StartedPlayer};
use super::session::SessionError;
use super::{Stop, WalkFailure, dead_move};
use deadmove_core::board::{Board, Move};
use deadmove_rules::moves::Moves;

/// Walks one line after the other. Each thread has one.
#[derive(Debug)]
pub struct Walker<'r> {
    board: Board,
    stop: Stop,
    line: DrawnLine,
    player: StartedPlayer<'r>,
}

impl<'r> Walker<'r> {
    /// A walker with rules that are compiled for the board, or a program.
    pub fn new(board: &Board, player: impl Into<Player<'r>>, stop: Stop) -> Walker<'r> {
        let player = player.into().start(board);
        Walker { board: board.clone(), stop, line: DrawnLine::new(board), player }
    }

    /// The line of the last walk.
    pub fn path(&self) -> &[Move] {
        self.line.path()
    }

    /// Walks from the start to the end cell, or until the rules fail.
    ///
    /// # Errors
    /// If an engine or the program fails.
    pub fn walk(&mut self, rng: &mut ChaCha8Rng) -> Result<Option<WalkFailure>, SessionError> {
        self.line.clear();
        while !self.line.is_full() {
            let fails =
                |dead_move| Some(WalkFailure { path: self.line.path().to_vec(), dead_move });
            let direction = match self.stop {
                Stop::Stuck => self.player.choose(&self.line, |moves| any(moves, rng))?,
                Stop::Dead => {
                    let allowed = self.player.allowed(&self.line)?;
                    let dead_move = dead_move(&self.board, self.line.path(), allowed)?;
                    if dead_move.is_some() {
                        return Ok(fails(dead_move));
                    }
                    (!allowed.is_empty()).then(|| any(allowed, rng))
                }
            };
            let Some(direction) = direction else { return Ok(fails(None)) };
            self.line.step(direction);
        }
        Ok(None)
    }
}

/// Whether the rules fail there, and not before: every step is allowed, and then no move is, or the
/// dead move.
///
/// # Errors
/// If an engine or the program fails.
pub fn is_failure<'r>(
    board: &Board,
    player: impl Into<Player<'r>>,
    stop: Stop,
    failure: &WalkFailure,
) -> Result<bool, SessionError> {
    let (mut line, mut player) = (DrawnLine::new(board), player.into().start(board));
    for &step in &failure.path {
        if line.is_full() || !player.allowed(&line)?.contains(step) {
            return Ok(false);
        }
        line.step(step);
    }
    let allowed = player.allowed(&line)?;
    let dead = match stop {
        Stop::Stuck => None,
        Stop::Dead => dead_move(board, line.path(), allowed)?,
    };
    Ok(match failure.dead_move {
        None => allowed.is_empty() && !line.is_full(),
        Some(_) => failure.dead_move == dead,
    })
}

/// One of several moves, all equally likely.
fn any(moves: Moves, rng: &mut ChaCha8Rng) -> Move {
    // A forced move needs no random number, which saves time.
    let choice = match moves.len() {
        1 => 0,
        several => rng.random_range(0..several),
    };
    moves.iter().nth(choice as usize).expect("a choice among the moves")
}

/// The random number generator of a run.
pub fn numbers(seed: u64, run: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(run);
    rng
}
