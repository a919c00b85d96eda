//! One process of a program: it is started when there is a question, stopped after a fault, and
//! started again for the next question.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::answer::{Answer, parse, shown};
use super::fault::ProgramFault;
use super::file::Program;
use super::pipes::{LineRead, Pipes};
use super::question;
use deadmove_core::board::{Board, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_rules::moves::Moves;

/// The most questions that are sent ahead. After so many, what was printed beyond the answers is
/// looked for.
const AHEAD: usize = 4096;

/// How long a line beyond the answers is waited for after a row of questions.
const SETTLE: Duration = Duration::from_micros(200);

/// The same after the first question of a process, and after a row in which a fault was seen.
const LONG_SETTLE: Duration = Duration::from_millis(20);

/// The same for a slow program, in the time that it took for an answer of the row.
const ANSWERS_LATE: f64 = 4.0;

/// How long a program that keeps its answers back has to write them when its input is closed.
const FLUSHED: Duration = Duration::from_secs(1);

/// How often the stop flag is looked at.
const GLANCE: Duration = Duration::from_millis(100);

/// After so many faults a program is not asked any more.
const MOST_FAULTS: usize = 1000;

/// After so many faults without a single answer it is not asked any more.
const MOST_AT_FIRST: usize = 5;

/// Questions in the form in which they are sent.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    text: Vec<u8>,
    /// Where each line ends.
    ends: Vec<usize>,
    legal: Vec<Moves>,
}

impl Questions {
    /// Adds the question about a path. `legal` are the moves onto free cells after it.
    pub fn push(&mut self, board: &Board, path: &[Move], legal: Moves) {
        question::write(&mut self.text, board, path);
        self.ends.push(self.text.len());
        self.legal.push(legal);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Removes all.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.legal.clear();
    }

    fn lines(&self, range: Range<usize>) -> &[u8] {
        let start = |at: usize| if at == 0 { 0 } else { self.ends[at - 1] };
        &self.text[start(range.start)..start(range.end)]
    }
}

/// Why a program is not asked any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The stop flag was set.
    #[error("the run was stopped")]
    Stopped,
    /// It does not start.
    #[error(transparent)]
    DoesNotStart(InputError),
    /// It has had too many faults; this is the last.
    #[error("the program is not asked any more: {0}")]
    GivenUp(ProgramFault),
}

impl From<AskError> for InputError {
    fn from(error: AskError) -> InputError {
        match error {
            AskError::DoesNotStart(error) => error,
            error => InputError::new(ErrorKind::ProgramFaulty, error.to_string())
                .expected("one line for each question; see docs/reference/programs.md"),
        }
    }
}

/// A process that answers questions.
#[derive(Debug)]
pub struct Process<'p> {
    program: &'p Program,
    /// The program that starts others and ends them when this one is gone.
    guard: Option<&'p Path>,
    pipes: Option<Pipes>,
    answers: u64,
    faults: usize,
}

/// What a row of questions led to.
struct AskedRow {
    answers: Vec<Answer>,
    /// The fault that ended them.
    fault: Option<ProgramFault>,
    /// Whether the fault is that of the first question of a new process.
    first: bool,
}

