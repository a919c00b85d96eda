//! `deadmove lab`: questions about rules and lemmas as a subject of research.

mod compare_views;
mod hunt;
pub mod hunt_answer;
mod hunt_strips;
mod milestones;
mod review;
mod twins;

use clap::Subcommand;

use super::output::Failure;
use deadmove_core::verdict::ExitCode;

/// Research on rules: milestones, hunts for what the lemmas miss, review, twins, views.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Debug, Subcommand)]
enum LabCommand {
    Milestones(milestones::Args),
    Hunt(hunt::Args),
    Review(review::Args),
    Twins(twins::Args),
    CompareViews(compare_views::Args),
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.command {
        LabCommand::Milestones(args) => milestones::run(args),
        LabCommand::Hunt(args) => hunt::run(args),
        LabCommand::Review(args) => review::run(args),
        LabCommand::Twins(args) => twins::run(args),
        LabCommand::CompareViews(args) => compare_views::run(args),
    }
}
