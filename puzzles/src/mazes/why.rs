//! Why a field is in the exact set or not: a simple path through it, or the field that cuts it off.

use std::collections::VecDeque;

use crate::mazes::check;
use crate::mazes::grid::{Grid, Maze};

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
pub fn why(maze: &Maze, field: usize) -> Why {
    let mut flow = Flow::new(maze, field);
    let Some(first) = flow.first() else { return Why::Apart };
    let other = if first == maze.entrance() { maze.exit() } else { maze.entrance() };
    if !flow.reaches(field, other) {
        return Why::NoWay;
    }
    // An end lies on every path.
    let second = match field == maze.entrance() || field == maze.exit() {
        true => return Why::OnPath(crate::mazes::path::shortest(maze).expect("a way")),
        false => flow.second(other),
    };
    match second {
        Ok(()) => Why::OnPath(flow.joined()),
        Err(cut) => Why::CutOff(cut),
    }
}

/// [`why`], with the path or the cut replayed by [`check`].
///
/// # Errors
/// If [`check`] rejects them, which is a fault of this program.
pub fn checked_why(maze: &Maze, field: usize) -> Result<Why, String> {
    let answer = why(maze, field);
    match &answer {
        Why::OnPath(path) => check::simple_path(maze, path)?,
        Why::CutOff(cut) => check::cut_off(maze, field, *cut)?,
        Why::Apart | Why::NoWay => {}
    }
    Ok(answer)
}

struct Flow<'m> {
    maze: &'m Maze,
    grid: &'m Grid,
    source: usize,
    /// Field → 1 + the step that the flow leaves it by; 0 none.
    out: Vec<u8>,
    /// Field → 1 + the step back to where the flow comes from; 0 none.
    back: Vec<u8>,
    /// The first fields of the paths.
    begins: Vec<usize>,
}

/// A way into a field, for the search of the second path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// By a new step. If the first path uses the field, the search can only continue back along it.
    In,
    /// Backwards along the first path, which is abandoned from here on.
    Out,
}

impl<'m> Flow<'m> {
    fn new(maze: &'m Maze, source: usize) -> Flow<'m> {
        let grid = maze.grid();
        let none = || vec![0; grid.end()];
        Flow { maze, grid, source, out: none(), back: none(), begins: Vec::new() }
    }

    /// Routes the first unit along a shortest path to one of the ends. Returns that end.
    fn first(&mut self) -> Option<usize> {
        let mut back = vec![0u8; self.grid.end()];
        back[self.source] = 1;
        let mut open = VecDeque::from([self.source]);
        let ends = [self.maze.entrance(), self.maze.exit()];
        let end = loop {
            let field = open.pop_front()?;
            if ends.contains(&field) {
                break field;
            }
            for (step, next) in self.grid.around(field).into_iter().enumerate() {
                if self.grid.is_road(next) && back[next] == 0 {
                    back[next] = (step as u8 ^ 1) + 1;
                    open.push_back(next);
                }
            }
        };
        let mut field = end;
        while field != self.source {
            let step = back[field] - 1;
            self.back[field] = back[field];
            let before = self.grid.around(field)[usize::from(step)];
            self.leave(before, step ^ 1);
            field = before;
        }
        Some(end)
    }

    fn leave(&mut self, field: usize, step: u8) {
        match field == self.source {
            true => self.begins.push(self.grid.around(field)[usize::from(step)]),
            false => self.out[field] = step + 1,
        }
    }

    fn reaches(&self, from: usize, to: usize) -> bool {
        crate::mazes::path::steps_to(self.grid, to, Some(from))[from] > 0
    }

    /// Routes the second unit to `end` and reroutes the first; or returns the cut that prevents it.
    fn second(&mut self, end: usize) -> Result<(), usize> {
        // 1 + the step back to where the search came from; for `Out`, 5 if from the field's own
        // inner side and 6 if back along the flow.
        let mut into = vec![0u8; self.grid.end()];
        let mut out_of = vec![0u8; self.grid.end()];
        let mut open = VecDeque::from([(self.source, Side::Out)]);
        out_of[self.source] = 7;
        while let Some((field, side)) = open.pop_front() {
            if field == end {
                self.mend(end, &into, &out_of);
                return Ok(());
            }
            let used = self.back[field] != 0;
            if side == Side::In && used {
                let before = self.grid.around(field)[usize::from(self.back[field] - 1)];
                if out_of[before] == 0 {
                    out_of[before] = 6;
                    open.push_back((before, Side::Out));
                }
                continue;
            }
            if side == Side::Out && used && into[field] == 0 {
                into[field] = 5;
                open.push_back((field, Side::In));
            }
            for (step, next) in self.grid.around(field).into_iter().enumerate() {
                if self.grid.is_road(next) && next != self.source && into[next] == 0 {
                    into[next] = (step as u8 ^ 1) + 1;
                    open.push_back((next, Side::In));
                }
            }
        }
        // Along the first path: the last field that was entered.
        let mut field = self.begins[0];
        let mut cut = field;
        loop {
            if into[field] != 0 && out_of[field] == 0 {
                cut = field;
            }
            match self.out[field] {
                0 => break Err(cut),
                step => field = self.grid.around(field)[usize::from(step - 1)],
            }
        }
    }

    /// Follows the search back from the end. New steps are added; steps that the search went back
    /// along are removed.
    fn mend(&mut self, end: usize, into: &[u8], out_of: &[u8]) {
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        let (mut field, mut side) = (end, Side::In);
        while (field, side) != (self.source, Side::Out) {
            let used = self.back[field] != 0;
            match side {
                Side::In if into[field] == 5 => side = Side::Out,
                Side::In => {
                    let step = into[field] - 1;
                    field = self.grid.around(field)[usize::from(step)];
                    added.push((field, step ^ 1));
                    side = if self.back[field] != 0 || field == self.source {
                        Side::Out
                    } else {
                        Side::In
                    };
                }
                Side::Out => {
                    debug_assert!(used && out_of[field] == 6);
                    removed.push(field);
                    field = self.grid.around(field)[usize::from(self.out[field] - 1)];
                    side = Side::In;
                }
            }
        }
        // The search never goes back along the first step, since it begins at the source.
        for field in removed {
            self.out[field] = 0;
        }
        for (field, step) in added {
            self.leave(field, step);
        }
    }

    /// The two paths as one, from the entrance to the exit.
    fn joined(&self) -> Vec<usize> {
        let mut paths: Vec<Vec<usize>> =
            self.begins.iter().map(|&first| self.follow(first)).collect();
        paths.sort_by_key(|path| path.last() != Some(&self.maze.entrance()));
        let mut whole: Vec<usize> = paths[0].iter().rev().copied().collect();
        whole.push(self.source);
        whole.extend(&paths[1]);
        whole
    }

    fn follow(&self, first: usize) -> Vec<usize> {
        let mut path = vec![first];
        let mut field = first;
        while self.out[field] != 0 {
            field = self.grid.around(field)[usize::from(self.out[field] - 1)];
            path.push(field);
        }
        path
    }
}
