//! Progress on standard error: a bar with the time left if the total is known, else a spinner with
//! counts. Nothing if standard error is not a terminal, or the command is quiet.

use std::borrow::Cow;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle, WeakProgressBar,
};

use crate::ascii::{self, printed};
use crate::general::{Detail, detail};

/// The bar that is shown last.
static SHOWN: Mutex<Option<WeakProgressBar>> = Mutex::new(None);

/// Prints something on lines of its own, not within the bar.
pub(crate) fn beside(print: impl FnOnce()) {
    let shown = SHOWN.lock().ok().and_then(|shown| shown.as_ref()?.upgrade());
    match shown {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// A spinner that counts `what`, a word such as `position`. [`total`] makes it a bar.
pub fn spinner(what: impl Into<Cow<'static, str>>) -> ProgressBar {
    if detail() == Detail::Quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::no_length().with_style(style(false)).with_message(what);
    bar.enable_steady_tick(Duration::from_millis(200));
    if let Ok(mut shown) = SHOWN.lock() {
        *shown = Some(bar.downgrade());
    }
    bar
}

/// A spinner with the time for work without counts, such as `counting`.
pub fn working(what: &'static str) -> ProgressBar {
    let bar = spinner(what);
    bar.set_style(style_of("{spinner} {msg}, {elapsed}"));
    bar
}

/// A bar that counts `what` to a total.
pub fn bar(what: impl Into<Cow<'static, str>>, length: u64) -> ProgressBar {
    let bar = spinner(what);
    total(&bar, length);
    bar
}

/// Begins to count layers, which take so unequal times that the time left cannot be told.
pub fn layers(bar: &ProgressBar, what: &'static str, length: usize) {
    bar.set_message(what);
    bar.reset();
    bar.set_length(length as u64);
    bar.set_style(style_of("{wide_bar} {msg} {counts}, {elapsed}"));
}

/// Begins to count something else. The total is unknown until [`total`] sets it.
pub fn phase(bar: &ProgressBar, what: &'static str) {
    bar.unset_length();
    bar.set_style(style(false));
    bar.set_message(what);
    bar.reset();
}

/// Sets what earlier runs have done, so that the time left is that of this run's pace.
pub fn resumed(bar: &ProgressBar, done: u64) {
    bar.set_position(done);
    bar.reset_eta();
}

/// Sets the total of what is counted.
pub fn total(bar: &ProgressBar, length: u64) {
    // The length of hidden bars is kept, too.
    if bar.length() != Some(length) {
        bar.set_length(length);
        bar.set_style(style(length > 0));
    }
}

/// How to go on with a bar: by the total of what is counted, and what was done of it since.
pub fn advance(bar: &ProgressBar) -> impl Fn(u64, u64) + Sync {
    |all, done| {
        total(bar, all);
        bar.inc(done);
    }
}

fn style(bar: bool) -> ProgressStyle {
    style_of(match bar {
        true => "{wide_bar} {msg} {counts}, {time}",
        false => "{spinner} {msg} {counts}, {time}",
    })
}

fn style_of(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    let style = match ascii::is_on() {
        true => style.progress_chars("#.").tick_chars("|/-\\ "),
        false => style,
    };
    style
        .with_key("counts", |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&counts(state.pos(), state.len()));
        })
        .with_key("time", |state: &ProgressState, out: &mut dyn Write| {
            let left = state.len().filter(|&length| length > 0 && state.pos() > 0);
            let _ = match left {
                Some(_) => write!(out, "{:#} left", HumanDuration(state.eta())),
                None => write!(out, "{:#}", HumanDuration(state.elapsed())),
            };
        })
}

/// How far a run is. A total of 0 is one that nobody has set yet.
fn counts(done: u64, total: Option<u64>) -> String {
    match total.filter(|&total| total > 0) {
        Some(total) => format!("{} of {}", HumanCount(done), HumanCount(total)),
        None if done > 0 => HumanCount(done).to_string(),
        None => printed("…").into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_never_shows_0_of_0() {
        assert_eq!(counts(0, Some(0)), "…");
        assert_eq!(counts(0, None), "…");
        assert_eq!(counts(1200, None), "1,200");
        assert_eq!(counts(7, Some(1200)), "7 of 1,200");
    }
}
