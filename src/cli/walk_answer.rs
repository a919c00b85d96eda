//! The end of a depth-first walk in words: how far it got, and what to run next.

use super::conclusion::Conclusion;
use deadmove_core::verdict::ExitCode;
use deadmove_report::command::explain;
use deadmove_report::numbers::count;
use deadmove_report::walk::WalkResult;
use deadmove_search::walk::Stop;
use deadmove_verify::chunks::Shard;

/// The conclusion of a walk. `rules` is the set as it was given, which reports of shards do not
/// know, and `resume` the command that goes on with the walk, if its state is kept.
pub fn conclusion(
    walked: &WalkResult<'_>,
    rules: Option<&str>,
    resume: Option<String>,
    code: ExitCode,
) -> Conclusion {
    let question = walked.question;
    let (size, no_rules) = (question.size, question.rules.is_none());
    let lines = count(walked.completed as usize, "line", "lines");
    let so_far = if walked.finished { "" } else { " so far" };
    let failure = match question.stop {
        Stop::Stuck => "got stuck",
        Stop::Dead => "took a dead move",
    };
    let answer = match (&walked.first, question.keep_going) {
        (None, _) if no_rules && question.half => {
            format!("{lines} that begin to the right fill {size}×{size}{so_far}")
        }
        (None, _) if no_rules => format!("{lines} fill {size}×{size}{so_far}"),
        (None, _) => format!("{lines} completed on {size}×{size}{so_far}, none {failure}"),
        (Some(_), false) => format!("{lines} completed on {size}×{size}, the next {failure}"),
        (Some(_), true) => {
            let failed = count(walked.failed as usize, "line", "lines");
            format!("{lines} completed on {size}×{size}{so_far}, {failed} {failure}")
        }
    };
    let mut end = Conclusion::new(answer);
    let why = match code {
        ExitCode::Unknown if question.shard != Shard::WHOLE => Some("this is one shard of several"),
        ExitCode::Unknown if walked.finished => Some("no line was drawn"),
        ExitCode::Unknown => Some("the walk is not finished"),
        ExitCode::Refuted => Some("the rules failed"),
        _ => None,
    };
    end.why = why.map(str::to_owned);
    end = resume.into_iter().fold(end, Conclusion::resumed_by);
    match (&walked.first, rules) {
        (Some(_), Some(_)) if no_rules => end.then(format!("deadmove walk none --size {size}")),
        (Some(failed), Some(rules)) => {
            let board = failed.position.board();
            let board = (board.width(), board.height());
            end.then(explain(board, failed.telling_path(), rules))
        }
        (None, _) if no_rules && !question.half && walked.finished => {
            end.then(format!("deadmove count --board {size}x{size}"))
        }
        (None, Some(rules)) if walked.finished && question.shard == Shard::WHOLE => {
            // All lines of a larger board take long, and a set that is complete never fails.
            end.then(format!("deadmove walk {rules} --size {} --order random", size + 2))
        }
        _ => end,
    }
}
