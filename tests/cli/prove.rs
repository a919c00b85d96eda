//! `deadmove prove`.

use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, deadmove};

const C_SHAPE: &str = "rules/edge/c-shape.rule";
const SIDE_UP: &str = "rules/near-field/far-side-up.rule";
const WRONG: &str = "rules/near-field/close-side-straight.rule";
const FUTURE: &str = "rules/9-grid/future-l-9.rule";

#[test]
fn proved_wrong_and_vacuous_rules_are_told_apart() {
    assert_snapshot!(deadmove(&["prove", C_SHAPE, SIDE_UP, WRONG]));
}

#[test]
fn a_family_is_shown_row_by_row() {
    assert_snapshot!(deadmove(&["prove", "rules/area/h.rule", "--max", "3"]));
}

#[test]
fn an_open_claim_is_drawn_and_is_no_success() {
    let ran = deadmove(&["prove", FUTURE, "--size", "7"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn the_json_keeps_its_contract() {
    let ran = deadmove(&["prove", SIDE_UP, WRONG, "rules/area/u.rule", "--max", "2", "--json"]);
    assert_eq!(ran.code(), Some(1));
    let report: Value = serde_json::from_str(ran.stdout()).unwrap();
    assert_eq!(report["schema"], 1);
    assert_eq!(report["complete"], true);
    let claims = report["claims"].as_array().unwrap();
    let [side, wrong, member] = [&claims[0], &claims[1], &claims[2]];
    assert_eq!(side["rule"], "far side up");
    assert_eq!(side["move"], "left");
    assert_eq!(side["verdict"], "proved");
    assert_eq!(side["parameters"], Value::Null);
    assert_eq!(side["splits"], 0);
    assert_eq!(side["needed"][0], "degree");
    assert_eq!(side["counterexample"], Value::Null);
    assert_eq!(wrong["verdict"], "refuted");
    assert_eq!(wrong["counterexample"]["size"], 5);
    assert!(wrong["counterexample"]["completion"].is_string());
    assert_eq!(member["parameters"]["D"], 1);
    assert_eq!(report["rules"][1]["verdict"], "refuted");
    let row = &report["families"][0];
    assert_eq!(row["comparison"], "equal");
}

#[test]
fn what_is_proved_stands_in_the_findings() {
    let folder = Folder::new(&[]);
    let check = deadmove(&["check", SIDE_UP, WRONG, "--size", "5", "--json"]);
    folder.write("check.json", check.stdout().as_bytes());
    let prove = deadmove(&["prove", SIDE_UP, WRONG, "--json"]);
    folder.write("prove.json", prove.stdout().as_bytes());
    let ran = folder.deadmove(&["findings", "check.json", "prove.json"]);
    let table: Vec<&str> = ran.stdout().lines().filter(|line| line.starts_with('|')).collect();
    assert_snapshot!(table.join("\n"));
}

#[test]
fn a_tightened_family_is_a_rule_file_that_is_proved() {
    let folder = Folder::new(&[]);
    let rule = std::fs::read(super::program::repository().join("rules/area/h.rule")).unwrap();
    folder.write("h.rule", &rule);
    let ran = folder.deadmove(&["prove", "h.rule", "--max", "3", "--tighten", "tight"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    assert_snapshot!(folder.read("tight/h-tightened.rule"));
    let again = folder.deadmove(&["prove", "tight/h-tightened.rule", "--max", "3", "--json"]);
    let report: Value = serde_json::from_str(again.stdout()).unwrap();
    let rows = report["families"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["comparison"] == "equal"), "{again}");
}

#[test]
fn wrong_questions_are_refused() {
    let nothing = deadmove(&["prove", "rules/area/c.rule", "--max", "1"]);
    assert_eq!(nothing.code(), Some(2), "{nothing}");
    assert_snapshot!(nothing);
    assert_eq!(deadmove(&["prove", C_SHAPE, "--without", "luck"]).code(), Some(2));
    assert_eq!(deadmove(&["prove", C_SHAPE, "--max", "0"]).code(), Some(2));
}
