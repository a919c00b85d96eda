//! Ctrl-C: once to stop and report, twice to end at once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::output::{Failure, stderr};

/// The exit code by which shells report a process that SIGINT ended.
const INTERRUPTED: i32 = 130;

static STOP: AtomicBool = AtomicBool::new(false);

/// Signals that follow the first one within this time count as the same request: programs that end
/// others (`timeout`, some shells) signal a process and then its whole group.
const ONE_REQUEST: Duration = Duration::from_millis(500);

/// Whether the handler is installed.
static READY: AtomicBool = AtomicBool::new(false);

/// The flag that the first Ctrl-C (or SIGTERM) sets, the same for every call. A later Ctrl-C ends
/// the process.
pub fn stop_flag() -> Result<&'static AtomicBool, Failure> {
    if READY.swap(true, Ordering::Relaxed) {
        return Ok(&STOP);
    }
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || match first {
        None => {
            first = Some(Instant::now());
            STOP.store(true, Ordering::Relaxed);
            // If standard error is closed, nothing can be reported.
            let _ = writeln!(
                stderr(),
                "stopping: what is done so far will be reported; Ctrl-C again ends at once"
            );
        }
        Some(at) if at.elapsed() > ONE_REQUEST => std::process::exit(INTERRUPTED),
        Some(_) => {}
    })
    .map_err(|error| Failure::Internal(format!("Ctrl-C cannot be handled: {error}")))?;
    Ok(&STOP)
}
