//! Runs a program and measures its memory and time. The attack with forgeries in `deadmove-certify`
//! uses it as well.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a run took and printed.
pub struct Ran {
    /// The exit code.
    pub code: Option<i32>,
    /// Standard output and standard error.
    pub text: String,
    /// The most memory at one time, in KiB; 0 where the system does not say.
    pub memory: u64,
    /// From start to end.
    pub time: Duration,
}

fn memory(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Runs the program in a folder.
pub fn run(program: &Path, folder: &Path, arguments: &[&str]) -> Ran {
    let begun = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(memory(&child).unwrap_or(0));
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not end: {arguments:?}");
        std::thread::sleep(Duration::from_millis(2));
    }
    let time = begun.elapsed();
    let ran = child.wait_with_output().unwrap();
    let text = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
    Ran { code: ran.status.code(), text, memory: most, time }
}
