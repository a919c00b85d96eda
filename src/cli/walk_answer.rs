//! The end of a walk in words: what was asked, how far it got, and what to run next.

use super::conclusion::Conclusion;
use deadmove_core::board::letters;
use deadmove_core::verdict::ExitCode;
use deadmove_report::command::explain;
use deadmove_report::numbers::{count, thousands};
use deadmove_report::walk::WalkResult;
use deadmove_search::walk::Stop;
use deadmove_verify::chunks::Shard;

/// The conclusion of a walk. `rules` is the set as it was given, `resume` the command that goes on
/// with it, if its state is kept, and `again` the arguments that repeat it.
pub fn conclusion(
    walked: &WalkResult<'_>,
    rules: &str,
    resume: Option<String>,
    again: &str,
    code: ExitCode,
) -> Conclusion {
    let question = walked.question;
    let (size, no_rules) = (question.size, question.rules.is_none());
    let asked = match (no_rules, question.stop) {
        (true, _) => format!("how many lines fill {size}×{size}?"),
        (_, Stop::Stuck) => {
            format!("does a walk by the rules of {rules} get stuck on {size}×{size}?")
        }
        (_, Stop::Dead) => format!("do the rules of {rules} allow a dead move on {size}×{size}?"),
    };
    let lines = count(walked.completed as usize, "line", "lines");
    let answer = match (&walked.first, walked.finished) {
        (None, true) if no_rules => lines,
        (None, true) => format!("no; {lines} completed"),
        (None, false) if no_rules => format!("{lines} so far"),
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
        ExitCode::Refuted => Some("refuted: the rules failed"),
        _ => None,
    };
    end.why = why.map(str::to_owned);
    end.next.extend(resume);
    if let Some(failed) = &walked.first {
        let board = failed.position.board();
        end.next.push(explain((board.width(), board.height()), failed.telling_path(), rules));
        let stuck = letters(failed.position.path());
        let position = format!("--board {size}x{size} --path '{stuck}'");
        end.next.push(format!("deadmove minimise {rules} {position} --out found"));
    }
    end.then(format!("deadmove walk {again}"))
}
