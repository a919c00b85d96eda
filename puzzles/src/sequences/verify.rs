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
    let unsolved = some_unsolved(grid, moves, 1, budget)?;
    Ok(unsolved.first().map(|unsolved| unsolved.maze(grid)))
}

/// Up to `most` mazes that a sequence does not solve. Each of them differs from the others in a
/// field that the sequence has explored.
pub(crate) fn some_unsolved(
    grid: &GridMoves,
    moves: &[Move],
    most: usize,
    budget: &Budget<'_>,
) -> Result<Vec<Unsolved>, Limit> {
    let mut search = BranchSearch { grid, moves, most, budget, found: Vec::new(), nodes: 0 };
    if grid.goal() == 0 {
        return Ok(search.found);
    }
    match search.branch(0, 0, 1 | 1 << grid.goal(), 0) {
        ControlFlow::Break(Some(limit)) => Err(limit),
        ControlFlow::Break(None) | ControlFlow::Continue(()) => Ok(search.found),
    }
}

struct BranchSearch<'a> {
    grid: &'a GridMoves,
    moves: &'a [Move],
    most: usize,
    budget: &'a Budget<'a>,
    found: Vec<Unsolved>,
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
        self.found.push(Unsolved { free, walls, field });
        match self.found.len() == self.most {
            true => ControlFlow::Break(None),
            false => ControlFlow::Continue(()),
        }
    }
}
