//! `deadmove completions`: what makes a shell complete commands and options.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::Cli;
use super::output::{Failure, stdout};
use deadmove_core::verdict::ExitCode;

/// Print a script that completes commands and options in a shell.
///
/// For bash: `deadmove completions bash >~/.local/share/bash-completion/completions/deadmove`
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell.
    shell: Shell,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "deadmove", &mut script);
    let mut out = stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitCode::Holds)
}
