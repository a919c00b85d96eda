//! What all reports about all mazes of one size say together.

use std::collections::BTreeMap;

use crate::sequences::maze::{GridMoves, Maze};
use deadmove_core::board::Move;

use super::{Says, SequenceReport};
use crate::report::Finding;

/// What is known about a size.
pub struct KnownOfSize<'r> {
    /// The size.
    pub grid: &'r GridMoves,
    /// The number of solvable mazes.
    pub mazes: Option<u64>,
    /// No shorter sequence solves all of them.
    pub lower: usize,
    /// Mazes that no shorter sequence solves together.
    pub hard: &'r [Maze],
    /// The shortest sequence known to solve all.
    pub best: Option<&'r [Move]>,
    /// The reports about single sequences.
    pub others: Vec<&'r SequenceReport>,
    /// Whether reports contradict each other.
    pub contradictory: bool,
}

/// What is known about each size, the smallest first.
pub fn sizes(reports: &[SequenceReport]) -> Vec<KnownOfSize<'_>> {
    let mut sizes: BTreeMap<(usize, usize), Vec<&SequenceReport>> = BTreeMap::new();
    for report in reports.iter().filter(|report| !report.listed) {
        let grid = &report.grid;
        sizes.entry((grid.fields(), grid.width)).or_default().push(report);
    }
    sizes.into_values().map(|reports| known(&reports)).collect()
}

fn known<'r>(reports: &[&'r SequenceReport]) -> KnownOfSize<'r> {
    let grid = &reports[0].grid;
    let numbers: Vec<u64> = reports.iter().filter_map(|report| report.mazes).collect();
    let mut contradictory = numbers.windows(2).any(|pair| pair[0] != pair[1]);
    let (mut lower, mut hard): (usize, &[Maze]) = (0, &[]);
    for report in reports {
        if let Says::Bounds(bounds) = &report.says
            && bounds.lower > lower
        {
            (lower, hard) = (bounds.lower, &report.shown);
        }
    }
    let is_perfect =
        |report: &SequenceReport| matches!(&report.says, Says::Verified(of) if of.perfect);
    let asked = reports.iter().filter(|report| !is_perfect(report)).flat_map(|of| &of.shown);
    let asked: Vec<&Maze> = asked.collect();
    let solving = || reports.iter().filter_map(|report| report.solving());
    // What a sequence that solves all mazes has to solve, too.
    let solves = |moves: &[Move]| asked.iter().all(|maze| maze.is_solved(grid, moves, false));
    contradictory |= !solving().all(solves);
    let best = solving().min_by_key(|moves| moves.len());
    contradictory |= best.is_some_and(|best| best.len() < lower);
    let single = |report: &&SequenceReport| !matches!(report.says, Says::Bounds(_) | Says::Counted);
    let others = reports.iter().copied().filter(single).collect();
    KnownOfSize { grid, mazes: numbers.first().copied(), lower, hard, best, others, contradictory }
}

impl KnownOfSize<'_> {
    /// How the length of a shortest sequence stands; none if no report is about it.
    pub fn standing(&self) -> Option<Finding> {
        if self.contradictory {
            return Some(Finding::Contradictory);
        }
        match self.best {
            Some(best) if best.len() == self.lower => Some(Finding::Holds),
            None if self.lower == 0 => None,
            _ => Some(Finding::Unknown),
        }
    }
}
