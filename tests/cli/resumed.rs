//! `deadmove missed` and `deadmove obey` in parts: interrupted and resumed runs, and states that
//! cannot be used.

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
    let (all_rules, wrong) = (rules(""), rules("known-wrong.set"));
    for words in [
        &["missed", &all_rules, "--include-wrong", "--size", "7", "--sound-only", "--json"][..],
        &["missed", &wrong, "--size", "7", "--top", "3"],
        &["obey", &wrong, "--size", "7"],
    ] {
        let folder = Folder::new(&[]);
        let whole = folder.deadmove(words);
        let mut interrupted = 0;
        let ended = loop {
            let ran = interrupt(&folder, words, Duration::from_millis(80 * interrupted));
            if ran.code() != Some(3) {
                break ran;
            }
            interrupted += 1;
            let json = words.contains(&"--json");
            let (block, other) =
                if json { (ran.stderr(), ran.stdout()) } else { (ran.stdout(), ran.stderr()) };
            assert!(!other.contains("exit code") && (!json || other.is_empty()), "{ran}");
            assert!(block.contains("exit code 3: the run was stopped\n"), "{ran}");
            assert!(block.ends_with("--resume state\n"), "{ran}");
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
    for command in ["missed", "obey"] {
        let folder = Folder::new(&[]);
        let words = [command, &edge, "--size", "9"];
        let mut started = super::program::command(folder.path(), &words);
        let child = started.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
        sent.expect("signals can be sent");
        let ran = Ran::new(&words, child.wait_with_output().unwrap());
        let file = format!("deadmove-{command}.state");
        let next = format!("next: deadmove {} --resume {file}\n", words.join(" "));
        assert!(ran.code() == Some(3) && ran.stdout().ends_with(&next), "{ran}");
        assert!(ran.stdout().contains("\nnot begun\n"), "{ran}");
        // It knows its question.
        let other = folder.deadmove(&[command, &edge, "--size", "5", "--resume", &file]);
        assert_eq!(other.code(), Some(2), "{other}");
        assert!(other.stderr().contains("this run: one is about 9×9,\n"), "{other}");
    }
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
    folder.write("changed", state.replacen(from, to, 1).as_bytes());
    folder.deadmove(&[words, &["--resume", "changed"]].concat())
}

#[test]
fn states_of_another_question_are_refused() {
    let folder = folder();
    let mut refused = Vec::new();
    for (command, more) in [("missed", &["--sound-only"][..]), ("obey", &[])] {
        let words = [&[command, "rules", "--include-wrong", "--size", "5"], more].concat();
        let done = folder.deadmove(&[&words[..], &["--resume", "state"]].concat());
        assert_eq!(done.code(), Some(1), "{done}");
        let run = |words: &[&str]| {
            folder.deadmove(&[&[command], words, more, &["--resume", "state"]].concat())
        };
        refused.extend([
            run(&["rules", "--include-wrong", "--size", "7"]),
            run(&["rules/a.rule", "rules/b.rule", "--size", "5"]),
            run(&["rules/b.rule", "rules/a.rule", "rules/c.rule", "--size", "5"]),
        ]);
        if command == "missed" {
            let all = ["missed", "rules", "--include-wrong", "--size", "5"];
            refused.push(folder.deadmove(&[&all[..], &["--resume", "state"]].concat()));
        }
        refused.push(changed(&folder, &words, ("rules/b.rule", "rules/a.rule")));
        std::fs::remove_file(folder.path().join("state")).unwrap();
    }
    // Rules that are known to be the same may have moved, for `obey`.
    assert_eq!(refused.pop().unwrap().code(), Some(1));
    assert!(refused.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    assert_snapshot!(all(refused));
}

#[test]
fn states_that_are_broken_or_false_are_refused() {
    let folder = folder();
    let missed = ["missed", "rules", "--include-wrong", "--size", "5", "--sound-only"];
    let kept = |words: &[&str]| folder.deadmove(&[words, &["--resume", "state"]].concat());
    assert_eq!(kept(&missed).code(), Some(1));
    let state = folder.read("state");
    let patterns = state.split_once("\"patterns\":[").unwrap().1;
    let first = patterns.split_inclusive(']').next().unwrap();
    let with = |pattern: &str| changed(&folder, &missed, (first, pattern));
    let mut refused = vec![
        with(r#"["fffffe",0,"U",1]"#),
        with(r#"["1fffffe",0,"R",1]"#),
        with(r#"["1fffffx",0,"R",1]"#),
        with(r#"["1fffffe",200,"R",1]"#),
        with("7"),
        changed(&folder, &missed, ("\"layers\":25", "\"layers\":2")),
        changed(&folder, &missed, ("\"layers\":25", "\"layers\":26")),
        changed(&folder, &missed, ("\"alone\":[", "\"alone\":[0,")),
        changed(&folder, &missed, ("[[0,24]]", "[[0,23]]")),
        changed(&folder, &missed, ("\"sound_only\":true", "\"sound_only\":1")),
        changed(&folder, &missed, ("\"sound_only\":true", "\"sound_only\":false")),
        changed(&folder, &missed, (&state[state.len() / 2..], "")),
    ];
    folder.write("empty", b"");
    refused.push(folder.deadmove(&[&missed[..], &["--resume", "empty"]].concat()));
    let obey = ["obey", "rules", "--include-wrong", "--size", "5"];
    refused.push(kept(&obey));
    std::fs::remove_file(folder.path().join("state")).unwrap();
    assert_eq!(kept(&missed[..5]).code(), Some(1));
    refused.push(changed(&folder, &missed, ("\"sound_only\":false", "\"sound_only\":true")));
    std::fs::remove_file(folder.path().join("state")).unwrap();
    assert_eq!(kept(&obey).code(), Some(1));
    let state = folder.read("state");
    let path = state.split("\"obeyed\":").nth(1).unwrap().split("\"path\":").nth(1).unwrap();
    let path = path.split('"').nth(1).unwrap();
    let obeyed = |from: &str, to: &str| {
        let (check, obeyed) = state.split_once("\"obeyed\":").unwrap();
        let replaced = obeyed.replacen(from, to, 1);
        assert_ne!(replaced, obeyed, "{from} is not in {obeyed}");
        folder.write("changed", format!("{check}\"obeyed\":{replaced}").as_bytes());
        folder.deadmove(&[&obey[..], &["--resume", "changed"]].concat())
    };
    refused.extend([
        obeyed(path, "R"),
        obeyed(path, "RX"),
        obeyed("\"stuck\":", "\"stuck\":9"),
        obeyed("\"stuck\":", "\"was\":"),
        obeyed("{", "{\"reached\":1,\"stuck\":0,\"path\":null},{"),
        kept(&missed),
    ]);
    for ran in &refused {
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    }
    assert_snapshot!(all(refused));
}
