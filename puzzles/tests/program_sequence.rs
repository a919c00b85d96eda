//! `sequence`: verdicts, bounds, repairs, and certificates that the checker accepts.

use deadmove_puzzles_checker::check;
use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, Ran, deadmove};

const SOLVES_4X4: &str = "rrdrrdrdldldulldldrddurdrrdrr";
const THESIS_4X4: &str = "ddrddrdrurrluruurdrldrddrdd";

fn json(ran: &Ran) -> Value {
    serde_json::from_str(ran.stdout()).unwrap_or_else(|error| panic!("{error}: {ran}"))
}

#[test]
fn a_sequence_that_solves_everything_is_said_to_and_certified() {
    let folder = Folder::new(&[("long.txt", &format!("{}\n", SOLVES_4X4.to_uppercase()))]);
    let ran = folder.deadmove(&["sequence", "verify", "4x4", SOLVES_4X4, "--sat"]);
    assert_eq!(ran.code(), Some(0));
    assert_snapshot!(ran);
    let from =
        ["sequence", "verify", "4x4", "--from", "long.txt", "--certificate", "a.cert", "--json"];
    let ran = folder.deadmove(&from);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let found = json(&ran);
    assert_eq!((&found["verdict"], &found["mazes"]), (&"solves".into(), &3828.into()));
    let (_, open) = check(&folder.read("a.cert"), &mut |_, _, _| {}).unwrap();
    assert!(open.is_empty());
}

