//! `deadmove certify`: verdicts about rules with all their evidence, in a folder for the checker.

use std::io::Write;
use std::path::{Path, PathBuf};

use deadmove_checker::{Manifest, Verdict};

use super::output::{Failure, complain, stdout};
use super::{args, interrupt, lists};
use crate::board::Board;
use crate::certify::folder::{self, plan};
use crate::error::InputError;
use crate::rule::load::load;
use crate::verdict::{ExitCode, Limits};

/// Certify rules on a board: sound, unsound or vacuous, with the evidence for the independent
/// checker.
///
/// Every rule is decided by formulae, one for each placement and live end, and what the solver
/// derives is written down for `deadmove-checker DIR`, which makes the formulae itself. Boards are
/// square and odd. A run that is stopped goes on when the same command is given again; what has no
/// verdict yet makes the certificate partial, exit code 3, as does a file all of whose claims are
/// vacuous. An unsound rule gives exit code 1; its certificate is a live position in which it
/// forbids a live move.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule files, or directories with rule files.
    #[arg(value_name = "RULES", required = true)]
    files: Vec<PathBuf>,
    /// The side of the board.
    #[arg(long, value_name = "N")]
    size: usize,
    /// The folder of the certificate.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Seconds to spend per rule, fractions allowed; the rule then stays open.
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    timeout: Option<std::time::Duration>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let size = args.size;
    if !(3..=99).contains(&size) || size.is_multiple_of(2) {
        return Err(InputError::new(
            "size-not-certified",
            format!("no certificates for side {size}"),
        )
        .expected("an odd side from 3 to 99")
        .into());
    }
    let loaded = load(&args.files)?;
    if !loaded.errors.is_empty() {
        // A certificate of the others would look like one of all.
        loaded.errors.iter().for_each(complain);
        return Ok(ExitCode::Input);
    }
    let board = Board::corner_to_corner(size, size).map_err(InputError::from)?;
    let claims = loaded.claims(&board)?;
    let plan = plan(&board, &loaded.files, &claims)?;
    if plan.0.count == 0 {
        let message = format!("no rule applies to the {size}×{size} board");
        return Err(InputError::new("no-rules", message).into());
    }
    let bar = lists::progress();
    bar.set_message("rule");
    let progress = |total: u64, done: u64| {
        bar.set_length(total);
        bar.inc(done);
    };
    let limits = Limits { timeout: args.timeout, ..Limits::default() };
    let stop = interrupt::stop_flag()?;
    let written = folder::write(&args.out, plan, &limits, stop, &progress);
    bar.finish_and_clear();
    let manifest = written.map_err(|failure| match failure {
        folder::Failure::Input(error) => Failure::Input(error),
        folder::Failure::Fault(fault) => Failure::Internal(fault.to_string()),
    })?;
    report(&manifest, &args.out)
}

/// Says what the certificate says. A file all of whose claims are vacuous is no success.
fn report(manifest: &Manifest, folder: &Path) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::Holds;
    let mut out = stdout();
    let mut counts = [0usize; 4];
    for entry in &manifest.claims {
        let (at, word) = match entry.verdict {
            Some(Verdict::Sound) => (0, None),
            Some(Verdict::Unsound) => (1, Some(("UNSOUND", ExitCode::Refuted))),
            Some(Verdict::Vacuous) => (2, None),
            None => (3, Some(("open   ", ExitCode::Unknown))),
        };
        counts[at] += 1;
        if let Some((word, this)) = word {
            code = code.combine(this);
            writeln!(out, "{word}  {}", entry.rule.name)?;
        }
    }
    for (number, file) in manifest.files.iter().enumerate() {
        let mut claims = manifest.claims.iter().filter(|entry| entry.file == number).peekable();
        if claims.peek().is_some() && claims.all(|e| e.verdict == Some(Verdict::Vacuous)) {
            code = code.combine(ExitCode::Unknown);
            writeln!(out, "vacuous  {}", file.path)?;
        }
    }
    let [sound, unsound, vacuous, open] = counts;
    let state = if manifest.complete { "complete" } else { "PARTIAL" };
    writeln!(
        out,
        "{0}×{0}, {state}: {sound} sound, {unsound} unsound, {vacuous} vacuous, {open} open; in {1}",
        manifest.size,
        folder.display()
    )?;
    out.flush()?;
    Ok(code)
}
