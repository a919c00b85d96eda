//! `deadmove-puzzles schema`: the JSON schemas of what the commands print.

use clap::builder::PossibleValuesParser;
use deadmove_puzzles::report::schemas;

use super::output::{self, Failure};
use deadmove_core::verdict::ExitCode;

/// Print the JSON schema of what a command prints with --json.
///
/// Without a name, list them all.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name of a schema.
    #[arg(value_parser = names())]
    name: Option<String>,
}

fn names() -> PossibleValuesParser {
    schemas().iter().map(|schema| schema.name).collect::<Vec<_>>().into()
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    output::schema(schemas(), args.name.as_deref())
}
