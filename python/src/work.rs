//! Long work: it runs on a thread of its own without the interpreter's lock, while the calling
//! thread reports progress and looks for Ctrl-C. Short work only releases the lock.
//!
//! Nothing that panics reaches Python as a panic: it becomes an `InternalError`.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::BindingError;

/// How often the calling thread looks for Ctrl-C and reports progress.
const GLANCE: Duration = Duration::from_millis(50);

/// What work shares with the thread that waits for it: the stop flag, and how far it is.
#[derive(Debug, Default)]
pub struct LongWork {
    /// Set to end the work; what it gives back is then not used.
    pub stop: AtomicBool,
    total: AtomicU64,
    done: AtomicU64,
}

impl LongWork {
    /// Adds parts that are done, of a total.
    pub fn advance(&self, total: u64, more: u64) {
        self.total.store(total, Ordering::Relaxed);
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// Begins a phase of so many parts.
    pub fn begin(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
    }

    /// Whether to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What the caller gave as `progress`: nothing, `True` for a progress bar, or a function that is
/// called with the number of parts that are done and of all parts.
pub struct Reporter<'py> {
    call: Option<Bound<'py, PyAny>>,
    close: Option<Bound<'py, PyAny>>,
    /// What was reported last.
    last: Option<(u64, u64)>,
}

impl<'py> Reporter<'py> {
    /// Begins to report on work with this description.
    ///
    /// # Errors
    /// A `TypeError` if `progress` is anything else.
    pub fn new(
        py: Python<'py>,
        progress: Option<&Bound<'py, PyAny>>,
        what: &str,
    ) -> PyResult<Self> {
        let Some(progress) = progress else {
            return Ok(Reporter { call: None, close: None, last: None });
        };
        let begin = py.import("deadmove._progress")?.getattr("begin")?;
        let (call, close) = begin.call1((progress, what))?.extract()?;
        Ok(Reporter { call, close, last: None })
    }

    /// Calls the function if something changed.
    ///
    /// # Errors
    /// What the function raises.
    pub fn report(&mut self, done: u64, total: u64) -> PyResult<()> {
        if let Some(call) = self.call.as_ref().filter(|_| self.last != Some((done, total))) {
            call.call1((done, total))?;
            self.last = Some((done, total));
        }
        Ok(())
    }

    /// Ends the progress bar.
    ///
    /// # Errors
    /// What it raises.
    pub fn close(self) -> PyResult<()> {
        self.close.map_or(Ok(()), |close| close.call0().map(|_| ()))
    }
}

/// Does long work.
///
/// # Errors
/// That of the work, `KeyboardInterrupt` after Ctrl-C, and what `progress` raises.
pub fn long<T: Send>(
    py: Python<'_>,
    (progress, what): (Option<&Bound<'_, PyAny>>, &str),
    work: impl FnOnce(&LongWork) -> Result<T, BindingError> + Send,
) -> PyResult<T> {
    let mut reporter = Reporter::new(py, progress, what)?;
    let state = LongWork::default();
    let (sender, mut receiver) = mpsc::channel();
    let done = thread::scope(|scope| {
        let shared = &state;
        scope.spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(|| work(shared)));
            // The receiver lives until this thread has ended.
            let _ = sender.send(done.unwrap_or_else(|panic| Err(panicked(&*panic))));
        });
        loop {
            let waiting = &mut receiver;
            match py.detach(move || waiting.recv_timeout(GLANCE)) {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Ok(Err(BindingError::Internal("the work has no result".into())));
                }
            }
            let (done, total) =
                (state.done.load(Ordering::Relaxed), state.total.load(Ordering::Relaxed));
            if let Err(raised) = py.check_signals().and_then(|()| reporter.report(done, total)) {
                state.stop.store(true, Ordering::Relaxed);
                let waiting = &mut receiver;
                // Its result is not used.
                let _ = py.detach(move || waiting.recv());
                return Err(raised);
            }
        }
    });
    let total = state.total.load(Ordering::Relaxed);
    let reported = match &done {
        Ok(Ok(_)) => reporter.report(total, total),
        _ => Ok(()),
    };
    // The bar is closed whatever happened, and what happened first is raised.
    let closed = reporter.close();
    let done = done??;
    reported.and(closed).map(|()| done)
}

/// Does short work without the interpreter's lock.
///
/// # Errors
/// That of the work.
pub fn short<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, BindingError> + Send,
) -> PyResult<T> {
    let done = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    Ok(done.unwrap_or_else(|panic| Err(panicked(&*panic)))?)
}

/// The error for a panic, with what it said if that is text.
fn panicked(panic: &(dyn Any + Send)) -> BindingError {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    BindingError::Internal(text.unwrap_or_else(|| "a panic without text".to_owned()))
}
