//! The answers of a program to one drawing of each live position of a board, four bits each.

use std::sync::atomic::Ordering;
use std::sync::mpsc::SyncSender;

use rayon::prelude::*;

use super::check_program::{AskedProgram, PathChunk, chunk_count, produce};
use super::chunks::ChunkRun;
use super::live_set::layers::transpose_links;
use super::live_set::moves::MoveTable;
use super::live_set::{LiveEntry, LiveSet};
use super::processes::in_parallel;
use deadmove_program::answer::Answer;
use deadmove_program::process::{AskError, Process, Questions};
use deadmove_rules::moves::Moves;

/// The answers of a program to one drawing of each live position: what it allows, or
/// [`NO_ANSWER`].
#[derive(Debug)]
pub struct AnswerTable<'l>(pub MoveTable<'l>);

/// The bits of a position without an answer. Four legal moves there never are: the line begins in
/// a corner, and later it leaves a drawn cell behind.
pub const NO_ANSWER: u8 = 15;

impl AnswerTable<'_> {
    /// A table that has no answers yet. The complete position has one: it has no moves.
    pub fn without_answers(live_set: &LiveSet) -> AnswerTable<'_> {
        AnswerTable(MoveTable::new(live_set, |entry| match live_set.legal_moves(entry.key) {
            0 => 0,
            _ => NO_ANSWER,
        }))
    }

    /// Asks about the positions without an answer, one drawing of each. Returns why it ended before
    /// all was done, if the program is the cause.
    pub fn ask(&self, asked: AskedProgram<'_>, run: &ChunkRun<'_>) -> Option<AskError> {
        let live_set = self.0.live_set();
        let (board, total) = (live_set.board(), chunk_count(live_set));
        let todo = run.todo(total);
        let send =
            |send: &SyncSender<_>, end: &dyn Fn() -> bool| produce(live_set, &todo, send, end);
        let done = in_parallel(
            asked.processes,
            (run, total),
            |(), ()| (),
            send,
            |jobs| {
                let mut process = Process::new(asked.program, asked.guard);
                let mut last = None;
                jobs.each(|chunk: PathChunk| {
                    let (mut questions, mut keys) = (Questions::default(), Vec::new());
                    for (path, LiveEntry { key, .. }) in chunk.positions() {
                        if self.0.get(key).bits() == NO_ANSWER {
                            let legal = Moves::from_bits(live_set.legal_moves(key));
                            questions.push(&board, path, legal);
                            keys.push(key);
                        }
                    }
                    let (answers, ended) = process.ask_as_far(&questions, run.stop);
                    last = keys.last().copied().or(last);
                    for (key, answer) in keys.into_iter().zip(answers) {
                        if let Ok(Answer::Allowed(allowed)) = answer {
                            self.0.set(key, allowed);
                        }
                    }
                    ended.map_or(Ok((chunk.number, ())), Err)
                })?;
                process.finish(run.stop).map_err(|fault| {
                    // One line too many: the last answer is perhaps that of another question.
                    if let Some(key) = last {
                        self.0.set(key, Moves::from_bits(NO_ANSWER));
                    }
                    AskError::GivenUp(fault)
                })
            },
        );
        done.ended
    }

    /// The moves that are not allowed in a stored position and in the transposed one, both in
    /// directions of the stored one. None are known to be where there is no answer.
    pub fn forbidden(&self, drawn: usize, index: usize) -> [Moves; 2] {
        let byte = self.0.layers()[drawn - 1][index].load(Ordering::Relaxed);
        [byte & 15, transpose_links(byte >> 4)].map(|allowed| Moves::from_bits(!allowed))
    }

    /// The number of positions without an answer.
    pub fn unanswered(&self) -> u64 {
        let bytes = self.0.layers().par_iter().flatten().map(|byte| byte.load(Ordering::Relaxed));
        bytes.map(|byte| u64::from(byte & 15 == 15) + u64::from(byte >> 4 == 15)).sum()
    }
}
