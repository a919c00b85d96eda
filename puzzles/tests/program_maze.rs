//! `maze`: reading, solving, why, claims, the search for counterexamples, and what is refused.

use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, Ran, all, deadmove};

fn maze(arguments: &[&str]) -> Ran {
    deadmove(&[&["maze"], arguments].concat())
}

const BRIDGE: &str = "cases/mazes/bridge.txt";

#[test]
fn a_maze_is_shown_with_what_filling_leaves_and_what_is_on_some_way() {
    let ran = maze(&[BRIDGE]);
    assert_eq!(ran.code(), Some(0));
    assert_snapshot!(ran);
}

#[test]
fn a_maze_without_a_way_is_refuted() {
    let ran = maze(&["cases/mazes/no-way.txt"]);
    assert_eq!(ran.code(), Some(1));
    assert_snapshot!(ran);
    let ran = maze(&["claims", "cases/mazes/no-way.txt", "--claim", "unique"]);
    assert_eq!(ran.code(), Some(3), "a claim about no way is not a success: {ran}");
}

#[test]
fn why_gives_a_path_or_the_field_that_cuts_off() {
    assert_snapshot!(all([
        maze(&[BRIDGE, "--why", "10,8"]),
        maze(&[BRIDGE, "--why", "8,2"]),
        maze(&[BRIDGE, "--why", "2,1"]),
        maze(&["cases/mazes/no-way.txt", "--why", "2,2"]),
        maze(&[BRIDGE, "--why", "8,2", "--json"]),
        maze(&[BRIDGE, "--why", "10,8", "--json"]),
        maze(&[BRIDGE, "--why", "1,1"]),
        maze(&[BRIDGE, "--why", "12,1"]),
        maze(&[BRIDGE, "--why", "here"]),
    ]));
}

#[test]
fn claims_are_judged_with_something_to_look_at() {
    let cases =
        ["bridge", "loop", "perfect", "no-way"].map(|name| format!("cases/mazes/{name}.txt"));
    let runs: Vec<Ran> = cases.iter().map(|case| maze(&["claims", case])).collect();
    assert_eq!(runs.iter().map(Ran::code).collect::<Vec<_>>(), [1, 1, 0, 1].map(Some));
    assert_snapshot!(all(runs.into_iter().chain([maze(&["claims", BRIDGE, "--json"])])));
}

#[test]
fn the_smallest_counterexamples_are_found_and_none_is_not_a_proof() {
    let search = |more: &[&str]| maze(&[&["counterexample", "--claim"], more].concat());
    assert_snapshot!(all([
        search(&["complete"]),
        search(&["complete", "--no-open-squares"]),
        search(&["complete", "--json"]),
        search(&["complete", "--max-fields", "5"]),
        search(&["sound", "--max-fields", "8"]),
        search(&["sound", "--max-fields", "8", "--json"]),
        search(&["complete", "--max-fields", "40"]),
    ]));
}

#[test]
fn solved_mazes_are_written_and_pictures_read_again() {
    let folder = Folder::new(&[("maze.txt", include_str!("../cases/mazes/bridge.txt"))]);
    for name in ["solved.png", "solved.bmp", "solved.ppm", "solved.pbm", "solved.txt"] {
        let ran = folder.deadmove(&["maze", "maze.txt", "-o", name]);
        assert_eq!((ran.code(), ran.stderr()), (Some(0), ""), "{ran}");
        assert!(folder.path().join(name).metadata().unwrap().len() > 20);
    }
    let text = folder.read("solved.txt");
    assert!(text.contains('x') && text.contains('*') && text.contains('.'));
    // What filling leaves, as a picture of one pixel for each field.
    let ran = folder.deadmove(&["maze", "solved.pbm", "--wall", "1", "--road", "1", "--json"]);
    let again: Value = serde_json::from_str(ran.stdout()).unwrap();
    let first = folder.deadmove(&["maze", "maze.txt", "--json"]);
    let first: Value = serde_json::from_str(first.stdout()).unwrap();
    assert_eq!((&again["path"], &again["exact"]), (&first["path"], &first["exact"]));
    assert_eq!(again["filled"], 0);
    assert_eq!(again["picture"]["across"]["wall"], 1);
    assert_snapshot!(ran.stdout());
}

#[test]
fn what_is_no_maze_is_refused() {
    let folder = Folder::new(&[
        ("ragged.txt", "#S#\n# #\n#E\n"),
        ("sign.txt", "#S#\n#?#\n#E#\n"),
        ("three.txt", "# # #\n#   #\n### #\n"),
        ("empty.txt", ""),
        ("cut.png", "\u{1}"),
    ]);
    folder.write("cut.png", b"\x89PNG\r\n\x1a\n\0\0");
    folder.write("bytes.bin", b"\xff\xfe\xfd");
    folder.write("empty.png", b"");
    let refused = |arguments: &[&str]| {
        let ran = folder.deadmove(&[&["maze"], arguments].concat());
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
        ran
    };
    assert_snapshot!(all([
        refused(&["missing.png"]),
        refused(&["ragged.txt"]),
        refused(&["sign.txt"]),
        refused(&["three.txt"]),
        refused(&["empty.txt"]),
        refused(&["cut.png"]),
        refused(&["bytes.bin"]),
        refused(&["empty.png"]),
        refused(&["three.txt", "--strips"]),
        refused(&["three.txt", "--from", "1;2"]),
        refused(&["three.txt", "--wall", "2"]),
        refused(&["three.txt", "--wall", "0", "--road", "2"]),
        refused(&[]),
    ]));
    let ran =
        folder.deadmove(&["maze", "three.txt", "--from", "2,1", "--to", "4,3", "-o", "a.gif"]);
    assert_eq!(ran.code(), Some(2));
    assert!(ran.stderr().contains("no kind of picture"), "{ran}");
}

/// Runs the program with so many kB of memory. The limit counts addresses, and the pool that the C
/// library reserves for each further thread has 64 MB of them however little is used.
#[cfg(target_os = "linux")]
fn within(memory: usize, folder: &Folder, arguments: &[&str]) -> Ran {
    let script = format!("ulimit -v {memory}; exec \"$0\" \"$@\"");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script, super::PROGRAM]).args(arguments);
    command.current_dir(folder.path()).env_clear().env("MALLOC_ARENA_MAX", "1");
    Ran::new(arguments, command.output().expect("sh starts"))
}

#[cfg(target_os = "linux")]
#[test]
fn a_maze_of_3_mb_is_drawn_or_refused_with_less_than_125_mb() {
    // The legend is as high as many rows of the maze, and its entries as wide as many columns.
    let (long, side) = (1_000_000, 1_000);
    let wall = "#".repeat(long);
    let wide = format!("{wall}\nS{}E\n{wall}\n", " ".repeat(long - 2));
    let row = format!("#{}#\n", " ".repeat(side - 2));
    let edge = "#".repeat(side - 2);
    let square = format!("#S{}\n{}{}E#\n", &edge, row.repeat(side), edge);
    let folder = Folder::new(&[("wide.txt", &wide), ("square.txt", &square)]);
    for (name, picture, code) in [("wide", "png", 2), ("square", "png", 0)] {
        let arguments = ["maze", &format!("{name}.txt"), "-o", &format!("{name}-solved.{picture}")];
        let ran = within(125_000, &folder, &arguments);
        assert_eq!(ran.code(), Some(code), "{ran}");
        let refused = "expected at most 40 million pixels";
        assert_eq!(ran.stderr().contains(refused), code == 2, "{ran}");
        assert_eq!(folder.path().join(arguments[3]).exists(), code == 0, "{ran}");
    }
}
