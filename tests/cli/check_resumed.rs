//! `deadmove check --missed --stuck` in parts: interrupted and resumed runs, and states that cannot
//! be used.

#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::Duration;

use insta::assert_snapshot;

use super::program::{Folder, Ran, all, repository};

/// Starts a run with the file of `--resume`, interrupts it after a pause, and gives how it ended.
#[cfg(unix)]
fn interrupt(folder: &Folder, words: &[&str], pause: Duration) -> Ran {
    let words = [words, &["--resume", "state"]].concat();
    let mut command = super::program::command(folder.path(), &words);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The run takes the file before it begins, and handles signals from then on.
    let lock = folder.path().join("state.lock");
    while !lock.exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(20) + pause);
    if child.try_wait().unwrap().is_none() {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
        sent.expect("signals can be sent");
    }
    Ran::new(&words, child.wait_with_output().unwrap())
}

/// The path of a set or folder of the repository.
fn rules(name: &str) -> String {
    repository().join("rules").join(name).display().to_string()
}

#[test]
#[cfg(unix)]
fn a_run_that_is_interrupted_and_resumed_prints_what_one_run_prints() {
    let (area, wrong) = (rules("area"), rules("known-wrong.set"));
    for words in [
        &["check", &area, &wrong, "--size", "7", "--missed", "--sound-only"][..],
        &["check", &wrong, "--size", "7", "--missed", "--top", "3", "--stuck", "--json"],
    ] {
        let folder = Folder::new(&[]);
        let whole = folder.deadmove(words);
        let mut interrupted = 0;
        let ended = loop {
            let ran = interrupt(&folder, words, Duration::from_millis(150 * interrupted));
            if ran.code() != Some(3) {
                break ran;
            }
            interrupted += 1;
            if words.contains(&"--json") {
                assert!(ran.stdout().starts_with("{\"schema\":1,"), "{ran}");
                assert!(!ran.stderr().contains("exit code"), "{ran}");
            } else {
                assert!(ran.stdout().contains("exit code 3: the run was stopped\n"), "{ran}");
                assert!(ran.stdout().ends_with("--resume state\n"), "{ran}");
            }
        };
        assert!(interrupted > 0, "{ended}");
        assert_eq!((ended.stdout(), ended.code()), (whole.stdout(), whole.code()), "{ended}");
        let idle = folder.deadmove(&[words, &["--resume", "state"]].concat());
        assert_eq!((idle.stdout(), idle.code()), (whole.stdout(), whole.code()), "{idle}");
    }
}

#[test]
#[cfg(unix)]
fn a_run_that_is_interrupted_while_the_list_is_built_keeps_a_state_for_the_next_one() {
    let edge = rules("edge");
    for option in ["--missed", "--stuck"] {
        let folder = Folder::new(&[]);
        let words = ["check", &edge, "--size", "9", option];
        let mut started = super::program::command(folder.path(), &words);
        let child = started.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
        sent.expect("signals can be sent");
        let ran = Ran::new(&words, child.wait_with_output().unwrap());
        let file = "deadmove-check.state";
        let next = format!("next: deadmove {} --resume {file}\n", words.join(" "));
        assert!(ran.code() == Some(3) && ran.stdout().ends_with(&next), "{ran}");
        assert!(ran.stdout().contains("not finished: not begun\n"), "{ran}");
        // It knows its question.
        let other = folder.deadmove(&["check", &edge, "--size", "5", option, "--resume", file]);
        assert_eq!(other.code(), Some(2), "{other}");
        assert!(other.stderr().contains("about other sizes: 9×9"), "{other}");
    }
}

#[test]
fn a_later_run_may_ask_more_and_keeps_what_is_known() {
    let folder = folder();
    let check = ["check", "rules", "--include-wrong", "--size", "5", "--json", "--resume", "state"];
    let run = |more: &[&str]| folder.deadmove(&[&check[..], more].concat());
    let plain = run(&[]);
    assert_eq!(folder.read("state"), plain.stdout(), "a report is a state");
    let stuck = run(&["--stuck"]);
    let both = run(&["--stuck", "--missed"]);
    assert!(folder.read("state").contains("\"counted\":{\"sound_only\":false,"));
    assert!(!both.stdout().contains("\"counted\""));
    assert_eq!(run(&["--stuck", "--missed"]).stdout(), both.stdout());
    std::fs::remove_file(folder.path().join("state")).unwrap();
    assert_eq!(run(&["--stuck"]).stdout(), stuck.stdout());
    std::fs::remove_file(folder.path().join("state")).unwrap();
    assert_eq!(run(&["--stuck", "--missed"]).stdout(), both.stdout());
}

/// A folder with three rules: the second one is wrong.
fn folder() -> Folder {
    let folder = Folder::new(&[]);
    for (name, file) in [
        ("a.rule", "edge/c-shape.rule"),
        ("b.rule", "near-field/close-side-straight.rule"),
        ("c.rule", "edge/border-door.rule"),
    ] {
        folder.write(&format!("rules/{name}"), &std::fs::read(rules(file)).unwrap());
    }
    folder
}

/// Resumes the run of `words` from a state in which some text is replaced.
fn changed(folder: &Folder, words: &[&str], (from, to): (&str, &str)) -> Ran {
    let state = folder.read("state");
    assert!(state.contains(from), "{from} is not in {state}");
    folder.write_resealed("changed", &state.replacen(from, to, 1));
    folder.deadmove(&[words, &["--resume", "changed"]].concat())
}

