//! Shortest sequences: a list of mazes grows by mazes that a shortest sequence for the list does
//! not solve, until one solves every maze. If no sequence of a length solves the list, none solves
//! all mazes. Meanwhile, a sequence that solves all of them may be shortened.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::sequences::astar::{BoundedResult, search_bounded};
use crate::sequences::hard::hard;
use crate::sequences::joint::{Compiled, Joint};
use crate::sequences::maze::{GridMoves, Maze};
use crate::sequences::pattern::{MAX_ENTRIES, PatternDatabase};
use crate::sequences::upper;
use crate::sequences::verify::some_unsolved;
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

/// The largest grid on which a search for a shortest sequence or for a repair can begin.
pub const MAX_SEARCHED_FIELDS: usize = 49;

/// Patterns in use at a time.
const PATTERNS: usize = 14;
/// Patterns that are replaced at a time.
const RENEWED: usize = 3;
/// Joint positions expanded before patterns are replaced.
const PATIENCE: u64 = 300_000;
/// Up to this many mazes, patterns are replaced after each new maze.
const FEW: usize = 16;
/// The most entries of a table then, since it will not be used for long.
const FEW_ENTRIES: usize = 20_000;
/// How many mazes that are hard together begin the new list once the old one gets long.
const HARD: u32 = 5;
/// Sets of such mazes that are tried.
const SETS: u64 = 4;
/// Unsolved mazes among which the next ones of the list are chosen, and how many of them join it.
const LOOKED_AT: usize = 500;
const TAKEN: usize = 2;
/// For lists of hard mazes: unsolved mazes that are compared, and the most joint positions for
/// each.
const COMPARED: usize = 24;
const COMPARED_NODES: u64 = 30_000;

/// Why no sequence of fewer than `length` moves solves all mazes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LowerBound {
    /// The bound.
    pub length: usize,
    /// Mazes that no shorter sequence solves together.
    pub mazes: Vec<Maze>,
    /// The patterns that make the search short, by the numbers of the mazes from 0.
    pub patterns: Vec<Vec<usize>>,
}

/// The result of a search for a shortest sequence, or of one that was stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shortest {
    /// The lower bound of the length.
    pub lower: LowerBound,
    /// A sequence of that length that solves all mazes; none if the search was stopped before.
    pub sequence: Option<Vec<Move>>,
}

/// Searches for a shortest sequence that solves every solvable maze of a grid, or, if `only` is
/// given, every one of these. `progress` is called with each better lower bound.
pub fn shortest(
    grid: &GridMoves,
    only: Option<&[Maze]>,
    budget: &Budget<'_>,
    progress: &mut dyn FnMut(usize),
) -> Shortest {
    let mut search = ListSearch::default();
    let found = search.run(grid, only, budget, progress);
    Shortest { lower: search.lower, sequence: found.ok() }
}

/// Searches for a shortest sequence on this thread, while another thread shortens a sequence that
/// solves every maze. Returns the search and the best sequence known; none if the budget ended
/// before there was one. `progress` is called with each better lower bound.
pub fn both_bounds(
    grid: &GridMoves,
    seed: u64,
    budget: &Budget<'_>,
    progress: &mut dyn FnMut(usize),
) -> (Shortest, Option<Vec<Move>>) {
    let done = AtomicBool::new(false);
    let (found, upper) = std::thread::scope(|scope| {
        let until = Budget::stoppable(&budget.remaining(), &done);
        let upper = scope.spawn(move || {
            let first = upper::first(grid, &until).ok()?;
            Some(upper::shorten(grid, &first, seed, &until, &mut |_| {}))
        });
        let found = shortest(grid, None, budget, progress);
        done.store(true, Ordering::Relaxed);
        (found, upper.join())
    });
    // A panic of the other thread is passed on.
    let upper = upper.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let best = found.sequence.clone().or(upper);
    (found, best)
}

