//! `deadmove-puzzles site`: pages made of reports.

use std::path::PathBuf;

use deadmove_puzzles::site::Puzzles;

use super::conclusion::Conclusion;
use super::output::{Failure, stdout};
use deadmove_core::files;
use deadmove_core::files::Shown;
use deadmove_core::verdict::ExitCode;
use deadmove_report::numbers::count;
use deadmove_terminal::folder::replace;

/// Make a static site about the puzzles.
///
/// Reports are what sequence, maze claims, maze counterexample and loops printed with --json.
/// Counterexamples are replayed, and games and small claims judged again. The exit code is 70 if
/// two reports contradict each other. Begin with index.html in the folder; the site needs no
/// server.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Reports.
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<PathBuf>,
    /// The folder of the site: a new or empty one, or the site of an earlier run, which is
    /// replaced.
    #[arg(long, value_name = "DIR", required = true)]
    out: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut puzzles = Puzzles::default();
    for file in &args.reports {
        puzzles.read(&files::read_text(file)?, file)?;
    }
    let site = puzzles.site();
    replace(&args.out, &site.files, "deadmove-puzzles site")?;
    let code = if site.contradictory.is_empty() { ExitCode::Holds } else { ExitCode::Internal };
    let start = args.out.join("index.html");
    let answer =
        format!("{}; begin with {}", count(site.files.len(), "file", "files"), start.shown());
    let about = site.contradictory.join(", ");
    let end = Conclusion::new(answer);
    end.because(format!("reports contradict each other about {about}")).finish(stdout(), code)
}
