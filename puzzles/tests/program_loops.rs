//! `loops`: referee, play, solve, verify, and what is refused.

use insta::assert_snapshot;

use super::program::{Folder, Ran, all, deadmove};

fn loops(arguments: &[&str]) -> Ran {
    deadmove(&[&["loops"], arguments].concat())
}

const CASES: [&str; 6] = [
    "cases/loops/two-curves.game",
    "cases/loops/one-curve.game",
    "cases/loops/full-block.game",
    "cases/loops/crossing-filled.game",
    "cases/loops/row-full.game",
    "cases/loops/unfinished.game",
];

#[test]
fn all_cases_come_to_what_they_expect() {
    let ran = loops(&[&["referee"], &CASES[..]].concat());
    assert_eq!(ran.code(), Some(0));
    assert_snapshot!(ran);
}

#[test]
fn games_that_are_illegal_unfinished_or_not_as_expected_are_no_success() {
    let folder = Folder::new(&[
        ("dead.game", "size 3\nmoves 1,1 2,1 1,2 2,2\n"),
        ("open.game", "size 3\nmoves 1,1\n"),
        ("wrong.game", "size 2\nmoves 1,1 2,1 1,2 2,2\nexpect finished yellow 1 curves 1\n"),
        ("over.game", "size 2\nmoves 1,1 2,1 1,2 2,2 1,1\n"),
    ]);
    let run = |file: &str| folder.deadmove(&["loops", "referee", file]);
    let runs = ["dead.game", "open.game", "wrong.game", "over.game"].map(run);
    assert_eq!(runs.each_ref().map(Ran::code), [1, 3, 1, 1].map(Some));
    assert_snapshot!(all(runs));
    let ran = folder.deadmove(&["loops", "referee", "open.game", "dead.game", "--json"]);
    assert_eq!(ran.code(), Some(1));
    assert_snapshot!("json", ran.stdout());
}

#[test]
fn a_finished_game_is_printed_as_json_and_drawn() {
    let folder = Folder::new(&[("a.game", include_str!("../cases/loops/two-curves.game"))]);
    let ran = folder.deadmove(&["loops", "referee", "a.game", "--json", "-o", "a.svg"]);
    assert_eq!(ran.code(), Some(0));
    assert_snapshot!(ran.stdout());
    assert!(folder.read("a.svg").starts_with("<svg"));
}

#[test]
fn what_is_no_game_is_refused_at_its_place() {
    let folder = Folder::new(&[
        ("square.game", "size 4\nmoves 1,1 2;2\n"),
        ("size.game", "size 40\nmoves\n"),
        ("empty.game", ""),
    ]);
    let refused = |arguments: &[&str]| {
        let ran = folder.deadmove(&[&["loops"], arguments].concat());
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
        ran
    };
    assert_snapshot!(all([
        refused(&["referee", "square.game"]),
        refused(&["referee", "size.game"]),
        refused(&["referee", "empty.game"]),
        refused(&["referee", "missing.game"]),
        refused(&["referee", "empty.game", "size.game", "-o", "a.svg"]),
        refused(&["solve", "--size", "7"]),
        refused(&["play", "--size", "8"]),
        refused(&["play", "--size", "21", "--against", "random"]),
        refused(&["verify", "--max-size", "99"]),
        refused(&["verify", "--timeout", "0"]),
    ]));
}

#[test]
fn small_games_are_draws_with_the_value_of_each_first_move() {
    assert_snapshot!(all([
        loops(&["solve", "--size", "2"]),
        loops(&["solve", "--size", "3"]),
        loops(&["solve", "--size", "4"]),
        loops(&["solve", "--size", "3", "--first", "purple", "--json"]),
        loops(&["solve", "--size", "4", "--first", "yellow", "--value-only"]),
    ]));
}

#[test]
fn a_game_is_played_to_its_end_against_perfect_play() {
    let folder = Folder::new(&[]);
    // Everything that can be typed; then all squares in turn, of which the legal ones are taken.
    let mut script = String::from("help\n9,9\nmoves\n1,1\n1,1\n\n");
    for square in (0..3).flat_map(|_| 0..9) {
        script += &format!("{},{}\n", square % 3 + 1, square / 3 + 1);
    }
    let ran = folder.with_input(&["loops", "play", "--size", "3"], &script);
    assert_eq!((ran.code(), ran.stderr()), (Some(0), ""), "{ran}");
    assert!(ran.stdout().contains("not legal: (1,1) is filled"), "{ran}");
    assert!(ran.stdout().contains("by pairs: "), "{ran}");
    assert_snapshot!(ran.stdout());
}

#[test]
fn a_game_that_is_left_is_not_over_and_a_random_player_depends_on_the_seed() {
    let folder = Folder::new(&[]);
    let play = |seed: &str, input: &str| {
        let arguments = [
            "loops",
            "play",
            "--size",
            "9",
            "--against",
            "random",
            "--seed",
            seed,
            "--you",
            "purple",
        ];
        let ran = folder.with_input(&arguments, input);
        assert_eq!(ran.code(), Some(3), "{ran}");
        assert!(ran.stdout().contains("the game is not over\n"), "{ran}");
        let (moves, _) = ran.stdout().split_once("\nthe game is not over").unwrap();
        moves.to_string()
    };
    assert_eq!(play("1", "quit\n"), play("1", ""));
    let firsts: std::collections::BTreeSet<String> =
        (1..9).map(|seed| play(&seed.to_string(), "")).collect();
    assert!(firsts.len() > 4);
}

#[test]
fn all_claims_are_verified_and_the_checker_accepts_the_proofs() {
    let folder = Folder::new(&[]);
    let ran = folder.deadmove(&["loops", "verify", "--max-size", "5", "--certificate", "a.cert"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let steps = without_steps(ran.stdout());
    assert_snapshot!(steps);
    let ran = folder.deadmove(&["loops", "verify", "--max-size", "8", "--timeout", "0.0000001"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert!(ran.stdout().contains("theorem: unknown"), "{ran}");
    let packed = std::fs::read(folder.path().join("a.cert")).unwrap();
    let text = deadmove_checker::unpack(packed).unwrap();
    let theorem: deadmove_puzzles_checker::loops::DeadFillings =
        serde_json::from_str(&text).unwrap();
    theorem.check().unwrap();
    assert_eq!(theorem.sizes.last().unwrap().size, 5);
}

/// Without the number of steps, which another version of the solver may change.
fn without_steps(text: &str) -> String {
    let number = |word: &str| word.chars().all(|letter| letter.is_ascii_digit());
    let words: Vec<&str> = text.split(' ').collect();
    let shown = words.iter().enumerate().map(|(at, &word)| {
        let steps = words.get(at + 1) == Some(&"steps") && number(word);
        if steps { "…" } else { word }
    });
    shown.collect::<Vec<_>>().join(" ")
}
