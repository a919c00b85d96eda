//! Checking a program by several processes at once, chunk by chunk: on every live position of the
//! live set, or on the positions of random lines.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};

use super::answers::{AnswerFinding, Flaw, ProgramAnswers, Truth};
use super::chunks::{ChunkRun, Chunks};
use super::live_set::paths::{Drawings, LivePaths};
use super::live_set::{LiveEntry, LiveSet};
use super::processes::in_parallel;
use super::random_lines::hamiltonian_path;
use deadmove_core::board::{Board, Move, letters};
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, Fault, decide_move};
use deadmove_program::fault::ProgramFault;
use deadmove_program::file::Program;
use deadmove_program::process::{AskError, Process, Questions};
use deadmove_rules::moves::Moves;

/// Live positions of a chunk, in the order of [`LivePaths`]: as many as a process is asked about
/// without waiting, and few enough that small boards have work for several.
const CHUNK: usize = 1 << 12;

/// How many questions are written at most before they are asked.
const AT_ONCE: usize = 1 << 14;

/// The seed of the drawings: which of them are asked about does not change from run to run.
const SEED: u64 = 0;

/// How a program is asked.
#[derive(Clone, Copy, Debug)]
pub struct AskedProgram<'a> {
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
    pub answers: ProgramAnswers,
    /// Why it ended before all was done, if the program is the cause.
    pub ended: Option<AskError>,
}

/// The number of chunks of a check on a live set.
pub fn chunk_count(live_set: &LiveSet) -> u64 {
    live_set.totals().live_positions.div_ceil(CHUNK as u64)
}

/// Some positions with a path to each, one after the other.
#[derive(Default)]
pub(crate) struct PathChunk {
    /// The number of the chunk.
    pub number: u64,
    steps: Vec<Move>,
    /// Each with the end of its path in `steps`.
    entries: Vec<(LiveEntry, usize)>,
}

impl PathChunk {
    /// The positions, each with its path.
    pub fn positions(&self) -> impl Iterator<Item = (&[Move], LiveEntry)> {
        let begins = std::iter::once(0).chain(self.entries.iter().map(|&(_, end)| end));
        let ends = begins.zip(&self.entries);
        ends.map(|(begin, &(entry, end))| (&self.steps[begin..end], entry))
    }
}

/// What receives each position with dead moves that a program allows: a path to it, and these
/// moves, early ends left out.
pub type AllowedDead<'a> = &'a (dyn Fn(&[Move], Moves) + Sync);

/// Asks about the live positions in the chunks of a run. The complete position is counted, and not
/// asked about: it has no moves.
pub fn check(
    live_set: &LiveSet,
    asked: AskedProgram<'_>,
    run: &ChunkRun<'_>,
    allowed: AllowedDead<'_>,
) -> ProgramCheck {
    let board = live_set.board();
    let todo = run.todo(chunk_count(live_set));
    let send = |send: &SyncSender<_>, end: &dyn Fn() -> bool| produce(live_set, &todo, send, end);
    let work = |worker: &mut AskWorker<'_>, chunk: PathChunk| {
        let mut answers = ProgramAnswers::default();
        for (path, entry) in chunk.positions() {
            let truth = truth(live_set, entry);
            let mut paths = vec![path.to_vec()];
            if asked.drawings > 1 {
                let others = Drawings::new(live_set, entry.key, SEED);
                paths.extend(others.filter(|other| other != path).take(asked.drawings - 1));
            }
            worker.add(&board, truth, paths, &mut answers)?;
        }
        worker.ask(&mut answers)?;
        Ok((chunk.number, answers))
    };
    by_processes((asked, allowed), run, chunk_count(live_set), send, work)
}

