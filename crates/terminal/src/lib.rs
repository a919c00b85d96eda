//! What the programs of this workspace print alike: the ends of reports, failures, progress, and
//! what Ctrl-C does. Commands and their arguments are in the programs.

pub mod again;
mod ascii;
pub mod conclusion;
pub mod folder;
pub mod general;
pub mod interrupt;
pub mod output;
pub mod progress;
mod visible;

use std::time::Duration;

/// The longest time limit, over a century: a deadline must fit in the clock.
const MAX_TIMEOUT: Duration = Duration::from_secs(u32::MAX as u64);

/// Reads a time limit.
///
/// # Errors
/// What was expected, if the text is no number of seconds above 0.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let expected = "a number of seconds above 0, for example 2.5";
    let seconds: f64 = text.parse().map_err(|_| expected.to_owned())?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|duration| !duration.is_zero())
        .map(|duration| duration.min(MAX_TIMEOUT))
        .ok_or_else(|| expected.to_owned())
}
