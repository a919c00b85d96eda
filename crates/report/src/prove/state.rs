//! The state of a run of proofs as a file: its answers, question by question.
//!
//! The file does not say what was asked: a question is known by its digest. Answers about
//! other rules, or about an earlier version of a rule, are ignored.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use deadmove_core::board::{Move, from_letters, letters};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::sealed;
use deadmove_prove::formula::Facts;
use deadmove_prove::induction::Settled;
use deadmove_prove::run::{LastingAnswer, ProofAnswers};
use deadmove_verify::check::Example;

const SCHEMA: u8 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProveStateDocument {
    schema: u8,
    answers: BTreeMap<String, AnswerRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum AnswerRecord {
    Refuted { splits: usize },
    NotRefuted,
    Needed { facts: Vec<String> },
    Settled { members: usize, by_window: usize, rays: usize },
    ForbidsNothingLive,
    ForbidsLive { size: usize, path: String, r#move: char },
}

/// Replaces the state in a file. If that fails, the old state stays.
///
/// # Errors
/// If the folder or the disk refuses it.
pub fn write(file: &Path, answers: &ProofAnswers) -> Result<(), InputError> {
    let record = |answer: &LastingAnswer| match answer {
        LastingAnswer::Refuted(splits) => AnswerRecord::Refuted { splits: *splits },
        LastingAnswer::NotRefuted => AnswerRecord::NotRefuted,
        LastingAnswer::Needed(facts) => {
            AnswerRecord::Needed { facts: facts.names().into_iter().map(str::to_owned).collect() }
        }
        &LastingAnswer::Settled(Settled { members, by_window, rays }) => {
            AnswerRecord::Settled { members, by_window, rays }
        }
        LastingAnswer::ForbidsNothingLive => AnswerRecord::ForbidsNothingLive,
        LastingAnswer::ForbidsLive(Example { size, path, direction }) => {
            AnswerRecord::ForbidsLive {
                size: *size,
                path: letters(path),
                r#move: direction.letter(),
            }
        }
    };
    let answers = answers.iter().map(|(asked, answer)| (asked.clone(), record(answer)));
    let document = ProveStateDocument { schema: SCHEMA, answers: answers.collect() };
    sealed::write(file, &document)
}

/// Reads the answers of a state; none if the file does not exist.
///
/// # Errors
/// If it was changed, or was not written by `prove`.
pub fn read(file: &Path) -> Result<ProofAnswers, InputError> {
    const EXPECTED: &str = "a file that `deadmove prove --resume` wrote";
    let broken = |what: String| {
        InputError::new(ErrorKind::CheckpointBroken, what).expected(EXPECTED).in_file(file)
    };
    let Some(document) = sealed::read::<ProveStateDocument>(file, EXPECTED)? else {
        return Ok(ProofAnswers::new());
    };
    if document.schema != SCHEMA {
        return Err(broken(format!("this is a state of schema {}", document.schema)));
    }
    let answer = |record: AnswerRecord| {
        Some(match record {
            AnswerRecord::Refuted { splits } => LastingAnswer::Refuted(splits),
            AnswerRecord::NotRefuted => LastingAnswer::NotRefuted,
            AnswerRecord::Needed { facts } => LastingAnswer::Needed(Facts::named(&facts)?),
            AnswerRecord::Settled { members, by_window, rays } => {
                LastingAnswer::Settled(Settled { members, by_window, rays })
            }
            AnswerRecord::ForbidsNothingLive => LastingAnswer::ForbidsNothingLive,
            AnswerRecord::ForbidsLive { size, path, r#move } => {
                let direction = Move::ALL.into_iter().find(|step| step.letter() == r#move)?;
                LastingAnswer::ForbidsLive(Example { size, path: from_letters(&path)?, direction })
            }
        })
    };
    let mut answers = ProofAnswers::new();
    for (asked, record) in document.answers {
        let wrong = || {
            broken(format!("the answer to {asked} has a path, a move or a fact of wrong letters"))
        };
        answers.insert(asked.clone(), answer(record).ok_or_else(wrong)?);
    }
    Ok(answers)
}
