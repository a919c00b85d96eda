//! Rule sets: what a person may write where rules are expected.

use insta::assert_snapshot;

use super::program::{Folder, all, command, deadmove, repository, run};

const RULE: &str = "name one\nsource a test\npicture\n  . L X\nforbids right\n";

#[test]
fn sets_with_names_are_listed_and_found_from_folders_below() {
    assert_snapshot!(deadmove(&["rules", "sets"]));
    let arguments = ["check", "mined-9", "--size", "5", "--complete", "--quiet"];
    let below = run(command(&repository().join("docs"), &arguments), &arguments);
    assert_eq!(below.code(), Some(0), "{below}");
}

#[test]
fn a_set_of_ones_own_is_walked_by_and_named_in_the_command_to_run_next() {
    let folder = Folder::new(&[
        ("mine/one.rule", RULE),
        ("mine/two.rule", &RULE.replace("one", "two")),
        ("best.set", "include mine\nexclude mine/two.rule\n"),
    ]);
    let words = ["walk", "best.set", "--size", "5"];
    let mut walk = command(folder.path(), &words);
    walk.env("DEADMOVE_HINTS", "1");
    let walked = run(walk, &words);
    assert!(walked.stdout().contains("\nnext: deadmove explain best.set --board 5x5"), "{walked}");
}

#[test]
fn wrong_rules_take_part_by_name_or_on_request() {
    let wrong = RULE.replace("source", "status wrong since 5x5\nsource");
    let folder = Folder::new(&[("all/one.rule", RULE), ("all/wrong.rule", &wrong)]);
    let checked = |arguments: &[&str]| {
        let ran = folder.deadmove(&[&["check"], arguments, &["--size", "5", "--json"]].concat());
        let report: serde_json::Value = serde_json::from_str(ran.stdout()).unwrap();
        report["rules"].as_array().unwrap().len()
    };
    assert_eq!(checked(&["all"]), 1);
    assert_eq!(checked(&["all", "--include-wrong"]), 2);
    assert_eq!(checked(&["all", "all/wrong.rule"]), 2);
}

#[test]
fn slips_in_sets_are_explained() {
    let folder = Folder::new(&[
        ("mine/one.rule", RULE),
        ("keyword.set", "about Mine.\nuse mine\n"),
        ("missing.set", "include yours\n"),
        ("slip.set", "includ mine\n"),
        ("excludes.set", "include mine\nexclude mine/two.rule\n"),
        ("wrong/one.rule", &RULE.replace("source", "status wrong since 5x5\nsource")),
        ("status.rule", &RULE.replace("source", "status fine\nsource")),
        ("rules/mine.set", "include ../mine\n"),
    ]);
    let check = |rules: &str| folder.deadmove(&["check", rules, "--size", "5"]);
    let sets = [
        "keyword.set",
        "missing.set",
        "excludes.set",
        "wrong",
        "status.rule",
        "mine",
        "yours",
        "mime",
        "mine/on.rule",
        "slip.set",
    ];
    let ran: Vec<_> = sets.into_iter().map(check).collect();
    assert!(ran.iter().all(|ran| ran.code() == Some(2)));
    assert_snapshot!(all(ran));
}

#[test]
fn moves_are_read_in_either_case() {
    let judge = |path: &str| deadmove(&["judge", "--board", "5x5", "--path", path, "--json"]);
    let [upper, lower] = [judge("RRDLD"), judge("rrdLd")];
    assert_eq!(upper.code(), Some(0));
    assert_eq!(upper.stdout(), lower.stdout());
}

#[test]
fn even_sizes_are_refused_or_warned_about_wherever_a_line_leads_from_corner_to_corner() {
    let even = RULE.replace("source", "sizes 8\nsource");
    let folder = Folder::new(&[("one.rule", RULE), ("even.rule", &even)]);
    for command in ["walk", "check", "prove"] {
        let ran = folder.deadmove(&[command, "one.rule", "--size", "8"]);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains("even board"), "{ran}");
    }
    let lint = folder.deadmove(&["rules", "lint", "even.rule"]);
    assert!(lint.stdout().contains("no line fills a board of 8×8"), "{lint}");
}

#[test]
fn the_known_rules_are_walked_by_without_those_known_to_be_wrong() {
    let walk = deadmove(&["walk", "rules/", "--size", "5"]);
    assert_eq!(walk.code(), Some(0), "{walk}");
    assert!(walk.stderr().contains("left out: 12 rules known to be wrong"), "{walk}");
    let dead = deadmove(&["walk", "rules", "--size", "5", "--stop", "dead"]);
    assert_eq!(dead.code(), Some(0), "{dead}");
    let stats = deadmove(&[
        "walk", "rules", "--order", "random", "--size", "5", "--runs", "5", "--limit", "10",
    ]);
    assert_eq!(stats.code(), Some(0), "{stats}");
    let wrong = deadmove(&["walk", "rules", "--include-wrong", "--size", "5", "--stop", "dead"]);
    assert_eq!((wrong.stderr(), wrong.code()), ("", Some(1)), "{wrong}");
}

#[test]
fn a_complete_set_with_a_wrong_rule_is_not_called_complete_alone() {
    let wrong = "rules/near-field/close-side-straight.rule";
    let ran = deadmove(&["check", "all-sizes", wrong, "--size", "5"]);
    assert_eq!(ran.code(), Some(1), "{ran}");
    let text = ran.stdout().split_whitespace().collect::<Vec<_>>().join(" ");
    let verdicts = "sound: no, 1 of 23 rules forbids a live move \
                    complete: yes, all 346 dead moves are forbidden \
                    unsound: 1 of 23 rules forbids a live move; complete exit code 1: ";
    assert!(text.contains(verdicts), "{ran}");
}

#[test]
fn one_rule_is_shown_however_it_is_named() {
    let folder = Folder::new(&[
        ("one/a.rule", RULE),
        ("two/a.rule", RULE),
        ("two/b.rule", &RULE.replace("one", "two")),
    ]);
    let shown = folder.deadmove(&["rules", "show", "one"]);
    assert!(shown.code() == Some(0) && shown.stdout().starts_with("one\n"), "{shown}");
    let several = folder.deadmove(&["rules", "show", "two"]);
    assert_eq!(several.code(), Some(2));
    assert!(several.stderr().contains("'two' stands for 2 rules"), "{several}");
}

#[test]
fn nothing_is_proved_or_certified_of_the_set_without_rules() {
    let folder = Folder::new(&[]);
    for words in [
        &["prove", "none"][..],
        &["certify", "none", "--size", "5", "--out", "c"],
        &["certify", "none", "--all-sizes", "--out", "c"],
    ] {
        let ran = folder.deadmove(words);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains("the set `none` has no rules"), "{ran}");
    }
}
