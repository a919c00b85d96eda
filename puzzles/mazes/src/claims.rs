//! Claims about a maze: true with counts, false with something to look at.

use crate::check;
use crate::grid::Maze;
use crate::path::steps_to;
use crate::solution::Solution;
use crate::why::{Why, why};

/// What may be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// There is a way from the entrance to the exit.
    Solvable,
    /// There is exactly one simple path from the entrance to the exit.
    Unique,
    /// There is exactly one simple path between any two roads.
    Perfect,
    /// What filling leaves is on some simple path.
    Complete,
}

impl Claim {
    /// All claims.
    pub const ALL: [Claim; 4] = [Claim::Solvable, Claim::Unique, Claim::Perfect, Claim::Complete];

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Claim::Solvable => "solvable",
            Claim::Unique => "unique",
            Claim::Perfect => "perfect",
            Claim::Complete => "complete",
        }
    }
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// It holds.
    Holds(Reason),
    /// It does not.
    Refuted(Evidence),
    /// It speaks of ways, and there is none.
    Vacuous,
}

/// Why a claim holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// This path.
    Path(Vec<usize>),
    /// The exact set is the shortest path, of so many fields.
    OnlyPath(usize),
    /// So many roads, all connected, by one pair of neighbours less than there are roads.
    Tree(usize),
    /// Filling leaves exactly the exact set, of so many fields.
    Same(usize),
}

/// What shows that a claim is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Only so many roads are reached from the entrance, and not the exit.
    NoWay(usize),
    /// Another simple path, beside the shortest.
    SecondPath(Vec<usize>),
    /// A cycle of roads.
    Cycle(Vec<usize>),
    /// No way leads from the entrance to this road.
    Unreached(usize),
    /// So many fields are left; the first of them, and the field that cuts it off, if it is not
    /// apart.
    Left {
        /// How many.
        count: usize,
        /// The first in reading order.
        field: usize,
        /// See [`Why::CutOff`].
        cut: Option<usize>,
    },
}

/// Judges a claim. Whatever can be replayed has been.
///
/// # Errors
/// If [`check`] rejects the evidence: a fault of this program.
pub fn judge(maze: &Maze, solution: &Solution, claim: Claim) -> Result<ClaimOutcome, String> {
    let finding = match claim {
        Claim::Solvable => match &solution.path {
            Some(path) => ClaimOutcome::Holds(Reason::Path(path.clone())),
            None => {
                let reached = check::reached(maze, maze.entrance(), None);
                let count = reached.iter().filter(|reached| **reached).count();
                ClaimOutcome::Refuted(Evidence::NoWay(count))
            }
        },
        Claim::Perfect => perfect(maze, solution),
        Claim::Unique | Claim::Complete if solution.path.is_none() => ClaimOutcome::Vacuous,
        Claim::Unique => unique(maze, solution)?,
        Claim::Complete => complete(maze, solution)?,
    };
    replay(maze, solution, &finding)?;
    Ok(finding)
}

/// A shortest path has no neighbours but those along it: another path on the same fields alone
/// would use one.
fn unique(maze: &Maze, solution: &Solution) -> Result<ClaimOutcome, String> {
    let other = maze.grid().roads().find(|&f| solution.is_exact(f) && !solution.is_on_path(f));
    Ok(match other {
        None => ClaimOutcome::Holds(Reason::OnlyPath(solution.exact_count)),
        Some(field) => match why(maze, field) {
            Why::OnPath(path) => ClaimOutcome::Refuted(Evidence::SecondPath(path)),
            _ => return Err("a field of the exact set is on no path".into()),
        },
    })
}

fn perfect(maze: &Maze, solution: &Solution) -> ClaimOutcome {
    let grid = maze.grid();
    // 1 + the step towards the entrance.
    let steps = steps_to(grid, maze.entrance(), None);
    if let Some(field) = grid.roads().find(|&field| steps[field] == 0) {
        return ClaimOutcome::Refuted(Evidence::Unreached(field));
    }
    let up = |field: usize| match field == maze.entrance() {
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
                let mut meeting = maze.entrance();
                while let (Some(&a), Some(&b)) = (one.last(), other.last())
                    && a == b
                {
                    meeting = a;
                    one.pop();
                    other.pop();
                }
                one.push(meeting);
                one.extend(other.into_iter().rev());
                return ClaimOutcome::Refuted(Evidence::Cycle(one));
            }
        }
    }
    ClaimOutcome::Holds(Reason::Tree(solution.roads))
}

fn complete(maze: &Maze, solution: &Solution) -> Result<ClaimOutcome, String> {
    let left = maze.grid().roads().find(|&f| !solution.is_filled(f) && !solution.is_exact(f));
    let Some(field) = left else {
        return Ok(ClaimOutcome::Holds(Reason::Same(solution.exact_count)));
    };
    let cut = match why(maze, field) {
        Why::CutOff(cut) => Some(cut),
        Why::Apart => None,
        Why::OnPath(_) | Why::NoWay => return Err("a field that is left is on a path".into()),
    };
    Ok(ClaimOutcome::Refuted(Evidence::Left { count: solution.left_count(), field, cut }))
}

fn replay(maze: &Maze, solution: &Solution, finding: &ClaimOutcome) -> Result<(), String> {
    match finding {
        ClaimOutcome::Holds(Reason::Path(path)) => check::simple_path(maze, path),
        ClaimOutcome::Refuted(Evidence::SecondPath(path)) => {
            check::simple_path(maze, path)?;
            match path.iter().all(|&field| solution.is_on_path(field)) {
                true => Err("the second path is the first".into()),
                false => Ok(()),
            }
        }
        ClaimOutcome::Refuted(Evidence::Cycle(fields)) => check::cycle(maze, fields),
        ClaimOutcome::Refuted(Evidence::Left { field, cut: Some(cut), .. }) => {
            check::cut_off(maze, *field, *cut)
        }
        ClaimOutcome::Refuted(Evidence::Left { field, cut: None, .. }) => {
            match check::reached(maze, *field, None)[maze.entrance()] {
                true => Err("a way leads to the field that should be apart".into()),
                false => Ok(()),
            }
        }
        ClaimOutcome::Refuted(Evidence::NoWay(_)) => {
            match check::reached(maze, maze.exit(), None)[maze.entrance()] {
                true => Err("a way leads from the exit to the entrance".into()),
                false => Ok(()),
            }
        }
        // Counted anew: pairs of neighbours, and what is reached.
        ClaimOutcome::Holds(Reason::Tree(roads)) => {
            let grid = maze.grid();
            let pairs: usize = grid
                .roads()
                .map(|field| {
                    let [_, below, _, right] = grid.around(field);
                    usize::from(grid.is_road(below)) + usize::from(grid.is_road(right))
                })
                .sum();
            let reached = check::reached(maze, maze.entrance(), None);
            let all = reached.iter().filter(|reached| **reached).count();
            match all == *roads && pairs + 1 == *roads {
                true => Ok(()),
                false => Err(format!("{roads} roads, {all} reached, {pairs} pairs: no tree")),
            }
        }
        _ => Ok(()),
    }
}