impl<'p> Process<'p> {
    /// A process that is not started yet.
    pub fn new(program: &'p Program, guard: Option<&'p Path>) -> Process<'p> {
        Process { program, guard, pipes: None, answers: 0, faults: 0 }
    }

    /// Asks all questions, and gives an answer or a fault for each, in their order.
    ///
    /// A fault is one of the question that causes it also alone; otherwise an earlier one made the
    /// program print a line too many or too few, and is found by halving. If the halves have no
    /// fault, it counts where it was seen.
    ///
    /// # Errors
    /// If the stop flag is set, the program does not start, or it has too many faults.
    pub fn ask(
        &mut self,
        questions: &Questions,
        stop: &AtomicBool,
    ) -> Result<Vec<Result<Answer, ProgramFault>>, AskError> {
        match self.ask_as_far(questions, stop) {
            (all, None) => Ok(all),
            (_, Some(end)) => Err(end),
        }
    }

    /// The same, with the answers and faults of the questions before the end if there is an error.
    pub fn ask_as_far(
        &mut self,
        questions: &Questions,
        stop: &AtomicBool,
    ) -> (Vec<Result<Answer, ProgramFault>>, Option<AskError>) {
        let mut all = Vec::with_capacity(questions.len());
        for start in (0..questions.len()).step_by(AHEAD) {
            let end = questions.len().min(start + AHEAD);
            if let Err(error) = self.ask_row(questions, start..end, SETTLE, stop, &mut all) {
                return (all, Some(error));
            }
        }
        (all, None)
    }

    /// Asks one question. Nothing that comes after the answer is waited for, since a walk asks one
    /// by one and has no time to lose: it is a fault of the next question.
    ///
    /// # Errors
    /// Those of [`Process::ask`].
    pub fn ask_one(
        &mut self,
        questions: &Questions,
        stop: &AtomicBool,
    ) -> Result<Result<Answer, ProgramFault>, AskError> {
        let mut one = Vec::with_capacity(1);
        self.ask_row(questions, 0..1, Duration::ZERO, stop, &mut one)?;
        Ok(one.pop().expect("an answer for each question"))
    }

    /// Ends the process, after a last look at its output, which the stop flag ends.
    ///
    /// # Errors
    /// If it printed more lines than there were questions, or nobody looked to the end. Which
    /// question that was about is not known, so the answers since the last fault may be those to
    /// other questions.
    pub fn finish(&mut self, stop: &AtomicBool) -> Result<(), ProgramFault> {
        let Some(mut pipes) = self.pipes.take() else { return Ok(()) };
        pipes.close_input();
        match read_unless_stopped(&mut pipes, self.program.timeout, stop) {
            None => Err(ProgramFault::NotEnded),
            Some(read) => beyond_the_answers(read).map_or(Ok(()), Err),
        }
    }

    /// Asks a row of questions. `all` has what came of those before it, and receives the rest.
    fn ask_row(
        &mut self,
        questions: &Questions,
        mut row: Range<usize>,
        settle: Duration,
        stop: &AtomicBool,
        all: &mut Vec<Result<Answer, ProgramFault>>,
    ) -> Result<(), AskError> {
        while !row.is_empty() {
            let AskedRow { answers, fault, first } =
                self.attempt(questions, row.clone(), settle, stop)?;
            let at = row.start + answers.len();
            let Some(fault) = fault else {
                all.extend(answers.into_iter().map(Ok));
                return Ok(());
            };
            self.pipes = None;
            let certain = first || matches!(fault, ProgramFault::Ended { .. });
            let alone = if certain { None } else { self.alone(questions, at, stop)? };
            match alone {
                Some(_) if at > row.start => {
                    let (before, middle) = (self.faults, row.start.midpoint(at + 1));
                    for half in [row.start..middle, middle..at + 1] {
                        self.ask_row(questions, half, LONG_SETTLE, stop, all)?;
                        // A late line of this half must not answer the next question.
                        self.pipes = None;
                    }
                    if self.faults == before {
                        let fault = ProgramFault::Unsteady(Box::new(fault));
                        all[at] = Err(fault.clone());
                        self.count(fault)?;
                    }
                }
                alone => {
                    all.extend(answers.into_iter().map(Ok));
                    let fault = match alone {
                        None => fault,
                        Some(_) => ProgramFault::Unsteady(Box::new(fault)),
                    };
                    all.push(Err(fault.clone()));
                    self.count(fault)?;
                }
            }
            row.start = at + 1;
        }
        Ok(())
    }

    /// The answer of a fresh process to one question; none after a fault.
    fn alone(
        &mut self,
        questions: &Questions,
        at: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Answer>, AskError> {
        self.pipes = None;
        let mut row = self.attempt(questions, at..at + 1, LONG_SETTLE, stop)?;
        self.pipes = None;
        Ok(if row.fault.is_none() { row.answers.pop() } else { None })
    }

    fn count(&mut self, fault: ProgramFault) -> Result<(), AskError> {
        self.faults += 1;
        let hopeless = matches!(fault, ProgramFault::Buffers | ProgramFault::Version(_));
        let most = if self.answers == 0 { MOST_AT_FIRST } else { MOST_FAULTS };
        if hopeless || self.faults >= most { Err(AskError::GivenUp(fault)) } else { Ok(()) }
    }

    /// Asks a row of questions once, the first alone if the process is new.
    fn attempt(
        &mut self,
        questions: &Questions,
        row: Range<usize>,
        settle: Duration,
        stop: &AtomicBool,
    ) -> Result<AskedRow, AskError> {
        let fresh = self.pipes.is_none();
        let pipes = match &mut self.pipes {
            Some(pipes) => pipes,
            none => {
                none.insert(Pipes::open(self.program, self.guard).map_err(AskError::DoesNotStart)?)
            }
        };
        let mut asking = Asking { pipes, timeout: self.program.timeout, fresh, settle, stop };
        let mut answers = Vec::with_capacity(row.len());
        let second = if fresh { row.start + 1 } else { row.end };
        let mut fault = asking.ask(questions, row.start..second, &mut answers)?;
        asking.fresh = false;
        if fault.is_none() && second < row.end {
            fault = asking.ask(questions, second..row.end, &mut answers)?;
        }
        self.answers += answers.len() as u64;
        Ok(AskedRow { first: fresh && answers.is_empty(), answers, fault })
    }
}