#[derive(Default)]
struct ListSearch {
    mazes: Vec<Maze>,
    joint: Joint,
    patterns: Vec<PatternDatabase>,
    used: Vec<usize>,
    lower: LowerBound,
    /// Joint positions expanded since the patterns were renewed.
    spent: u64,
    /// Whether the mazes began with some that are hard together.
    hard: bool,
}

impl ListSearch {
    fn run(
        &mut self,
        grid: &GridMoves,
        only: Option<&[Maze]>,
        budget: &Budget<'_>,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Vec<Move>, Limit> {
        let mut candidate = Vec::new();
        loop {
            let unsolved = match only {
                None => unsolved(grid, &candidate, budget)?,
                Some(mazes) => unsolved_of(grid, mazes, &candidate),
            };
            if unsolved.is_empty() {
                return Ok(candidate);
            }
            for maze in self.choose(grid, unsolved, budget)? {
                self.push(grid, maze);
            }
            if self.spent > PATIENCE && !self.hard && only.is_none() {
                self.hard = true;
                if let Some(found) = self.harden(grid, budget, progress)? {
                    candidate = found;
                    continue;
                }
            }
            if self.spent > PATIENCE || (self.mazes.len() <= FEW && !self.hard) {
                self.renew(budget)?;
            }
            candidate = self.raise(budget, progress)?;
        }
    }

    /// Raises the bound until some sequence of that length solves the list.
    fn raise(
        &mut self,
        budget: &Budget<'_>,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Vec<Move>, Limit> {
        loop {
            let length = self.lower.length;
            let (found, nodes) =
                search_bounded(&self.joint, &self.patterns, length, u64::MAX, budget)?;
            self.spent += nodes;
            match found {
                BoundedResult::Sequence(found) => return Ok(found),
                BoundedResult::Nothing => {}
                BoundedResult::Open => unreachable!("the search has no limit"),
            }
            self.lower = LowerBound {
                length: length + 1,
                mazes: self.mazes.clone(),
                patterns: self.patterns.iter().map(PatternDatabase::numbers).collect(),
            };
            progress(length + 1);
        }
    }

    /// The unsolved mazes that join the list. If it is a list of hard mazes: the one with which the
    /// search for a sequence of the same length takes longest, and its mirror image.
    fn choose(
        &self,
        grid: &GridMoves,
        mut unsolved: Vec<Maze>,
        budget: &Budget<'_>,
    ) -> Result<Vec<Maze>, Limit> {
        if !self.hard {
            unsolved.truncate(TAKEN);
            return Ok(unsolved);
        }
        let mut best = (0, unsolved[0]);
        for &maze in unsolved.iter().take(COMPARED) {
            let mut joint = self.joint.clone();
            joint.push(Compiled::new(grid, maze));
            let length = self.lower.length;
            let nodes =
                match search_bounded(&joint, &self.patterns, length, COMPARED_NODES, budget)? {
                    (BoundedResult::Sequence(_), nodes) => nodes,
                    (BoundedResult::Nothing | BoundedResult::Open, _) => u64::MAX,
                };
            if nodes > best.0 {
                best = (nodes, maze);
            }
            if nodes == u64::MAX {
                break;
            }
        }
        let maze = best.1;
        let mirrored = (grid.width == grid.height).then(|| maze.transposed(grid));
        Ok([maze].into_iter().chain(mirrored.filter(|&mirrored| mirrored != maze)).collect())
    }

    fn push(&mut self, grid: &GridMoves, maze: Maze) {
        self.mazes.push(maze);
        self.joint.push(Compiled::new(grid, maze));
        self.used.push(0);
    }

