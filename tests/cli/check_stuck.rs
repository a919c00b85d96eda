//! `deadmove check --stuck`.

use insta::assert_snapshot;

use super::program::{Folder, all, deadmove, repository};

const RULES: [&str; 5] = [
    "rules/7-grid/future-2-x-3-start-end.rule",
    "rules/7-grid/future-l.rule",
    "rules/edge/c-shape.rule",
    "rules/near-field/close-side-straight.rule",
    "rules/9-grid/double-c-shape.rule",
];

/// A folder with wrong rules, a sound one, and one for larger boards.
fn folder() -> Folder {
    let folder = Folder::new(&[]);
    for rule in RULES {
        folder.write(rule, &std::fs::read(repository().join(rule)).unwrap());
    }
    folder
}

#[test]
fn says_which_wrong_rules_lead_to_stuck_positions_and_saves_them_as_cases() {
    let folder = folder();
    let check = |rules: &[&str], more: &[&str]| {
        folder.deadmove(&[&["check"], rules, &["--stuck", "--size"], more].concat())
    };
    assert_snapshot!(all([
        check(&["rules", "--include-wrong"], &["7", "--out", "cases"]),
        check(&["rules/7-grid/future-2-x-3-start-end.rule"], &["7"]),
        check(&["rules/edge"], &["5"]),
        check(&["rules/near-field", "--include-wrong"], &["5", "--json"]),
    ]));
    let cases = std::fs::read_dir(folder.path().join("cases")).unwrap();
    let cases = cases.map(|file| file.unwrap().path());
    let stuck = |path: &std::path::PathBuf| path.to_str().unwrap().ends_with("-stuck.case");
    let cases: Vec<_> = cases.filter(stuck).collect();
    assert_eq!(cases.len(), 2);
    for case in cases {
        assert_eq!(deadmove(&["judge", case.to_str().unwrap()]).code(), Some(0));
        // Every live move is forbidden, so a rule is shown to be unsound there.
        let explain = ["explain", "rules", "--include-wrong", "--position", case.to_str().unwrap()];
        assert_eq!(folder.deadmove(&explain).code(), Some(1));
    }
}

#[test]
fn is_the_same_to_the_byte_for_any_number_of_threads() {
    let arguments = ["check", "known-wrong", "--size", "7", "--stuck", "--json"];
    let threads = |count| {
        let mut command = super::program::command(repository(), &arguments);
        command.env("RAYON_NUM_THREADS", count);
        super::program::run(command, &arguments)
    };
    assert_eq!(threads("1").stdout(), threads("2").stdout());
}

#[test]
fn the_site_has_a_section_on_it() {
    let folder = folder();
    let check = ["check", "rules", "--include-wrong", "--size", "5,7", "--stuck", "--json"];
    let ran = folder.deadmove(&check);
    assert_eq!(ran.code(), Some(1), "{ran}");
    let reports: Vec<serde_json::Value> = serde_json::from_str(ran.stdout()).unwrap();
    let followed =
        |report: &serde_json::Value| report["stuck"]["followed"].as_array().unwrap().len();
    let rules: usize = reports.iter().map(followed).sum();
    folder.write("check.json", ran.stdout().as_bytes());
    let ran = folder.deadmove(&["site", "check.json", "--rules", "rules", "--out", "site"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let page = folder.read("site/walks.html");
    assert!(page.contains("<h2>Do wrong rules lead to stuck positions?</h2>"), "{page}");
    assert_eq!(page.matches("<th scope=\"row\">").count(), rules, "{page}");
}

#[test]
fn reports_with_false_lines_are_refused() {
    let folder = folder();
    let report =
        folder.deadmove(&["check", "rules", "--include-wrong", "--size", "5", "--stuck", "--json"]);
    let (check, stuck) = report.stdout().split_once("\"stuck\":{").unwrap();
    let site = |from: &str, to: &str| {
        assert!(stuck.contains(from), "{report}");
        let changed = format!("{check}\"stuck\":{{{}", stuck.replacen(from, to, 1));
        folder.write_resealed("changed.json", &changed);
        folder.deadmove(&["site", "changed.json", "--out", "site"])
    };
    let refused = [
        site(r#""path":""#, r#""path":"U"#),
        site(r#""stuck":"#, r#""stuck":0,"was":"#),
        site(r#""reached":"#, r#""reached":"many","was":"#),
    ];
    for ran in &refused {
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    }
    assert_snapshot!(all(refused));
}
