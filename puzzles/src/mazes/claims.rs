//! Claims about a maze. True ones come with counts, false ones with evidence.

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mazes::check;
use crate::mazes::grid::GridMaze;
use crate::mazes::path::steps_to;
use crate::mazes::solution::Solution;
use crate::mazes::why::{Why, why};

/// A claim about a maze.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema, Serialize, ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub enum MazeClaim {
    /// There is a path from the entrance to the exit.
    Solvable,
    /// There is exactly one simple path from the entrance to the exit.
    Unique,
    /// There is exactly one simple path between any two roads.
    Perfect,
    /// What filling leaves is on some simple path.
    Complete,
}

impl MazeClaim {
    /// All claims.
    pub const ALL: [MazeClaim; 4] =
        [MazeClaim::Solvable, MazeClaim::Unique, MazeClaim::Perfect, MazeClaim::Complete];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            MazeClaim::Solvable => "solvable",
            MazeClaim::Unique => "unique",
            MazeClaim::Perfect => "perfect",
            MazeClaim::Complete => "complete",
        }
    }
}

/// The verdict on a claim, and what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// It holds: this path.
    Path(Vec<usize>),
    /// It holds: the exact set is the shortest path, of this many fields.
    OnlyPath(usize),
    /// It holds: all roads (this many) are connected, and there is one pair of neighbours less than
    /// roads.
    Tree(usize),
    /// It holds: filling leaves exactly the exact set, of this many fields.
    Same(usize),
    /// It does not: only this many roads are reached from the entrance, and the exit is not among
    /// them.
    NoWay(usize),
    /// It does not: another simple path, beside the shortest.
    SecondPath(Vec<usize>),
    /// It does not: a cycle of roads.
    Cycle(Vec<usize>),
    /// It does not: no path leads from the entrance to this road.
    Unreached(usize),
    /// It does not: fields that are left but on no path.
    Left {
        /// How many.
        count: usize,
        /// The first in reading order.
        field: usize,
        /// The field that cuts the first one off, see [`Why::CutOff`]; none if it is unconnected.
        cut: Option<usize>,
    },
    /// It is about paths, and there is none.
    Vacuous,
}

/// Judges a claim. Evidence that can be replayed has been replayed.
///
/// # Errors
/// If [`check`] rejects the evidence, which is a fault of this program.
pub fn judge(
    maze: &GridMaze,
    solution: &Solution,
    claim: MazeClaim,
) -> Result<ClaimOutcome, String> {
    let finding = match claim {
        MazeClaim::Solvable => match &solution.path {
            Some(path) => ClaimOutcome::Path(path.clone()),
            None => ClaimOutcome::NoWay(reached_count(maze)),
        },
        MazeClaim::Perfect => perfect(maze, solution),
        MazeClaim::Unique | MazeClaim::Complete if solution.path.is_none() => ClaimOutcome::Vacuous,
        MazeClaim::Unique => unique(maze, solution)?,
        MazeClaim::Complete => complete(maze, solution)?,
    };
    replay(maze, solution, &finding)?;
    Ok(finding)
}

/// Only consecutive fields of a shortest path are neighbours, so no other path uses the same fields
/// only. So the path is unique if the exact set has no other field.
fn unique(maze: &GridMaze, solution: &Solution) -> Result<ClaimOutcome, String> {
    let other = maze.grid.roads().find(|&f| solution.exact[f] && !solution.is_on_path(f));
    Ok(match other {
        None => ClaimOutcome::OnlyPath(solution.exact_count),
        Some(field) => match why(maze, field) {
            Why::OnPath(path) => ClaimOutcome::SecondPath(path),
            _ => return Err("a field of the exact set is on no path".into()),
        },
    })
}

fn perfect(maze: &GridMaze, solution: &Solution) -> ClaimOutcome {
    let grid = &maze.grid;
    // 1 + the step towards the entrance.
    let steps = steps_to(grid, maze.entrance, None);
    if let Some(field) = grid.roads().find(|&field| steps[field] == 0) {
        return ClaimOutcome::Unreached(field);
    }
    let up = |field: usize| match field == maze.entrance {
        true => None,
        false => Some(grid.around(field)[usize::from(steps[field]) - 1]),
    };
    for field in grid.roads() {
        let [_, below, _, right] = grid.around(field);
        for next in [right, below] {
            if grid.is_road(next) && up(field) != Some(next) && up(next) != Some(field) {
                let way = |from: usize| -> Vec<usize> {
                    std::iter::successors(Some(from), |&field| up(field)).collect()
                };
                let (mut one, mut other) = (way(field), way(next));
                // Where the two ways to the entrance meet.
                let mut meeting = maze.entrance;
                while let (Some(&a), Some(&b)) = (one.last(), other.last())
                    && a == b
                {
                    meeting = a;
                    one.pop();
                    other.pop();
                }
                one.push(meeting);
                one.extend(other.into_iter().rev());
                return ClaimOutcome::Cycle(one);
            }
        }
    }
    ClaimOutcome::Tree(solution.roads)
}

fn complete(maze: &GridMaze, solution: &Solution) -> Result<ClaimOutcome, String> {
    let left = maze.grid.roads().find(|&f| !solution.filled[f] && !solution.exact[f]);
    let Some(field) = left else {
        return Ok(ClaimOutcome::Same(solution.exact_count));
    };
    let cut = match why(maze, field) {
        Why::CutOff(cut) => Some(cut),
        Why::Apart => None,
        Why::OnPath(_) | Why::NoWay => return Err("a field that is left is on a path".into()),
    };
    Ok(ClaimOutcome::Left { count: solution.left_count(), field, cut })
}

fn replay(maze: &GridMaze, solution: &Solution, finding: &ClaimOutcome) -> Result<(), String> {
    let apart = |field: usize| !check::reached(maze, field, None)[maze.entrance];
    let (holds, fault) = match finding {
        ClaimOutcome::Path(path) => return check::simple_path(maze, path),
        ClaimOutcome::SecondPath(path) => {
            check::simple_path(maze, path)?;
            let other = path.iter().any(|&field| !solution.is_on_path(field));
            (other, "the second path is the first".to_owned())
        }
        ClaimOutcome::Cycle(fields) => return check::cycle(maze, fields),
        ClaimOutcome::Left { field, cut: Some(cut), .. } => {
            return check::cut_off(maze, *field, *cut);
        }
        ClaimOutcome::Left { field, cut: None, .. } => {
            (apart(*field), "a way leads to the field that should be apart".to_owned())
        }
        ClaimOutcome::NoWay(_) => {
            (apart(maze.exit), "a way leads from the exit to the entrance".to_owned())
        }
        // Count pairs of neighbours and reached fields again.
        ClaimOutcome::Tree(roads) => {
            let grid = &maze.grid;
            let after = |field: usize| {
                let [_, below, _, right] = grid.around(field);
                [below, right].into_iter().filter(|&next| grid.is_road(next)).count()
            };
            let pairs: usize = grid.roads().map(after).sum();
            let all = reached_count(maze);
            let fault = format!("{roads} roads, {all} reached, {pairs} pairs: no tree");
            (all == *roads && pairs + 1 == *roads, fault)
        }
        _ => return Ok(()),
    };
    if holds { Ok(()) } else { Err(fault) }
}

/// How many roads the entrance leads to, itself included.
fn reached_count(maze: &GridMaze) -> usize {
    let reached = check::reached(maze, maze.entrance, None);
    reached.into_iter().filter(|reached| *reached).count()
}
