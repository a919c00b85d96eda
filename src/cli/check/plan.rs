//! What a check is asked: the board, the engine and the rules of each size, and what earlier runs
//! found.

use std::path::Path;

use super::Args;
use super::report::{load_states, verify};
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_report::check::counted::Counted;
use deadmove_report::check::missed::Missed;
use deadmove_report::check::stuck::Followed;
use deadmove_report::check_json::{Beside, CheckState};
use deadmove_rules::load::{Loaded, LoadedRule, none_applies};
use deadmove_search::walk;
use deadmove_verify::check::all_at_the_limit;
use deadmove_verify::check::{Check, CheckEngine, Checked};
use deadmove_verify::live_set::{MAX_LIVE_SET_SIDE, SizeError};
use deadmove_verify::merge::{merge, nothing, same_question};
use deadmove_verify::reachability::Reachability;

/// The largest side on which all drawings of all positions are asked about.
const MAX_ALL_DRAWINGS: usize = 7;

/// One size of a check: the question, and what is known of the answer.
pub struct SizeRun {
    /// The board.
    pub board: Board,
    /// How to check.
    pub engine: CheckEngine,
    /// The rules, and the claims of families.
    pub claims: Vec<LoadedRule>,
    /// The check so far.
    pub check: Check,
    /// What is counted so far for --missed.
    pub counted: Option<Counted>,
    /// The result of --missed.
    pub missed: Option<Missed>,
    /// Where the first of the unsound rules lead, for --stuck.
    pub followed: Vec<Reachability>,
    /// The same for the report.
    pub stuck: Option<Followed>,
}

impl SizeRun {
    /// Whether everything that was asked is known.
    pub fn is_finished(&self, args: &Args) -> bool {
        let stuck = self.stuck.as_ref().is_some_and(|followed| followed.complete);
        self.check.complete()
            && (!args.more.missed || self.missed.is_some())
            && (!args.more.stuck || stuck)
    }

    /// What is known beside the check.
    pub fn beside(&self) -> Beside<'_> {
        Beside {
            missed: self.missed.as_ref(),
            stuck: self.stuck.as_ref(),
            counted: self.counted.as_ref(),
        }
    }
}

/// The runs of all sizes, with all errors found before any work begins.
pub fn plan(args: &Args, loaded: &Loaded) -> Result<Vec<SizeRun>, InputError> {
    let runs = args.size.iter().map(|&size| of_size(args, loaded, size));
    let mut runs = runs.collect::<Result<Vec<_>, _>>()?;
    if let Some(file) = args.part.resume.as_ref().filter(|file| file.exists()) {
        take_over(args, &mut runs, file)?;
    }
    for run in runs.iter().filter(|run| run.engine == CheckEngine::List && !run.is_finished(args)) {
        args.list.ready(run.check.size)?;
    }
    Ok(runs)
}

/// The run of a size with nothing done.
fn of_size(args: &Args, loaded: &Loaded, size: usize) -> Result<SizeRun, InputError> {
    let engine = args.engine.unwrap_or(match size {
        ..=MAX_LIVE_SET_SIDE => CheckEngine::List,
        _ => CheckEngine::Sat,
    });
    let board = board(size, engine)?;
    if engine == CheckEngine::Sat && (args.more.missed || args.more.stuck) {
        let option = if args.more.missed { "--missed" } else { "--stuck" };
        let message = format!("size {size}: {option} needs the list engine");
        return Err(InputError::new(ErrorKind::NoList, message)
            .expected(format!("an odd size from 3 to {MAX_LIVE_SET_SIDE}, without --engine sat")));
    }
    let mut claims = loaded.rules_for(&board)?;
    let left_out = loaded.left_out(&claims);
    let left_out = left_out.into_iter().map(|path| path.shown()).collect();
    if engine == CheckEngine::Sat || args.at_the_limit {
        loaded.without_lemmas()?;
    }
    if args.at_the_limit {
        claims = all_at_the_limit(&claims);
    }
    if claims.is_empty() {
        let which = if args.at_the_limit { "rule with a limit" } else { "rule" };
        return Err(none_applies(which, &board));
    }
    let total = (engine == CheckEngine::Sat).then_some(claims.len() as u64);
    let check = Check { left_out, ..nothing(size, engine, total, &claims) };
    Ok(SizeRun {
        board,
        engine,
        claims,
        check,
        counted: None,
        missed: None,
        followed: Vec::new(),
        stuck: None,
    })
}

/// The board of a check by the list.
pub fn list_board(size: usize) -> Result<Board, InputError> {
    board(size, CheckEngine::List)
}

