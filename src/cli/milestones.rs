//! `deadmove milestones`: rules added one by one, each where a walk without it gets stuck.

use std::io::Write;
use std::path::PathBuf;

use super::output::{Failure, OrInternal, stdout};
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_report::milestones::{MilestoneReport, MilestonesReport, head, places, row};
use deadmove_search::walk::milestones::{read, walk};

/// Walk by more and more rules, and say where each walk gets stuck.
///
/// The file lists the rules that the walks begin with, and then line by line a number of
/// walkthroughs and the rule that is added after them: `size 9`, `base FOLDER-OR-FILE`, `without
/// FILE`, `462 FILE`; `note TEXT` is repeated below the table. Paths are relative to the file.
/// Lines begin to the right. The table shows that number, how many walkthroughs were completed, how
/// many there are before that place without any rules (counted by the frontier engine), and whether
/// the rule forbids the fatal move. Exit code 0 if every rule does and no walk missed a
/// walkthrough; 1 if not, 3 if something could not be counted.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A milestone file, for example rules/milestones.txt.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Memory for what is known of earlier positions, in MiB. It only changes the speed.
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    memory: usize,
    /// Print JSON: an object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let text = files::read_text(&args.file)?;
    let plan = read(&args.file, &text)?;
    let mut out = stdout();
    if !args.json {
        write!(out, "{}", head())?;
        out.flush()?;
    }
    let mut milestones = Vec::new();
    let mut shown = Ok(());
    walk(&plan, args.memory.saturating_mul(1 << 20), |step, milestone| {
        let milestone = MilestoneReport::of(step, milestone);
        if !args.json && shown.is_ok() {
            shown = write!(out, "{}", row(&milestone)).and_then(|()| out.flush());
        }
        milestones.push(milestone);
    })
    .or_internal()?;
    shown?;
    let report = MilestonesReport::of(&plan, milestones);
    if args.json {
        writeln!(out, "{}", report.json())?;
    } else {
        write!(out, "\n{}", places(&report))?;
        for note in &report.notes {
            write!(out, "\n{note}\n")?;
        }
    }
    out.flush()?;
    let milestones = &report.milestones;
    let resolved = milestones.iter().take(plan.steps.len()).all(|m| m.resolved);
    let counts = milestones.iter().filter(|m| m.stuck.is_some());
    let (mut missed, mut unknown) = (false, false);
    for milestone in counts {
        match milestone.before {
            Some(before) => missed |= before != milestone.completed,
            None => unknown = true,
        }
    }
    Ok(match (resolved && !missed, unknown) {
        (false, _) => ExitCode::Refuted,
        (true, true) => ExitCode::Unknown,
        (true, false) => ExitCode::Holds,
    })
}
