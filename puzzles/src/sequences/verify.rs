//! Does a sequence solve every solvable maze of a grid?
//!
//! A search over partial mazes: fields are unknown, free or walls. A move onto an unknown field
//! branches. A branch ends when the goal is visited, or when the walls separate start and goal. If
//! the sequence ends before a branch does, the branch is an unsolved maze.

use std::ops::ControlFlow;

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

use crate::sequences::maze::{GridMoves, Maze};
use deadmove_core::board::Move;

/// A maze that a sequence does not solve, as far as the sequence has explored it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsolved {
    /// The fields known to be free.
    pub free: u64,
    /// The fields known to be walls.
    pub walls: u64,
    /// Where the sequence ends.
    pub field: usize,
}

impl Unsolved {
    /// One such maze: of the unknown fields, those of a shortest path to the goal are free.
    pub(crate) fn maze(&self, grid: &GridMoves) -> Maze {
        let way = grid.shortest_way(self.field, !self.walls).expect("walls that separate are cut");
        Maze(way.iter().fold(self.free, |set, field| set | 1 << field) & !self.walls)
            .component(grid)
    }
}

/// The first solvable maze that `moves` does not solve; none if it solves every one.
///
/// # Errors
/// The limit that was reached.
pub fn verify(
    grid: &GridMoves,
    moves: &[Move],
    budget: &Budget<'_>,
) -> Result<Option<Maze>, Limit> {
    let mut unsolved = None;
    visit_unsolved(grid, moves, budget, &mut |found| {
        unsolved = Some(found.maze(grid));
        ControlFlow::Break(())
    })?;
    Ok(unsolved)
}

/// Calls `visit` with unsolved mazes until it breaks. Each of them differs from the others in a
/// field that the sequence has explored.
pub(crate) fn visit_unsolved(
    grid: &GridMoves,
    moves: &[Move],
    budget: &Budget<'_>,
    visit: &mut dyn FnMut(&Unsolved) -> ControlFlow<()>,
) -> Result<(), Limit> {
    let mut search = BranchSearch { grid, moves, budget, visit, nodes: 0 };
    if grid.goal() == 0 {
        return Ok(());
    }
    match search.branch(0, 0, 1 | 1 << grid.goal(), 0) {
        ControlFlow::Break(Some(limit)) => Err(limit),
        ControlFlow::Break(None) | ControlFlow::Continue(()) => Ok(()),
    }
}

struct BranchSearch<'a> {
    grid: &'a GridMoves,
    moves: &'a [Move],
    budget: &'a Budget<'a>,
    visit: &'a mut dyn FnMut(&Unsolved) -> ControlFlow<()>,
    nodes: u64,
}

impl BranchSearch<'_> {
    /// Continues from move `at` on `field`. Each call decides a field, so the depth is bounded.
    fn branch(
        &mut self,
        at: usize,
        mut field: usize,
        mut free: u64,
        walls: u64,
    ) -> ControlFlow<Option<Limit>> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 12)
            && let Some(limit) = self.budget.exhausted()
        {
            return ControlFlow::Break(Some(limit));
        }
        for (at, &step) in self.moves.iter().enumerate().skip(at) {
            let target = self.grid.target(field, step);
            let bit = 1 << target;
            if walls & bit != 0 {
                continue;
            }
            if free & bit == 0 {
                if self.grid.reaches_goal(field, !(walls | bit)) {
                    self.branch(at + 1, field, free, walls | bit)?;
                }
                self.nodes += 1;
                free |= bit;
            }
            field = target;
            if field == self.grid.goal() {
                return ControlFlow::Continue(());
            }
        }
        match (self.visit)(&Unsolved { free, walls, field }) {
            ControlFlow::Break(()) => ControlFlow::Break(None),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }
}