fn board(size: usize, engine: CheckEngine) -> Result<Board, InputError> {
    let expected = match engine {
        CheckEngine::List => "an odd size from 3 to 9, or --engine sat for larger ones",
        CheckEngine::Sat => "an odd size from 3",
    };
    let fault = |what: String| {
        InputError::new(ErrorKind::NoList, format!("size {size}: {what}")).expected(expected)
    };
    match size {
        0 => Err(fault(SizeError::Empty.to_string())),
        1 => Err(fault("a board of one cell has no moves".to_owned())),
        _ if size.is_multiple_of(2) => Err(fault(SizeError::Even.to_string())),
        _ if engine == CheckEngine::List && size > MAX_LIVE_SET_SIDE => {
            Err(fault(SizeError::TooLarge.to_string()))
        }
        _ => Board::corner_to_corner(size, size).map_err(|error| fault(error.to_string())),
    }
}

/// Whether a board has no list of its live positions.
pub fn is_large(size: usize) -> bool {
    size > MAX_LIVE_SET_SIDE
}

/// Refuses options that are for rules alone, and boards on which no program can be asked.
pub fn possible_for_program(args: &Args) -> Result<(), InputError> {
    let given = [
        ("--cases", args.cases.is_some()),
        ("--engine", args.engine.is_some()),
        ("--timeout", args.timeout.is_some()),
        ("--out without --missed", args.out.is_some() && !args.more.missed),
        ("--at-the-limit", args.at_the_limit),
        ("--sound-only", args.more.sound_only),
        ("--fail-fast", args.fail_fast),
        ("--stuck", args.more.stuck),
        ("--require", args.require.is_some()),
    ];
    if let Some((option, _)) = given.into_iter().find(|(_, given)| *given) {
        let message = format!("{option} is for rules, and a program was given");
        return Err(InputError::new(ErrorKind::ProgramNotRules, message));
    }
    if args.lines.given() && !args.size.iter().any(|&size| is_large(size)) {
        let message = "--walks and --seed are for boards above 9×9";
        return Err(InputError::new(ErrorKind::ProgramNotRules, message));
    }
    if args.more.missed && args.part.resume.is_some() {
        let message = "--missed of a program needs all its answers, which no file has";
        return Err(InputError::new(ErrorKind::ProgramNotRules, message)
            .expected("--missed without --resume"));
    }
    for &size in &args.size {
        if !is_large(size) {
            list_board(size)?;
        } else {
            walk::board(size)?;
        }
        if args.drawings.is_some() && is_large(size) {
            let message = format!("size {size}: there is no list, which has the drawings");
            return Err(InputError::new(ErrorKind::NoList, message)
                .expected("a size up to 9, or one drawing of each position"));
        }
        if args.drawings == Some(usize::MAX) && size > MAX_ALL_DRAWINGS {
            let message = format!("size {size}: there are too many drawings to ask about all");
            return Err(InputError::new(ErrorKind::NoList, message)
                .expected("--drawings K, or a size up to 7"));
        }
    }
    Ok(())
}

/// Adds what the file of --resume knows.
fn take_over(args: &Args, runs: &mut [SizeRun], file: &Path) -> Result<(), InputError> {
    let states = load_states(file)?;
    if !states.iter().map(|state| state.check.size).eq(args.size.iter().copied()) {
        let sizes: Vec<String> = states.iter().map(|s| format!("{0}×{0}", s.check.size)).collect();
        let message = format!("the report is about other sizes: {}", sizes.join(", "));
        return Err(InputError::new(ErrorKind::ReportDiffers, message)
            .expected("a report of the requested sizes, in the same order")
            .in_file(file));
    }
    for (run, CheckState { check, counted, followed }) in runs.iter_mut().zip(states) {
        let other_files = number_files(&check.claims).1 != number_files(&run.check.claims).1;
        let known =
            same_question(&check, &run.check).and_then(|()| merge(run.check.clone(), check));
        run.check = known.map_err(|error| differs(&error.to_string(), file))?;
        verify(&run.check, file)?;
        if let (Some(counted), true) = (&counted, args.more.missed) {
            if counted.sound_only != args.more.sound_only {
                return Err(differs("only one of them has --sound-only", file));
            }
            if other_files {
                return Err(differs("the rules are divided into other files", file));
            }
        }
        (run.counted, run.followed) = (counted, followed);
    }
    Ok(())
}

/// The error for a state of another question.
pub fn differs(what: &str, file: &Path) -> InputError {
    let message = format!("the report is about another question than this run: {what}");
    InputError::new(ErrorKind::ReportDiffers, message)
        .expected("the rules, the sizes, the engine and the options of the report")
        .in_file(file)
}

/// The files of claims, and for each claim the number of its file.
pub fn number_files(claims: &[Checked]) -> (Vec<String>, Vec<usize>) {
    let mut files: Vec<String> = Vec::new();
    let mut numbers = Vec::new();
    for claim in claims {
        // The claims of a file follow one another.
        if files.last() != Some(&claim.file) {
            files.push(claim.file.clone());
        }
        numbers.push(files.len() - 1);
    }
    (files, numbers)
}
