//! `deadmove schema`: the JSON schemas of what the commands print.

use clap::builder::PossibleValuesParser;

use super::output::{self, Failure};
use deadmove_core::verdict::ExitCode;
use deadmove_report::schema;

/// Print the JSON schema of what a command prints with --json.
///
/// The schemas follow the draft 2020-12. Later versions may add keys, so readers must ignore keys
/// that they do not know. Without a name, list all schemas.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name of a schema.
    #[arg(value_parser = names())]
    name: Option<String>,
}

fn names() -> PossibleValuesParser {
    schema::all().iter().map(|schema| schema.name).collect::<Vec<_>>().into()
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    output::schema(schema::all(), args.name.as_deref())
}
