//! `deadmove pass`: reports, single parts, and what it refuses.

use insta::assert_snapshot;
use serde_json::Value;

use deadmove_core::files::Shown;

use super::program::{Folder, Ran, all, deadmove, repository};

/// Rules that are sound, but too few.
const FEW: &str = "rules/edge";

/// Runs a pass with its state in a folder; the path of the folder does not show.
fn pass(folder: &Folder, arguments: &[&str]) -> Ran {
    let out = folder.path().join("pass").shown();
    deadmove(&[&["pass"], arguments, &["--out", &out]].concat())
}

fn without_folder(ran: &Ran, folder: &Folder) -> String {
    ran.to_string().replace(&folder.path().shown(), "FOLDER")
}

#[test]
fn says_whether_every_line_that_follows_the_rules_can_be_completed() {
    let reports = [
        vec!["proved", "--size", "5"],
        vec![FEW, "--size", "5"],
        vec![FEW, "--size", "5", "--keep-going"],
        vec!["all-sizes", "--board", "3x5", "--verbose"],
        vec!["none", "--size", "3", "--json"],
    ];
    let reports = reports.map(|arguments| {
        let folder = Folder::new(&[]);
        without_folder(&pass(&folder, &arguments), &folder)
    });
    assert_snapshot!(reports.join("\n\n"));
}

#[test]
fn rules_that_forbid_a_live_move_are_refuted_by_the_number_of_lines() {
    let folder = Folder::new(&[]);
    let wrong = "rules/7-grid/future-2-x-3-start-end.rule";
    let ran = pass(&folder, &["all-sizes", wrong, "--size", "7", "--json"]);
    assert_eq!(ran.code(), Some(1), "{ran}");
    let answer = serde_json::from_str::<Value>(ran.stdout()).unwrap();
    assert_eq!(answer["answer"], "forbids-live", "{ran}");
}

/// A rule that is applied turned right only is not right for the transposed position.
#[test]
fn rules_that_are_not_symmetric_are_asked_about_both_of_two_transposed_positions() {
    let rule = repository().join("rules/7-grid/future-2-x-3-start-end.rule");
    let rule = std::fs::read_to_string(rule).unwrap();
    let rule = rule.replace("placements  all", "placements  turned right");
    let rule = rule.replace("status      wrong since 7x7\n", "");
    let folder = Folder::new(&[("one-way.rule", &rule)]);
    let rule = folder.path().join("one-way.rule").shown();
    let ran = pass(&folder, &["all-sizes", &rule, "--size", "7", "--json"]);
    let walked = deadmove(&["walk", "all-sizes", &rule, "--size", "7", "--json"]);
    let [pass, walk] =
        [&ran, &walked].map(|ran| serde_json::from_str::<Value>(ran.stdout()).unwrap());
    assert_eq!(pass["answer"], "forbids-live", "{ran}");
    assert_eq!(pass["completed"].as_str().unwrap(), walk["completed"].to_string(), "{walked}");
    assert_eq!(walk["completed"], 111_458, "{walked}");
}

#[test]
fn parts_that_are_done_one_by_one_give_the_report_of_one_run() {
    let (parts, whole) = (Folder::new(&[]), Folder::new(&[]));
    let set = ["all-sizes", "--size", "5", "--parts", "2"];
    let mut layers = 0;
    loop {
        let next = pass(&parts, &[&set[..], &["--next", "0"]].concat());
        let Some((layer, missing)) = next.stdout().trim().split_once(':') else {
            assert_eq!(next.code(), Some(0), "{next}");
            break;
        };
        assert_eq!(next.code(), Some(3), "{next}");
        assert_eq!(missing, "0-1");
        for part in 0..2 {
            let task = format!("{layer}:{part}");
            let ran = pass(&parts, &[&set[..], &["--task", &task]].concat());
            assert_eq!((ran.code(), ran.stdout()), (Some(0), ""), "{ran}");
        }
        layers += 1;
    }
    // The first layer has no positions on disk.
    assert_eq!(layers, 24);
    let [parts, whole] = [parts, whole].map(|folder| {
        let ran = pass(&folder, &set);
        without_folder(&ran, &folder)
    });
    assert_eq!(parts, whole);
}

#[test]
fn a_plan_says_what_a_pass_will_take() {
    let ran = deadmove(&["pass", "all-sizes", "--size", "5", "--plan", "--samples", "1000"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    // Times differ.
    assert!(ran.stdout().contains("578 positions in all, ± 0.0 %"), "{ran}");
    let ran = deadmove(&["pass", "proved", "--size", "5", "--plan", "--out", "x"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
}

#[test]
fn an_edited_layer_does_not_turn_stuck_into_complete() {
    let folder = Folder::new(&[]);
    let degree = ["rules/lemmas/degree.rule", "--board", "3x7", "--parts", "2", "--keep-going"];
    assert_eq!(pass(&folder, &degree).code(), Some(1));
    let layer = folder.read("pass/layer-008.json");
    let edited = layer.replace("\"stuck\": 1,", "\"stuck\": 0,");
    assert_ne!(edited, layer);
    folder.write("pass/layer-008.json", edited.as_bytes());
    let ran = pass(&folder, &degree);
    assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    assert!(ran.stderr().contains("layer-008.json"), "{ran}");
}

#[test]
fn wrong_questions_and_foreign_folders_are_refused() {
    let folder = Folder::new(&[]);
    let first = pass(&folder, &["all-sizes", "--size", "5", "--task", "1:0"]);
    assert_eq!(first.code(), Some(0), "{first}");
    let damaged = Folder::new(&[("pass/pass.json", "{")]);
    let file = Folder::new(&[("pass", "not a folder")]);
    let refused = [
        pass(&folder, &["all-sizes", "--size", "6"]),
        pass(&folder, &["all-sizes", "--size", "0"]),
        pass(&folder, &["all-sizes", "--size", "1"]),
        pass(&folder, &["all-sizes", "--size", "13"]),
        pass(&folder, &["all-sizes", "--size", "101"]),
        pass(&folder, &["all-sizes", "--board", "2x2"]),
        pass(&folder, &["all-sizes", "--board", "9"]),
        pass(&folder, &["all-sizes"]),
        pass(&folder, &["all-sizes", "--size", "7"]),
        pass(&folder, &[FEW, "--size", "5"]),
        pass(&folder, &["all-sizes", "--size", "5", "--parts", "5"]),
        pass(&folder, &["all-sizes", "--size", "5", "--task", "3:0"]),
        pass(&folder, &["all-sizes", "--size", "5", "--task", "1:16"]),
        pass(&folder, &["all-sizes", "--size", "5", "--task", "26:0"]),
        pass(&folder, &["all-sizes", "--size", "5", "--task", "one"]),
        pass(&folder, &["all-sizes", "--size", "5", "--next", "-1"]),
        pass(&damaged, &["all-sizes", "--size", "5"]),
        pass(&file, &["all-sizes", "--size", "5"]),
    ];
    assert!(refused.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    let text = all(refused);
    let text = [&folder, &damaged, &file]
        .iter()
        .fold(text.to_string(), |text, folder| text.replace(&folder.path().shown(), "FOLDER"));
    assert_snapshot!(text);
}
