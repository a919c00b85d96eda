//! Walks: a rule set draws lines step by step, depth first or at random, until it fails.
//!
//! Boards are square and odd, from the upper-left to the lower-right corner. The end cell is
//! entered with the last step only: every program that draws such lines ensures that without a
//! rule. Options of the command line and output do not live here.

mod answers;
pub mod checkpoint;
pub mod depth;
mod interval;
pub mod judged;
mod line;
pub mod merge;
pub mod milestones;
pub mod order;
pub mod player;
mod prune;
pub mod random;
pub mod session;
pub mod stats;
mod table;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use deadmove_core::board::{Board, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_core::verdict::{ExitCode, Limits, Verdict};
use deadmove_engine::judge::{Engine, Fault, decide_move};
use deadmove_rules::load::LoadedRule;
use deadmove_rules::moves::Moves;
use deadmove_verify::check;
use deadmove_verify::chunks::Shard;

/// What counts as a failure of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// No move is allowed, and the path is not finished.
    #[default]
    Stuck,
    /// One of the allowed moves is dead; every position is judged on arrival, which takes longer.
    Dead,
}

/// Where the rules failed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WalkFailure {
    /// The steps drawn.
    pub path: Vec<Move>,
    /// The dead move that the rules allow there; none if they allow no move at all.
    pub dead_move: Option<Move>,
}

/// Everything that affects the result of a depth-first walk, except how far it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkParameters {
    /// Side of the board.
    pub size: usize,
    /// BLAKE3 over the rules for this board, independent of their order; none if there are no
    /// rules.
    pub rules: Option<String>,
    /// What counts as a failure.
    pub stop: Stop,
    /// Whether the walk goes on after failures.
    pub keep_going: bool,
    /// Whether to walk only the lines that begin to the right.
    pub half: bool,
    /// Which part of the lines is walked.
    #[serde(with = "checkpoint::shard")]
    pub shard: Shard,
}

impl WalkParameters {
    /// The exit code of a walk with so many completed and failed lines. A failure refutes the
    /// rules, unless the walk was to go on after it and was `stopped`. Without a line, or in one of
    /// several shards, nothing is known.
    pub fn exit_code(&self, lines: (u64, u64), finished: bool, stopped: bool) -> ExitCode {
        match lines {
            (1.., 0) if finished && self.shard == Shard::WHOLE => ExitCode::Holds,
            (_, 0) => ExitCode::Unknown,
            _ if self.keep_going && stopped && !finished => ExitCode::Unknown,
            _ => ExitCode::Refuted,
        }
    }
}

/// The digest of rules for [`WalkParameters::rules`].
pub fn digest(claims: &[LoadedRule]) -> String {
    let mut digests: Vec<String> = claims.iter().map(|claim| check::digest(&claim.rule)).collect();
    digests.sort_unstable();
    digests.dedup();
    blake3::hash(digests.concat().as_bytes()).to_hex().to_string()
}

/// The board of a walk.
///
/// # Errors
/// If no line fills it: an even side, or one that is too short or too long.
pub fn board(size: usize) -> Result<Board, InputError> {
    let fault = |what: &str| {
        InputError::new(ErrorKind::NoWalk, format!("--size {size}: {what}"))
            .expected("an odd size from 3, for example 9")
    };
    match size {
        ..3 => Err(fault("the board is too small to walk on")),
        _ if size.is_multiple_of(2) => {
            Err(fault("no line fills an even board from corner to corner"))
        }
        _ => Board::corner_to_corner(size, size).map_err(|error| fault(&error.to_string())),
    }
}

/// The first of the allowed moves, in the order U D L R, that is dead.
fn dead_move(board: &Board, path: &[Move], allowed: Moves) -> Result<Option<Move>, Fault> {
    let position = Position::from_path(board.clone().into(), path)
        .map_err(|_| Fault::Contradiction(deadmove_core::board::letters(path)))?;
    for direction in allowed.iter() {
        let answer = decide_move(&position, direction, Engine::Sat, &Limits::default())?;
        if answer.verdict() == Verdict::Dead {
            return Ok(Some(direction));
        }
    }
    Ok(None)
}
