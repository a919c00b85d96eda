//! `deadmove check` of a program: every live position of a board is asked about.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::Args;
use super::answers::examples;
use super::plan::{is_large, possible_for_program};
use super::report::{print_answers, print_json};
use crate::cli::again::{this_command, with_files};
use crate::cli::conclusion::Conclusion;
use crate::cli::output::{Failure, OrInternal, complain, stdout};
use crate::cli::report_files::RunReport;
use crate::cli::{lists, programs, progress, resume};
use deadmove_core::board::{Board, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{create_folder, read_text, write_atomically};
use deadmove_core::position::Position;
use deadmove_core::verdict::ExitCode;
use deadmove_program::file::Program;
use deadmove_program::process::AskError;
use deadmove_report::answers;
use deadmove_report::answers_json::{LinesObject, ProgramObject, ProgramState, read_all, write};
use deadmove_report::check_json::write_all;
use deadmove_report::command::explain;
use deadmove_report::prevention;
use deadmove_report::tested::{AskedAbout, program_cases};
use deadmove_rules::moves::Moves;
use deadmove_search::mine::minimise::Seed;
use deadmove_search::mine::prevent::{AllowedDeadMoves, Prevention, prevent};
use deadmove_search::walk;
use deadmove_verify::answers::ProgramAnswers;
use deadmove_verify::check_program::{
    AskedProgram, ProgramCheck, check, check_lines, chunk_count, contradiction,
    contradiction_by_engine,
};
use deadmove_verify::chunks::{ChunkRun, Chunks};
use deadmove_verify::live_set::file::live_positions;
use deadmove_verify::live_set::moves::MoveTable;

/// The file of --out for rules that would have prevented dead moves.
const PREVENTING: &str = "prevents.rule";

/// Runs the command.
pub fn run(args: &Args, program: &Program, report: &mut RunReport) -> Result<ExitCode, Failure> {
    possible_for_program(args)?;
    let drawings = args.drawings.unwrap_or(1);
    let (stop, _lock) = resume::begin(args.part.resume.as_deref())?;
    let object = programs::named(program)?;
    let mut states = known(args, &object, drawings)?;
    for state in states.iter().filter(|state| !is_large(state.size)) {
        args.list.ready(state.size)?;
    }
    let guard = programs::guard();
    let asked = AskedProgram {
        program,
        guard: guard.as_deref(),
        processes: rayon::current_num_threads(),
        drawings,
    };
    let (mut ended, mut missed) = (None, Vec::new());
    for state in &mut states {
        let mut prevention = None;
        // What a file says is compared with the board, also if nothing is missing.
        let open = !state.chunks.complete() || args.part.resume.is_some();
        if ended.is_none() && !stop.load(Ordering::Relaxed) && open {
            (ended, prevention) = ask(args, asked, state, stop)?;
        }
        missed.push(prevention);
    }
    let changed = program.require_digest(&object.digest).err();
    finish(args, (&states, &missed, report), (ended, changed), stop)
}

/// What the file of --resume knows about each size; nothing without one.
fn known(
    args: &Args,
    program: &ProgramObject,
    drawings: usize,
) -> Result<Vec<ProgramState>, InputError> {
    let nothing = |size| ProgramState {
        size,
        program: program.clone(),
        drawings,
        lines: is_large(size).then_some(LinesObject {
            walks: args.lines.walks.unwrap_or(100),
            seed: args.lines.seed.unwrap_or(1),
        }),
        chunks: Chunks::default(),
        answers: ProgramAnswers::default(),
    };
    let states: Vec<ProgramState> = args.size.iter().copied().map(nothing).collect();
    let Some(file) = args.part.resume.as_ref().filter(|file| file.exists()) else {
        return Ok(states);
    };
    let known = read_all(&read_text(file)?).map_err(|error| error.in_file(file))?;
    let same = |(a, b): (&ProgramState, &ProgramState)| a.asks_the_same(b);
    if known.len() != states.len() || !known.iter().zip(&states).all(same) {
        let message = "the report is of another program, other sizes or other drawings";
        return Err(InputError::new(ErrorKind::ReportDiffers, message)
            .expected("a report of the same program, unchanged, and the same options")
            .in_file(file));
    }
    Ok(known)
}

/// Asks about the chunks of a size that are missing. Why that ended, if the program is the cause,
/// and what would have prevented the dead moves that it allows, if that is asked and all is done.
fn ask(
    args: &Args,
    asked: AskedProgram<'_>,
    state: &mut ProgramState,
    stop: &AtomicBool,
) -> Result<(Option<AskError>, Option<Prevention>), Failure> {
    let bar = lists::progress();
    let earlier = state.chunks.clone();
    let progress = progress::advance(&bar);
    let run = ChunkRun {
        done: &earlier,
        shard: args.part.shard,
        limit: args.part.max_chunks,
        stop,
        progress: &progress,
    };
    let wanted = args.more.missed;
    let rules_for = |found: &ProgramCheck, moves: &AllowedDeadMoves<'_>| {
        let whole = wanted && found.chunks.complete() && !stop.load(Ordering::Relaxed);
        bar.set_message("rules that would have prevented dead moves");
        whole.then(|| prevent(moves, args.more.top, stop)).flatten()
    };
    let (found, missed) = if let Some(LinesObject { walks, seed }) = state.lines {
        let board = Arc::new(walk::board(state.size)?);
        if let Some(file) = &args.part.resume {
            let what = contradiction_by_engine(&board, &state.answers).or_internal()?;
            verify(walks, state, file)?;
            contradicts(state, positions_on(state.size, walks), what)
                .map_err(|error| error.in_file(file))?;
        }
        progress::phase(&bar, "line");
        let allowed = Mutex::new(Vec::new());
        let keep = |path: &[Move], moves: Moves| {
            let mut allowed = allowed.lock().unwrap_or_else(PoisonError::into_inner);
            allowed.extend(moves.iter().filter(|_| wanted).map(|fatal| (path.to_vec(), fatal)));
        };
        let found = check_lines(&board, (walks, seed), asked, &run, &keep).or_internal()?;
        let seeds = allowed.into_inner().unwrap_or_else(PoisonError::into_inner);
        let seeds = once_each(&board, seeds);
        let missed = rules_for(&found, &AllowedDeadMoves::Given(&board, &seeds));
        (found, missed)
    } else {
        let opened = args.list.open_unless_stopped(state.size, &bar, stop)?;
        let Some(live_set) = opened else { return Ok((None, None)) };
        if let Some(file) = &args.part.resume {
            let what = contradiction(&live_set, &state.answers);
            verify(chunk_count(&live_set), state, file)?;
            contradicts(state, live_set.totals().live_positions, what)
                .map_err(|error| error.in_file(file))?;
        }
        progress::phase(&bar, "chunk");
        let table = wanted.then(|| MoveTable::new(&live_set, |_| 0));
        let keep = |path: &[Move], moves| {
            if let (Some(table), Some(key)) = (&table, live_set.key_after(path)) {
                table.set(key, moves);
            }
        };
        let found = check(&live_set, asked, &run, &keep);
        let missed = table.as_ref().and_then(|it| rules_for(&found, &AllowedDeadMoves::Listed(it)));
        (found, missed)
    };
    bar.finish_and_clear();
    state.chunks = earlier.join(&found.chunks).or_internal()?;
    state.answers = std::mem::take(&mut state.answers).merge(found.answers);
    Ok((found.ended, missed))
}

