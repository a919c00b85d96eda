//! `check --answers`: answers that a program gave before, in files.

use std::path::Path;

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::program::{Folder, Ran, all, deadmove, repository};

/// After R D the cell in the upper right corner is cut off, and after R R only D is live.
const PATH_FILES: [(&str, &str); 3] = [
    ("right.txt", "3|1-1,1;0,1-2,1;1-3,1;0"),
    ("stopped.txt", "3|1-1,1;0,1-2,1;1-3,1"),
    ("dead.txt", "3|1-1,1;0,1-2,1;0,1-2,2;0,1,3"),
];

const LINES: &str = concat!(
    r#"{"n":3,"path":"","allowed":"RD"}"#,
    "\n",
    r#"{"n":3,"path":"R","allowed":["R","D"]}"#,
    "\n\n",
    r#"{"width":4,"height":3,"path":"DD","end":[4,1],"allowed":""}"#,
    "\n",
    r#"{"n":3,"path":"RD","allowed":"DL"}"#,
    "\n",
    r#"{"n":5,"path":"RRDLLDRR","allowed":"DR"}"#,
    "\n",
    r#"{"n":5,"path":"DDRUURDD","allowed":"D"}"#,
    "\n",
    r#"{"n":5,"path":"","allowed":"UR"}"#,
    "\n",
);

const BROKEN: &str = concat!(
    r#"{"n":3,"path":"R","allowed":"R"}"#,
    "\n",
    r#"{"n":3,"path":"R"}"#,
    "\n",
    r#"{"n":3,"path":"RRR","allowed":""}"#,
    "\n",
    r#"{"n":3,"path":"R","allowed":"RX"}"#,
    "\n{\"n\":3,\n",
);

fn report(ran: &Ran) -> Value {
    serde_json::from_str(ran.stdout()).unwrap_or_else(|_| panic!("{ran}"))
}

fn counts(report: &Value) -> [u64; 4] {
    ["positions", "dead_positions", "live_forbidden", "dead_allowed"]
        .map(|key| report[key].as_u64().unwrap_or_else(|| panic!("{key} in {report}")))
}

#[test]
fn every_step_of_a_path_file_is_judged_and_a_run_that_stopped_alive_is_refuted() {
    let folder = Folder::new(&PATH_FILES);
    let check = |file: &str| folder.deadmove(&["check", "--answers", file]);
    assert_eq!(check("right.txt").code(), Some(0));
    assert_eq!(check("dead.txt").code(), Some(1));
    assert_eq!(check("stopped.txt").code(), Some(1));
    let all = folder.deadmove(&["check", "--answers", ".", "--json"]);
    assert_eq!(counts(&report(&all)), [8, 1, 1, 1], "{all}");
}

#[test]
fn several_live_moves_that_a_stopped_run_lacks_are_all_named() {
    let folder = Folder::new(&[("a.txt", "5|1-1,1;0,1-2,1")]);
    let ran = folder.deadmove(&["check", "--answers", "a.txt", "--json"]);
    let said = "none of the live moves D R is among them, and the run stopped here";
    assert_eq!(report(&ran)["findings"][0]["message"], said, "{ran}");
    assert_eq!(ran.code(), Some(1));
}

#[test]
fn json_lines_are_judged_and_findings_say_where_they_are() {
    let folder = Folder::new(&[("lines.jsonl", LINES)]);
    let ran = folder.deadmove(&["check", "--answers", "lines.jsonl", "--json"]);
    let found = report(&ran);
    assert_eq!(ran.code(), Some(1), "{ran}");
    assert_eq!(counts(&found), [6, 1, 2, 1]);
    assert_eq!((&found["schema"], &found["complete"]), (&json!(1), &json!(true)));
    assert_eq!((&found["differing"], &found["faults"]), (&json!(1), &json!({"illegal-move": 1})));
    let findings = found["findings"].as_array().unwrap();
    let at = |line| findings.iter().find(|finding| finding["line"] == line).unwrap();
    let expected = json!(
        {"file": "lines.jsonl", "line": 2, "n": 3, "path": "R", "forbids": "", "allows": "D"});
    assert_eq!(at(2), &expected);
    assert_eq!((&at(4)["width"], &at(4)["end"]), (&json!(4), &json!([4, 1])));
    assert_eq!(at(8)["fault"], "illegal-move");
    let input = folder.with_input(&["check", "--answers", "-", "--json"], LINES);
    assert_eq!(counts(&report(&input)), counts(&found));
    assert_eq!(report(&input)["findings"][0].get("file"), None);
}

