//! `deadmove schema`: the JSON schemas of what the commands print.

use std::io::Write;

use clap::builder::PossibleValuesParser;

use super::output::{Failure, stdout};
use deadmove_core::verdict::ExitCode;
use deadmove_report::schema::{self, OutputSchema};

/// Print the JSON schema of what a command prints with --json.
///
/// The schemas follow the draft 2020-12 and name every key. Without a name, list them all.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name of a schema.
    #[arg(value_parser = names())]
    name: Option<String>,
}

/// The schemas of all commands.
fn schemas() -> Vec<OutputSchema> {
    let mut all = schema::all();
    all.extend(deadmove_puzzles_report::schemas());
    all
}

fn names() -> PossibleValuesParser {
    schemas().iter().map(|schema| schema.name).collect::<Vec<_>>().into()
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut out = stdout();
    for schema in schemas() {
        match &args.name {
            None => writeln!(out, "{:20} {}", schema.name, schema.about)?,
            Some(name) if name == schema.name => out.write_all(schema.text().as_bytes())?,
            Some(_) => {}
        }
    }
    out.flush()?;
    Ok(ExitCode::Holds)
}
