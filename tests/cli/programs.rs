//! Programs in place of rules: the starters, bad days, parts of a check, and when they run at all.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use deadmove_checker::verdict::{Exporter, Wanted, check};
use deadmove_core::sealed::seal;
use serde_json::Value;

use super::program::{Folder, Ran, command, deadmove, repository};

/// The file of a command in `PATH`, for deadmove runs without one in these tests.
fn installed(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

fn starter(file: &str) -> PathBuf {
    repository().join("examples/programs").join(file)
}

fn built(compiler: &str, arguments: &[&str], file: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join(format!("three_rules_{compiler}"));
    let compiler = installed(compiler)?;
    let mut command = Command::new(&compiler);
    match compiler.ends_with("mcs") {
        true => command.arg(format!("-out:{}", program.display())),
        false => command.arg("-o").arg(&program),
    };
    command.args(arguments).arg(starter(file));
    assert!(command.status().unwrap().success(), "{file} does not compile");
    Some(program)
}

/// The Rust starter.
fn three_rules() -> &'static str {
    static BUILT: OnceLock<String> = OnceLock::new();
    BUILT.get_or_init(|| {
        let program = built("rustc", &["-O", "--edition=2024"], "three_rules.rs");
        program.expect("rustc is installed").to_str().unwrap().to_owned()
    })
}

/// A shell script as a command.
fn shell(script: &str) -> String {
    format!("/bin/sh -c '{script}'")
}

fn answers(ran: &Ran) -> Value {
    let mut report: Value = serde_json::from_str(ran.stdout()).unwrap_or_else(|_| panic!("{ran}"));
    let keys = report.as_object_mut().unwrap();
    for key in ["program", "blake3"] {
        assert!(keys.remove(key).is_some(), "{key}");
    }
    report
}

#[test]
fn the_starters_of_all_languages_give_the_same_answers() {
    let check = |command: &str| {
        let ran = deadmove(&["check", "--program", command, "--size", "5", "--json"]);
        assert_eq!(ran.code(), Some(1), "{ran}");
        answers(&ran)
    };
    let expected = check(three_rules());
    assert_eq!((&expected["live_forbidden"], &expected["dead_allowed"]), (&0.into(), &30.into()));
    let script = |interpreter: &str, file: &str| {
        Some(format!("{} {}", installed(interpreter)?.display(), starter(file).display()))
    };
    let cpp = built("g++", &["-O2", "-std=c++17"], "three_rules.cpp");
    for (language, command) in [
        ("Python", script("python3", "three_rules.py")),
        ("JavaScript", script("node", "three_rules.js")),
        ("C++", cpp.map(|path| path.display().to_string())),
        ("C#", csharp()),
    ] {
        match command {
            Some(command) => assert_eq!(check(&command), expected, "{language}"),
            None => eprintln!("skipped: the starter in {language}, which is not installed"),
        }
    }
}

/// The C# starter, built by Mono or in a folder of its own by .NET.
fn csharp() -> Option<String> {
    if let Some(mono) = installed("mono")
        && let Some(program) = built("mcs", &["-langversion:7.2"], "ThreeRules.cs")
    {
        return Some(format!("{} {}", mono.display(), program.display()));
    }
    let dotnet = installed("dotnet")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("three_rules_csharp");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(starter("ThreeRules.cs"), folder.join("ThreeRules.cs")).unwrap();
    let project = "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType>\
                   <TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>";
    std::fs::write(folder.join("three_rules.csproj"), project).unwrap();
    let mut command = Command::new(&dotnet);
    command.args(["build", "-c", "Release", "--nologo", "-o", "out"]).current_dir(&folder);
    assert!(command.status().unwrap().success(), "the C# starter does not compile");
    Some(format!("{} {}", dotnet.display(), folder.join("out/three_rules.dll").display()))
}

/// A folder with a program file of the Rust starter.
fn with_program_file() -> Folder {
    let text = format!("name Three rules\nrun {}\nabout As they are given.\n", three_rules());
    Folder::new(&[("ours.program", &text)])
}

