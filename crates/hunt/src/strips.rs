//! Positions asked of the strips engine: how many it answers, after how many candidates, and
//! whether it says of a live one that no strip joins its loops.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use deadmove_core::board::Board;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limit, Limits, Outcome, Verdict};
use deadmove_engine::{evidence, frontier, sat, strips};
use deadmove_verify::live_set::bits::{BitBoard, PackedPosition};
use deadmove_verify::live_set::{LiveEntry, LiveSet};
use deadmove_verify::random_lines::hamiltonian_path;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::boards::BoardQuery;
use crate::region::Region;
use crate::regions::{RegionShape, random};

/// What the strips engine answered, compared with the truth where it left a position open.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub struct StripTally {
    /// Live positions with a witness.
    pub joined: u64,
    /// Dead positions with a short reason.
    pub short: u64,
    /// Dead positions whose loops no strip joins.
    pub exhausted: u64,
    /// Dead positions at which the limit of candidates was reached.
    pub stopped: u64,
    /// Live positions at which the limit of candidates was reached.
    pub given_up: u64,
    /// Live positions that the engine calls exhausted: no strip joins their loops, it says.
    pub counterexamples: u64,
    /// Positions that no engine decides.
    pub undecided: u64,
    /// Live positions with a witness whose loops single squares did not join.
    pub by_strips: u64,
    /// Candidates → joins by strips that took so many.
    #[schemars(with = "BTreeMap<String, u64>")]
    pub join_steps: BTreeMap<usize, u64>,
    /// Candidates → exhausted dead positions after so many, since the last join.
    #[schemars(with = "BTreeMap<String, u64>")]
    pub exhausted_steps: BTreeMap<usize, u64>,
    /// The smallest counterexample.
    #[serde(skip)]
    pub smallest: Option<Region>,
}

impl StripTally {
    /// Positions asked.
    pub fn positions(&self) -> u64 {
        self.live() + self.short + self.exhausted + self.stopped + self.undecided
    }

    /// Live positions.
    pub fn live(&self) -> u64 {
        self.joined + self.given_up + self.counterexamples
    }

    /// Adds what was found among other positions.
    pub fn add(&mut self, other: StripTally) {
        self.joined += other.joined;
        self.short += other.short;
        self.exhausted += other.exhausted;
        self.stopped += other.stopped;
        self.given_up += other.given_up;
        self.counterexamples += other.counterexamples;
        self.undecided += other.undecided;
        self.by_strips += other.by_strips;
        for (steps, joins) in other.join_steps {
            *self.join_steps.entry(steps).or_default() += joins;
        }
        for (steps, positions) in other.exhausted_steps {
            *self.exhausted_steps.entry(steps).or_default() += positions;
        }
        let key = |region: &Region| (region.cells.len(), region.canonical());
        self.smallest = self.smallest.take().into_iter().chain(other.smallest).min_by_key(key);
    }

    fn sum(mut self, other: StripTally) -> StripTally {
        self.add(other);
        self
    }

    /// Asks about one position; returns whether it is live.
    fn ask(&mut self, position: &Position) -> bool {
        self.compare(position, || truth(position))
    }

    /// Asks about a position, and for the truth where the engine has no witness and no short
    /// reason; returns whether it is live.
    fn compare(&mut self, position: &Position, truth: impl FnOnce() -> Verdict) -> bool {
        let found = strips::search(position, &Budget::new(&Limits::default()));
        let exhausted = match found.answer {
            Outcome::Live(_) => {
                self.joined += 1;
                self.by_strips += u64::from(!found.candidates.is_empty());
                for steps in found.candidates {
                    *self.join_steps.entry(steps).or_default() += 1;
                }
                return true;
            }
            Outcome::Dead(loops @ Reason::Loops { .. }) => {
                evidence::check_reason(position, &loops).expect("the checker finds as many");
                true
            }
            Outcome::Dead(_) => {
                self.short += 1;
                return false;
            }
            Outcome::Unknown(limit) => limit == Limit::Unjoined,
        };
        let verdict = truth();
        match (verdict, exhausted) {
            (Verdict::Unknown, _) => self.undecided += 1,
            (Verdict::Live, true) => {
                self.counterexamples += 1;
                let region = Region::of(position);
                self.add(StripTally { smallest: Some(region), ..StripTally::default() });
            }
            (Verdict::Live, false) => self.given_up += 1,
            (Verdict::Dead, true) => {
                self.exhausted += 1;
                let steps = found.candidates.last().copied().unwrap_or(0);
                *self.exhausted_steps.entry(steps).or_default() += 1;
            }
            (Verdict::Dead, false) => self.stopped += 1,
        }
        verdict == Verdict::Live
    }
}

