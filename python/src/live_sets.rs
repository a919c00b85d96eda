//! The live positions of a board: built, read from a folder, or kept from an earlier call.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use deadmove::core::error::InputError;
use deadmove::core::verdict::Limit;
use deadmove::verify::live_set::LiveSet;
use deadmove::verify::live_set::open::{LiveSetOptions, Opened, open as open_or_build};

use crate::errors::BindingError;
use crate::work::LongWork;

/// The largest side whose live positions are kept in memory for the next call; they take a few
/// megabytes.
const MOST_KEPT: usize = 7;

/// How often the stop flag is looked at.
const GLANCE: Duration = Duration::from_millis(50);

static KEPT: Mutex<BTreeMap<usize, Arc<LiveSet>>> = Mutex::new(BTreeMap::new());

enum Building {
    Layer,
    Done(Result<Opened, InputError>),
}

/// The live positions of the standard board of this side.
///
/// If the work is stopped, the thread that builds them ends by itself later.
///
/// # Errors
/// If the side has no live set, it does not fit into memory, the folder cannot be used, or the work
/// is stopped.
pub fn open(
    side: usize,
    cache: Option<PathBuf>,
    work: &LongWork,
) -> Result<Arc<LiveSet>, BindingError> {
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept().get(&side) {
        return Ok(known.clone());
    }
    let layers = 2 * (side * side / 2) as u64;
    work.begin(layers);
    let options = LiveSetOptions { cache, memory: None };
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        // Nobody listens any more once the work is stopped.
        let layer = |_| drop(sender.send(Building::Layer));
        let opened = open_or_build(side, &options, &layer, &|_| {});
        let _ = sender.send(Building::Done(opened));
    });
    let opened = loop {
        match receiver.recv_timeout(GLANCE) {
            Ok(Building::Layer) => work.advance(layers, 1),
            Ok(Building::Done(opened)) => break opened?,
            Err(RecvTimeoutError::Timeout) if work.stopped() => return Err(Limit::Stopped.into()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(BindingError::Internal("the live positions were not built".into()));
            }
        }
    };
    let live_set = Arc::new(opened.live_set);
    if side <= MOST_KEPT {
        kept().insert(side, live_set.clone());
    }
    Ok(live_set)
}
