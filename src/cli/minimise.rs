//! `deadmove minimise`: from dead moves to rule candidates.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::again::{this_command, with_files};
use super::args::{self, PositionArgs};
use super::conclusion::Conclusion;
use super::general::is_quiet;
use super::interrupt;
use super::lists::ListArgs;
use super::minimise_files::save;
use super::output::{Failure, OrInternal, complain, stderr, stdout, warn};
use super::programs::{self, KnownRulesOrProgramArgs};
use super::progress;
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_program::answer::Answer;
use deadmove_program::file::Program;
use deadmove_report::command::board_and_path;
use deadmove_report::minimise::{self as report, ExplainedMove};
use deadmove_report::numbers::count;
use deadmove_rules::model::Rule;
use deadmove_search::lift;
use deadmove_search::mine::like::likeness;
use deadmove_search::mine::minimise::{MinimiseOptions, Seed, minimise};
use deadmove_search::mine::rejected;
use deadmove_search::mine::seeds::{NamedSeed, seeds};
use deadmove_verify::live_set::{LiveSet, MAX_LIVE_SET_SIDE};

/// Find the reason of dead moves: the few conditions that make a rule.
///
/// In a dead position, the fatal move is explained, with others that its file says were allowed in
/// its place; in a live one, every dead move that the given rules allow. The move is lifted: of all
/// that holds around the live end, what a proof for every board needs is kept. So every candidate
/// is proved. It is checked all the same on every position of the boards of --sizes: by the list of
/// all live positions up to 9×9, above that by formulae. Candidates with fewer conditions come
/// first, then those that forbid more dead moves of the largest list. Exit code 0 means that every
/// move has a candidate or a rule that forbids it already. Candidates are compared with the given
/// rules, too, on the largest board of --sizes up to 9×9. With a program only dead moves that it
/// allows are explained.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: KnownRulesOrProgramArgs,
    /// A case file, a path file, JSON lines, or a directory of the first two; may be repeated.
    #[arg(long = "position", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Sides of the boards on which candidates must hold, separated by commas.
    #[arg(long, value_name = "N,N…", value_delimiter = ',', default_values_t = [5, 7])]
    sizes: Vec<usize>,
    /// Write the candidates into the file found.rule of this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Candidates for each dead move at most.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = clap::value_parser!(u8).range(1..=20)
    )]
    candidates: u8,
    /// How many columns and rows the picture may reach from the live end.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 7,
        value_parser = clap::value_parser!(u8).range(1..=50)
    )]
    reach: u8,
    /// Also explain moves that a given rule forbids already.
    #[arg(long)]
    all: bool,
    /// Seconds for each candidate on each board above 9×9, fractions allowed.
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, default_value = "60")]
    timeout: Duration,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    list: ListArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (listed, beyond) = sizes(args)?;
    for &size in &listed {
        args.list.ready(size)?;
    }
    let mut asked = AskedMoves::read(args)?;
    let program = args.rules.program()?;
    let loaded = match &program {
        Some(program) => {
            asked.keep_allowed(args, program)?;
            Vec::new()
        }
        None => load_rules(args)?,
    };
    let mut rejected = Vec::new();
    if let Some(folder) = &args.out {
        files::create_folder(folder)?;
        rejected = rejected::patterns(folder)?;
    }
    let stop = interrupt::stop_flag()?;
    let Some(lists) = open_lists(args, &listed, stop)? else {
        return stopped(args, asked.moves.len());
    };
    let bar = progress::working("looking for candidates");
    let options = MinimiseOptions {
        lift: lift::LiftOptions { reach: args.reach.into(), ..lift::LiftOptions::default() },
        candidates: args.candidates.into(),
        rejected,
        known: args.all,
        beyond,
        limits: Limits { timeout: Some(args.timeout), ..Limits::default() },
    };
    let seeds: Vec<Seed> = asked.moves.iter().map(|named| named.seed.clone()).collect();
    let explained = minimise(&lists, &seeds, &loaded, &options, stop).or_internal()?;
    // The comparison takes long and does not change a verdict, so a stopped run leaves it out.
    let compared: &[LiveSet] = if stop.load(Ordering::Relaxed) { &[] } else { &lists };
    let like = likeness(compared, &explained, &loaded);
    bar.finish_and_clear();
    let mut files = match &args.out {
        Some(folder) => save(folder, &asked.moves, &explained, &like)?,
        None => vec![Vec::new(); asked.moves.len()],
    };
    let found = asked.moves.iter().zip(&explained).zip(&like).zip(&mut files);
    let findings = found.map(|(((found, explained), like), files)| {
        let known = explained.known.iter().map(|&at| loaded[at].head.name.clone()).collect();
        ExplainedMove { found, explained, known, files: std::mem::take(files), like }
    });
    report(args, &asked, &findings.collect::<Vec<_>>(), stop.load(Ordering::Relaxed))
}

