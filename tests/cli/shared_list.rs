//! Runs that share a cache of lists: one builds a list, the others wait for it.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::program::{Folder, command, repository};
use super::two_runs::Running;

/// A run that needs the list of 7×7 in this cache, with its output in pipes.
fn with_cache(cache: &Path) -> Child {
    let cache = cache.to_str().unwrap();
    let arguments = ["check", "rules/edge", "--size", "7", "--cache", cache, "--json"];
    let mut command = command(repository(), &arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Reads standard error of a run until it says that it waits for another one.
fn wait_until_it_waits(run: &mut Child, list: &Path) {
    let mut line = String::new();
    BufReader::new(run.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, format!("waiting for another run that is building {}\n", list.display()));
}

#[test]
fn of_two_runs_with_one_cache_one_builds_the_list_and_the_other_waits_and_reads_it() {
    let folder = Folder::new(&[]);
    let whole = with_cache(&folder.path().join("other")).wait_with_output().unwrap();
    let list = folder.path().join("live-7x7.list");
    let lock = File::create(folder.path().join("live-7x7.list.lock")).unwrap();
    lock.lock().unwrap();
    let mut both = [with_cache(folder.path()), with_cache(folder.path())];
    both.iter_mut().for_each(|run| wait_until_it_waits(run, &list));
    // As a run leaves it that was killed: a lock file without a lock, and no list.
    drop(lock);
    let begun = Instant::now();
    let first = loop {
        match std::fs::hard_link(&list, folder.path().join("first")) {
            Ok(()) => break folder.path().join("first"),
            Err(_) => assert!(begun.elapsed() < Duration::from_secs(60), "no list is built"),
        }
    };
    for run in both {
        let output = run.wait_with_output().unwrap();
        assert_eq!((output.status, output.stdout), (whole.status, whole.stdout.clone()));
    }
    // A list that is built replaces the file.
    let identity = |path: &Path| std::fs::metadata(path).unwrap().ino();
    assert_eq!(identity(&first), identity(&list), "the list was built twice");
    assert!(!folder.path().join("live-7x7.list.lock").exists());
}

#[test]
fn after_a_builder_of_a_list_is_killed_a_waiting_run_builds_it() {
    let folder = Folder::new(&[]);
    let [lock, list] = ["live-9x9.list.lock", "live-9x9.list"].map(|name| folder.path().join(name));
    let cache = folder.path().to_str().unwrap();
    let arguments = ["check", "rules/edge", "--size", "9", "--cache", cache, "--memory", "4000"];
    let builder = Running::start(&arguments, &lock);
    // It has the lock a moment after it has made the file.
    std::thread::sleep(Duration::from_millis(50));
    // Building takes long, so it stands still meanwhile.
    signal("-STOP", &builder.0);
    let mut waiting = command(repository(), &arguments);
    waiting.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut waiting = Running(waiting.spawn().unwrap());
    wait_until_it_waits(&mut waiting.0, &list);
    drop(builder);
    let is_free = || File::open(&lock).is_ok_and(|file| file.try_lock().is_ok());
    let begun = Instant::now();
    while is_free() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the waiting run does not build");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(waiting.0.try_wait().unwrap().is_none(), "it is building");
}

fn signal(name: &str, run: &Child) {
    let sent = std::process::Command::new("kill").args([name, &run.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
}
