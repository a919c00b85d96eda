//! `deadmove rules new`: templates that are right, and what is refused.

use insta::assert_snapshot;

use super::program::{Folder, all, deadmove};

#[test]
fn every_template_lints_without_complaint_and_gets_a_verdict() {
    for (option, size, lines) in [
        (&[][..], "7", &["sound 8 6,450 9,904 0 crossing the wall"]),
        (&["--family"], "7", &["[D=2] later white"]),
        (&["--lemma"], "5", &["complete: yes, all 346 dead moves are forbidden"]),
    ] {
        let folder = Folder::new(&[]);
        let file = "crossing-the-wall.rule";
        let written = folder.deadmove(&[&["rules", "new", "-o", file], option].concat());
        let said = "crossing-the-wall.rule is written\n";
        assert_eq!((written.stdout(), written.stderr(), written.code()), (said, "", Some(0)));
        let text = folder.read(file);
        assert!(text.starts_with("name        crossing the wall\n"), "{text}");
        assert!(text.contains("docs/reference/rule-language.md"), "{text}");
        let lint = folder.deadmove(&["rules", "lint", file]);
        let answer = "\n1 rule: 0 errors, 0 warnings, 0 notes\n";
        assert!(lint.stdout().contains(answer), "{lint}");
        assert_eq!((lint.stderr(), lint.code()), ("", Some(0)));
        let check = folder.deadmove(&["check", file, "--size", size]);
        for line in lines {
            let text = check.stdout().split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(line), "{check}");
        }
        assert!(!check.stdout().contains("unsound"), "{check}");
    }
}

#[test]
fn the_templates_with_pictures_are_proved_for_every_board() {
    for option in ["--family", "--color=never"] {
        let folder = Folder::new(&[]);
        folder.deadmove(&["rules", "new", "-o", "a.rule", option]);
        let ran = folder.deadmove(&["prove", "a.rule", "--max", "3"]);
        assert_eq!(ran.code(), Some(0), "{ran}");
    }
}

#[test]
fn prints_a_template_with_remarks_on_its_lines() {
    assert_snapshot!(all([
        deadmove(&["rules", "new"]),
        deadmove(&["rules", "new", "wide stairs", "--family"]),
        deadmove(&["rules", "new", "--lemma"]),
    ]));
}

#[test]
fn replaces_no_file_and_refuses_names_that_no_rule_has() {
    let folder = Folder::new(&[("there.rule", "mine\n")]);
    assert_snapshot!(all([
        folder.deadmove(&["rules", "new", "-o", "there.rule"]),
        folder.deadmove(&["rules", "new", "-o", "no/folder.rule"]),
        folder.deadmove(&["rules", "new", "two\nlines"]),
        folder.deadmove(&["rules", "new", " "]),
    ]));
    assert_eq!(folder.read("there.rule"), "mine\n");
}
