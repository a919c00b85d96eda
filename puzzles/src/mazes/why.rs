//! Why a field is in the exact set or not: a simple path through it, or the field that cuts it off.

use std::collections::VecDeque;

use crate::mazes::check;
use crate::mazes::grid::{Grid, GridMaze};
use crate::mazes::path::{shortest, steps_to};

/// Whether a road is in the exact set, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A simple path from the entrance to the exit through the field, with both ends.
    OnPath(Vec<usize>),
    /// Every path from the field to the entrance and every path to the exit lead through this other
    /// field. So a path through the field would have to visit it twice.
    CutOff(usize),
    /// No path leads from the field to the entrance or the exit.
    Apart,
    /// The field reaches one of entrance and exit, but no path joins these.
    NoWay,
}

/// Explains why a road is on a simple path from the entrance to the exit, or why not.
///
/// Two paths from the field, one to the entrance and one to the exit, that share only the field are
/// a flow of two units through fields of capacity one. The first is a shortest path, the second an
/// augmenting path in the residual graph. If there is none, the last field of the first path that
/// the search reaches but cannot pass is the cut (Menger).
pub fn why(maze: &GridMaze, field: usize) -> Why {
    let ends = [maze.entrance, maze.exit];
    // An end lies on every path.
    if ends.contains(&field) {
        return shortest(maze).map_or(Why::NoWay, Why::OnPath);
    }
    let mut flow = PathFlow::new(maze, field);
    let Some(first) = flow.add_path(&ends) else { return Why::Apart };
    let other = if first == maze.entrance { maze.exit } else { maze.entrance };
    if steps_to(&maze.grid, other, Some(field))[field] == 0 {
        return Why::NoWay;
    }
    match flow.add_path(&[other]) {
        Some(_) => Why::OnPath(flow.joined()),
        None => Why::CutOff(flow.cut()),
    }
}

/// [`why`], with the path or the cut replayed by [`check`].
///
/// # Errors
/// If [`check`] rejects them, which is a fault of this program.
pub fn checked_why(maze: &GridMaze, field: usize) -> Result<Why, String> {
    let answer = why(maze, field);
    match &answer {
        Why::OnPath(path) => check::simple_path(maze, path)?,
        Why::CutOff(cut) => check::cut_off(maze, field, *cut)?,
        Why::Apart | Why::NoWay => {}
    }
    Ok(answer)
}

struct PathFlow<'m> {
    maze: &'m GridMaze,
    grid: &'m Grid,
    source: usize,
    /// Field → 1 + the step that the flow leaves it by; 0 none.
    out: Vec<u8>,
    /// Field → 1 + the step back to where the flow comes from; 0 none.
    back: Vec<u8>,
    /// The first fields of the paths.
    begins: Vec<usize>,
    /// Of the last search: field → 1 + the step back to where it came from, or [`BESIDE`].
    into: Vec<u8>,
    /// Of the last search: field → whether it went back to the field along the flow.
    out_of: Vec<bool>,
}

/// The search came into the field from the field's own other side.
const BESIDE: u8 = 5;

/// A way into a field, for the search of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntrySide {
    /// By a new step. If a path uses the field, the search can only continue back along it.
    In,
    /// Backwards along a path, which is abandoned from here on.
    Out,
}

impl<'m> PathFlow<'m> {
    fn new(maze: &'m GridMaze, source: usize) -> PathFlow<'m> {
        let grid = &maze.grid;
        let none = || vec![0; grid.end()];
        let (out, back, into) = (none(), none(), none());
        let out_of = vec![false; grid.end()];
        PathFlow { maze, grid, source, out, back, begins: Vec::new(), into, out_of }
    }

    fn leave(&mut self, field: usize, step: u8) {
        match field == self.source {
            true => self.begins.push(self.grid.around(field)[usize::from(step)]),
            false => self.out[field] = step + 1,
        }
    }

    /// Routes one more unit along a shortest path to one of the ends, and reroutes those before.
    /// Returns that end, if there is a path.
    fn add_path(&mut self, ends: &[usize]) -> Option<usize> {
        self.into.fill(0);
        self.out_of.fill(false);
        let mut open = VecDeque::from([(self.source, EntrySide::Out)]);
        self.out_of[self.source] = true;
        while let Some((field, side)) = open.pop_front() {
            if ends.contains(&field) {
                self.mend(field);
                return Some(field);
            }
            let used = self.back[field] != 0;
            if side == EntrySide::In && used {
                let before = self.grid.around(field)[usize::from(self.back[field] - 1)];
                if !self.out_of[before] {
                    self.out_of[before] = true;
                    open.push_back((before, EntrySide::Out));
                }
                continue;
            }
            if side == EntrySide::Out && used && self.into[field] == 0 {
                self.into[field] = BESIDE;
                open.push_back((field, EntrySide::In));
            }
            for (step, next) in self.grid.around(field).into_iter().enumerate() {
                if self.grid.is_road(next) && next != self.source && self.into[next] == 0 {
                    self.into[next] = (step as u8 ^ 1) + 1;
                    open.push_back((next, EntrySide::In));
                }
            }
        }
        None
    }

    /// After a search without a path: the last field of the first path that was entered, and could
    /// not be passed.
    fn cut(&self) -> usize {
        let path = self.follow(self.begins[0]);
        let stops = |field: &usize| self.into[*field] != 0 && !self.out_of[*field];
        path.iter().copied().rfind(stops).unwrap_or(path[0])
    }

    /// Follows the search back from the end. New steps are added; steps that the search went back
    /// along are removed.
    fn mend(&mut self, end: usize) {
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        let (mut field, mut side) = (end, EntrySide::In);
        while (field, side) != (self.source, EntrySide::Out) {
            match side {
                EntrySide::In if self.into[field] == BESIDE => side = EntrySide::Out,
                EntrySide::In => {
                    let step = self.into[field] - 1;
                    let before = self.grid.around(field)[usize::from(step)];
                    added.push((before, step, field));
                    field = before;
                    let is_out = self.back[field] != 0 || field == self.source;
                    side = if is_out { EntrySide::Out } else { EntrySide::In };
                }
                EntrySide::Out => {
                    removed.push(field);
                    field = self.grid.around(field)[usize::from(self.out[field] - 1)];
                    side = EntrySide::In;
                }
            }
        }
        // The search never goes back along the first step, since it begins at the source.
        for field in removed {
            self.out[field] = 0;
        }
        for (before, step, field) in added {
            self.back[field] = step + 1;
            self.leave(before, step ^ 1);
        }
    }

    /// The two paths as one, from the entrance to the exit.
    fn joined(&self) -> Vec<usize> {
        let mut paths: Vec<Vec<usize>> =
            self.begins.iter().map(|&first| self.follow(first)).collect();
        paths.sort_by_key(|path| path.last() != Some(&self.maze.entrance));
        let mut whole: Vec<usize> = paths[0].iter().rev().copied().collect();
        whole.push(self.source);
        whole.extend(&paths[1]);
        whole
    }

    fn follow(&self, first: usize) -> Vec<usize> {
        let next = |&field: &usize| {
            let step = self.out[field].checked_sub(1)?;
            Some(self.grid.around(field)[usize::from(step)])
        };
        std::iter::successors(Some(first), next).collect()
    }
}
