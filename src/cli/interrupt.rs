//! Ctrl-C: once to stop in good order, twice to end at once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::output::Failure;

/// What shells give a process that SIGINT ended.
const INTERRUPTED: i32 = 130;

static STOP: AtomicBool = AtomicBool::new(false);

/// Signals that follow the first one so closely are the same wish: programs that end others (`timeout`,
/// some shells) signal a process and then its whole group.
const ONE_WISH: Duration = Duration::from_millis(500);

/// Whether the handler is there.
static READY: AtomicBool = AtomicBool::new(false);

/// A flag that the first Ctrl-C (or SIGTERM) sets. A later one ends the process. Every call gives the
/// same flag.
pub fn stop_flag() -> Result<&'static AtomicBool, Failure> {
    if READY.swap(true, Ordering::Relaxed) {
        return Ok(&STOP);
    }
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || match first {
        None => {
            first = Some(Instant::now());
            STOP.store(true, Ordering::Relaxed);
            // Nobody is left to tell if standard error is gone.
            let _ = writeln!(
                anstream::stderr(),
                "stopping: what is done so far will be reported; Ctrl-C again ends at once"
            );
        }
        Some(at) if at.elapsed() > ONE_WISH => std::process::exit(INTERRUPTED),
        Some(_) => {}
    })
    .map_err(|error| Failure::Internal(format!("Ctrl-C cannot be handled: {error}")))?;
    Ok(&STOP)
}