    /// Starts a new list with mazes that are hard together, the best of some sets; none if the grid
    /// is too large for that.
    fn harden(
        &mut self,
        grid: &GridMoves,
        budget: &Budget<'_>,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<Move>>, Limit> {
        let mut best: Option<(ListSearch, Vec<Move>)> = None;
        for seed in 0..SETS {
            let Some(mazes) = hard(grid, HARD, MAX_ENTRIES, seed, budget)? else {
                return Ok(None);
            };
            let mut search = ListSearch { hard: true, ..ListSearch::default() };
            search.begin(grid, mazes);
            let candidate = search.raise(budget, &mut |length| {
                if length > self.lower.length {
                    progress(length);
                }
            });
            if search.lower.length > self.lower.length {
                self.lower = search.lower.clone();
            }
            // Only now, so that a search that was stopped keeps its bound.
            let candidate = candidate?;
            if best.as_ref().is_none_or(|(best, _)| best.lower.length < search.lower.length) {
                best = Some((search, candidate));
            }
        }
        let (best, candidate) = best.expect("there are some sets");
        *self = ListSearch { lower: std::mem::take(&mut self.lower), ..best };
        Ok(Some(candidate))
    }

    /// Adds mazes that are hard together, and on a square their mirror images: a sequence that is
    /// short for the mazes tends to fail on their images.
    fn begin(&mut self, grid: &GridMoves, mazes: Vec<Maze>) {
        let mirrored: Vec<Maze> = match grid.width == grid.height {
            true => mazes.iter().map(|maze| maze.transposed(grid)).collect(),
            false => Vec::new(),
        };
        for some in [mazes, mirrored] {
            let first = self.mazes.len();
            some.iter().for_each(|&maze| self.push(grid, maze));
            let numbers: Vec<usize> = (first..self.mazes.len()).collect();
            self.patterns.extend(PatternDatabase::new(&self.joint, &numbers, MAX_ENTRIES));
            numbers.iter().for_each(|&number| self.used[number] += 1);
        }
    }

    /// Replaces the patterns that are worth least by new ones around mazes that are in few
    /// patterns.
    fn renew(&mut self, budget: &Budget<'_>) -> Result<(), Limit> {
        self.spent = 0;
        let most = if self.mazes.len() <= FEW { FEW_ENTRIES } else { MAX_ENTRIES };
        self.patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.worth()));
        for gone in self.patterns.drain(self.patterns.len().min(PATTERNS - RENEWED)..) {
            gone.numbers().iter().for_each(|&number| self.used[number] -= 1);
        }
        for _ in 0..RENEWED {
            budget.check()?;
            let number = |&number: &usize| (self.used[number], std::cmp::Reverse(number));
            let seed = (0..self.mazes.len()).min_by_key(number).expect("there is a maze");
            let pattern = PatternDatabase::grow(&self.joint, seed, &self.used, most);
            pattern.numbers().iter().for_each(|&number| self.used[number] += 1);
            self.patterns.push(pattern);
        }
        Ok(())
    }
}

/// Some mazes that a sequence does not solve: those in which it ends farthest from the goal.
fn unsolved(grid: &GridMoves, moves: &[Move], budget: &Budget<'_>) -> Result<Vec<Maze>, Limit> {
    let unsolved = some_unsolved(grid, moves, LOOKED_AT, budget)?;
    let mazes = unsolved.iter().map(|unsolved| (unsolved.field, unsolved.maze(grid)));
    Ok(farthest(mazes.map(|(field, maze)| (far(grid, field, maze), maze)).collect()))
}

fn unsolved_of(grid: &GridMoves, mazes: &[Maze], moves: &[Move]) -> Vec<Maze> {
    let unsolved = mazes.iter().filter(|maze| !maze.is_solved(grid, moves, false));
    let far = unsolved.map(|maze| (far(grid, maze.trace(grid, moves)[moves.len()], *maze), *maze));
    farthest(far.collect())
}

fn far(grid: &GridMoves, field: usize, maze: Maze) -> usize {
    grid.shortest_way(field, maze.0).map_or(0, |way| way.len())
}

fn farthest(mut found: Vec<(usize, Maze)>) -> Vec<Maze> {
    found.sort_unstable_by_key(|&far| std::cmp::Reverse(far));
    found.dedup();
    found.into_iter().take(COMPARED).map(|(_, maze)| maze).collect()
}
