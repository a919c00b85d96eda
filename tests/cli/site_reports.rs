//! The reports that `deadmove site` reads.

use insta::assert_snapshot;

use deadmove_core::board::Board;
use deadmove_core::sealed::seal;
use deadmove_rules::RuleFile;

use super::program::{Folder, Ran, all, deadmove, repository};

const RULES: [&str; 7] = [
    "rules/7-grid/side-back.rule",
    "rules/area/s.rule",
    "rules/area/s-behind.rule",
    "rules/edge/c-shape.rule",
    "rules/near-field/close-side-straight.rule",
    "rules/near-field/far-side-up.rule",
    "rules/near-field/far-straight-left-start-c.rule",
];

const SITE: [&str; 5] = ["site", "--rules", "rules", "--out", "site"];

/// A folder with a handful of the shipped rules.
fn folder() -> Folder {
    let folder = Folder::new(&[]);
    for rule in RULES {
        folder.write(rule, &std::fs::read(repository().join(rule)).unwrap());
    }
    folder
}

/// Writes what a command prints into a file of the folder.
fn report(folder: &Folder, file: &str, arguments: &[&str]) {
    let ran = folder.deadmove(arguments);
    assert!(matches!(ran.code(), Some(0 | 1)), "{ran}");
    folder.write(file, ran.stdout().as_bytes());
}

#[test]
fn what_is_proved_and_checked_is_shown_beside_each_other() {
    let folder = folder();
    let limits =
        ["check", "rules", "--include-wrong", "--sizes", "3,5", "--at-the-limit", "--json"];
    report(&folder, "limits.json", &limits);
    report(&folder, "sat.json", &[&limits[..], &["--engine", "sat"]].concat());
    report(
        &folder,
        "prove.json",
        &["prove", "rules/area/s.rule", "--max", "1", "--weaken", "--json"],
    );
    let page = |reports: &[&str]| {
        let ran = folder.deadmove(&[&SITE[..], reports].concat());
        assert_eq!(ran.code(), Some(0), "{ran}");
        folder.read("site/strength.html")
    };
    let listed = page(&["limits.json"]);
    assert!(listed.contains("<h2>Limits on 3×3 and 5×5</h2>"), "{listed}");
    assert!(listed.contains("S [D=3] now ahead black"), "{listed}");
    assert_eq!(listed, page(&["sat.json"]));
    let proved = page(&["prove.json"]);
    for heading in ["Limits of families", "Conditions that are not needed"] {
        assert!(proved.contains(&format!("<h2>{heading}</h2>")), "{heading}: {proved}");
    }
    assert!(folder.read("site/rules/index.html").contains("../strength.html"));
}

/// A rule file.
const ONE: &str = "name one\nsource me\npicture\n  L .\nforbids right\n";

