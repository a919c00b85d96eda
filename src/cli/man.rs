//! `deadmove man`: manual pages, made of the help of the commands.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::CommandFactory;
use clap_mangen::{Man, generate_to};

use super::Cli;
use super::help::with_groups_and_examples;
use super::output::{Failure, stdout};
use deadmove_core::files;
use deadmove_core::files::Shown;
use deadmove_core::verdict::ExitCode;

/// Print the manual page, or write the pages of all commands.
///
/// To read a page: `deadmove man | man -l -`
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Write the pages of all commands here, as deadmove.1, deadmove-judge.1 and so on; made if it
    /// does not exist. Default: the page of deadmove itself is printed.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(folder) = &args.out {
        files::create_folder(folder)?;
        let fault = |error| files::unwritable(folder, error);
        let pages = tempfile::tempdir().map_err(fault)?;
        generate_to(with_groups_and_examples(Cli::command()), &pages).map_err(fault)?;
        let mut written = 0;
        for page in fs::read_dir(&pages).map_err(fault)? {
            let page = page.map_err(fault)?;
            files::write_atomically(
                &folder.join(page.file_name()),
                files::read_text(&page.path())?,
            )?;
            written += 1;
        }
        writeln!(stdout(), "{written} pages are written into {}", folder.shown())?;
        return Ok(ExitCode::Holds);
    }
    let mut page = Vec::new();
    Man::new(with_groups_and_examples(Cli::command()).disable_help_subcommand(true))
        .render(&mut page)?;
    let mut out = stdout();
    out.write_all(&page)?;
    out.flush()?;
    Ok(ExitCode::Holds)
}
