//! `deadmove lab milestones`.

use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, all, repository};

const PLAN: &str = "\
# Figures of nobody.
size 7

base near-field/close-straight-left-left.rule
base near-field/close-side-straight.rule
base edge
without near-field/close-side-straight.rule
5   near-field/close-mid-across-left.rule
10  near-field/close-across-left.rule
 9  near-field/far-straight-left.rule
30  near-field/close-across-right.rule
40  near-field/close-straight-left-right.rule
note Figures of nobody differ from those of a walk.
";

/// A folder with some of the shipped rules, and a plan.
fn folder() -> Folder {
    let folder = Folder::new(&[("plan", PLAN)]);
    for family in ["edge", "near-field"] {
        for file in std::fs::read_dir(repository().join("rules").join(family)).unwrap() {
            let file = file.unwrap();
            let name = format!("{family}/{}", file.file_name().to_str().unwrap());
            folder.write(&name, &std::fs::read(file.path()).unwrap());
        }
    }
    folder
}

#[test]
fn every_rule_is_added_where_a_walk_without_it_gets_stuck() {
    let folder = folder();
    let ran = folder.deadmove(&["lab", "milestones", "plan"]);
    // One of the rules does not resolve the place where it is added.
    assert_eq!(ran.code(), Some(1));
    assert_snapshot!(ran);
    let object = folder.deadmove(&["lab", "milestones", "plan", "--json", "--table-memory", "0"]);
    let walked = object.stdout();
    folder.write("walked.json", walked.as_bytes());
    let object: Value = serde_json::from_str(walked).unwrap();
    for milestone in object["milestones"].as_array().unwrap() {
        assert_eq!(milestone["completed"], milestone["before"], "sound rules miss nothing");
    }
    let site = |report| folder.deadmove(&["site", report, "--rules", "edge", "--out", "site"]);
    assert_eq!(site("walked.json").code(), Some(0));
    let walks = folder.read("site/walks.html");
    assert!(walks.contains("<h2>Milestones on "), "{walks}");
    assert!(walks.contains("<p>Figures of nobody differ"), "{walks}");
    for milestone in object["milestones"].as_array().unwrap() {
        let lines = format!("<td class=\"number\">{}</td>", milestone["completed"]);
        assert!(walks.contains(&lines), "{lines}: {walks}");
    }
    let stuck = object["milestones"][0]["stuck"]["path"].as_str().unwrap();
    folder.write_resealed("crossed.json", &walked.replacen(stuck, "RRLL", 1));
    assert_eq!(site("crossed.json").code(), Some(2));
    folder.write("plan", PLAN.replace("30  near-field/close-across-right.rule\n", "").as_bytes());
    assert_eq!(folder.deadmove(&["lab", "milestones", "plan"]).code(), Some(0));
}

#[test]
fn lines_that_a_wrong_rule_loses_are_seen() {
    let folder = folder();
    let rule = "7-grid/future-2-x-3-start-end.rule";
    folder.write("wrong", &std::fs::read(repository().join("rules").join(rule)).unwrap());
    let wrong = PLAN.replace("base edge", "base edge\nbase wrong");
    folder.write("plan", wrong.as_bytes());
    let ran = folder.deadmove(&["lab", "milestones", "plan", "--json"]);
    assert_eq!(ran.code(), Some(1));
    let object: Value = serde_json::from_str(ran.stdout()).unwrap();
    let milestones = object["milestones"].as_array().unwrap();
    assert!(milestones.iter().any(|m| m["completed"].as_u64() < m["before"].as_u64()), "{ran}");
}

#[test]
fn wrong_plans_are_refused() {
    let folder = folder();
    let refused = [
        PLAN.replace("size 7", "size 8"),
        PLAN.replace("size 7", "size seven"),
        PLAN.replace("size 7", ""),
        PLAN.replace("size 7", "size 7\nsize 9"),
        PLAN.replace("base ", "# "),
        PLAN.replace("base edge", "from edge"),
        PLAN.replace("base edge", "  base"),
        PLAN.replace("without near-field/close-side", "without edge/no-such"),
        PLAN.replace("close-across-left.rule", "no-such.rule"),
        "size 7\nbase edge\n".to_owned(),
    ]
    .map(|plan| {
        folder.write("plan", plan.as_bytes());
        folder.deadmove(&["lab", "milestones", "plan"])
    });
    let missing = folder.deadmove(&["lab", "milestones", "no-such"]);
    let refused = refused.into_iter().chain([missing]);
    let refused: Vec<_> = refused.collect();
    for ran in &refused {
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    }
    assert_snapshot!(all(refused));
}
