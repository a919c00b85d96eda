//! The jobs of `docs/how-to/check-my-rules-in-ci.md`, run on a repository of their own: each
//! commit that breaks a rule, a verdict or a program fails the job that is about it.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::program::{Folder, command, repository, run};
use super::programs::with_right_program;

/// The commands of each job, in order.
fn jobs() -> BTreeMap<String, Vec<String>> {
    let page = repository().join("docs/how-to/check-my-rules-in-ci.md");
    let text = fs::read_to_string(page).unwrap();
    let mut jobs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut inside, mut job) = (false, String::new());
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```yaml";
        } else if let (true, Some(name)) =
            (inside && !line.starts_with(' '), line.strip_suffix(':'))
        {
            name.clone_into(&mut job);
        } else if let (true, Some((_, command))) = (inside, line.split_once("run: ")) {
            jobs.entry(job.clone()).or_default().push(command.to_owned());
        }
    }
    jobs
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=a", "-c", "user.email=a@example.org"]).args(arguments);
    let output = command.current_dir(folder).output().expect("git starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Runs all jobs in a new clone. The first exit code of each that is not 0, or 0, and what it
/// annotated.
fn run_jobs(origin: &Path) -> BTreeMap<String, (i32, String)> {
    let parent = tempfile::tempdir().unwrap();
    let clone = parent.path().join("clone");
    git(parent.path(), &["clone", "--quiet", origin.to_str().unwrap(), "clone"]);
    let mut results = BTreeMap::new();
    for (job, commands) in jobs() {
        let (mut code, mut annotations) = (0, String::new());
        for line in commands {
            let words = shlex::split(&line).unwrap();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            assert_eq!(words[0], "deadmove", "{line}");
            let ran = run(command(&clone, &words[1..]), &words[1..]);
            if code == 0 {
                code = ran.code().unwrap();
            }
            let lines = ran.stderr().lines().filter(|line| line.starts_with("::error "));
            annotations.extend(lines.map(|line| format!("{line}\n")));
            for file in words.iter().filter(|word| word.ends_with(".xml")) {
                let xml = fs::read_to_string(clone.join(file)).unwrap();
                let wrong = xml.contains("<failure") || xml.contains("<error");
                assert_eq!(wrong, ran.code() != Some(0), "{ran}\n{xml}");
            }
        }
        results.insert(job, (code, annotations));
    }
    results
}

fn codes(results: &BTreeMap<String, (i32, String)>) -> Vec<(&str, i32)> {
    results.iter().map(|(job, (code, _))| (job.as_str(), *code)).collect()
}

/// A repository in which all jobs pass.
fn origin() -> Folder {
    let folder = with_right_program();
    let rule = fs::read(repository().join("rules/edge/border-door.rule")).unwrap();
    folder.write("my-rules/door.rule", &rule);
    folder.write("my-cases/door.case", b"board 7x7\npath DDRRRRUU\nexpect dead\n");
    folder.write("my-cases/demand.case", b"board 7x7\npath RRRRDL\nexpect live\nallows D L\n");
    let program = folder.read("right.program");
    folder.write("ours.program", program.as_bytes());
    git(folder.path(), &["init", "--quiet"]);
    commit(&folder);
    folder
}

fn commit(folder: &Folder) {
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "--quiet", "--message", "a change"]);
}

#[test]
fn each_commit_that_breaks_something_fails_the_job_that_is_about_it() {
    let origin = origin();
    let first = run_jobs(origin.path());
    assert_eq!(codes(&first), [("program", 0), ("rules", 0), ("verdicts", 0)], "{first:?}");

    let change = |file: &str, from: &str, to: &str| {
        let right = origin.read(file);
        assert!(right.contains(from), "{file}");
        origin.write(file, right.replacen(from, to, 1).as_bytes());
        commit(&origin);
        let found = run_jobs(origin.path());
        origin.write(file, right.as_bytes());
        commit(&origin);
        found
    };

    let rule = change("my-rules/door.rule", "forbids ahead", "forbids left");
    assert_eq!(codes(&rule), [("program", 0), ("rules", 1), ("verdicts", 0)], "{rule:?}");
    assert!(rule["rules"].1.contains("file=my-rules/door.rule,line=1,"), "{rule:?}");

    let slip = change("my-rules/door.rule", "forbids ahead", "forbid ahead");
    assert_eq!(codes(&slip), [("program", 0), ("rules", 2), ("verdicts", 2)], "{slip:?}");

    let verdict = change("my-cases/door.case", "expect dead", "expect live");
    assert_eq!(codes(&verdict), [("program", 0), ("rules", 0), ("verdicts", 1)], "{verdict:?}");
    assert!(verdict["verdicts"].1.contains("file=my-cases/door.case,line=3,"), "{verdict:?}");

    let program = change("right.sh", "\"5x5 DDRRD\") echo L;", "\"5x5 DDRRD\") echo LR;");
    assert_eq!(codes(&program), [("program", 1), ("rules", 0), ("verdicts", 0)], "{program:?}");
    assert!(program["program"].1.contains("title=failed%3A no dead move is allowed::"));
}
