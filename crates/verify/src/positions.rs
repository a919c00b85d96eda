//! Positions for others: live or dead ones of a board, all or some at random, with paths to them.
//!
//! Up to 9×9 they come from a live set, above from random lines, where an engine judges what is not
//! known. Positions with the end cell entered early are left out, because no walk leads there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::live_set::bits::PackedPosition;
use crate::live_set::paths::{Drawings, LivePaths};
use crate::live_set::{LiveEntry, LiveSet};
use crate::random_lines::hamiltonian_paths;
use deadmove_core::board::{Board, Move};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::{cheap, sat};
use deadmove_rules::moves::Moves;

/// Which positions of a board are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionChoice {
    /// Dead positions one move after live ones, in place of live positions.
    pub dead: bool,
    /// Only live positions with a dead move that leaves no dead end and no cells cut off; or, of
    /// dead ones, those without either.
    pub hard: bool,
    /// Whether the live moves are wanted, too.
    pub with_live_moves: bool,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// A path that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPath {
    /// The path.
    pub path: Vec<Move>,
    /// The live moves after it, if they are known.
    pub live_moves: Option<Moves>,
    /// Where it leads; for boards with a live set only.
    key: Option<PackedPosition>,
}

/// How a search for positions ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionTally {
    /// Positions that were found.
    pub positions: u64,
    /// Whether they are all that were wanted.
    pub finished: bool,
}

/// Positions that are looked at between two looks at the stop flag.
const CHUNK: usize = 4096;

/// Random lines that are used at a time.
const LINES: usize = 8;

/// Positions taken from one of them: on large boards a line takes longer than a judgement.
const FROM_ONE_LINE: usize = 8;

/// Visits positions of a live set: all in a fixed order, or `random` of them, all equally likely,
/// in the same order. `drawings`: up to so many different paths to each, in place of one.
///
/// # Errors
/// Those of `visit`.
pub fn of_live_set<E>(
    live_set: &LiveSet,
    choice: PositionChoice,
    (random, drawings): (Option<u64>, Option<usize>),
    stop: &AtomicBool,
    visit: &mut dyn FnMut(&FoundPath) -> Result<(), E>,
) -> Result<PositionTally, E> {
    let board = Arc::new(live_set.board());
    let stopped = || stop.load(Ordering::Relaxed);
    let mut tally = PositionTally::default();
    let mut visit = |found: FoundPath| {
        tally.positions += 1;
        let several = drawings.and_then(|most| Some((most, found.key?)));
        let Some((most, key)) = several else { return visit(&found) };
        let paths = Drawings::new(live_set, key, choice.seed).take(most);
        let mut paths = paths.take_while(|_| !stopped());
        paths.try_for_each(|path| visit(&FoundPath { path, ..found.clone() }))
    };
    let mut paths = LivePaths::one_each(live_set);
    let each = std::iter::from_fn(|| {
        paths.next().map(|(path, entry)| listed(live_set, choice.dead, path, entry))
    });
    let mut each = each.flatten();
    let mut rng = ChaCha8Rng::seed_from_u64(choice.seed);
    // Of the positions so far, some that are equally likely, with their numbers.
    let mut drawn: Vec<(u64, FoundPath)> = Vec::new();
    let mut number = 0;
    loop {
        let chunk: Vec<FoundPath> = each.by_ref().take(CHUNK).collect();
        if chunk.is_empty() || stopped() {
            break;
        }
        let is_kept = |found: &FoundPath| !choice.hard || choice.is_hard(&board, found);
        let kept: Vec<FoundPath> = chunk.into_par_iter().filter(is_kept).collect();
        for found in kept {
            let Some(most) = random else {
                visit(found)?;
                continue;
            };
            number += 1;
            if number <= most {
                drawn.push((number, found));
                continue;
            }
            let at = rng.random_range(0..number);
            if at < most {
                drawn[at as usize] = (number, found);
            }
        }
    }
    drawn.sort_unstable_by_key(|(number, _)| *number);
    drawn.into_iter().take_while(|_| !stopped()).try_for_each(|(_, found)| visit(found))?;
    tally.finished = !stopped();
    Ok(tally)
}

