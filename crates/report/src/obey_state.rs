//! The state of `deadmove obey`, as a file: the check that finds the wrong rules, and where those
//! that are followed lead.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::check_json::{self, CheckObject, broken, schema, verified};
use super::json::SCHEMA;
use deadmove_core::board::{from_letters, letters};
use deadmove_core::error::InputError;
use deadmove_verify::check::{Check, RuleVerdict};
use deadmove_verify::confirm::ConfirmedCheck;
use deadmove_verify::reachability::Reachability;

/// How far the rules are followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObeyState {
    /// The check of all rules.
    pub check: Check,
    /// Where the first of the unsound rules lead.
    pub obeyed: Vec<Reachability>,
}

/// The file. The order of its keys is part of the format.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StateObject {
    #[serde(deserialize_with = "schema")]
    schema: u8,
    check: CheckObject,
    obeyed: Vec<ObeyedObject>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ObeyedObject {
    reached: u64,
    stuck: u64,
    /// Null if no position is stuck.
    path: Option<String>,
}

/// The text of a state, with the completions of the counterexamples of its check.
pub fn write(state: &ObeyState, confirmed: &ConfirmedCheck) -> String {
    let obeyed = state.obeyed.iter().map(|obeyed| ObeyedObject {
        reached: obeyed.reached,
        stuck: obeyed.stuck,
        path: obeyed.first.as_deref().map(letters),
    });
    let object = StateObject {
        schema: SCHEMA,
        check: check_json::object(&state.check, confirmed),
        obeyed: obeyed.collect(),
    };
    serde_json::to_string(&object).expect("strings and numbers are valid JSON") + "\n"
}

/// Reads what [`write()`] wrote. `file` is named in errors. Whether the paths lead to stuck
/// positions, only the list of live positions shows (`reachability::gets_stuck`).
pub fn read(text: &str, file: &Path) -> Result<ObeyState, InputError> {
    let contradiction = |what: String| {
        let message = format!("the state contradicts itself: {what}");
        InputError::new("report-contradiction", message).in_file(file)
    };
    let object: StateObject = serde_json::from_str(text).map_err(|error| {
        broken(&error, text, "state of `deadmove obey`")
            .expected("what `deadmove obey --resume` wrote")
            .in_file(file)
    })?;
    let check = verified(object.check).map_err(|error| error.in_file(file))?;
    let unsound = check.rules.iter().filter(|rule| rule.verdict == RuleVerdict::Unsound).count();
    if object.obeyed.len() > if check.complete() { unsound } else { 0 } {
        return Err(contradiction("more rules are followed than are known to be wrong".to_owned()));
    }
    let mut obeyed = Vec::new();
    for (number, ObeyedObject { reached, stuck, path }) in object.obeyed.into_iter().enumerate() {
        let first = path.as_deref().map(from_letters);
        if first == Some(None) || (stuck > 0) != path.is_some() || stuck > reached {
            let rule = number + 1;
            return Err(contradiction(format!(
                "counts and path of followed rule {rule} do not agree"
            )));
        }
        obeyed.push(Reachability { reached, stuck, first: first.flatten() });
    }
    Ok(ObeyState { check, obeyed })
}
