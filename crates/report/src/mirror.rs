//! The JSON forms of domain types, written by hand. The types themselves know nothing of JSON.
//!
//! Fields carry `#[serde(serialize_with = "mirror::json")]`; elsewhere [`Json`] wraps a value.

use deadmove_core::board::{Cell, Move};
use deadmove_core::deduction::{Because, Contradiction, Deduction, Step};
use deadmove_core::error::InputError;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limit, Verdict};
use deadmove_engine::judge::Comparison;
use deadmove_search::mine::like::Like;
use deadmove_search::walk::Stop;
use deadmove_verify::check::{CheckEngine, RuleVerdict, SetVerdict, Vacuity};
use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that has a JSON form here.
pub trait ToJson {
    /// Writes the JSON form.
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// Writes a field in its JSON form.
pub fn json<T: ToJson, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.to_json(serializer)
}

/// A value as its JSON form.
pub struct Json<T>(pub T);

impl<T: ToJson> Serialize for Json<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_json(serializer)
    }
}

impl<T: ToJson> ToJson for &T {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::to_json(self, serializer)
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().map(Json).serialize(serializer)
    }
}

impl<T: ToJson> ToJson for [T] {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Json))
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().to_json(serializer)
    }
}

/// `[column,row]`.
impl ToJson for Cell {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.column, self.row).serialize(serializer)
    }
}

/// The letter.
impl ToJson for Move {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl ToJson for Verdict {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl ToJson for Limit {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl ToJson for Comparison {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("agreed", &self.agreed)?;
        map.serialize_entry("open", &self.open)?;
        map.end()
    }
}

impl ToJson for Reason {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Reason::DeadEnd { cell, exits, needed } => {
                map.serialize_entry("kind", "dead-end")?;
                map.serialize_entry("cell", &Json(cell))?;
                map.serialize_entry("exits", &Json(exits))?;
                map.serialize_entry("needed", needed)?;
            }
            Reason::CutOff { cells, door } => {
                map.serialize_entry("kind", "cut-off")?;
                map.serialize_entry("cells", &Json(cells))?;
                map.serialize_entry("door", &Json(door))?;
            }
            Reason::Colour { region, black, white, needed, crossing } => {
                let crossing: Vec<[Json<Cell>; 2]> =
                    crossing.iter().map(|&(inner, outer)| [Json(inner), Json(outer)]).collect();
                map.serialize_entry("kind", "colour")?;
                map.serialize_entry("region", &Json(region))?;
                map.serialize_entry("black", black)?;
                map.serialize_entry("white", white)?;
                map.serialize_entry("needed", needed)?;
                map.serialize_entry("crossing", &crossing)?;
            }
            Reason::Deduction(Deduction { steps, contradiction }) => {
                map.serialize_entry("kind", "deduction")?;
                map.serialize_entry("steps", &Json(steps))?;
                map.serialize_entry("contradiction", &Json(contradiction))?;
            }
            Reason::Search { engine, cut_sets } => {
                map.serialize_entry("kind", "search")?;
                map.serialize_entry("engine", &engine.to_string())?;
                map.serialize_entry("cut_sets", cut_sets)?;
            }
        }
        map.end()
    }
}

impl ToJson for Deduction {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("steps", &Json(&self.steps))?;
        map.serialize_entry("contradiction", &Json(&self.contradiction))?;
        map.end()
    }
}

impl ToJson for Step {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("edge", &[Json(self.edge.0), Json(self.edge.1)])?;
        map.serialize_entry("used", &self.used)?;
        map.serialize_entry("because", &Json(&self.because))?;
        map.end()
    }
}

impl ToJson for Because {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        match self {
            Because::Degree { cell } => {
                map.serialize_entry("kind", "degree")?;
                map.serialize_entry("cell", &Json(cell))?;
            }
            Because::SmallLoop { chain } => {
                map.serialize_entry("kind", "small-loop")?;
                map.serialize_entry("chain", &Json(chain))?;
            }
            Because::Colour { region } => {
                map.serialize_entry("kind", "colour")?;
                map.serialize_entry("region", &Json(region))?;
            }
            Because::TwoEdgeCut { region } => {
                map.serialize_entry("kind", "two-edge-cut")?;
                map.serialize_entry("region", &Json(region))?;
            }
            Because::Probe { deduction } => {
                map.serialize_entry("kind", "probe")?;
                map.serialize_entry("deduction", &Json(&**deduction))?;
            }
        }
        map.end()
    }
}

