//! `positions`: live and dead positions with paths, for other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use deadmove_core::board::{Board, from_letters};
use deadmove_core::position::Position;
use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, all, deadmove};

/// The lines of a run with --json.
fn objects(arguments: &str) -> Vec<Value> {
    let words: Vec<&str> =
        ["positions", "--json"].into_iter().chain(arguments.split(' ')).collect();
    let ran = deadmove(&words);
    assert_eq!((ran.code(), ran.stderr()), (Some(0), ""), "{arguments}");
    ran.stdout().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The free cells and the live end, which do not depend on how the line was drawn.
fn key(object: &Value) -> String {
    let side = object["n"].as_u64().unwrap() as usize;
    let board = Arc::new(Board::corner_to_corner(side, side).unwrap());
    let path = from_letters(object["path"].as_str().unwrap()).unwrap();
    let position = Position::from_path(board, &path).unwrap();
    format!("{} {}", position.free(), position.live_end())
}

fn keys(objects: &[Value]) -> BTreeSet<String> {
    objects.iter().map(key).collect()
}

/// What `judge` says about the same lines.
fn judged(objects: &[Value]) -> Vec<Value> {
    let lines: String = objects.iter().map(|object| format!("{object}\n")).collect();
    let ran = Folder::new(&[]).with_input(&["judge", "--jsonl", "-", "--json"], &lines);
    ran.stdout().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The moves that `judge` calls live, as letters.
fn live_moves(judged: &Value) -> String {
    let moves = judged["moves"].as_object().unwrap();
    moves.iter().filter(|(_, verdict)| *verdict == "live").map(|(letter, _)| &**letter).collect()
}

fn assert_that_judge_agrees(objects: &[Value], verdict: &str) {
    for (object, judged) in objects.iter().zip(judged(objects)) {
        assert_eq!(judged["verdict"], verdict, "{object}");
        let mut live: Vec<char> = object["live"].as_str().unwrap().chars().collect();
        live.sort_unstable();
        let mut expected: Vec<char> = live_moves(&judged).chars().collect();
        expected.sort_unstable();
        assert_eq!(live, expected, "{object}");
    }
}

#[test]
fn every_live_position_is_written_once_as_a_question_or_as_json() {
    let found = objects("--size 5");
    assert_eq!((found.len(), keys(&found).len()), (578, 578));
    assert_that_judge_agrees(&found, "live");
    let questions = deadmove(&["positions", "--size", "5"]);
    let paths = questions.stdout().lines().map(|line| match line.strip_prefix("5x5 ").unwrap() {
        "-" => "",
        path => path,
    });
    assert!(paths.eq(found.iter().map(|object| object["path"].as_str().unwrap())));
    assert_eq!(objects("--sizes 3,5").len(), 16 + 578);
    assert_snapshot!(deadmove(&["positions", "--size", "3", "--random", "4", "--json"]), @r#"
    $ deadmove positions --size 3 --random 4 --json
    {"n":3,"path":"R","live":"R","schema":1}
    {"n":3,"path":"DD","live":"R","schema":1}
    {"n":3,"path":"RRDL","live":"L","schema":1}
    {"n":3,"path":"RRDLLDR","live":"R","schema":1}
    --- exit code 0
    "#);
}

#[test]
fn all_drawings_of_a_position_or_some_are_written_one_below_the_other() {
    let all = objects("--size 5 --drawings all");
    let drawings: BTreeSet<&str> =
        all.iter().map(|object| object["path"].as_str().unwrap()).collect();
    assert_eq!((all.len(), drawings.len()), (1_583, 1_583));
    let mut of_each: BTreeMap<String, usize> = BTreeMap::new();
    for object in &all {
        *of_each.entry(key(object)).or_default() += 1;
    }
    let three = objects("--size 5 --drawings 3");
    assert_eq!(three.len(), of_each.values().map(|&number| number.min(3)).sum::<usize>());
    let mut in_order: Vec<String> = three.iter().map(key).collect();
    in_order.dedup();
    assert_eq!(in_order.len(), 578);
}

#[test]
fn dead_positions_are_one_move_after_a_live_one_and_are_written_once() {
    let found = objects("--size 5 --dead");
    let keys = keys(&found);
    assert_eq!(keys.len(), found.len());
    assert_that_judge_agrees(&found, "dead");
    let judged = judged(&found);
    assert!(judged.iter().zip(&found).all(|(judged, object)| {
        judged["turning_point"].as_u64().unwrap() as usize + 1
            == object["path"].as_str().unwrap().len()
    }));
    let drawn = objects("--size 5 --dead --drawings all");
    assert!(drawn.len() > found.len() && self::keys(&drawn) == keys);
}

#[test]
fn hard_positions_have_a_dead_move_that_leaves_no_dead_end_and_nothing_cut_off() {
    let reasons = |objects: &[Value]| -> BTreeSet<String> {
        let kind = |judged: Value| judged["reason"]["kind"].as_str().unwrap().to_owned();
        judged(objects).into_iter().map(kind).collect()
    };
    let easy = ["cut-off", "dead-end"].map(str::to_owned).into();
    assert!(reasons(&objects("--size 5 --dead")).is_superset(&easy));
    let dead = objects("--size 7 --dead --hard --random 50");
    assert!(dead.len() == 50 && reasons(&dead).is_disjoint(&easy));
    for object in judged(&objects("--size 7 --hard --random 50")) {
        let reasons = object["reasons"].as_object().unwrap();
        let hard = |reason: &Value| reason["kind"] != "cut-off" && reason["kind"] != "dead-end";
        assert!(reasons.values().any(hard), "{object}");
    }
}

#[test]
fn positions_at_random_depend_on_the_seed_only_and_are_as_many_as_there_are() {
    for board in
        ["--size 5", "--size 5 --dead", "--size 11", "--size 11 --dead", "--size 11 --hard"]
    {
        let some = objects(&format!("{board} --random 8"));
        assert_eq!((some.len(), keys(&some).len()), (8, 8), "{board}");
        assert_eq!(objects(&format!("{board} --random 8 --threads 1")), some, "{board}");
        assert_ne!(objects(&format!("{board} --random 8 --seed 1")), some, "{board}");
        assert_that_judge_agrees(&some, if board.contains("dead") { "dead" } else { "live" });
    }
    assert_eq!(objects("--size 5 --random 1000"), objects("--size 5"));
    assert_eq!(
        deadmove(&["positions", "--size", "21", "--random", "9"]).stdout().lines().count(),
        9
    );
}

#[test]
fn a_file_has_what_standard_output_would_have() {
    let folder = Folder::new(&[]);
    let ran = folder.deadmove(&["positions", "--size", "5", "-o", "five.txt"]);
    assert_snapshot!(ran, @r#"
    $ deadmove positions --size 5 -o five.txt

    578 live positions with 578 paths
    --- exit code 0
    "#);
    assert_eq!(folder.read("five.txt"), deadmove(&["positions", "--size", "5"]).stdout());
}

#[test]
fn boards_without_positions_are_refused() {
    let sizes = [
        "0",
        "1",
        "4",
        "11",
        "100",
        "101",
        "5,6",
        "5 --random 0",
        "5 --drawings 0",
        "11 --random 3 --drawings 2",
        "257 --random 1",
        "5 -o no/such/folder",
    ];
    let runs = sizes.map(|size| {
        let line = format!("positions --size {size}");
        let ran = deadmove(&line.split(' ').collect::<Vec<_>>());
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
        ran
    });
    assert_snapshot!(all(runs), @r#"
    $ deadmove positions --size 0
    --- stderr
    error: --size 0: a board of side 0 has no positions
     │
     ╰ note: expected an odd size from 3 to 9
    --- exit code 2

    $ deadmove positions --size 1
    --- stderr
    error: --size 1: a board of one cell has no moves
     │
     ╰ note: expected an odd size from 3 on
    --- exit code 2

    $ deadmove positions --size 4
    --- stderr
    error: --size 4: an even board has no line from corner to corner and so no
           live position
     │
     ╰ note: expected an odd size from 3 to 9
    --- exit code 2

    $ deadmove positions --size 11
    --- stderr
    error: --size 11: lists of all live positions reach up to 9×9
     │
     ╰ note: expected an odd size from 3 to 9, or --random N without --drawings
    --- exit code 2

    $ deadmove positions --size 100
    --- stderr
    error: --size 100: an even board has no line from corner to corner and so
           no live position
     │
     ╰ note: expected an odd size from 3 to 9
    --- exit code 2

    $ deadmove positions --size 101
    --- stderr
    error: --size 101: lists of all live positions reach up to 9×9
     │
     ╰ note: expected an odd size from 3 to 9, or --random N without --drawings
    --- exit code 2

    $ deadmove positions --size 5,6
    --- stderr
    error: --size 6: an even board has no line from corner to corner and so no
           live position
     │
     ╰ note: expected an odd size from 3 to 9
    --- exit code 2

    $ deadmove positions --size 5 --random 0
    --- stderr
    error: invalid value '0' for '--random <N>': 0 is not in 1..18446744073709551615

    For more information, try '--help'.
    --- exit code 2

    $ deadmove positions --size 5 --drawings 0
    --- stderr
    error: invalid value '0' for '--drawings <K|all>': expected a number from 1 on, or `all`

    For more information, try '--help'.
    --- exit code 2

    $ deadmove positions --size 11 --random 3 --drawings 2
    --- stderr
    error: --size 11: lists of all live positions reach up to 9×9
     │
     ╰ note: expected an odd size from 3 to 9, or --random N without --drawings
    --- exit code 2

    $ deadmove positions --size 257 --random 1
    --- stderr
    error: a board of 257x257 is too large; at most 65535 cells are supported
     │
     ╰ note: expected a board of at most 65535 cells
    --- exit code 2

    $ deadmove positions --size 5 -o no/such/folder
    --- stderr
    error: it cannot be written: there is no such folder
     ─▸ no/such/folder
    --- exit code 2
    "#);
}

#[test]
#[cfg(unix)]
fn a_run_that_is_interrupted_ends_with_a_whole_line_and_exit_code_3() {
    use std::process::{Command, Stdio};

    use super::program::{Ran, command, repository};

    let words = ["positions", "--size", "21", "--random", "100000000"];
    let mut command = command(repository(), &words);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
    assert!(sent.unwrap().status.success());
    let ran = Ran::new(&words, child.wait_with_output().unwrap());
    assert_eq!(ran.code(), Some(3));
    assert!(ran.stdout().ends_with('\n') && ran.stdout().lines().count() > 1);
    assert!(ran.stderr().contains("interrupted after "), "{}", ran.stderr());
}

#[test]
fn the_help_says_which_positions_are_written() {
    assert_snapshot!(deadmove(&["positions", "--help"]), @r#"
    $ deadmove positions --help
    Write positions with paths to them: questions for other programs.

    Up to 9×9: every live position once, with one path, in an order that is always the same; the
    complete line is one of them. Above, --random takes positions from random lines. A line of the
    output is a question to a program, as in `9x9 RRD`, or with --json an object, which `deadmove judge
    --jsonl` reads, too.

    Exit code 0: all that was asked is written; 3: the run was interrupted.

    Usage: deadmove positions [OPTIONS] --size <N[,N…]>

    Options:
          --size <N[,N…]>
              The side of the board, or several, one after the other
              
              [alias: --sizes]

          --dead
              In place of live positions, the dead ones that are one move after a live one. Those with
              the end cell entered early are left out

          --hard
              Only live positions with a dead move that leaves no dead end and no cells cut off (with
              --dead: the positions after such moves). That they are dead shows by colours or by longer
              deductions, so programs differ there

          --random <N>
              So many different positions for each size, at random: up to 9×9 all are equally likely;
              above, each is on a random line

          --seed <N>
              Seed of the random numbers

          --drawings <K|all>
              Up to 9×9: up to K different paths to each position, or all of them

          --json
              Print one JSON object for each path, with the live moves

      -o, --output <FILE>
              Write into this file

      -h, --help
              Print help (see a summary with '-h')

    List of live positions:
          --cache <DIR>
              Keep the list of all live positions in this folder, and read it from there the next time.
              Of several runs with the same folder one builds it, and the others wait for it

          --memory <MIB>
              Memory the list may need, in MiB; a run that needs more is refused before it starts.
              Default: what the machine has available

    General:
          --color <WHEN>
              Colours: auto (on a terminal), always, never

          --ascii
              Draw pictures in ASCII; JSON and files stay as they are

      -q, --quiet
              Print only the answer

      -v, --verbose
              Print all lines and pictures, also passing items

          --threads <N>
              Threads, 0 for one per core; results do not depend on it

    Examples:
      deadmove positions --size 5 --drawings all --json
      deadmove positions --size 21 --random 10 --dead --hard -o dead.txt
    --- exit code 0
    "#);
}
