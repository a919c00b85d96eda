//! Checking a program on the live set: every live position is asked about, chunk by chunk, by
//! several processes at once.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::answers::{Answers, Finding, Flaw, Truth};
use super::chunks::{ChunkRun, Chunks};
use super::live_set::paths::{Drawings, LivePaths};
use super::live_set::{LiveEntry, LiveSet};
use deadmove_core::board::{Board, Move, letters};
use deadmove_program::answer::Answer;
use deadmove_program::fault::ProgramFault;
use deadmove_program::file::Program;
use deadmove_program::process::{AskError, Process, Questions};
use deadmove_rules::moves::Moves;

/// Live positions of a chunk, in the order of [`LivePaths`].
const CHUNK: usize = 1 << 16;

/// How many questions are written at most before they are asked.
const AT_ONCE: usize = 1 << 14;

/// The seed of the drawings: which of them are asked about does not change from run to run.
const SEED: u64 = 0;

/// How a program is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The program.
    pub program: &'a Program,
    /// What ends its processes if this one is killed; see [`Process::new`].
    pub guard: Option<&'a Path>,
    /// How many processes.
    pub processes: usize,
    /// How many drawings of each position, at least 1.
    pub drawings: usize,
}

/// What was found in the finished chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramCheck {
    /// The finished chunks.
    pub chunks: Chunks,
    /// The answers.
    pub answers: Answers,
    /// Why it ended before all was done, if the program is the cause.
    pub ended: Option<AskError>,
}

/// The number of chunks of a check on a live set.
pub fn chunk_count(live_set: &LiveSet) -> u64 {
    live_set.totals().live_positions.div_ceil(CHUNK as u64)
}

/// Some positions with a path to each, one after the other.
#[derive(Default)]
struct PathChunk {
    number: u64,
    steps: Vec<Move>,
    /// Each with the end of its path in `steps`.
    entries: Vec<(LiveEntry, usize)>,
}

/// Asks about the live positions in the chunks of a run. The complete position is counted, and not
/// asked about: it has no moves.
pub fn check(live_set: &LiveSet, asked: Asked<'_>, run: &ChunkRun<'_>) -> ProgramCheck {
    let total = chunk_count(live_set);
    let todo = run.todo(total);
    (run.progress)(todo.len() as u64, 0);
    let found = Mutex::new((Vec::new(), Answers::default(), None));
    let lock = || found.lock().unwrap_or_else(PoisonError::into_inner);
    let (send, receive) = sync_channel(asked.processes);
    let receive = Mutex::new(receive);
    thread::scope(|scope| {
        for _ in 0..asked.processes {
            scope.spawn(|| {
                let mut worker = AskWorker::new(live_set, asked, run.stop);
                let end = worker.work(&receive, &|chunk, answers| {
                    let mut found = lock();
                    found.0.push(chunk);
                    found.1 = std::mem::take(&mut found.1).merge(answers);
                    (run.progress)(todo.len() as u64, 1);
                });
                if let Err(end) = end {
                    lock().2.get_or_insert(end);
                    // Whoever sends must not wait for a place for ever.
                    while next(&receive).is_some() {}
                }
            });
        }
        produce(live_set, &todo, &send, &|| run.stopped() || lock().2.is_some());
        drop(send);
    });
    let (done, answers, ended) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let ended = ended.filter(|end| *end != AskError::Stopped);
    ProgramCheck { chunks: Chunks::of(total, done), answers, ended }
}

fn next(receive: &Mutex<Receiver<PathChunk>>) -> Option<PathChunk> {
    receive.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Sends the chunks that are to be done.
fn produce(live_set: &LiveSet, todo: &[u64], send: &SyncSender<PathChunk>, end: &dyn Fn() -> bool) {
    let mut paths = LivePaths::one_each(live_set);
    let mut todo = todo.iter().copied().peekable();
    let mut chunk = PathChunk::default();
    for at in 0_u64.. {
        let number = at / CHUNK as u64;
        if at % CHUNK as u64 == 0 {
            if !chunk.entries.is_empty() && send.send(std::mem::take(&mut chunk)).is_err() {
                return;
            }
            if todo.peek().is_none() || end() {
                return;
            }
        }
        let wanted = todo.peek() == Some(&number);
        let Some((path, entry)) = paths.next() else { break };
        if wanted {
            chunk.number = number;
            chunk.steps.extend(path);
            chunk.entries.push((entry, chunk.steps.len()));
            if (at + 1) % CHUNK as u64 == 0 {
                todo.next();
            }
        }
    }
    if !chunk.entries.is_empty() {
        // An error means that nobody asks any more.
        let _ = send.send(chunk);
    }
}

/// A process with the questions that are to be asked next.
struct AskWorker<'a> {
    live_set: &'a LiveSet,
    board: Board,
    drawings: usize,
    process: Process<'a>,
    stop: &'a AtomicBool,
    questions: Questions,
    /// The positions of the questions, each with its drawings.
    positions: Vec<(Truth, Vec<Vec<Move>>)>,
}