/// Dead moves of random lines, each once, those after the fewest steps first.
fn once_each(board: &Arc<Board>, mut moves: Vec<(Vec<Move>, Move)>) -> Vec<Seed> {
    moves.sort_by(|(a, m), (b, n)| (a.len(), a, m).cmp(&(b.len(), b, n)));
    let mut known = BTreeSet::new();
    let seeds = moves.into_iter().filter_map(|(path, fatal)| {
        let position = Position::from_path(Arc::clone(board), &path).ok()?;
        let name = (position.free().clone(), position.live_end(), fatal);
        known.insert(name).then_some(Seed { position, fatal })
    });
    seeds.collect()
}

/// Refuses a state with another number of chunks.
fn verify(total: u64, state: &ProgramState, file: &Path) -> Result<(), InputError> {
    let error = |what: String| InputError::new(ErrorKind::ReportContradiction, what).in_file(file);
    state.chunks.of_total(total).map_err(|e| error(e.to_string()))
}

/// Positions on random lines, each before a step.
fn positions_on(size: usize, lines: u64) -> u64 {
    lines.saturating_mul((size * size - 1) as u64)
}

/// Refuses a state that says `what` is not so, or has not the number of positions.
fn contradicts(
    state: &ProgramState,
    positions: u64,
    what: Option<String>,
) -> Result<(), InputError> {
    let found = state.answers.counts.positions;
    let fits = if state.chunks.complete() { found == positions } else { found <= positions };
    match what.or_else(|| (!fits).then(|| format!("it has {found} positions of {positions}"))) {
        Some(what) => {
            let message = format!("the report contradicts the board: {what}");
            Err(InputError::new(ErrorKind::ReportContradiction, message))
        }
        None => Ok(()),
    }
}

