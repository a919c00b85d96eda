//! Depth-first walks: of the allowed moves the leftmost comes first, seen along the last step.
//!
//! The first step goes right before it goes down. A walk runs in slices. Between them it can be
//! saved as a [`Snapshot`] and resumed.

use serde::{Deserialize, Serialize};

use super::answers::AnswerCache;
use super::line::DrawnLine;
use super::order::leftmost;
use super::player::{Player, StartedPlayer};
use super::prune::Prune;
use super::session::SessionError;
use super::table::{Below, MAX_CELLS, TranspositionTable, key};
use super::{Stop, WalkFailure, dead_move};
use deadmove_core::board::{Board, Move};
use deadmove_engine::judge::Fault;
use deadmove_rules::moves::Moves;
use deadmove_verify::chunks::Shard;

/// The options of a walk. All of them but the memory affect the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkOptions {
    /// What counts as a failure of the rules.
    pub stop: Stop,
    /// Whether to go on after a failure, and count failures.
    pub keep_going: bool,
    /// Whether there are no rules. Then a stuck position is no failure: the walk just steps back,
    /// and it also steps back from positions that are dead for cheap reasons.
    pub no_rules: bool,
    /// Whether to walk only the lines that begin to the right. By symmetry they are half of all.
    pub half: bool,
    /// The most lines to complete.
    pub limit: Option<u64>,
    /// Which of the allowed beginnings of length 2 × side are walked.
    pub shard: Shard,
    /// Bytes for the transposition table.
    pub memory: usize,
}

/// The counts of a walk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkTally {
    /// Completed lines.
    pub completed: u64,
    /// Failures of the rules: stuck positions, or positions with a dead allowed move.
    pub failed: u64,
    /// The first of them.
    pub first: Option<WalkFailure>,
    /// Beginnings reached, those of other shards included.
    pub beginnings: u64,
}

/// Whether a walk can go on, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WalkState {
    /// It can go on.
    Walking,
    /// All lines are walked.
    Finished,
    /// The rules failed.
    Failed,
    /// The limit of completed lines is reached.
    Limit,
}

/// A walk between two slices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Whether it can go on, and if not, why.
    pub state: WalkState,
    /// The counts.
    pub tally: WalkTally,
    /// The steps drawn.
    pub path: Vec<Move>,
    /// The moves still to try, at the start and after every step of the path; empty before the
    /// first slice.
    pub open: Vec<Moves>,
}

/// A position on the line, with the allowed moves that are still to be tried.
#[derive(Clone, Copy, Debug)]
struct Frame {
    open: Moves,
    /// The counts on arrival.
    before: Below,
    /// Whether this process has walked all lines below the position, so that the counts are
    /// complete. Not so for frames of a resumed walk.
    whole: bool,
}

/// A depth-first walk.
#[derive(Debug)]
pub struct DepthFirst<'r> {
    board: Board,
    options: WalkOptions,
    player: StartedPlayer<'r>,
    prune: Option<Prune>,
    table: Option<TranspositionTable>,
    /// None without rules, since the allowed moves are then cheaper to compute than to look up;
    /// none with a table, since then hardly any position is visited twice.
    answers: Option<AnswerCache>,
    line: DrawnLine,
    frames: Vec<Frame>,
    tally: WalkTally,
    state: WalkState,
}

