//! `deadmove mine`: find a set of rules from nothing.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::again::this_command;
use super::conclusion::Conclusion;
use super::lists::{self, ListArgs};
use super::output::{Failure, OrInternal, complain, stdout};
use super::programs::{self, KnownRulesOrProgramArgs};
use super::required::RequireArgs;
use super::rule_files::RuleArgs;
use super::{certify, interrupt, progress, resume};
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::verdict::ExitCode;
use deadmove_program::file::Program;
use deadmove_report::answers_json::ProgramObject;
use deadmove_report::mine::{self as report, MinedSet, ProgramBeside};
use deadmove_report::numbers::count;
use deadmove_rules::model::Rule;
use deadmove_rules::text::write_rule;
use deadmove_search::lift;
use deadmove_search::mine::folder::{ready, write_rules};
use deadmove_search::mine::pool::Pool;
use deadmove_search::mine::search::{MinePlan, Miner};
use deadmove_search::mine::state::{self, MineStateError, MiningParameters};
use deadmove_verify::answer_table::AnswerTable;
use deadmove_verify::check_program::AskedProgram;
use deadmove_verify::chunks::ChunkRun;
use deadmove_verify::live_set::{LiveSet, MAX_LIVE_SET_SIDE};

/// Find rules from nothing: a set that forbids every dead move of a board.
///
/// Dead moves that the rules so far allow are lifted: of all that holds around the live end, what a
/// proof for every board needs is kept. Few of all lifted rules are chosen that together forbid all
/// dead moves known so far. Up to 9×9 the chosen set is checked on every live position, until it
/// forbids every dead move; then further rounds look for a smaller set. Above 9×9 no list of all
/// positions fits, and random lines show which dead moves the set allows. The result depends on the
/// options only, not on the time or the number of threads. RULES, or up to 9×9 a program, forbid
/// some dead moves already: the mined rules are for those that are left.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: KnownRulesOrProgramArgs,
    /// The side of the board.
    #[arg(long, value_name = "N")]
    size: usize,
    /// Write the rules into a file of this folder, with a page about them.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Certify the set by the list of all live positions, for `deadmove-checker`, into this folder.
    #[arg(long, value_name = "PATH", requires = "out")]
    certificate: Option<PathBuf>,
    /// Up to 9×9: sets to look for, each smaller than the one before; above 9×9: times to draw
    /// lines.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    rounds: u64,
    /// Above 9×9: lines in each round.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    walks: u64,
    /// How many columns and rows the picture of a rule may reach from the live end.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        value_parser = clap::value_parser!(u8).range(1..=9)
    )]
    reach: u8,
    /// Above 9×9: choose at most this many rules, those that forbid the most of the moves seen.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    most: Option<u32>,
    /// Seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Keep the state of the search in this file, and continue from it if it exists. A finished
    /// search goes on with more --rounds, and chooses again with another --most.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    require: RequireArgs,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    list: ListArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let listed = args.size <= MAX_LIVE_SET_SIDE;
    let program = args.rules.program()?;
    let given = args.rules.rules();
    possible(args, &given, program.as_ref())?;
    let board = Board::corner_to_corner(args.size, args.size).map_err(InputError::from)?;
    let (given, named) = match &program {
        Some(program) => {
            args.require.check_program(program, &board)?;
            (Vec::new(), Some(programs::named(program)?))
        }
        None => (rules(&given, &board, &args.require)?, None),
    };
    let (stop, _lock) = resume::begin(args.resume.as_deref())?;
    if let Some(folder) = &args.out {
        ready(folder, args.size)?;
    }
    let bar = lists::progress();
    let mut list = None;
    if listed {
        list = args.list.open_unless_stopped(args.size, &bar, stop)?;
        if list.is_none() {
            return stopped_early(args, &bar);
        }
    }
    let question = question(args, &given, named.as_ref());
    let plan = MinePlan {
        rounds: args.rounds,
        walks: args.walks,
        seed: args.seed,
        most: args.most.map(|most| most as usize),
        lift: lift::LiftOptions { reach: args.reach.into(), ..lift::LiftOptions::default() },
    };
    let answers = match (&program, &list) {
        (Some(program), Some(list)) => match ask(program, list, &bar, stop)? {
            Some(answers) => Some(answers),
            None => return stopped_early(args, &bar),
        },
        _ => None,
    };
    if let (Some(program), Some(named)) = (&program, &named) {
        program.require_digest(&named.digest)?;
    }
    let asked = named
        .zip(answers.as_ref())
        .map(|(program, answers)| ProgramBeside { program, unanswered: answers.unanswered() });
    let miner = Miner::new(board.clone(), list.as_ref(), given, plan, Pool::new(board));
    let mut miner = miner.beside(answers.as_ref());
    if let Some(file) = &args.resume {
        match state::read(file, &question, &mut miner, stop) {
            Ok(_) => {}
            Err(MineStateError::Input(error)) => return Err(error.into()),
            Err(MineStateError::Contradicted(rule)) => {
                return Err(Failure::Internal(rule.to_string()));
            }
            Err(MineStateError::Stopped) => return stopped_early(args, &bar),
        }
    }
    spin(&bar);
    let mut unsaved = None;
    let ran = miner.run(stop, &mut |miner| {
        bar.set_message(report::progress(miner));
        let save = || {
            if let Some(file) = &args.resume {
                state::write(file, &question, miner)?;
            }
            // With a list the rules are written at the end, with what the check counted.
            match &args.out {
                Some(folder) if !listed => {
                    write_set(folder, &set(&question, miner, args, None), None)
                }
                _ => Ok(()),
            }
        };
        unsaved = save().err();
    });
    bar.finish_and_clear();
    ran.or_internal()?;
    if let Some(error) = &unsaved {
        complain(error);
    }
    let stopped = miner.rounds < args.rounds;
    let state = resume::file(args.resume.as_deref(), "mine", stopped);
    if let (Some(file), None) = (&state, &args.resume) {
        state::write(file, &question, &miner)?;
    }
    let resume = state.filter(|_| stopped).map(|file| resume::command(&file));
    let set = set(&question, &miner, args, asked.as_ref());
    if let Some(folder) = &args.out {
        write_set(folder, &set, Some(&report::page(&set, &this_command())))?;
    }
    let answered = asked.as_ref().is_none_or(|program| program.unanswered == 0);
    let holds = set.is_complete() && set.finished && unsaved.is_none() && answered;
    let code = if holds { ExitCode::Holds } else { ExitCode::Unknown };
    let json = args.json.then(|| report::json(&set));
    conclusion(args, &set, resume, code).report(json, || report::text(&set, true), code)?;
    match (&args.certificate, &args.out) {
        (Some(folder), Some(mined)) if set.finished => {
            let rules = args.rules.rules().and(mined.clone());
            Ok(code.combine(certify::by_positions(rules, args.size, folder, &args.list)?))
        }
        _ => Ok(code),
    }
}

