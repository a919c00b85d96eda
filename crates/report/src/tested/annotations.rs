//! What is wrong, one line each, by file and line: for editors, and for workflows that show it
//! beside the lines of a change.

use super::{TestCase, TestFinding, TestOutcome};

/// How the lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotationForm {
    /// `FILE:LINE:COLUMN: error: …`, as compilers write it.
    Plain,
    /// `::error file=FILE,line=LINE,col=COLUMN,title=…::…`, a command of GitHub's workflows.
    Github,
}

impl AnnotationForm {
    /// The line about a case, without a line break; none if nothing is wrong.
    pub fn line(self, case: &TestCase) -> Option<String> {
        let (TestFinding { message, .. }, word) = match &case.outcome {
            TestOutcome::Failed(found) => (found, "failed"),
            TestOutcome::Error(found) => (found, "error"),
            TestOutcome::Passed | TestOutcome::Skipped(_) => return None,
        };
        Some(match self {
            AnnotationForm::Plain => {
                let place = case.place.as_ref().map_or_else(String::new, |at| format!("{at}: "));
                // The place or the message may say already what was tested.
                let named = case.place.as_ref().is_some_and(|place| place.file == case.name)
                    || message.starts_with(&case.name);
                let name = if named { String::new() } else { format!("{}: ", case.name) };
                format!("{place}error: {name}{message}").replace(['\n', '\r'], " ")
            }
            AnnotationForm::Github => {
                let mut about = Vec::new();
                if let Some(place) = &case.place {
                    about.push(format!("file={}", property(&place.file)));
                    about.extend(place.line.map(|line| format!("line={line}")));
                    about.extend(place.column.map(|column| format!("col={column}")));
                }
                about.push(format!("title={}", property(&format!("{word}: {}", case.name))));
                format!("::error {}::{}", about.join(","), data(message))
            }
        })
    }
}

/// The message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::TestPlace;
    use super::*;

    #[test]
    fn a_line_names_the_place_as_far_as_it_is_known_and_escapes_what_ends_it() {
        let place = TestPlace { file: "a,b.rule".into(), line: Some(3), column: Some(7) };
        let mut case = TestCase {
            group: "check 5×5".into(),
            name: "left: down".into(),
            place: Some(place),
            outcome: TestOutcome::Failed(TestFinding::new("100 %\nforbids")),
        };
        let lines = |case: &TestCase| {
            [AnnotationForm::Plain, AnnotationForm::Github].map(|form| form.line(case))
        };
        assert_eq!(
            lines(&case).map(Option::unwrap),
            [
                "a,b.rule:3:7: error: left: down: 100 % forbids",
                "::error file=a%2Cb.rule,line=3,col=7,title=failed%3A left%3A down::100 %25%0Aforbids",
            ]
        );
        case.place = None;
        assert_eq!(
            lines(&case).map(Option::unwrap),
            [
                "error: left: down: 100 % forbids",
                "::error title=failed%3A left%3A down::100 %25%0Aforbids"
            ]
        );
        case.outcome = TestOutcome::Skipped("nothing".into());
        assert_eq!(lines(&case), [None, None]);
    }
}
