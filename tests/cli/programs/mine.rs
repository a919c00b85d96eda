//! Rules for the dead moves that a program allows.

use serde_json::Value;

use super::{answers, shell, three_rules, with_program_file, with_right_program};
use crate::program::deadmove;

#[test]
fn only_dead_moves_that_a_program_allows_are_minimised() {
    let folder = with_program_file();
    let position = ["--board", "5x5", "--path", "DDRRD", "--sizes", "5"];
    let ran = folder.deadmove(&[&["minimise", "ours.program"], &position[..]].concat());
    assert_eq!(ran.code(), Some(0), "{ran}");
    // D is dead, too, and forbidden.
    assert!(ran.stdout().contains("candidates for 1 of 1 dead move"), "{ran}");
    let right = shell("while read -r question; do echo L; done");
    let none = folder.deadmove(&[&["minimise", "--program", &right], &position[..]].concat());
    assert!(none.stdout().contains("there is no dead move to explain"), "{none}");
}

#[test]
fn rules_are_mined_for_the_dead_moves_that_a_program_allows() {
    let folder = with_program_file();
    let mine = ["mine", "ours.program", "--size", "5", "--rounds", "1", "--resume", "state"];
    let ran = folder.deadmove(&[&mine[..], &["--out", "mined"]].concat());
    let (_, after_digest) = ran.stdout().split_once(')').unwrap_or_else(|| panic!("{ran}"));
    insta::assert_snapshot!(after_digest, @r"

      it allows 30 dead moves

    rule          conditions  reach  dead moves  alone
    mined 5x5 01  1           2      36          4
    mined 5x5 02  1           1      334         26

    2 rules beside the program with 2 conditions and a reach of 2, each proved for
    every board: with the program they forbid every dead move of 5×5
    ");
    let check = folder.deadmove(&["check", "ours.program", "--size", "5", "--json"]);
    let check = answers(&check);
    let findings = check["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 30);
    for finding in findings.iter().step_by(5) {
        let path = finding["path"].as_str().unwrap();
        let ran =
            folder.deadmove(&["explain", "mined", "--board", "5x5", "--path", path, "--json"]);
        let explained: Value = serde_json::from_str(ran.stdout()).unwrap();
        for letter in finding["allows"].as_str().unwrap().chars() {
            let rules = &explained["moves"][letter.to_string()]["forbidden_by"];
            assert!(!rules.as_array().unwrap().is_empty(), "{path} {letter}: {ran}");
        }
    }
    folder.write("ours.program", (folder.read("ours.program") + "timeout 9\n").as_bytes());
    let json = folder.deadmove(&[&mine[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(json.stdout()).unwrap_or_else(|_| panic!("{json}"));
    assert_eq!((&report["complete"], &report["unanswered"]), (&true.into(), &0.into()));
    assert_eq!(report["question"]["start"], report["program"]["digest"]);
    let other = [&["mine", "--program", "/bin/cat"], &mine[2..]].concat();
    let other = folder.deadmove(&other);
    assert_eq!(other.code(), Some(2), "{other}");
    for (more, said) in [
        (&["--size", "11"][..], "a program is asked about every live position"),
        (&["--size", "5", "--out", "x", "--certificate", "y"], "--certificate is for rules"),
    ] {
        let ran = folder.deadmove(&[&["mine", "ours.program"], more].concat());
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains(said), "{ran}");
    }
}

#[test]
fn nothing_is_mined_for_a_right_program_and_everything_for_a_silent_one() {
    let mine = ["mine", "right.program", "--size", "5", "--json"];
    let right = with_right_program().deadmove(&mine);
    assert_eq!(right.code(), Some(0), "{right}");
    assert!(right.stdout().contains("\"rules\":[]"), "{right}");
    let silent = shell("while read -r question; do echo \"?\"; done");
    let mine = ["mine", "--program", &silent, "--size", "5", "--rounds", "1"];
    let ran = deadmove(&mine);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert!(ran.stdout().contains("no answer in 577 positions"), "{ran}");
    assert!(ran.stdout().contains("some positions have no answer"), "{ran}");
}

#[test]
fn rules_that_would_have_prevented_the_dead_moves_of_a_program_are_found_and_proved() {
    let folder = with_program_file();
    let check = |more: &[&str]| folder.deadmove(&[&["check", "ours.program"], more].concat());
    let ran = check(&["--size", "5", "--missed", "--out", "found"]);
    insta::assert_snapshot!(ran.to_string().replace(three_rules(), "three_rules"));
    let proved = folder.deadmove(&["prove", "found"]);
    assert_eq!(proved.code(), Some(0), "{proved}");
    // On random lines the rules are found in another way.
    for more in [&["--size", "5"][..], &["--size", "11", "--walks", "10"]] {
        let ran = check(&[more, &["--missed", "--top", "3", "--json"]].concat());
        assert_eq!(ran.code(), Some(1), "{ran}");
        let report = answers(&ran);
        let missed = &report["missed"];
        let number = |value: &Value| value.as_u64().unwrap();
        let first: u64 =
            missed["rules"].as_array().unwrap().iter().map(|rule| number(&rule["first"])).sum();
        assert_eq!(number(&missed["prevented"]), first);
        assert!(number(&missed["allowed"]) <= number(&report["allowed"]));
        assert!(10 * first > 9 * number(&missed["allowed"]), "{missed}");
    }
    // The starter allows no dead move of 3×3; one that says nothing allows none either.
    let none = check(&["--size", "3", "--missed", "--out", "none"]);
    assert!(none.stdout().contains("there is no dead move"), "{none}");
    let silent = shell("while read -r q; do echo \"?\"; done");
    let missed = ["check", "--program", &silent, "--size", "3", "--missed", "--out", "none"];
    let ran = folder.deadmove(&missed);
    assert!(ran.stdout().contains("in the answers that it gave"), "{ran}");
    assert!(!folder.path().join("none").exists());
}
