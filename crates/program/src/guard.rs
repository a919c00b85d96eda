//! The guard: a process that starts a program, and ends it when whoever asked for it is gone, even
//! if that was killed.

use std::ffi::OsString;
use std::fs;
use std::os::unix::process::{ExitStatusExt, parent_id};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::{Pid, getpgrp};
use signal_hook::low_level::emulate_default_handler;

/// How often the guard looks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(100);

/// How often the children of a process are ended until none is left.
const ROUNDS: usize = 500;

/// Runs a command with the standard streams of this process. Ends with the exit code or the signal
/// of the command, or with the whole group of processes when the one that started this is gone.
/// Whatever the command has started is ended too; on Linux also what has left the group.
pub fn guard(words: &[OsString]) -> ExitCode {
    // Orphans become children of this process, so that they are found.
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_child_subreaper(true);
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
        end_children(Pid::this());
        let _ = killpg(getpgrp(), Signal::SIGKILL);
    });
    let status = child.wait();
    end_children(Pid::this());
    let code = status.ok().and_then(|status| {
        // Does not return, except for signals that only some systems have.
        let _ = status.signal().map(emulate_default_handler);
        status.code().or_else(|| status.signal().map(|signal| 128 + signal))
    });
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// Ends the children of a process. If it is a guard, theirs become its own and are ended as well.
pub(crate) fn end_children(parent: Pid) {
    for _ in 0..ROUNDS {
        let children = children(parent);
        if children.is_empty() {
            return;
        }
        for child in children {
            let _ = kill(child, Signal::SIGKILL);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The processes that a process started and that have not ended, by what Linux keeps in `/proc`;
/// none on other systems.
fn children(parent: Pid) -> Vec<Pid> {
    let parent = parent.to_string();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let children = processes.filter_map(|process| {
        let pid = process.file_name().to_str()?.parse().ok()?;
        // `PID (NAME) STATE PARENT …`, where the name may be anything.
        let stat = fs::read(process.path().join("stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
        (fields.next()? != "Z" && fields.next()? == parent).then(|| Pid::from_raw(pid))
    });
    children.collect()
}
