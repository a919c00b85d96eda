//! `judge` of single positions: drawn, with verdicts, evidence and turning point.

use insta::assert_snapshot;

use super::program::{Folder, all, command, deadmove, repository, run};

#[test]
fn a_live_position_shows_a_witness() {
    assert_snapshot!(deadmove(&["judge", "--board", "9x9", "--path", "RRRRRRRRDDDDDDDLLLLLLU"]));
}

#[test]
fn a_dead_position_shows_the_cheapest_reason_there_is() {
    let judge = |name: &str| deadmove(&["judge", &format!("cases/reasons/{name}.case")]);
    assert_snapshot!(all(["dead-end", "cut-off", "colour", "deduction"].map(judge)));
}

#[test]
fn the_smallest_and_the_finished_and_the_even_board_get_a_verdict() {
    assert_snapshot!(all([
        deadmove(&["judge", "--board", "1x1"]),
        deadmove(&["judge", "--board", "2x1"]),
        deadmove(&["judge", "--board", "3x3", "--path", "RRDLLDRR"]),
        deadmove(&["judge", "--board", "4x4"]),
        deadmove(&["judge", "--board", "4x4", "--path", "DDDR"]),
    ]));
}

#[test]
fn start_end_and_blocked_cells_can_be_given() {
    let board = ["judge", "--board", "4x3", "--start", "2,1", "--end", "1,3"];
    let blocked = ["--blocked", "1,1", "--blocked", "(4,3)", "--path", "R"];
    assert_snapshot!(deadmove(&[&board[..], &blocked].concat()));
}

#[test]
fn a_path_file_is_read_with_and_without_its_size_and_its_options() {
    let folder = Folder::new(&[
        ("final-options.txt", "5|1-1,1;0,1-2,1;1,0-2,2;1,0,3-2,3;0,3,1"),
        ("no-final-options.txt", "5|1-1,1;0,1-2,1;1,0-2,2;1,0,3-2,3"),
        ("cells.txt", "1,1;2,1;2,2;2,3"),
    ]);
    assert_snapshot!(all([
        folder.deadmove(&["judge", "final-options.txt"]),
        folder.deadmove(&["judge", "no-final-options.txt"]),
        folder.deadmove(&["judge", "cells.txt", "--board", "5x5"]),
    ]));
}

#[test]
fn both_engines_are_compared_on_request() {
    let judge =
        |engine| deadmove(&["judge", "--board", "5x5", "--path", "RRRDLLD", "--engine", engine]);
    assert_snapshot!(all(["sat", "frontier", "both"].map(judge)));
}

#[test]
fn strips_answer_a_live_position_and_a_dead_one_and_leave_one_with_a_hole_unknown() {
    let live =
        ["judge", "--engine", "strips", "--board", "9x9", "--path", "RRRRRRRRDDDDDDDLLLLLLU"];
    let live = deadmove(&live);
    assert_eq!(live.code(), Some(0), "{live}");
    assert!(live.stdout().contains("live"), "{live}");
    let cases = ["gate.case", "hole.case"].map(|name| (name, without_expectation(name)));
    let folder = Folder::new(&cases.each_ref().map(|(name, text)| (*name, &text[..])));
    let dead = ["judge", "gate.case", "--engine", "strips"];
    assert_snapshot!(all([folder.deadmove(&dead)]));
    let dead = [&dead[..], &["--certificate", "certs"]].concat();
    assert_eq!(folder.deadmove(&dead).code(), Some(0));
    let json = folder.deadmove(&["judge", "hole.case", "--engine", "strips", "--json"]);
    assert_eq!(json.code(), Some(3), "{json}");
    let json: serde_json::Value = serde_json::from_str(json.stdout()).unwrap();
    assert_eq!(json["verdict"], "unknown");
    assert_eq!(json["limit"], "unjoined");
}

/// A dead position whose loops no strip joins.
fn without_expectation(name: &str) -> String {
    let case = std::fs::read_to_string(repository().join("cases/lemmas").join(name)).unwrap();
    case.lines()
        .filter(|line| !line.starts_with(['e', 'r']) || line.starts_with("end"))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn one_expectation_that_is_not_met_is_shown_with_the_position() {
    let case = "board 5x5\npath RRDLD\nexpect live\nmoves D=dead L=live\n";
    let folder = Folder::new(&[("wrong.case", case)]);
    assert_snapshot!(all([
        folder.deadmove(&["judge", "wrong.case"]),
        folder.deadmove(&["judge", "wrong.case", "--json"]),
    ]));
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let arguments = ["judge", "--board", "3x3", "--path", "RD"];
    let coloured = |more: &[&str], variables: &[(&str, &str)]| {
        let arguments = [&arguments[..], more].concat();
        let mut command = command(repository(), &arguments);
        command.envs(variables.iter().copied());
        let ran = run(command, &arguments);
        assert_eq!(ran.code(), Some(0));
        assert!(ran.stdout().contains("turning point"));
        ran.stdout().contains('\u{1b}')
    };
    let plain = [("TERM", "xterm-256color")];
    let no_color = [("TERM", "xterm-256color"), ("NO_COLOR", "1")];
    assert!(!coloured(&[], &plain), "standard output is no terminal");
    assert!(!coloured(&[], &no_color));
    assert!(!coloured(&["--color", "never"], &plain));
    assert!(coloured(&["--color", "always"], &plain));
    assert!(coloured(&["--color", "always"], &no_color), "an option beats the environment");
}
