//! `deadmove site`.

use insta::assert_snapshot;

use super::program::{Folder, Ran, all, repository};

const RULES: [&str; 4] = [
    "rules/edge/c-shape.rule",
    "rules/near-field/close-side-straight.rule",
    "rules/area/s.rule",
    "rules/lemmas/colour.rule",
];

/// A folder with a handful of the shipped rules, and a set of two of them.
fn folder() -> Folder {
    let set = "about Two rules.\ninclude edge\ninclude near-field/close-side-straight.rule\n";
    let folder = Folder::new(&[("rules/two.set", set)]);
    for rule in RULES {
        folder.write(rule, &std::fs::read(repository().join(rule)).unwrap());
    }
    folder
}

/// Writes what a command prints into a file of the folder.
fn report(folder: &Folder, file: &str, arguments: &[&str]) {
    let ran = folder.deadmove(arguments);
    assert!(matches!(ran.code(), Some(0 | 1 | 3)), "{ran}");
    folder.write(file, ran.stdout().as_bytes());
}

fn has_site(folder: &Folder) -> bool {
    folder.path().join("site").exists()
}

#[test]
fn reports_and_rules_make_a_site_that_begins_with_index_html() {
    let folder = folder();
    report(&folder, "check.json", &["check", "two", "--sizes", "5,7", "--json"]);
    report(&folder, "prove.json", &["prove", "rules/edge", "rules/area", "--max", "2", "--json"]);
    let walk = ["walk", "two", "--order", "random", "--sizes", "5,7", "--runs", "3"];
    report(&folder, "lines.json", &[&walk[..], &["--limit", "10000", "--json"]].concat());
    report(&folder, "missed.json", &["check", "rules/edge", "--size", "5", "--missed", "--json"]);
    let reports = ["check.json", "prove.json", "lines.json", "missed.json"];
    let arguments = [&["site", "--out", "site"][..], &reports].concat();
    let ran = folder.deadmove(&arguments);
    assert_snapshot!(ran);
    let start = folder.read("site/index.html");
    assert!(start.starts_with("<!DOCTYPE html>"), "{start}");
    let page = |name: &str| folder.read(&format!("site/rules/{name}.html"));
    assert!(page("edge/c-shape").contains("is-proved"));
    assert!(page("area/s").contains("is-proved"));
    let wrong = page("near-field/close-side-straight");
    assert!(wrong.contains("wrong since 5×5") && wrong.contains("id=\"counterexample\""));
    assert!(folder.read("site/sets/two.html").contains("not complete"));
    assert!(folder.read("site/walks.html").contains("<h2 id=\"walk-1\">two</h2>"));
    assert!(folder.read("site/lemmas/colour.html").contains("Colour"));
    // The same again replaces it, with the same files.
    let files = folder.read("site/files.txt");
    let again = folder.deadmove(&arguments);
    assert_eq!(again.stdout(), ran.stdout());
    assert_eq!(folder.read("site/files.txt"), files);
}

#[test]
fn without_reports_nothing_is_called_right() {
    let folder = folder();
    let ran = folder.deadmove(&["site", "--out", "site"]);
    assert_snapshot!(ran);
    assert!(folder.read("site/rules/edge/c-shape.html").contains("not checked here"));
    assert!(!folder.read("site/rules/index.html").contains("badge is-proved"));
}

#[test]
fn a_folder_with_files_of_others_is_refused_and_kept() {
    let folder = folder();
    folder.write("site/notes.txt", b"Mine.\n");
    let foreign = folder.deadmove(&["site", "--out", "site"]);
    assert!(!folder.path().join("site/index.html").exists());
    std::fs::remove_file(folder.path().join("site/notes.txt")).unwrap();
    let empty = folder.deadmove(&["site", "--out", "site"]);
    assert_eq!(empty.code(), Some(0), "{empty}");
    folder.write("site/rules/mine.html", b"Mine, too.\n");
    let later = folder.deadmove(&["site", "--out", "site"]);
    assert!([&foreign, &later].iter().all(|ran| ran.code() == Some(2)));
    assert_snapshot!(all([foreign, later]));
    assert_eq!(folder.read("site/rules/mine.html"), "Mine, too.\n");
    assert!(folder.read("site/index.html").contains("<h1>"));
}

