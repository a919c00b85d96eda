//! Random mazes, for tests, benches and pictures.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::grid::{Grid, Maze};

/// A maze of `columns` × `rows` rooms, that is, of 2 · columns + 1 by 2 · rows + 1 fields with the
/// walls: perfect, but for `doors` walls between two rooms that are taken away afterwards. The
/// openings are above the first and below the last room.
///
/// Made by walking at random and stepping back where no new room is left.
///
/// # Panics
/// If there are no rooms, or too many.
pub fn rooms(columns: usize, rows: usize, doors: usize, seed: u64) -> Maze {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (width, height) = (2 * columns + 1, 2 * rows + 1);
    let mut grid = Grid::new(width, height).expect("rooms");
    let mut room = grid.field(2, 2);
    grid.set_road(room, true);
    let mut path = vec![room as u32];
    let inside = |grid: &Grid, field: usize| {
        let (column, row) = grid.place(field);
        column > 1 && column < width && row > 1 && row < height
    };
    loop {
        let ways: Vec<(usize, usize)> = (0..4)
            .map(|step| {
                let wall = grid.around(room)[step];
                (wall, if inside(&grid, wall) { grid.around(wall)[step] } else { wall })
            })
            .filter(|&(wall, next)| inside(&grid, wall) && !grid.is_road(next))
            .collect();
        match ways.choose(&mut rng) {
            Some(&(wall, next)) => {
                grid.set_road(wall, true);
                grid.set_road(next, true);
                path.push(next as u32);
                room = next;
            }
            None => match path.pop() {
                Some(before) => room = before as usize,
                None => break,
            },
        }
    }
    for _ in 0..doors {
        // A wall between two rooms has one even and one odd coordinate.
        let column = rng.random_range(2..width);
        let row = rng.random_range(1..=rows) * 2 + 1 - column % 2;
        if row < height {
            grid.set_road(grid.field(column, row), true);
        }
    }
    grid.set_road(grid.field(2, 1), true);
    grid.set_road(grid.field(width - 1, height), true);
    Maze::new(grid, (2, 1), (width - 1, height)).expect("two openings")
}
