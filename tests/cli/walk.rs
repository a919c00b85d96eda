//! `deadmove walk`, depth first: reports, exit codes, checkpoints, and walks that are
//! killed.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use insta::assert_snapshot;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use super::program::{Folder, Ran, all, command, deadmove, repository};

/// Rules that are sound, but too few: a walk gets stuck where a move should have been forbidden.
const FEW: &str = "rules/edge";

fn json(ran: &Ran) -> Value {
    serde_json::from_str(ran.stdout()).unwrap_or_else(|error| panic!("{error}: {ran}"))
}

#[test]
fn shows_where_the_rules_fail_and_saves_it_as_a_case() {
    let folder = Folder::new(&[]);
    let saved = folder.path().join("cases").display().to_string();
    assert_snapshot!(all([
        deadmove(&["walk", FEW, "--size", "5"]),
        deadmove(&["walk", FEW, "--size", "5", "--stop", "dead"]),
        deadmove(&["walk", FEW, "--size", "5", "--keep-going", "--half"]),
        deadmove(&["walk", "none", "--size", "5"]),
        deadmove(&["walk", "none", "--size", "5", "--limit", "7"]),
        deadmove(&["walk", FEW, "--size", "5", "--json"]),
    ]));
    let save = ["walk", FEW, "--size", "5", "--json", "--out", &saved];
    assert_eq!(deadmove(&save).code(), Some(1));
    let case = std::fs::read_dir(&saved).unwrap().next().unwrap().unwrap().path();
    assert_eq!(deadmove(&["judge", case.to_str().unwrap()]).code(), Some(0));
}

#[test]
fn one_rule_of_reach_1_leaves_one_line_of_each_odd_board() {
    for size in (3..=51).step_by(2) {
        let size = size.to_string();
        let ran = deadmove(&["walk", "examples/snake.rule", "--size", &size, "--json"]);
        let walked = json(&ran);
        let counts = ["completed", "failed"].map(|key| walked[key].as_u64());
        assert_eq!((counts, ran.code()), ([Some(1), Some(0)], Some(0)), "{ran}");
        assert_eq!(walked["finished"], true, "{ran}");
    }
}

#[test]
fn wrong_questions_are_refused() {
    let folder = Folder::new(&[("broken", "{"), ("rules/a.rule", "nonsense\n")]);
    let walk = |arguments: &[&str]| folder.deadmove(&[&["walk", "none"], arguments].concat());
    let first = walk(&["--size", "5", "--limit", "3", "--resume", "five"]);
    assert_eq!(first.code(), Some(3));
    let ran = [
        walk(&["--size", "6"]),
        walk(&["--size", "1"]),
        walk(&["--size", "5", "--order", "random", "--half"]),
        walk(&["--size", "5", "--resume", "broken"]),
        walk(&["--size", "7", "--resume", "five"]),
        walk(&["--size", "5", "--half", "--resume", "five"]),
        walk(&["--size", "5", "--resume", "no/such/folder"]),
        folder.deadmove(&["walk", "rules", "--size", "5"]),
        folder.deadmove(&["walk", "rules", "--size", "5", "--order", "random"]),
        walk(&["--size", "5", "--order", "random", "--keep-going"]),
        walk(&["--sizes", "5,7"]),
        walk(&["--size", "5", "--seed", "3"]),
    ];
    assert!(ran.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    assert_snapshot!(all(ran));
}

/// Starts the walk, and after a moment kills it with SIGKILL or interrupts it with SIGINT. Gives
/// what it printed if it ended by itself.
fn disturb(folder: &Folder, arguments: &[&str], rng: &mut ChaCha8Rng) -> Option<Ran> {
    let mut command = command(repository(), arguments);
    let checkpoint = folder.path().join("checkpoint").display().to_string();
    command.args(["--resume", &checkpoint, "--save-every", "0.002"]);
    let mut child: Child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_micros(rng.random_range(1_000..60_000)));
    let interrupt = rng.random_bool(0.5);
    if interrupt {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
        sent.expect("signals can be sent");
    } else {
        child.kill().expect("the process is ours");
    }
    let ran = Ran::new(arguments, child.wait_with_output().unwrap());
    ran.code()?;
    let report = json(&ran);
    // An interrupted walk reports what it has, as not finished.
    (!interrupt || report["finished"] == true).then_some(ran)
}

/// Kills two walks so often that the kills add up to these numbers, and compares how they end.
fn kill(until: [usize; 2]) {
    let walks: [&[&str]; 2] = [
        &["walk", "none", "--size", "9", "--limit", "200000", "--table-memory", "0", "--json"],
        &[
            "walk",
            FEW,
            "--size",
            "7",
            "--keep-going",
            "--shard",
            "1/2",
            "--table-memory",
            "0",
            "--json",
        ],
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut kills = 0;
    for (walk, until) in walks.into_iter().zip(until) {
        let whole = deadmove(walk);
        let mut folder = Folder::new(&[]);
        while kills < until {
            match disturb(&folder, walk, &mut rng) {
                None => kills += 1,
                // The walk ended before the signal: try again.
                Some(ran) => {
                    assert_eq!((ran.stdout(), ran.code()), (whole.stdout(), whole.code()));
                    folder = Folder::new(&[]);
                }
            }
        }
        let checkpoint = folder.path().join("checkpoint").display().to_string();
        let rest = [walk, &["--resume", &checkpoint]].concat();
        let ended = deadmove(&rest);
        assert_eq!((ended.stdout(), ended.code()), (whole.stdout(), whole.code()));
        let again = deadmove(&rest);
        assert_eq!((again.stdout(), again.code()), (whole.stdout(), whole.code()));
    }
}

#[test]
#[ignore = "a few seconds; the sample of `disturbed` kills walks, too"]
fn a_walk_that_is_killed_six_times_ends_as_one_that_is_not() {
    kill([3, 6]);
}

#[test]
#[ignore = "a quarter of a minute"]
fn a_walk_that_is_killed_100_times_ends_as_one_that_is_not() {
    kill([50, 100]);
}
