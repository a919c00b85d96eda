//! The program: what it prints, its exit codes and its limits.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A certificate that no sequence of fewer than 5 moves solves all 3×2 mazes, without one of 5.
const BOUND: &str = r###"{"schema":1,"kind":"sequences","width":3,"height":2,"claim":{"bounds":
 {"lower":5,"mazes":[["...","##."],[".##","..."],["..#","#.."]],"patterns":[],
 "sequence":null}}}"###;

/// Runs the program in a folder; returns its exit code and its output.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let program = env!("CARGO_BIN_EXE_deadmove-puzzles-checker");
    let ran = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    (ran.status.code(), String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap())
}

#[test]
fn certificates_are_accepted_left_open_or_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    put("open.cert", BOUND);
    put("whole.cert", &BOUND.replace("null", "\"rdrdr\""));
    put("wrong.cert", &BOUND.replace("\"lower\":5", "\"lower\":6"));
    put("other.cert", "{}");
    for (files, code, what) in [
        (&["whole.cert"][..], 0, "whole.cert: accepted: "),
        (&["open.cert", "whole.cert"], 3, "open.cert: accepted, but partial: "),
        (&["wrong.cert", "open.cert"], 1, "wrong.cert: rejected: "),
        (&["other.cert"], 1, "it is no certificate about a puzzle"),
        (&["nowhere"], 1, "it cannot be read"),
        (&["--help"], 0, "Usage: "),
        (&[], 2, "Usage: "),
        (&["--time", "x", "open.cert"], 2, "Usage: "),
    ] {
        let (found, text) = run(folder.path(), files);
        assert!(found == Some(code) && text.contains(what), "{files:?}: {found:?} {text}");
    }
}

#[test]
fn a_sequence_with_too_many_branches_is_not_decided() {
    let folder = tempfile::tempdir().unwrap();
    // Random moves: nearly every maze of this size is solved, each in a branch of its own.
    let mut state = 1u32;
    let moves = (0..300_000).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ['u', 'd', 'l', 'r'][(state >> 30) as usize]
    });
    let sequence: String = moves.collect();
    let text = format!(
        r#"{{"schema":1,"kind":"sequences","width":8,"height":8,
        "claim":{{"solves-all":{{"sequence":"{sequence}"}}}}}}"#
    );
    fs::write(folder.path().join("long.cert"), text).unwrap();
    let (code, said) = run(folder.path(), &["--time", "1", "long.cert", "long.cert"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("more than 1 s; allow more with --time 10"), "{said}");
}
