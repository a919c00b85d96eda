//! The end of every report: the answer, why the exit code is not 0, what to run next.

#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

use deadmove_core::files::Shown;

use super::program::{Folder, Ran, deadmove, repository};

/// An invocation of each command that ends with the block.
fn invocations(folder: &str) -> Vec<Vec<String>> {
    let lines = [
        "judge cases/reasons",
        "judge cases/reasons/colour.case",
        "judge --board 3x3 --path R",
        "judge --board 3x3 -o FOLDER/board.svg",
        "explain rules/edge --board 5x5 --path RRDD",
        "rules list rules/edge",
        "rules show rules/edge/border-door.rule",
        "rules show rules/area/u.rule",
        "rules lint rules/edge",
        "rules sets",
        "check rules/edge --size 3 --stuck",
        "check rules/edge --size 5",
        "check lemmas --size 3",
        "check rules/edge --size 5 --missed",
        "compare rules/edge --with all-sizes --size 5",
        "compare rules/edge --with all-sizes --size 11 --walks 1",
        "prove rules/edge/border-turn.rule",
        "walk lemmas --size 5",
        "walk rules/edge --size 5",
        "walk none --size 5 --limit 7 --resume FOLDER/walk.state",
        "pass rules/edge --size 5 --out FOLDER/pass",
        "pass lemmas --size 3 --out FOLDER/pass-3",
        "walk rules/edge --order random --sizes 3,5 --runs 5",
        "certify rules/edge --size 5 --out FOLDER/certificate",
        "minimise --board 5x5 --path RRDLD --sizes 3",
        "lab hunt boards --cells 6 --out FOLDER/boards",
        "lab hunt regions --shape rooms --tries 5 --out FOLDER/regions",
    ];
    let words = |line: &str| {
        let line = line.replace("FOLDER", folder);
        line.split(' ').map(str::to_owned).collect()
    };
    lines.iter().map(|line| words(line)).collect()
}

fn run(words: &[String], more: &[&str]) -> Ran {
    let words: Vec<&str> = words.iter().map(String::as_str).chain(more.iter().copied()).collect();
    deadmove(&words)
}

/// Runs with the hints that a reader at a terminal gets.
fn at_a_terminal(words: &[String]) -> Ran {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut command = super::program::command(repository(), &words);
    command.env("DEADMOVE_HINTS", "1");
    super::program::run(command, &words)
}

/// The lines of the block.
fn block(ran: &Ran) -> &str {
    let stdout = ran.stdout();
    let after = stdout.rsplit_once("\n\n").map(|(_, block)| block);
    after.or(stdout.strip_prefix('\n')).unwrap_or_else(|| panic!("no block: {ran}"))
}

#[test]
fn every_report_ends_with_the_answer_the_reason_of_its_exit_code_and_one_valid_command() {
    let folder = Folder::new(&[]);
    for words in invocations(&folder.path().shown()) {
        let ran = at_a_terminal(&words);
        let (text, command) = block(&ran).split_once("\nnext: ").unwrap_or_else(|| panic!("{ran}"));
        assert_eq!(command.lines().count(), 1, "{ran}");
        let lines: Vec<&str> = text.lines().collect();
        let code = format!("exit code {}: ", ran.code().unwrap());
        let explained = lines.iter().filter(|line| line.starts_with(&code)).count();
        assert_eq!(explained, usize::from(ran.code() != Some(0)), "{ran}");
        assert!(!lines[0].starts_with("exit code"), "{ran}");
        assert!(lines.iter().all(|line| line.chars().count() <= 80), "{ran}");
        let words = shlex::split(command).unwrap();
        if words[0] == "deadmove-checker" {
            continue;
        }
        assert_eq!(words[0], "deadmove", "{ran}");
        // What takes long or writes files is only parsed.
        let mut next = super::program::command(
            repository(),
            &words[1..].iter().map(String::as_str).collect::<Vec<_>>(),
        );
        let slow = [
            "minimise", "compare", "certify", "found", "hunt", "verify", "check", "explain",
            "random",
        ];
        let slow = words.iter().any(|word| slow.contains(&word.as_str()) || word == "-o");
        if slow || words.contains(&"--out".to_owned()) {
            next.arg("--help");
        }
        let output = next.output().unwrap();
        assert_ne!(output.status.code(), Some(2), "{command}\n{ran}");
    }
}

#[test]
fn hints_are_for_readers_at_a_terminal() {
    let ran = deadmove(&["judge", "cases/reasons"]);
    assert!(ran.code() == Some(0) && !ran.stdout().contains("next: "), "{ran}");
    assert_eq!(block(&ran).lines().count(), 1, "{ran}");
}

