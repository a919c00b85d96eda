//! A program that is checked like rules: in parts, on given positions, and when it runs at all.

use deadmove_core::sealed::seal;
use serde_json::Value;

use super::{answers, installed, shell, three_rules, with_program_file, with_right_program};
use crate::program::{Folder, Ran, deadmove, repository};

#[test]
fn a_program_file_is_checked_like_rules() {
    let ran = with_program_file().deadmove(&["check", "ours.program", "--size", "5"]);
    let shown = ran.to_string().replace(three_rules(), "three_rules");
    insta::assert_snapshot!(shown);
}

#[test]
fn a_program_runs_only_if_its_path_or_that_of_its_set_is_given() {
    let ours = "name p\nrun /bin/sh -c 'touch ran; while read -r q; do echo -; done'\n";
    let rule = std::fs::read_to_string(repository().join("examples/tour/right.rule")).unwrap();
    let folder = || {
        Folder::new(&[
            ("rules/a.rule", &rule),
            ("rules/p.program", ours),
            ("rules/ours.set", "include p.program\n"),
        ])
    };
    for (rules, code, runs) in [
        ("rules", 3, false),
        ("ours", 2, false),
        ("rules/ours.set", 1, true),
        ("rules/p.program", 1, true),
    ] {
        let folder = folder();
        let ran = folder.deadmove(&["check", rules, "--size", "5"]);
        assert_eq!(ran.code(), Some(code), "{ran}");
        assert_eq!(folder.path().join("rules/ran").exists(), runs, "{rules}");
    }
    for arguments in [
        &["prove", "rules/p.program"][..],
        &["check", "rules/p.program", "rules/a.rule", "--size", "5"],
        &["check", "rules/p.program", "--size", "5", "--stuck"],
        &["check", "rules/p.program", "--size", "5", "--walks", "9"],
        &["check", "rules/a.rule", "--size", "5", "--drawings", "2"],
        &["walk", "rules/p.program", "--size", "5", "--half"],
        &["check", "rules/p.program", "--size", "5", "--missed", "--resume", "state.json"],
        &["check", "--program", "", "--size", "5"],
        &["check", "--program", "a 'b", "--size", "5"],
        &["check", "--program", "/bin/cat", "--size", "9", "--drawings", "all"],
        &["check", "--program", "/bin/cat", "--size", "6"],
    ] {
        let folder = folder();
        let ran = folder.deadmove(arguments);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(!folder.path().join("rules/ran").exists(), "{arguments:?}");
    }
}

#[test]
fn a_check_of_a_program_in_parts_is_the_whole() {
    // A fast program, as only boards from 7×7 on have several chunks. It allows one dead move.
    let script = "s/7x7 DRURRRRRDLLLLDRDDD$/R/; s/7x7.*[RU]$/-/; s/7x7.*/?/";
    let sed = installed("sed").unwrap();
    let program = format!("name Fast\nrun {} -u '{script}'\n", sed.display());
    let folder = Folder::new(&[("fast.program", &program)]);
    let check = |more: &[&str]| {
        let first = ["check", "fast.program", "--size", "7", "--json"];
        folder.deadmove(&[&first, more].concat())
    };
    let whole = check(&[]);
    assert_eq!(whole.code(), Some(1), "{whole}");
    assert!(whole.stdout().contains("\"dead_allowed\":1,"), "{whole}");
    let first = ["--shard", "1/2", "--resume", "state"];
    let begun = check(&[&first[..], &["--max-chunks", "1"]].concat());
    let edited = folder.read("state").replace("\"dead_allowed\":", "\"dead_allowed\":1");
    let parts = [check(&first), check(&["--shard", "2/2"])];
    assert_ne!(begun.stdout(), parts[0].stdout());
    for part in [&begun, &parts[0], &parts[1]] {
        assert!(part.stdout().contains("\"complete\":false"), "{part}");
    }
    folder.write("1.json", parts[0].stdout().as_bytes());
    folder.write("2.json", parts[1].stdout().as_bytes());
    let merged = folder.deadmove(&["merge", "2.json", "1.json", "--json"]);
    assert_eq!((merged.stdout(), merged.code()), (whole.stdout(), Some(1)));
    let twice = folder.deadmove(&["merge", "1.json", "1.json"]);
    assert_eq!(twice.code(), Some(2), "{twice}");
    folder.write("state", edited.as_bytes());
    assert_eq!(check(&first).code(), Some(2));
}

