//! Every maze of few fields, by plain enumeration of all its paths.

use deadmove_puzzles::mazes::check::{by_all_paths, cut_off, reached, simple_path};
use deadmove_puzzles::mazes::counterexample::{FillingClaim, SearchOutcome, grid, search};
use deadmove_puzzles::mazes::{GridMaze, Why, exact, fill, shortest, text, why};

/// All mazes with entrance before exit in reading order, at least as wide as high.
fn each_maze(most: usize, mut visit: impl FnMut(&GridMaze)) {
    for fields in 2..=most {
        for height in (1..=fields).filter(|h| fields % h == 0 && h * h <= fields) {
            for mask in 0..1u32 << fields {
                let grid = grid(fields / height, height, mask);
                let roads: Vec<usize> = grid.roads().collect();
                for (number, &from) in roads.iter().enumerate() {
                    for &to in &roads[number + 1..] {
                        let ends = (grid.place(from), grid.place(to));
                        visit(&GridMaze::new(grid.clone(), ends.0, ends.1).unwrap());
                    }
                }
            }
        }
    }
}

/// On all mazes up to `most` fields; how many had a way.
fn compare_all(most: usize) -> u64 {
    let mut connected = 0;
    each_maze(most, |maze| {
        let truth = by_all_paths(maze);
        let set = exact(maze);
        assert_eq!(set, truth, "{}", text::write(maze));
        let filled = fill(maze);
        let sound = maze.grid.roads().all(|field| !(filled[field] && truth[field]));
        assert!(sound, "filling is wrong: {}", text::write(maze));
        let path = shortest(maze);
        assert_eq!(path.is_some(), truth[maze.exit]);
        if let Some(path) = path {
            connected += 1;
            simple_path(maze, &path).unwrap();
        }
    });
    connected
}

#[test]
fn the_exact_set_is_what_all_paths_say_and_nothing_of_it_is_filled_up_to_10_fields() {
    assert_eq!(compare_all(10), 19_425);
}

#[test]
#[ignore = "half a minute"]
fn the_exact_set_is_what_all_paths_say_and_nothing_of_it_is_filled_up_to_12_fields() {
    assert_eq!(compare_all(12), 133_050);
}

#[test]
fn why_gives_a_path_through_every_field_of_the_set_and_a_cut_for_every_other_one() {
    each_maze(9, |maze| {
        let truth = by_all_paths(maze);
        let way = truth[maze.exit];
        for field in maze.grid.roads() {
            let what = || format!("{:?} of {}", maze.grid.place(field), text::write(maze));
            match why(maze, field) {
                Why::OnPath(path) => {
                    assert!(truth[field] && path.contains(&field), "{}", what());
                    simple_path(maze, &path).unwrap_or_else(|why| panic!("{why}: {}", what()));
                }
                Why::CutOff(cut) => {
                    assert!(way && !truth[field], "{}", what());
                    cut_off(maze, field, cut).unwrap_or_else(|why| panic!("{why}: {}", what()));
                }
                Why::Apart => {
                    let reached = reached(maze, field, None);
                    assert!(!reached[maze.entrance] && !reached[maze.exit], "{}", what());
                }
                Why::NoWay => assert!(!way, "{}", what()),
            }
        }
    });
}

#[test]
fn the_smallest_mazes_that_filling_does_not_finish_have_six_and_twelve_fields() {
    let complete = FillingClaim::Complete;
    let found = search(complete, 12, false);
    insta::assert_snapshot!("smallest", show(&found));
    let found = search(complete, 12, true);
    insta::assert_snapshot!("smallest without open squares", show(&found));
}

#[test]
fn no_maze_up_to_10_fields_has_a_field_of_a_path_filled() {
    let found = search(FillingClaim::Sound, 10, false);
    assert_eq!((found.counterexample, found.mazes), (None, 19_425));
}

fn show(found: &SearchOutcome) -> String {
    let (maze, field) = found.counterexample.as_ref().expect("a counterexample");
    let place = maze.grid.place(*field);
    format!("{}{place:?}, after {} mazes", text::write(maze), found.mazes)
}