/// What a live position contributes: itself, or the dead positions that belong to it.
fn listed(live_set: &LiveSet, dead: bool, path: &[Move], entry: LiveEntry) -> Vec<FoundPath> {
    let found = |path, key, live| FoundPath { path, live_moves: Some(live), key: Some(key) };
    match dead {
        false => vec![found(path.to_vec(), entry.key, Moves::from_bits(entry.live_moves))],
        true => {
            let longer = |step| path.iter().copied().chain([step]).collect();
            let after = live_set.dead_after(entry);
            after.map(|(step, key)| found(longer(step), key, Moves::NONE)).collect()
        }
    }
}

/// Visits `wanted` different positions along random lines, on a square board of any odd side. Does
/// not end before it is stopped if the board has fewer.
///
/// # Errors
/// Those of `visit`.
///
/// # Panics
/// If the side is even.
pub fn along_random_lines<E>(
    board: &Arc<Board>,
    choice: PositionChoice,
    wanted: u64,
    stop: &AtomicBool,
    visit: &mut dyn FnMut(&FoundPath) -> Result<(), E>,
) -> Result<PositionTally, E> {
    let mut rng = ChaCha8Rng::seed_from_u64(choice.seed);
    let mut lines = hamiltonian_paths(board.width().into(), board.height().into(), choice.seed);
    let mut tally = PositionTally::default();
    let mut seen = FxHashSet::default();
    while !stop.load(Ordering::Relaxed) {
        let some = lines.by_ref().take_while(|_| !stop.load(Ordering::Relaxed));
        let some: Vec<Vec<Move>> = some.take(LINES).collect();
        // A position of each line comes before the next one of any: lines differ more.
        let cuts = (0..FROM_ONE_LINE)
            .flat_map(|_| &some)
            .map(|line| (line[..rng.random_range(0..=line.len())].to_vec(), rng.random()));
        let chunk: Vec<(Vec<Move>, u64)> = cuts.collect();
        let judged =
            chunk.into_par_iter().filter_map(|(path, number)| choice.judge(board, path, number));
        for found in judged.collect::<Vec<_>>() {
            if tally.positions == wanted {
                break;
            }
            let position = at(board, &found.path);
            if seen.insert((position.free().clone(), position.live_end())) {
                visit(&found)?;
                tally.positions += 1;
            }
        }
        if tally.positions == wanted {
            tally.finished = true;
            break;
        }
    }
    Ok(tally)
}

impl PositionChoice {
    /// Whether a position of a live set, or one after it, is hard.
    fn is_hard(self, board: &Arc<Board>, found: &FoundPath) -> bool {
        let position = at(board, &found.path);
        match found.live_moves.filter(|_| !self.dead) {
            None => no_short_reason(&position),
            Some(live) => dead_moves(&position, live).any(|m| no_short_reason(&position.after(m))),
        }
    }

    /// The live position after a path, or one of the dead ones that follow; `None` if it is not
    /// wanted. The number chooses among the dead ones.
    fn judge(self, board: &Arc<Board>, mut path: Vec<Move>, number: u64) -> Option<FoundPath> {
        if !(self.dead || self.hard || self.with_live_moves) {
            return Some(FoundPath { path, live_moves: None, key: None });
        }
        let position = at(board, &path);
        let limits = Limits::default();
        let is_live = |&direction: &Move| {
            sat::verdict(&position.after(direction), &Budget::new(&limits)) == Verdict::Live
        };
        let live: Moves = position.legal_moves().filter(is_live).collect();
        let dead: Vec<Move> = dead_moves(&position, live)
            .filter(|&m| !self.hard || no_short_reason(&position.after(m)))
            .collect();
        if dead.is_empty() && (self.dead || self.hard) {
            return None;
        }
        let mut live_moves = live;
        if self.dead {
            path.push(dead[(number % dead.len() as u64) as usize]);
            live_moves = Moves::NONE;
        }
        Some(FoundPath { path, live_moves: Some(live_moves), key: None })
    }
}

fn at(board: &Arc<Board>, path: &[Move]) -> Position {
    Position::from_path(board.clone(), path).expect("a path of a line can be drawn")
}

/// The dead moves of a live position that do not enter the end cell early.
fn dead_moves(position: &Position, live: Moves) -> impl Iterator<Item = Move> {
    let board = position.board();
    let enters_end = |m| board.step(position.live_end(), m) == Some(board.end());
    position.legal_moves().filter(move |&m| !live.contains(m) && !enters_end(m))
}

/// Whether a dead position has no dead end and no cells that are cut off.
fn no_short_reason(position: &Position) -> bool {
    cheap::dead_end(position).or_else(|| cheap::cut_off(position)).is_none()
}
