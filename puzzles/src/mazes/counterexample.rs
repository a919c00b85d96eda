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

/// The most fields that can be searched.
pub const MOST_FIELDS: usize = 20;

/// A search, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOutcome {
    /// The claim.
    pub claim: FillingClaim,
    /// The most fields of a maze, walls included.
    pub max_fields: usize,
    /// Whether only mazes without 2×2 open fields were searched.
    pub no_open_squares: bool,
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
pub fn search(claim: FillingClaim, max_fields: usize, no_open_squares: bool) -> SearchOutcome {
    assert!(max_fields <= MOST_FIELDS, "too many fields");
    let (counterexample, mazes) = (None, 0);
    let mut found = SearchOutcome { claim, max_fields, no_open_squares, counterexample, mazes };
    for fields in 2..=max_fields {
        for roads in 2..=fields as u32 {
            for height in (1..=fields).filter(|h| fields % h == 0 && h * h <= fields) {
                for mask in (0u32..1 << fields).filter(|mask| mask.count_ones() == roads) {
                    let grid = grid(fields / height, height, mask);
                    if no_open_squares && grid.has_open_square() {
                        continue;
                    }
                    found.counterexample = refuted(&grid, claim, &mut found.mazes);
                    if found.counterexample.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    found
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
