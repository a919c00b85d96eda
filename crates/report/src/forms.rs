//! Forms of JSON that several reports share. Types of `core` and `search` have their own.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use deadmove_core::board::Move;
use deadmove_verify::check::{CheckEngine, RuleVerdict, SetVerdict, Vacuity};

/// A value for each legal move: an object with the letters as keys.
pub(crate) struct ByMove<T>(pub Vec<(Move, T)>);

impl<T> ByMove<T> {
    /// Whether there is no value.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for ByMove<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(direction, value)| (direction, value)))
    }
}

impl<T: JsonSchema> JsonSchema for ByMove<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Moves".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        let all = Move::ALL.map(|direction| (direction.letter().to_string(), one.clone()));
        json_schema!({"type": "object", "properties": BTreeMap::from(all)})
    }
}

/// One of two values.
pub(crate) struct Either<A, B>(PhantomData<(A, B)>);

impl<A: JsonSchema, B: JsonSchema> JsonSchema for Either<A, B> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Either".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let both = [generator.subschema_for::<A>(), generator.subschema_for::<B>()];
        json_schema!({"anyOf": both})
    }
}

/// A report that is read back: its keys, then its checksum, as `deadmove_core::sealed` writes it.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "it describes a text")]
pub(crate) struct SealedReport<T> {
    #[serde(flatten)]
    report: T,
    /// BLAKE3 of the bytes before this key, in hexadecimal digits.
    blake3: String,
}

/// Chunks of work.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Units {
    /// How many there are, if that is known.
    pub total: Option<u64>,
    /// First and last of each run of those that are done.
    pub done: Vec<(u64, u64)>,
}

/// A type that JSON shows as one of a few words.
pub(crate) trait Words: Copy + PartialEq + 'static {
    /// The words.
    const WORDS: &'static [&'static str];
    /// Their values.
    const VALUES: &'static [Self];
}

/// A value as its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<T>(pub T);

impl<T: Words> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let at = T::VALUES.iter().position(|value| *value == self.0);
        serializer.serialize_str(T::WORDS[at.expect("every value has a word")])
    }
}

impl<'de, T: Words> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word<T>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let at = T::WORDS.iter().position(|word| *word == text);
        at.map(|at| Word(T::VALUES[at])).ok_or_else(|| D::Error::unknown_variant(&text, T::WORDS))
    }
}

impl<T: Words> JsonSchema for Word<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Word".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "enum": T::WORDS})
    }
}

impl Words for CheckEngine {
    const WORDS: &'static [&'static str] = &["list", "sat"];
    const VALUES: &'static [CheckEngine] = &[CheckEngine::List, CheckEngine::Sat];
}

impl Words for RuleVerdict {
    const WORDS: &'static [&'static str] = &["sound", "unsound", "vacuous", "unknown"];
    const VALUES: &'static [RuleVerdict] =
        &[RuleVerdict::Sound, RuleVerdict::Unsound, RuleVerdict::Vacuous, RuleVerdict::Unknown];
}

impl Words for Vacuity {
    const WORDS: &'static [&'static str] = &["never-matched", "nothing-to-forbid"];
    const VALUES: &'static [Vacuity] = &[Vacuity::NeverMatched, Vacuity::NothingToForbid];
}

impl Words for SetVerdict {
    const WORDS: &'static [&'static str] = &["complete", "incomplete", "unknown"];
    const VALUES: &'static [SetVerdict] =
        &[SetVerdict::Complete, SetVerdict::Incomplete, SetVerdict::Unknown];
}
