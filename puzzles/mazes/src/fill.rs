//! Dead-end filling: a road with at most one way on is filled, again and again.

use crate::grid::Maze;

/// Field → whether filling has filled it. Entrance and exit are never filled.
///
/// A field that is filled changes the number of ways at one field only, the last that was open
/// beside it. So it is enough to look at every field once and to follow the dead end from there: no
/// list of fields to be looked at is needed, and every field is filled at most once.
pub fn fill(maze: &Maze) -> Vec<bool> {
    let grid = maze.grid();
    let mut filled = vec![false; grid.end()];
    for first in grid.roads() {
        let mut field = first;
        while field != maze.entrance() && field != maze.exit() && !filled[field] {
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
