//! Faults of programs: everything that is not an answer, with the question that caused it.

use std::time::Duration;

use super::answer::AnswerError;

/// What a program did in place of answering. None of it allows a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramFault {
    /// No answer in time, though the process was there.
    #[error("no answer in {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// It answered only when its input was closed.
    #[error(
        "it keeps its answers back: they came when its input was closed. Flush the output after \
         each line"
    )]
    Buffers,
    /// The process ended, or closed its output.
    #[error("{how}{}", said(.errors))]
    Ended {
        /// How: its exit code or signal.
        how: String,
        /// The end of what it wrote to standard error.
        errors: String,
    },
    /// A line that is no answer.
    #[error("{0}")]
    NoAnswer(#[from] AnswerError),
    /// A line of more than [`LONGEST`](super::answer::LONGEST) bytes.
    #[error("a line that does not end: `{0}`")]
    Endless(String),
    /// More than one line for a question.
    #[error("more lines than questions: `{0}`")]
    TooManyLines(String),
    /// It failed in a row of questions and not alone: what it prints depends on earlier questions,
    /// or changes from one run to the next.
    #[error("alone it answers this; among others: {0}")]
    Unsteady(Box<ProgramFault>),
    /// Its first line states another version of the protocol.
    #[error("it speaks version `{0}` of the protocol; this is version 1")]
    Version(String),
    /// The run was stopped before it was seen that nothing came after the answers.
    #[error("it was stopped before its end was seen")]
    NotEnded,
    /// There were too many faults before: the question was not asked.
    #[error("it was not asked any more")]
    NotAsked,
}

fn said(errors: &str) -> String {
    if errors.is_empty() { String::new() } else { format!(", after writing `{errors}`") }
}

impl ProgramFault {
    /// A stable word for reports.
    pub fn word(&self) -> &'static str {
        match self {
            ProgramFault::Silent(_) => "silent",
            ProgramFault::Buffers => "buffers",
            ProgramFault::Ended { .. } => "ended",
            ProgramFault::NoAnswer(AnswerError::NotMoves(_)) => "not-moves",
            ProgramFault::NoAnswer(AnswerError::Illegal { .. }) => "illegal-move",
            ProgramFault::Endless(_) => "endless-line",
            ProgramFault::TooManyLines(_) => "too-many-lines",
            ProgramFault::Unsteady(_) => "unsteady",
            ProgramFault::Version(_) => "version",
            ProgramFault::NotEnded => "not-ended",
            ProgramFault::NotAsked => "not-asked",
        }
    }
}
