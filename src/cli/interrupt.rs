//! Ctrl-C: once to stop in good order, twice to end at once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use super::output::Failure;

/// What shells give a process that SIGINT ended.
const INTERRUPTED: i32 = 130;

static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the handler is there.
static READY: AtomicBool = AtomicBool::new(false);

/// A flag that the first Ctrl-C (or SIGTERM) sets. The second ends the process. Every call gives the
/// same flag.
pub fn stop_flag() -> Result<&'static AtomicBool, Failure> {
    if READY.swap(true, Ordering::Relaxed) {
        return Ok(&STOP);
    }
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        // Nobody is left to tell if standard error is gone.
        let _ = writeln!(
            anstream::stderr(),
            "stopping: what is done so far will be reported; Ctrl-C again ends at once"
        );
    })
    .map_err(|error| Failure::Internal(format!("Ctrl-C cannot be handled: {error}")))?;
    Ok(&STOP)
}
