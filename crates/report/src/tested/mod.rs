//! What a run tested, one by one, for servers that run tests: as JUnit XML, and as lines and
//! annotations that name a file and a line.
//!
//! What does not live here: whether the run as a whole succeeds, which its exit code says.

mod annotations;
mod answers;
mod check;
mod demands;
mod junit;
mod lint;
mod prove;

pub use annotations::AnnotationForm;
pub use answers::{AskedAbout, program_cases};
pub use check::check_cases;
pub use demands::demand_case;
pub use junit::junit;
pub use lint::lint_cases;
pub use prove::proof_cases;

use std::fmt;
use std::path::Path;

use deadmove_core::error::InputError;
use deadmove_core::files::Shown;
use deadmove_rules::origin::Origin;
use deadmove_rules::store::built_in;

/// One thing that was tested: a rule on a board, a position, an answer of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// What it was tested with. Cases of one group follow one another.
    pub group: String,
    /// What was tested.
    pub name: String,
    /// Where it stands.
    pub place: Option<TestPlace>,
    /// What was found.
    pub outcome: TestOutcome,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestPlace {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column, from 1.
    pub column: Option<usize>,
}

/// What was found. Only the first is success; what was not tested is skipped at best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    /// It is as it should be.
    Passed,
    /// Nothing was tested, and nobody demanded that it is. With the reason.
    Skipped(String),
    /// It is refuted.
    Failed(TestFinding),
    /// It is not known: an input that cannot be read, a limit, or an unfinished run.
    Error(TestFinding),
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFinding {
    /// One sentence.
    pub message: String,
    /// What shows it, over several lines.
    pub text: String,
}

impl TestFinding {
    /// A finding that one sentence says.
    pub fn new(message: impl Into<String>) -> TestFinding {
        TestFinding { message: message.into(), text: String::new() }
    }

    /// The same with what shows it.
    pub fn shown_by(self, text: impl Into<String>) -> TestFinding {
        TestFinding { text: text.into(), ..self }
    }
}

impl TestOutcome {
    /// What is wrong, if something is.
    pub fn finding(&self) -> Option<&TestFinding> {
        match self {
            TestOutcome::Failed(finding) | TestOutcome::Error(finding) => Some(finding),
            TestOutcome::Passed | TestOutcome::Skipped(_) => None,
        }
    }
}

impl TestCase {
    /// An input that cannot be used.
    pub fn input_error(group: &str, error: &InputError) -> TestCase {
        let place = error.file.as_ref().map(|file| TestPlace {
            file: file.clone(),
            line: error.place.as_ref().map(|place| place.line),
            column: error.place.as_ref().map(|place| place.column),
        });
        let message = match &error.expected {
            Some(expected) => format!("{}; expected {expected}", error.message),
            None => error.message.clone(),
        };
        TestCase {
            group: group.to_owned(),
            name: error.file.clone().unwrap_or_else(|| group.to_owned()),
            place,
            outcome: TestOutcome::Error(
                TestFinding::new(message).shown_by(crate::render_error(error, false)),
            ),
        }
    }
}

impl fmt::Display for TestPlace {
    /// `FILE:LINE:COLUMN`, as far as it is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        [self.line, self.column].into_iter().flatten().try_for_each(|at| write!(f, ":{at}"))
    }
}

impl TestPlace {
    /// A line of a file.
    pub fn line(file: &Path, line: usize) -> TestPlace {
        TestPlace { file: file.shown(), line: Some(line), column: None }
    }

    /// The place of a rule; none of one inside the program.
    fn of_rule(origin: &Origin) -> Option<TestPlace> {
        let file = origin.file();
        if built_in(file).is_some() {
            return None;
        }
        // Lemmas of several files come from their folder.
        let line = file.extension().is_some_and(|e| e == "rule").then_some(origin.line());
        Some(TestPlace { file: file.shown(), line, column: None })
    }
}
