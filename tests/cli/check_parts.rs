//! `deadmove check` in parts: shards, resumed runs, `deadmove merge`, and reports that cannot be
//! used.

use std::process::{Command, Stdio};
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, Ran, all, command, repository, run};

const C_SHAPE: &str = "rules/edge/c-shape.rule";
const NEAR_FIELD: &str = "rules/near-field";

/// A folder with the shipped rules that these tests use, so that reports can be written beside
/// them.
fn folder() -> Folder {
    let folder = Folder::new(&[]);
    for rules in [NEAR_FIELD, "rules/edge"] {
        for entry in std::fs::read_dir(repository().join(rules)).unwrap() {
            let file = entry.unwrap();
            let name = format!("{rules}/{}", file.file_name().to_str().unwrap());
            folder.write(&name, &std::fs::read(file.path()).unwrap());
        }
    }
    folder
}

/// Runs the program and keeps what it prints in a file.
fn save(folder: &Folder, file: &str, arguments: &[&str]) -> Option<i32> {
    let ran = folder.deadmove(arguments);
    assert_eq!(ran.stderr(), "", "{ran}");
    folder.write(file, ran.stdout().as_bytes());
    ran.code()
}

#[test]
fn json_of_rules_on_5x5_and_7x7_is_the_same_for_1_and_2_threads_and_for_3_shards() {
    let check = ["check", NEAR_FIELD, "--include-wrong", "--sizes", "5,7", "--json"];
    let threads = |count| {
        let mut command = command(repository(), &check);
        command.env("RAYON_NUM_THREADS", count);
        run(command, &check)
    };
    let whole = threads("1");
    assert_eq!(whole.stdout(), threads("2").stdout());

    let folder = Folder::new(&[]);
    for shard in ["1/3", "2/3", "3/3"] {
        let part = super::program::deadmove(&[&check[..], &["--shard", shard]].concat());
        assert!(part.stdout().contains(r#""complete":false"#));
        folder.write(&format!("{}.json", &shard[..1]), part.stdout().as_bytes());
    }
    let merged = folder.deadmove(&["merge", "3.json", "1.json", "2.json", "--json"]);
    assert_eq!(merged.stdout(), whole.stdout());
    assert_eq!((merged.code(), whole.code()), (Some(1), Some(1)), "some rules are wrong as drawn");
    let half = folder.deadmove(&["merge", "3.json", "1.json", "--json"]);
    folder.write("half.json", half.stdout().as_bytes());
    let merged = folder.deadmove(&["merge", "half.json", "2.json", "--json"]);
    assert_eq!(merged.stdout(), whole.stdout());
}

#[test]
fn shards_of_the_sat_engine_merged_are_the_whole_run() {
    let folder = folder();
    let check = ["check", "rules/edge", "--size", "5", "--engine", "sat", "--json"];
    let whole = folder.deadmove(&check);
    for shard in ["1/2", "2/2"] {
        let file = format!("{}.json", &shard[..1]);
        assert_eq!(save(&folder, &file, &[&check[..], &["--shard", shard]].concat()), Some(3));
    }
    let merged = folder.deadmove(&["merge", "2.json", "1.json", "--json"]);
    assert_eq!(merged.stdout(), whole.stdout());
    assert_eq!(merged.code(), whole.code());
    insta::with_settings!({ filters => [(r" {2,}\d+\.\d\d s", "   [seconds] s")] }, {
        assert_snapshot!(folder.deadmove(&["check", "rules/edge", "--size", "5", "--engine", "sat"]));
    });
}

#[test]
fn a_run_of_some_chunks_that_is_resumed_twice_is_the_whole_run() {
    let folder = folder();
    let check = ["check", "rules", "--include-wrong", "--sizes", "5,7", "--json"];
    let whole = folder.deadmove(&check);
    let units = |file| -> Vec<Value> {
        let checks: Vec<Value> = serde_json::from_str(&folder.read(file)).unwrap();
        checks.iter().map(|check| check["units"]["done"].clone()).collect()
    };
    // The first run begins the state, the second goes on with it.
    save(&folder, "a.json", &[&check[..], &["--resume", "state", "--max-chunks", "11"]].concat());
    assert_eq!(units("a.json"), [serde_json::json!([[0, 10]]), serde_json::json!([[0, 10]])]);
    assert_eq!(folder.read("state"), folder.read("a.json"));
    save(&folder, "b.json", &[&check[..], &["--resume", "state", "--max-chunks", "20"]].concat());
    assert_eq!(units("b.json"), [serde_json::json!([[0, 24]]), serde_json::json!([[0, 30]])]);
    assert_eq!(folder.read("state"), folder.read("b.json"));
    let resumed = folder.deadmove(&[&check[..], &["--resume", "b.json"]].concat());
    assert_eq!(resumed.stdout(), whole.stdout());
    assert_eq!(resumed.code(), whole.code());
    folder.write("whole.json", whole.stdout().as_bytes());
    let idle = folder.deadmove(&[&check[..], &["--resume", "whole.json"]].concat());
    assert_eq!(idle.stdout(), whole.stdout());
}

#[test]
fn a_part_is_shown_as_a_part_and_is_no_success() {
    let folder = folder();
    let check = ["check", C_SHAPE, "--size", "5"];
    let shown: Vec<Ran> = vec![
        folder.deadmove(&[&check[..], &["--max-chunks", "1"]].concat()),
        folder.deadmove(&[&check[..], &["--shard", "4/5"]].concat()),
        folder.deadmove(&["check", C_SHAPE, "--size", "5", "--max-chunks", "1", "--json"]),
    ];
    let codes: Vec<_> = shown.iter().map(Ran::code).collect();
    assert_eq!(codes, [Some(3), Some(3), Some(3)]);
    save(&folder, "1.json", &[&check[..], &["--shard", "1/2", "--json"]].concat());
    save(&folder, "2.json", &[&check[..], &["--shard", "2/2", "--json"]].concat());
    let merged = folder.deadmove(&["merge", "1.json", "2.json"]);
    assert_eq!(merged.stdout(), folder.deadmove(&check).stdout());
    assert_snapshot!(all(shown.into_iter().chain([merged])));
}

#[test]
fn reports_that_do_not_belong_together_are_refused() {
    let folder = folder();
    let check = |file: &str, rules: &str, more: &[&str]| {
        save(&folder, file, &[&["check", rules, "--json"], more].concat());
    };
    check("1.json", C_SHAPE, &["--size", "3", "--shard", "1/2"]);
    check("1-of-3.json", C_SHAPE, &["--size", "3", "--shard", "1/3"]);
    check("other.json", "rules/edge/border-door.rule", &["--size", "3", "--shard", "2/2"]);
    check("more.json", "rules/edge", &["--size", "3", "--shard", "2/2"]);
    check("sat.json", C_SHAPE, &["--size", "3", "--engine", "sat", "--max-chunks", "0"]);
    check("5.json", C_SHAPE, &["--size", "5", "--shard", "2/2"]);
    let changed = folder.read(C_SHAPE).replace(", behind", "");
    let mut ran: Vec<Ran> = ["1.json", "1-of-3.json", "other.json", "more.json", "sat.json"]
        .iter()
        .map(|file| folder.deadmove(&["merge", "1.json", file]))
        .collect();
    let resume = |file| folder.deadmove(&["check", C_SHAPE, "--size", "3", "--resume", file]);
    ran.extend(["other.json", "sat.json", "5.json"].map(resume));
    folder.write(C_SHAPE, changed.as_bytes());
    ran.push(resume("1.json"));
    for shard in ["0/3", "4/3", "1"] {
        ran.push(folder.deadmove(&["check", C_SHAPE, "--size", "3", "--shard", shard]));
    }
    assert!(ran.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    assert_snapshot!(all(ran));
}

#[test]
fn reports_that_are_broken_or_contradict_themselves_are_refused() {
    let folder = folder();
    let wrong = "rules/near-field/close-side-straight.rule";
    save(&folder, "good.json", &["check", wrong, "--size", "5", "--json"]);
    let good = folder.read("good.json");
    assert_eq!(folder.deadmove(&["merge", "good.json"]).code(), Some(1));
    let half = &good[..good.len() / 2];
    let change = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} is not in {good}");
        good.replacen(from, to, 1)
    };
    let broken = [
        ("empty", String::new()),
        ("no-json", "verdicts of yesterday\n".to_owned()),
        ("no-checks", "[]".to_owned()),
        ("truncated", half.to_owned()),
        ("on-two-lines", change(r#""engine":"list""#, "\n\"engine\":\"lisp\"")),
        ("other-schema", change(r#""schema":1"#, r#""schema":2"#)),
        ("no-digest", change(r#""digest":"#, r#""digger":"#)),
        ("even-more-units", change("[[0,24]]", "[[0,25]]")),
        ("fewer-units", change("[[0,24]]", "[[0,23]]")),
        ("said-to-be-sound", change(r#""verdict":"unsound""#, r#""verdict":"sound""#)),
        ("no-such-move", change(r#""move":"L""#, r#""move":"X""#)),
        ("illegal-move", change(r#""move":"L""#, r#""move":"D""#)),
        ("dead-move", change(r#""path":"DDRRU","move":"L""#, r#""path":"DR","move":"D""#)),
        ("off-the-board", change(r#""path":"DDRRU""#, r#""path":"DDDDD""#)),
        ("wrong-sum", change(r#""dead_moves":346"#, r#""dead_moves":347"#)),
        ("uncounted-ends", change(r#""early_ends":"#, r#""ends":"#)),
        ("without-checksum", format!("{}}}", good.rsplit_once(",\"blake3\"").unwrap().0)),
    ];
    let ran: Vec<Ran> = broken
        .iter()
        .map(|(name, text)| {
            folder.write_resealed(&format!("{name}.json"), text);
            folder.deadmove(&["merge", &format!("{name}.json")])
        })
        .collect();
    for ran in &ran {
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    }
    assert_snapshot!(all(ran));
}

#[test]
#[cfg_attr(windows, ignore = "signals")]
fn a_check_that_is_interrupted_keeps_its_state_and_says_how_to_go_on() {
    let folder = Folder::new(&[]);
    let rules = repository().join("rules/edge").display().to_string();
    // Deciding this by formulae takes longer than the pause.
    let check = ["check", &rules, "--size", "31", "--engine", "sat"];
    let mut started = command(folder.path(), &check);
    let child = started.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
    sent.expect("signals can be sent");
    let ran = Ran::new(&check, child.wait_with_output().unwrap());
    assert_eq!(ran.code(), Some(3), "{ran}");
    let next = ran.stdout().lines().last().unwrap().trim();
    assert!(next.ends_with("--engine sat --resume deadmove-check.state"), "{ran}");
    // The command that is printed goes on, here with fewer chunks.
    let state = ["--resume", "deadmove-check.state", "--max-chunks", "0"];
    let resumed = folder.deadmove(&[&check[..], &state].concat());
    assert_eq!(resumed.code(), Some(3), "{resumed}");
    assert!(resumed.stdout().contains("exit code 3: the check is not finished"));
}