#[test]
fn states_of_another_question_are_refused() {
    let folder = folder();
    let mut refused = Vec::new();
    for more in [&["--missed", "--sound-only"][..], &["--stuck"]] {
        let words = [&["check", "rules", "--include-wrong", "--size", "5"], more].concat();
        let done = folder.deadmove(&[&words[..], &["--resume", "state"]].concat());
        assert_eq!(done.code(), Some(1), "{done}");
        let run = |words: &[&str]| {
            folder.deadmove(&[&["check"], words, more, &["--resume", "state"]].concat())
        };
        refused.extend([
            run(&["rules", "--include-wrong", "--size", "7"]),
            run(&["rules/a.rule", "rules/b.rule", "--size", "5"]),
            run(&["rules/b.rule", "rules/a.rule", "rules/c.rule", "--size", "5"]),
        ]);
        if more[0] == "--missed" {
            let all = ["check", "rules", "--include-wrong", "--size", "5", "--missed"];
            refused.push(folder.deadmove(&[&all[..], &["--resume", "state"]].concat()));
        }
        refused.push(changed(&folder, &words, ("rules/b.rule", "rules/a.rule")));
        std::fs::remove_file(folder.path().join("state")).unwrap();
    }
    // Rules that are known to be the same may have moved, for --stuck.
    assert_eq!(refused.pop().unwrap().code(), Some(1));
    assert!(refused.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    assert_snapshot!(all(refused));
}

#[test]
fn a_state_of_which_one_digit_was_changed_is_refused() {
    let folder = folder();
    let words = ["check", "rules", "--include-wrong", "--size", "5", "--missed", "--json"];
    let words = [&words[..], &["--resume", "state"]].concat();
    assert_eq!(folder.deadmove(&words).code(), Some(1));
    let state = folder.read("state");
    let (begin, end) = state.split_once("\"matches\":").unwrap();
    folder.write("state", format!("{begin}\"matches\":1{end}").as_bytes());
    let ran = folder.deadmove(&words);
    assert_eq!((ran.code(), ran.stderr().contains("its checksum differs")), (Some(2), true));
    // Numbers must agree, with whatever checksum.
    let (_, end) = end.split_once(',').unwrap();
    folder.write_resealed("state", &format!("{begin}\"matches\":1,{end}"));
    let ran = folder.deadmove(&words);
    assert_eq!((ran.code(), ran.stderr().contains("contradicts itself")), (Some(2), true), "{ran}");
}

#[test]
fn states_that_are_broken_or_false_are_refused() {
    let folder = folder();
    let check = ["check", "rules", "--include-wrong", "--size", "5"];
    let missed = [&check[..], &["--missed", "--sound-only"]].concat();
    let kept = |words: &[&str]| folder.deadmove(&[words, &["--resume", "state"]].concat());
    assert_eq!(kept(&missed).code(), Some(1));
    let state = folder.read("state");
    let patterns = state.split_once("\"patterns\":[[").unwrap().1;
    let first = format!("[{}", patterns.split_inclusive(']').next().unwrap());
    let with = |pattern: &str| changed(&folder, &missed, (&first, pattern));
    let mut refused = vec![
        with(r#"["fffffe",0,"U",1]"#),
        with(r#"["1fffffe",0,"R",1]"#),
        with(r#"["1fffffx",0,"R",1]"#),
        with(r#"["1fffffe",200,"R",1]"#),
        with("7"),
        changed(&folder, &missed, ("\"layers\":25", "\"layers\":26")),
        changed(&folder, &missed, ("\"alone\":[1", "\"alone\":[0,1")),
        changed(&folder, &missed, ("[[0,24]]", "[[0,23]]")),
        changed(&folder, &missed, ("\"sound_only\":true", "\"sound_only\":1")),
        changed(&folder, &missed, ("\"sound_only\":true", "\"sound_only\":false")),
        changed(&folder, &missed, (&state[state.len() / 2..], "")),
    ];
    folder.write("empty", b"");
    refused.push(folder.deadmove(&[&missed[..], &["--resume", "empty"]].concat()));
    std::fs::remove_file(folder.path().join("state")).unwrap();
    let stuck = [&check[..], &["--stuck"]].concat();
    assert_eq!(kept(&stuck).code(), Some(1));
    let state = folder.read("state");
    let (beginning, followed) = state.split_once("\"followed\":").unwrap();
    let path = followed.split("\"path\":").nth(1).unwrap().split('"').nth(1).unwrap();
    let followed = |from: &str, to: &str| {
        let replaced = followed.replacen(from, to, 1);
        assert_ne!(replaced, followed, "{from} is not in {followed}");
        folder.write_resealed("changed", &format!("{beginning}\"followed\":{replaced}"));
        folder.deadmove(&[&stuck[..], &["--resume", "changed"]].concat())
    };
    let one = "{\"name\":\"\",\"file\":\"\",\"digest\":\"\",\"forbids_live\":1,\
               \"reached\":1,\"stuck\":0,\"path\":null},{";
    refused.extend([
        followed(path, "R"),
        followed(path, "RX"),
        followed("\"stuck\":", "\"stuck\":9"),
        followed("\"stuck\":", "\"was\":"),
        followed("{", one),
    ]);
    for ran in &refused {
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    }
    assert_snapshot!(all(refused));
}