impl ToJson for Contradiction {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Contradiction::Degree { cell } => {
                map.serialize_entry("kind", "degree")?;
                map.serialize_entry("cell", &Json(cell))?;
            }
            Contradiction::SmallLoop { chain } => {
                map.serialize_entry("kind", "small-loop")?;
                map.serialize_entry("chain", &Json(chain))?;
            }
            Contradiction::CutOff { cells, door } => {
                map.serialize_entry("kind", "cut-off")?;
                map.serialize_entry("cells", &Json(cells))?;
                map.serialize_entry("door", &Json(door))?;
            }
            Contradiction::Colour { region } => {
                map.serialize_entry("kind", "colour")?;
                map.serialize_entry("region", &Json(region))?;
            }
        }
        map.end()
    }
}

/// `kind`, `message`, and as far as there are any `file`, `line`, `column`, `expected`.
impl ToJson for InputError {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind)?;
        map.serialize_entry("message", &self.message)?;
        if let Some(file) = &self.file {
            map.serialize_entry("file", file)?;
        }
        if let Some(place) = &self.place {
            map.serialize_entry("line", &place.line)?;
            map.serialize_entry("column", &place.column)?;
        }
        if let Some(expected) = &self.expected {
            map.serialize_entry("expected", expected)?;
        }
        map.end()
    }
}

impl ToJson for Like {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("size", &self.size)?;
        map.serialize_entry("same", &self.same)?;
        map.serialize_entry("covers", &self.covers)?;
        map.end()
    }
}

/// A type that JSON shows as one of a few words.
pub trait Word: Copy + PartialEq + 'static {
    /// All values, each with its word.
    const WORDS: &'static [(&'static str, Self)];
}

/// Writes a field as its word.
pub fn word<T: Word, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let found = T::WORDS.iter().find(|(_, other)| value == other);
    serializer.serialize_str(found.expect("every value has a word").0)
}

/// Reads a field from its word.
pub fn from_word<'de, T: Word, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    let found = T::WORDS.iter().find(|(word, _)| *word == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<String> = T::WORDS.iter().map(|(word, _)| format!("`{word}`")).collect();
        let expected = match &words[..] {
            [one, other] => format!("{one} or {other}"),
            _ => format!("one of {}", words.join(", ")),
        };
        D::Error::custom(format!("unknown variant `{text}`, expected {expected}"))
    })
}

impl Word for CheckEngine {
    const WORDS: &'static [(&'static str, Self)] =
        &[("list", CheckEngine::List), ("sat", CheckEngine::Sat)];
}

impl Word for RuleVerdict {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("sound", RuleVerdict::Sound),
        ("unsound", RuleVerdict::Unsound),
        ("vacuous", RuleVerdict::Vacuous),
        ("unknown", RuleVerdict::Unknown),
    ];
}

impl Word for Vacuity {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("never-matched", Vacuity::NeverMatched),
        ("nothing-to-forbid", Vacuity::NothingToForbid),
    ];
}

impl Word for SetVerdict {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("complete", SetVerdict::Complete),
        ("incomplete", SetVerdict::Incomplete),
        ("unknown", SetVerdict::Unknown),
    ];
}

impl Word for Stop {
    const WORDS: &'static [(&'static str, Self)] = &[("stuck", Stop::Stuck), ("dead", Stop::Dead)];
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_core::formats::{REASON_KINDS, reason_kind};
    use deadmove_core::reason::SearchEngine;

    #[test]
    fn reasons_have_the_kinds_that_case_files_expect() {
        let cell = Cell::new(1, 2);
        let reasons = [
            Reason::DeadEnd { cell, exits: vec![cell], needed: 2 },
            Reason::CutOff { cells: vec![cell], door: None },
            Reason::Colour {
                region: vec![cell],
                black: 1,
                white: 0,
                needed: 2,
                crossing: vec![(cell, Cell::new(1, 3))],
            },
            Reason::Deduction(Deduction {
                steps: vec![Step {
                    edge: (cell, Cell::new(1, 3)),
                    used: true,
                    because: Because::Degree { cell },
                }],
                contradiction: Contradiction::Degree { cell },
            }),
            Reason::Search { engine: SearchEngine::Sat, cut_sets: 0 },
        ];
        let kinds = reasons.each_ref().map(|reason| {
            let json = serde_json::to_value(Json(reason)).unwrap();
            assert_eq!(json["kind"], reason_kind(reason));
            reason_kind(reason)
        });
        assert_eq!(kinds[..], REASON_KINDS[..]);
    }
}
