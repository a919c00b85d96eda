//! Two programs, or a program and rules, on every live position: where do they allow other moves,
//! and who is right?

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::SyncSender;

use super::answers::{KEPT, Truth};
use super::check_program::{AskedProgram, PathChunk, chunk_count, produce, truth};
use super::chunks::{ChunkRun, Chunks};
use super::live_set::{LiveEntry, LiveSet};
use super::processes::in_parallel;
use deadmove_core::board::Move;
use deadmove_program::answer::Answer;
use deadmove_program::fault::ProgramFault;
use deadmove_program::process::{AskError, Process, Questions};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::moves::Moves;

/// Who answers.
#[derive(Clone, Copy, Debug)]
pub enum AnswerSource<'a> {
    /// Rules, compiled for the board. They allow what they do not forbid, but never an early entry
    /// of the end cell.
    Rules(&'a RuleSet),
    /// A program.
    Program(AskedProgram<'a>),
}

/// Counts of the positions in which one of two errs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceCounts {
    /// It does not allow a live move.
    pub live_forbidden: u64,
    /// It allows a dead one.
    pub dead_allowed: u64,
    /// It gives no answer.
    pub unanswered: u64,
}

/// A position in which both answer, and not the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// Its number of steps, for the order.
    steps: usize,
    /// The path to it.
    pub path: Vec<Move>,
    /// What each allows.
    pub allowed: [Moves; 2],
    /// The live moves.
    pub live: Moves,
}

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswersCompared {
    /// Positions, the complete one among them.
    pub positions: u64,
    /// Those in which both answer, and not the same.
    pub different: u64,
    /// The errors of each.
    pub sides: [SourceCounts; 2],
    /// The differences with the shortest paths, at most [`KEPT`].
    pub differences: Vec<Difference>,
}

impl AnswersCompared {
    fn merge(mut self, other: AnswersCompared) -> AnswersCompared {
        self.positions += other.positions;
        self.different += other.different;
        for (a, b) in self.sides.iter_mut().zip(other.sides) {
            a.live_forbidden += b.live_forbidden;
            a.dead_allowed += b.dead_allowed;
            a.unanswered += b.unanswered;
        }
        self.differences.extend(other.differences);
        self.differences.sort();
        self.differences.truncate(KEPT);
        self
    }

    fn add(&mut self, path: &[Move], truth: Truth, answers: [Option<Moves>; 2]) {
        self.positions += 1;
        for (side, answer) in self.sides.iter_mut().zip(answers) {
            let Some(allowed) = answer else {
                side.unanswered += 1;
                continue;
            };
            side.live_forbidden += u64::from(!truth.live.without(allowed).is_empty());
            side.dead_allowed += u64::from(!truth.dead.and(allowed).is_empty());
        }
        if let [Some(a), Some(b)] = answers
            && a != b
        {
            self.different += 1;
            let (path, steps) = (path.to_vec(), path.len());
            self.differences.push(Difference { steps, path, allowed: [a, b], live: truth.live });
        }
    }
}

/// Compares two on every live position. Why that ended early, if a program is the cause; the chunks
/// say whether it is whole.
pub fn compare(
    live_set: &LiveSet,
    sources: [AnswerSource<'_>; 2],
    processes: usize,
    run: &ChunkRun<'_>,
) -> (AnswersCompared, Chunks, Option<AskError>) {
    let total = chunk_count(live_set);
    let todo = run.todo(total);
    let send = |send: &SyncSender<_>, end: &dyn Fn() -> bool| produce(live_set, &todo, send, end);
    let done = in_parallel(processes, (run, total), AnswersCompared::merge, send, |jobs| {
        let mut sides = sources.map(|source| AnsweringSide::new(source, run.stop));
        jobs.each(|chunk: PathChunk| {
            let [a, b] = &mut sides;
            let answers = [a.answers(live_set, &chunk)?, b.answers(live_set, &chunk)?];
            let mut compared = AnswersCompared::default();
            for (at, (path, entry)) in chunk.positions().enumerate() {
                let both = [answers[0][at], answers[1][at]];
                compared.add(path, truth(live_set, entry), both);
            }
            Ok((chunk.number, compared))
        })?;
        sides.into_iter().try_for_each(AnsweringSide::finish)
    });
    (done.result, Chunks::of(total, done.chunks), done.ended)
}

/// One of the two, in one thread.
enum AnsweringSide<'a> {
    Rules(Box<Matcher<'a>>),
    Program {
        process: Box<Process<'a>>,
        stop: &'a AtomicBool,
        /// The last of too many faults, after which nothing is asked.
        given_up: Option<ProgramFault>,
    },
}

impl<'a> AnsweringSide<'a> {
    fn new(source: AnswerSource<'a>, stop: &'a AtomicBool) -> AnsweringSide<'a> {
        match source {
            AnswerSource::Rules(set) => AnsweringSide::Rules(Box::new(set.matcher())),
            AnswerSource::Program(asked) => {
                let process = Box::new(Process::new(asked.program, asked.guard));
                AnsweringSide::Program { process, stop, given_up: None }
            }
        }
    }

    /// What it allows in each position; none without an answer.
    fn answers(
        &mut self,
        live_set: &LiveSet,
        chunk: &PathChunk,
    ) -> Result<Vec<Option<Moves>>, AskError> {
        let legal = |entry: LiveEntry| Moves::from_bits(live_set.legal_moves(entry.key));
        match self {
            AnsweringSide::Rules(matcher) => {
                let allowed = |(_, entry): (&[Move], LiveEntry)| {
                    let (free, live_end) = (entry.key.free(), entry.key.live_end());
                    let legal = legal(entry);
                    // A complete line has no moves, which matchers are not asked about.
                    let forbidden = match legal.is_empty() {
                        true => Moves::NONE,
                        false => matcher.forbidden_in_bits(free, live_end),
                    };
                    Some(legal.without(forbidden).without(live_set.early_end(entry.key)))
                };
                Ok(chunk.positions().map(allowed).collect())
            }
            AnsweringSide::Program { given_up: Some(fault), .. } => {
                Err(AskError::GivenUp(fault.clone()))
            }
            AnsweringSide::Program { process, stop, given_up } => {
                let mut questions = Questions::default();
                let board = live_set.board();
                let asked = |entry: LiveEntry| !legal(entry).is_empty();
                for (path, entry) in chunk.positions().filter(|&(_, entry)| asked(entry)) {
                    questions.push(&board, path, legal(entry));
                }
                let (said, ended) = process.ask_as_far(&questions, stop);
                match ended {
                    Some(AskError::GivenUp(fault)) => *given_up = Some(fault),
                    Some(error) => return Err(error),
                    None => {}
                }
                let mut said = said.into_iter();
                let answer = |(_, entry): (&[Move], LiveEntry)| match asked(entry) {
                    false => Some(Moves::NONE),
                    true => match said.next() {
                        Some(Ok(Answer::Allowed(allowed))) => Some(allowed),
                        _ => None,
                    },
                };
                Ok(chunk.positions().map(answer).collect())
            }
        }
    }

    fn finish(self) -> Result<(), AskError> {
        match self {
            AnsweringSide::Rules(_) => Ok(()),
            AnsweringSide::Program { given_up: Some(fault), .. } => Err(AskError::GivenUp(fault)),
            AnsweringSide::Program { mut process, stop, .. } => {
                process.finish(stop).map_err(AskError::GivenUp)
            }
        }
    }
}