#[test]
fn a_program_file_is_checked_like_rules() {
    let ran = with_program_file().deadmove(&["check", "ours.program", "--size", "5"]);
    let shown = ran.to_string().replace(three_rules(), "three_rules");
    insta::assert_snapshot!(shown);
}

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
fn a_program_runs_only_if_its_path_or_that_of_its_set_is_given() {
    let ours = "name p\nrun /bin/sh -c 'touch ran; while read -r q; do echo -; done'\n";
    let rule = std::fs::read_to_string(repository().join("examples/tour/right.rule")).unwrap();
    let folder = || {
        Folder::new(&[
            ("rules/a.rule", &rule),
            ("rules/p.program", ours),
            ("rules/ours.set", "include p.program\n"),
        ])
    };
    for (rules, code, runs) in [
        ("rules", 3, false),
        ("ours", 2, false),
        ("rules/ours.set", 1, true),
        ("rules/p.program", 1, true),
    ] {
        let folder = folder();
        let ran = folder.deadmove(&["check", rules, "--size", "5"]);
        assert_eq!(ran.code(), Some(code), "{ran}");
        assert_eq!(folder.path().join("rules/ran").exists(), runs, "{rules}");
    }
    for arguments in [
        &["prove", "rules/p.program"][..],
        &["check", "rules/p.program", "rules/a.rule", "--size", "5"],
        &["check", "rules/p.program", "--size", "5", "--stuck"],
        &["check", "rules/p.program", "--size", "5", "--walks", "9"],
        &["check", "rules/a.rule", "--size", "5", "--drawings", "2"],
        &["walk", "rules/p.program", "--size", "5", "--half"],
        &["check", "rules/p.program", "--size", "5", "--missed", "--resume", "state.json"],
        &["check", "--program", "", "--size", "5"],
        &["check", "--program", "a 'b", "--size", "5"],
        &["check", "--program", "/bin/cat", "--size", "9", "--drawings", "all"],
        &["check", "--program", "/bin/cat", "--size", "6"],
    ] {
        let folder = folder();
        let ran = folder.deadmove(arguments);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(!folder.path().join("rules/ran").exists(), "{arguments:?}");
    }
}

