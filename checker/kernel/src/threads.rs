//! Parallel work on as many threads as there are processors.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Calls `work` for all items, in chunks of `size`.
pub fn for_each_chunk<T: Sync>(items: &[T], size: usize, work: impl Fn(&[T]) + Sync) {
    let chunks: Vec<&[T]> = items.chunks(size).collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(chunks.len()) {
            scope.spawn(|| {
                while let Some(items) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(items);
                }
            });
        }
    });
}
