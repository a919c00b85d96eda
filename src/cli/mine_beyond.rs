//! `deadmove mine` above 9×9: random lines show which dead moves the rules allow.

use std::io::Write;
use std::sync::atomic::Ordering;

use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::interrupt;
use super::lists::progress;
use super::mine::{Args, rules, spin};
use super::output::{Failure, stdout};
use super::rule_files::RuleArgs;
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::verdict::ExitCode;
use deadmove_report::mine_beyond as report;
use deadmove_report::numbers::count;
use deadmove_search::lift;
use deadmove_search::mine::beyond::{Plan, Round, run};
use deadmove_search::mine::folder::{ready, write_rules};

/// Runs the command for a size above 9.
pub fn run_walks(args: &Args) -> Result<ExitCode, Failure> {
    if args.size.is_multiple_of(2) || Board::corner_to_corner(args.size, args.size).is_err() {
        let message = format!("--size {}: no line fills a board of this size", args.size);
        return Err(InputError::new("size-impossible", message).expected("an odd size").into());
    }
    if args.resume.is_some() {
        let message = "--resume is for sizes up to 9; above, the rules in --out are what is kept";
        return Err(InputError::new("no-checkpoint", message)
            .expected("--out DIR, and DIR among the rules to go on from there")
            .into());
    }
    let given = rules(&RuleArgs::from(args.rules.clone()), args.size)?;
    if let Some(folder) = &args.out {
        ready(folder)?;
    }
    let stop = interrupt::stop_flag()?;
    let bar = progress();
    let plan = Plan {
        size: args.size,
        rounds: args.rounds,
        walks: args.walks,
        seed: args.seed,
        lift: lift::Options { reach: args.reach.into(), ..lift::Options::default() },
    };
    spin(&bar);
    let mut rounds: Vec<Round> = Vec::new();
    let mut unsaved = None;
    let found = run(&plan, &given, stop, &mut |round, found| {
        rounds.push(round.clone());
        bar.set_message(report::progress(rounds.len(), round, found.len()));
        if let Some(folder) = &args.out
            && let Err(error) = write_rules(folder, &report::named(found, &plan), None)
        {
            unsaved = Some(error);
        }
    });
    bar.finish_and_clear();
    if let Some(error) = unsaved {
        return Err(error.into());
    }
    let finished = !stop.load(Ordering::Relaxed);
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", report::json(&plan, &rounds, &found, finished))?;
    } else {
        if detail() != Detail::Quiet {
            write!(out, "{}", report::text(&rounds, &found, &plan, true))?;
        }
        let asked = format!("which dead moves of {0}×{0} do the given rules allow?", args.size);
        let missed: usize = rounds.iter().map(|round| round.missed).sum();
        let missed = count(missed, "was", "were");
        let found = count(found.len(), "rule", "rules");
        let why = match finished {
            true => "unknown: lines prove nothing about completeness",
            false => "unknown: the search was stopped before its last round",
        };
        let mut end = Conclusion::new(asked, format!("{missed} seen; {found} lifted from them"));
        end = end.because(why);
        if let Some(folder) = &args.out {
            let rules = RuleArgs::from(args.rules.clone()).and(folder.clone()).name();
            end = end.then(format!("deadmove stats {rules} --sizes {}", args.size));
        }
        end.print(&mut out, ExitCode::Unknown)?;
    }
    out.flush()?;
    // Lines prove nothing, whether or not the rules fail on them.
    Ok(ExitCode::Unknown)
}