impl<'r> DepthFirst<'r> {
    /// A new walk by rules that are compiled for the board, or by a program.
    pub fn new(
        board: &Board,
        player: impl Into<Player<'r>>,
        options: WalkOptions,
    ) -> DepthFirst<'r> {
        let player = player.into();
        let line = DrawnLine::new(board);
        let prune = options.no_rules && line.bits().is_some();
        let whole = if player.is_program() { 0 } else { options.memory };
        let table = TranspositionTable::new(board.cells(), whole);
        let answers = !options.no_rules
            && !player.is_program()
            && table.is_none()
            && board.cells() <= MAX_CELLS;
        DepthFirst {
            board: board.clone(),
            options,
            player: player.start(board),
            prune: prune.then(|| Prune::new(board.width().into())),
            answers: answers.then(AnswerCache::new),
            table,
            line,
            frames: Vec::with_capacity(board.cells()),
            tally: WalkTally::default(),
            state: WalkState::Walking,
        }
    }

    /// Resumes a walk; none if the snapshot is not of a walk on this board.
    pub fn resume(
        board: &Board,
        player: impl Into<Player<'r>>,
        options: WalkOptions,
        snapshot: &Snapshot,
    ) -> Option<DepthFirst<'r>> {
        let mut walk = DepthFirst::new(board, player, options);
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
        if walk.state == WalkState::Limit {
            walk.state = WalkState::Walking;
        }
        Some(walk)
    }

    /// The current state of the walk, to be resumed later.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            state: self.state,
            tally: self.tally.clone(),
            path: self.line.path().to_vec(),
            open: self.frames.iter().map(|frame| frame.open).collect(),
        }
    }

    /// The counts so far.
    pub fn tally(&self) -> &WalkTally {
        &self.tally
    }

    /// Whether it can go on, and if not, why.
    pub fn state(&self) -> WalkState {
        self.state
    }

    /// Continues for at most this many steps.
    ///
    /// # Errors
    /// If an engine or a program fails.
    pub fn run(&mut self, steps: usize) -> Result<WalkState, SessionError> {
        if self.state == WalkState::Walking
            && self.options.limit.is_some_and(|n| self.tally.completed >= n)
        {
            self.state = WalkState::Limit;
        }
        let mut left = steps;
        while self.state == WalkState::Walking && left > 0 {
            left -= 1;
            let Some(frame) = self.frames.last_mut() else {
                self.enter()?;
                if self.frames.is_empty() && self.state == WalkState::Walking {
                    self.state = WalkState::Finished;
                }
                continue;
            };
            match leftmost(frame.open, self.line.heading()) {
                Some(direction) => {
                    frame.open = frame.open.without(Moves::only(direction));
                    self.line.step(direction);
                    let depth = self.frames.len();
                    let beginnings = self.tally.beginnings;
                    if let Err(error) = self.enter() {
                        // As if the step had not been tried, for a walk that goes on later.
                        self.tally.beginnings = beginnings;
                        self.line.back();
                        if let Some(frame) = self.frames.last_mut() {
                            frame.open = frame.open.or(Moves::only(direction));
                        }
                        return Err(error);
                    }
                    // If no frame was pushed, nothing is below, or it is counted already.
                    if self.frames.len() == depth {
                        self.line.back();
                    }
                }
                None => self.leave(),
            }
        }
        Ok(self.state)
    }

    /// Processes a new live end: counts the lines below it if they are known, or pushes a frame.
    fn enter(&mut self) -> Result<(), SessionError> {
        if self.line.is_full() {
            self.tally.completed += 1;
            if self.options.limit == Some(self.tally.completed) {
                self.state = WalkState::Limit;
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
                self.state = WalkState::Limit;
            }
            return Ok(());
        }
        let before = Below { completed: self.tally.completed, stuck: self.tally.failed };
        let mut open = self.allowed()?;
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

    /// The moves to try from the live end.
    fn allowed(&mut self) -> Result<Moves, SessionError> {
        Ok(match (self.line.bits(), self.prune, &mut self.answers) {
            (Some((free, live_end)), Some(prune), _) if prune.is_dead(free, live_end) => {
                Moves::NONE
            }
            (Some(position), _, Some(answers)) => {
                answers.get_or(key(position), || self.player.allowed(&self.line))?
            }
            _ => self.player.allowed(&self.line)?,
        })
    }

    /// Takes back the last step, after all lines below it were walked.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if frame.whole {
            self.remember(frame.before, self.line.path().len());
        }
        if self.line.back().is_none() {
            self.state = WalkState::Finished;
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
                self.tally.first = Some(WalkFailure { path, dead_move });
            }
            if !self.options.keep_going {
                self.state = WalkState::Failed;
            }
        }
        Ok(())
    }

    /// The length of the beginnings that are divided among shards: long enough for thousands of
    /// beginnings on 9×9.
    fn shared_depth(&self) -> usize {
        2 * usize::from(self.board.width())
    }

    /// Whether this shard counts a failure here. Failures before the end of a beginning belong to
    /// the first shard.
    fn own_failure(&self, depth: usize) -> bool {
        depth >= self.shared_depth() || self.options.shard.number() == 1
    }

    /// The counts of the lines below the live end, if the table has them.
    fn known(&self) -> Option<Below> {
        self.table.as_ref()?.get(self.line.bits()?)
    }

    /// Stores the counts since `before` as those of all lines below the live end, unless other
    /// shards walk some of these lines.
    fn remember(&mut self, before: Below, depth: usize) {
        let shared = self.options.shard != Shard::WHOLE && depth < self.shared_depth();
        if depth < 2 || shared || self.state != WalkState::Walking {
            return;
        }
        if let (Some(table), Some(bits)) = (&mut self.table, self.line.bits()) {
            let completed = self.tally.completed - before.completed;
            table.set(bits, Below { completed, stuck: self.tally.failed - before.stuck });
        }
    }
}
