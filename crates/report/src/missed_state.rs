//! The state of a count of missed moves, as a file: which rules, the check that leaves out unsound
//! ones, and what is counted in the layers that are done.

use std::path::Path;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::check_json::{self, CheckObject, broken, direction, schema, verified};
use super::json::SCHEMA;
use crate::mirror;
use deadmove_core::board::Move;
use deadmove_core::error::InputError;
use deadmove_verify::check::Check;
use deadmove_verify::confirm::ConfirmedCheck;
use deadmove_verify::live_set::bits::Key;
use deadmove_verify::uncovered::tally::{Pattern, Tally};

/// How far a count of missed moves has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissedState {
    /// Whether unsound rules are left out.
    pub sound_only: bool,
    /// The rules, and if unsound ones are left out, the check that finds them.
    pub check: Check,
    /// What is counted.
    pub tally: Tally,
}

/// The file. The order of its keys is part of the format.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StateObject {
    #[serde(deserialize_with = "schema")]
    schema: u8,
    sound_only: bool,
    check: CheckObject,
    layers: usize,
    dead_moves: u64,
    alone: Vec<u64>,
    #[serde(serialize_with = "write_patterns", deserialize_with = "patterns")]
    patterns: Vec<Pattern>,
}

/// A pattern: the free cells of its example as a hexadecimal number whose lowest bit is the cell
/// 1,1, the number of the live end's cell from 0, row by row, the move, and the count.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "free cells, live end, move and count of a pattern")]
struct PatternObject(
    String,
    u8,
    #[serde(serialize_with = "mirror::json", deserialize_with = "direction")] Move,
    u64,
);

/// The text of a state, with the completions of the counterexamples of its check.
pub fn write(state: &MissedState, confirmed: &ConfirmedCheck) -> String {
    let Tally { layers, dead_moves, alone, patterns } = state.tally.clone();
    let object = StateObject {
        schema: SCHEMA,
        sound_only: state.sound_only,
        check: check_json::object(&state.check, confirmed),
        layers,
        dead_moves,
        alone,
        patterns,
    };
    serde_json::to_string(&object).expect("plain data is serialisable") + "\n"
}

/// Reads what [`write()`] wrote. `file` is named in errors. Whether the patterns are true, only the
/// list of live positions shows (`Tally::contradiction`).
pub fn read(text: &str, file: &Path) -> Result<MissedState, InputError> {
    let object: StateObject = serde_json::from_str(text).map_err(|error| {
        broken(&error, text, "state of `deadmove missed`")
            .expected("what `deadmove missed --resume` wrote")
            .in_file(file)
    })?;
    let StateObject { sound_only, layers, dead_moves, alone, patterns, .. } = object;
    let check = verified(object.check).map_err(|error| error.in_file(file))?;
    let state =
        MissedState { sound_only, check, tally: Tally { layers, dead_moves, alone, patterns } };
    match state.contradiction() {
        None => Ok(state),
        Some(what) => {
            let message = format!("the state contradicts itself: {what}");
            Err(InputError::new("report-contradiction", message).in_file(file))
        }
    }
}

impl MissedState {
    fn contradiction(&self) -> Option<&'static str> {
        let checked = self.check.chunks.count() > 0;
        if checked && !self.sound_only {
            return Some("it has a check that it does not need");
        }
        if self.tally.layers > 0 && self.sound_only && !self.check.complete() {
            return Some("its check is not finished, and layers are counted");
        }
        None
    }
}

fn write_patterns<S: Serializer>(patterns: &[Pattern], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(patterns.iter().map(|&Pattern { key, direction, count }| {
        PatternObject(format!("{:x}", key.free()), key.live_end() as u8, direction, count)
    }))
}

fn patterns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Pattern>, D::Error> {
    let read = Vec::<PatternRead>::deserialize(deserializer)?;
    Ok(read.into_iter().map(|PatternRead(pattern)| pattern).collect())
}

/// A pattern whose position can be packed.
#[derive(Deserialize)]
#[serde(try_from = "PatternObject")]
struct PatternRead(Pattern);

impl TryFrom<PatternObject> for PatternRead {
    type Error = &'static str;

    fn try_from(object: PatternObject) -> Result<PatternRead, &'static str> {
        let PatternObject(free, live_end, direction, count) = object;
        let free =
            u128::from_str_radix(&free, 16).map_err(|_| "free cells are hexadecimal digits")?;
        let key = Key::checked(free, usize::from(live_end)).ok_or("the position is too large")?;
        Ok(PatternRead(Pattern { key, direction, count }))
    }
}
