//! `deadmove guard COMMAND…`: starts a program, and ends it when whoever asked for it is gone.

use std::ffi::OsString;
use std::process::ExitCode;

/// Run a program that ends with the process that started this one
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The executable and its arguments.
    #[arg(
        value_name = "WORDS",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    words: Vec<OsString>,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    deadmove_program::guard::guard(&args.words)
}
