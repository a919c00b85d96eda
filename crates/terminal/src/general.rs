//! The options of every command: colours, how much is printed, and threads.

use std::sync::OnceLock;

use clap::{ArgMatches, ValueEnum};

use crate::ascii;
use crate::output::{Failure, OrInternal};

/// The options of every command.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "General")]
pub struct GeneralArgs {
    /// Colours: auto (on a terminal), always, never.
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    color: ColorChoice,
    /// Draw pictures in ASCII; JSON and files stay as they are.
    #[arg(long, global = true)]
    ascii: bool,
    /// Print only the answer.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Print all lines and pictures, also passing items.
    #[arg(short, long, global = true)]
    verbose: bool,
    /// Threads, 0 for one per core; results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, global = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=MAX_THREADS))]
    threads: u16,
}

/// The largest number of threads. Starting thousands takes minutes.
const MAX_THREADS: i64 = 1024;

/// When output is coloured.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColorChoice {
    Auto,
    Always,
    Never,
}

/// How much a command prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The answer only.
    Quiet,
    /// What is not as it should be, the rest in a line.
    #[default]
    Usual,
    /// Everything.
    Verbose,
}

static DETAIL: OnceLock<Detail> = OnceLock::new();

/// How much this process prints.
pub fn detail() -> Detail {
    DETAIL.get().copied().unwrap_or_default()
}

/// Whether only the answer is printed.
pub fn is_quiet() -> bool {
    detail() == Detail::Quiet
}

impl GeneralArgs {
    /// Applies the options to this process: colours to all that is written through anstream.
    /// `matches` are all arguments.
    ///
    /// # Errors
    /// [`Failure::Internal`], if the threads cannot be started.
    pub fn apply(self, matches: &ArgMatches) -> Result<(), Failure> {
        // A checksum of JSON is that of its bytes.
        if self.ascii && !wants_json(matches) {
            ascii::turn_on();
        }
        match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
        let detail = match (self.quiet, self.verbose) {
            (true, _) => Detail::Quiet,
            (_, true) => Detail::Verbose,
            _ => Detail::Usual,
        };
        DETAIL.get_or_init(|| detail);
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.threads.into());
        threads.build_global().or_internal()
    }
}

/// Whether a command is to print JSON.
fn wants_json(matches: &ArgMatches) -> bool {
    let flag = |id| matches.try_get_one::<bool>(id).ok().flatten() == Some(&true);
    flag("json") || matches.subcommand().is_some_and(|(_, below)| wants_json(below))
}
