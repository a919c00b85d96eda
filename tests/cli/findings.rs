//! `deadmove findings`.

use insta::assert_snapshot;

use deadmove_core::board::Board;
use deadmove_rules::RuleFile;
use deadmove_rules::load::LoadedRule;
use deadmove_verify::check::Checked;

use super::links::broken_links;
use super::program::{Folder, Ran, all, repository};

const RULES: [&str; 7] = [
    "rules/7-grid/side-back.rule",
    "rules/area/s.rule",
    "rules/area/s-behind.rule",
    "rules/edge/c-shape.rule",
    "rules/near-field/close-side-straight.rule",
    "rules/near-field/far-side-up.rule",
    "rules/near-field/far-straight-left-start-c.rule",
];

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
    assert_eq!(ran.code(), Some(1), "{ran}");
    folder.write(file, ran.stdout().as_bytes());
}

#[test]
fn a_handful_of_rules_on_5x5_and_7x7_makes_a_document() {
    let folder = folder();
    report(
        &folder,
        "check.json",
        &["check", "rules", "--include-wrong", "--sizes", "5,7", "--json"],
    );
    report(
        &folder,
        "all.json",
        &["missed", "rules", "--include-wrong", "--size", "5", "--top", "2", "--json"],
    );
    let sound = [
        "missed",
        "rules",
        "--include-wrong",
        "--size",
        "7",
        "--top",
        "4",
        "--sound-only",
        "--json",
    ];
    report(&folder, "sound.json", &sound);
    assert_snapshot!(folder.deadmove(&["findings", "check.json", "all.json", "sound.json"]));
}

#[test]
fn limits_are_the_best_where_the_claim_next_to_them_is_wrong() {
    let folder = folder();
    let limits =
        ["check", "rules", "--include-wrong", "--sizes", "5,7", "--at-the-limit", "--json"];
    report(&folder, "limits.json", &limits);
    let by_sat = ["--engine", "sat"];
    report(&folder, "limits-sat.json", &[&limits[..], &by_sat].concat());
    let document = folder.deadmove(&["findings", "limits.json"]);
    assert_snapshot!(document);
    let tables = |ran: &Ran| ran.stdout().split("## How").next().map(str::to_owned);
    assert_eq!(tables(&document), tables(&folder.deadmove(&["findings", "limits-sat.json"])));
    let none = ["check", "rules/edge", "--size", "5", "--at-the-limit"];
    assert_snapshot!(folder.deadmove(&none));
}

/// A rule file.
const ONE: &str = "name one\nsource me\npicture\n  L .\nforbids right\n";

