//! Text as programs of Windows write it: lines that end in CR LF, and UTF-16, with a byte order
//! mark as `>` of Windows PowerShell writes it, or without one.

use super::drawn::{BEHIND, CROSS, FREE, LIVE, PINK, drawing};
use super::program::{Folder, Ran, deadmove, repository};

const RULE: &str = include_str!("../../rules/edge/border-turn.rule");
const FAMILY: &str = include_str!("../../rules/area/u.rule");

/// The forms of a text.
fn forms(text: &str) -> [(&'static str, Vec<u8>); 5] {
    let windows = text.replace('\n', "\r\n");
    let units = || std::iter::once(0xfeff).chain(windows.encode_utf16());
    [
        ("CR LF", windows.clone().into_bytes()),
        ("UTF-8 with a mark", format!("\u{feff}{windows}").into_bytes()),
        ("UTF-16", units().flat_map(u16::to_le_bytes).collect()),
        ("UTF-16 without a mark", units().skip(1).flat_map(u16::to_le_bytes).collect()),
        ("big-endian UTF-16", units().flat_map(u16::to_be_bytes).collect()),
    ]
}

/// A text file of each format, with a command that reads it.
fn files() -> Vec<(&'static str, String, &'static str)> {
    let read = |name: &str| std::fs::read_to_string(repository().join(name)).unwrap();
    let json = |words: &[&str]| deadmove(words).stdout().to_owned();
    let site = "site a.json --rules turn.rule --out site";
    let svg = [(1, 2, &[PINK, LIVE, BEHIND][..]), (1, 1, &[FREE]), (2, 2, &[CROSS])];
    vec![
        ("a.rule", FAMILY.to_owned(), "check a.rule --size 5 --json"),
        ("a.set", "about Gates — two\ninclude turn.rule\n".to_owned(), "rules list a.set --json"),
        ("a.case", read("cases/reasons/colour.case"), "judge a.case --json"),
        ("a.txt", read("examples/tour/saved.txt"), "judge a.txt --json"),
        ("a.txt", "RRDD\nLLD\n".to_owned(), "judge a.txt --board 5x5 --json"),
        ("a.jsonl", read("examples/tour/positions.jsonl"), "judge --jsonl a.jsonl --json"),
        ("a.jsonl", read("examples/tour/positions.jsonl"), "judge a.jsonl --json"),
        ("a.svg", drawing("|False|False|", (2, 2), &svg), "rules import a.svg"),
        (
            "a.txt",
            "size 5\nbase turn.rule\n104 turn.rule\n".to_owned(),
            "lab milestones a.txt --json",
        ),
        ("a.json", json(&["check", "lemmas", "--size", "5", "--json"]), "merge a.json --json"),
        ("a.json", json(&["prove", "rules/edge/border-turn.rule", "--json"]), site),
        ("a.program", "name A\nrun no-such-program\n".to_owned(), "check a.program --size 5"),
    ]
}

#[test]
fn every_text_format_is_read_in_the_encodings_of_windows() {
    for (name, text, line) in files() {
        let words: Vec<&str> = line.split(' ').collect();
        let run = |bytes: &[u8]| -> Ran {
            let folder = Folder::new(&[("turn.rule", RULE)]);
            folder.write(name, bytes);
            folder.deadmove(&words)
        };
        let plain = run(text.as_bytes());
        // The program of a program file is missing.
        assert_eq!(plain.code() == Some(2), name == "a.program", "{plain}");
        for (form, bytes) in forms(&text) {
            assert_eq!(run(&bytes).to_string(), plain.to_string(), "{form}");
        }
    }
}

#[test]
fn json_lines_on_standard_input_may_be_utf_16() {
    let line = "{\"n\":5,\"path\":\"RRDD\"}\n";
    let bytes: Vec<u8> =
        std::iter::once(0xfeff).chain(line.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let folder = Folder::new(&[]);
    let words = ["judge", "--jsonl", "-", "--json"];
    let plain = folder.with_input(&words, line.as_bytes());
    assert_eq!((plain.code(), plain.stdout().lines().count()), (Some(0), 1), "{plain}");
    assert_eq!(folder.with_input(&words, &bytes).to_string(), plain.to_string());
}

#[test]
fn an_expectation_is_written_into_a_case_of_utf_16_as_utf_8_with_a_mark() {
    for (form, bytes) in forms("board 5x5\npath RRDD\n") {
        let folder = Folder::new(&[]);
        folder.write("a.case", &bytes);
        let ran = folder.deadmove(&["judge", "a.case", "--write-expect"]);
        assert_eq!(ran.code(), Some(0), "{ran}");
        let written = folder.read("a.case");
        let marked = !["CR LF", "UTF-16 without a mark"].contains(&form);
        assert_eq!(written.starts_with('\u{feff}'), marked, "{form}");
        assert!(written.contains("\r\nexpect "), "{written:?}");
    }
}

#[test]
fn half_a_text_of_utf_16_is_refused_as_no_text() {
    let folder = Folder::new(&[]);
    folder.write("a.case", b"\xff\xfeb\0o");
    folder.write("a.rule", b"\xff\xfen\0a");
    for words in [["judge", "a.case"], ["judge", "a.rule"]] {
        let ran = folder.deadmove(&words);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains("expected a file saved as UTF-8"), "{ran}");
    }
}
