//! Time of each layer on one large maze:
//! `cargo run --release -p deadmove-puzzles --example large -- ROOMS DOORS`. ROOMS rooms across and
//! down; 5000 make 10,001×10,001 fields. With `open` in place of DOORS all fields are roads.

use std::time::{Duration, Instant};

use deadmove_puzzles::mazes::{Grid, GridMaze, exact, fill, shortest};

#[path = "../tests/generate.rs"]
mod generate;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rooms: usize = arguments.first().and_then(|n| n.parse().ok()).unwrap_or(300);
    let side = 2 * rooms + 1;
    let maze = if arguments.get(1).is_some_and(|word| word == "open") {
        let mut grid = Grid::new(side, side).expect("a grid");
        for row in 1..=side {
            for column in 1..=side {
                grid.set_road(grid.field(column, row), true);
            }
        }
        GridMaze::new(grid, (1, 1), (side, side)).expect("two corners")
    } else {
        let doors = arguments.get(1).and_then(|n| n.parse().ok()).unwrap_or(0);
        generate::rooms(rooms, rooms, doors, 1)
    };
    let (exact, time_exact) = timed(|| exact(&maze));
    let (filled, time_fill) = timed(|| fill(&maze));
    let (_, time_path) = timed(|| shortest(&maze));
    let count = |set: &[bool]| set.iter().filter(|member| **member).count();
    let (roads, filled, exact) = (maze.grid().roads().count(), count(&filled), count(&exact));
    println!(
        "{side}×{side}: fill {time_fill:.3?}, exact set {time_exact:.3?}, shortest path \
         {time_path:.3?}; {filled} of {roads} filled, {exact} on some path, {} left besides",
        roads - filled - exact
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let done = work();
    (done, begun.elapsed())
}