/// Asks about the positions on random lines of a board of any odd size, each line a chunk. They are
/// live, since the line goes on from them; the engine decides their other moves.
///
/// # Errors
/// If the engine fails.
pub fn check_lines(
    board: &Arc<Board>,
    (lines, seed): (u64, u64),
    asked: AskedProgram<'_>,
    run: &ChunkRun<'_>,
    allowed: AllowedDead<'_>,
) -> Result<ProgramCheck, Fault> {
    let fault = Mutex::new(None);
    let todo = run.todo(lines);
    let send = |send: &SyncSender<_>, end: &dyn Fn() -> bool| {
        let _ = todo.iter().try_for_each(|&line| if end() { Ok(()) } else { send.send(line) });
    };
    let work = |worker: &mut AskWorker<'_>, number: u64| {
        let (width, height) = (board.width().into(), board.height().into());
        let line = hamiltonian_path(width, height, seed.wrapping_add(number));
        let mut answers = ProgramAnswers::default();
        let mut position = Position::start(Arc::clone(board));
        for &step in &line {
            if run.stopped() {
                return Err(AskError::Stopped);
            }
            match judged(&position, step) {
                Ok(truth) => {
                    worker.add(board, truth, vec![position.path().to_vec()], &mut answers)?;
                }
                Err(error) => {
                    fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    return Err(AskError::Stopped);
                }
            }
            position = position.after(step);
        }
        worker.ask(&mut answers)?;
        Ok((number, answers))
    };
    let found = by_processes((asked, allowed), run, lines, send, work);
    match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(found),
    }
}

/// The moves of a position in which one move is known to be live, by the engine.
///
/// # Errors
/// If the engine fails.
pub fn judged(position: &Position, known: Move) -> Result<Truth, Fault> {
    let board = position.board();
    let mut truth = Truth { live: Moves::only(known), dead: Moves::NONE, early: Moves::NONE };
    for direction in position.legal_moves().filter(|&direction| direction != known) {
        let one = Moves::only(direction);
        if board.step(position.live_end(), direction) == Some(board.end()) {
            truth.early = one;
            truth.dead = truth.dead.or(one);
            continue;
        }
        match decide_move(position, direction, Engine::Sat, &Limits::default())?.verdict() {
            Verdict::Live => truth.live = truth.live.or(one),
            Verdict::Dead => truth.dead = truth.dead.or(one),
            Verdict::Unknown => return Err(Fault::Contradiction(letters(position.path()))),
        }
    }
    Ok(truth)
}

