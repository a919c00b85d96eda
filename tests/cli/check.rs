//! `deadmove check`.

use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, Ran, all, deadmove};

const C_SHAPE: &str = "rules/edge/c-shape.rule";
const VACUOUS: &str = "rules/near-field/far-straight-left-start-c.rule";
const WRONG: &str = "rules/near-field/close-side-straight.rule";

#[test]
fn the_near_field_on_7x7_is_shown_with_what_refutes_it() {
    assert_snapshot!(deadmove(&[
        "check",
        "rules/near-field",
        "rules/edge",
        "--include-wrong",
        "--size",
        "7"
    ]));
}

#[test]
fn all_shipped_rules_together_are_complete_on_5x5_and_7x7() {
    let ran = deadmove(&["check", "rules", "--include-wrong", "--sizes", "5,7", "--json"]);
    assert_eq!(ran.code(), Some(1), "some rules are wrong as drawn");
    let checks: Vec<Value> = serde_json::from_str(ran.stdout()).unwrap();
    let text: Vec<String> = checks.iter().map(summary).collect();
    assert_snapshot!(text.join("\n"));
    for (check, dead) in checks.iter().zip([346, 50_058]) {
        assert_eq!(check["schema"], 1);
        assert_eq!(check["engine"], "list");
        assert_eq!(check["complete"], true);
        assert_eq!(check["set"]["verdict"], "complete");
        assert_eq!(check["set"]["dead_moves"], dead);
        assert_eq!(check["set"]["forbidden"], dead);
        assert_eq!(check["set"]["allowed"], 0);
        assert_eq!(check["set"]["early_ends"], 0);
        assert_eq!(check["set"]["example"], Value::Null);
    }
}

/// The verdict on every rule that is not vacuous, in a line.
fn summary(check: &Value) -> String {
    let rules = check["rules"].as_array().unwrap();
    let mut text = format!("size {}, {} rules and claims\n", check["size"], rules.len());
    for rule in rules.iter().filter(|rule| rule["verdict"] != "vacuous") {
        text += &format!(
            "{} {} {} {} {}",
            rule["verdict"],
            rule["matches"],
            rule["forbids_dead"],
            rule["forbids_live"],
            rule["name"]
        );
        let example = &rule["counterexample"];
        if example["path"].is_string() {
            text += &format!(" {} {} {}", example["size"], example["path"], example["move"]);
        }
        text.push('\n');
    }
    text
}

#[test]
fn verdicts_are_told_apart_by_the_exit_code() {
    assert_snapshot!(all([
        deadmove(&["check", C_SHAPE, "--size", "3"]),
        deadmove(&["check", WRONG, "--size", "3", "--json"]),
        deadmove(&["check", VACUOUS, "--size", "3", "--json"]),
    ]));
    let code = |more: &[&str]| deadmove(&[&["check", "--size", "5"], more].concat()).code();
    // Sound, but not complete.
    assert_eq!(code(&[C_SHAPE]), Some(0));
    assert_eq!(code(&[C_SHAPE, "--complete"]), Some(1));
    assert_eq!(code(&[C_SHAPE, "--engine", "sat"]), Some(0));
    assert_eq!(code(&[C_SHAPE, "--engine", "sat", "--complete"]), Some(3));
    assert_eq!(code(&[WRONG]), Some(1));
    assert_eq!(code(&[WRONG, "--engine", "sat"]), Some(1));
    assert_eq!(code(&["all-sizes", "--complete"]), Some(0));
}