#[test]
fn a_check_of_a_program_in_parts_is_the_whole() {
    let folder = with_program_file();
    let check = |more: &[&str]| {
        let first = ["check", "ours.program", "--size", "7", "--json"];
        folder.deadmove(&[&first, more].concat())
    };
    let whole = check(&[]);
    assert_eq!(whole.code(), Some(1), "{whole}");
    for number in ["1", "2"] {
        let part = check(&["--shard", &format!("{number}/2")]);
        assert!(part.stdout().contains("\"complete\":false"), "{part}");
        folder.write(&format!("{number}.json"), part.stdout().as_bytes());
    }
    let merged = folder.deadmove(&["merge", "2.json", "1.json", "--json"]);
    assert_eq!((merged.stdout(), merged.code()), (whole.stdout(), Some(1)));
    let twice = folder.deadmove(&["merge", "1.json", "1.json"]);
    assert_eq!(twice.code(), Some(2), "{twice}");
    let begun = check(&["--resume", "state", "--max-chunks", "1"]);
    assert!(begun.stdout().contains("\"complete\":false"), "{begun}");
    let edited = folder.read("state").replace("\"dead_allowed\":", "\"dead_allowed\":1");
    assert_eq!(check(&["--resume", "state"]).stdout(), whole.stdout());
    folder.write("state", edited.as_bytes());
    assert_eq!(check(&["--resume", "state"]).code(), Some(2));
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

#[test]
fn all_drawings_of_a_position_are_asked_about() {
    let script = shell("while read -r question; do echo \"?\"; done");
    let ran =
        deadmove(&["check", "--program", &script, "--size", "5", "--drawings", "all", "--json"]);
    let report = answers(&ran);
    assert_eq!((&report["positions"], &report["questions"]), (&578.into(), &1479.into()));
}

#[test]
fn a_program_is_compared_with_rules_and_with_another_program() {
    let folder = with_program_file();
    let ran = folder.deadmove(&["compare", "ours.program", "--with", "mined-9", "--size", "5"]);
    insta::assert_snapshot!(ran.to_string());
    let same = ["compare", "--program", three_rules(), "--with", "ours.program", "--size", "5"];
    let ran = folder.deadmove(&same);
    assert_eq!(ran.code(), Some(0), "{ran}");
}

#[test]
fn lines_are_drawn_by_a_program_and_its_answers_are_explained() {
    let folder = with_program_file();
    let walk = |more: &[&str]| folder.deadmove(&[&["walk", "ours.program"], more].concat());
    let first = walk(&["--size", "7"]);
    assert_eq!(first.code(), Some(1), "{first}");
    assert!(first.stdout().contains("6 lines completed on 7×7"), "{first}");
    let random = ["--size", "7", "--order", "random", "--runs", "20", "--json"];
    let whole = walk(&random);
    assert_eq!(whole.code(), Some(1), "{whole}");
    for number in ["1/2", "2/2"] {
        let part = walk(&[&random[..], &["--shard", number]].concat());
        folder.write(&format!("{}.json", &number[..1]), part.stdout().as_bytes());
    }
    let merged = folder.deadmove(&["merge", "1.json", "2.json", "--json"]);
    assert_eq!(merged.stdout(), whole.stdout());
    let path = ["--board", "5x5", "--path", "DDRRD"];
    let explained = folder.deadmove(&[&["explain", "ours.program"], &path[..]].concat());
    assert_eq!(explained.code(), Some(1), "{explained}");
    assert!(explained.stdout().contains("R  dead, but allowed"), "{explained}");
    let silent = shell("read -r question; echo oops");
    let none = folder.deadmove(&[&["explain", "--program", &silent], &path[..]].concat());
    assert_eq!(none.code(), Some(3), "{none}");
    let json = ["explain", "--program", &silent, "--json"];
    assert_eq!(folder.deadmove(&[&json[..], &path].concat()).code(), Some(3));
    let dies = shell("exit 1");
    let walked = folder.deadmove(&["walk", "--program", &dies, "--size", "5"]);
    assert_ne!(walked.code(), Some(0), "{walked}");
}

/// A folder with a program that is right on 5×5, whatever path it is asked about.
fn with_right_program() -> Folder {
    let ran = deadmove(&["positions", "--size", "5", "--drawings", "all", "--json"]);
    let mut script = String::from("while read -r q; do case $q in\n");
    for line in ran.stdout().lines() {
        let position: Value = serde_json::from_str(line).unwrap();
        let letters = |key: &str| match position[key].as_str().unwrap() {
            "" => "-".to_owned(),
            letters => letters.to_owned(),
        };
        script += &format!("\"5x5 {}\") echo {};;\n", letters("path"), letters("live"));
    }
    script += "*) echo \"? another board\";; esac; done\n";
    let program = "name Right\nrun /bin/sh right.sh\n";
    Folder::new(&[("right.sh", &script), ("right.program", program)])
}

#[test]
fn only_a_program_that_was_certified_sound_and_complete_walks_by_its_certificate() {
    let folder = with_right_program();
    let certify = ["certify", "right.program", "--size", "5", "--out", "cert"];
    let walk = |size: &str| {
        folder.deadmove(&["walk", "right.program", "--size", size, "--require", "cert"])
    };
    assert_eq!(walk("5").code(), Some(2));
    let certified = folder.deadmove(&certify);
    assert_eq!(certified.code(), Some(0), "{certified}");
    insta::assert_snapshot!(certified.stdout(), @r"
    5×5, every live position, asked of `/bin/sh right.sh`
      578 positions, 0 without an answer
      a live move is forbidden in 0
      a dead move is allowed in 0

    whole: sound, complete
    ");
    assert_eq!(folder.deadmove(&certify).stdout(), certified.stdout());
    let cert = folder.path().join("cert");
    let report = check(&cert, &Wanted::default(), &mut Exporter::default()).unwrap();
    assert!(report.summary.contains("for `/bin/sh right.sh` (digest "), "{}", report.summary);
    assert!(report.summary.contains(": sound, complete; of 578 live"), "{}", report.summary);
    let walked = walk("5");
    assert_eq!(walked.code(), Some(0), "{walked}");
    let other = walk("7");
    assert_eq!(other.code(), Some(2), "{other}");
    assert!(other.stderr().contains("about 5×5, not about 7×7"), "{other}");
    folder.write("right.sh", (folder.read("right.sh") + "# changed\n").as_bytes());
    for ran in [walk("5"), folder.deadmove(&certify)] {
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains("certificate"), "{ran}");
    }
    let rules = folder.deadmove(&["walk", "none", "--size", "5", "--require", "cert"]);
    assert_eq!(rules.code(), Some(2), "{rules}");
}

#[test]
fn a_program_that_is_wrong_or_silent_is_certified_as_that() {
    let folder = Folder::new(&[]);
    let silent = shell("read -r q; echo RD; while read -r q; do echo \"?\"; done");
    for (command, code, said, summary) in [
        (three_rules(), 1, "whole: sound, not complete", ": sound, not complete; of 578 live"),
        (&silent, 3, "PARTIAL: perhaps sound, perhaps complete", ": perhaps sound, perhaps "),
    ] {
        let out = format!("out-{code}");
        let arguments = ["certify", "--program", command, "--size", "5", "--out", &out];
        let ran = folder.deadmove(&[&arguments[..], &["--threads", "1"]].concat());
        assert_eq!(ran.code(), Some(code), "{ran}");
        assert!(ran.stdout().contains(said), "{ran}");
        let out = folder.path().join(out);
        let report = check(&out, &Wanted::default(), &mut Exporter::default()).unwrap();
        assert!(report.summary.contains(summary), "{}", report.summary);
        assert_eq!(report.open.is_empty(), code == 1);
        let required = out.to_str().unwrap();
        let walk = ["walk", "--program", command, "--size", "5", "--require", required];
        let ran = folder.deadmove(&walk);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains("partial") || ran.stderr().contains("not complete"), "{ran}");
    }
    for arguments in [
        &["certify", "--program", "/bin/cat", "--size", "11", "--out", "x"][..],
        &["certify", "--program", "/bin/cat", "--size", "4", "--out", "x"],
        &["certify", "--program", "/bin/cat", "--all-sizes", "--out", "x"],
        &["certify", "--program", "/bin/cat", "--size", "5", "--shard", "1/2", "--out", "x"],
        &["certify", "--program", "/no/such/program", "--size", "5", "--out", "x"],
        &["certify", "--program", "/bin/cat", "--size", "5", "--out", "x"],
    ] {
        let ran = folder.deadmove(arguments);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(!folder.path().join("x/answers.json").exists(), "{arguments:?}");
    }
}

