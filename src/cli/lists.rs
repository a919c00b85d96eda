//! The list of all live positions for commands: options, progress, warnings and Ctrl-C.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use indicatif::ProgressBar;

use super::output::{Failure, stderr, warn};
use super::progress as bars;
use deadmove_core::error::InputError;
use deadmove_core::files::Shown;
use deadmove_verify::live_set::LiveSet;
use deadmove_verify::live_set::open::{self, LiveSetOptions, Opened};

/// Where the list is kept, and how much memory it may need.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "List of live positions")]
pub struct ListArgs {
    /// Keep the list of all live positions in this folder, and read it from there the next time. Of
    /// several runs with the same folder one builds it, and the others wait for it.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Memory the list may need, in MiB; a run that needs more is refused before it starts.
    /// Default: what the machine has available.
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
}

impl ListArgs {
    fn options(&self) -> LiveSetOptions {
        let memory = self.memory.map(|mib| mib.saturating_mul(1 << 20));
        LiveSetOptions { cache: self.cache.clone(), memory }
    }

    /// Checks beforehand whether the list of a size can be built or read.
    pub fn ready(&self, size: usize) -> Result<(), InputError> {
        open::ready(size, &self.options())
    }

    /// Reads or builds the list of a size; none if the run is stopped meanwhile. The thread that
    /// builds it then ends with the process.
    pub fn open_unless_stopped(
        &self,
        size: usize,
        bar: &ProgressBar,
        stop: &AtomicBool,
    ) -> Result<Option<LiveSet>, Failure> {
        begin(size, bar);
        let (sender, receiver) = mpsc::channel();
        let (steps, options) = (bar.clone(), self.options());
        std::thread::spawn(move || {
            let waiting = |path: &Path| steps.suspend(|| say_waiting(path));
            sender.send(open::open(size, &options, &|_| steps.inc(1), &waiting))
        });
        loop {
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(opened) => return Ok(Some(take(opened?, bar))),
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Internal("the list could not be built".to_owned()));
                }
            }
        }
    }
}

/// A run that waits may take long to begin, so it says why.
fn say_waiting(path: &Path) {
    // If standard error is closed, nothing can be said.
    let _ = writeln!(stderr(), "waiting for another run that is building {}", path.shown());
}

fn begin(size: usize, bar: &ProgressBar) {
    bars::layers(bar, "building the live set, layer", 2 * (size * size / 2));
}

/// Warns if the list could not be saved.
fn take(opened: Opened, bar: &ProgressBar) -> LiveSet {
    if let Some(reason) = opened.not_kept {
        bar.suspend(|| warn(&reason));
    }
    opened.live_set
}

/// Progress without a total: callers set it, and what is counted.
pub fn progress() -> ProgressBar {
    bars::spinner("layer")
}