#[test]
fn rules_that_forbid_nothing_are_listed_and_count_if_all_do_or_on_request() {
    // The cell ahead is drawn wherever this matches on 3×3.
    let nothing = "name nothing\nsource me\npicture\n  X ?\n  L +\n  . #\n  # ?\nforbids ahead\n";
    let folder = Folder::new(&[("nothing.rule", nothing)]);
    for (file, rule) in [("vacuous.rule", VACUOUS), ("sound.rule", C_SHAPE)] {
        folder.write(file, &std::fs::read(super::program::repository().join(rule)).unwrap());
    }
    let check = |more: &[&str]| folder.deadmove(&[&["check"], more].concat());
    let all_vacuous = check(&["vacuous.rule", "nothing.rule", "--size", "3"]);
    let some = check(&["vacuous.rule", "sound.rule", "--size", "3,5"]);
    let none_allowed = check(&["vacuous.rule", "sound.rule", "--size", "3", "--no-vacuous"]);
    let codes = [&all_vacuous, &some, &none_allowed].map(Ran::code);
    assert_eq!(codes, [Some(3), Some(0), Some(3)]);
    assert_snapshot!(all([all_vacuous, some, none_allowed]));
    let json = check(&["vacuous.rule", "nothing.rule", "sound.rule", "--size", "3", "--json"]);
    let report: Value = serde_json::from_str(json.stdout()).unwrap();
    let because = |at: usize| (&report["rules"][at]["verdict"], &report["rules"][at]["vacuous"]);
    assert_eq!(because(0), (&"vacuous".into(), &"never-matched".into()));
    assert_eq!(because(1), (&"vacuous".into(), &"nothing-to-forbid".into()));
    assert_eq!(because(2), (&"sound".into(), &Value::Null));
}

