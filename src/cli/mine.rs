//! `deadmove mine`: find a set of rules from nothing.

use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use indicatif::{ProgressBar, ProgressStyle};

use super::again::this_command;
use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::lists::{ListArgs, progress};
use super::mine_beyond::run_walks;
use super::output::{Failure, complain, stdout};
use super::rule_files::{KnownRuleArgs, RuleArgs};
use super::{certify, interrupt, resume};
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::verdict::ExitCode;
use deadmove_report::command::words;
use deadmove_report::mine::{self as report, MinedSet};
use deadmove_rules::RuleFile;
use deadmove_rules::model::Rule;
use deadmove_search::mine::examples::Examples;
use deadmove_search::mine::folder::{ready, write_rules};
use deadmove_search::mine::language::Language;
use deadmove_search::mine::pool::Pool;
use deadmove_search::mine::same;
use deadmove_search::mine::search::{Miner, Options};
use deadmove_search::mine::state::{self, MiningParameters};
use deadmove_verify::live_set::MAX_LIVE_SET_SIDE;

/// Find rules from nothing: a set that forbids every dead move of a board.
///
/// Rules are learned from dead moves: the fewest conditions on segments with cut off regions, and
/// on cells near the live end, that hold for no live move. From all learned rules, few are chosen
/// that together forbid all dead moves. These are checked on every live position, and the miner
/// learns from what they get wrong. The result depends on the options only, not on the time or the
/// number of threads.
///
/// Above 9×9 no list of all positions fits: random lines show which dead moves the given rules
/// allow, and these are lifted. Of all that holds around the live end, what a proof for every board
/// from corner to opposite corner, without blocked cells, needs is kept; so every rule is proved.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub rules: KnownRuleArgs,
    /// The side of the board. Rules found up to 9×9 are right on all smaller odd boards too.
    #[arg(long, value_name = "N")]
    pub size: usize,
    /// Write the rules into this folder, a file each, with a page about them.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Certify the set by the list of all live positions, for `deadmove-checker`, into this folder.
    #[arg(long, value_name = "PATH", requires = "out")]
    certificate: Option<PathBuf>,
    /// Take only rules that are proved for every board from corner to opposite corner, without
    /// blocked cells. Above 9×9 all are.
    #[arg(long)]
    pub proved: bool,
    /// Times to learn from all dead moves, each time in another order; above 9×9 times to draw lines.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub rounds: u64,
    /// Above 9×9: lines in each round. A round that is stopped adds no rule.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub walks: u64,
    /// Cells of a segment at most; above 9×9, how many columns and rows the picture may reach from the
    /// live end.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        value_parser = clap::value_parser!(u8).range(1..=9)
    )]
    pub reach: u8,
    /// Up to 9×9: conditions of a rule at most, unless no rule with so few explains a move.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4,
        value_parser = clap::value_parser!(u8).range(1..=6)
    )]
    pub conditions: u8,
    /// Seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Up to 9×9: name the rules among these that forbid the same moves as a found one, on 7×7.
    #[arg(long, value_name = "RULES")]
    compare_with: Vec<PathBuf>,
    /// Keep the state of the search in this file, and continue from it if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub list: ListArgs,
}