#[test]
fn a_maze_that_is_not_solved_is_drawn_with_the_way_taken() {
    let folder = Folder::new(&[]);
    let ran = folder.deadmove(&["sequence", "verify", "2x2", "drd", "--certificate", "a.cert"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let ran = folder.deadmove(&["sequence", "verify", "2x2", "rd", "--certificate", "a.cert"]);
    assert_eq!(ran.code(), Some(1));
    assert_snapshot!(ran);
    assert!(check(&folder.read("a.cert"), &mut |_, _, _| {}).unwrap().0.contains("does not solve"));
    let ran = folder.deadmove(&["sequence", "verify", "4x4", THESIS_4X4, "--sat", "--json"]);
    assert_eq!((ran.code(), &json(&ran)["verdict"]), (Some(1), &"fails".into()), "{ran}");
}

#[test]
fn mazes_of_a_file_are_solved_perfectly_or_not() {
    let mazes = "; two mazes\n.#\n..\n\n..\n#.\n";
    let folder = Folder::new(&[("set.txt", mazes)]);
    let verify = |moves, perfect: &[&str]| {
        let base: [&str; 5] = ["sequence", "verify", "--mazes", "set.txt", moves];
        folder.deadmove(&[&base, perfect].concat())
    };
    assert_eq!(verify("rdru", &[]).code(), Some(0));
    assert_eq!(verify("rdr", &["--perfect"]).code(), Some(0));
    let ran = verify("rdru", &["--perfect"]);
    assert_eq!(ran.code(), Some(1), "{ran}");
    assert!(ran.stdout().contains("does not solve maze 2, line 5 perfectly"), "{ran}");
    let ran = folder.deadmove(&["sequence", "shortest", "--mazes", "set.txt", "--json"]);
    assert_eq!((ran.code(), &json(&ran)["upper"]), (Some(0), &3.into()), "{ran}");
}

#[test]
fn the_shortest_sequence_comes_with_a_certificate() {
    let folder = Folder::new(&[]);
    let ran =
        folder.deadmove(&["sequence", "shortest", "4x3", "--certificate", "a.cert", "--json"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let found = json(&ran);
    assert_eq!((&found["lower"], &found["upper"]), (&17.into(), &17.into()));
    let certificate = folder.read("a.cert");
    let (what, open) = check(&certificate, &mut |_, _, _| {}).unwrap();
    assert!(what.contains("17 moves solve every maze") && open.is_empty(), "{what}");
    // No change makes the checker accept more than is true.
    let mut claimed: Value = serde_json::from_str(&certificate).unwrap();
    claimed["claim"]["bounds"]["lower"] = 18.into();
    assert!(check(&claimed.to_string(), &mut |_, _, _| {}).is_err());
    let mut claimed: Value = serde_json::from_str(&certificate).unwrap();
    let mazes = claimed["claim"]["bounds"]["mazes"].as_array_mut().unwrap();
    mazes.truncate(3);
    claimed["claim"]["bounds"]["patterns"] = Value::Array(Vec::new());
    assert!(check(&claimed.to_string(), &mut |_, _, _| {}).is_err());
}

#[test]
fn a_search_that_ran_out_of_time_gives_bounds_and_no_success() {
    let ran = deadmove(&["sequence", "shortest", "6x6", "--timeout", "0.1", "--json"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    let found = json(&ran);
    assert_eq!(found["optimal"], false);
    let ran = deadmove(&["sequence", "repair", "5x5", "rd", "--timeout", "0.1"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert!(ran.stdout().contains("unknown; at least"), "{ran}");
}

#[test]
fn lost_letters_are_put_in_and_long_sequences_shortened() {
    let ran = deadmove(&["sequence", "repair", "4x4", THESIS_4X4, "--json"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let found = json(&ran);
    assert_eq!((found["inserted"].as_array().unwrap().len(), &found["at_least"]), (2, &2.into()));
    let sequence = found["sequence"].as_str().unwrap();
    assert_eq!(deadmove(&["sequence", "verify", "4x4", sequence]).code(), Some(0));
    let folder = Folder::new(&[]);
    let long = SOLVES_4X4.repeat(2);
    let out = ["sequence", "shorten", "4x4", &long, "--timeout", "0.5", "-o", "a.txt"];
    assert_eq!(folder.deadmove(&out).code(), Some(0));
    assert!(folder.read("a.txt").trim().len() <= 29);
    let ran = folder.deadmove(&["sequence", "shorten", "4x4", "rd", "--timeout", "0.5"]);
    assert_eq!(ran.code(), Some(1), "{ran}");
}

#[test]
fn solvable_mazes_are_counted() {
    let ran = deadmove(&["sequence", "count", "6x6"]);
    assert_eq!((ran.stdout(), ran.code()), ("1636193228\n", Some(0)));
    let ran = deadmove(&["sequence", "count", "5x5", "--json"]);
    assert_eq!(ran.stdout(), "{\"schema\":1,\"width\":5,\"height\":5,\"solvable\":1225194}\n");
}

#[test]
fn wrong_questions_are_refused_with_the_fault() {
    let folder = Folder::new(&[
        ("rows.txt", "..\n.\n"),
        ("closed.txt", ".#\n#.\n"),
        ("sign.txt", "rd\nrx\n"),
    ]);
    for (arguments, why) in [
        (&["verify"][..], "there is no size"),
        (&["verify", "4x4"], "there is no sequence"),
        (&["verify", "4", "rd"], "`4` is no size"),
        (&["verify", "0x4", "rd"], "`0x4` is no size"),
        (&["verify", "9x9", "rd"], "`9x9` is no size"),
        (&["verify", "4x4", "rdx"], "`x` is no move"),
        (&["verify", "4x4", "--from", "sign.txt"], "`x` is no move"),
        (&["verify", "4x4", "rd", "--from", "sign.txt"], "there is no place for `rd`"),
        (&["verify", "4x4", "--from", "none.txt"], "no such file"),
        (&["verify", "--mazes", "rows.txt", "rd"], "the row has 1 fields; expected 2"),
        (&["verify", "--mazes", "closed.txt", "rd"], "no way leads"),
        (&["verify", "4x4", "rd", "--perfect"], "--mazes"),
        (&["verify", "4x4", "rd", "--certificate", "no/such.cert"], "cannot be written"),
        (&["shortest"], "required"),
        (&["shortest", "8x8"], "more fields than"),
        (&["shorten", "4x4", "rd", "--timeout", "0"], "a number of seconds above 0"),
        (&["repair", "4x4"], "there is no sequence"),
        (&["count", "5"], "`5` is no size"),
    ] {
        let ran = folder.deadmove(&[&["sequence"], arguments].concat());
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
        assert!(ran.stderr().contains(why), "{ran}");
    }
}

/// A file of `cases/sequences`.
fn case(name: &str) -> String {
    format!("cases/sequences/{name}")
}

#[test]
fn the_cases_come_to_what_their_names_say() {
    let mazes = case("mazes-3x3.txt");
    let of = |name| ["--from".to_string(), case(name)];
    let runs = [
        (&["verify", "5x5"][..], of("5x5-161.txt")),
        (&["verify", "4x4"], of("4x4-29.txt")),
        (&["verify", "4x4"], of("4x4-lost-letters.txt")),
        (&["repair", "4x4"], of("4x4-lost-letters.txt")),
        (&["verify", "drdrdu"], ["--mazes".into(), mazes.clone()]),
        (&["verify", "drdrdu", "--perfect"], ["--mazes".into(), mazes.clone()]),
        (&["shortest"], ["--mazes".into(), mazes]),
    ];
    let text = runs.map(|(what, [option, file])| {
        deadmove(&[&["sequence"], what, &[&option, &file]].concat()).to_string()
    });
    assert_snapshot!(text.join("\n"));
}

#[test]
fn a_letter_that_is_no_move_and_a_maze_without_a_way_are_shown_with_their_places() {
    let folder = Folder::new(&[("sign.txt", "rd\nrx\n"), ("closed.txt", ".#\n#.\n")]);
    let runs = [
        &["verify", "4x4", "--from", "sign.txt"][..],
        &["verify", "--mazes", "closed.txt", "rd"],
        &["shortest", "8x8"],
        &["shortest", "3x2"],
    ];
    let text = runs.map(|run| folder.deadmove(&[&["sequence"], run].concat()).to_string());
    assert_snapshot!(text.join("\n"));
}

#[test]
#[ignore = "takes minutes"]
fn no_sequence_of_28_moves_solves_4x4_and_the_checker_agrees() {
    let folder = Folder::new(&[]);
    let ran = folder.deadmove(&["sequence", "shortest", "4x4", "--certificate", "a.cert"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let (what, open) = check(&folder.read("a.cert"), &mut |_, _, _| {}).unwrap();
    assert!(what.contains("29 moves solve every maze") && open.is_empty(), "{what}");
}
