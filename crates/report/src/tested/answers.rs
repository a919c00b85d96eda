//! The cases of answers of a program: it forbids no live move, allows no dead one, answers every
//! question, and answers alike however a position was drawn.

use super::{TestCase, TestFinding, TestOutcome, TestPlace};
use crate::answers::{completeness, soundness, unanswered, wrong_move};
use crate::numbers::count;
use deadmove_verify::answers::{AnswerFinding, Flaw, ProgramAnswers};
use deadmove_verify::confirm::Confirmed;

/// What a program was asked about.
pub struct AskedAbout<'a> {
    /// What was asked about, and of whom.
    pub group: String,
    /// Whether all of it was asked.
    pub whole: bool,
    /// A live move that is forbidden and a dead one that is allowed, confirmed.
    pub examples: &'a [Confirmed],
}

/// The cases of the answers of a program.
pub fn program_cases(about: &AskedAbout<'_>, answers: &ProgramAnswers) -> Vec<TestCase> {
    let counts = &answers.counts;
    let known = about.whole && counts.questions > 0 && counts.unanswered == 0;
    let of = |wrong: bool, live: bool, sentence: String| {
        let example =
            about.examples.iter().find(|example| example.answer.witness().is_some() == live);
        match (wrong, known) {
            (true, _) => {
                let shown = example.map(|example| wrong_move(example, false));
                TestOutcome::Failed(TestFinding::new(sentence).shown_by(shown.unwrap_or_default()))
            }
            (false, true) => TestOutcome::Passed,
            (false, false) => TestOutcome::Error(TestFinding::new(sentence)),
        }
    };
    let missing = match counts.unanswered {
        0 => TestOutcome::Passed,
        _ => TestOutcome::Error(TestFinding::new(unanswered(counts))),
    };
    let differing = match counts.differing {
        0 => TestOutcome::Passed,
        some => {
            let positions = count(some as usize, "position has", "positions have");
            TestOutcome::Error(TestFinding::new(format!("{positions} several answers")))
        }
    };
    let forbids = |flaw: &Flaw| matches!(flaw, Flaw::Wrong { forbids, .. } if !forbids.is_empty());
    let allows = |flaw: &Flaw| matches!(flaw, Flaw::Wrong { allows, .. } if !allows.is_empty());
    let none = |flaw: &Flaw| matches!(flaw, Flaw::None { .. });
    let first = |is: &dyn Fn(&Flaw) -> bool| {
        answers.findings.iter().find(|finding| is(&finding.flaw)).and_then(place)
    };
    let case = |name: &str, place, outcome| TestCase {
        group: about.group.clone(),
        name: name.to_owned(),
        place,
        outcome,
    };
    vec![
        case(
            "no live move is forbidden",
            first(&forbids),
            of(counts.live_forbidden > 0, true, soundness(counts, about.whole)),
        ),
        case(
            "no dead move is allowed",
            first(&allows),
            of(counts.dead_allowed > 0, false, completeness(counts, about.whole)),
        ),
        case("every question is answered", first(&none), missing),
        case("answers do not depend on the drawing", None, differing),
    ]
}

/// Where an answer was recorded.
fn place(finding: &AnswerFinding) -> Option<TestPlace> {
    let origin = finding.origin.as_ref()?;
    Some(TestPlace::line(origin.file.as_ref()?, origin.line))
}
