//! The parallel sweep over live positions. Everything that looks at all of them uses it.

use rayon::prelude::*;

use super::{LiveEntry, LiveSet};

/// Positions that one task visits at least: each task sets up its own matcher.
const TASK: usize = 16_384;

/// Consecutive positions of one layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The layer: the number of drawn cells.
    pub drawn: usize,
    /// The index of the first position in the layer.
    pub first: usize,
    /// How many positions there are at most; the layer may end before.
    pub len: usize,
}

impl Slice {
    /// A whole layer.
    pub fn layer(drawn: usize) -> Slice {
        Slice { drawn, first: 0, len: usize::MAX }
    }
}

impl LiveSet {
    /// A layer in slices of `len` positions; the last one is shorter.
    pub fn slices(&self, drawn: usize, len: usize) -> impl Iterator<Item = Slice> + use<> {
        let firsts = (0..self.layer(drawn).len()).step_by(len);
        firsts.map(move |first| Slice { drawn, first, len })
    }

    /// Visits the positions of a slice in parallel, up to transposition, each with its index in the
    /// slice. Every task sets up a worker with `start`, calls `visit` for its positions in order,
    /// and ends with `finish`; the results are joined in the order of the positions.
    pub fn sweep<W: Send, C: Send>(
        &self,
        slice: Slice,
        start: impl Fn() -> W + Send + Sync,
        visit: impl Fn(&mut W, usize, LiveEntry) + Send + Sync,
        finish: impl Fn(W) -> C + Send + Sync,
        join: impl Fn(C, C) -> C + Send + Sync,
    ) -> C {
        self.slice(slice)
            .enumerate()
            .with_min_len(TASK)
            // A worker is handed on from position to position: as a pointer that is cheap.
            .fold(
                || Box::new(start()),
                |mut worker, (index, entry)| {
                    visit(&mut worker, index, entry);
                    worker
                },
            )
            .map(|worker| finish(*worker))
            .reduce_with(join)
            .unwrap_or_else(|| finish(start()))
    }
}
