//! The entrance and the exit of a maze: given, or the two gaps in its outer wall.

use crate::mazes::grid::{Grid, GridMaze};
use deadmove_core::error::{ErrorKind, InputError};

/// The given openings: (column, row) from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// The entrance.
    pub from: Option<(usize, usize)>,
    /// The exit.
    pub to: Option<(usize, usize)>,
}

impl Openings {
    /// A maze from a grid. Openings that are not given are gaps in the outer wall, of which there
    /// must be exactly as many as needed; the entrance is the first in reading order.
    pub(crate) fn find(&self, grid: Grid) -> Result<GridMaze, InputError> {
        if let (Some(from), Some(to)) = (self.from, self.to) {
            return GridMaze::new(grid, from, to);
        }
        let gaps = gaps(&grid);
        let given = self.from.or(self.to);
        let singles: Vec<(usize, usize)> = gaps
            .iter()
            .filter(|gap| gap.len() == 1)
            .map(|gap| grid.place(gap[0]))
            .filter(|&place| Some(place) != given)
            .collect();
        let others = gaps.len()
            - usize::from(gaps.iter().flatten().any(|&gap| Some(grid.place(gap)) == given));
        let needed = if given.is_some() { 1 } else { 2 };
        if singles.len() != needed || others != needed {
            let message = match gaps.len() {
                0 => "the outer wall has no gap".to_string(),
                1 => format!("the outer wall has one gap only: {}", list(&grid, &gaps)),
                many => format!("the outer wall has {many} gaps: {}", list(&grid, &gaps)),
            };
            let expected = "two gaps of one field each, or entrance and exit given (--from, --to)";
            return Err(InputError::new(ErrorKind::OpeningsUnclear, message).expected(expected));
        }
        let mut singles = singles.into_iter();
        let mut next = || singles.next().expect("as many as needed");
        let from = self.from.unwrap_or_else(&mut next);
        let to = self.to.unwrap_or_else(next);
        GridMaze::new(grid, from, to)
    }
}

/// The runs of roads along the border, in the reading order of their first fields.
fn gaps(grid: &Grid) -> Vec<Vec<usize>> {
    let (width, height) = (grid.width, grid.height);
    let mut ring: Vec<usize> = (1..=width).map(|column| grid.field(column, 1)).collect();
    ring.extend((2..=height).map(|row| grid.field(width, row)));
    if height > 1 {
        ring.extend((1..width).rev().map(|column| grid.field(column, height)));
    }
    if width > 1 {
        ring.extend((2..height).rev().map(|row| grid.field(1, row)));
    }
    // Begin at a wall, so that no run is cut in two.
    let begin = ring.iter().position(|&field| !grid.is_road(field)).unwrap_or(0);
    ring.rotate_left(begin);
    let runs = ring.chunk_by(|&one, &next| grid.is_road(one) == grid.is_road(next));
    let gaps = runs.filter(|run| grid.is_road(run[0])).map(<[usize]>::to_vec);
    let mut gaps: Vec<Vec<usize>> = gaps.collect();
    gaps.iter_mut().for_each(|gap| gap.sort_unstable());
    gaps.sort_by_key(|gap| gap[0]);
    gaps
}

fn list(grid: &Grid, gaps: &[Vec<usize>]) -> String {
    const SHOWN: usize = 6;
    let name = |gap: &Vec<usize>| match gap.len() {
        1 => grid.name(gap[0]),
        fields => format!("{} and {} more beside it", grid.name(gap[0]), fields - 1),
    };
    let mut names: Vec<String> = gaps.iter().take(SHOWN).map(name).collect();
    if gaps.len() > SHOWN {
        names.push("…".into());
    }
    names.join(", ")
}
