//! All layers of a pass, one after the other, on this machine.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::folder::PassFolder;
use crate::source::PassSource;
use crate::task::{NotDone, PassTotals, do_task};
use deadmove_core::error::InputError;

/// How far a pass has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pass {
    /// What was counted in each closed layer, from the first.
    pub layers: Vec<PassTotals>,
    /// Whether there is nothing more to do: all layers are closed, or one has a stuck position and
    /// that is where the pass ends.
    pub finished: bool,
}

impl Pass {
    /// What the closed layers have together.
    pub fn sum(&self) -> PassTotals {
        let add = |sum: PassTotals, layer| sum.plus(layer).expect("checked where it was read");
        self.layers.iter().fold(PassTotals::default(), add)
    }

    /// The first layer with a stuck position, and the smallest one there.
    pub fn first_stuck(&self) -> Option<(usize, u128)> {
        let stuck = self.layers.iter().enumerate();
        stuck.filter_map(|(at, totals)| Some((at + 1, totals.stuck_key?))).next()
    }
}

/// How the layers are gone over.
pub struct How<'h> {
    /// Memory of a task, in bytes. As many tasks run at a time as there are threads.
    pub memory: usize,
    /// Whether to continue after a layer with a stuck position.
    pub keep_going: bool,
    /// Ends before the first layer with a part to do whose positions take more than this on disk,
    /// in bytes.
    pub largest: Option<u64>,
    /// Set to stop. Tasks that are not done by then are lost, others are kept.
    pub stop: &'h AtomicBool,
    /// Called with each layer that is begun or closed.
    pub progress: &'h (dyn Fn(usize) + Sync),
}

/// What is known of a pass without doing anything.
pub(crate) fn known(folder: &PassFolder, keep_going: bool) -> Result<Pass, InputError> {
    let layers = folder.closed()?;
    let ended = !keep_going && layers.iter().any(|totals| totals.stuck > 0);
    let finished = ended || layers.len() == folder.question().layers();
    Ok(Pass { layers, finished })
}

/// Does what is missing, until all is done or `stop` is set.
///
/// # Errors
/// If a file was changed, contradicts the others, or cannot be written, or the program does not
/// start or is not asked any more.
pub fn go_on<'s>(
    folder: &PassFolder,
    source: impl Into<PassSource<'s>>,
    how: &How<'_>,
) -> Result<Pass, InputError> {
    let source = source.into();
    folder.delete_closed()?;
    let mut pass = known(folder, how.keep_going)?;
    while !pass.finished {
        let layer = pass.layers.len() + 1;
        (how.progress)(layer);
        let missing = folder.missing(layer);
        let too_large = |largest| folder.bytes(layer) > largest;
        if !missing.is_empty() && how.largest.is_some_and(too_large) {
            return Ok(pass);
        }
        let done = missing.par_iter().with_max_len(1).try_for_each(|&part| {
            if how.stop.load(Ordering::Relaxed) {
                return Err(NotDone::Stopped);
            }
            do_task(folder, source, (layer, part), how.memory, how.stop).map(|_| ())
        });
        let closed = match done {
            Ok(()) => folder.close(layer),
            Err(NotDone::Stopped) => return Ok(pass),
            Err(NotDone::Fault(error)) => Err(error),
        };
        match closed {
            Ok(_) => {}
            // Another run was faster and has deleted what this one was reading.
            Err(_) if folder.current() > layer => {}
            Err(error) => return Err(error),
        }
        pass = known(folder, how.keep_going)?;
    }
    Ok(pass)
}
