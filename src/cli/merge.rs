//! `deadmove merge`: combines reports of parts of a check, of a walk, or of a hunt.

use std::io::Write;
use std::path::PathBuf;

use super::check::report::{conclusion, load_report, print, print_json};
use super::check::{self, DemandArgs};
use super::general::{Detail, detail};
use super::output::{Failure, OrInternal, stderr, stdout};
use super::{merge_shards, walk_random};
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::read_text;
use deadmove_core::verdict::ExitCode;
use deadmove_report::check_json::{self, Beside};
use deadmove_report::command::words;
use deadmove_report::json::has_keys;
use deadmove_report::stats_json;
use deadmove_rules::load::{LoadedRule, load};
use deadmove_search::walk::stats::Statistics;
use deadmove_verify::check::Check;
use deadmove_verify::check::all_at_the_limit;
use deadmove_verify::confirm::confirm_all;
use deadmove_verify::merge::merge;
use deadmove_verify::outcome::exit_code;

/// Put reports in JSON together: shards of one check, checks of several sizes, shards of one walk
/// or hunt.
///
/// Checks of the same size must be about the same rules, by the same engine, and share no chunk.
/// The whole of all shards is what one run without --shard prints; the exit code is that of such a
/// run. What --missed and --stuck found is left out.
///
/// Reports of random lines must share no run; together they are what one run prints.
///
/// All shards of a depth-first walk must be given, each once. Counts are sums, and the first
/// failure is the first in the order of the walk. Shards that stop at a failure do so each by
/// itself, so only with --keep-going are the sums those of one run.
///
/// All shards of a hunt must be given, each once and done: the hunt.json of their folders. The
/// result is the record of one run; the case files stay where they are.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Reports in JSON.
    #[arg(required = true, value_name = "REPORT")]
    reports: Vec<PathBuf>,
    /// Print JSON: an object for one size, a list of them for several.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    demands: DemandArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let texts: Vec<String> = args.reports.iter().map(|f| read_text(f)).collect::<Result<_, _>>()?;
    let any = |keys: &[&str]| texts.iter().any(|text| has_keys(text, keys));
    if any(&["order"]) {
        return merge_shards::walks(&args.reports, &texts, args.json);
    }
    if any(&["hunt"]) {
        return merge_shards::hunts(&args.reports, &texts, args.json);
    }
    if any(&["program"]) {
        return check::program::merge(&args.reports, &texts, args.json);
    }
    if any(&stats_json::KEYS) {
        return merge_random(args, &texts);
    }
    if texts.iter().any(|text| check_json::has_more(text)) && detail() != Detail::Quiet {
        // If standard error is closed, nothing can be said.
        let _ = writeln!(
            stderr(),
            "what --missed and --stuck found is left out: it was not counted again"
        );
    }
    let mut merged: Vec<Check> = Vec::new();
    for file in &args.reports {
        for check in load_report(file)? {
            let Some(known) = merged.iter_mut().find(|known| known.size == check.size) else {
                merged.push(check);
                continue;
            };
            *known = merge(known.clone(), check).map_err(|error| {
                let message = format!("it does not fit the reports before it: {error}");
                InputError::new(ErrorKind::ReportDiffers, message)
                    .expected("parts of one check that share no chunk")
                    .in_file(file)
            })?;
        }
    }
    let mut objects = Vec::new();
    let mut named = Vec::new();
    for (at, check) in merged.iter().enumerate() {
        let confirmed = confirm_all(check).or_internal()?;
        if args.json {
            objects.push(check_json::write(check, &confirmed));
        } else {
            let files = files(check);
            for file in &files {
                if !named.contains(file) {
                    named.push(file.clone());
                }
            }
            let (rules, loaded) = (words(&files), rules_of(check, &files));
            print(check, &confirmed, (&rules, &loaded), Beside::default(), at == 0)?;
        }
    }
    let merged: Vec<&Check> = merged.iter().collect();
    let demands = args.demands.demands();
    let code = exit_code(&merged, demands);
    if args.json {
        print_json(&objects)?;
    } else {
        let rules = match named.len() {
            ..=3 => words(&named),
            more => format!("{more} files"),
        };
        let end = conclusion(&merged, &rules, demands, code);
        let end = if named.len() > 3 { end.without_hint() } else { end };
        end.finish(stdout(), code)?;
    }
    Ok(code)
}

/// Combines reports of random lines.
fn merge_random(args: &Args, texts: &[String]) -> Result<ExitCode, Failure> {
    let mut whole: Option<Statistics> = None;
    for (file, text) in args.reports.iter().zip(texts) {
        let part = stats_json::read(text, file)?;
        whole = Some(match whole {
            None => part,
            Some(known) => known.join(part).map_err(|error| {
                let message = format!("it does not fit the reports before it: {error}");
                InputError::new(ErrorKind::ReportDiffers, message)
                    .expected(
                        "parts of one `deadmove walk --order random --json` that share no run",
                    )
                    .in_file(file)
            })?,
        });
    }
    let whole = whole.expect("at least one report");
    walk_random::print(&whole, None, args.json)?;
    let code = whole.exit_code();
    match args.json {
        true => Ok(code),
        false => walk_random::conclusion(&whole).finish(stdout(), code),
    }
}

/// The rules of a check as far as they are still there, to be drawn over its examples.
fn rules_of(check: &Check, files: &[String]) -> Vec<LoadedRule> {
    let paths: Vec<PathBuf> = files.iter().map(PathBuf::from).filter(|p| !p.is_dir()).collect();
    let board = Board::corner_to_corner(check.size, check.size).ok();
    let loaded = load(&paths).ok().zip(board);
    let claims = loaded.and_then(|(loaded, board)| loaded.rules_for(&board).ok());
    let claims = claims.unwrap_or_default();
    let at_the_limit = all_at_the_limit(&claims);
    claims.into_iter().chain(at_the_limit).collect()
}

/// The rule files of a check, each once.
fn files(check: &Check) -> Vec<String> {
    let mut files: Vec<String> = check.claims.iter().map(|claim| claim.file.clone()).collect();
    files.dedup();
    files
}