/// Boards on which found rules are compared with known ones.
const COMPARED: usize = 7;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.size > MAX_LIVE_SET_SIDE {
        if args.certificate.is_some() {
            let message =
                format!("--certificate: there is no list of the positions of {0}×{0}", args.size);
            return Err(InputError::new("no-list", message)
                .expected("a size up to 9, or `deadmove certify` for the rules that are found")
                .into());
        }
        return run_walks(args);
    }
    let given = RuleArgs::from(args.rules.clone());
    if args.certificate.is_some() {
        // Rules with pictures and lemmas have certificates of different kinds.
        given.load()?.without_lemmas()?;
    }
    args.list.ready(args.size)?;
    if args.size == 1 {
        let message = "--size 1: a board of one cell has no moves";
        return Err(InputError::new("no-list", message)
            .expected(format!("an odd size from 3 to {MAX_LIVE_SET_SIDE}"))
            .into());
    }
    let compared = RuleArgs::of(args.compare_with.clone());
    let known = rules(&compared, args.size.min(COMPARED)).map_err(|error| InputError {
        message: format!("--compare-with: {}", error.message),
        ..error
    })?;
    let given = rules(&given, args.size)?;
    let (stop, _lock) = resume::begin(args.resume.as_deref())?;
    if let Some(folder) = &args.out {
        ready(folder)?;
    }
    let bar = progress();
    let mut lists = Vec::new();
    for size in (3..=args.size).step_by(2) {
        match args.list.open_unless_stopped(size, &bar, stop)? {
            Some(list) => lists.push(list),
            None => return stopped_early(args, &bar),
        }
    }
    let language = Language::new(args.reach.into());
    let examples = Examples::read(&language, lists);
    let question = question(args, &given);
    let (conditions, proved) = (args.conditions.into(), args.proved);
    let options = Options { conditions, proved, rounds: args.rounds, seed: args.seed };
    let mut miner = match &args.resume {
        Some(file) => state::read(file, &question, examples, given, options)?,
        None => Miner::new(examples, given, Pool::default(), options),
    };
    spin(&bar);
    let unsaved = RefCell::new(None);
    miner.run(stop, &|progress| bar.set_message(report::progress(progress)), &|miner| {
        if let Some(file) = &args.resume
            && let Err(error) = state::write(file, &question, miner)
        {
            *unsaved.borrow_mut() = Some(error);
        }
    });
    bar.finish_and_clear();
    let unsaved = unsaved.into_inner();
    if let Some(error) = &unsaved {
        complain(error);
    }
    let stopped = stop.load(Ordering::Relaxed);
    let state = resume::file(args.resume.as_deref(), "mine", stopped);
    if let (Some(file), None) = (&state, &args.resume) {
        state::write(file, &question, &miner)?;
    }
    let asked =
        format!("which rules forbid every dead move of {0}×{0}, and no live one?", args.size);
    let resume = state.filter(|_| stopped).map(|file| resume::command(&file));
    let Some(mined) = &miner.best else {
        let code = ExitCode::Unknown;
        if !args.json {
            let mut end = Conclusion::new(asked, "not known: stopped before a set was found");
            end.next.extend(resume);
            let mut out = stdout();
            end.print(&mut out, code)?;
            out.flush()?;
        }
        return Ok(code);
    };
    let list = miner.examples.live_sets.iter().rfind(|list| list.grid().side() <= COMPARED);
    let rules: Vec<Rule> = mined.rules.iter().map(|entry| entry.rule.clone()).collect();
    let known = same::claims(&known);
    let like = list.map(|list| same::compare(list, &rules, &known)).unwrap_or_default();
    let set = MinedSet {
        question: &question,
        mined,
        compared: args.size.min(COMPARED),
        like: report::names(&like, &known),
        given: miner.given().len(),
        finished: !stop.load(Ordering::Relaxed),
        refuted: miner.pool.refuted(),
    };
    if let Some(folder) = &args.out {
        write_rules(folder, &set.rules(), Some(&report::page(&set)))?;
    }
    let holds = mined.is_complete_and_sound() && set.finished && unsaved.is_none();
    let code = if holds { ExitCode::Holds } else { ExitCode::Unknown };
    let mut end = Conclusion::new(asked, set.summary());
    if code == ExitCode::Unknown {
        end = end.because(match set.finished {
            true => "unknown: the set is not complete, or the state could not be saved",
            false => "unknown: the search was stopped before its last round",
        });
    }
    end.next.extend(resume);
    let rules = args.out.as_ref().map(|folder| {
        // The mined rules are complete beside those that were given.
        let given = RuleArgs::from(args.rules.clone());
        let given = if given.is_none() { String::new() } else { given.name() + " " };
        given + &words(&[folder.display().to_string()])
    });
    match &rules {
        Some(rules) => end = end.then(format!("deadmove check {rules} --size {}", args.size)),
        None if !stopped => end = end.then(format!("{} --out mined", this_command())),
        None => {}
    }
    print(args, &set, &end, code)?;
    match (&args.certificate, &args.out) {
        (Some(folder), Some(mined)) if set.finished => {
            let rules = RuleArgs::from(args.rules.clone()).and(mined.clone());
            Ok(code.combine(certify::by_positions(rules, args.size, folder, &args.list)?))
        }
        _ => Ok(code),
    }
}

/// Reports that the search was stopped before it began.
fn stopped_early(args: &Args, bar: &ProgressBar) -> Result<ExitCode, Failure> {
    bar.finish_and_clear();
    if !args.json {
        let mut out = stdout();
        interrupt::nothing_kept().print(&mut out, ExitCode::Unknown)?;
        out.flush()?;
    }
    Ok(ExitCode::Unknown)
}

/// The question, which a checkpoint must share.
fn question(args: &Args, given: &[Rule]) -> MiningParameters {
    MiningParameters {
        size: args.size,
        reach: args.reach.into(),
        conditions: args.conditions.into(),
        proved: args.proved,
        seed: args.seed,
        start: (!given.is_empty()).then(|| digest(given)),
    }
}

fn print(args: &Args, set: &MinedSet<'_>, end: &Conclusion, code: ExitCode) -> Result<(), Failure> {
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", report::json(set))?;
    } else {
        if detail() != Detail::Quiet {
            write!(out, "{}", report::text(set, true))?;
        }
        end.print(&mut out, code)?;
    }
    out.flush()?;
    Ok(())
}

/// The rules for a board.
pub(super) fn rules(rules: &RuleArgs, side: usize) -> Result<Vec<Rule>, InputError> {
    if rules.is_none() {
        return Ok(Vec::new());
    }
    let board = Board::corner_to_corner(side, side)?;
    let loaded = rules.load_all()?.rules_for(&board)?;
    Ok(loaded.into_iter().map(|claim| claim.rule).collect())
}

/// A digest of the texts of rules.
fn digest(rules: &[Rule]) -> String {
    let mut hasher = blake3::Hasher::new();
    for rule in rules {
        hasher.update(RuleFile::Rule(rule.clone()).write().as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// Shows a line with the stage of the search in place of a bar.
pub(super) fn spin(bar: &ProgressBar) {
    bar.set_style(
        ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
            .expect("the template is valid"),
    );
}
