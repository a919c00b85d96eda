//! What `check --stuck --json` printed: do rules that forbid too much lead to stuck positions?

use serde::Deserialize;

use deadmove_core::board::{Board, Move};
use deadmove_core::error::InputError;
use deadmove_core::formats::parse_path;
use deadmove_core::position::Position;

/// What `deadmove check --stuck --json` printed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ObeyReport {
    /// The side of the board.
    pub size: usize,
    /// Live positions of the board.
    pub live_positions: u64,
    /// Every rule that forbids a live move.
    pub obeyed: Vec<ObeyedRule>,
}

/// A rule that forbids a live move, and the positions reached by lines that follow it and avoid all
/// dead moves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ObeyedRule {
    /// The rule's name.
    pub name: String,
    /// The rule file.
    pub file: String,
    /// Live moves it forbids.
    pub forbids_live: u64,
    /// Live positions that are reached.
    pub reached: u64,
    /// Those of them in which it forbids every live move.
    pub stuck: u64,
    /// A line to one of those.
    pub path: Option<String>,
}

impl ObeyReport {
    /// Checks that the lines can be drawn.
    pub fn verify(&self) -> Result<(), InputError> {
        let fault = |rule: &ObeyedRule, what: &str| {
            let message = format!("the stuck position of '{}' does not hold: {what}", rule.name);
            InputError::new("bad-report", message)
                .expected("what `deadmove check --stuck --json` printed")
        };
        for rule in &self.obeyed {
            if (rule.stuck > 0) != rule.path.is_some() {
                return Err(fault(rule, "there is a count without a position, or the reverse"));
            }
            let Some(path) = &rule.path else { continue };
            let moves: Vec<Move> = parse_path(path).map_err(|error| fault(rule, &error.message))?;
            let board = Board::corner_to_corner(self.size, self.size)
                .map_err(|error| fault(rule, &error.to_string()))?;
            Position::from_path(board.into(), &moves)
                .map_err(|error| fault(rule, &error.to_string()))?;
        }
        Ok(())
    }
}