#[test]
fn only_dead_moves_that_a_program_allows_are_minimised() {
    let folder = with_program_file();
    let position = ["--board", "5x5", "--path", "DDRRD", "--sizes", "5"];
    let ran = folder.deadmove(&[&["minimise", "ours.program"], &position[..]].concat());
    assert_eq!(ran.code(), Some(0), "{ran}");
    // D is dead, too, and forbidden.
    assert!(ran.stdout().contains("candidates for 1 of 1 dead move"), "{ran}");
    let right = shell("while read -r question; do echo L; done");
    let none = folder.deadmove(&[&["minimise", "--program", &right], &position[..]].concat());
    assert!(none.stdout().contains("there is no dead move to explain"), "{none}");
}

#[test]
fn rules_are_mined_for_the_dead_moves_that_a_program_allows() {
    let folder = with_program_file();
    let mine = ["mine", "ours.program", "--size", "5", "--rounds", "1", "--resume", "state"];
    let ran = folder.deadmove(&[&mine[..], &["--out", "mined"]].concat());
    let (_, after_digest) = ran.stdout().split_once(')').unwrap_or_else(|| panic!("{ran}"));
    insta::assert_snapshot!(after_digest, @r"

      it allows 30 dead moves

    rule          conditions  reach  dead moves  alone
    mined 5x5 01  1           2      36          4
    mined 5x5 02  1           1      334         26

    2 rules beside the program with 2 conditions and a reach of 2, each proved for
    every board: with the program they forbid every dead move of 5×5
    ");
    let check = folder.deadmove(&["check", "ours.program", "--size", "5", "--json"]);
    let check = answers(&check);
    let findings = check["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 30);
    for finding in findings.iter().step_by(5) {
        let path = finding["path"].as_str().unwrap();
        let ran =
            folder.deadmove(&["explain", "mined", "--board", "5x5", "--path", path, "--json"]);
        let explained: Value = serde_json::from_str(ran.stdout()).unwrap();
        for letter in finding["allows"].as_str().unwrap().chars() {
            let rules = &explained["moves"][letter.to_string()]["forbidden_by"];
            assert!(!rules.as_array().unwrap().is_empty(), "{path} {letter}: {ran}");
        }
    }
    folder.write("ours.program", (folder.read("ours.program") + "timeout 9\n").as_bytes());
    let json = folder.deadmove(&[&mine[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(json.stdout()).unwrap_or_else(|_| panic!("{json}"));
    assert_eq!((&report["complete"], &report["unanswered"]), (&true.into(), &0.into()));
    assert_eq!(report["question"]["start"], report["program"]["digest"]);
    let other = [&["mine", "--program", "/bin/cat"], &mine[2..]].concat();
    let other = folder.deadmove(&other);
    assert_eq!(other.code(), Some(2), "{other}");
    for (more, said) in [
        (&["--size", "11"][..], "a program is asked about every live position"),
        (&["--size", "5", "--out", "x", "--certificate", "y"], "--certificate is for rules"),
    ] {
        let ran = folder.deadmove(&[&["mine", "ours.program"], more].concat());
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains(said), "{ran}");
    }
}

#[test]
fn nothing_is_mined_for_a_right_program_and_everything_for_a_silent_one() {
    let mine = ["mine", "right.program", "--size", "5", "--json"];
    let right = with_right_program().deadmove(&mine);
    assert_eq!(right.code(), Some(0), "{right}");
    assert!(right.stdout().contains("\"rules\":[]"), "{right}");
    let silent = shell("while read -r question; do echo \"?\"; done");
    let mine = ["mine", "--program", &silent, "--size", "5", "--rounds", "1"];
    let ran = deadmove(&mine);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert!(ran.stdout().contains("no answer in 577 positions"), "{ran}");
    assert!(ran.stdout().contains("some positions have no answer"), "{ran}");
}

#[test]
fn rules_that_would_have_prevented_the_dead_moves_of_a_program_are_found_and_proved() {
    let folder = with_program_file();
    let check = |more: &[&str]| folder.deadmove(&[&["check", "ours.program"], more].concat());
    let ran = check(&["--size", "5", "--missed", "--out", "found"]);
    insta::assert_snapshot!(ran.to_string().replace(three_rules(), "three_rules"));
    let proved = folder.deadmove(&["prove", "found"]);
    assert_eq!(proved.code(), Some(0), "{proved}");
    // On random lines the rules are found in another way.
    for more in [&["--size", "7"][..], &["--size", "11", "--walks", "30"]] {
        let ran = check(&[more, &["--missed", "--top", "3", "--json"]].concat());
        assert_eq!(ran.code(), Some(1), "{ran}");
        let report = answers(&ran);
        let missed = &report["missed"];
        let number = |value: &Value| value.as_u64().unwrap();
        let first: u64 =
            missed["rules"].as_array().unwrap().iter().map(|rule| number(&rule["first"])).sum();
        assert_eq!(number(&missed["prevented"]), first);
        assert!(number(&missed["allowed"]) <= number(&report["allowed"]));
        assert!(10 * first > 9 * number(&missed["allowed"]), "{missed}");
    }
    // The starter allows no dead move of 3×3; one that says nothing allows none either.
    let none = check(&["--size", "3", "--missed", "--out", "none"]);
    assert!(none.stdout().contains("there is no dead move"), "{none}");
    let silent = shell("while read -r q; do echo \"?\"; done");
    let missed = ["check", "--program", &silent, "--size", "3", "--missed", "--out", "none"];
    let ran = folder.deadmove(&missed);
    assert!(ran.stdout().contains("in the answers that it gave"), "{ran}");
    assert!(!folder.path().join("none").exists());
}

#[test]
fn a_program_is_asked_about_given_positions_of_any_board() {
    let folder = with_program_file();
    let check =
        |more: &[&str]| folder.deadmove(&[&["check", "ours.program", "--json"], more].concat());
    let positions = folder.deadmove(&["positions", "--size", "5", "--json"]);
    std::fs::write(folder.path().join("all.jsonl"), positions.stdout()).unwrap();
    let (listed, given) = (check(&["--size", "5"]), check(&["--positions", "all.jsonl"]));
    let counts = |ran: &Ran| {
        let report: Value = serde_json::from_str(ran.stdout()).unwrap();
        ["positions", "live_forbidden", "dead_allowed", "dead_moves", "forbidden", "unanswered"]
            .map(|key| report[key].as_u64().unwrap())
    };
    assert_eq!(counts(&given), counts(&listed));
    assert_eq!((given.code(), listed.code()), (Some(1), Some(1)));

    let other = concat!(
        r#"{"width":5,"height":4,"start":[2,1],"end":[1,4],"blocked":[[1,1],[3,3]],"path":"R"}"#,
        "\n",
        r#"{"n":3,"path":"RD"}"#,
        "\n",
        r#"{"n":3,"path":"RX"}"#,
    );
    std::fs::write(folder.path().join("other.jsonl"), other).unwrap();
    let ran = check(&["--positions", "other.jsonl"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
    let report: Value = serde_json::from_str(ran.stdout()).unwrap();
    assert_eq!((&report["unread"], &report["dead_positions"]), (&1.into(), &2.into()), "{ran}");

    let silent = shell("while read -r q; do echo \"? later\"; done");
    let ran = deadmove(&["check", "--program", &silent, "--positions", "/dev/null"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
    let file = folder.path().join("all.jsonl");
    let ran = deadmove(&["check", "--program", &silent, "--positions", file.to_str().unwrap()]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert!(ran.stdout().contains("the program gives no answer: later"), "{ran}");
    let ran = deadmove(&["check", "9x9", "--positions", file.to_str().unwrap()]);
    assert_eq!(ran.code(), Some(2), "{ran}");
}

#[test]
fn a_pass_by_a_right_program_counts_what_one_by_complete_rules_counts() {
    let folder = with_right_program();
    let pass = |rules: &str, out: &str| {
        let ran = ["pass", rules, "--size", "5", "--parts", "1", "--out", out, "--json"];
        let ran = folder.deadmove(&ran);
        assert_eq!(ran.code(), Some(0), "{ran}");
        serde_json::from_str::<Value>(ran.stdout()).unwrap()
    };
    let [rules, program] = [pass("proved", "rules"), pass("right.program", "program")];
    assert_eq!((&program["answer"], &program["unanswered"]), (&"complete".into(), &0.into()));
    assert_eq!(
        (&program["completed"], &program["rules"]),
        (&rules["completed"], &program["program"]["digest"])
    );
    for key in ["positions", "lines", "stuck"] {
        let column = |pass: &Value| -> Vec<Value> {
            pass["layers"].as_array().unwrap().iter().map(|layer| layer[key].clone()).collect()
        };
        assert_eq!(column(&program), column(&rules), "{key}");
    }
    let ours = ["pass", "right.program", "--size", "5", "--out"];
    let again = folder.deadmove(&[&ours[..], &["program"]].concat());
    assert!(again.stdout().contains("complete: the program draws all 104 lines of 5×5"), "{again}");
    folder.write("right.sh", (folder.read("right.sh") + "# changed\n").as_bytes());
    for (out, size, said) in [
        ("program", "5", "another program"),
        ("rules", "5", "another program"),
        ("new", "9", "too many positions"),
    ] {
        let ran = folder.deadmove(&["pass", "right.program", "--size", size, "--out", out]);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains(said), "{ran}");
    }
    let plan = folder.deadmove(&["pass", "right.program", "--size", "5", "--plan"]);
    assert!(plan.code() == Some(2) && plan.stderr().contains("--plan is for rules"), "{plan}");
}

#[test]
fn a_pass_by_a_wrong_program_gets_stuck_and_one_without_answers_says_nothing() {
    let folder = with_program_file();
    let ran =
        folder.deadmove(&["pass", "ours.program", "--size", "5", "--parts", "1", "--out", "ours"]);
    let (_, after_digest) = ran.stdout().split_once(')').unwrap_or_else(|| panic!("{ran}"));
    let (before, stuck) = after_digest.split_once("The first stuck").unwrap();
    insta::assert_snapshot!(before.replace(three_rules(), "three_rules"), @r"

    12 of 25 layers, each in 1 part

    one drawing of each position, asked of `three_rules`

    layer       positions               lines         stuck
        1               1                   1             0
        2               2                   2             0
        3               4                   4             0
        4               6                   6             0
        5              10                  10             0
        6              16                  16             0
        7              24                  24             0
        8              34                  34             0
        9              41                  44             0
       10              52                  56             0
       11              58                  70             0
       12              70                  86             2

    318 positions up to transposition; 0 lines completed
    ");
    assert!(stuck.contains("It was asked about this line, which it need not draw"), "{stuck}");
    assert_eq!(ran.code(), Some(1), "{ran}");
    let silent =
        shell("while read -r b m; do case $m in -|R) echo RD;; *) echo \"?\";; esac; done");
    let pass = ["pass", "--program", &silent, "--size", "5", "--out", "silent"];
    let ran = folder.deadmove(&pass);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert!(ran.stdout().contains("not known: 3 positions have no answer"), "{ran}");
    assert_eq!(folder.deadmove(&[&pass[..], &["--next", "9"]].concat()).code(), Some(3));
    let early = shell("while read -r b m; do case $m in -|R) echo R;; *) echo D;; esac; done");
    let early = folder.deadmove(&["pass", "--program", &early, "--size", "3", "--out", "early"]);
    assert_eq!(early.code(), Some(1), "{early}");
    assert!(early.stdout().contains("into the end cell while others are free"), "{early}");
    let given_up = ["pass", "--program", "/bin/cat", "--size", "5", "--out", "cat"];
    let ran = folder.deadmove(&given_up);
    assert_eq!(ran.code(), Some(3), "{ran}");
}

#[test]
fn a_part_of_a_pass_is_not_done_if_the_program_prints_a_line_too_many() {
    let folder = Folder::new(&[]);
    let extra = shell("while read -r q; do echo RD; done; echo R");
    let pass = ["pass", "--program", &extra, "--size", "3", "--out", "pass", "--task", "1:0"];
    let ran = folder.deadmove(&[&pass[..], &["--parts", "1"]].concat());
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert!(!folder.path().join("pass/layer-002/part-0000").exists());
}

#[test]
fn a_walk_ends_where_the_program_gives_no_answer_or_enters_the_end_cell_early() {
    let silent = shell("read -r q; echo R; while read -r q; do echo \"? why not\"; done");
    let early = shell(
        "while read -r b m; do case $m in -|R) echo R;; RR|RRD) echo D;; *) echo -;; esac; done",
    );
    for (program, code, said) in [
        (&silent, 3, "gives no answer to `3x3 R`: it cannot say: why not"),
        (&early, 1, "asked `3x3 RRD`, the program allows D, which enters the end cell early"),
    ] {
        for more in [&[][..], &["--order", "random", "--runs", "4"]] {
            let walk = [&["walk", "--program", program, "--size", "3"], more].concat();
            let ran = deadmove(&walk);
            assert_eq!(ran.code(), Some(code), "{ran}");
            let text = ran.stdout().split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(said), "{ran}");
            let ran = deadmove(&[&walk[..], &["--json"]].concat());
            assert_eq!(ran.code(), Some(code), "{ran}");
            let text = ran.stderr().split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(said), "{ran}");
        }
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
fn a_part_of_a_check_of_a_right_program_is_called_a_part() {
    let ran = with_right_program().deadmove(&["check", "right.program", "--size", "5,7"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    let folder = with_program_file();
    let part = ["check", "ours.program", "--size", "7", "--shard", "1/1", "--max-chunks", "1"];
    let ran = folder.deadmove(&part);
    assert!(ran.stdout().contains("PARTIAL: "), "{ran}");
    assert!(!ran.stdout().contains("yes, "), "{ran}");
}

#[test]
fn a_report_of_a_program_that_lacks_positions_or_findings_is_refused() {
    let folder = with_right_program();
    let check = |more: &[&str]| {
        folder.deadmove(&[&["check", "right.program", "--size", "5", "--json"], more].concat())
    };
    let whole = check(&[]);
    assert_eq!(whole.code(), Some(0), "{whole}");
    for (key, from, to) in [
        ("positions", "\"positions\":578", "\"positions\":3"),
        ("findings", "\"live_forbidden\":0", "\"live_forbidden\":1"),
        ("positions", "\"positions\":578", "\"positions\":18446744073709551615"),
    ] {
        let (content, _) = whole.stdout().rsplit_once(",\"blake3\"").unwrap();
        let changed = content.replace(from, to);
        assert_ne!(changed, content, "{key}");
        folder.write("forged.json", seal(&format!("{changed}}}")).as_bytes());
        for ran in [check(&["--resume", "forged.json"]), folder.deadmove(&["merge", "forged.json"])]
        {
            assert_eq!(ran.code(), Some(2), "{ran}");
        }
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

#[test]
fn a_line_fails_in_a_walk_only_if_a_fresh_process_allows_nothing_either() {
    let mut script = String::from("n=0; while read -r q; do n=$((n+1)); case $n in 3) echo -;; ");
    script += "*) case $q in \"3x3 -\"|\"3x3 R\") echo R;; *) echo D;; esac;; esac; done";
    let ran = deadmove(&["walk", "--program", &shell(&script), "--size", "3"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert!(ran.stdout().contains("gives no answer to `3x3 RR`"), "{ran}");
}
