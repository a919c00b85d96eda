//! `deadmove lab milestones`: rules added one by one, each where a walk without it gets stuck.

use std::io::Write;
use std::path::PathBuf;

use crate::cli::again::{this_command, with_files};
use crate::cli::conclusion::Conclusion;
use crate::cli::general::is_quiet;
use crate::cli::interrupt;
use crate::cli::output::{Failure, OrInternal, stdout};
use crate::cli::progress;
use deadmove_core::board::letters;
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_report::command::words;
use deadmove_report::milestones::{MilestoneReport, MilestonesReport, head, places, row};
use deadmove_report::numbers::count;
use deadmove_search::walk::milestones::{read, walk};

/// Walk by more and more rules, and say where each walk gets stuck.
///
/// The file lists the rules that the walks begin with, and then line by line a number of
/// lines and the rule that is added after them: `size 9`, `base FOLDER-OR-FILE`, `without
/// FILE`, `462 FILE`; `note TEXT` is repeated below the table. Paths are relative to the file.
/// Lines begin to the right. The table shows that number, how many lines were completed, how
/// many there are before that place without any rules (counted by the frontier engine), and whether
/// the rule forbids the fatal move. Exit code 0 if every rule does and no walk missed a
/// line; 1 if not, 3 if something could not be counted, or the walks were stopped by Ctrl-C.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A milestone file, for example rules/milestones.txt.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Memory for what is known of earlier positions, in MiB. It only changes the speed.
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    table_memory: usize,
    /// Print JSON: an object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let text = files::read_text(&args.file)?;
    let plan = read(&args.file, &text)?;
    let stop = interrupt::stop_flag()?;
    let table = !args.json && !is_quiet();
    let mut out = stdout();
    if table {
        write!(out, "{}", head())?;
        out.flush()?;
    }
    let mut milestones = Vec::new();
    let mut shown = Ok(());
    let bar = progress::bar("walk", plan.steps.len() as u64 + 1);
    let finished =
        walk(&plan, args.table_memory.saturating_mul(1 << 20), stop, |step, milestone| {
            let milestone = MilestoneReport::of(step, milestone);
            bar.inc(1);
            if table && shown.is_ok() {
                shown =
                    bar.suspend(|| write!(out, "{}", row(&milestone)).and_then(|()| out.flush()));
            }
            milestones.push(milestone);
        })
        .or_internal()?;
    bar.finish_and_clear();
    shown?;
    let report = MilestonesReport::of(&plan, milestones, finished);
    if args.json {
        writeln!(out, "{}", report.json())?;
    } else if table {
        write!(out, "\n{}", places(&report))?;
        for note in &report.notes {
            write!(out, "\n{note}\n")?;
        }
    }
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
    let code = match (resolved && !missed, unknown || !finished) {
        (false, _) => ExitCode::Refuted,
        (true, true) => ExitCode::Unknown,
        (true, false) => ExitCode::Holds,
    };
    if !args.json {
        conclusion(args, &report, plan.steps.len(), code).print(&mut out, code)?;
    }
    out.flush()?;
    Ok(code)
}

/// The end of the report on a plan with so many rules to add.
fn conclusion(args: &Args, report: &MilestonesReport, rules: usize, code: ExitCode) -> Conclusion {
    let MilestonesReport { size, milestones, complete, .. } = report;
    let walked = milestones.iter().take(rules);
    let resolved = walked.clone().filter(|milestone| milestone.resolved).count();
    let last = milestones.last().map(|milestone| match milestone.stuck {
        Some(_) => "a walk with all of them still gets stuck",
        None => "a walk with all of them never gets stuck",
    });
    let forbid = if resolved == 1 { "forbids" } else { "forbid" };
    let of = count(rules, "rule", "rules");
    let answer = format!("{resolved} of {of} {forbid} the fatal move of the walk before");
    let answer = match (complete, last) {
        (true, Some(last)) => format!("{answer}; {last}"),
        _ => {
            let left = count(rules + 1 - milestones.len(), "walk was", "walks were");
            format!("{answer}; {left} not finished")
        }
    };
    let mut end = Conclusion::new(answer);
    end.why = Some(match code {
        ExitCode::Refuted if resolved < walked.len() => {
            "a rule does not forbid the fatal move".to_owned()
        }
        ExitCode::Refuted => "a walk missed a line".to_owned(),
        _ if !complete => "the walks were stopped".to_owned(),
        _ => "some lines could not be counted".to_owned(),
    });
    if !complete {
        return end.resumed_by(this_command());
    }
    let stuck = milestones.iter().rev().find_map(|milestone| milestone.stuck.as_ref());
    if let Some(stuck) = stuck {
        let live = stuck.turning_point.and_then(|at| stuck.path.0.get(..at));
        let path = words(&[letters(live.unwrap_or(&stuck.path.0))]);
        end = end.then(format!("deadmove minimise --board {size}x{size} --path {path}"));
    }
    end.then(with_files("deadmove lab milestones", std::slice::from_ref(&args.file)) + " --json")
}
