//! `deadmove mine` above 9×9: walks find where the rules fail.

use std::io::Write;
use std::sync::atomic::Ordering;

use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::interrupt;
use super::lists::progress;
use super::mine::{Args, rules, spin, stopped_early};
use super::output::{Failure, OrInternal, stdout};
use super::rule_files::RuleArgs;
use deadmove_core::error::InputError;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_report::mine_beyond as report;
use deadmove_report::minimise::rule;
use deadmove_report::numbers::count;
use deadmove_rules::model::Rule;
use deadmove_search::mine::beyond::{MinedRule, Plan, Round, run};
use deadmove_search::mine::examples::Examples;
use deadmove_search::mine::folder::{ready, write_rules};
use deadmove_search::mine::language::Language;
use deadmove_search::mine::minimise::Options;
use deadmove_verify::live_set::MAX_LIVE_SET_SIDE;

/// Boards whose moves are learned from when only proved rules are wanted: the lists of larger ones
/// take long, and a proof needs none.
const SMALL: usize = 7;

/// Runs the command for a size above 9.
pub fn run_walks(args: &Args) -> Result<ExitCode, Failure> {
    if args.size.is_multiple_of(2)
        || deadmove_core::board::Board::corner_to_corner(args.size, args.size).is_err()
    {
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
    let largest = if args.proved { SMALL } else { MAX_LIVE_SET_SIDE };
    let mut lists = Vec::new();
    for size in (3..=largest).step_by(2) {
        match args.list.open_unless_stopped(size, &bar, stop)? {
            Some(list) => lists.push(list),
            None => return stopped_early(args, &bar),
        }
    }
    let language = Language::new(args.reach.into());
    let mut examples = Examples::read(&language, lists);
    let plan = Plan {
        size: args.size,
        rounds: args.rounds,
        walks: args.walks,
        adversarial: args.adversarial,
        seed: args.seed,
        proved: args.proved,
    };
    let options = Options {
        conditions: args.conditions.into(),
        candidates: 3,
        rejected: Vec::new(),
        known: true,
        beyond: if args.proved { Vec::new() } else { vec![args.size] },
        limits: Limits { timeout: Some(args.timeout), ..Limits::default() },
    };
    spin(&bar);
    let mut rounds: Vec<Round> = Vec::new();
    let mut unsaved = None;
    let found = run(&plan, &mut examples, &given, &options, stop, &mut |round, found| {
        rounds.push(round.clone());
        bar.set_message(report::progress(rounds.len(), round, found.len()));
        if let Some(folder) = &args.out
            && let Err(error) = write_rules(folder, &named(found, args.size), None)
        {
            unsaved = Some(error);
        }
    })
    .or_internal()?;
    bar.finish_and_clear();
    if let Some(error) = unsaved {
        return Err(error.into());
    }
    let finished = !stop.load(Ordering::Relaxed);
    let mut out = stdout();
    if args.json {
        writeln!(
            out,
            "{}",
            report::json(&plan, &rounds, &found, &named(&found, args.size), finished)
        )?;
    } else {
        if detail() != Detail::Quiet {
            write!(out, "{}", report::text(&rounds, &found, &named(&found, args.size), true))?;
        }
        let asked = format!("which dead moves of {0}×{0} do the given rules allow?", args.size);
        let found = count(found.len(), "rule", "rules");
        let why = match finished {
            true => "unknown: walks prove nothing about completeness",
            false => "unknown: the search was stopped before its last round",
        };
        let mut end =
            Conclusion::new(asked, format!("{found} found that forbid some")).because(why);
        if let Some(folder) = &args.out {
            let rules = RuleArgs::from(args.rules.clone()).and(folder.clone()).name();
            end = end.then(format!("deadmove stats {rules} --sizes {}", args.size));
        }
        end.print(&mut out, ExitCode::Unknown)?;
    }
    out.flush()?;
    // Walks prove nothing, whether or not they fail.
    Ok(ExitCode::Unknown)
}

/// The found rules with names and evidence.
fn named(found: &[MinedRule], size: usize) -> Vec<Rule> {
    found
        .iter()
        .enumerate()
        .map(|(at, found)| {
            let name = format!("mined {size}x{size} {:02}", at + 1);
            let mut rule = rule(&name, &found.seed, &found.suggestion, None);
            rule.head.family = Some(format!("mined-{size}"));
            rule
        })
        .collect()
}
