//! Who says which moves are allowed: rules, or a program in their place.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::line::DrawnLine;
use super::session::SessionError;
use deadmove_core::board::{Board, Move};
use deadmove_program::answer::Answer;
use deadmove_program::file::Program;
use deadmove_program::process::{AskError, Process, Questions};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::moves::Moves;

/// Rules, or a program.
#[derive(Clone, Copy, Debug)]
pub enum Player<'r> {
    /// Rules, compiled for the board.
    Rules(&'r RuleSet),
    /// A program.
    Program(ProgramPlayer<'r>),
}

/// A program that is asked step by step.
#[derive(Clone, Copy, Debug)]
pub struct ProgramPlayer<'r> {
    /// The program.
    pub program: &'r Program,
    /// What ends its process if this one is killed; see [`Process::new`].
    pub guard: Option<&'r Path>,
    /// Set to end the wait for an answer.
    pub stop: &'r AtomicBool,
}

impl<'r> From<&'r RuleSet> for Player<'r> {
    fn from(set: &'r RuleSet) -> Player<'r> {
        Player::Rules(set)
    }
}

impl<'r> Player<'r> {
    /// A player of one thread.
    pub(super) fn start(self, board: &Board) -> StartedPlayer<'r> {
        match self {
            Player::Rules(set) => StartedPlayer::Rules(Box::new(set.matcher())),
            Player::Program(ProgramPlayer { program, guard, stop }) => {
                StartedPlayer::Program(Box::new(AskedPlayer {
                    process: Process::new(program, guard),
                    board: board.clone(),
                    questions: Questions::default(),
                    stop,
                }))
            }
        }
    }

    /// Whether it is a program: what it says may depend on how the line was drawn.
    pub(super) fn is_program(self) -> bool {
        matches!(self, Player::Program(_))
    }
}

/// A player of one thread: a matcher, or a process.
#[derive(Debug)]
pub(super) enum StartedPlayer<'r> {
    Rules(Box<Matcher<'r>>),
    Program(Box<AskedPlayer<'r>>),
}

/// A process with the question that is asked next.
#[derive(Debug)]
pub(super) struct AskedPlayer<'r> {
    process: Process<'r>,
    board: Board,
    questions: Questions,
    stop: &'r AtomicBool,
}

impl StartedPlayer<'_> {
    /// The allowed moves of a line. The end cell is entered with the last step only. A program that
    /// gives no answer allows nothing.
    pub fn allowed(&mut self, line: &DrawnLine) -> Result<Moves, SessionError> {
        match self {
            StartedPlayer::Rules(matcher) => Ok(line.allowed(matcher)),
            StartedPlayer::Program(player) => Ok(player.allowed(line)?),
        }
    }

    /// One of the allowed moves, if there is one; see [`Matcher::choose`].
    pub fn choose(
        &mut self,
        line: &DrawnLine,
        mut choose: impl FnMut(Moves) -> Move,
    ) -> Result<Option<Move>, SessionError> {
        match self {
            StartedPlayer::Rules(matcher) => Ok(line.choose(matcher, choose)),
            StartedPlayer::Program(player) => {
                let allowed = player.allowed(line)?;
                Ok((!allowed.is_empty()).then(|| choose(allowed)))
            }
        }
    }
}

impl AskedPlayer<'_> {
    fn allowed(&mut self, line: &DrawnLine) -> Result<Moves, AskError> {
        self.questions.clear();
        self.questions.push(&self.board, line.path(), line.onto_free());
        Ok(match self.process.ask_one(&self.questions, self.stop)? {
            Ok(Answer::Allowed(allowed)) => allowed.and(line.legal()),
            Ok(Answer::CannotSay(_)) | Err(_) => Moves::NONE,
        })
    }
}
