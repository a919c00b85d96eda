//! Failures of walks with the judgement of the position they ended in.

use super::{WalkFailure, board};
use deadmove_core::board::{Board, Move, letters};
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, Fault, Judgement, judge};

/// A failure with the truth about it.
#[derive(Clone, Debug)]
pub struct JudgedFailure {
    /// The failure.
    pub failure: WalkFailure,
    /// Its position, with the dead allowed move drawn if it is one.
    pub position: Position,
    /// The judgement of the position.
    pub judgement: Judgement,
}

impl JudgedFailure {
    /// Judges a failure of a walk on a board of that side.
    ///
    /// # Errors
    /// If there is no board of this size, a step cannot be drawn, or an engine fails.
    pub fn of(failure: &WalkFailure, size: usize) -> Result<JudgedFailure, Fault> {
        let board = board(size).map_err(|_| Fault::Contradiction(letters(&failure.path)))?;
        JudgedFailure::on(board, failure)
    }

    /// Judges a failure on a board.
    ///
    /// # Errors
    /// If a step cannot be drawn, or an engine fails.
    pub fn on(board: Board, failure: &WalkFailure) -> Result<JudgedFailure, Fault> {
        let mut path = failure.path.clone();
        path.extend(failure.dead_move);
        let fault = || Fault::Contradiction(letters(&path));
        let position = Position::from_path(board.into(), &path).map_err(|_| fault())?;
        let judgement = judge(&position, Engine::Sat, &Limits::default())?;
        Ok(JudgedFailure { failure: failure.clone(), position, judgement })
    }

    /// The verdict on the position.
    pub fn verdict(&self) -> Verdict {
        self.judgement.answer.verdict()
    }

    /// How many moves of the path are live, if the position is dead.
    pub fn turning_point(&self) -> Option<usize> {
        match self.verdict() {
            Verdict::Dead => self.judgement.turning.live_moves(self.position.path().len()),
            Verdict::Live | Verdict::Unknown => None,
        }
    }

    /// The path up to where a person should look: the turning point, or the end.
    pub fn telling_path(&self) -> &[Move] {
        let path = self.position.path();
        match (self.turning_point(), self.fatal_move()) {
            (Some(live), Some(_)) => &path[..live],
            _ => path,
        }
    }

    /// The move after the turning point.
    pub fn fatal_move(&self) -> Option<Move> {
        self.judgement.turning.fatal_move()
    }
}
