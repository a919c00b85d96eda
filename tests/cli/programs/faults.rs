//! Bad days of a program, and the processes that it starts.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{answers, shell, with_right_program};
use crate::program::{Folder, command, deadmove};

#[test]
fn what_a_program_does_on_a_bad_day_is_named_and_never_success() {
    let on_start = |what: &str| {
        shell(&format!(
            "while read -r b m; do case $m in -) {what};; *) echo \"? later\";; esac; done"
        ))
    };
    for (command, fault) in [
        (on_start("exit 3"), "ended"),
        (on_start("echo Traceback"), "not-moves"),
        (on_start("echo U"), "illegal-move"),
        (on_start("echo -; echo -"), "too-many-lines"),
    ] {
        let ran = deadmove(&["check", "--program", &command, "--size", "5", "--json"]);
        assert_eq!(ran.code(), Some(3), "{ran}");
        let report = answers(&ran);
        assert_eq!(report["faults"][fault], 1, "{ran}");
        assert_eq!(report["faults"]["cannot-say"], 576);
        assert_eq!((&report["unanswered"], &report["forbidden"]), (&577.into(), &0.into()));
        assert_eq!(report["findings"][0]["fault"], fault);
        assert_eq!(report["findings"][0]["path"], "");
    }
}

#[test]
fn a_program_that_does_not_answer_at_all_is_an_error() {
    for (command, said) in [
        (shell("cat > /dev/null; echo R"), "keeps its answers back"),
        (shell("cat"), "is no answer"),
        (shell("exit 1"), "exit code 1"),
        (shell("kill -s SEGV $$"), "signal 11"),
        (shell("kill -s PIPE $$"), "signal 13"),
        (shell("kill -s KILL $$"), "signal 9"),
        (shell("echo deadmove 2"), "version `2`"),
        ("/no/such/program".to_owned(), "does not start"),
    ] {
        let folder = Folder::new(&[("p.program", &format!("name p\nrun {command}\ntimeout 0.5"))]);
        let ran = folder.deadmove(&["check", "p.program", "--size", "5"]);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains(said), "{ran}");
    }
}

#[test]
fn what_a_program_answered_before_it_was_given_up_counts() {
    let script = "if [ -e mark ]; then echo deadmove 2; else : > mark; read -r q; echo -; fi";
    let command = shell(script);
    let check = |more: &[&str]| {
        let folder = Folder::new(&[]);
        let asked = ["check", "--program", &command, "--threads", "1"];
        folder.deadmove(&[&asked, more].concat())
    };
    let ran = check(&["--size", "5", "--json"]);
    assert_eq!(ran.code(), Some(1), "{ran}");
    let report = answers(&ran);
    assert_eq!((&report["live_forbidden"], &report["unanswered"]), (&1.into(), &576.into()));
    assert!(report["faults"]["not-asked"].as_u64() > Some(500), "{ran}");
    let ran = check(&["--size", "5"]);
    assert_eq!(ran.code(), Some(1), "{ran}");
    assert!(ran.stdout().contains("the program is not asked any more"), "{ran}");
    let positions = deadmove(&["positions", "--size", "5", "--json"]);
    let list = Folder::new(&[("all.jsonl", positions.stdout())]);
    let list = list.path().join("all.jsonl");
    let given = check(&["--positions", list.to_str().unwrap(), "--json"]);
    assert_eq!(given.code(), Some(1), "{given}");
    let given: Value = serde_json::from_str(given.stdout()).unwrap();
    assert_eq!((&given["complete"], &given["live_forbidden"]), (&false.into(), &1.into()));
}

#[test]
fn a_line_too_many_at_the_end_is_a_fault_of_a_program_that_is_right() {
    let folder = with_right_program();
    folder.write("bye.sh", (folder.read("right.sh") + "echo R\n").as_bytes());
    folder.write("bye.program", b"name Bye\nrun /bin/sh bye.sh\n");
    let right = folder.deadmove(&["check", "right.program", "--size", "5"]);
    assert_eq!(right.code(), Some(0), "{right}");
    let with = ["compare", "bye.program", "--with", "proved", "--size", "5"];
    let compared = folder.deadmove(&with);
    assert_eq!(compared.code(), Some(3), "{compared}");
    assert!(compared.stdout().contains("more lines than questions"), "{compared}");
    let bye = folder.deadmove(&["check", "bye.program", "--size", "5", "--json"]);
    assert_eq!(bye.code(), Some(3), "{bye}");
    assert_eq!(answers(&bye)["faults"]["too-many-lines"], 1, "{bye}");
    let certify = ["certify", "bye.program", "--size", "5", "--out", "cert"];
    for _ in 0..2 {
        assert_eq!(folder.deadmove(&certify).code(), Some(3));
    }
}

#[test]
fn a_program_that_changes_while_it_is_asked_is_refused() {
    let script = "while read -r q; do echo '# more' >> ours.sh; echo '?'; done\nexit\n";
    let folder =
        Folder::new(&[("ours.sh", script), ("p.program", "name p\nrun /bin/sh ours.sh\n")]);
    for command in [
        &["check", "p.program", "--size", "3"][..],
        &["certify", "p.program", "--size", "3", "--out", "cert"],
        &["walk", "p.program", "--size", "3"],
        &["walk", "p.program", "--size", "3", "--order", "random"],
        &["pass", "p.program", "--size", "3", "--out", "pass"],
        &["mine", "p.program", "--size", "3"],
    ] {
        let ran = folder.deadmove(command);
        let code = if command[0] == "check" { 3 } else { 2 };
        assert_eq!(ran.code(), Some(code), "{ran}");
        assert!(ran.stderr().contains("changed"), "{ran}");
    }
}

/// Whether a process is there.
fn is_running(pid: &str) -> bool {
    let status = Path::new("/proc").join(pid.trim()).join("stat");
    // One that has ended and was not waited for is a zombie.
    std::fs::read_to_string(status).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_of_a_program_is_left_behind() {
    let runs = "echo $$ > pid.new; mv pid.new pid; while :; do :; done";
    // A program that leaves the group of processes, or a part of it without a parent.
    let leaves = "setsid sh -c \"echo \\$\\$ > pid.new; mv pid.new pid; sleep 600\"";
    for (signal, script) in [
        ("INT", runs.to_owned()),
        ("TERM", leaves.to_owned()),
        ("HUP", format!("({leaves} &); while :; do :; done")),
        ("KILL", format!("({leaves} &); while :; do :; done")),
    ] {
        let folder = Folder::new(&[]);
        let arguments = ["check", "--program", &shell(&script), "--size", "5"];
        let mut command = command(folder.path(), &arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        let mut child = command.spawn().unwrap();
        let pid = folder.path().join("pid");
        while !pid.exists() {
            thread::sleep(Duration::from_millis(10));
        }
        let kill = ["-s", signal, &child.id().to_string()];
        assert!(Command::new("kill").args(kill).status().unwrap().success());
        child.wait().unwrap();
        let begin = Instant::now();
        while is_running(&folder.read("pid")) {
            assert!(begin.elapsed() < Duration::from_secs(10), "left behind after SIG{signal}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}