/// A process that is being asked.
struct Asking<'a> {
    pipes: &'a mut Pipes,
    timeout: Duration,
    /// Whether it has not answered yet.
    fresh: bool,
    /// How long a line beyond the answers is waited for.
    settle: Duration,
    stop: &'a AtomicBool,
}

impl Asking<'_> {
    /// Sends questions and collects the answers, up to the first fault. A line too many is a fault
    /// of the last question.
    fn ask(
        &mut self,
        questions: &Questions,
        row: Range<usize>,
        answers: &mut Vec<Answer>,
    ) -> Result<Option<ProgramFault>, AskError> {
        if let Some(fault) = beyond_the_answers(self.pipes.read(Duration::ZERO)) {
            return Ok(Some(fault));
        }
        self.pipes.send(questions.lines(row.clone()));
        let (fresh, number, begin) = (self.fresh, row.len() as f64, Instant::now());
        for at in row {
            let answer = match self.line()? {
                Ok(line) => parse(&line, questions.legal[at]).map_err(ProgramFault::from),
                Err(fault) => Err(fault),
            };
            match answer {
                Ok(answer) => answers.push(answer),
                Err(fault) => return Ok(Some(fault)),
            }
        }
        let settle = match (fresh, self.settle) {
            (true, _) => LONG_SETTLE,
            (false, Duration::ZERO) => Duration::ZERO,
            // After a line too many the program still works on the last question.
            (false, settle) => settle.max(begin.elapsed().mul_f64(ANSWERS_LATE / number)),
        };
        let read = read_unless_stopped(self.pipes, settle.min(self.timeout), self.stop);
        let fault = beyond_the_answers(read.ok_or(AskError::Stopped)?);
        if fault.is_some() {
            answers.pop();
        }
        Ok(fault)
    }

    /// The next line, without the greeting.
    fn line(&mut self) -> Result<Result<Vec<u8>, ProgramFault>, AskError> {
        loop {
            let line = match self.next_line()? {
                Ok(line) => line,
                Err(fault) => return Ok(Err(fault)),
            };
            let version = line.strip_prefix(b"deadmove ").filter(|_| self.fresh);
            self.fresh = false;
            match version.map(<[u8]>::trim_ascii) {
                None => return Ok(Ok(line)),
                Some(b"1") => {}
                Some(other) => return Ok(Err(ProgramFault::Version(shown(other)))),
            }
        }
    }

    fn next_line(&mut self) -> Result<Result<Vec<u8>, ProgramFault>, AskError> {
        let read = read_unless_stopped(self.pipes, self.timeout, self.stop);
        Ok(match read.ok_or(AskError::Stopped)? {
            LineRead::Line(line) => Ok(line),
            LineRead::TooLong(line) => Err(ProgramFault::Endless(shown(&line))),
            LineRead::End => Err(self.pipes.ended()),
            LineRead::Nothing => {
                self.pipes.close_input();
                Err(match self.pipes.read(FLUSHED) {
                    LineRead::Line(_) => ProgramFault::Buffers,
                    _ => ProgramFault::Silent(self.timeout),
                })
            }
        })
    }
}

/// The fault of output that no question is left for. A process that has ended has none: the next
/// question finds out.
fn beyond_the_answers(read: LineRead) -> Option<ProgramFault> {
    match read {
        LineRead::Line(line) => Some(ProgramFault::TooManyLines(shown(&line))),
        LineRead::TooLong(line) => Some(ProgramFault::Endless(shown(&line))),
        LineRead::Nothing | LineRead::End => None,
    }
}

/// The next line, if it comes in time. None if the stop flag is set.
fn read_unless_stopped(
    pipes: &mut Pipes,
    timeout: Duration,
    stop: &AtomicBool,
) -> Option<LineRead> {
    let since = Instant::now();
    while !stop.load(Ordering::Relaxed) {
        let left = timeout.saturating_sub(since.elapsed());
        let read = pipes.read(left.min(GLANCE));
        if read != LineRead::Nothing || since.elapsed() >= timeout {
            return Some(read);
        }
    }
    None
}
