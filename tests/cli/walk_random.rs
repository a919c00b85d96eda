//! `deadmove walk --order random`: reports, shards, interruptions, failures that are kept.

use std::process::{Command, Stdio};
use std::time::Duration;

use deadmove_core::sealed::seal;
use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, Ran, all, command, deadmove, repository, run};

/// Rules that soon fail, so that some runs do and others reach the limit.
const WALK: [&str; 10] =
    ["walk", FEW, "--order", "random", "--sizes", "5,7", "--runs", "40", "--limit", "30"];

/// Rules that are sound, but too few.
const FEW: &str = "rules/edge";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn whole() -> Ran {
    deadmove(&[&WALK[..], &["--json"]].concat())
}

/// Writes the reports of all three shards, `1.json` to `3.json`.
fn shards(folder: &Folder) {
    for shard in ["1", "2", "3"] {
        let ran = deadmove(&[&WALK[..], &["--shard", &format!("{shard}/3"), "--json"]].concat());
        assert_eq!(ran.code(), Some(1), "a line failed");
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
    assert_eq!((merged.stdout(), merged.code()), (whole.stdout(), Some(1)));
    let nothing = r#"{"schema":1,"runs":1,"limit":1,"seed":0,"finished":true,"sizes":[{"size":5,"rules":"","runs":0,"completed":0,"failures":0,"mean":null,"interval":null,"units":{"total":1,"done":[]},"failed":[]}]}"#;
    folder.write("nothing.json", seal(nothing).as_bytes());
    assert_eq!(folder.deadmove(&["merge", "nothing.json"]).code(), Some(3), "no line was drawn");
    let text = folder.deadmove(&["merge", "3.json", "1.json", "2.json"]);
    let report =
        |ran: &Ran| ran.stdout().rsplit_once("\n\n").map(|(report, _)| report).unwrap().to_owned();
    let one = report(&deadmove(&WALK)).replace(" by rules/edge", "");
    assert_eq!(report(&text), one, "reports do not name the rules");
    assert_snapshot!(all([folder.deadmove(&["merge", "1.json", "3.json"])]));
}

#[test]
fn a_report_of_some_runs_is_resumed_to_the_report_of_one_run() {
    let folder = Folder::new(&[]);
    shards(&folder);
    let resume = folder.path().join("2.json").display().to_string();
    let ran = deadmove(&[&WALK[..], &["--json", "--resume", &resume]].concat());
    assert_eq!((ran.stdout(), ran.code()), (whole().stdout(), Some(1)));
}

#[test]
#[cfg_attr(windows, ignore = "signals")]
fn an_interrupted_run_reports_what_it_has_and_can_be_resumed() {
    let folder = Folder::new(&[]);
    let walk = ["walk", "lemmas", "--order", "random", "--size", "11", "--runs", "30"];
    let walk = [&walk[..], &["--limit", "40", "--json"]].concat();
    // Its state is kept in the folder where it runs.
    let mut started = command(folder.path(), &walk);
    let child = started.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(150));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
    sent.expect("signals can be sent");
    let first = Ran::new(&walk, child.wait_with_output().unwrap());
    let report = json(first.stdout());
    if report["finished"] == false {
        assert_eq!(first.code(), Some(3), "{first}");
        assert_eq!(
            report["sizes"][0]["mean"],
            Value::Null,
            "the runs that are done are the short ones"
        );
    }
    folder.write("first.json", first.stdout().as_bytes());
    let file = folder.path().join("first.json").display().to_string();
    let resumed = folder.deadmove(&[&walk[..], &["--resume", &file]].concat());
    assert_eq!(resumed.stdout(), folder.deadmove(&walk).stdout());
}