/// Ends the command: reports, the state, the answer, the exit code.
fn finish(
    args: &Args,
    (states, missed, report): (&[ProgramState], &[Option<Prevention>], &mut RunReport),
    (ended, changed): (Option<AskError>, Option<InputError>),
    stop: &AtomicBool,
) -> Result<ExitCode, Failure> {
    let missing = !states.iter().all(|state| state.chunks.complete());
    let stopped = missing && stop.load(Ordering::Relaxed);
    // Answers of two programs are those of none.
    let code = if changed.is_some() { ExitCode::Unknown } else { exit_code(states) };
    changed.iter().for_each(complain);
    let sealed = states.iter().zip(missed).map(|(state, missed)| write(state, missed.as_ref()));
    let sealed: Vec<String> = sealed.collect();
    let file = resume::file(
        args.part.resume.as_deref(),
        "check",
        stopped || missing && args.part.max_chunks.is_some() && !args.json,
    );
    if let Some(file) = &file {
        write_atomically(file, write_all(&sealed))?;
    }
    let answered = states.iter().any(|state| {
        let counts = &state.answers.counts;
        counts.faults.values().sum::<u64>() < counts.questions
    });
    let ended = match ended {
        Some(AskError::DoesNotStart(error)) => return Err(error.into()),
        Some(error @ AskError::GivenUp(_)) if !answered => {
            return Err(InputError::from(error).into());
        }
        Some(error @ AskError::GivenUp(_)) => Some(error.to_string()),
        Some(AskError::Stopped) | None => None,
    };
    let found = missed.iter().flatten().any(|found| !found.rules.is_empty());
    let kept = args.out.as_ref().filter(|_| found);
    if let Some(folder) = kept {
        let texts: Vec<String> = missed.iter().flatten().map(prevention::rule_file).collect();
        create_folder(folder)?;
        write_atomically(&folder.join(PREVENTING), texts.join("\n"))?;
    }
    report.json(&write_all(&sealed));
    if report.wants_cases() {
        states.iter().try_for_each(|state| test(state, report))?;
        report.input_errors(&changed);
    }
    if args.json {
        print_json(&sealed)?;
        return Ok(code);
    }
    print_answers(states, missed)?;
    let mut end = conclusion(Some(args), states);
    if let ([Some(found)], [state]) = (missed, states) {
        end.answer += &format!("; {}", prevention::share(found, &state.answers.counts));
    }
    if let Some(folder) = kept {
        end = end.then(with_files("deadmove prove", std::slice::from_ref(folder)));
    }
    let why = if changed.is_some() {
        Some("the program changed while it was asked".to_owned())
    } else if let Some(why) = ended {
        Some(why)
    } else if stopped || args.more.missed && stop.load(Ordering::Relaxed) {
        Some("the run was stopped".to_owned())
    } else {
        missing.then(|| "the check is not finished".to_owned())
    };
    end.why = why.map(|why| match code {
        ExitCode::Refuted => format!("the answer is negative, and {why}"),
        _ => why,
    });
    if let (Some(file), true) = (&file, missing) {
        end = end.resumed_by(resume::command(file));
    } else if missing && !report.wants_json() {
        end = end.resumed_by(format!("{} -o part.json", this_command()));
    }
    end.finish(stdout(), code)
}

