//! `deadmove check --answers` and `--positions`: answers that files record, and those of a program
//! that is asked about the positions of files, judged one by one.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::Args;
use super::report::print_json;
use crate::cli::conclusion::Conclusion;
use crate::cli::general::{Detail, detail};
use crate::cli::output::{Failure, OrInternal, complain, stdout};
use crate::cli::report_files::RunReport;
use crate::cli::{interrupt, programs, progress};
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::formats::{self, Input, Item};
use deadmove_core::position::Position;
use deadmove_core::verdict::{ExitCode, Limits, Verdict};
use deadmove_program::fault::ProgramFault;
use deadmove_program::file::Program;
use deadmove_program::process::{AskError, Process, Questions};
use deadmove_report::answers_json::ProgramObject;
use deadmove_report::check_json::write_all;
use deadmove_report::numbers::count;
use deadmove_report::tested::{AskedAbout, program_cases};
use deadmove_report::{answers, answers_json, command};
use deadmove_verify::answers::{AnswerFinding, Flaw, ProgramAnswers};
use deadmove_verify::confirm::{Confirmed, confirm_move};
use deadmove_verify::recorded_answers::{
    JudgedAnswer, RecordedAnswers, UNDECIDED, judge_recorded, judge_unasked,
};

/// Inputs that are judged before the next are read.
const AT_ONCE: usize = 256;

/// Judges the answers in a file, or, if a program is given, its answers about the positions there.
pub fn run(
    args: &Args,
    (file, program): (&Path, Option<&Program>),
    report: &mut RunReport,
) -> Result<ExitCode, Failure> {
    let stop = interrupt::stop_flag()?;
    let object = program.map(programs::named).transpose()?;
    let guard = programs::guard();
    let processes = 0..rayon::current_num_threads();
    let mut processes: Vec<Process<'_>> = program.map_or_else(Vec::new, |program| {
        processes.map(|_| Process::new(program, guard.as_deref())).collect()
    });
    let limits = Limits { timeout: args.timeout, ..Limits::default() };
    let mut items = formats::each(file, None)?;
    let mut found = RecordedAnswers::default();
    let mut unread = 0;
    let mut ended = None;
    let bar = progress::spinner("input");
    let complete = loop {
        let chunk: Vec<Item> = items.by_ref().take(AT_ONCE).collect();
        if chunk.is_empty() {
            break true;
        }
        let judge = |item: &Item| match &item.input {
            Ok(input) if program.is_some() => {
                judge_unasked(&input.position, &limits, stop).map(|judged| vec![judged])
            }
            Ok(input) => judge_recorded(input, &limits, stop),
            Err(_) => Ok(Vec::new()),
        };
        let judged: Result<Vec<_>, _> = chunk.par_iter().map(judge).collect();
        let mut judged = judged.or_internal()?;
        if program.is_some() && !stop.load(Ordering::Relaxed) {
            (judged, ended) = ask(&mut processes, judged, stop);
        }
        if stop.load(Ordering::Relaxed) {
            break false;
        }
        for (item, judged) in chunk.into_iter().zip(judged) {
            match (item.input, judged) {
                (Ok(input), judged) if !judged.is_empty() => found.add(&input, judged),
                (input, _) => {
                    unread += 1;
                    let error = input.map_or_else(|error| error, |input| no_answer(&input));
                    bar.suspend(|| complain(&error));
                    report.input_errors([&error]);
                }
            }
            bar.inc(1);
        }
        found.answers.settle();
        if ended.is_some() {
            break false;
        }
    };
    bar.finish_and_clear();
    for process in &mut processes {
        if let Err(fault) = process.finish(stop) {
            found.answers.add_left_over(&[], &fault);
            ended.get_or_insert(AskError::GivenUp(fault));
        }
    }
    let counts = &found.answers.counts;
    match ended {
        Some(AskError::DoesNotStart(error)) => return Err(error.into()),
        Some(AskError::GivenUp(_))
            if counts.faults.values().sum::<u64>() >= counts.questions && unread == 0 =>
        {
            return Err(InputError::from(ended.expect("it was given up")).into());
        }
        _ => {}
    }
    if let (Some(program), Some(object)) = (program, &object) {
        program.require_digest(&object.digest)?;
    }
    let complete = complete && ended.is_none();
    let code = exit_code(&found, complete, unread);
    let name = file.shown();
    if report.wants_cases() {
        let examples = examples(&found.answers, None)?;
        let group = match &object {
            Some(program) => format!("check {name}, asked of `{}`", program.command),
            None => format!("check {name}"),
        };
        let about = AskedAbout { group, whole: complete, examples: &examples };
        report.cases(|| program_cases(&about, &found.answers));
    }
    if args.json || report.wants_json() {
        let answers = (complete, unread, &found);
        let json = [answers_json::write_recorded(&name, object.clone(), answers)];
        report.json(&write_all(&json));
        if args.json {
            print_json(&json)?;
            return Ok(code);
        }
    }
    if detail() != Detail::Quiet {
        print((&name, complete), object.as_ref(), &found)?;
    }
    let mut end = conclusion(&found, complete, unread);
    if let Some(error) = ended {
        end = end.because(error.to_string());
    }
    end.finish(stdout(), code)
}

