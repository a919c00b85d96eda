//! Every command of this program that a document shows is one that it can read.

use clap::CommandFactory;
use clap::error::ErrorKind;
use deadmove_testing::documents::{Read, unreadable};

use crate::cli::Cli;

#[test]
fn every_command_in_a_document_can_be_read() {
    let (faults, shown) = unreadable("deadmove", |words| {
        let Err(error) = Cli::command().try_get_matches_from(words) else { return Read::Whole };
        match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            | ErrorKind::MissingRequiredArgument
            | ErrorKind::MissingSubcommand => Read::Cut,
            _ => Read::Not(error.to_string()),
        }
    });
    assert!(shown > 100, "only {shown} commands were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
