//! `deadmove stats` in parts: shards, interruptions, failures that are kept.

use std::process::{Command, Stdio};
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, Ran, all, command, deadmove, repository};

/// Rules that soon fail, so that some runs do and others reach the limit.
const STATS: [&str; 8] = ["stats", "rules/edge", "--sizes", "5,7", "--runs", "40", "--limit", "30"];

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn whole() -> Ran {
    deadmove(&[&STATS[..], &["--json"]].concat())
}

/// Writes the reports of all three shards, `1.json` to `3.json`.
fn shards(folder: &Folder) {
    for shard in ["1", "2", "3"] {
        let ran = deadmove(&[&STATS[..], &["--shard", &format!("{shard}/3"), "--json"]].concat());
        assert_eq!(ran.code(), Some(3), "a part is no success");
        folder.write(&format!("{shard}.json"), ran.stdout().as_bytes());
    }
}

#[test]
fn shards_are_merged_to_the_report_of_one_run() {
    let folder = Folder::new(&[]);
    shards(&folder);
    let merged = folder.deadmove(&["merge", "3.json", "1.json", "2.json", "--json"]);
    let whole = whole();
    assert!(json(whole.stdout())["sizes"][1]["failures"].as_u64() > Some(0));
    assert_eq!((merged.stdout(), merged.code()), (whole.stdout(), Some(0)));
    let text = folder.deadmove(&["merge", "3.json", "1.json", "2.json"]);
    let report =
        |ran: &Ran| ran.stdout().rsplit_once("\n\n").map(|(report, _)| report).unwrap().to_owned();
    assert_eq!(report(&text), report(&deadmove(&STATS)));
    assert_snapshot!(all([folder.deadmove(&["merge", "1.json", "3.json"])]));
}

#[test]
fn a_report_of_some_runs_is_resumed_to_the_report_of_one_run() {
    let folder = Folder::new(&[]);
    shards(&folder);
    let resume = folder.path().join("2.json").display().to_string();
    let ran = deadmove(&[&STATS[..], &["--json", "--resume", &resume]].concat());
    assert_eq!((ran.stdout(), ran.code()), (whole().stdout(), Some(0)));
}

#[test]
fn an_interrupted_run_reports_what_it_has_and_can_be_resumed() {
    let folder = Folder::new(&[]);
    let stats = ["stats", "rules/lemmas", "--sizes", "11", "--runs", "30", "--limit", "40"];
    let stats = [&stats[..], &["--json"]].concat();
    let mut started = command(repository(), &stats);
    let child = started.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(150));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
    sent.expect("signals can be sent");
    let first = Ran::new(&stats, child.wait_with_output().unwrap());
    let report = json(first.stdout());
    if report["finished"] == false {
        assert_eq!(first.code(), Some(3), "{first}");
    }
    folder.write("first.json", first.stdout().as_bytes());
    let file = folder.path().join("first.json").display().to_string();
    let resumed = deadmove(&[&stats[..], &["--resume", &file]].concat());
    assert_eq!(resumed.stdout(), deadmove(&stats).stdout());
}

#[test]
fn failures_are_judged_drawn_and_saved() {
    let folder = Folder::new(&[]);
    let saved = folder.path().join("failures").display().to_string();
    let colourless = ["rules/lemmas/degree.rule", "rules/lemmas/cut-off.rule"];
    let stats = [&["stats"], &colourless[..], &["--sizes", "7", "--runs", "2", "--out", &saved]];
    let ran = deadmove(&stats.concat());
    assert_snapshot!(ran.to_string().replace(&saved, "failures"));
    let cases = std::fs::read_dir(&saved).unwrap().count();
    assert_eq!(cases, 2);
    assert_eq!(deadmove(&["judge", &saved]).code(), Some(0), "each case says what it is");
}

#[test]
fn wrong_reports_and_options_are_refused() {
    let folder = Folder::new(&[("broken.json", "{\"limit\":1,\"sizes\":3}")]);
    shards(&folder);
    let other = [&STATS[..], &["--seed", "9", "--json"]].concat();
    folder.write("other.json", deadmove(&other).stdout().as_bytes());
    let one = folder.read("1.json");
    let with = |old: &str, new: &str| {
        assert!(one.contains(old), "{old} in {one}");
        one.replacen(old, new, 1)
    };
    folder.write("counts.json", with("\"runs\":14", "\"runs\":15").as_bytes());
    folder.write("path.json", with("\"path\":\"", "\"path\":\"U").as_bytes());
    let merge = |files: &[&str]| folder.deadmove(&[&["merge"], files].concat());
    let ran = [
        merge(&["1.json", "1.json"]),
        merge(&["1.json", "other.json"]),
        merge(&["1.json", "broken.json"]),
        merge(&["counts.json", "2.json"]),
        merge(&["path.json", "2.json"]),
        deadmove(&["stats", "rules/edge", "--sizes", "5", "--runs", "0"]),
        deadmove(&["stats", "rules/edge", "--sizes", "5", "--shard", "4/3"]),
    ];
    assert!(ran.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    assert_snapshot!(all(ran));
}

#[test]
fn a_random_walk_on_several_sizes_counts_lines_and_failures() {
    let walk = ["walk", "rules/edge", "--order", "random", "--sizes", "5,7", "--limit", "30"];
    let more = ["--runs", "40", "--json"];
    let walked = deadmove(&[&walk[..], &more].concat());
    let counted = deadmove(&[&STATS[..], &["--json"]].concat());
    assert_eq!((walked.stdout(), walked.code()), (counted.stdout(), Some(1)), "{walked}");
    let row = &json(walked.stdout())["sizes"][1];
    assert!(row["completed"].is_u64() && row["failures"].as_u64() > Some(0), "{walked}");
    let sound = ["walk", "rules/lemmas", "--order", "random", "--size", "5", "--runs", "3"];
    assert_eq!(deadmove(&[&sound[..], &["--limit", "2"]].concat()).code(), Some(0));
    for nothing in [["--runs", "0"], ["--limit", "0"]] {
        let ran = deadmove(
            &[&walk[..6], &nothing, &["--limit", "3"][..2 * usize::from(nothing[0] == "--runs")]]
                .concat(),
        );
        assert_eq!(ran.code(), Some(2), "{ran}");
    }
}
