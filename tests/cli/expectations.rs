//! Snapshot tests of verdicts: `judge --write-expect` and `--require-expect`, and `forbids` in case
//! files that `judge` reads.

use std::fs;

use insta::assert_snapshot;

use super::program::{Folder, all, deadmove};

/// Three cases without an expectation, one with a true one; `dead.case` has a layout of its own.
fn cases() -> Folder {
    Folder::new(&[
        ("cases/live.case", "# Just begun.\nboard    5x5\npath     RR\n# nothing below\n"),
        ("cases/dead.case", "path R R D # turns\r\n     LD\r\nboard 5x5\r\n"),
        ("cases/deep/finished.case", "board 3x3\npath RRDLLDRR"),
        ("cases/known.case", "board 3x3\nexpect live # by hand\n"),
    ])
}

const NAMES: [&str; 4] =
    ["cases/live.case", "cases/dead.case", "cases/deep/finished.case", "cases/known.case"];

#[test]
fn verdicts_are_written_into_the_cases_that_have_none_and_a_second_run_changes_nothing() {
    let folder = cases();
    let ran = folder.deadmove(&["judge", "cases", "--write-expect"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let written = NAMES.map(|name| folder.read(name));
    assert_snapshot!(format!("{ran}\n{}", written.join("--\n").replace('\r', "␍")));
    let again = folder.deadmove(&["judge", "cases", "--write-expect"]);
    assert_eq!(again.code(), Some(0), "{again}");
    assert!(again.stdout().contains("4 positions: 4 meet their expectation;"), "{again}");
    assert_eq!(NAMES.map(|name| folder.read(name)), written);
    let required = folder.deadmove(&["judge", "cases", "--require-expect"]);
    assert_eq!(required.code(), Some(0), "{required}");
}

#[test]
fn an_expectation_that_differs_is_reported_and_never_overwritten() {
    let wrong = "board 3x3\nexpect dead\n";
    let folder = Folder::new(&[("wrong.case", wrong), ("new.case", "board 3x3\n")]);
    let ran = folder.deadmove(&["judge", ".", "--write-expect"]);
    assert_eq!(ran.code(), Some(1), "{ran}");
    assert!(ran.stdout().contains("expected dead, found live"), "{ran}");
    assert_eq!(folder.read("wrong.case"), wrong);
    assert_eq!(folder.read("new.case"), "board 3x3\nexpect live\nmoves D=live R=live\n");
}

#[test]
fn a_verdict_that_is_unknown_is_not_written() {
    let without = "board 21x21\npath RRDDRR\n";
    let folder = Folder::new(&[("large.case", without)]);
    let engine = ["--engine", "frontier", "--frontier-memory", "1"];
    let ran = folder.deadmove(&[&["judge", "large.case", "--write-expect"][..], &engine].concat());
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert_eq!(folder.read("large.case"), without);
}

#[test]
fn files_that_cannot_have_an_expectation_are_named_and_the_others_are_written() {
    let folder = Folder::new(&[
        ("all/a.txt", "3|1-1,1;0,1-1,2"),
        ("all/b.txt", "{\"n\":3,\"path\":\"R\"}\n{\"n\":3,\"path\":\"D\"}\n"),
        ("all/c.case", "board 3x3\n"),
    ]);
    let ran = folder.deadmove(&["judge", "all", "--write-expect"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert_eq!(folder.read("all/c.case"), "board 3x3\nexpect live\nmoves D=live R=live\n");
    assert_snapshot!(all([
        ran,
        deadmove(&["judge", "--board", "3x3", "--write-expect"]),
        folder.deadmove(&["judge", "--jsonl", "all/b.txt", "--write-expect"]),
    ]));
}

#[test]
fn a_case_that_may_not_be_written_is_named_and_stays_as_it_is() {
    let folder = cases();
    let file = folder.path().join("cases/live.case");
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    let ran = folder.deadmove(&["judge", "cases", "--write-expect"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert!(ran.stderr().contains("it cannot be written"), "{ran}");
    assert!(ran.stderr().contains("cases/live.case"), "{ran}");
    assert!(!folder.read("cases/live.case").contains("expect"));
    assert!(folder.read("cases/dead.case").contains("expect dead"));
}

#[test]
fn a_case_without_an_expectation_fails_where_one_is_required() {
    let folder = cases();
    let some = ["judge", "cases/known.case", "cases/live.case"];
    let plain = folder.deadmove(&some);
    assert_eq!(plain.code(), Some(0), "{plain}");
    let required = |more: &[&str]| {
        let ran = folder.deadmove(&[&some[..], &["--require-expect"], more].concat());
        assert_eq!(ran.code(), Some(3), "{ran}");
        ran
    };
    assert_snapshot!(all([plain, required(&[]), required(&["--json"])]));
    let one = folder.deadmove(&["judge", "cases/live.case", "--require-expect"]);
    assert_eq!(one.code(), Some(3), "{one}");
    assert!(one.stdout().contains("no verdict is expected"), "{one}");
    let both = folder.deadmove(&["judge", "cases", "--require-expect", "--write-expect"]);
    assert_eq!(both.code(), Some(0), "{both}");
}

#[test]
fn a_reason_that_the_engine_does_not_look_for_is_open_and_not_met() {
    let folder = Folder::new(&[
        ("a.case", "board 5x5\npath RRDLD\nexpect dead\nreason dead-end\n"),
        ("b.case", "board 5x5\npath RRDLD\nexpect dead\nreason colour\n"),
    ]);
    for engine in ["frontier", "propagate"] {
        let ran = folder.deadmove(&["judge", "b.case", "--engine", engine]);
        let found = ran.code();
        // The lemmas find the dead end, which is another reason than the expected one.
        assert_eq!(found, Some(if engine == "frontier" { 3 } else { 1 }), "{ran}");
    }
    let ran = folder.deadmove(&["judge", ".", "--engine", "frontier"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn a_move_that_rules_must_forbid_is_a_contradiction_where_it_is_live() {
    let folder = Folder::new(&[
        ("true.case", "board 5x5\npath RRDL\nforbids D\n"),
        ("false.case", "board 5x5\npath RRDL\nforbids L\n"),
    ]);
    let ran = folder.deadmove(&["judge", "true.case", "false.case"]);
    assert_eq!(ran.code(), Some(1), "{ran}");
    assert!(ran.stdout().contains("`forbids L`, but move L is live"), "{ran}");
    assert_snapshot!(ran);
    let written = folder.deadmove(&["judge", "false.case", "--write-expect"]);
    assert_eq!(written.code(), Some(1), "{written}");
    assert_eq!(folder.read("false.case"), "board 5x5\npath RRDL\nforbids L\n");
}

#[test]
fn what_a_path_file_of_2023_ends_in_is_shown_as_not_read() {
    let items = "5|1-1,1;0,1-1,2;0,1-1,3;0,1-2,3;1,2,0-3,3;1,0,2-4,3";
    let folder = Folder::new(&[("old.txt", &format!("{items}:5,2,5,True\n"))]);
    let ran = folder.deadmove(&["judge", "old.txt"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    assert!(ran.stdout().contains("the end of the path file, :5,2,5,True"), "{ran}");
}

#[test]
fn a_drawn_board_and_moves_alone_are_answered_with_what_is_read() {
    let folder = Folder::new(&[
        ("drawn.txt", ".#..\n....\n...#\n"),
        ("numbers.txt", "0 1 0\n0 0 0\n"),
        ("moves.txt", "RRD\nDL\n"),
    ]);
    assert_snapshot!(all([
        folder.deadmove(&["judge", "drawn.txt"]),
        folder.deadmove(&["judge", "numbers.txt"]),
        folder.deadmove(&["judge", "moves.txt"]),
    ]));
    let read = folder.deadmove(&["judge", "moves.txt", "--board", "5x5"]);
    assert_eq!(read.code(), Some(0), "{read}");
}