/// A report of that rule on 3×3, with this verdict and counterexample.
fn check(engine: &str, verdict: &str, counterexample: &str) -> String {
    let rules =
        RuleFile::parse(ONE).unwrap().rules(&Board::corner_to_corner(3, 3).unwrap()).unwrap();
    let claim = LoadedRule { file: "one.rule".into(), rule: rules[0].clone() };
    let digest = Checked::of(&claim).digest;
    let (counts, set) = match (engine, verdict) {
        ("sat", _) => {
            ("null,null,null", r#""unknown","dead_moves":null,"forbidden":null,"allowed":null"#)
        }
        (_, "unsound") => ("1,0,1", r#""complete","dead_moves":0,"forbidden":0,"allowed":0"#),
        _ => ("1,1,0", r#""complete","dead_moves":1,"forbidden":1,"allowed":0"#),
    };
    let [matches, dead, live] = counts.split(',').collect::<Vec<_>>()[..] else { unreachable!() };
    format!(
        r#"{{"schema":1,"size":3,"engine":"{engine}","complete":true,"units":{{"total":1,"done":[[0,0]]}},
"rules":[{{"name":"one","file":"one.rule","digest":"{digest}","verdict":"{verdict}","placements":8,
"matches":{matches},"forbids_dead":{dead},"forbids_live":{live},"counterexample":{counterexample}}}],
"set":{{"verdict":{set},"example":null}}}}"#
    )
}

const LIVE: &str = r#"{"size":3,"path":"RR","move":"D","completion":"DLLDRR"}"#;

#[test]
fn counts_that_an_engine_does_not_know_are_left_out() {
    let folder = Folder::new(&[("a.json", &check("sat", "unsound", LIVE))]);
    folder.write("one.rule", ONE.as_bytes());
    assert_snapshot!(folder.deadmove(&["findings", "a.json"]));
}

#[test]
fn what_a_check_in_part_counted_is_no_figure_of_the_board() {
    let folder = folder();
    let wrong = "rules/near-field/close-side-straight.rule";
    let check = ["check", wrong, "rules/edge/c-shape.rule", "--size", "5", "--json"];
    report(&folder, "part.json", &[&check[..], &["--shard", "1/2"]].concat());
    let part = folder.deadmove(&["findings", "part.json"]);
    assert_eq!(part.code(), Some(0), "{part}");
    for line in [
        "| wrong | 1 |",
        "| open | 1 |",
        "| dead moves of live positions | not counted |",
        "| of these allowed by all rules together, wrong ones included | not counted |",
        "| run | in part |",
    ] {
        assert!(part.stdout().contains(&format!("\n{line}\n")), "{line}\n{part}");
    }
    report(&folder, "whole.json", &check);
    let both = folder.deadmove(&["findings", "part.json", "whole.json"]);
    assert!(both.stdout().contains("\n| dead moves of live positions | 346 |\n"), "{both}");
    assert!(both.stdout().contains("On 5×5 it forbids 138 moves, 116 of them live."), "{both}");
}

#[test]
fn reports_that_contradict_each_other_are_an_internal_error() {
    let folder = Folder::new(&[("one.rule", ONE)]);
    folder.write("a.json", check("list", "sound", "null").as_bytes());
    folder.write("b.json", check("sat", "unsound", LIVE).as_bytes());
    let ran = folder.deadmove(&["findings", "a.json", "b.json"]);
    assert_eq!(ran.code(), Some(70), "{ran}");
    assert!(ran.stdout().contains("**The reports contradict each other** about one on 3×3."));
}

#[test]
fn reports_of_different_states_of_a_rule_are_not_put_together() {
    let folder = Folder::new(&[("one.rule", ONE)]);
    report(&folder, "5.json", &["check", "one.rule", "--size", "5", "--json"]);
    folder.write("one.rule", ONE.replace("  L .", "  . L .").as_bytes());
    report(&folder, "7.json", &["check", "one.rule", "--size", "7", "--json"]);
    let ran = folder.deadmove(&["findings", "5.json", "7.json"]);
    assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn a_rule_file_that_is_gone_is_reported_and_its_statement_left_out() {
    let folder = Folder::new(&[("a.json", &check("list", "unsound", LIVE))]);
    let ran = folder.deadmove(&["findings", "a.json"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert!(ran.stdout().contains("It forbids D, which can be completed"), "{ran}");
    assert!(ran.stderr().contains("one.rule"), "{ran}");
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
    let runs: Vec<Ran> =
        names.iter().map(|name| folder.deadmove(&["findings", &format!("{name}.json")])).collect();
    assert!(runs.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    assert_snapshot!(all(runs));
}

/// A folder with reports of the handful of rules on 5×5.
fn with_report() -> Folder {
    let folder = folder();
    report(&folder, "5.json", &["check", "rules", "--include-wrong", "--size", "5", "--json"]);
    folder
}

#[test]
fn a_folder_gets_a_summary_and_a_page_for_each_section() {
    let folder = with_report();
    report(
        &folder,
        "missed.json",
        &["missed", "rules", "--include-wrong", "--size", "5", "--top", "1", "--json"],
    );
    let arguments = ["findings", "5.json", "missed.json", "--out", "pages"];
    let ran = folder.deadmove(&arguments);
    assert!(ran.stdout().contains(" 4 pages written; begin with pages/README.md\n"), "{ran}");
    let pages = ["README.md", "verdicts.md", "counterexamples.md", "missed.md"];
    assert_snapshot!("the_page_of_the_summary", folder.read("pages/README.md"));
    assert_snapshot!("the_page_of_verdicts", folder.read("pages/verdicts.md"));
    assert_eq!(broken_links(folder.path()), Vec::<String>::new());
    let document = folder.deadmove(&arguments[..3]);
    let document: Vec<&str> = document.stdout().lines().collect();
    let plain = |line: &&str| !line.contains(['#', '(']) && !line.contains("do not edit");
    for page in &pages[1..] {
        for line in folder.read(&format!("pages/{page}")).lines().filter(plain) {
            assert!(document.contains(&line), "{page}: {line}");
        }
    }
}

#[test]
fn a_file_of_others_in_the_folder_is_never_replaced() {
    let folder = with_report();
    let mine = ("pages/verdicts.md", "My own verdicts.\n");
    folder.write(mine.0, mine.1.as_bytes());
    folder.write("pages/notes.md", b"Mine, too.\n");
    let ran = folder.deadmove(&["findings", "5.json", "--out", "pages"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert_snapshot!(ran);
    assert_eq!(folder.read(mine.0), mine.1);
    assert!(!folder.path().join("pages/README.md").exists());
    std::fs::remove_file(folder.path().join(mine.0)).unwrap();
    assert_eq!(folder.deadmove(&["findings", "5.json", "--out", "pages"]).code(), Some(0));
    assert_eq!(folder.read("pages/notes.md"), "Mine, too.\n");
}

#[test]
fn pages_of_an_earlier_run_are_replaced_and_those_without_content_removed() {
    let folder = with_report();
    report(
        &folder,
        "missed.json",
        &["missed", "rules", "--include-wrong", "--size", "5", "--top", "1", "--json"],
    );
    folder.write("pages/limits.md", b"Of others.\n");
    let both = folder.deadmove(&["findings", "5.json", "missed.json", "--out", "pages"]);
    assert_eq!(both.code(), Some(0), "{both}");
    assert!(folder.path().join("pages/missed.md").exists());
    let one = folder.deadmove(&["findings", "5.json", "--out", "pages"]);
    assert!(one.stdout().contains(" 3 pages written; begin with pages/README.md\n"), "{one}");
    assert!(!folder.path().join("pages/missed.md").exists());
    assert!(!folder.read("pages/README.md").contains("missed.md"));
    assert_eq!(folder.read("pages/limits.md"), "Of others.\n");
}
