//! Limits: unknown instead of a hang, and no other answer than without them.

use insta::assert_snapshot;

use super::program::{Folder, all, deadmove, repository};

/// A live position that needs the solver.
const SEARCH: &str = "cases/small/five-blocked.case";
/// The same on a large board.
const LARGE: &str = "cases/corpus/25x25-turns-at-37.case";

#[test]
fn a_limit_gives_unknown() {
    assert_snapshot!(all([
        deadmove(&["judge", SEARCH, "--max-conflicts", "0"]),
        deadmove(&["judge", SEARCH, "--max-conflicts", "0", "--json"]),
        deadmove(&["judge", SEARCH, LARGE, "--max-conflicts", "0"]),
        deadmove(&["judge", SEARCH, LARGE, "--timeout", "0.000000001"]),
        deadmove(&["judge", LARGE, "--timeout", "0.000000001", "--json"]),
    ]));
}

#[test]
fn too_little_memory_for_the_frontier_engine_gives_unknown() {
    let judge = |more: &[&str]| {
        let arguments = ["judge", LARGE, LARGE, "--frontier-memory", "1", "--engine"];
        deadmove(&[&arguments[..], more].concat())
    };
    assert_snapshot!(all([judge(&["frontier"]), judge(&["both"])]));
}

#[test]
fn an_open_expectation_does_not_hide_a_refuted_one() {
    let large = std::fs::read_to_string(repository().join(LARGE)).unwrap();
    let folder = Folder::new(&[
        ("open.case", &large),
        ("met.case", "board 3x3\nexpect live\n"),
        ("refuted.case", "board 3x3\nexpect dead\n"),
    ]);
    let limit = ["--engine", "frontier", "--frontier-memory", "1"];
    let judge = |files: &[&str]| folder.deadmove(&[&["judge"], files, &limit].concat());
    assert_snapshot!(all([
        judge(&["met.case", "open.case"]),
        judge(&["met.case", "open.case", "refuted.case"]),
    ]));
}

#[test]
fn limits_that_are_not_reached_change_nothing() {
    let without = deadmove(&["judge", "cases/", "--json"]);
    assert_eq!(without.code(), Some(0));
    for limit in [
        &["--timeout", "1000"][..],
        &["--max-conflicts", "1000000"],
        &["--timeout", "1e18", "--max-conflicts", "18446744073709551615"],
    ] {
        let with = deadmove(&[&["judge", "cases/", "--json"], limit].concat());
        assert_eq!(with.code(), Some(0));
        assert!(with.stdout() == without.stdout(), "{limit:?}");
    }
}

#[test]
fn the_frontier_engine_leaves_expected_reasons_open() {
    assert_snapshot!(deadmove(&["judge", "cases/reasons", "--engine", "frontier"]));
    let small = deadmove(&["judge", "cases/small", "cases/reasons", "--engine", "both"]);
    assert_eq!(small.code(), Some(0));
}
