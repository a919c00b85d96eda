//! Characters that a reader does not see: refused in files with a place, escaped in names of files.
#![cfg(unix)]

use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, all};

const RULE: &str =
    "name        door\nplacements  all\n\npicture\n  # X #\n  ? L ?\n\nforbids ahead\n";

/// Direction marks and overrides, separators of lines and paragraphs, other controls.
const UNSEEN: [char; 16] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}',
    '\u{2069}', '\u{200e}', '\u{200f}', '\u{61c}', '\u{2028}', '\u{2029}', '\u{85}', '\u{7}',
];

#[test]
fn rules_and_cases_with_characters_that_nobody_sees_are_refused_with_the_place() {
    for letter in UNSEEN {
        let folder = Folder::new(&[
            ("a.rule", &RULE.replace("door", &format!("do{letter}or"))),
            ("a.case", &format!("# a{letter}b\nboard 3x3\npath RR\n")),
        ]);
        let rule = folder.deadmove(&["rules", "show", "a.rule"]);
        let case = folder.deadmove(&["judge", "a.case"]);
        for (ran, place) in [(&rule, "a.rule:1:15"), (&case, "a.case:1:4")] {
            assert_eq!(ran.code(), Some(2), "{letter:?} {ran}");
            assert!(ran.stderr().contains("this character cannot be seen"), "{letter:?} {ran}");
            assert!(ran.stderr().contains(place), "{letter:?} {ran}");
            assert!(!ran.to_string().contains(letter), "{letter:?} {ran}");
        }
    }
}

#[test]
fn names_of_files_are_printed_with_such_characters_escaped() {
    let name = "a\u{202e}\u{2028}b";
    let (rule, case) = (format!("{name}.rule"), format!("{name}.case"));
    let folder = Folder::new(&[
        (&rule, RULE),
        (&case, "board 3x3\npath RR\n"),
        ("batch.jsonl", "{\"name\":\"x\\u202ey\\u0085z\",\"n\":3,\"path\":\"RR\"}\n"),
    ]);
    let missing = format!("{name}.path");
    let runs = [
        folder.deadmove(&["judge", &case, "--color", "always"]),
        folder.deadmove(&["check", &rule, "--size", "5"]),
        folder.deadmove(&["judge", &missing]),
        folder.deadmove(&["rules", "lint", &rule]),
        folder.deadmove(&["judge", "--jsonl", "batch.jsonl"]),
        folder.deadmove(&["judge", &format!("--{name}")]),
    ];
    for ran in &runs {
        for shown in [ran.stdout(), ran.stderr()] {
            assert!(!shown.contains(|c| UNSEEN.contains(&c)), "{ran}");
        }
    }
    let [_, _, shown @ ..] = runs;
    assert_snapshot!(all(shown).replace(name, "NAME"));
    let ran = folder.deadmove(&["check", &rule, "--size", "5", "--json"]);
    assert!(!ran.stdout().contains(|c| UNSEEN.contains(&c)), "{ran}");
    let report: Value = serde_json::from_str(ran.stdout()).unwrap();
    assert!(report.to_string().contains(&rule), "JSON keeps the name: {ran}");
}
