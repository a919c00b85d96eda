//! Replays evidence about a maze, by the grid alone. Nothing here uses code of the searches.

use crate::mazes::grid::GridMaze;

/// Whether the fields are a simple path from the entrance to the exit.
///
/// # Errors
/// What makes them another path, or none.
pub fn simple_path(maze: &GridMaze, path: &[usize]) -> Result<(), String> {
    walk(maze, path)?;
    match (path.first(), path.last()) {
        (Some(&first), Some(&last)) if first == maze.entrance && last == maze.exit => Ok(()),
        _ => Err("the path does not lead from the entrance to the exit".into()),
    }
}

/// Whether the fields are a cycle: a simple path of at least four fields whose ends are neighbours.
///
/// # Errors
/// What makes them no cycle.
pub fn cycle(maze: &GridMaze, cycle: &[usize]) -> Result<(), String> {
    walk(maze, cycle)?;
    match (cycle.first(), cycle.last()) {
        (Some(first), Some(&last)) if cycle.len() > 3 && beside(maze, *first, last) => Ok(()),
        _ => Err("the path does not close to a cycle".into()),
    }
}

/// Whether, with `cut` made a wall, `field` reaches neither entrance nor exit.
///
/// # Errors
/// If it reaches one of them, or one of the two is a wall.
pub fn cut_off(maze: &GridMaze, field: usize, cut: usize) -> Result<(), String> {
    if field == cut || !maze.grid.is_road(cut) || !maze.grid.is_road(field) {
        return Err("a road cuts off another road".into());
    }
    let reached = reached(maze, field, Some(cut));
    match reached[maze.entrance] || reached[maze.exit] {
        true => Err("there is a way around the field that should cut it off".into()),
        false => Ok(()),
    }
}

/// Field → whether a path that avoids `without` leads there from `field`.
pub fn reached(maze: &GridMaze, field: usize, without: Option<usize>) -> Vec<bool> {
    let grid = &maze.grid;
    let mut reached = vec![false; grid.end()];
    reached[field] = true;
    let mut open = vec![field];
    while let Some(field) = open.pop() {
        for next in grid.around(field) {
            if grid.is_road(next) && !reached[next] && Some(next) != without {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    reached
}

/// Field → whether some simple path goes through it, by enumeration of all paths: for small mazes.
pub fn by_all_paths(maze: &GridMaze) -> Vec<bool> {
    let grid = &maze.grid;
    let mut member = vec![false; grid.end()];
    let mut on_path = vec![false; grid.end()];
    // The path, each field with the step that is tried next.
    let mut path = vec![(maze.entrance, 0)];
    on_path[maze.entrance] = true;
    while let Some(&(field, step)) = path.last() {
        if field == maze.exit {
            for (field, _) in &path {
                member[*field] = true;
            }
        }
        if field == maze.exit || step == 4 {
            on_path[field] = false;
            path.pop();
            continue;
        }
        let next = grid.around(field)[step];
        path.last_mut().expect("a field").1 += 1;
        if grid.is_road(next) && !on_path[next] {
            on_path[next] = true;
            path.push((next, 0));
        }
    }
    member
}

fn beside(maze: &GridMaze, a: usize, b: usize) -> bool {
    let ((x, y), (u, v)) = (maze.grid.place(a), maze.grid.place(b));
    x.abs_diff(u) + y.abs_diff(v) == 1
}

fn walk(maze: &GridMaze, path: &[usize]) -> Result<(), String> {
    let mut seen = vec![false; maze.grid.end()];
    for (at, &field) in path.iter().enumerate() {
        if field >= maze.grid.end() || !maze.grid.is_road(field) {
            return Err("the path enters a wall".into());
        }
        if std::mem::replace(&mut seen[field], true) {
            return Err("the path visits a field twice".into());
        }
        if at > 0 && !beside(maze, path[at - 1], field) {
            return Err("the path jumps".into());
        }
    }
    Ok(())
}