#[test]
fn the_quiet_print_one_line() {
    let folder = Folder::new(&[]);
    for words in invocations(&folder.path().shown()) {
        let ran = run(&words, &["--quiet"]);
        assert_eq!(ran.stdout().lines().count(), 1, "{ran}");
    }
}

#[test]
fn data_on_standard_output_has_no_block() {
    for words in [
        &["count", "--board", "3x3"][..],
        &["judge", "--board", "3x3", "-o", "-"],
        &["judge", "cases/reasons", "--json"],
        &["rules", "list", "rules/edge", "--json"],
        &["rules", "show", "rules/edge/border-door.rule", "-o", "-"],
    ] {
        let ran = deadmove(words);
        assert!(!ran.stdout().contains("next: ") && ran.stderr().is_empty(), "{ran}");
    }
}

/// Waits until a program has a handler for SIGINT, where that can be seen: on a busy machine it may
/// take long to start.
#[cfg(unix)]
fn wait_until_it_catches_interruptions(child: &std::process::Child) {
    let begun = Instant::now();
    let status = format!("/proc/{}/status", child.id());
    let caught = |status: String| {
        let signals =
            status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?.trim().to_owned();
        Some(u64::from_str_radix(&signals, 16).ok()? >> 1 & 1 == 1)
    };
    while std::fs::read_to_string(&status).ok().and_then(caught) == Some(false)
        && begun.elapsed() < Duration::from_secs(10)
    {
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Runs a long command and presses Ctrl-C after a moment.
#[cfg(unix)]
fn interrupted(words: &[&str]) -> Ran {
    let mut command = super::program::command(repository(), words);
    command.env("DEADMOVE_HINTS", "1").stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    wait_until_it_catches_interruptions(&child);
    std::thread::sleep(Duration::from_millis(400));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
    assert!(sent.unwrap().status.success());
    Ran::new(words, child.wait_with_output().unwrap())
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_reports_what_is_known_and_how_to_go_on() {
    let folder = Folder::new(&[]);
    let out = folder.path().join("boards");
    let hunt = ["lab", "hunt", "boards", "--cells", "60", "--out", out.to_str().unwrap()];
    let minimise = ["minimise", "--board", "5x5", "--path", "RRDLD", "--sizes", "9"];
    for (words, known, next) in [
        (
            &hunt[..],
            " boards of up to 60 cells are done: ",
            "deadmove lab hunt boards --cells 60 --out ",
        ),
        (&minimise, "so far", "deadmove minimise --board 5x5 --path RRDLD --sizes 9"),
        (
            &["lab", "milestones", "rules/milestones.txt"],
            " walks were not finished",
            "deadmove lab milestones rules/milestones.txt",
        ),
    ] {
        let ran = interrupted(words);
        assert_eq!(ran.code(), Some(3), "{ran}");
        let (text, commands) = block(&ran).split_once("\nnext: ").unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(known) && commands.starts_with(next), "{ran}");
    }
}

#[test]
#[cfg(unix)]
fn every_long_run_ends_soon_after_an_interruption() {
    interrupt_all_after(Duration::from_millis(200));
}

#[test]
#[cfg(unix)]
#[ignore = "a quarter of a minute"]
fn every_long_run_ends_soon_after_a_late_interruption() {
    interrupt_all_after(Duration::from_millis(1500));
}

/// Starts long runs, and interrupts each so long after it catches interruptions.
#[cfg(unix)]
fn interrupt_all_after(moment: Duration) {
    let lines: String =
        (0..5000).map(|i| format!("{{\"name\":\"{i}\",\"n\":15,\"path\":\"RRDD\"}}\n")).collect();
    let folder = Folder::new(&[("many.jsonl", &lines)]);
    let runs = [
        "judge --jsonl many.jsonl --engine both",
        "judge --jsonl many.jsonl --certificate judged",
        "check REPOSITORY/rules --size 31 --engine sat",
        "check REPOSITORY/rules --size 9 --engine list",
        "walk REPOSITORY/rules --size 13",
        "walk REPOSITORY/rules --size 15 --order random --runs 1000",
        "minimise --board 9x9 --path RRDLD --sizes 9",
        "mine --size 9 --out mined",
        "pass REPOSITORY/rules/lemmas --board 9x9 --parts 2 --out pass",
        // Thousands of rules, and few conflicts.
        "prove REPOSITORY/rules --size 51 --max 100",
        "certify REPOSITORY/rules --size 51 --out certified --engine sat",
        "certify REPOSITORY/rules --all-sizes --out proved",
        "count --board 15x15",
        "positions --size 31 --random 1000000 -o positions.txt",
    ];
    for runs in runs.chunks(2) {
        let started = runs.iter().map(|line| {
            let line = line.replace("REPOSITORY", repository().to_str().unwrap());
            let words: Vec<&str> = line.split(' ').collect();
            let mut command = super::program::command(folder.path(), &words);
            command.args(["--threads", "1"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
        });
        let mut started: Vec<_> = started.collect::<Result<_, _>>().unwrap();
        started.iter().for_each(wait_until_it_catches_interruptions);
        std::thread::sleep(moment);
        for (line, child) in runs.iter().zip(&mut started) {
            assert_eq!(child.try_wait().unwrap(), None, "{line} ends by itself");
            let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
            assert!(sent.unwrap().status.success());
        }
        let signal = Instant::now();
        for (line, child) in runs.iter().zip(&mut started) {
            let code = child.wait().unwrap().code();
            // 2 seconds, or 10 while other tests keep the processors and the disk busy.
            assert!(signal.elapsed() < Duration::from_secs(10), "{line}: {:?}", signal.elapsed());
            assert!(matches!(code, Some(1 | 3)), "{line}: {code:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_judge_says_which_positions_are_left() {
    let lines: String =
        (0..50_000).map(|i| format!("{{\"name\":\"{i}\",\"n\":13,\"path\":\"RRDD\"}}\n")).collect();
    let folder = Folder::new(&[("many.jsonl", &lines)]);
    let file = folder.path().join("many.jsonl");
    let file = file.to_str().unwrap();
    let ran = interrupted(&["judge", "--jsonl", file]);
    let (text, next) = block(&ran).split_once("\nnext: ").unwrap();
    assert!(ran.code() == Some(3) && text.contains("interrupted before position "), "{ran}");
    let done: usize = next.trim().rsplit_once(" --skip ").unwrap().1.parse().unwrap();
    let last = ran.stdout().lines().take_while(|line| !line.is_empty()).last().unwrap();
    assert_eq!(last, format!("live     {}", done - 1));
    let rest = (50_000 - 2).to_string();
    let rest = deadmove(&["judge", "--jsonl", file, "--json", "--skip", &rest]);
    assert_eq!((rest.stdout().lines().count(), rest.code()), (2, Some(0)), "{rest}");
    assert!(rest.stdout().contains("\"name\":\"49999\""), "{rest}");
    for words in [&["judge", "--jsonl", file][..], &["judge", "cases/reasons"]] {
        let nothing = deadmove(&[words, &["--skip", "50000"]].concat());
        assert_eq!(nothing.code(), Some(2), "{nothing}");
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_with_nothing_to_keep_says_so() {
    for words in [&["count", "--board", "17x17"][..], &["mine", "--size", "9"]] {
        let ran = interrupted(words);
        assert_eq!(ran.code(), Some(3), "{ran}");
        let text = format!("{}{}", ran.stdout(), ran.stderr());
        assert!(text.contains("unknown: stopped before there was a result\n"), "{ran}");
        assert!(text.contains(&format!("next: deadmove {}\n", words.join(" "))), "{ran}");
    }
}

#[test]
fn what_goes_on_is_not_what_ended() {
    let folder = Folder::new(&[]);
    let state = folder.path().join("walk.state");
    let state = &state.shown();
    let limited = ["walk", "lemmas", "--size", "5", "--limit", "7", "--resume", state];
    let walked = deadmove(&limited);
    let next = format!("\nnext: deadmove walk lemmas --size 5 --resume {state}\n");
    assert!(walked.code() == Some(3) && walked.stdout().ends_with(&next), "{walked}");
    let rules = repository().join("rules");
    let edge = rules.join("edge").shown();
    let checked = folder.deadmove(&["check", &edge, "--size", "5", "--max-chunks", "2"]);
    let next = "--max-chunks 2 --resume deadmove-check.state\n";
    assert!(checked.code() == Some(3) && checked.stdout().contains(next), "{checked}");
    let words = ["mine", &edge, "--size", "5", "--rounds", "1", "--out", "mined"];
    let mut mine = super::program::command(folder.path(), &words);
    mine.env("DEADMOVE_HINTS", "1");
    let mined = super::program::run(mine, &words);
    let next = format!("next: deadmove check {edge} mined --size 5\n");
    assert!(mined.stdout().contains(&next), "{mined}");
}
