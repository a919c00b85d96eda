//! `deadmove mine`, `minimise` and `review`: what they print, write, and refuse.

use insta::assert_snapshot;

use super::program::{Folder, all, deadmove, repository};

/// A folder with a case and a rule.
fn folder() -> Folder {
    let folder = Folder::new(&[]);
    for file in [
        "cases/corpus/5x5-turns-at-9.case",
        "cases/corpus/7x7-turns-at-16.case",
        "rules/edge/c-shape.rule",
    ] {
        folder.write(file, &std::fs::read(repository().join(file)).unwrap());
    }
    folder
}

#[test]
fn mines_5x5_and_writes_rules_that_check_as_sound_and_complete() {
    let folder = folder();
    let mine = ["mine", "--size", "5", "--rounds", "1", "--out", "mined"];
    assert_snapshot!(all([
        folder.deadmove(&mine),
        folder.deadmove(&["check", "mined", "--sizes", "3,5"]),
        folder.deadmove(&["mine", "--size", "5", "--rounds", "1", "--json", "rules"]),
    ]));
    assert_snapshot!("page_of_the_rules_mined_on_5x5", folder.read("mined/README.md"));
    assert_snapshot!("rule_mined_on_5x5", folder.read("mined/mined-5.rule"));
}

#[test]
fn refuses_sizes_and_folders_that_are_of_no_use() {
    let folder = folder();
    folder.write("broken", b"{}");
    assert_snapshot!(all([
        folder.deadmove(&["mine", "--size", "0"]),
        folder.deadmove(&["mine", "--size", "1"]),
        folder.deadmove(&["mine", "--size", "4"]),
        folder.deadmove(&["mine", "--size", "12"]),
        folder.deadmove(&["mine", "--size", "5", "--out", "rules/edge"]),
        folder.deadmove(&["mine", "--size", "5", "--resume", "broken"]),
        folder.deadmove(&["mine", "--size", "5", "nowhere"]),
        folder.deadmove(&["mine", "--size", "11", "--resume", "broken"]),
        folder.deadmove(&["mine", "--size", "5", "--most", "3"]),
        folder.deadmove(&["minimise", "--position", "cases", "--sizes", "6"]),
        folder.deadmove(&["minimise", "--position", "cases", "--sizes", "11"]),
        folder.deadmove(&["minimise", "--position", "nowhere.case"]),
        folder.deadmove(&["minimise"]),
        folder.deadmove(&["lab", "review", "nowhere"]),
    ]));
}

#[test]
fn rules_mined_above_9x9_are_the_same_for_any_number_of_threads() {
    let arguments = [
        "mine",
        "--size",
        "11",
        "rules/near-field",
        "rules/edge",
        "--rounds",
        "1",
        "--walks",
        "6",
        "--reach",
        "3",
        "--json",
    ];
    let threads = |count| {
        let mut command = super::program::command(repository(), &arguments);
        command.env("RAYON_NUM_THREADS", count);
        super::program::run(command, &arguments)
    };
    let ran = threads("1");
    assert_eq!(ran.stdout(), threads("2").stdout());
    let report: serde_json::Value = serde_json::from_str(ran.stdout()).unwrap();
    let step = &report["steps"][0];
    let count = |key: &str| step[key].as_u64().unwrap();
    assert!(count("failed") > 0, "six lines by the near field do not all fill 11×11: {report}");
    assert!(count("missed") > count("unexplained"), "{report}");
    let rules = report["rules"].as_array().unwrap();
    assert!(!rules.is_empty() && rules.len() as u64 <= count("missed"), "{report}");
    assert!(rules.iter().all(|rule| rule["reach"].as_u64().unwrap() <= 3), "{report}");
}

#[test]
fn minimises_a_case_and_reviews_what_comes_of_it() {
    let folder = folder();
    let minimise =
        ["minimise", "--position", "cases/corpus/7x7-turns-at-16.case", "--out", "found"];
    let first = folder.deadmove(&minimise);
    let candidates = folder.deadmove(&["lab", "review", "found", "--json"]);
    let review = folder.with_input(&["lab", "review", "found"], "x\na\nr\nsays too much\ns\n");
    let again = folder.deadmove(&minimise);
    let rules = ["minimise", "accepted", "--position", "cases/corpus/7x7-turns-at-16.case"];
    assert_snapshot!(all([first, candidates, review, again, folder.deadmove(&rules)]));
    assert!(folder.read("found/rejected.jsonl").contains("says too much"));
    let names = |name: &str| {
        let entries = std::fs::read_dir(folder.path().join(name)).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>()
    };
    assert_eq!(names("accepted").len(), 1);
}

#[test]
fn candidates_of_long_paths_have_short_names_of_their_own() {
    let folder = Folder::new(&[]);
    for path in ["RRRRRRRRDDDDDDLLLLLLLDRRRRRRRD", "RRRRRRRRDDDDDDDDLLLLLLLLURRRRRRRUL"] {
        let minimise = ["minimise", "--board", "9x9", "--path", path, "--sizes", "5"];
        let ran = folder.deadmove(&[&minimise[..], &["--out", "found"]].concat());
        assert_eq!(ran.code(), Some(0), "{ran}");
        assert!(ran.stdout().lines().all(|line| line.chars().count() <= 80), "{ran}");
    }
    let found = folder.read("found/found.rule");
    let mut names: Vec<&str> =
        found.lines().filter_map(|line| line.strip_prefix("name ")).collect();
    assert!(names.iter().all(|name| name.chars().count() <= 45), "{names:?}");
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!((names.len(), all), (3, 3), "{found}");
}

#[test]
fn says_what_it_cannot_explain() {
    let live = deadmove(&["minimise", "--board", "5x5", "--path", ""]);
    assert_eq!(live.code(), Some(3));
    assert_snapshot!(live);
}

#[test]
fn the_certificate_of_a_mined_set_is_accepted_and_says_that_it_is_complete() {
    let folder = folder();
    let mine = "mine --size 5 --rounds 1 --out mined --certificate cert";
    let mined = folder.deadmove(&mine.split(' ').collect::<Vec<_>>());
    assert_eq!(mined.code(), Some(0));
    let accepted = deadmove_checker::check_folder(&folder.path().join("cert"), None).unwrap();
    assert_eq!((accepted.verdicts, accepted.open.len()), ([3, 0, 0], 0));
    assert!(accepted.set.is_some_and(|(complete, _)| complete));
    let above = ["mine", "--size", "11", "mined", "--out", "x", "--certificate", "y"];
    assert_snapshot!(folder.deadmove(&above));
}