/// Lets several processes work on chunks.
fn by_processes<J: Send>(
    (asked, allowed): (AskedProgram<'_>, AllowedDead<'_>),
    run: &ChunkRun<'_>,
    total: u64,
    send: impl FnOnce(&SyncSender<J>, &dyn Fn() -> bool),
    work: impl Fn(&mut AskWorker<'_>, J) -> Result<(u64, ProgramAnswers), AskError> + Sync,
) -> ProgramCheck {
    let merge = ProgramAnswers::merge;
    let done = in_parallel(asked.processes, (run, total), merge, send, |jobs| {
        let mut worker = AskWorker::new(asked, run.stop, allowed);
        jobs.each(|job| match &worker.given_up {
            Some(fault) => Err(AskError::GivenUp(fault.clone())),
            None => work(&mut worker, job),
        })?;
        if let Err(fault) = worker.process.finish(run.stop) {
            let mut answers = ProgramAnswers::default();
            answers.add_left_over(&worker.last, &fault);
            jobs.add(answers);
        }
        worker.given_up.map_or(Ok(()), |fault| Err(AskError::GivenUp(fault)))
    });
    ProgramCheck { chunks: Chunks::of(total, done.chunks), answers: done.result, ended: done.ended }
}

/// Sends the chunks that are to be done.
pub(crate) fn produce(
    live_set: &LiveSet,
    todo: &[u64],
    send: &SyncSender<PathChunk>,
    end: &dyn Fn() -> bool,
) {
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
    process: Process<'a>,
    stop: &'a AtomicBool,
    questions: Questions,
    /// The positions of the questions, each with its drawings.
    positions: Vec<(Truth, Vec<Vec<Move>>)>,
    allowed: AllowedDead<'a>,
    /// The last of too many faults, after which nothing is asked.
    given_up: Option<ProgramFault>,
    /// The path of the last question.
    last: Vec<Move>,
}

impl<'a> AskWorker<'a> {
    fn new(
        asked: AskedProgram<'a>,
        stop: &'a AtomicBool,
        allowed: AllowedDead<'a>,
    ) -> AskWorker<'a> {
        AskWorker {
            process: Process::new(asked.program, asked.guard),
            stop,
            questions: Questions::default(),
            positions: Vec::new(),
            allowed,
            given_up: None,
            last: Vec::new(),
        }
    }

    /// Adds the question about a position, by each of its paths. Asks when there are many.
    fn add(
        &mut self,
        board: &Board,
        truth: Truth,
        paths: Vec<Vec<Move>>,
        answers: &mut ProgramAnswers,
    ) -> Result<(), AskError> {
        let legal = truth.live.or(truth.dead);
        if legal.is_empty() {
            answers.counts.positions += 1;
            return Ok(());
        }
        for path in &paths {
            self.questions.push(board, path, legal);
        }
        self.positions.push((truth, paths));
        if self.questions.len() >= AT_ONCE { self.ask(answers) } else { Ok(()) }
    }

    /// Asks what is to be asked.
    fn ask(&mut self, answers: &mut ProgramAnswers) -> Result<(), AskError> {
        let (said, ended) = match self.given_up {
            None => self.process.ask_as_far(&self.questions, self.stop),
            Some(_) => (Vec::new(), None),
        };
        match ended {
            Some(AskError::GivenUp(fault)) => self.given_up = Some(fault),
            Some(error) => return Err(error),
            None => {}
        }
        let mut said = said.into_iter();
        for (truth, mut paths) in self.positions.drain(..) {
            let said = said.by_ref().map(Some).chain(std::iter::repeat(None));
            let said = said.map(|said| said.unwrap_or(Err(ProgramFault::NotAsked)));
            let allows = answers.add(truth, paths.iter().map(Vec::as_slice).zip(said));
            if !allows.is_empty() {
                (self.allowed)(&paths[0], allows);
            }
            self.last = paths.pop().unwrap_or_default();
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
pub fn contradiction(live_set: &LiveSet, answers: &ProgramAnswers) -> Option<String> {
    let position = |path: &[Move]| live_set.key_after(path).and_then(|key| live_set.entry(key));
    let wrong = answers.findings.iter().find(|AnswerFinding { path, flaw, .. }| {
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

/// How many findings are decided again.
const DECIDED_AGAIN: usize = 100;

/// The same without a live set. The first hundred are decided again.
///
/// # Errors
/// If the engine fails.
pub fn contradiction_by_engine(
    board: &Arc<Board>,
    answers: &ProgramAnswers,
) -> Result<Option<String>, Fault> {
    for (at, AnswerFinding { path, flaw, .. }) in answers.findings.iter().enumerate() {
        let so = match (Position::from_path(Arc::clone(board), path), flaw) {
            (Err(_), _) => false,
            (Ok(position), Flaw::Differs { allowed, other, other_allowed }) => {
                let other = Position::from_path(Arc::clone(board), other);
                allowed != other_allowed
                    && other.is_ok_and(|other| {
                        other.live_end() == position.live_end() && other.free() == position.free()
                    })
            }
            (Ok(_), Flaw::None { .. }) => true,
            (Ok(position), Flaw::Wrong { forbids, allows }) => {
                let legal: Moves = position.legal_moves().collect();
                let mut so = forbids.or(*allows).without(legal).is_empty();
                for (moves, verdict) in [(forbids, Verdict::Live), (allows, Verdict::Dead)] {
                    for direction in moves.and(legal).iter().filter(|_| at < DECIDED_AGAIN) {
                        let answer =
                            decide_move(&position, direction, Engine::Sat, &Limits::default())?;
                        so &= answer.verdict() == verdict;
                    }
                }
                so && !forbids.or(*allows).is_empty()
            }
        };
        if !so {
            return Ok(Some(format!("what it says about `{}` is not so", letters(path))));
        }
    }
    Ok(None)
}