#[test]
fn the_lines_of_all_runs_are_written_in_order_and_can_be_judged() {
    let folder = Folder::new(&[]);
    let file = folder.path().join("lines.jsonl").display().to_string();
    let walk = [&WALK[..], &["--lines", &file]].concat();
    for threads in ["1", "2"] {
        let ran = deadmove(&[&walk[..], &["--json", "--threads", threads]].concat());
        assert_eq!(ran.stdout(), whole().stdout());
        let lines = folder.read("lines.jsonl");
        let objects: Vec<Value> = lines.lines().map(json).collect();
        let report = json(ran.stdout());
        let mut expected = Vec::new();
        for size in report["sizes"].as_array().unwrap() {
            let mine = objects.iter().filter(|line| line["n"] == size["size"]);
            let completed = mine.clone().filter(|line| line["completed"] == true).count();
            assert_eq!(completed as u64, size["completed"].as_u64().unwrap());
            let failed = mine.filter(|line| line["completed"] == false);
            let paths = size["failed"].as_array().unwrap().iter().map(|failed| &failed["path"]);
            assert!(failed.map(|line| &line["path"]).eq(paths));
            expected.push(size["size"].as_u64().unwrap());
        }
        assert_eq!(expected, [5, 7]);
        assert_eq!(objects[0]["name"], "run 0 line 0");
        let judged =
            folder.deadmove(&["judge", "--jsonl", "lines.jsonl", "--json", "--no-evidence"]);
        let judged: Vec<Value> = judged.stdout().lines().map(json).collect();
        assert!(judged.iter().zip(&objects).all(|(judged, line)| {
            judged["path"] == line["path"]
                && (line["completed"] == false || judged["verdict"] == "live")
        }));
        assert_eq!(judged.len(), objects.len());
    }
}

