//! Ctrl-C and SIGTERM. A command that keeps what is done so far asks for the flag, and stops in
//! good order; any other ends at once and says so. A second Ctrl-C ends every command at once.

use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::again::this_command;
use crate::conclusion::Conclusion;
use crate::output::{Failure, stderr};
use crate::progress;
use deadmove_core::verdict::ExitCode;

/// The exit code by which shells report a process that SIGINT ended.
const INTERRUPTED: i32 = 130;

static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the command asks for the flag.
static IN_GOOD_ORDER: AtomicBool = AtomicBool::new(false);

/// Signals that follow the first one within this time count as the same request: programs that end
/// others (`timeout`, some shells) signal a process and then its whole group.
const ONE_REQUEST: Duration = Duration::from_millis(500);

/// Why the handler could not be installed; empty if it is.
static FAULT: OnceLock<String> = OnceLock::new();

/// Installs the handler, once, before any command runs.
pub fn install() {
    let mut first: Option<Instant> = None;
    let result = ctrlc::set_handler(move || match first {
        None => {
            first = Some(Instant::now());
            if IN_GOOD_ORDER.load(Ordering::Relaxed) {
                STOP.store(true, Ordering::Relaxed);
                say(|| {
                    // If standard error is closed, nothing can be reported.
                    let _ = writeln!(
                        stderr(),
                        "stopping: what is done so far will be reported; Ctrl-C again ends at once"
                    );
                });
            } else {
                say(|| {
                    let _ = nothing_kept().print(&mut stderr(), ExitCode::Unknown);
                });
                std::process::exit(ExitCode::Unknown as i32);
            }
        }
        Some(at) if at.elapsed() > ONE_REQUEST => std::process::exit(INTERRUPTED),
        Some(_) => {}
    });
    let _ = FAULT.set(result.err().map_or_else(String::new, |error| error.to_string()));
}

/// Prints beside the progress. It does not wait for a thread that holds the bar while it writes to
/// a full pipe: a second Ctrl-C must end the run.
fn say(print: impl FnOnce() + Send + 'static) {
    let (said, heard) = mpsc::channel();
    std::thread::spawn(move || {
        progress::beside(print);
        let _ = said.send(());
    });
    let _ = heard.recv_timeout(Duration::from_millis(200));
}

/// The flag that the first Ctrl-C (or SIGTERM) sets from now on, the same for every call.
///
/// # Errors
/// If the system does not let signals be handled.
pub fn stop_flag() -> Result<&'static AtomicBool, Failure> {
    match FAULT.get().map(String::as_str) {
        Some("") => {
            IN_GOOD_ORDER.store(true, Ordering::Relaxed);
            Ok(&STOP)
        }
        fault => {
            let fault = fault.unwrap_or("there is no handler");
            Err(Failure::Internal(format!("Ctrl-C cannot be handled: {fault}")))
        }
    }
}

/// The end of a run that was stopped before it had anything to report or to keep.
pub fn nothing_kept() -> Conclusion {
    Conclusion::new("unknown: stopped before there was a result")
        .because("interrupted, and nothing was kept")
        .resumed_by(this_command())
}
