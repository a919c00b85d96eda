//! Who says which moves are allowed in a pass: rules, or a program.
//!
//! The files of a pass have no lines, and the answer of a program may depend on how the line was
//! drawn. It is asked about one drawing of each position, always the same one, which need not be a
//! line that the program draws.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::line::drawing;
use crate::task::NotDone;
use deadmove_core::board::{Board, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::verdict::Limits;
use deadmove_program::answer::Answer;
use deadmove_program::fault::ProgramFault;
use deadmove_program::file::Program;
use deadmove_program::process::{AskError, Process, Questions};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::moves::Moves;
use deadmove_verify::live_set::bits::{BitBoard, PackedPosition};

/// The most cells of a board on which a program is asked: those of 7×7.
pub const MAX_ASKED_CELLS: usize = 49;

/// Rules, or a program.
#[derive(Clone, Copy, Debug)]
pub enum PassSource<'a> {
    /// Rules, compiled for the board.
    Rules(&'a RuleSet),
    /// A program.
    Program(ProgramSource<'a>),
}

impl<'a> From<&'a RuleSet> for PassSource<'a> {
    fn from(set: &'a RuleSet) -> PassSource<'a> {
        PassSource::Rules(set)
    }
}

/// A program.
#[derive(Clone, Copy, Debug)]
pub struct ProgramSource<'a> {
    /// The program.
    pub program: &'a Program,
    /// What ends its processes if this one is killed; see [`Process::new`].
    pub guard: Option<&'a Path>,
    /// The board.
    pub board: &'a Board,
}

/// What a task asks: a matcher, or a process.
pub(crate) enum TaskSource<'a> {
    Rules(Box<Matcher<'a>>),
    Program(ProgramSource<'a>, Box<Process<'a>>),
}

impl<'a> PassSource<'a> {
    pub(crate) fn begin(self) -> TaskSource<'a> {
        match self {
            PassSource::Rules(set) => TaskSource::Rules(Box::new(set.matcher())),
            PassSource::Program(source) => {
                let process = Process::new(source.program, source.guard);
                TaskSource::Program(source, Box::new(process))
            }
        }
    }
}

impl TaskSource<'_> {
    /// The moves that are allowed in a position; none without an answer.
    pub(crate) fn allowed(
        &mut self,
        grid: &BitBoard,
        key: PackedPosition,
        stop: &AtomicBool,
    ) -> Result<Option<Moves>, NotDone> {
        let (source, process) = match self {
            TaskSource::Rules(matcher) => return Ok(Some(allowed_by_rules(matcher, key))),
            TaskSource::Program(source, process) => (source, process),
        };
        let path = drawing(grid, key, &Limits::default()).ok_or_else(|| {
            InputError::new(ErrorKind::PassDamaged, "no line leads to a position of the pass")
                .expected("positions that the tasks wrote; begin again in a new folder")
        })?;
        let mut questions = Questions::default();
        let legal = |direction: &Move| grid.step(key, *direction).is_some();
        questions.push(source.board, &path, Move::ALL.into_iter().filter(legal).collect());
        match process.ask_one(&questions, stop) {
            Ok(Ok(Answer::Allowed(allowed))) => Ok(Some(allowed)),
            Ok(_) => Ok(None),
            Err(AskError::Stopped) => Err(NotDone::Stopped),
            Err(error) => Err(NotDone::Fault(error.into())),
        }
    }

    /// Whether the end cell is entered before the last step where that is allowed. Rules need not
    /// forbid that, a program must not allow it.
    pub(crate) fn enters_early(&self) -> bool {
        matches!(self, TaskSource::Program(..))
    }

    /// Ends the process. A line too many says that answers may be those to other questions, another
    /// digest that they may be those of another program.
    pub(crate) fn finish(&mut self, digest: &str, stop: &AtomicBool) -> Result<(), NotDone> {
        match self {
            TaskSource::Rules(_) => Ok(()),
            TaskSource::Program(source, process) => match process.finish(stop) {
                // Nobody looked for such a line.
                Err(ProgramFault::NotEnded) => Err(NotDone::Stopped),
                Err(fault) => Err(NotDone::Fault(AskError::GivenUp(fault).into())),
                Ok(()) => Ok(source.program.require_digest(digest)?),
            },
        }
    }
}

/// The moves that rules do not forbid.
pub(crate) fn allowed_by_rules(matcher: &mut Matcher<'_>, key: PackedPosition) -> Moves {
    Moves::from_bits(15).without(matcher.forbidden_in_bits(key.free(), key.live_end()))
}
