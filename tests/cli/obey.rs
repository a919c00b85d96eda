//! `deadmove obey`, and its section of the site.

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
    assert_snapshot!(all([
        folder.deadmove(&["obey", "rules", "--include-wrong", "--size", "7", "--out", "cases"]),
        folder.deadmove(&["obey", "rules/7-grid/future-2-x-3-start-end.rule", "--size", "7"]),
        folder.deadmove(&["obey", "rules/edge", "--size", "5"]),
        folder.deadmove(&["obey", "rules/near-field", "--include-wrong", "--size", "5", "--json"]),
    ]));
    let cases = std::fs::read_dir(folder.path().join("cases")).unwrap();
    let mut cases: Vec<_> = cases.map(|file| file.unwrap().path()).collect();
    cases.sort();
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
    let arguments = ["obey", "rules", "--include-wrong", "--size", "7", "--json"];
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
    let mut rules = 0;
    for (size, code) in [("5", 1), ("7", 1)] {
        let ran = folder.deadmove(&["obey", "rules", "--include-wrong", "--size", size, "--json"]);
        assert_eq!(ran.code(), Some(code), "{ran}");
        rules += ran.stdout().matches("\"forbids_live\":").count();
        folder.write(&format!("{size}.json"), ran.stdout().as_bytes());
    }
    let ran = folder.deadmove(&["site", "7.json", "5.json", "--out", "site"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let page = folder.read("site/walks.html");
    assert!(page.contains("<h2>Do wrong rules lead to stuck positions?</h2>"), "{page}");
    assert_eq!(page.matches("<th scope=\"row\">").count(), rules, "{page}");
}

#[test]
fn wrong_questions_and_reports_are_refused() {
    let folder = folder();
    let report = folder.deadmove(&["obey", "rules", "--include-wrong", "--size", "5", "--json"]);
    let write = |file: &str, from: &str, to: &str| {
        assert!(report.stdout().contains(from), "{report}");
        folder.write(file, report.stdout().replacen(from, to, 1).as_bytes());
    };
    write("path.json", r#""path":""#, r#""path":"U"#);
    write("stuck.json", r#""stuck":"#, r#""stuck":0,"was":"#);
    write("size.json", r#""size":5"#, r#""size":"five""#);
    let refused = [
        folder.deadmove(&["obey", "rules", "--include-wrong", "--size", "6"]),
        folder.deadmove(&["obey", "rules", "--include-wrong", "--size", "11"]),
        folder.deadmove(&["obey", "no-such", "--size", "5"]),
        folder.deadmove(&["obey", "rules/9-grid", "--size", "5"]),
        folder.deadmove(&["site", "path.json", "--out", "site"]),
        folder.deadmove(&["site", "stuck.json", "--out", "site"]),
        folder.deadmove(&["site", "size.json", "--out", "site"]),
    ];
    for ran in &refused {
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    }
    assert_snapshot!(all(refused));
}
