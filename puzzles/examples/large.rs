//! Time of each layer on one large maze:
//! `cargo run --release -p deadmove-puzzles --example large -- ROOMS DOORS`. ROOMS rooms across and
//! down; 5000 make 10,001×10,001 fields. With `open` in place of DOORS all fields are roads.

use deadmove_puzzles::mazes::{Grid, Maze, generate, solve};

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
        Maze::new(grid, (1, 1), (side, side)).expect("two corners")
    } else {
        let doors = arguments.get(1).and_then(|n| n.parse().ok()).unwrap_or(0);
        generate::rooms(rooms, rooms, doors, 1)
    };
    let solution = solve(&maze);
    let [fill, exact, path] = solution.times;
    println!(
        "{side}×{side}: fill {fill:.3?}, exact set {exact:.3?}, shortest path {path:.3?}; {} of {} filled, \
         {} on some path, {} left besides",
        solution.filled_count,
        solution.roads,
        solution.exact_count,
        solution.left_count()
    );
}