#[test]
fn a_run_that_is_continued_adds_its_lines_and_dead_moves_are_beside_them() {
    let folder = Folder::new(&[]);
    let walk = "walk none --order random --size 5 --runs 20 --stop dead --json --lines l.jsonl";
    let walk = |more: &str| {
        let words = format!("{walk} {more}");
        folder.deadmove(&words.split_whitespace().collect::<Vec<_>>())
    };
    walk("");
    let whole = folder.read("l.jsonl");
    assert!(
        whole.lines().all(|line| line.contains(r#""completed":false,"dead_move":""#)),
        "{whole}"
    );
    folder.write("state", walk("--shard 1/2").stdout().as_bytes());
    let ran = walk("--resume state");
    assert_eq!(ran.code(), Some(1), "{ran}");
    let sorted = |text: String| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(folder.read("l.jsonl")), sorted(whole));
    let left = folder.deadmove(&["walk", "none", "--size", "5", "--lines", "l.jsonl"]);
    assert_eq!(left.code(), Some(2), "{left}");
}

#[test]
fn failures_are_judged_drawn_and_saved() {
    let folder = Folder::new(&[]);
    let saved = folder.path().join("failures").display().to_string();
    let colourless = ["rules/lemmas/degree.rule", "rules/lemmas/cut-off.rule"];
    let random = ["--order", "random", "--size", "7", "--runs", "2", "--limit", "10000"];
    let ran = deadmove(&[&["walk"], &colourless[..], &random, &["--out", &saved]].concat());
    assert_snapshot!(ran.to_string().replace(&saved, "failures"));
    let names = || {
        let entries = std::fs::read_dir(&saved).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let cases = names();
    assert_eq!(cases.len(), 2);
    assert_eq!(deadmove(&["judge", &saved]).code(), Some(0), "each case says what it is");
    let dead = [&["walk"], &colourless[..], &random, &["--stop", "dead", "--out", &saved]].concat();
    deadmove(&dead);
    assert!(cases.iter().all(|case| names().contains(case)) && names().len() > 2, "{:?}", names());
    // A case that cannot be written does not lose the report.
    let taken = folder.path().join("failures").join(&cases[0]);
    std::fs::remove_file(&taken).unwrap();
    std::fs::create_dir(&taken).unwrap();
    let walk = [&["walk"], &colourless[..], &random, &["--json", "--out", &saved]].concat();
    let ran = deadmove(&walk);
    assert_eq!((ran.code(), json(ran.stdout())["finished"].clone()), (Some(2), true.into()));
}

#[test]
fn wrong_reports_and_options_are_refused() {
    let folder = Folder::new(&[("broken.json", &seal("{\"limit\":1,\"sizes\":3}"))]);
    shards(&folder);
    let other = [&WALK[..], &["--seed", "9", "--json"]].concat();
    folder.write("other.json", deadmove(&other).stdout().as_bytes());
    let one = folder.read("1.json");
    let with = |old: &str, new: &str| {
        assert!(one.contains(old), "{old} in {one}");
        one.replacen(old, new, 1)
    };
    folder.write_resealed("counts.json", &with("\"runs\":14", "\"runs\":15"));
    folder.write_resealed("path.json", &with("\"path\":\"", "\"path\":\"U"));
    let merge = |files: &[&str]| folder.deadmove(&[&["merge"], files].concat());
    let ran = [
        merge(&["1.json", "1.json"]),
        merge(&["1.json", "other.json"]),
        merge(&["1.json", "broken.json"]),
        merge(&["counts.json", "2.json"]),
        merge(&["path.json", "2.json"]),
        deadmove(&[&WALK[..6], &["--runs", "0"]].concat()),
        deadmove(&[&WALK[..6], &["--shard", "4/3"]].concat()),
    ];
    assert!(ran.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    assert_snapshot!(all(ran));
}

#[test]
fn a_line_is_one_run_unless_more_are_asked_for() {
    let sound = ["walk", "rules/lemmas", "--order", "random", "--size", "5", "--runs", "3"];
    let ran = deadmove(&[&sound[..], &["--json"]].concat());
    let row = &json(ran.stdout())["sizes"][0];
    assert_eq!((row["completed"].as_u64(), row["failures"].as_u64()), (Some(3), Some(0)));
    assert_eq!(ran.code(), Some(0));
    let ran = deadmove(&[&sound[..], &["--limit", "2", "--json"]].concat());
    assert_eq!(json(ran.stdout())["sizes"][0]["completed"], 6, "{ran}");
    let shard = deadmove(&[&sound[..], &["--shard", "9/9"]].concat());
    assert_eq!(shard.code(), Some(3), "a shard without a run is no success: {shard}");
    for nothing in [["--runs", "0"], ["--limit", "0"]] {
        let ran = deadmove(&[&sound[..6], &nothing].concat());
        assert_eq!(ran.code(), Some(2), "{ran}");
    }
}

#[test]
fn a_dead_move_that_is_allowed_ends_a_line_if_it_is_asked_for() {
    let folder = Folder::new(&[]);
    let walk = ["walk", FEW, "--order", "random", "--size", "7", "--runs", "6", "--stop", "dead"];
    assert_snapshot!(deadmove(&walk));
    let ran = deadmove(&[&walk[..], &["--json"]].concat());
    folder.write("state", ran.stdout().as_bytes());
    let state = folder.path().join("state").display().to_string();
    let again = deadmove(&[&walk[..], &["--json", "--resume", &state]].concat());
    assert_eq!((again.stdout(), again.code()), (ran.stdout(), ran.code()));
    let other = deadmove(&[&walk[..8], &["--resume", &state]].concat());
    assert_eq!(other.code(), Some(2), "{other}");
    let failed = json(ran.stdout())["sizes"][0]["failed"][0].clone();
    let (path, dead) = (failed["path"].as_str().unwrap(), failed["dead_move"].as_str().unwrap());
    let shorter = ran.stdout().replacen(path, &path[..path.len() - 1], 1);
    let stuck = ran.stdout().replacen(r#""stop":"dead""#, r#""stop":"stuck""#, 1);
    let live = ran.stdout().replacen(&format!(r#","dead_move":"{dead}""#), "", 1);
    for false_report in [shorter, stuck, live] {
        assert_ne!(false_report, ran.stdout());
        folder.write_resealed("state", &false_report);
        let refused = deadmove(&[&walk[..], &["--json", "--resume", &state]].concat());
        assert_eq!((refused.code(), refused.stdout()), (Some(2), ""), "{refused}");
    }
}

#[test]
fn random_lines_are_the_same_for_1_and_2_threads() {
    let arguments = [&WALK[..], &["--seed", "4", "--json"]].concat();
    let threads = |count| {
        let mut command = command(repository(), &arguments);
        command.env("RAYON_NUM_THREADS", count);
        run(command, &arguments)
    };
    let (one, two) = (threads("1"), threads("2"));
    assert_eq!(one.stdout(), two.stdout());
    assert!(json(one.stdout())["sizes"][1]["completed"].as_u64() > Some(0));
}

#[test]
fn lines_per_failure_are_a_table_and_a_plot() {
    let folder = Folder::new(&[]);
    let plot = folder.path().join("plot.svg").display().to_string();
    let walk = |sizes, more: &[&str]| {
        let walk = ["walk", FEW, "--order", "random", "--sizes", sizes, "--runs", "60"];
        deadmove(&[&walk[..], more].concat())
    };
    assert_snapshot!(walk("3,5,7", &["--limit", "50"]));
    let ran = walk("5,7", &["--limit", "10000", "-o", &plot, "--json"]);
    assert_eq!(ran.code(), Some(1));
    assert_snapshot!(folder.read("plot.svg"));
    assert_snapshot!(ran.stdout());
}
