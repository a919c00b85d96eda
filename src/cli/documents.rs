//! Every command of this program that a document shows is one that it can read.

use clap::CommandFactory;
use clap::error::ErrorKind;
use deadmove_testing::documents::commands;

use super::Cli;

#[test]
fn every_command_in_a_document_can_be_read() {
    let shown = commands("deadmove");
    assert!(shown.len() > 100, "only {} commands were found", shown.len());
    let mut faults = Vec::new();
    for command in shown {
        let Err(error) = Cli::command().try_get_matches_from(&command.words) else { continue };
        // A sentence names a command, or a command with an option, without its other arguments.
        let cut = [
            ErrorKind::DisplayHelp,
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
            ErrorKind::MissingRequiredArgument,
            ErrorKind::MissingSubcommand,
        ];
        if !(command.mentioned && cut.contains(&error.kind())) {
            faults.push(format!("{}: {}\n{error}", command.place, command.words.join(" ")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
