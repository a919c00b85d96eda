//! The end of a walk in words: what was asked, how far it got, and what to run next.

use super::conclusion::Conclusion;
use deadmove_core::board::letters;
use deadmove_core::verdict::ExitCode;
use deadmove_report::command::explain;
use deadmove_report::numbers::{count, thousands};
use deadmove_report::walk::WalkResult;
use deadmove_search::walk::{Order, Stop};
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
    let by = rules.map(|rules| format!(" of {rules}")).unwrap_or_default();
    let counts = no_rules && question.order == Order::Left;
    let asked = match (no_rules, question.stop) {
        (true, _) if !counts => {
            format!("do random lines without rules get stuck on {size}×{size}?")
        }
        (true, _) if question.half => {
            format!("how many lines fill {size}×{size}, of those that begin to the right?")
        }
        (true, _) => format!("how many lines fill {size}×{size}?"),
        (_, Stop::Stuck) => {
            format!("does a walk by the rules{by} get stuck on {size}×{size}?")
        }
        (_, Stop::Dead) => format!("do the rules{by} allow a dead move on {size}×{size}?"),
    };
    let lines = count(walked.completed as usize, "line", "lines");
    let answer = match (&walked.first, walked.finished) {
        (None, true) if counts => lines,
        (None, true) => format!("no; {lines} completed"),
        (None, false) if counts => format!("{lines} so far"),
        (None, false) => format!("not so far; {lines} completed"),
        (Some(_), _) if !question.keep_going => format!("yes, after {lines}"),
        (Some(_), finished) => {
            let so_far = if finished { "" } else { " so far" };
            format!("yes, {} times{so_far}; {lines} completed", thousands(walked.failed))
        }
    };
    let mut end = Conclusion::new(asked, answer);
    let why = match code {
        ExitCode::Unknown if question.shard != Shard::WHOLE => {
            Some("unknown: this is one shard of several")
        }
        ExitCode::Unknown => Some("unknown: the walk is not finished"),
        ExitCode::Refuted if no_rules => Some("refuted: a line got stuck"),
        ExitCode::Refuted => Some("refuted: the rules failed"),
        _ => None,
    };
    end.why = why.map(str::to_owned);
    end.next.extend(resume);
    match (&walked.first, rules) {
        (Some(_), Some(_)) if no_rules => end.then(format!("deadmove walk none --size {size}")),
        (Some(failed), Some(rules)) => {
            let board = failed.position.board();
            let board = (board.width(), board.height());
            end.next.push(explain(board, failed.telling_path(), rules));
            let stuck = letters(failed.position.path());
            let position = format!("--board {size}x{size} --path '{stuck}'");
            end.next.push(format!("deadmove minimise {rules} {position} --out found"));
            end.then(format!("deadmove walk {rules} found --size {size}"))
        }
        (None, _) if counts && !question.half && walked.finished => {
            end.then(format!("deadmove count --board {size}x{size}"))
        }
        (None, Some(rules)) if walked.finished && question.shard == Shard::WHOLE => {
            // All lines of a larger board take long, and a set that is complete never fails.
            end.then(format!("deadmove walk {rules} --size {} --order random", size + 2))
        }
        _ => end,
    }
}