/// The dead moves that are asked about.
struct AskedMoves {
    moves: Vec<NamedSeed>,
    /// The names of live positions without a dead move.
    without: Vec<String>,
    /// Whether some position could not be read.
    faulty: bool,
}

impl AskedMoves {
    /// Reads all positions, and reports those that cannot be read.
    fn read(args: &Args) -> Result<AskedMoves, Failure> {
        let (items, _) =
            args::read(&args.files, &args.position, "--position FILE, or --board with --path")?;
        let (inputs, faults): (Vec<_>, Vec<_>) =
            items.into_iter().map(|item| item.input).partition(Result::is_ok);
        faults.iter().filter_map(|fault| fault.as_ref().err()).for_each(complain);
        let inputs: Vec<_> = inputs.into_iter().flatten().collect();
        let found = seeds(&inputs).or_internal()?;
        let without = inputs.iter().zip(&found).filter(|(_, seeds)| seeds.is_empty());
        let without = without.map(|(input, _)| input.name.clone()).collect();
        let moves = found.into_iter().flatten().collect();
        Ok(AskedMoves { moves, without, faulty: !faults.is_empty() })
    }
}

impl AskedMoves {
    /// Leaves out what a program forbids already, unless --all moves are asked about. Where it
    /// gives no answer, nothing is known to be forbidden.
    fn keep_allowed(&mut self, args: &Args, program: &Program) -> Result<(), Failure> {
        let mut forbidden = BTreeSet::new();
        for (at, NamedSeed { seed, .. }) in self.moves.iter().enumerate().filter(|_| !args.all) {
            match programs::ask(program, &seed.position)? {
                Ok(Answer::Allowed(allowed)) if !allowed.contains(seed.fatal) => {
                    forbidden.insert(at);
                }
                Ok(_) => {}
                Err(fault) => warn(&format!("the program gives no answer: {fault}")),
            }
        }
        let mut at = 0..;
        self.moves.retain(|_| at.next().is_some_and(|at| !forbidden.contains(&at)));
        Ok(())
    }
}

/// The live sets of these sides; none if the run is stopped before all are there.
fn open_lists(
    args: &Args,
    sides: &[usize],
    stop: &AtomicBool,
) -> Result<Option<Vec<LiveSet>>, Failure> {
    let bar = progress::spinner("layer");
    let lists = sides.iter().map(|&side| args.list.open_unless_stopped(side, &bar, stop));
    let lists =
        lists.take_while(|list| !matches!(list, Ok(None))).collect::<Result<Vec<_>, _>>()?;
    bar.finish_and_clear();
    let lists: Vec<LiveSet> = lists.into_iter().flatten().collect();
    Ok((lists.len() == sides.len()).then_some(lists))
}

/// Prints what was found.
fn report(
    args: &Args,
    asked: &AskedMoves,
    findings: &[ExplainedMove<'_>],
    stopped: bool,
) -> Result<ExitCode, Failure> {
    let explained = |finding: &ExplainedMove<'_>| {
        !finding.known.is_empty() || !finding.explained.suggestions.is_empty()
    };
    let mut code = match !findings.is_empty() && !stopped && findings.iter().all(explained) {
        true => ExitCode::Holds,
        false => ExitCode::Unknown,
    };
    if asked.faulty {
        code = code.combine(ExitCode::Input);
    }
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", report::json(findings))?;
    } else if !is_quiet() {
        write!(out, "{}", report::text(findings, true))?;
    }
    out.flush()?;
    for name in &asked.without {
        let name = if name.is_empty() { "the position" } else { name };
        let _ = writeln!(stderr(), "{name}: live, and no legal move is dead");
    }
    if args.json {
        return Ok(code);
    }
    conclusion(args, findings, stopped, code).finish(out, code)
}

