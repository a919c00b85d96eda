//! `deadmove check --missed`.

use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, all, command, deadmove, repository, run};

const NEAR: [&str; 2] = ["rules/near-field", "rules/edge"];
const WRONG: &str = "rules/near-field/close-side-straight.rule";

fn missed(more: &[&str]) -> Vec<String> {
    let words = ["check", "--missed"].iter().chain(&NEAR).chain(more);
    words.map(|&word| word.to_owned()).collect()
}

#[test]
fn near_field_and_edge_rules_on_5x5_allow_only_to_enter_the_end_cell_early() {
    let arguments = missed(&["--size", "5", "--complete"]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ran = deadmove(&arguments);
    assert_eq!(ran.code(), Some(0), "{ran}");
    assert_snapshot!(ran);
    let json = deadmove(&[&arguments[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(json.stdout()).unwrap();
    let (set, missed) = (&report["set"], &report["missed"]);
    assert_eq!((&set["verdict"], &set["dead_moves"]), (&"complete".into(), &346.into()));
    assert_eq!((&set["allowed"], &set["example"]), (&0.into(), &Value::Null));
    assert!(set["early_ends"].as_u64() > Some(0), "{set}");
    assert_eq!(missed["early_ends"], set["early_ends"]);
    assert_eq!((&missed["allowed"], &missed["patterns"]), (&0.into(), &0.into()));
}

#[test]
fn the_most_frequent_patterns_on_7x7_are_shown_with_what_they_share() {
    assert_snapshot!(deadmove(&["check", "rules/edge", "--size", "7", "--missed", "--top", "3"]));
}

#[test]
fn json_is_the_same_for_one_thread_and_two_and_adds_up() {
    let arguments = missed(&["--size", "7", "--top", "1000", "--json"]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let with_threads = |threads: &str| {
        let mut command = command(repository(), &arguments);
        command.env("RAYON_NUM_THREADS", threads);
        run(command, &arguments)
    };
    let (one, two) = (with_threads("1"), with_threads("2"));
    assert_eq!(one.stdout(), two.stdout());
    let report: Value = serde_json::from_str(one.stdout()).unwrap();
    let (set, report) = (&report["set"], &report["missed"]);
    let number = |value: &Value| value.as_u64().unwrap();
    let top = report["top"].as_array().unwrap();
    assert_eq!(number(&report["dead_moves"]), 50_058);
    for key in ["dead_moves", "forbidden", "allowed", "early_ends"] {
        assert_eq!(report[key], set[key], "{key}");
    }
    let counts = ["forbidden", "allowed", "early_ends"].map(|key| number(&report[key]));
    assert_eq!(counts.iter().sum::<u64>(), 50_058);
    assert_eq!(number(&report["patterns"]), top.len() as u64);
    let counts: Vec<u64> = top.iter().map(|group| number(&group["count"])).collect();
    assert_eq!(counts.iter().sum::<u64>(), number(&report["allowed"]));
    assert!(counts.is_sorted_by(|a, b| a >= b), "the most frequent first: {counts:?}");
}

#[test]
fn unsound_rules_are_left_out_on_request_and_named() {
    let run = |more: &[&str]| {
        let check = ["check", WRONG, "rules/edge/c-shape.rule", "--size", "5", "--missed"];
        let ran = deadmove(&[&check[..], &["--json"], more].concat());
        assert_eq!((ran.code(), ran.stderr()), (Some(1), ""), "a rule is wrong in any case: {ran}");
        let report: Value = serde_json::from_str(ran.stdout()).unwrap();
        report["missed"].clone()
    };
    let (with, without) = (run(&[]), run(&["--sound-only"]));
    assert_eq!(with["asked"]["left_out"], Value::Null);
    assert_eq!(without["asked"]["left_out"], serde_json::json!(["close side straight"]));
    assert!(with["allowed"].as_u64().unwrap() < without["allowed"].as_u64().unwrap());
}

#[test]
fn the_output_says_which_unsound_rules_were_left_out() {
    let run = |rules: &[&str], more: &[&str]| {
        deadmove(&[&["check", "--missed", "--size", "5", "--top", "0"], rules, more].concat())
    };
    let sound = "rules/edge/c-shape.rule";
    assert_snapshot!(all([
        run(&[WRONG, sound], &[]),
        run(&[WRONG, sound], &["--sound-only"]),
        run(&[sound], &["--sound-only"]),
        run(&[WRONG], &["--sound-only"]),
    ]));
}

#[test]
fn a_kept_list_is_made_and_used_and_a_damaged_one_refused() {
    let folder =
        Folder::new(&[("any.rule", "name any\nsource me\npicture\n  . L\nforbids left\n")]);
    let missed = |more: &[&str]| {
        folder
            .deadmove(&[&["check", "any.rule", "--size", "5", "--missed", "--json"], more].concat())
    };
    let plain = missed(&[]);
    assert_eq!((plain.code(), plain.stderr()), (Some(1), ""), "{plain}");
    for _ in 0..2 {
        let kept = missed(&["--cache", "lists"]);
        assert_eq!((kept.code(), kept.stderr()), (Some(1), ""), "{kept}");
        assert_eq!(kept.stdout(), plain.stdout());
    }
    folder.write("lists/live-5x5.list", b"");
    assert_eq!(missed(&["--cache", "lists"]).code(), Some(2));
}

#[test]
fn nothing_is_missed_by_a_complete_set() {
    let ran = deadmove(&["check", "all-sizes", "--size", "5", "--missed", "--complete"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn several_sizes_have_patterns_of_their_own_and_information_does_not_change_the_exit_code() {
    let check = ["check", "rules/edge", "--size", "5,7", "--missed", "--stuck", "--json"];
    let ran = deadmove(&check);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let complete = deadmove(&[&check[..], &["--complete"]].concat());
    assert_eq!((complete.code(), complete.stdout()), (Some(1), ran.stdout()));
    let reports: Vec<Value> = serde_json::from_str(ran.stdout()).unwrap();
    for (report, dead) in reports.iter().zip([346, 50_058]) {
        assert_eq!(report["missed"]["dead_moves"], dead);
        assert_eq!(report["stuck"]["complete"], true);
        assert_eq!(report["stuck"]["followed"], serde_json::json!([]));
    }
}

#[test]
fn questions_that_need_the_list_engine_are_refused_without_it() {
    let run = |more: &[&str]| deadmove(&[&["check", "rules/edge", "--json"], more].concat());
    assert_snapshot!(all([
        run(&["--size", "11", "--missed"]),
        run(&["--size", "5", "--engine", "sat", "--stuck"]),
        run(&["--size", "5", "--missed", "--shard", "1/2"]),
        run(&["--size", "5", "--top", "3"]),
        run(&["--size", "5", "--at-the-limit", "--complete"]),
        run(&["--size", "7", "--missed", "--memory", "1"]),
    ]));
}
