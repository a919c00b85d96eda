//! `count`: the number alone on standard output.

use insta::assert_snapshot;

use super::program::{Folder, all, deadmove};

#[test]
fn counts_the_lines_from_corner_to_corner() {
    for (board, count) in [("1x1", "1"), ("3x3", "2"), ("5x5", "104"), ("7x7", "111712")] {
        let ran = deadmove(&["count", "--board", board]);
        assert_eq!(ran.stdout(), format!("{count}\n"));
        assert_eq!((ran.stderr(), ran.code()), ("", Some(0)));
    }
}

#[test]
fn counts_none_on_an_even_board_and_those_that_are_left_after_a_path() {
    let folder = Folder::new(&[("a.case", "board 5x5\npath RR\nblocked 2,4 3,4\n")]);
    assert_snapshot!(all([
        folder.deadmove(&["count", "--board", "4x4"]),
        folder.deadmove(&["count", "--board", "5x5", "--path", "RRD"]),
        folder.deadmove(&["count", "--board", "3x3", "--blocked", "2,2", "--end", "1,2"]),
        folder.deadmove(&["count", "a.case"]),
        folder.deadmove(&["count", "a.case", "--json"]),
    ]));
}

#[test]
fn too_little_memory_or_time_is_unknown() {
    assert_snapshot!(all([
        deadmove(&["count", "--board", "13x13", "--frontier-memory", "1"]),
        deadmove(&["count", "--board", "13x13", "--frontier-memory", "1", "--json"]),
        deadmove(&["count", "--board", "13x13", "--timeout", "0.000000001"]),
    ]));
}

#[test]
fn takes_one_position() {
    assert_snapshot!(all([
        deadmove(&["count"]),
        deadmove(&["count", "cases/reasons"]),
        deadmove(&["count", "--board", "5x5", "--path", "RRL"]),
    ]));
}