/// A report of that rule on 3×3, with this verdict and counterexample.
fn check(engine: &str, verdict: &str, counterexample: &str) -> String {
    let rules =
        RuleFile::parse(ONE).unwrap().rules(&Board::corner_to_corner(3, 3).unwrap()).unwrap();
    let digest = deadmove_verify::check::digest(&rules[0]);
    let (counts, set) = match (engine, verdict) {
        ("sat", _) => {
            ("null,null,null", r#""unknown","dead_moves":null,"forbidden":null,"allowed":null"#)
        }
        (_, "unsound") => ("1,0,1", r#""complete","dead_moves":0,"forbidden":0,"allowed":0"#),
        _ => ("1,1,0", r#""complete","dead_moves":1,"forbidden":1,"allowed":0"#),
    };
    let [matches, dead, live] = counts.split(',').collect::<Vec<_>>()[..] else { unreachable!() };
    seal(&format!(
        r#"{{"schema":1,"size":3,"engine":"{engine}","complete":true,"units":{{"total":1,"done":[[0,0]]}},
"rules":[{{"name":"one","file":"one.rule","digest":"{digest}","verdict":"{verdict}","placements":8,
"matches":{matches},"forbids_dead":{dead},"forbids_live":{live},"counterexample":{counterexample}}}],
"set":{{"verdict":{set},"example":null}}}}"#
    ))
}

const LIVE: &str = r#"{"size":3,"path":"RR","move":"D","completion":"DLLDRR"}"#;

#[test]
fn counts_that_an_engine_does_not_know_are_left_out() {
    let folder = Folder::new(&[("a.json", &check("sat", "unsound", LIVE)), ("mine/one.rule", ONE)]);
    let ran = folder.deadmove(&["site", "a.json", "--rules", "mine", "--out", "site"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let page = folder.read("site/rules/mine/one.html");
    assert!(page.contains("wrong since 3×3") && page.contains("not counted"), "{page}");
}

#[test]
fn what_a_check_in_part_counted_is_no_figure_of_the_board() {
    let folder = folder();
    let wrong = "rules/near-field/close-side-straight.rule";
    let check = ["check", wrong, "rules/edge/c-shape.rule", "--size", "5", "--json"];
    report(&folder, "part.json", &[&check[..], &["--shard", "1/2"]].concat());
    report(&folder, "whole.json", &check);
    let page = |reports: &[&str]| {
        let ran = folder.deadmove(&[&SITE[..], reports].concat());
        assert_eq!(ran.code(), Some(0), "{ran}");
        folder.read("site/rules/near-field/close-side-straight.html")
    };
    let counts = "<td class=\"number\">22</td><td class=\"number\">116</td>";
    let part = page(&["part.json"]);
    assert!(part.contains("not counted") && !part.contains(counts), "{part}");
    let both = page(&["part.json", "whole.json"]);
    assert!(both.contains(counts), "{both}");
}

#[test]
fn reports_of_different_states_of_a_rule_are_not_put_together() {
    let folder = Folder::new(&[("one.rule", ONE)]);
    report(&folder, "5.json", &["check", "one.rule", "--size", "5", "--json"]);
    folder.write("one.rule", ONE.replace("  L .", "  . L .").as_bytes());
    report(&folder, "7.json", &["check", "one.rule", "--size", "7", "--json"]);
    let ran =
        folder.deadmove(&["site", "5.json", "7.json", "--rules", "one.rule", "--out", "site"]);
    assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn broken_reports_are_explained() {
    let folder =
        Folder::new(&[("empty.json", ""), ("list.json", "[]"), ("case.json", "{\"a\":1}")]);
    let whole = check("list", "unsound", LIVE);
    folder.write("cut.json", &whole.as_bytes()[..150]);
    folder.write("newer.json", whole.replace("\"schema\":1", "\"schema\":2").as_bytes());
    folder.write("verdict.json", check("list", "fine", "null").as_bytes());
    folder.write("none.json", check("list", "unsound", "null").as_bytes());
    folder.write("move.json", check("list", "unsound", &LIVE.replace("\"D\"", "\"X\"")).as_bytes());
    folder.write("path.json", check("list", "unsound", &LIVE.replace("RR\"", "RRR\"")).as_bytes());
    let dead = LIVE.replace("\"RR\"", "\"DR\"");
    folder.write("dead.json", check("list", "unsound", &dead).as_bytes());
    folder.write("latin.json", b"\"\xff\"");
    let names = [
        "empty", "list", "case", "cut", "newer", "verdict", "none", "move", "path", "dead",
        "latin", "missing",
    ];
    let site = |name| folder.deadmove(&["site", &format!("{name}.json"), "--out", "site"]);
    let runs: Vec<Ran> = names.into_iter().map(site).collect();
    assert!(runs.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    assert_snapshot!(all(runs));
}

#[test]
#[ignore = "minutes: minimises every position"]
fn the_site_has_a_page_for_every_unsolved_position_with_its_rule() {
    let folder = Folder::new(&[]);
    let report = deadmove(&["minimise", "--position", "cases/unsolved", "--json"]);
    assert_eq!(report.code(), Some(0), "{report}");
    folder.write("unsolved.json", report.stdout().as_bytes());
    let made = folder.deadmove(&["site", "unsolved.json", "--out", "site"]);
    assert_eq!(made.code(), Some(0), "{made}");
    let mut cases = 0;
    for file in std::fs::read_dir(repository().join("cases/unsolved")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let page = folder.read(&format!("site/unsolved/{name}.html"));
        for part in ["Why it is dead", "A rule that forbids it", "Would the rule have saved"] {
            assert!(page.contains(part), "{part} of {name}");
        }
        cases += 1;
    }
    assert_eq!(cases, 24);
}
