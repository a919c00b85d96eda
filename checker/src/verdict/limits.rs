//! Limits of memory and time, whatever a certificate says. A thread measures both while another one
//! checks, and ends the program when a limit is reached: a certificate that was not checked to its
//! end is neither accepted nor rejected.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How often memory and time are measured.
const PAUSE: Duration = Duration::from_millis(2);

/// What checking one certificate may take.
#[derive(Clone, Copy)]
pub struct Limits {
    /// MiB. Measured on Linux and Windows only.
    pub memory: u64,
    /// Seconds.
    pub time: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 900, time: 10 }
    }
}

impl Limits {
    /// Why a certificate is not checked that is known to take this much, if it is too much.
    pub fn too_small_for(self, what: &str, memory: u64, time: u64) -> Option<String> {
        let enough = memory <= self.memory && time <= self.time;
        let why = format!(
            "{what} takes about {memory} MiB and up to {time} s; allow it with --memory {memory} \
             --time {time}"
        );
        (!enough).then_some(why)
    }

    /// Which limit is reached, if one is.
    fn reached(self, begun: Instant) -> Option<String> {
        if begun.elapsed().as_secs() >= self.time {
            let more = self.time.saturating_mul(10).max(10);
            return Some(format!(
                "it takes more than {} s; allow more with --time {more}",
                self.time
            ));
        }
        let more = self.memory.saturating_mul(4).max(1_000);
        (resident().is_some_and(|now| now > self.memory)).then(|| {
            format!("it takes more than {} MiB; allow more with --memory {more}", self.memory)
        })
    }

    /// Calls `work`. If a limit is reached before it returns, calls `end` instead of returning.
    pub fn watch<T>(self, work: impl FnOnce() -> T, end: impl Fn(&str) + Send + 'static) -> T {
        let begun = Instant::now();
        let finished = Arc::new(Mutex::new(false));
        let seen = Arc::clone(&finished);
        thread::spawn(move || {
            loop {
                {
                    // While `end` runs, `work` cannot finish and report something else.
                    let finished = seen.lock().unwrap_or_else(|broken| broken.into_inner());
                    if *finished {
                        return;
                    }
                    if let Some(why) = self.reached(begun) {
                        end(&why);
                        return;
                    }
                }
                thread::sleep(PAUSE);
            }
        });
        let result = work();
        *finished.lock().unwrap_or_else(|broken| broken.into_inner()) = true;
        result
    }
}

/// The memory that the program uses, in MiB, if the system says so.
#[cfg(not(windows))]
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib / 1024)
}

#[cfg(windows)]
fn resident() -> Option<u64> {
    Some(memory_stats::memory_stats()?.physical_mem as u64 / 1024 / 1024)
}
