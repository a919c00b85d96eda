//! What a program allowed while it drew a path: in path files for every step, in case files under
//! the key `allowed` for some of them, in JSON lines under the same key at the live end.

use std::collections::BTreeMap;

use super::board::number;
use super::case::Fields;
use super::span::fault;
use crate::board::Move;
use crate::error::{ErrorKind, InputError};
use crate::position::Position;

/// The moves a program allowed while it drew a path. They say nothing about what is live.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RecordedOptions {
    after: BTreeMap<usize, Vec<Move>>,
    /// Whether a path file with options has none for the live end: the run stopped there.
    pub stopped: bool,
    /// What a path file has after its last item and a colon. It is not interpreted.
    pub suffix: Option<String>,
}

impl RecordedOptions {
    /// What was allowed after so many steps of the path, in the order of the file; none if the file
    /// does not say.
    pub fn after(&self, steps: usize) -> Option<&[Move]> {
        self.after.get(&steps).map(Vec::as_slice)
    }

    /// The numbers of steps after which it is known what was allowed, from the first on, each with
    /// that.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &[Move])> {
        self.after.iter().map(|(&steps, allowed)| (steps, allowed.as_slice()))
    }

    /// Records what was allowed after so many steps.
    pub fn record(&mut self, steps: usize, allowed: Vec<Move>) {
        self.after.insert(steps, allowed);
    }
}

const EXPECTED: &str = "a number of steps and the moves allowed after them, for example 63 U L";

/// Reads the key `allowed` of a case file: numbers of steps, each with the moves allowed after
/// them.
pub(super) fn read(
    fields: &Fields<'_>,
    position: &Position,
) -> Result<Option<RecordedOptions>, InputError> {
    let Some(field) = fields.get("allowed") else { return Ok(None) };
    let text = fields.text;
    let words = fields.words(field);
    if words.is_empty() {
        fields.word(field, EXPECTED)?;
    }
    let mut recorded = RecordedOptions::default();
    let mut at: Option<usize> = None;
    for word in words {
        let found = &text[word.clone()];
        let wrong = |message: String| {
            Err(fault(ErrorKind::CaseAllowed, message, text, word.clone()).expected(EXPECTED))
        };
        if let Some(steps) = number(found) {
            if steps > position.path().len() {
                return wrong(format!("the path has no {steps} steps"));
            }
            if recorded.after(steps).is_some() {
                return wrong(format!("{steps} is given twice"));
            }
            recorded.record(steps, Vec::new());
            at = Some(steps);
            continue;
        }
        let Some(direction) = Move::from_word(found) else {
            return wrong(format!("`{found}` is no move"));
        };
        let Some(steps) = at else {
            return wrong("the moves come after a number of steps".to_owned());
        };
        let allowed = recorded.after.entry(steps).or_default();
        if allowed.contains(&direction) {
            return wrong(format!("{direction} is given twice"));
        }
        if !position.prefix(steps).legal_moves().any(|legal| legal == direction) {
            return wrong(format!("{direction} is not legal after {steps} steps"));
        }
        allowed.push(direction);
    }
    Ok(Some(recorded))
}

/// The value of the key `allowed`; empty if nothing is recorded.
pub(super) fn write(recorded: &RecordedOptions) -> String {
    let lines = recorded.after.iter().map(|(steps, allowed)| {
        let moves: String = allowed.iter().map(|step| format!(" {step}")).collect();
        format!("{steps}{moves}")
    });
    lines.collect::<Vec<_>>().join("\n         ")
}