impl<'a> AskWorker<'a> {
    fn new(live_set: &'a LiveSet, asked: Asked<'a>, stop: &'a AtomicBool) -> AskWorker<'a> {
        AskWorker {
            live_set,
            board: live_set.board(),
            drawings: asked.drawings,
            process: Process::new(asked.program, asked.guard),
            stop,
            questions: Questions::default(),
            positions: Vec::new(),
        }
    }

    /// Asks about all chunks that come.
    fn work(
        &mut self,
        receive: &Mutex<Receiver<PathChunk>>,
        done: &dyn Fn(u64, Answers),
    ) -> Result<(), AskError> {
        while let Some(chunk) = next(receive) {
            let mut answers = Answers::default();
            let mut begin = 0;
            for &(entry, end) in &chunk.entries {
                self.push(entry, &chunk.steps[begin..end], &mut answers);
                begin = end;
                if self.questions.len() >= AT_ONCE {
                    self.ask(&mut answers)?;
                }
            }
            self.ask(&mut answers)?;
            answers.settle();
            done(chunk.number, answers);
        }
        self.process.finish().map_err(AskError::GivenUp)
    }

    fn push(&mut self, entry: LiveEntry, path: &[Move], answers: &mut Answers) {
        let truth = truth(self.live_set, entry);
        let legal = truth.live.or(truth.dead);
        if legal.is_empty() {
            answers.counts.positions += 1;
            return;
        }
        let mut paths = vec![path.to_vec()];
        if self.drawings > 1 {
            let others = Drawings::new(self.live_set, entry.key, SEED);
            paths.extend(others.filter(|other| other != path).take(self.drawings - 1));
        }
        for path in &paths {
            self.questions.push(&self.board, path, legal);
        }
        self.positions.push((truth, paths));
    }

    /// Asks what is to be asked.
    fn ask(&mut self, answers: &mut Answers) -> Result<(), AskError> {
        let mut said: std::vec::IntoIter<Result<Answer, ProgramFault>> =
            self.process.ask(&self.questions, self.stop)?.into_iter();
        for (truth, paths) in self.positions.drain(..) {
            answers.add(truth, paths.iter().map(Vec::as_slice).zip(said.by_ref()));
        }
        self.questions.clear();
        Ok(())
    }
}

/// The legal moves of a live position, by what they lead to.
pub fn truth(live_set: &LiveSet, entry: LiveEntry) -> Truth {
    Truth {
        live: Moves::from_bits(entry.live_moves),
        dead: live_set.dead_moves(entry),
        early: live_set.early_end(entry.key),
    }
}

/// What a finding states that the live set shows to be false; none if all are true.
pub fn contradiction(live_set: &LiveSet, answers: &Answers) -> Option<String> {
    let position = |path: &[Move]| {
        let start = Some(live_set.grid().start());
        let key = path.iter().fold(start, |key, &step| live_set.after(key?, step));
        key.and_then(|key| live_set.entry(key))
    };
    let wrong = answers.findings.iter().find(|Finding { path, flaw }| {
        let Some(entry) = position(path) else { return true };
        let Truth { live, dead, .. } = truth(live_set, entry);
        match flaw {
            Flaw::Wrong { forbids, allows } => {
                forbids.or(*allows).is_empty()
                    || !forbids.without(live).is_empty()
                    || !allows.without(dead).is_empty()
            }
            Flaw::Differs { allowed, other, other_allowed } => {
                allowed == other_allowed || position(other).is_none_or(|same| same.key != entry.key)
            }
            Flaw::None { .. } => false,
        }
    })?;
    Some(format!("what it says about `{}` is not so", letters(&wrong.path)))
}