/// Refuses what cannot be mined.
fn possible(args: &Args, given: &RuleArgs, program: Option<&Program>) -> Result<(), Failure> {
    let size = args.size;
    if program.is_some() && (size > MAX_LIVE_SET_SIDE || args.certificate.is_some()) {
        let message = match args.certificate {
            Some(_) => "--certificate is for rules, and a program was given".to_owned(),
            None => format!("--size {size}: a program is asked about every live position"),
        };
        return Err(InputError::new(ErrorKind::ProgramNotRules, message)
            .expected("a size up to 9, without --certificate")
            .into());
    }
    if args.size > MAX_LIVE_SET_SIDE {
        if args.certificate.is_some() {
            let message =
                format!("--certificate: there is no list of the positions of {size}×{size}");
            return Err(InputError::new(ErrorKind::NoList, message)
                .expected("a size up to 9, or `deadmove certify` for the rules that are found")
                .into());
        }
        if size.is_multiple_of(2) || Board::corner_to_corner(size, size).is_err() {
            let message = format!("--size {size}: no line fills a board of this size");
            return Err(InputError::new(ErrorKind::SizeImpossible, message)
                .expected("an odd size")
                .into());
        }
        return Ok(());
    }
    if args.certificate.is_some() {
        // Rules with pictures and lemmas have certificates of different kinds.
        given.load()?.without_lemmas()?;
    }
    args.list.ready(size)?;
    if size == 1 {
        let message = "--size 1: a board of one cell has no moves";
        return Err(InputError::new(ErrorKind::NoList, message)
            .expected("an odd size from 3 on")
            .into());
    }
    if args.most.is_some() {
        let message = "--most is for sizes above 9; up to 9 a set has as many rules as it takes";
        return Err(InputError::new(ErrorKind::SizeImpossible, message).into());
    }
    Ok(())
}

/// Asks a program about every live position; none if the run is stopped before all is done.
fn ask<'l>(
    program: &Program,
    list: &'l LiveSet,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> Result<Option<AnswerTable<'l>>, Failure> {
    progress::phase(bar, "chunk");
    let guard = programs::guard();
    let (guard, processes) = (guard.as_deref(), rayon::current_num_threads());
    let answers = AnswerTable::without_answers(list);
    let advance = progress::advance(bar);
    let run = ChunkRun::whole(stop, &advance);
    match answers.ask(AskedProgram { program, guard, processes, drawings: 1 }, &run) {
        Some(error) => Err(InputError::from(error).into()),
        None => Ok((!stop.load(Ordering::Relaxed)).then_some(answers)),
    }
}

