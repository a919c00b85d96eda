//! `deadmove obey`: does a rule that forbids too much lead to a stuck position?

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::conclusion::Conclusion;
use super::general::is_quiet;
use super::lists::ListArgs;
use super::missed::claims;
use super::output::{Failure, stdout};
use super::progress;
use super::rule_files::RuleArgs;
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::verdict::ExitCode;
use deadmove_report::command::{explain, words};
use deadmove_report::numbers::count;
use deadmove_report::obey::{FollowedRules, WrongRule, case, json, text};
use deadmove_rules::model::Rule;
use deadmove_verify::check::{Checked, RuleVerdict};
use deadmove_verify::check_live_set;
use deadmove_verify::chunks::{Chunks, Run, Shard};
use deadmove_verify::reachability::{follow, passes};

/// Say whether rules that forbid too much lead to stuck positions.
///
/// Every rule that forbids a live move is followed alone: lines take live moves only, as if other
/// rules forbade all dead moves, and none that the rule forbids. The report counts the positions
/// that such lines reach, and those in which the rule forbids all live moves. The answer is exact.
/// Boards are square, odd, and up to 9×9. Exit code 1 if a rule leads to a stuck position, 0 if
/// none does, 3 if no rule matches anywhere.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
    /// The side of the board.
    #[arg(long, value_name = "N")]
    size: usize,
    /// Print JSON: an object.
    #[arg(long)]
    json: bool,
    /// Write a case file of every rule's first stuck position into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    list: ListArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (loaded, read) = args.rules.load_readable()?;
    args.list.ready(args.size)?;
    let claims = claims(&loaded, args.size)?;
    let bar = progress::spinner("layer");
    let list = args.list.open(args.size, &bar)?;
    progress::phase(&bar, "unit");
    let check = check_live_set::check(
        &list,
        &claims,
        &Run {
            done: &Chunks::default(),
            shard: Shard::WHOLE,
            limit: None,
            stop: &AtomicBool::new(false),
            progress: &|todo, done| {
                progress::total(&bar, todo);
                bar.inc(done);
            },
        },
    );
    let with = |verdict| check.rules.iter().filter(move |result| result.verdict == verdict).count();
    let (sound, vacuous) = (with(RuleVerdict::Sound), with(RuleVerdict::Vacuous));
    let results = claims.iter().zip(&check.rules);
    let unsound = results.filter(|(_, result)| result.verdict == RuleVerdict::Unsound);
    let (claims, results): (Vec<_>, Vec<_>) = unsound.unzip();
    let rules: Vec<Rule> = claims.iter().map(|claim| claim.rule.clone()).collect();
    progress::phase(&bar, "layer");
    progress::total(&bar, (passes(rules.len()) * list.layers()) as u64);
    let obeyed = follow(&list, &rules, &|| bar.inc(1));
    bar.finish_and_clear();
    let wrong = claims.iter().zip(results).zip(obeyed).map(|((claim, result), obeyed)| WrongRule {
        rule: Checked::of(claim),
        forbids_live: result.forbids_live.unwrap_or_default(),
        obeyed,
    });
    let followed = FollowedRules {
        size: args.size,
        live_positions: list.totals().live_positions,
        sound,
        vacuous,
        wrong: wrong.collect(),
    };
    if let Some(folder) = &args.out {
        save(folder, &followed)?;
    }
    let stuck = followed.wrong.iter().any(|wrong| wrong.obeyed.stuck > 0);
    let code = match &followed {
        _ if stuck => ExitCode::Refuted,
        // Rules that match nowhere were not tested at all.
        FollowedRules { sound: 0, wrong, .. } if wrong.is_empty() => ExitCode::Unknown,
        _ => ExitCode::Holds,
    };
    let code = code.combine(read);
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", json(&followed))?;
    } else {
        if !is_quiet() {
            write!(out, "{}", text(&followed))?;
        }
        conclusion(args, &followed, code).print(&mut out, code)?;
    }
    out.flush()?;
    Ok(code)
}

/// The end of the report.
fn conclusion(args: &Args, followed: &FollowedRules, code: ExitCode) -> Conclusion {
    let FollowedRules { size, sound, wrong, .. } = followed;
    let rules = args.rules.name();
    let asked = format!("of {rules}, do those that forbid a live move get stuck on {size}×{size}?");
    let first = wrong.iter().filter(|wrong| wrong.obeyed.stuck > 0);
    let stuck = first.clone().count();
    let answer = match (wrong.len(), stuck) {
        (0, _) if *sound == 0 => "no rule matches anywhere".to_owned(),
        (0, _) => format!("no rule forbids a live move on {size}×{size}"),
        (_, 0) => "no: none of them leads to a stuck position".to_owned(),
        (all, stuck) => {
            let leads = count(stuck, "rule leads", "rules lead");
            format!("yes: {leads} to stuck positions, of {all} that forbid live moves")
        }
    };
    let mut end = Conclusion::new(asked, answer);
    end.why = Some(match code {
        ExitCode::Holds => "no rule leads to a stuck position".to_owned(),
        ExitCode::Refuted => "a rule leads to a stuck position".to_owned(),
        ExitCode::Input => "not every rule file could be read".to_owned(),
        _ => "rules that match nowhere were not tested".to_owned(),
    });
    for WrongRule { rule, obeyed, .. } in first.take(1) {
        if let Some(path) = &obeyed.first {
            end = end.then(explain((*size as u16, *size as u16), path, &words(&[&rule.file])));
        }
    }
    if stuck > 0 && args.out.is_none() {
        end = end.then(format!("deadmove obey {rules} --size {size} --out stuck"));
    }
    end.then(format!("deadmove check {rules} --size {size}"))
}

fn save(folder: &Path, followed: &FollowedRules) -> Result<(), InputError> {
    files::create_folder(folder)?;
    for wrong in &followed.wrong {
        let Some(path) = &wrong.obeyed.first else { continue };
        let name: String = wrong
            .rule
            .name
            .to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join("-");
        let file = folder.join(format!("{name}-{0}x{0}.case", followed.size));
        files::write_atomically(&file, case(&wrong.rule, followed.size, path)?)?;
    }
    Ok(())
}
