//! The guard: a process that starts a program, and ends it when whoever asked for it is gone, even
//! if that was killed.

use std::ffi::OsString;
use std::os::unix::process::{ExitStatusExt, parent_id};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::getpgrp;

/// How often the guard looks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(100);

/// Runs a command with the standard streams of this process. Ends with the exit code of the
/// command, or with the whole group of processes when the one that started this is gone.
pub fn guard(words: &[OsString]) -> ExitCode {
    let parent = parent_id();
    let Some((executable, arguments)) = words.split_first() else { return ExitCode::from(2) };
    let mut child = match Command::new(executable).args(arguments).spawn() {
        Ok(child) => child,
        Err(error) => {
            eprintln!("{}: {error}", executable.display());
            return ExitCode::from(127);
        }
    };
    thread::spawn(move || {
        while parent_id() == parent {
            thread::sleep(GLANCE);
        }
        let _ = killpg(getpgrp(), Signal::SIGKILL);
    });
    let code = child
        .wait()
        .ok()
        .and_then(|status| status.code().or_else(|| status.signal().map(|signal| 128 + signal)));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