#[test]
fn answers_equal_to_the_truth_hold_and_those_about_dead_positions_prove_nothing() {
    let listed = deadmove(&["positions", "--size", "5", "--json"]);
    let truth = listed.stdout().replace("\"live\"", "\"allowed\"");
    let folder = Folder::new(&[
        ("truth.jsonl", &truth),
        ("dead.case", "board 3x3\npath RD\nallowed 2 D L\n"),
        ("live.case", "board 3x3\npath RR\nallowed 1 R\n"),
    ]);
    let check = |file: &str| folder.deadmove(&["check", "--answers", file, "--json"]);
    let right = check("truth.jsonl");
    assert_eq!((right.code(), counts(&report(&right))), (Some(0), [578, 0, 0, 0]), "{right}");
    let dead = check("dead.case");
    assert_eq!((dead.code(), counts(&report(&dead))), (Some(3), [0, 1, 0, 0]), "{dead}");
    assert_eq!(check("live.case").code(), Some(0));
    let flipped = truth.replacen("\"allowed\":\"DR\"", "\"allowed\":\"D\"", 1);
    folder.write("flipped.jsonl", flipped.as_bytes());
    let flipped = check("flipped.jsonl");
    assert_eq!((flipped.code(), counts(&report(&flipped))), (Some(1), [578, 0, 1, 0]), "{flipped}");
}

#[test]
fn complete_lines_alone_prove_nothing() {
    let folder =
        Folder::new(&[("lines.jsonl", "{\"n\":3,\"path\":\"DDRUURDD\",\"allowed\":\"\"}")]);
    let ran = folder.deadmove(&["check", "--answers", "lines.jsonl", "--json"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert_eq!(counts(&report(&ran))[0], 1, "{ran}");
}

#[test]
fn what_is_broken_is_named_and_the_rest_is_judged() {
    let folder = Folder::new(&[
        ("broken.jsonl", BROKEN),
        ("empty", ""),
        ("moves", "RRD"),
        ("plain.case", "board 3x3\npath R\n"),
        ("cells.txt", "3|1,1;2,1"),
    ]);
    let json = folder.deadmove(&["check", "--answers", "broken.jsonl", "--json"]);
    assert_eq!((json.code(), counts(&report(&json))), (Some(2), [1, 0, 0, 0]));
    assert_eq!(report(&json)["unread"], 4);
    for file in ["empty", "moves", "plain.case", "cells.txt", "missing"] {
        let ran = folder.deadmove(&["check", "--answers", file]);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains(file), "{ran}");
    }
    for more in [&["--size", "5"][..], &["proved"], &["--missed"], &["--program", "cat"]] {
        let ran = folder.deadmove(&[&["check", "--answers", "broken.jsonl"], more].concat());
        assert_eq!(ran.code(), Some(2), "{ran}");
    }
}

#[test]
fn the_report_says_where_an_answer_is_wrong_and_how() {
    let folder = Folder::new(&[
        PATH_FILES[1],
        PATH_FILES[2],
        ("lines.jsonl", LINES),
        ("broken.jsonl", BROKEN),
    ]);
    let files = ["stopped.txt", "dead.txt", "lines.jsonl", "broken.jsonl"];
    assert_snapshot!(all(files.map(|file| folder.deadmove(&["check", "--answers", file]))));
}

/// The files of the research, where they are at hand.
#[test]
fn the_path_files_of_the_research_are_judged_step_by_step() {
    let corpus = repository().join("../shared/corpus");
    if !corpus.is_dir() {
        eprintln!("skipped: there is no corpus");
        return;
    }
    let check = |file: &Path| {
        let ran = deadmove(&["check", "--answers", file.to_str().unwrap(), "--json"]);
        (ran.code(), counts(&report(&ran)))
    };
    let stopped = check(&corpus.join("runs/13x13-stopped-although-live.txt"));
    assert_eq!(stopped, (Some(1), [86, 0, 1, 1]));
    assert_eq!(check(&corpus.join("path-files")), (Some(1), [405, 236, 0, 10]));
}