/// Asks about the judged positions that have something to ask about, in several processes.
fn ask(
    processes: &mut [Process<'_>],
    judged: Vec<Vec<JudgedAnswer>>,
    stop: &AtomicBool,
) -> (Vec<Vec<JudgedAnswer>>, Option<AskError>) {
    let positions: Vec<&Position> =
        judged.iter().flatten().filter_map(JudgedAnswer::to_ask).collect();
    let parts = positions.par_chunks(positions.len().div_ceil(processes.len()).max(1));
    let answers = processes.par_iter_mut().zip(parts).map(|(process, part)| {
        let mut questions = Questions::default();
        for position in part {
            questions.push(position.board(), position.path(), position.legal_moves().collect());
        }
        let (mut answers, ended) = process.ask_as_far(&questions, stop);
        answers.resize(part.len(), Err(ProgramFault::NotAsked));
        (answers, ended)
    });
    let answers: Vec<(Vec<_>, Option<AskError>)> = answers.collect();
    let ended = answers.iter().find_map(|(_, ended)| ended.clone());
    let mut answers = answers.into_iter().flat_map(|(answers, _)| answers);
    let mut answered = |judged: JudgedAnswer| match judged.to_ask() {
        Some(_) => {
            let answer = answers.next().expect("an answer for each position");
            judged.answered(answer)
        }
        None => judged,
    };
    let judged = judged
        .into_iter()
        .map(|of_input| of_input.into_iter().map(&mut answered).collect())
        .collect();
    (judged, ended)
}

/// The fault of an input that does not say what was allowed.
fn no_answer(input: &Input) -> InputError {
    let message = format!("line {} does not say which moves are allowed", input.line);
    let error = InputError::new(ErrorKind::MissingField, message).expected(
        r#""allowed":"RD" in JSON lines, `allowed 9 R D` in case files, 7|1-1,1;0,1-2,1;…"#,
    );
    input.source.iter().fold(error, |error, file| error.in_file(file))
}

/// Refuted by any wrong answer, unknown while a verdict is missing or no answer counts.
fn exit_code(found: &RecordedAnswers, complete: bool, unread: u64) -> ExitCode {
    let counts = &found.answers.counts;
    let answer = if counts.live_forbidden + counts.dead_allowed > 0 {
        ExitCode::Refuted
    } else if !complete || !found.answers.right() {
        ExitCode::Unknown
    } else {
        ExitCode::Holds
    };
    answer.combine(if unread > 0 { ExitCode::Input } else { ExitCode::Holds })
}

fn conclusion(found: &RecordedAnswers, complete: bool, unread: u64) -> Conclusion {
    let mut end = Conclusion::new(answers::answer(&found.answers.counts, complete));
    let findings = &found.answers.findings;
    end.why = if unread > 0 {
        Some("not every input could be read".to_owned())
    } else if let Some(stopped) = findings.iter().find_map(answers::stopped) {
        Some(stopped)
    } else if !complete {
        Some("the run was stopped".to_owned())
    } else if found.answers.counts.faults.contains_key(UNDECIDED) {
        Some("a limit was reached".to_owned())
    } else if found.answers.counts.questions == 0 {
        Some("all positions are dead or complete".to_owned())
    } else {
        None
    };
    match findings.first().and_then(|finding| position(finding, None)) {
        Some(position) => {
            end.then(format!("deadmove judge {}", command::board_and_path(&position)))
        }
        None => end,
    }
}

fn print(
    (name, complete): (&str, bool),
    program: Option<&ProgramObject>,
    found: &RecordedAnswers,
) -> Result<(), Failure> {
    let most = if detail() == Detail::Verbose { usize::MAX } else { 5 };
    let live = count(found.answers.counts.positions as usize, "live position", "live positions");
    let dead = match found.dead_positions as usize {
        0 => String::new(),
        dead => format!("; {} not counted", count(dead, "about a dead one", "about dead ones")),
    };
    let asked = program.map_or_else(String::new, |it| format!(", asked of `{}`", it.command));
    let heading = format!("{name}: answers about {live}{dead}{asked}");
    let examples = examples(&found.answers, None)?;
    let mut out = stdout();
    write!(out, "{}", answers::text((&heading, complete), None, &found.answers, &examples, most))?;
    out.flush()?;
    Ok(())
}

/// The first live move that is forbidden and the first dead one that is allowed, confirmed. `board`
/// is that of findings which do not say.
pub fn examples(
    answers: &ProgramAnswers,
    board: Option<&Arc<Board>>,
) -> Result<Vec<Confirmed>, Failure> {
    let first = |verdict| {
        let mut findings = answers.findings.iter();
        let (finding, direction) = findings.find_map(|finding| match (&finding.flaw, verdict) {
            (Flaw::Wrong { forbids, .. }, Verdict::Live) => Some((finding, forbids.iter().next()?)),
            (Flaw::Wrong { allows, .. }, _) => Some((finding, allows.iter().next()?)),
            _ => None,
        })?;
        Some(confirm_move(position(finding, board)?, direction, verdict))
    };
    let confirmed = [Verdict::Live, Verdict::Dead].into_iter().filter_map(first);
    confirmed.collect::<Result<_, _>>().or_internal()
}

/// The position of a finding.
fn position(finding: &AnswerFinding, board: Option<&Arc<Board>>) -> Option<Position> {
    let board = finding.origin.as_ref().map(|origin| &origin.board).or(board)?;
    Position::from_path(Arc::clone(board), &finding.path).ok()
}