/// Bytes that the frontier engine may hold; the SAT engine decides what needs more.
const FRONTIER_MEMORY: usize = 64 << 20;

/// The verdict of the frontier engine, or of the SAT engine where that needs too much memory.
fn truth(position: &Position) -> Verdict {
    let limits = Limits { memory: FRONTIER_MEMORY, ..Limits::default() };
    match frontier::solve(position, &limits).verdict() {
        Verdict::Unknown => sat::verdict(position, &Budget::new(&Limits::default())),
        verdict => verdict,
    }
}

/// All live positions of a board, and all positions one move off them.
pub fn on_board(question: &BoardQuery) -> StripTally {
    let board: Arc<Board> = question.board().into();
    let mut tally = StripTally::default();
    let mut layer = vec![Position::start(board.clone())];
    while !layer.is_empty() {
        let asked: Vec<(StripTally, bool)> = layer
            .par_iter()
            .map(|position| {
                let mut tally = StripTally::default();
                let is_live = tally.ask(position);
                (tally, is_live)
            })
            .collect();
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for (position, (found, is_live)) in layer.iter().zip(asked) {
            tally.add(found);
            if !is_live {
                continue;
            }
            for direction in position.legal_moves() {
                let after = position.after(direction);
                if seen.insert((after.free().clone(), board.index(after.live_end()))) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    tally
}

/// The live positions of a list with `drawn` cells drawn, up to transposition, and all dead ones
/// that follow them, but for early entries of the end cell.
///
/// # Panics
/// If a witness or a short reason of the engine contradicts the list, or the checker rejects loops.
pub fn on_list(list: &LiveSet, drawn: usize) -> StripTally {
    let ask = |mut tally: StripTally, entry: LiveEntry| {
        let dead = list.dead_after(entry).map(|(_, key)| (key, Verdict::Dead));
        for (key, verdict) in std::iter::once((entry.key, Verdict::Live)).chain(dead) {
            let position = from_key(list.grid(), key);
            let is_live = tally.compare(&position, || verdict);
            assert_eq!(is_live, verdict == Verdict::Live, "{position:?}");
        }
        tally
    };
    let layer = list.layer(drawn).with_min_len(1_000);
    layer.fold(StripTally::default, ask).reduce(StripTally::default, StripTally::sum)
}

/// A position with the same free cells and live end, which is the start of its board.
fn from_key(grid: &BitBoard, key: PackedPosition) -> Position {
    let side = grid.side();
    let cell = |index: usize| (index % side + 1, index / side + 1);
    let is_blocked = |&index: &usize| key.free() >> index & 1 == 0 && index != key.live_end();
    let blocked: Vec<_> = (0..grid.cells()).filter(is_blocked).map(cell).collect();
    let (start, end) = (cell(key.live_end()), cell(grid.end()));
    let board = Board::new(side, side, Some(start), Some(end), &blocked);
    Position::start(Arc::new(board.expect("a live end and other cells")))
}

/// Random regions, tries `from..to` of a shape.
pub fn in_regions(shape: RegionShape, seed: u64, (from, to): (u64, u64)) -> StripTally {
    let region = |number| random(shape, seed, number).position().expect("two ends");
    all_of(from..to, |number, tally| {
        tally.ask(&region(number));
    })
}

/// All prefixes of random lines of the n×n board, and all positions one move off them: lines
/// `from..to`.
///
/// # Panics
/// If `n` is even, zero or too large for a board.
pub fn on_lines(n: usize, seed: u64, (from, to): (u64, u64)) -> StripTally {
    let board = Arc::new(Board::corner_to_corner(n, n).expect("a board"));
    all_of(from..to, |number, tally| {
        let mut position = Position::start(board.clone());
        for step in hamiltonian_path(n, n, seed.wrapping_add(number)) {
            tally.ask(&position);
            for off in position.legal_moves().filter(|&off| off != step) {
                tally.ask(&position.after(off));
            }
            position.play(step).expect("a step of a line");
        }
    })
}

fn all_of(
    numbers: std::ops::Range<u64>,
    ask: impl Fn(u64, &mut StripTally) + Sync + Send,
) -> StripTally {
    numbers
        .into_par_iter()
        .fold(StripTally::default, |mut tally, number| {
            ask(number, &mut tally);
            tally
        })
        .reduce(StripTally::default, StripTally::sum)
}

/// The least number that at least so many of a hundred entries do not exceed; 0 if there are none.
pub fn quantile(entries: &BTreeMap<usize, u64>, percent: u64) -> usize {
    let all: u64 = entries.values().sum();
    let wanted = (all * percent).div_ceil(100);
    let mut reached = 0;
    let found = entries.iter().find(|(_, count)| {
        reached += **count;
        reached >= wanted
    });
    found.map_or(0, |(&key, _)| key)
}
