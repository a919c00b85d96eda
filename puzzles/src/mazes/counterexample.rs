//! Searches for the smallest maze that refutes a claim about all mazes.

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mazes::check::by_all_paths;
use crate::mazes::exact::exact;
use crate::mazes::fill::fill;
use crate::mazes::grid::{Grid, GridMaze};

/// A claim about filling in every maze with a path from entrance to exit.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema, Serialize, ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub enum FillingClaim {
    /// What is left is on a simple path.
    Complete,
    /// No field of a simple path is filled.
    Sound,
}

impl FillingClaim {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            FillingClaim::Complete => "complete",
            FillingClaim::Sound => "sound",
        }
    }

    /// The other claim.
    pub fn other(self) -> FillingClaim {
        match self {
            FillingClaim::Complete => FillingClaim::Sound,
            FillingClaim::Sound => FillingClaim::Complete,
        }
    }
}

/// What to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterexampleSearch {
    /// The claim.
    pub claim: FillingClaim,
    /// The most fields of a maze, walls included; at most [`MOST_FIELDS`].
    pub max_fields: usize,
    /// Whether to search only mazes without 2×2 open fields.
    pub no_open_squares: bool,
}

/// The most fields that can be searched.
pub const MOST_FIELDS: usize = 20;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOutcome {
    /// The smallest maze, and a field of it that refutes the claim: filled though on a path, or
    /// left though on none.
    pub counterexample: Option<(GridMaze, usize)>,
    /// How many mazes with a path were searched.
    pub mazes: u64,
}

/// Searches all mazes by their number of fields, then by their number of roads. Only mazes that are
/// at least as wide as high and whose entrance comes before the exit are searched, since rotating a
/// maze and exchanging its openings change nothing.
///
/// # Panics
/// If `max_fields` is above [`MOST_FIELDS`].
pub fn search(search: &CounterexampleSearch) -> SearchOutcome {
    assert!(search.max_fields <= MOST_FIELDS, "too many fields");
    let mut mazes = 0;
    for fields in 2..=search.max_fields {
        for roads in 2..=fields as u32 {
            for height in (1..=fields).filter(|h| fields % h == 0 && h * h <= fields) {
                for mask in (0u32..1 << fields).filter(|mask| mask.count_ones() == roads) {
                    let grid = grid(fields / height, height, mask);
                    if search.no_open_squares && grid.has_open_square() {
                        continue;
                    }
                    if let Some(found) = refuted(&grid, search.claim, &mut mazes) {
                        return SearchOutcome { counterexample: Some(found), mazes };
                    }
                }
            }
        }
    }
    SearchOutcome { counterexample: None, mazes }
}

/// The grid whose roads are the bits of a mask, in reading order.
pub fn grid(width: usize, height: usize, mask: u32) -> Grid {
    let mut grid = Grid::new(width, height).expect("a small grid");
    for bit in (0..width * height).filter(|bit| mask >> bit & 1 == 1) {
        grid.set_road(grid.field(bit % width + 1, bit / width + 1), true);
    }
    grid
}

fn refuted(grid: &Grid, claim: FillingClaim, mazes: &mut u64) -> Option<(GridMaze, usize)> {
    let roads: Vec<usize> = grid.roads().collect();
    for (number, &entrance) in roads.iter().enumerate() {
        for &exit in &roads[number + 1..] {
            let maze = GridMaze::new(grid.clone(), grid.place(entrance), grid.place(exit))
                .expect("two roads");
            let exact = exact(&maze);
            if !exact[exit] {
                continue;
            }
            *mazes += 1;
            let filled = fill(&maze);
            let wrong = |&field: &usize| match claim {
                FillingClaim::Sound => filled[field] && exact[field],
                FillingClaim::Complete => !filled[field] && !exact[field],
            };
            if let Some(field) = roads.iter().copied().find(wrong) {
                let on_path = by_all_paths(&maze)[field];
                assert_eq!(on_path, exact[field], "the exact set is wrong");
                return Some((maze, field));
            }
        }
    }
    None
}
