//! The state of long runs: kept in the file of `--resume`, or, if a run without one is interrupted,
//! in a new file of the current folder.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::again::arguments;
use super::interrupt;
use super::output::{Failure, stderr};
use deadmove_core::files::Shown;
use deadmove_core::lock::Lock;
use deadmove_report::command::words;

/// Begins a run that keeps a state: the flag that Ctrl-C sets from now on, and a lock that keeps
/// other runs from the file of `--resume` until it is dropped. A run that has the lock always ends
/// in good order.
pub fn begin(given: Option<&Path>) -> Result<(&'static AtomicBool, Option<Lock>), Failure> {
    let stop = interrupt::stop_flag()?;
    Ok((stop, given.map(Lock::of_file).transpose()?))
}

/// Where to keep the state of a run that is not finished. None if it was not interrupted and no
/// file was asked for. A file that was not asked for is named on standard error, whatever the
/// report shows.
pub fn file(given: Option<&Path>, command: &str, interrupted: bool) -> Option<PathBuf> {
    if given.is_some() || !interrupted {
        return given.map(Path::to_owned);
    }
    let file = spare(command);
    // If standard error is closed, nothing can be said.
    let _ = writeln!(stderr(), "keeping the state in {}", file.shown());
    Some(file)
}

/// A new file of the current folder. It is made at once, so that another run takes another name.
fn spare(command: &str) -> PathBuf {
    let names = (1..).map(|number| match number {
        1 => format!("deadmove-{command}.state"),
        _ => format!("deadmove-{command}-{number}.state"),
    });
    let is_new = |file: &PathBuf| match OpenOptions::new().write(true).create_new(true).open(file) {
        // Why a file cannot be made is reported by whoever writes the state.
        Err(error) => error.kind() != ErrorKind::AlreadyExists,
        Ok(_) => true,
    };
    names.map(PathBuf::from).find(is_new).expect("some number is free")
}

/// The command of this process with a file to resume from.
pub fn command(file: &Path) -> String {
    let mut arguments = arguments();
    if !arguments.iter().any(|word| word == "--resume" || word.starts_with("--resume=")) {
        arguments.extend(["--resume".to_owned(), file.shown()]);
    }
    words(&arguments)
}
