//! Several processes of programs that work on chunks at once, and what ends them.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::chunks::ChunkRun;
use deadmove_program::process::AskError;

/// What came out.
pub(crate) struct Done<A> {
    /// The chunks that are done, in any order.
    pub chunks: Vec<u64>,
    /// Their results, merged.
    pub result: A,
    /// Why it ended before all was done, if a program is the cause.
    pub ended: Option<AskError>,
}

/// The jobs of one process.
pub(crate) struct Jobs<'a, J, A> {
    receive: &'a Mutex<Receiver<J>>,
    done: &'a Mutex<Done<A>>,
    merge: fn(A, A) -> A,
    progress: &'a (dyn Fn() + Sync),
}

impl<J, A: Default> Jobs<'_, J, A> {
    /// Does each job, which says which chunk it was.
    pub fn each(
        &self,
        mut work: impl FnMut(J) -> Result<(u64, A), AskError>,
    ) -> Result<(), AskError> {
        while let Some(job) = next(self.receive) {
            let (chunk, result) = work(job)?;
            lock(self.done).chunks.push(chunk);
            self.add(result);
            (self.progress)();
        }
        Ok(())
    }

    /// Adds a result that is of no chunk.
    pub fn add(&self, result: A) {
        let mut done = lock(self.done);
        done.result = (self.merge)(std::mem::take(&mut done.result), result);
    }
}

/// Lets several processes work on chunks. `send` gives out the jobs, until its second argument says
/// that nobody wants more; `process` does those that it gets.
pub(crate) fn in_parallel<J: Send, A: Send + Default>(
    processes: usize,
    (run, total): (&ChunkRun<'_>, u64),
    merge: fn(A, A) -> A,
    send: impl FnOnce(&SyncSender<J>, &dyn Fn() -> bool),
    process: impl Fn(&Jobs<'_, J, A>) -> Result<(), AskError> + Sync,
) -> Done<A> {
    let number = run.todo(total).len() as u64;
    (run.progress)(number, 0);
    let done = Mutex::new(Done { chunks: Vec::new(), result: A::default(), ended: None });
    let (sender, receive) = sync_channel(processes);
    let receive = Mutex::new(receive);
    let progress = || (run.progress)(number, 1);
    thread::scope(|scope| {
        for _ in 0..processes {
            scope.spawn(|| {
                let jobs = Jobs { receive: &receive, done: &done, merge, progress: &progress };
                if let Err(end) = process(&jobs) {
                    lock(&done).ended.get_or_insert(end);
                    // Whoever sends must not wait for a place for ever.
                    while next(&receive).is_some() {}
                }
            });
        }
        send(&sender, &|| run.stopped() || lock(&done).ended.is_some());
        drop(sender);
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.ended = done.ended.filter(|end| *end != AskError::Stopped);
    done
}

fn next<J>(receive: &Mutex<Receiver<J>>) -> Option<J> {
    lock(receive).recv().ok()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
