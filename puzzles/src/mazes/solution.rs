//! All layers of a solved maze together: filled, exact set, shortest path.

use crate::mazes::exact::exact;
use crate::mazes::fill::fill;
use crate::mazes::grid::GridMaze;
use crate::mazes::path::shortest;

/// The layer of a field, the most specific one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldLayer {
    /// A wall.
    Wall,
    /// Filled by dead-end filling.
    Filled,
    /// Not filled, but on no simple path from entrance to exit.
    Left,
    /// On some simple path, but not on the shortest one.
    Exact,
    /// On the shortest path.
    Path,
}

/// The layers.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Field → whether filling has filled it.
    pub filled: Vec<bool>,
    /// Field → whether it is on some simple path.
    pub exact: Vec<bool>,
    on_path: Vec<bool>,
    /// The shortest path; none if there is no path.
    pub path: Option<Vec<usize>>,
    /// The number of roads.
    pub roads: usize,
    /// The number of filled roads.
    pub filled_count: usize,
    /// The number of roads in the exact set.
    pub exact_count: usize,
}

/// Computes all layers: filled roads, the exact set and a shortest path.
pub fn solve(maze: &GridMaze) -> Solution {
    let (exact, filled, path) = (exact(maze), fill(maze), shortest(maze));
    let mut on_path = vec![false; if path.is_some() { maze.grid.end() } else { 0 }];
    for &field in path.iter().flatten() {
        on_path[field] = true;
    }
    let count = |set: &[bool]| set.iter().filter(|member| **member).count();
    Solution {
        roads: maze.grid.roads().count(),
        filled_count: count(&filled),
        exact_count: count(&exact),
        filled,
        exact,
        on_path,
        path,
    }
}

impl Solution {
    /// The layer of a field.
    pub(crate) fn layer(&self, maze: &GridMaze, field: usize) -> FieldLayer {
        if !maze.grid.is_road(field) {
            FieldLayer::Wall
        } else if self.is_on_path(field) {
            FieldLayer::Path
        } else if self.exact[field] {
            FieldLayer::Exact
        } else if self.filled[field] {
            FieldLayer::Filled
        } else {
            FieldLayer::Left
        }
    }

    /// Whether a field is on the shortest path.
    pub(crate) fn is_on_path(&self, field: usize) -> bool {
        self.on_path.get(field) == Some(&true)
    }

    /// The number of roads that filling leaves though no simple path uses them.
    pub(crate) fn left_count(&self) -> usize {
        self.roads - self.filled_count - self.exact_count
    }
}