/// Adds what was tested on a board.
fn test(state: &ProgramState, report: &mut RunReport) -> Result<(), Failure> {
    let board = Arc::new(walk::board(state.size)?);
    let examples = examples(&state.answers, Some(&board))?;
    let group = format!("check {0}×{0}, asked of `{1}`", state.size, state.program.command);
    let about = AskedAbout { group, whole: state.chunks.complete(), examples: &examples };
    report.cases(|| program_cases(&about, &state.answers));
    Ok(())
}

/// Refuted by any wrong answer, unknown while one is missing.
pub fn exit_code(states: &[ProgramState]) -> ExitCode {
    let any = |holds: &dyn Fn(&ProgramState) -> bool| states.iter().any(holds);
    if any(&|s| s.answers.counts.live_forbidden + s.answers.counts.dead_allowed > 0) {
        ExitCode::Refuted
    } else if any(&|s| !s.chunks.complete() || !s.answers.right()) {
        ExitCode::Unknown
    } else {
        ExitCode::Holds
    }
}

fn conclusion(args: Option<&Args>, states: &[ProgramState]) -> Conclusion {
    let answer =
        |state: &ProgramState| answers::answer(&state.answers.counts, state.chunks.complete());
    let rows: Vec<String> = match states {
        [one] => vec![answer(one)],
        several => several.iter().map(|s| format!("{0}×{0}: {1}", s.size, answer(s))).collect(),
    };
    let wrong = states.iter().find_map(|state| {
        let args = args?;
        let path = &state.answers.findings.first()?.path;
        let board = (state.size as u16, state.size as u16);
        Some(explain(board, path, &args.rules.name()))
    });
    let end = Conclusion::new(rows.join(". "));
    match wrong {
        Some(command) => end.then(command),
        None => end,
    }
}

/// `deadmove merge` of parts of a check of one program.
pub fn merge(files: &[PathBuf], texts: &[String], json: bool) -> Result<ExitCode, Failure> {
    let mut merged: Vec<ProgramState> = Vec::new();
    for (file, text) in files.iter().zip(texts) {
        for state in read_all(text).map_err(|error| error.in_file(file))? {
            let differs = |what: String| {
                let message = format!("it does not fit the reports before it: {what}");
                InputError::new(ErrorKind::ReportDiffers, message)
                    .expected("parts of one check of a program that share no chunk")
                    .in_file(file)
            };
            let other = merged.iter().any(|known| known.program != state.program);
            let Some(known) = merged.iter_mut().find(|known| known.size == state.size) else {
                if other {
                    return Err(differs("it is of another program".to_owned()).into());
                }
                merged.push(state);
                continue;
            };
            if !known.asks_the_same(&state) {
                return Err(differs("it is of another program, or other drawings".into()).into());
            }
            known.chunks = known.chunks.join(&state.chunks).map_err(|e| differs(e.to_string()))?;
            known.answers = std::mem::take(&mut known.answers).merge(state.answers);
        }
    }
    for state in &merged {
        let board = Arc::new(walk::board(state.size)?);
        let positions = match state.lines {
            Some(LinesObject { walks, .. }) => Some(positions_on(state.size, walks)),
            None => live_positions(state.size),
        };
        let what = contradiction_by_engine(&board, &state.answers).or_internal()?;
        contradicts(state, positions.unwrap_or(0), what)?;
    }
    let code = exit_code(&merged);
    if json {
        let sealed: Vec<String> = merged.iter().map(|state| write(state, None)).collect();
        print_json(&sealed)?;
        return Ok(code);
    }
    print_answers(&merged, &[])?;
    conclusion(None, &merged).finish(stdout(), code)
}
