//! Work on as many threads as there are processors.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Hands out all items, so many at a time.
pub fn share<T: Sync>(items: &[T], part: usize, work: impl Fn(&[T]) + Sync) {
    let parts: Vec<&[T]> = items.chunks(part).collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(parts.len()) {
            scope.spawn(|| {
                while let Some(items) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(items);
                }
            });
        }
    });
}
