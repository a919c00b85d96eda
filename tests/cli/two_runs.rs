//! Two processes that would write the same file or folder: one is refused by name, or both are
//! right.

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use deadmove_core::files::Shown;

use super::program::{Folder, Ran, command, deadmove, repository};

/// A run that takes longer than the test, and is ended with it.
pub struct Running(pub Child);

impl Running {
    /// Starts a run in the repository, and waits until it has made a file.
    pub fn start(arguments: &[&str], made: &Path) -> Running {
        let mut command = command(repository(), arguments);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let running = Running(child);
        let begun = Instant::now();
        while !made.exists() {
            assert!(begun.elapsed() < Duration::from_secs(60), "no {}", made.display());
            std::thread::sleep(Duration::from_millis(5));
        }
        running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().expect("the process is ours");
        self.0.wait().unwrap();
    }
}

fn refused(ran: &Ran, named: &str) {
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert_eq!(ran.stdout(), "", "{ran}");
    for part in ["another run of deadmove is writing it", named, "wait until that run ends"] {
        assert!(ran.stderr().contains(part), "no '{part}': {ran}");
    }
}

#[test]
fn a_state_file_has_one_run_at_a_time_and_the_other_is_refused_by_name() {
    let folder = Folder::new(&[]);
    let lines = [
        "walk rules/edge --size 21 --keep-going --resume",
        "walk rules/edge --order random --size 31 --runs 10000000 --resume",
        "check rules/13-grid --size 31 --engine sat --resume",
        "mine none --size 7 --resume",
        "prove rules --resume",
        "check rules/edge --size 9 --missed --resume",
        "check known-wrong --size 9 --stuck --resume",
    ];
    for (number, line) in lines.iter().enumerate() {
        let state = folder.path().join(format!("state-{number}"));
        let lock = folder.path().join(format!("state-{number}.lock"));
        let mut arguments: Vec<&str> = line.split(' ').collect();
        arguments.push(state.to_str().unwrap());
        let running = Running::start(&arguments, &lock);
        refused(&deadmove(&arguments), &state.shown());
        drop(running);
    }
}

#[test]
fn after_a_killed_run_its_state_file_can_be_used_again() {
    let folder = Folder::new(&[]);
    let state = folder.path().join("walk.state");
    let state = state.to_str().unwrap();
    let walk = ["walk", "none", "--size", "9", "--resume", state];
    drop(Running::start(&walk, &folder.path().join("walk.state.lock")));
    let ran = deadmove(&[&walk[..], &["--limit", "7"]].concat());
    assert_ne!(ran.code(), Some(2), "{ran}");
    // Windows keeps the lock file, which the next run uses again.
    assert_eq!(folder.path().join("walk.state.lock").exists(), cfg!(windows));
}

#[test]
fn a_certificate_folder_has_one_writer_at_a_time_and_the_other_is_refused_by_name() {
    let folder = Folder::new(&[]);
    for (number, line) in [
        "certify rules/area/u.rule --all-sizes --max 40 --out",
        "certify rules/13-grid --size 31 --out",
    ]
    .iter()
    .enumerate()
    {
        let out = folder.path().join(format!("certificate-{number}"));
        let mut arguments: Vec<&str> = line.split(' ').collect();
        arguments.push(out.to_str().unwrap());
        let running = Running::start(&arguments, &out.join("manifest.json"));
        refused(&deadmove(&arguments), &out.shown());
        drop(running);
    }
}

#[test]
fn two_runs_that_fill_one_cache_are_both_right() {
    let folder = Folder::new(&[]);
    let cache = folder.path().join("cache");
    let cache = cache.to_str().unwrap();
    let arguments = ["check", "rules/edge", "--size", "7", "--cache", cache, "--json"];
    let start = || {
        let mut command = command(repository(), &arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let both = [start(), start()].map(|child| child.wait_with_output().unwrap());
    let later = deadmove(&arguments);
    for output in both {
        let ran = Ran::new(&arguments, output);
        assert_eq!((ran.code(), ran.stdout()), (later.code(), later.stdout()), "{ran}");
    }
}