#[test]
fn what_is_asked_for_and_missing_is_an_error_and_makes_no_site() {
    let folder = folder();
    folder.write("broken.json", b"{\"schema\":1}");
    let runs: Vec<Ran> = [
        &["site", "--out", "site", "missing.json"][..],
        &["site", "--out", "site", "broken.json"],
        &["site", "--out", "site", "--rules", "missing"],
        &["site", "broken.json"],
    ]
    .iter()
    .map(|arguments| folder.deadmove(arguments))
    .collect();
    assert!(runs.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    assert!(!has_site(&folder));
    assert_snapshot!(all(runs));
}

#[test]
fn a_rule_that_cannot_be_read_is_named_and_the_others_are_shown() {
    let folder = folder();
    folder.write("rules/edge/broken.rule", b"name broken\n");
    let ran = folder.deadmove(&["site", "--out", "site"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert!(ran.stderr().contains("broken.rule"), "{ran}");
    assert!(folder.path().join("site/rules/edge/c-shape.html").exists());
}

#[test]
fn a_place_without_rules_gets_a_site_of_those_inside_the_program() {
    let folder = Folder::new(&[]);
    let ran = folder.deadmove(&["site", "--out", "site"]);
    assert_snapshot!(ran);
    assert!(folder.path().join("site/rules/near-field/close-across-left.html").exists());
    assert!(folder.path().join("site/rules/lifted/lifted-001.html").exists());
    assert!(folder.read("site/lemmas/index.html").contains("Two-edge cut"));
}

#[test]
fn reports_that_contradict_each_other_are_an_internal_error() {
    let folder = folder();
    let file = "rules/near-field/close-side-straight.rule";
    report(&folder, "prove.json", &["prove", file, "--json"]);
    report(&folder, "check.json", &["check", file, "--size", "5", "--json"]);
    let proved = folder.read("prove.json").replace("\"refuted\"", "\"proved\"");
    folder.write_resealed("prove.json", &proved);
    let ran = folder.deadmove(&["site", "--out", "site", "prove.json", "check.json"]);
    assert_eq!(ran.code(), Some(70), "{ran}");
    assert_snapshot!(ran);
    let page = folder.read("site/rules/near-field/close-side-straight.html");
    assert!(page.contains("contradictory reports"), "{page}");
}

#[test]
fn a_rule_from_elsewhere_has_the_same_name_in_links_and_on_the_board() {
    let rule =
        std::fs::read_to_string(repository().join("rules/near-field/close-across-left.rule"));
    let folder = Folder::new(&[("mine/new.rule", &rule.unwrap())]);
    let ran = folder.deadmove(&["site", "--out", "site", "--rules", "mine"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let board = folder.read("site/board/rules.js");
    assert!(board.contains("\"mine/new.rule\":"), "{board}");
    assert!(!board.contains(folder.path().to_str().unwrap()), "{board}");
    assert!(folder.read("site/rules/mine/new.html").contains("&amp;rules=mine/new.rule"));
}

#[test]
fn a_file_that_is_no_report_is_told_from_all_kinds_of_reports() {
    let folder = folder();
    folder.write("newer.json", br#"{"schema":2,"perfect":false}"#);
    folder.write("solved.json", br#"{"schema":1,"roads":3,"solvable":true}"#);
    for file in ["newer.json", "solved.json"] {
        let ran = folder.deadmove(&["site", "--out", "site", file]);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert_snapshot!(file, ran);
    }
    assert!(!has_site(&folder));
}
