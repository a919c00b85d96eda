//! Walking depth first: of the allowed moves always the leftmost first, seen along the last step.
//!
//! The first step goes to the right before it goes down. A walk is driven in slices, between which it
//! can be written down as a [`Snapshot`] and taken up again.

use serde::{Deserialize, Serialize};

use super::answers::Answers;
use super::line::Line;
use super::order::leftmost;
use super::prune::Prune;
use super::table::{Below, MAX_CELLS, Table, key};
use super::{Failure, Stop, dead_move};
use deadmove_core::board::{Board, Move};
use deadmove_engine::judge::Fault;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::moves::Moves;
use deadmove_verify::chunks::Shard;

/// What is asked of a walk. All of it but the memory decides what comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// What counts as a failure of the rules.
    pub stop: Stop,
    /// Whether to go on after a failure, and count.
    pub keep_going: bool,
    /// Whether there are no rules: failures are then nothing but occasions to step back, and cheap
    /// signs of a dead position are one, too.
    pub no_rules: bool,
    /// Whether only lines that begin to the right are walked; by symmetry there are as many others.
    pub half: bool,
    /// How many walkthroughs to complete at most.
    pub limit: Option<u64>,
    /// Which of the allowed beginnings of length 2 × side are walked.
    pub shard: Shard,
    /// Bytes for what is remembered of positions.
    pub memory: usize,
}

/// How far a walk has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Completed walkthroughs.
    pub completed: u64,
    /// Failures of the rules: stuck positions, or positions with a dead allowed move.
    pub failed: u64,
    /// The first of them.
    pub first: Option<Failure>,
    /// Beginnings met, those of other shards included.
    pub beginnings: u64,
}

/// Why a walk stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It can go on.
    Walking,
    /// All lines are walked.
    Finished,
    /// The rules failed.
    Failed,
    /// As many walkthroughs as were asked for are completed.
    Limit,
}

/// A walk between two slices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Why it stands.
    pub state: State,
    /// The counts.
    pub tally: Tally,
    /// The steps drawn.
    pub path: Vec<Move>,
    /// The moves still to walk, for the start and after every step of the path; empty before the
    /// first slice.
    pub open: Vec<Moves>,
}

/// A position on the way, with the allowed moves that are still to be walked.
#[derive(Clone, Copy, Debug)]
struct Frame {
    open: Moves,
    /// The counts on arrival.
    before: Below,
    /// Whether the walk was here on arrival, so that all that comes is counted.
    whole: bool,
}

/// A walk.
#[derive(Debug)]
pub struct DepthFirst<'r> {
    board: Board,
    options: Options,
    matcher: Matcher<'r>,
    prune: Option<Prune>,
    table: Option<Table>,
    /// Without rules the answers cost less than to look them up, and with a table hardly any is
    /// asked for twice.
    answers: Option<Answers>,
    line: Line,
    frames: Vec<Frame>,
    tally: Tally,
    state: State,
}

impl<'r> DepthFirst<'r> {
    /// A walk that begins. The rules are those of `set`, compiled for the board.
    pub fn new(board: &Board, set: &'r RuleSet, options: Options) -> DepthFirst<'r> {
        let line = Line::new(board);
        let prune = options.no_rules && line.bits().is_some();
        let table = Table::new(board.cells(), options.memory);
        let answers = !options.no_rules && table.is_none() && board.cells() <= MAX_CELLS;
        DepthFirst {
            board: board.clone(),
            options,
            matcher: set.matcher(),
            prune: prune.then(|| Prune::new(board.width().into())),
            answers: answers.then(Answers::new),
            table,
            line,
            frames: Vec::with_capacity(board.cells()),
            tally: Tally::default(),
            state: State::Walking,
        }
    }

    /// Takes a walk up again; none if the snapshot is not of a walk on this board.
    pub fn resume(
        board: &Board,
        set: &'r RuleSet,
        options: Options,
        snapshot: &Snapshot,
    ) -> Option<DepthFirst<'r>> {
        let mut walk = DepthFirst::new(board, set, options);
        let mut steps = snapshot.path.iter();
        for &open in &snapshot.open {
            if !open.without(walk.line.legal()).is_empty() {
                return None;
            }
            walk.frames.push(Frame { open, before: Below::default(), whole: false });
            let Some(&step) = steps.next() else { break };
            if !walk.line.legal().contains(step) || open.contains(step) {
                return None;
            }
            walk.line.step(step);
        }
        let frames = walk.frames.len();
        let fits = snapshot.path.len() + usize::from(!snapshot.open.is_empty());
        if frames != snapshot.open.len() || frames != fits {
            return None;
        }
        walk.tally = snapshot.tally.clone();
        walk.state = snapshot.state;
        // A limit that was reached may have been raised since.
        if walk.state == State::Limit {
            walk.state = State::Walking;
        }
        Some(walk)
    }

