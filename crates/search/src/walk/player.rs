//! Who says which moves are allowed: rules, or a program in their place.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::line::DrawnLine;
use super::session::SessionError;
use deadmove_core::board::{Board, Move};
use deadmove_core::verdict::ExitCode;
use deadmove_program::answer::Answer;
use deadmove_program::fault::ProgramFault;
use deadmove_program::file::Program;
use deadmove_program::process::{Process, Questions};
use deadmove_program::question::question;
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

/// Why a walk by a program cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramEnd {
    /// It does not say what it allows.
    #[error("the program gives no answer to `{question}`: {what}")]
    NoAnswer {
        /// The question.
        question: String,
        /// The fault, or what it said.
        what: String,
    },
    /// It allows a move that no line takes.
    #[error("asked `{question}`, the program allows {direction}, which enters the end cell early")]
    EarlyEnd {
        /// The question.
        question: String,
        /// The move.
        direction: Move,
    },
}

impl ProgramEnd {
    /// What it says about the program: nothing, or that it is not complete.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            ProgramEnd::NoAnswer { .. } => ExitCode::Unknown,
            ProgramEnd::EarlyEnd { .. } => ExitCode::Refuted,
        }
    }
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
                    program,
                    guard,
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
    program: &'r Program,
    guard: Option<&'r Path>,
    process: Process<'r>,
    board: Board,
    questions: Questions,
    stop: &'r AtomicBool,
}

impl StartedPlayer<'_> {
    /// The allowed moves of a line. The end cell is entered with the last step only.
    pub fn allowed(&mut self, line: &DrawnLine) -> Result<Moves, SessionError> {
        match self {
            StartedPlayer::Rules(matcher) => Ok(line.allowed(matcher)),
            StartedPlayer::Program(player) => player.allowed(line),
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
    fn allowed(&mut self, line: &DrawnLine) -> Result<Moves, SessionError> {
        self.questions.clear();
        self.questions.push(&self.board, line.path(), line.onto_free());
        let mut answer = self.process.ask_one(&self.questions, self.stop)?;
        if answer == Ok(Answer::Allowed(Moves::NONE)) {
            // Perhaps a line too many before: a fresh process is asked before a line fails.
            self.process = Process::new(self.program, self.guard);
            let again = self.process.ask_one(&self.questions, self.stop)?;
            if again != answer {
                answer = Err(ProgramFault::Unsteady(Box::new(ProgramFault::TooManyLines(
                    "-".to_owned(),
                ))));
            }
        }
        let what = match answer {
            Ok(Answer::Allowed(allowed)) => {
                return match allowed.without(line.legal()).iter().next() {
                    None => Ok(allowed),
                    Some(direction) => {
                        let question = question(&self.board, line.path());
                        Err(ProgramEnd::EarlyEnd { question, direction }.into())
                    }
                };
            }
            Ok(Answer::CannotSay(why)) => format!("it cannot say: {why}"),
            Err(fault) => fault.to_string(),
        };
        let question = question(&self.board, line.path());
        Err(ProgramEnd::NoAnswer { question, what }.into())
    }
}
