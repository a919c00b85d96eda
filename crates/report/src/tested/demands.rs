//! The cases of `check --cases`: each demand of a case file.

use super::{TestCase, TestFinding, TestOutcome, TestPlace};

/// A demand of the case `name`, and what is wrong about it.
pub fn demand_case(
    name: &str,
    demand: &str,
    place: Option<TestPlace>,
    wrong: Option<String>,
) -> TestCase {
    TestCase {
        group: "check --cases".to_owned(),
        name: format!("{name}: {demand}"),
        place,
        outcome: wrong
            .map_or(TestOutcome::Passed, |wrong| TestOutcome::Failed(TestFinding::new(wrong))),
    }
}
