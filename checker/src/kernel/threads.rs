//! Parallel work on as many threads as there are processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Calls `work` for all items, in chunks of `size`; fails as the first of the chunks that fail
/// does. Once one has failed, no other is begun.
pub fn for_each_chunk<T: Sync>(
    items: &[T],
    size: usize,
    work: impl Fn(&[T]) -> Result<(), String> + Sync,
) -> Result<(), String> {
    let chunks: Vec<&[T]> = items.chunks(size).collect();
    let next = AtomicUsize::new(0);
    let first = Mutex::new((usize::MAX, Ok(())));
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(chunks.len()) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(items) = chunks.get(number) else { break };
                    if let Err(why) = work(items) {
                        // Those before it are done, or at work.
                        next.store(chunks.len(), Ordering::Relaxed);
                        let mut first = first.lock().expect("no thread panics with the lock");
                        if number < first.0 {
                            *first = (number, Err(why));
                        }
                    }
                }
            });
        }
    });
    first.into_inner().expect("no thread panics with the lock").1
}
