//! Every command of this program that a document shows is one that it can read.

use clap::CommandFactory;
use deadmove_testing::documents::unreadable;

use super::Cli;

#[test]
fn every_command_in_a_document_can_be_read() {
    let (faults, shown) = unreadable("deadmove", Cli::command);
    assert!(shown > 100, "only {shown} commands were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
