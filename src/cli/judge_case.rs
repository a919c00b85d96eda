//! A judged position among the things that a run of `judge` tested.

use super::report_files::place_of;
use deadmove_core::formats::{Demand, Input};
use deadmove_core::verdict::ExitCode;
use deadmove_engine::expectation::Unmet;
use deadmove_engine::judge::Judgement;
use deadmove_report::judgement::{ExpectationMark, full};
use deadmove_report::tested::{TestCase, TestFinding, TestOutcome};

/// The case of a position. One of which nothing is expected is skipped: whatever its verdict, it
/// tests nothing.
pub fn judge_case(
    (name, input): (&str, &Input),
    judgement: &Judgement,
    unmet: &Unmet,
    mark: ExpectationMark,
    code: ExitCode,
) -> TestCase {
    let expects = !matches!(mark, ExpectationMark::NotCompared)
        || input.demands.iter().any(|(_, demand)| *demand == Demand::Forbid);
    let reasons = [&unmet.refuted[..], &unmet.open[..]].concat();
    let found = |reasons: &[String]| {
        let limit = judgement.limit().map(|limit| limit.to_string());
        let reasons = reasons.iter().cloned().chain(limit).collect::<Vec<_>>();
        let message = match &reasons[..] {
            [] => "not every question is decided".to_owned(),
            some => some.join("; "),
        };
        TestFinding::new(message).shown_by(full(input, judgement, unmet, false))
    };
    TestCase {
        group: "judge".to_owned(),
        name: name.to_owned(),
        place: place_of(input, "expect"),
        outcome: match code {
            ExitCode::Holds if expects => TestOutcome::Passed,
            ExitCode::Holds => TestOutcome::Skipped("no verdict is expected".to_owned()),
            ExitCode::Refuted => TestOutcome::Failed(found(&unmet.refuted)),
            _ => TestOutcome::Error(found(&reasons)),
        },
    }
}