    /// The walk as it stands.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            state: self.state,
            tally: self.tally.clone(),
            path: self.line.path().to_vec(),
            open: self.frames.iter().map(|frame| frame.open).collect(),
        }
    }

    /// How far it has come.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Why it stands.
    pub fn state(&self) -> State {
        self.state
    }

    /// Walks on for so many steps at most. It fails only through a fault of an engine.
    pub fn run(&mut self, steps: usize) -> Result<State, Fault> {
        if self.state == State::Walking
            && self.options.limit.is_some_and(|n| self.tally.completed >= n)
        {
            self.state = State::Limit;
        }
        let mut left = steps;
        while self.state == State::Walking && left > 0 {
            left -= 1;
            let Some(frame) = self.frames.last_mut() else {
                self.enter()?;
                if self.frames.is_empty() && self.state == State::Walking {
                    self.state = State::Finished;
                }
                continue;
            };
            match leftmost(frame.open, self.line.heading()) {
                Some(direction) => {
                    frame.open = frame.open.without(Moves::only(direction));
                    self.line.step(direction);
                    let depth = self.frames.len();
                    self.enter()?;
                    // Without a frame there is nothing below, or it is counted already.
                    if self.frames.len() == depth {
                        self.line.back();
                    }
                }
                None => self.leave(),
            }
        }
        Ok(self.state)
    }

    /// Arrives at the live end: counts what can be counted, or puts a frame.
    fn enter(&mut self) -> Result<(), Fault> {
        if self.line.is_full() {
            self.tally.completed += 1;
            if self.options.limit == Some(self.tally.completed) {
                self.state = State::Limit;
            }
            return Ok(());
        }
        let depth = self.line.path().len();
        if depth == self.shared_depth() {
            let beginning = self.tally.beginnings;
            self.tally.beginnings += 1;
            if !self.options.shard.contains(beginning) {
                return Ok(());
            }
        }
        if let Some(below) = self.known()
            && self
                .options
                .limit
                .is_none_or(|limit| self.tally.completed + below.completed <= limit)
        {
            self.tally.completed += below.completed;
            self.tally.failed += below.stuck;
            if self.options.limit == Some(self.tally.completed) {
                self.state = State::Limit;
            }
            return Ok(());
        }
        let before = Below { completed: self.tally.completed, stuck: self.tally.failed };
        let mut open = self.allowed();
        if depth == 0 && self.options.half {
            open = open.and(Moves::only(Move::Right));
        }
        if self.own_failure(depth) {
            self.look_for_failure(open)?;
        }
        if open.is_empty() {
            self.remember(before, depth);
        } else {
            self.frames.push(Frame { open, before, whole: true });
        }
        Ok(())
    }

    /// The moves that may be tried from the live end.
    fn allowed(&mut self) -> Moves {
        match (self.line.bits(), self.prune, &mut self.answers) {
            (Some((free, live_end)), Some(prune), _) if prune.is_dead(free, live_end) => {
                Moves::NONE
            }
            (Some(position), _, Some(answers)) => {
                answers.get_or(key(position), || self.line.allowed(&mut self.matcher))
            }
            _ => self.line.allowed(&mut self.matcher),
        }
    }

    /// Takes back the last step, after all that is below.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if frame.whole {
            self.remember(frame.before, self.line.path().len());
        }
        if self.line.back().is_none() {
            self.state = State::Finished;
        }
    }

    fn look_for_failure(&mut self, allowed: Moves) -> Result<(), Fault> {
        if self.options.no_rules {
            return Ok(());
        }
        let dead_move = match self.options.stop {
            Stop::Dead => dead_move(&self.board, self.line.path(), allowed)?,
            Stop::Stuck => None,
        };
        if allowed.is_empty() || dead_move.is_some() {
            self.tally.failed += 1;
            if self.tally.first.is_none() {
                let path = self.line.path().to_vec();
                self.tally.first = Some(Failure { path, dead_move });
            }
            if !self.options.keep_going {
                self.state = State::Failed;
            }
        }
        Ok(())
    }

    /// Length of the beginnings that shards share out: long enough for thousands of them on 9×9.
    fn shared_depth(&self) -> usize {
        2 * usize::from(self.board.width())
    }

    /// Whether a failure here is one of this shard: what comes before the shared beginnings is the
    /// first shard's.
    fn own_failure(&self, depth: usize) -> bool {
        depth >= self.shared_depth() || self.options.shard.number == 1
    }

    /// What is known of the lines below the live end.
    fn known(&self) -> Option<Below> {
        self.table.as_ref()?.get(self.line.bits()?)
    }

    /// Keeps the counts since `before` as those of all lines below the live end, unless shards
    /// leave some of them out.
    fn remember(&mut self, before: Below, depth: usize) {
        let shared = self.options.shard != Shard::WHOLE && depth < self.shared_depth();
        if depth < 2 || shared || self.state != State::Walking {
            return;
        }
        if let (Some(table), Some(bits)) = (&mut self.table, self.line.bits()) {
            let completed = self.tally.completed - before.completed;
            table.set(bits, Below { completed, stuck: self.tally.failed - before.stuck });
        }
    }
}
