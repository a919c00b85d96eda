//! Shortest paths, by breadth-first search.

use std::collections::VecDeque;

use crate::mazes::grid::{Grid, GridMaze};

/// A shortest path from the entrance to the exit, with both ends; none if there is no path. Among
/// equally short ones, the first in the order up, down, left, right.
pub fn shortest(maze: &GridMaze) -> Option<Vec<usize>> {
    let grid = &maze.grid;
    let steps = steps_to(grid, maze.exit, Some(maze.entrance));
    let next = |&field: &usize| {
        (field != maze.exit).then(|| grid.around(field)[usize::from(steps[field]) - 1])
    };
    let path = || std::iter::successors(Some(maze.entrance), next).collect();
    (steps[maze.entrance] != 0).then(path)
}

/// Road → the number, from 1, of the step that leads to `goal` on a shortest path; 0 if there is no
/// path, and 1 for the goal. Stops when `enough` is reached.
pub(crate) fn steps_to(grid: &Grid, goal: usize, enough: Option<usize>) -> Vec<u8> {
    let mut steps = vec![0u8; grid.end()];
    steps[goal] = 1;
    let mut open = VecDeque::from([goal as u32]);
    while let Some(field) = open.pop_front() {
        if Some(field as usize) == enough {
            break;
        }
        for (step, next) in grid.around(field as usize).into_iter().enumerate() {
            if grid.is_road(next) && steps[next] == 0 {
                steps[next] = (step as u8 ^ 1) + 1;
                open.push_back(next as u32);
            }
        }
    }
    steps
}