#[test]
fn a_check_that_the_sat_engine_may_not_finish_suggests_a_proof() {
    let ran = deadmove(&["check", "rules/edge", "--size", "101", "--max-chunks", "0", "--json"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    let warning = ran.stderr().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        warning.starts_with("warning: on 101×101 the sat engine may need minutes or hours"),
        "{ran}"
    );
    assert!(warning.contains("`deadmove prove rules/edge`"), "{ran}");
}

#[test]
fn counterexamples_are_saved_as_cases_that_hold() {
    let folder = Folder::new(&[]);
    let rule = std::fs::read_to_string(super::program::repository().join(WRONG)).unwrap();
    folder.write("wrong.rule", rule.as_bytes());
    let ran = folder.deadmove(&["check", "wrong.rule", "--size", "7", "--out", "out"]);
    assert_eq!(ran.code(), Some(1), "{ran}");
    let judged = folder.deadmove(&["judge", "out", "--engine", "both"]);
    assert_eq!(judged.code(), Some(0), "{judged}");
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let cases = ["5x5-close-side-straight", "7x7-missed"];
    let files = cases.map(|name| [format!("{name}.case"), format!("{name}.svg")]);
    assert_eq!(names, files.concat());
    let picture = folder.read("out/5x5-close-side-straight.svg");
    for text in [
        "<title>close side straight forbids L, which is live: 5×5 board, ",
        "with the rule close side straight (upright)<",
        ">forbidden<",
        ">witness, 19 steps<",
    ] {
        assert!(picture.contains(text), "{text}: {picture}");
    }
    assert_snapshot!(folder.read("out/5x5-close-side-straight.case"));
}

#[test]
fn saved_counterexamples_are_replayed_before_the_next_run() {
    let folder = Folder::new(&[("out/broken.case", "board 5x5\npath X\n")]);
    for (name, rule) in [("wrong.rule", WRONG), ("right.rule", C_SHAPE)] {
        folder.write(name, &std::fs::read(super::program::repository().join(rule)).unwrap());
    }
    folder.deadmove(&["check", "wrong.rule", "--size", "5", "--out", "out"]);
    let again = |rule| {
        folder.deadmove(&["check", rule, "--size", "7", "--out", "out", "--fail-fast", "--json"])
    };
    let (wrong, right) = (again("wrong.rule"), again("right.rule"));
    assert_snapshot!(wrong);
    assert!(!right.stderr().contains("unsound") && right.stdout().contains(r#""complete":true"#));
}

#[test]
fn sizes_without_a_list_and_missing_rules_are_refused() {
    let folder = Folder::new(&[("empty/readme.txt", "")]);
    folder.write("7.rule", b"name seven\nsizes 7\nsource me\npicture\n  . L\nforbids left\n");
    let run = |arguments: &[&str]| folder.deadmove(arguments);
    let ran: Vec<Ran> = vec![
        run(&["check", "7.rule", "--size", "4"]),
        run(&["check", "7.rule", "--size", "0"]),
        run(&["check", "7.rule", "--size", "1"]),
        run(&["check", "7.rule", "--size", "11", "--engine", "list"]),
        run(&["check", "7.rule", "--size", "301", "--engine", "sat"]),
        run(&["check", "7.rule", "--size", "5"]),
        run(&["check", "7.rule"]),
        run(&["check", "empty", "--size", "5"]),
        run(&["check", "missing", "--size", "5"]),
    ];
    assert_snapshot!(all(ran));
}

#[test]
fn rules_that_are_not_for_a_size_are_named_and_those_of_one_name_have_cases_of_their_own() {
    let wrong = std::fs::read_to_string(
        super::program::repository().join("rules/near-field/close-side-straight.rule"),
    )
    .unwrap();
    let folder = Folder::new(&[("my rules/a.rule", &wrong), ("my rules/b.rule", &wrong)]);
    let only_7 = wrong.replacen("picture", "sizes 7\npicture", 1);
    folder.write("my rules/only-7.rule", only_7.as_bytes());
    let ran =
        folder.deadmove(&["check", "my rules", "--include-wrong", "--size", "5", "--out", "found"]);
    assert_eq!(ran.code(), Some(1), "{ran}");
    assert!(ran.stdout().contains("not checked: 1 file (my rules/only-7.rule)\n"), "{ran}");
    assert!(ran.stdout().contains("explain \"my rules/b.rule\" "), "{ran}");
    let cases = std::fs::read_dir(folder.path().join("found")).unwrap().count();
    assert_eq!(cases, 6, "a case and a picture for each rule and for the set");
}

#[test]
fn what_was_done_before_a_fault_is_reported() {
    let folder = Folder::new(&[]);
    let rule = "rules/edge/c-shape.rule";
    folder.write(rule, &std::fs::read(super::program::repository().join(rule)).unwrap());
    assert_eq!(
        folder.deadmove(&["check", rule, "--size", "7", "--cache", "lists"]).code(),
        Some(0)
    );
    let list = folder.path().join("lists/live-7x7.list");
    let mut bytes = std::fs::read(&list).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&list, bytes).unwrap();
    let check = ["check", rule, "--sizes", "5,7,3", "--cache", "lists", "--json"];
    let ran = folder.deadmove(&check);
    assert_eq!(ran.code(), Some(2), "{ran}");
    let checks: serde_json::Value = serde_json::from_str(ran.stdout()).unwrap();
    let complete: Vec<bool> =
        checks.as_array().unwrap().iter().map(|check| check["complete"] == true).collect();
    assert_eq!(complete, [true, false, false]);
}

#[test]
fn claims_at_their_limits_are_shown_without_a_verdict_on_a_set() {
    let ran = deadmove(&["check", "rules/area/s.rule", "--size", "5", "--at-the-limit"]);
    assert_snapshot!(ran);
}

#[test]
fn no_rule_has_to_forbid_entering_the_end_cell_early_and_the_checker_counts_it() {
    let rules = ["rules/near-field", "rules/edge"];
    let explained =
        deadmove(&[&["explain"], &rules[..], &["--board", "5x5", "--path", "RRRRDDD"]].concat());
    assert_eq!(explained.code(), Some(0), "{explained}");
    let text = explained.stdout().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.ends_with("D enters the end cell early, which no rule has to forbid"), "{text}");
    let checked = deadmove(&[&["check"], &rules[..], &["--size", "5", "--complete"]].concat());
    assert_eq!(checked.code(), Some(0), "{checked}");
    let folder = Folder::new(&[]);
    let cert = folder.path().join("cert").display().to_string();
    let certify = ["--size", "5", "--engine", "list", "--out", &cert];
    let certified = deadmove(&[&["certify"], &rules[..], &certify].concat());
    let text = certified.stdout().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("entering the end cell early counts here"), "{certified}");
    deadmove_checker::check_folder(&folder.path().join("cert"), None)
        .expect("the checker accepts it");
}