/// The set that is found so far.
fn set<'m>(
    question: &'m MiningParameters,
    miner: &'m Miner<'_>,
    args: &Args,
    program: Option<&'m ProgramBeside>,
) -> MinedSet<'m> {
    let best = miner.best.as_ref();
    MinedSet {
        question,
        found: miner.rules(best.map_or(&miner.chosen, |best| &best.chosen)),
        seen: best.map(|best| &best.seen),
        steps: &miner.steps,
        given: miner.given(),
        program,
        finished: miner.rounds >= args.rounds,
    }
}

fn write_set(folder: &Path, set: &MinedSet<'_>, page: Option<&str>) -> Result<(), InputError> {
    write_rules(folder, set.question.size, &set.rules(), page)
}

/// The end of the report.
fn conclusion(
    args: &Args,
    set: &MinedSet<'_>,
    resume: Option<String>,
    code: ExitCode,
) -> Conclusion {
    let size = args.size;
    let listed = size <= MAX_LIVE_SET_SIDE;
    let answer = match (listed, set.seen) {
        (true, None) => "not known: stopped before a set was checked".to_owned(),
        (true, Some(_)) => set.summary(),
        (false, _) => {
            let missed = set.steps.iter().map(|step| step.missed).sum::<u64>() as usize;
            let lines = set.question.walks.unwrap_or(0) * set.steps.len() as u64;
            let (missed, lines) =
                (count(missed, "dead move", "dead moves"), count(lines as usize, "line", "lines"));
            format!("{missed} seen on {lines}; {}", set.summary())
        }
    };
    let mut end = Conclusion::new(answer);
    if code == ExitCode::Unknown {
        end = end.because(match (set.finished, listed) {
            (false, _) => "the search was stopped before its last round",
            (true, false) => "lines prove nothing about completeness",
            (true, true) if set.program.is_some_and(|program| program.unanswered > 0) => {
                "some positions have no answer"
            }
            (true, true) => "the set is not complete, or the state could not be saved",
        });
    }
    let stopped = resume.is_some();
    end = resume.into_iter().fold(end, Conclusion::resumed_by);
    match &args.out {
        Some(folder) => {
            // The mined rules are complete beside those that were given.
            let rules = match set.program {
                Some(_) => RuleArgs::of(vec![folder.clone()]).name(),
                None => args.rules.rules().and(folder.clone()).name(),
            };
            end.then(match listed {
                true => format!("deadmove check {rules} --size {size}"),
                false => format!("deadmove walk {rules} --size {size} --order random"),
            })
        }
        None if !stopped => end.then(format!("{} --out mined", this_command())),
        None => end,
    }
}

/// Reports that the search was stopped before it began.
fn stopped_early(args: &Args, bar: &ProgressBar) -> Result<ExitCode, Failure> {
    bar.finish_and_clear();
    match args.json {
        true => Ok(ExitCode::Unknown),
        false => interrupt::nothing_kept().finish(stdout(), ExitCode::Unknown),
    }
}

/// The question, which a state must share.
fn question(args: &Args, given: &[Rule], program: Option<&ProgramObject>) -> MiningParameters {
    let given = (!given.is_empty()).then(|| digest(given));
    MiningParameters {
        size: args.size,
        reach: args.reach.into(),
        walks: (args.size > MAX_LIVE_SET_SIDE).then_some(args.walks),
        seed: args.seed,
        start: program.map(|program| program.digest.clone()).or(given),
    }
}

/// The rules for a board.
fn rules(rules: &RuleArgs, board: &Board, require: &RequireArgs) -> Result<Vec<Rule>, InputError> {
    let loaded = match rules.is_none() {
        true => Vec::new(),
        false => rules.load_all()?.rules_for(board)?,
    };
    require.check(rules, board)?;
    Ok(loaded.into_iter().map(|claim| claim.rule).collect())
}

/// A digest of the texts of rules.
fn digest(rules: &[Rule]) -> String {
    let mut hasher = blake3::Hasher::new();
    for rule in rules {
        hasher.update(write_rule(rule).as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// Shows a line with the stage of the search in place of a bar.
fn spin(bar: &ProgressBar) {
    bar.set_style(
        ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
            .expect("the template is valid"),
    );
}
