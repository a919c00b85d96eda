//! Lemmas in place of rules, in every command that takes rules.

use insta::assert_snapshot;
use serde_json::Value;

use deadmove_core::files::Shown;

use super::program::{Folder, Ran, all, deadmove};

const LEMMAS: &str = "rules/lemmas";
const NAMES: [&str; 5] = ["degree", "small-loop", "cut-off", "colour", "two-edge-cut"];

#[test]
fn lemmas_are_sound_and_complete_on_5x5_and_7x7() {
    let ran = deadmove(&["check", LEMMAS, "--sizes", "5,7", "--engine", "list"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let as_json = deadmove(&["check", LEMMAS, "--sizes", "3,5", "--engine", "list", "--json"]);
    let sizes: Value = serde_json::from_str(as_json.stdout()).unwrap();
    for (size, dead) in [(0, 6), (1, 346)] {
        let check = &sizes[size];
        assert_eq!(check["rules"][0]["lemmas"].as_array().unwrap().len(), 5);
        assert_eq!(check["rules"][0]["forbids_live"], 0);
        assert_eq!(check["set"]["forbidden"], dead);
        assert_eq!(check["set"]["verdict"], "complete");
    }
    let few = ["rules/lemmas/degree.rule", "rules/lemmas/cut-off.rule", "rules/near-field"];
    let with_rules = [&["check"], &few[..], &["--size", "5"]].concat();
    assert_snapshot!(all([ran, deadmove(&with_rules)]));
}

#[test]
fn lemmas_walk_and_explain() {
    let degree = "rules/lemmas/degree.rule";
    assert_snapshot!(all([
        deadmove(&["walk", LEMMAS, "--size", "5"]),
        deadmove(&["walk", degree, "rules/edge", "--size", "5", "--order", "random"]),
        deadmove(&["explain", LEMMAS, "--board", "5x5", "--path", "DDRRR"]),
        deadmove(&["check", degree, "--size", "5", "--missed", "--top", "1"]),
        deadmove(&["check", LEMMAS, "--size", "5", "--stuck"]),
        deadmove(&[
            "walk", LEMMAS, "--order", "random", "--sizes", "5,7,9", "--runs", "3", "--limit",
            "20",
        ]),
        deadmove(&["rules", "list", LEMMAS]),
        deadmove(&["rules", "lint", LEMMAS]),
        deadmove(&["rules", "show", "rules/lemmas/two-edge-cut.rule"]),
    ]));
}

#[test]
fn a_set_with_the_lemmas_needs_no_mined_rules() {
    let texts = NAMES.map(|name| format!("name {name}\nlemma {name}\n"));
    let files = NAMES.map(|name| format!("{LEMMAS}/{name}.rule"));
    let both: Vec<(&str, &str)> =
        files.iter().zip(&texts).map(|(file, text)| (file.as_str(), text.as_str())).collect();
    let folder = Folder::new(&both);
    let mine = ["mine", "--size", "5", LEMMAS, "--out", "out"];
    assert_snapshot!(folder.deadmove(&mine));
}

#[test]
fn commands_about_pictures_refuse_lemmas() {
    assert_snapshot!(all([
        deadmove(&["check", LEMMAS, "--size", "11"]),
        deadmove(&["check", LEMMAS, "--size", "5", "--at-the-limit"]),
        deadmove(&["prove", LEMMAS]),
        deadmove(&["certify", LEMMAS, "rules/edge", "--size", "5", "--out", "not-written"]),
        deadmove(&["certify", LEMMAS, "--size", "11", "--out", "not-written"]),
        deadmove(&["certify", "rules/lemmas/colour.rule", "--size", "5", "--out", "not-written"]),
        deadmove(&["certify", LEMMAS, "--all-sizes", "--out", "not-written"]),
    ]));
}

#[test]
fn lemmas_are_certified_and_required() {
    let folder = Folder::new(&[]);
    let cert = folder.path().join("cert").shown();
    let certified = deadmove(&["certify", LEMMAS, "--size", "5", "--out", &cert]);
    let counts = deadmove_checker::check_by_lemmas(&folder.path().join("cert")).unwrap();
    assert_eq!((counts.dead, counts.open), (346, 0));
    let walk = |rules: &[&str], size: &str| {
        let walk = [&["walk"], rules, &["--size", size, "--require", &cert]];
        deadmove(&walk.concat())
    };
    let ran = [
        certified,
        walk(&[LEMMAS], "5"),
        walk(&["rules/lemmas/colour.rule"], "5"),
        walk(&[LEMMAS], "7"),
        walk(&[LEMMAS, "rules/edge"], "5"),
    ];
    assert_eq!(ran.each_ref().map(Ran::code), [0, 0, 1, 2, 2].map(Some));
    std::fs::write(folder.path().join("cert/reasons/00004.json.z"), "[]").unwrap();
    let changed = walk(&[LEMMAS], "5");
    let text = all(ran.into_iter().chain([changed]));
    assert_snapshot!(text.replace(&cert, "cert"));
}