#[test]
fn a_part_of_a_check_of_a_right_program_is_called_a_part() {
    let ran = with_right_program().deadmove(&["check", "right.program", "--size", "3,5"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    let folder = with_program_file();
    let part = ["check", "ours.program", "--size", "7", "--shard", "1/1", "--max-chunks", "1"];
    let ran = folder.deadmove(&part);
    assert!(ran.stdout().contains("PARTIAL: "), "{ran}");
    assert!(!ran.stdout().contains("yes, "), "{ran}");
}

#[test]
fn a_report_of_a_program_that_lacks_positions_or_findings_is_refused() {
    let folder = with_right_program();
    let check = |more: &[&str]| {
        folder.deadmove(&[&["check", "right.program", "--size", "5", "--json"], more].concat())
    };
    let whole = check(&[]);
    assert_eq!(whole.code(), Some(0), "{whole}");
    for (key, from, to) in [
        ("positions", "\"positions\":578", "\"positions\":3"),
        ("findings", "\"live_forbidden\":0", "\"live_forbidden\":1"),
        ("positions", "\"positions\":578", "\"positions\":18446744073709551615"),
    ] {
        let (content, _) = whole.stdout().rsplit_once(",\"blake3\"").unwrap();
        let changed = content.replace(from, to);
        assert_ne!(changed, content, "{key}");
        folder.write("forged.json", seal(&format!("{changed}}}")).as_bytes());
        for ran in [check(&["--resume", "forged.json"]), folder.deadmove(&["merge", "forged.json"])]
        {
            assert_eq!(ran.code(), Some(2), "{ran}");
        }
    }
}

#[test]
fn all_drawings_of_a_position_are_asked_about() {
    let script = shell("while read -r question; do echo \"?\"; done");
    let ran =
        deadmove(&["check", "--program", &script, "--size", "5", "--drawings", "all", "--json"]);
    let report = answers(&ran);
    assert_eq!((&report["positions"], &report["questions"]), (&578.into(), &1479.into()));
}

#[test]
fn a_program_is_asked_about_given_positions_of_any_board() {
    let folder = with_program_file();
    let check =
        |more: &[&str]| folder.deadmove(&[&["check", "ours.program", "--json"], more].concat());
    let positions = folder.deadmove(&["positions", "--size", "5", "--json"]);
    std::fs::write(folder.path().join("all.jsonl"), positions.stdout()).unwrap();
    let (listed, given) = (check(&["--size", "5"]), check(&["--positions", "all.jsonl"]));
    let counts = |ran: &Ran| {
        let report: Value = serde_json::from_str(ran.stdout()).unwrap();
        ["positions", "live_forbidden", "dead_allowed", "dead_moves", "forbidden", "unanswered"]
            .map(|key| report[key].as_u64().unwrap())
    };
    assert_eq!(counts(&given), counts(&listed));
    assert_eq!((given.code(), listed.code()), (Some(1), Some(1)));

    let other = concat!(
        r#"{"width":5,"height":4,"start":[2,1],"end":[1,4],"blocked":[[1,1],[3,3]],"path":"R"}"#,
        "\n",
        r#"{"n":3,"path":"RD"}"#,
        "\n",
        r#"{"n":3,"path":"RX"}"#,
    );
    std::fs::write(folder.path().join("other.jsonl"), other).unwrap();
    let ran = check(&["--positions", "other.jsonl"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
    let report: Value = serde_json::from_str(ran.stdout()).unwrap();
    assert_eq!((&report["unread"], &report["dead_positions"]), (&1.into(), &2.into()), "{ran}");

    let silent = shell("while read -r q; do echo \"? later\"; done");
    let ran = deadmove(&["check", "--program", &silent, "--positions", "/dev/null"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
    let file = folder.path().join("all.jsonl");
    let ran = deadmove(&["check", "--program", &silent, "--positions", file.to_str().unwrap()]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert!(ran.stdout().contains("the program gives no answer: later"), "{ran}");
    let ran = deadmove(&["check", "9x9", "--positions", file.to_str().unwrap()]);
    assert_eq!(ran.code(), Some(2), "{ran}");
}

#[test]
fn a_program_is_compared_with_rules_and_with_another_program() {
    let folder = with_program_file();
    let ran = folder.deadmove(&["compare", "ours.program", "--with", "mined-9", "--size", "5"]);
    insta::assert_snapshot!(ran.to_string());
    let same = ["compare", "--program", three_rules(), "--with", "ours.program", "--size", "5"];
    let ran = folder.deadmove(&same);
    assert_eq!(ran.code(), Some(0), "{ran}");
}
