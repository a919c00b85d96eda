//! `deadmove merge` with shards of a walk.

use deadmove_core::sealed::seal;
use insta::assert_snapshot;

use super::program::{Folder, Ran, all, deadmove, repository};

/// Writes the reports of all three shards of a walk, `1.json` to `3.json`.
fn shards(folder: &Folder, walk: &[&str]) {
    for shard in ["1", "2", "3"] {
        let of = format!("{shard}/3");
        let ran = deadmove(&[walk, &["--shard", &of, "--json"]].concat());
        folder.write(&format!("{shard}.json"), ran.stdout().as_bytes());
    }
}

fn merge(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.deadmove(&[&["merge"], arguments].concat())
}

#[test]
fn shards_of_a_walk_are_merged_to_what_one_walk_prints() {
    for walk in [
        &["walk", "rules/edge", "--size", "5", "--keep-going"][..],
        &["walk", "rules/edge", "--size", "5", "--keep-going", "--stop", "dead", "--half"],
        &["walk", "none", "--size", "5"],
    ] {
        assert_merged(walk);
    }
}

#[test]
#[ignore = "two seconds"]
fn shards_of_a_walk_of_7x7_are_merged_to_what_one_walk_prints() {
    assert_merged(&["walk", "rules/edge", "--size", "7", "--keep-going"]);
}

fn assert_merged(walk: &[&str]) {
    let folder = Folder::new(&[]);
    shards(&folder, walk);
    let whole = deadmove(&[walk, &["--json"]].concat());
    let merged = merge(&folder, &["3.json", "1.json", "2.json", "--json"]);
    assert_eq!(
        (merged.stdout(), merged.code(), merged.stderr()),
        (whole.stdout(), whole.code(), "")
    );
}

#[test]
fn the_failures_of_shards_are_positions_that_minimise_explains() {
    let folder = Folder::new(&[]);
    let rules = repository().join("rules/edge");
    let rules = rules.to_str().unwrap();
    for shard in ["1/3", "2/3", "3/3"] {
        let walk = ["walk", rules, "--size", "11", "--order", "random", "--runs", "9"];
        let ran = folder.deadmove(&[&walk[..], &["--shard", shard, "--out", "failures"]].concat());
        assert_eq!(ran.code(), Some(1), "{ran}");
    }
    let cases = std::fs::read_dir(folder.path().join("failures")).unwrap();
    assert_eq!(cases.count(), 7, "shards with one folder do not overwrite each other's files");
    let minimise = ["minimise", rules, "--position", "failures", "--sizes", "5", "--json"];
    let ran = folder.deadmove(&[&minimise[..], &["--out", "found"]].concat());
    let found: serde_json::Value = serde_json::from_str(ran.stdout()).unwrap();
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7, "{ran}");
    assert!(std::fs::read_dir(folder.path().join("found")).unwrap().count() > 0, "{ran}");
}

#[test]
fn the_first_failure_of_all_shards_is_that_of_one_walk() {
    let walk = ["walk", "rules/edge", "--size", "7"];
    let folder = Folder::new(&[]);
    shards(&folder, &walk);
    let stuck = |ran: &Ran| {
        let object: serde_json::Value = serde_json::from_str(ran.stdout()).unwrap();
        object["stuck"].clone()
    };
    let merged = merge(&folder, &["2.json", "3.json", "1.json", "--json"]);
    assert_eq!(stuck(&merged), stuck(&deadmove(&[&walk[..], &["--json"]].concat())));
    assert_eq!(merged.code(), Some(1));
    assert_snapshot!(merge(&folder, &["2.json", "3.json", "1.json"]));
}

#[test]
fn a_shard_that_is_not_walked_to_its_end_leaves_the_whole_unknown() {
    let walk = ["walk", "none", "--size", "5"];
    let folder = Folder::new(&[]);
    shards(&folder, &walk);
    let part = deadmove(&[&walk[..], &["--shard", "2/3", "--limit", "1", "--json"]].concat());
    folder.write("2.json", part.stdout().as_bytes());
    let merged = merge(&folder, &["1.json", "2.json", "3.json"]);
    assert_eq!(merged.code(), Some(3));
    assert!(merged.stdout().contains("\nnot finished: "), "{merged}");
}

#[test]
fn shards_that_make_no_whole_are_refused() {
    let folder = Folder::new(&[]);
    shards(&folder, &["walk", "rules/edge", "--size", "5", "--keep-going"]);
    let report = folder.read("1.json");
    let write = |file: &str, from: &str, to: &str| {
        assert!(report.contains(from), "{report}");
        folder.write_resealed(file, &report.replacen(from, to, 1));
    };
    write("shard.json", r#""shard":"1/3""#, r#""shard":"4/3""#);
    write("other.json", r#""size":5"#, r#""size":7"#);
    write("foreign.json", r#""keep_going":true"#, r#""keep_going":false"#);
    write("path.json", r#""path":""#, r#""path":"U"#);
    write("letter.json", r#""path":""#, r#""path":"X"#);
    write("count.json", r#""failed":"#, r#""failed":0,"was":"#);
    write("order.json", r#""order":"left""#, r#""order":"random""#);
    write("schema.json", r#""schema":1"#, r#""schema":9"#);
    write("huge.json", r#""shard":"1/3""#, r#""shard":"1/18446744073709551615""#);
    folder.write("broken.json", &report.as_bytes()[..report.len() / 2]);
    let check = repository().join("rules/edge");
    let check = deadmove(&["check", check.to_str().unwrap(), "--size", "5", "--json"]);
    folder.write("check.json", check.stdout().as_bytes());
    let refused = [
        merge(&folder, &["1.json", "3.json"]),
        merge(&folder, &["1.json", "2.json", "2.json"]),
        merge(&folder, &["2.json", "3.json", "foreign.json"]),
        merge(&folder, &["other.json", "2.json", "3.json"]),
        merge(&folder, &["shard.json"]),
        merge(&folder, &["path.json"]),
        merge(&folder, &["letter.json"]),
        merge(&folder, &["count.json"]),
        merge(&folder, &["order.json"]),
        merge(&folder, &["schema.json"]),
        merge(&folder, &["huge.json"]),
        merge(&folder, &["1.json", "broken.json"]),
        merge(&folder, &["1.json", "check.json"]),
    ];
    for ran in &refused {
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    }
    assert_snapshot!(all(refused));
}

#[test]
fn shards_without_a_line_are_no_success() {
    let folder = Folder::new(&[]);
    shards(&folder, &["walk", "none", "--size", "5"]);
    for shard in ["1.json", "2.json", "3.json"] {
        let mut part: serde_json::Value = serde_json::from_str(&folder.read(shard)).unwrap();
        part["completed"] = 0.into();
        folder.write(shard, seal(&part.to_string()).as_bytes());
    }
    let merged = merge(&folder, &["1.json", "2.json", "3.json"]);
    assert_eq!(merged.code(), Some(3), "{merged}");
    assert!(merged.stdout().contains("exit code 3: no line was drawn"), "{merged}");
}
