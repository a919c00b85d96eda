//! `deadmove check --answers`: answers of a program that files record, judged one by one.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::Args;
use super::report::print_json;
use crate::cli::conclusion::Conclusion;
use crate::cli::general::{Detail, detail};
use crate::cli::output::{Failure, OrInternal, complain, stdout};
use crate::cli::{interrupt, progress};
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::formats::{self, Input, Item};
use deadmove_core::position::Position;
use deadmove_core::verdict::{ExitCode, Limits, Verdict};
use deadmove_report::numbers::count;
use deadmove_report::{answers, answers_json, command};
use deadmove_verify::answers::{AnswerFinding, Flaw, ProgramAnswers};
use deadmove_verify::confirm::{Confirmed, confirm_move};
use deadmove_verify::recorded_answers::{RecordedAnswers, UNDECIDED, judge_recorded};

/// Inputs that are judged before the next are read.
const AT_ONCE: usize = 256;

/// Runs the command.
pub fn run(args: &Args, file: &Path) -> Result<ExitCode, Failure> {
    let stop = interrupt::stop_flag()?;
    let limits = Limits { timeout: args.timeout, ..Limits::default() };
    let mut items = formats::each(file, None)?;
    let mut found = RecordedAnswers::default();
    let mut unread = 0;
    let bar = progress::spinner("input");
    let complete = loop {
        let chunk: Vec<Item> = items.by_ref().take(AT_ONCE).collect();
        if chunk.is_empty() {
            break true;
        }
        let judge = |item: &Item| match &item.input {
            Ok(input) => judge_recorded(input, &limits, stop),
            Err(_) => Ok(Vec::new()),
        };
        let judged: Vec<_> = chunk.par_iter().map(judge).collect();
        if stop.load(Ordering::Relaxed) {
            break false;
        }
        for (item, judged) in chunk.into_iter().zip(judged) {
            match (item.input, judged.or_internal()?) {
                (Ok(input), judged) if !judged.is_empty() => found.add(&input, judged),
                (input, _) => {
                    unread += 1;
                    let error = input.map_or_else(|error| error, |input| no_answer(&input));
                    bar.suspend(|| complain(&error));
                }
            }
            bar.inc(1);
        }
        found.answers.settle();
    };
    bar.finish_and_clear();
    let code = exit_code(&found, complete, unread);
    let name = file.display().to_string();
    if args.json {
        print_json(&[answers_json::write_recorded(&name, complete, unread, &found)])?;
        return Ok(code);
    }
    if detail() != Detail::Quiet {
        print(&name, &found)?;
    }
    conclusion(&found, complete, unread).finish(stdout(), code)
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
    let mut end = Conclusion::new(answers::answer(&found.answers.counts));
    let findings = &found.answers.findings;
    end.why = if unread > 0 {
        Some("not every input could be read".to_owned())
    } else if let Some(stopped) = findings.iter().find_map(answers::stopped) {
        Some(stopped)
    } else if !complete {
        Some("the run was stopped".to_owned())
    } else if found.answers.counts.faults.contains_key(UNDECIDED) {
        Some("a limit was reached".to_owned())
    } else if found.answers.counts.positions == 0 {
        Some("all positions are dead".to_owned())
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

fn print(name: &str, found: &RecordedAnswers) -> Result<(), Failure> {
    let most = if detail() == Detail::Verbose { usize::MAX } else { 5 };
    let live = count(found.answers.counts.positions as usize, "live position", "live positions");
    let dead = match found.dead_positions as usize {
        0 => String::new(),
        dead => format!("; {} not counted", count(dead, "about a dead one", "about dead ones")),
    };
    let heading = format!("{name}: answers about {live}{dead}");
    let examples = examples(&found.answers, None)?;
    let mut out = stdout();
    write!(out, "{}", answers::text(&heading, None, &found.answers, &examples, most))?;
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
