//! `deadmove missed`.

use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, all, command, deadmove, repository, run};

const NEAR: [&str; 2] = ["rules/near-field", "rules/edge"];
const WRONG: &str = "rules/near-field/close-side-straight.rule";

fn missed(more: &[&str]) -> Vec<String> {
    let words = ["missed"].iter().chain(&NEAR).chain(more);
    words.map(|&word| word.to_owned()).collect()
}

#[test]
fn near_field_and_edge_rules_on_5x5_miss_only_the_step_onto_the_end_cell() {
    let arguments = missed(&["--size", "5"]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ran = deadmove(&arguments);
    assert_eq!(ran.code(), Some(1), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn the_most_frequent_patterns_on_7x7_are_shown_with_what_they_share() {
    assert_snapshot!(deadmove(&["missed", "rules/edge", "--size", "7", "--top", "3"]));
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
    let number = |value: &Value| value.as_u64().unwrap();
    let top = report["top"].as_array().unwrap();
    assert_eq!(report["schema"], 1);
    assert_eq!(number(&report["dead_moves"]), 50_058);
    assert_eq!(number(&report["forbidden"]) + number(&report["allowed"]), 50_058);
    assert_eq!(number(&report["patterns"]), top.len() as u64);
    let counts: Vec<u64> = top.iter().map(|group| number(&group["count"])).collect();
    assert_eq!(counts.iter().sum::<u64>(), number(&report["allowed"]));
    assert!(counts.is_sorted_by(|a, b| a >= b), "the most frequent first: {counts:?}");
}

#[test]
fn unsound_rules_are_left_out_on_request_and_named() {
    let run = |more: &[&str]| {
        deadmove(
            &[&["missed", WRONG, "rules/edge/c-shape.rule", "--size", "5", "--json"], more]
                .concat(),
        )
    };
    let (with, without) = (run(&[]), run(&["--sound-only"]));
    assert_eq!(with.stderr(), "");
    assert_eq!(without.stderr(), "left out, unsound on 5×5: close side straight\n");
    let allowed = |ran: &super::program::Ran| {
        let report: Value = serde_json::from_str(ran.stdout()).unwrap();
        (report["allowed"].as_u64().unwrap(), report["asked"]["left_out"].clone())
    };
    assert_eq!(allowed(&with).1, Value::Null);
    assert_eq!(allowed(&without).1, serde_json::json!(["close side straight"]));
    assert!(allowed(&with).0 < allowed(&without).0);
}

#[test]
fn the_output_says_how_many_unsound_rules_were_left_out() {
    let run = |rules: &[&str], more: &[&str]| {
        deadmove(&[&["missed", "--size", "5", "--top", "0"], rules, more].concat())
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
        folder.deadmove(&[&["missed", "any.rule", "--size", "5", "--json"], more].concat())
    };
    // Nothing is missed, since the rule forbids every move to the left, live ones as well.
    let plain = missed(&[]);
    assert_eq!((plain.code(), plain.stderr()), (Some(3), ""), "{plain}");
    for _ in 0..2 {
        let kept = missed(&["--cache", "lists"]);
        assert_eq!((kept.code(), kept.stderr()), (Some(3), ""), "{kept}");
        assert_eq!(kept.stdout(), plain.stdout());
    }
    folder.write("lists/live-5x5.list", b"");
    assert_eq!(missed(&["--cache", "lists"]).code(), Some(2));
}

#[test]
fn nothing_is_missed_by_a_complete_set() {
    let ran = deadmove(&["missed", "rules", "--include-wrong", "--size", "5", "--sound-only"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn boards_without_a_list_and_missing_rules_are_refused() {
    let folder = Folder::new(&[(
        "7.rule",
        "name seven\nsizes 7\nsource me\npicture\n  . L\nforbids left\n",
    )]);
    let run = |arguments: &[&str]| folder.deadmove(arguments);
    assert_snapshot!(all([
        run(&["missed", "7.rule", "--size", "0"]),
        run(&["missed", "7.rule", "--size", "1"]),
        run(&["missed", "7.rule", "--size", "4"]),
        run(&["missed", "7.rule", "--size", "11"]),
        run(&["missed", "7.rule", "--size", "5"]),
        run(&["missed", "nowhere", "--size", "5"]),
        run(&["missed", "7.rule"]),
        run(&["missed", "7.rule", "--size", "7", "--memory", "1"]),
    ]));
}