/// Reports a run that was stopped before the search for candidates began.
fn stopped(args: &Args, moves: usize) -> Result<ExitCode, Failure> {
    if args.json {
        return Ok(ExitCode::Unknown);
    }
    let moves = count(moves, "dead move", "dead moves");
    let answer =
        format!("no candidates for {moves} so far: the live positions were not all listed");
    let end = Conclusion::new(answer).because("the run was stopped");
    end.resumed_by(this_command()).finish(stdout(), ExitCode::Unknown)
}

/// The end of the report.
fn conclusion(
    args: &Args,
    findings: &[ExplainedMove<'_>],
    stopped: bool,
    code: ExitCode,
) -> Conclusion {
    let all = findings.len();
    let known = findings.iter().filter(|finding| !finding.known.is_empty()).count();
    let with = findings.iter().filter(|finding| !finding.explained.suggestions.is_empty()).count();
    let mut answer = match all {
        0 => "there is no dead move to explain".to_owned(),
        _ => format!("candidates for {with} of {}", count(all, "dead move", "dead moves")),
    };
    if known > 0 {
        let are = if known == 1 { "is" } else { "are" };
        answer += &format!("; {known} of {all} {are} forbidden by a given rule");
    }
    let mut end = Conclusion::new(answer);
    end.why = Some(match code {
        ExitCode::Holds => "every dead move is explained".to_owned(),
        ExitCode::Input => "not every position could be read".to_owned(),
        _ if stopped => "the run was stopped".to_owned(),
        _ if all == 0 => "nothing was there to explain".to_owned(),
        _ => "a dead move has no candidate".to_owned(),
    });
    if stopped {
        return end.resumed_by(this_command());
    }
    match (&args.out, with > 0) {
        (Some(folder), true) => {
            end = end.then(with_files("deadmove lab review", std::slice::from_ref(folder)));
            end = end.then(with_files("deadmove prove", std::slice::from_ref(folder)));
        }
        (None, true) => end = end.then(format!("{} --out found", this_command())),
        _ => {}
    }
    if let Some(finding) = findings.first() {
        let position = board_and_path(&finding.found.seed.position);
        end = end.then(format!("deadmove judge {position}"));
    }
    end
}

/// The sizes that have a list, and those that have none.
fn sizes(args: &Args) -> Result<(Vec<usize>, Vec<usize>), InputError> {
    let sizes: BTreeSet<usize> = args.sizes.iter().copied().collect();
    for &size in &sizes {
        let fits = size >= 3 && Board::corner_to_corner(size, size).is_ok();
        if !fits || size % 2 == 0 {
            return Err(InputError::new(
                ErrorKind::SizeImpossible,
                format!("--sizes: {size} is no size"),
            )
            .expected("odd sizes from 3 on"));
        }
    }
    let (listed, beyond): (Vec<usize>, Vec<usize>) =
        sizes.into_iter().partition(|&size| size <= MAX_LIVE_SET_SIDE);
    if listed.is_empty() {
        return Err(InputError::new(ErrorKind::SizeImpossible, "--sizes: all are above 9")
            .expected("at least one of 3, 5, 7, 9, on whose lists candidates are checked"));
    }
    Ok((listed, beyond))
}

/// The given rules; families for all parameters that fit on the largest requested board.
fn load_rules(args: &Args) -> Result<Vec<Rule>, Failure> {
    let (loaded, _) = args.rules.rules().load_readable()?;
    let side = args.sizes.iter().copied().max().unwrap_or(MAX_LIVE_SET_SIDE).max(MAX_LIVE_SET_SIDE);
    let board = Board::corner_to_corner(side, side).or_internal()?;
    Ok(loaded.rules_for(&board)?.into_iter().map(|claim| claim.rule).collect())
}
