//! Dead-end filling: a road with at most one open neighbour is filled, repeatedly.

use crate::mazes::grid::GridMaze;

/// Field → whether filling has filled it. Entrance and exit are never filled.
///
/// Filling a field changes the number of open neighbours of one field only, its last open
/// neighbour. So it suffices to visit every field once and to follow the dead end from there. No
/// work list is needed, and every field is filled at most once.
pub fn fill(maze: &GridMaze) -> Vec<bool> {
    let grid = &maze.grid;
    let mut filled = vec![false; grid.end()];
    for first in grid.roads() {
        let mut field = first;
        while field != maze.entrance && field != maze.exit && !filled[field] {
            let mut ways =
                grid.around(field).into_iter().filter(|&f| grid.is_road(f) && !filled[f]);
            let (way, more) = (ways.next(), ways.next());
            if more.is_some() {
                break;
            }
            filled[field] = true;
            match way {
                Some(way) => field = way,
                None => break,
            }
        }
    }
    filled
}
