//! The cases of `rules lint`: each rule file. Only errors fail, as they alone make the exit code.

use super::{TestCase, TestFinding, TestOutcome, TestPlace};
use deadmove_rules::lint::{Diagnostic, Severity};
use deadmove_rules::load::LoadedFile;

/// The cases of rule files, with what was found in them.
pub fn lint_cases(files: &[LoadedFile], findings: &[Diagnostic]) -> Vec<TestCase> {
    let case = |file: &LoadedFile| {
        let wrong = findings
            .iter()
            .filter(|finding| finding.file == file.path && finding.severity == Severity::Error);
        let messages: Vec<&str> = wrong.map(|finding| &*finding.message).collect();
        TestCase {
            group: "rules lint".to_owned(),
            name: file.rule_file.head().name.clone(),
            place: TestPlace::of_rule(&file.path),
            outcome: match messages[..] {
                [] => TestOutcome::Passed,
                _ => TestOutcome::Failed(TestFinding::new(messages.join("; "))),
            },
        }
    };
    files.iter().map(case).collect()
}
