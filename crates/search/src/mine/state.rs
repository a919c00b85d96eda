//! The state of a search as a file, so that an interrupted search can be resumed.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::examples::{Added, Examples};
use super::language::{Condition, Test};
use super::pool::Pool;
use super::search::{Miner, Options, SoFar};
use deadmove_core::board::Move;
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_rules::model::Rule;
use deadmove_verify::live_set::bits::Key;

const SCHEMA: u8 = 2;

/// What a search looks for. A state with other parameters is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MiningParameters {
    /// The side of the largest board.
    pub size: usize,
    /// The most cells of a segment.
    pub reach: usize,
    /// The most conditions of a rule.
    pub conditions: usize,
    /// Whether only proved rules are wanted.
    pub proved: bool,
    /// The seed of the random numbers.
    pub seed: u64,
    /// BLAKE3 of the texts of the given rules, in hexadecimal digits; none if there are none.
    pub start: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Document {
    schema: u8,
    #[serde(with = "ParametersRecord")]
    question: MiningParameters,
    rounds: u64,
    learned: bool,
    lessons: u64,
    tried: Vec<u8>,
    pool: Vec<PoolRecord>,
    /// Conditions of the best set.
    best: Option<Vec<Vec<ConditionRecord>>>,
    /// List, position as hexadecimal digits, letter of the move, whether it is live.
    added: Vec<(usize, String, char, bool)>,
}

#[derive(Serialize, Deserialize)]
struct PoolRecord {
    conditions: Vec<ConditionRecord>,
    proved: Option<usize>,
    refuted: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MiningParameters")]
struct ParametersRecord {
    size: usize,
    reach: usize,
    conditions: usize,
    proved: bool,
    seed: u64,
    start: Option<String>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct ConditionRecord {
    feature: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    or_empty: bool,
    #[serde(with = "TestRecord")]
    test: Test,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Test", rename_all = "kebab-case")]
enum TestRecord {
    Any,
    Even,
    Odd,
    AtLeast(i8),
    AtMost(i8),
}

fn to_records(conditions: &[Condition]) -> Vec<ConditionRecord> {
    let record = |&Condition { feature, or_empty, test }: &Condition| ConditionRecord {
        feature,
        or_empty,
        test,
    };
    conditions.iter().map(record).collect()
}

fn from_records(records: &[ConditionRecord]) -> Vec<Condition> {
    let condition = |&ConditionRecord { feature, or_empty, test }: &ConditionRecord| Condition {
        feature,
        or_empty,
        test,
    };
    records.iter().map(condition).collect()
}

/// Replaces the state of a search in a file. If that fails, the old state stays.
pub fn write(
    file: &Path,
    question: &MiningParameters,
    miner: &Miner<'_>,
) -> Result<(), InputError> {
    let pool = miner.pool.entries.iter().map(|entry| PoolRecord {
        conditions: to_records(&entry.conditions),
        proved: entry.proved,
        refuted: entry.refuted,
    });
    let added = miner.examples.added.iter().map(|added| {
        let Added { live_set, key, direction, live } = *added;
        (live_set, format!("{:x}", key.0), direction.letter(), live)
    });
    let best = miner.best.as_ref();
    let document = Document {
        schema: SCHEMA,
        question: question.clone(),
        rounds: miner.rounds,
        learned: miner.learned,
        lessons: miner.lessons,
        tried: miner.tried().to_vec(),
        pool: pool.collect(),
        best: best
            .map(|best| best.rules.iter().map(|entry| to_records(&entry.conditions)).collect()),
        added: added.collect(),
    };
    let text = serde_json::to_string(&document).expect("strings and numbers are valid JSON");
    files::write_atomically(file, text)
}

/// Resumes a search from a state with the same parameters, or begins one if the file does not
/// exist.
pub fn read<'l>(
    file: &Path,
    question: &MiningParameters,
    mut examples: Examples<'l>,
    given: Vec<Rule>,
    options: Options,
) -> Result<Miner<'l>, InputError> {
    let fault = |kind, message: String| InputError::new(kind, message).in_file(file);
    let Some(text) = files::read_text_if_present(file)? else {
        return Ok(Miner::new(examples, given, Pool::default(), options));
    };
    let broken = |what: String| {
        fault("checkpoint-broken", what).expected("a file that --checkpoint of this command wrote")
    };
    let mut document: Document = serde_json::from_str(&text)
        .map_err(|error| broken(format!("this is not a checkpoint of a search: {error}")))?;
    if document.schema != SCHEMA {
        return Err(broken(format!("the checkpoint has schema {}", document.schema)));
    }
    if document.question != *question {
        let message = "the checkpoint is of a search with other options".to_owned();
        return Err(fault("checkpoint-differs", message).expected(
            "the --size, --reach, --conditions, --proved, --seed and --start it was begun with",
        ));
    }
    let damaged = || broken("the checkpoint contradicts itself".to_owned());
    let known = |conditions: &[Condition]| {
        let count = examples.language.features.len();
        let regions = examples.language.regions();
        let exists =
            |c: &Condition| (c.feature as usize) < if c.or_empty { regions } else { count };
        !conditions.is_empty() && conditions.iter().all(exists)
    };
    let best = document.best.iter().flatten().map(|records| from_records(records));
    let best: Vec<Vec<Condition>> = best.collect();
    let mut pool = Pool::default();
    for entry in std::mem::take(&mut document.pool) {
        let conditions = from_records(&entry.conditions);
        if !known(&conditions) {
            return Err(damaged());
        }
        pool.add(examples.language, conditions, entry.proved, entry.refuted);
    }
    if !best.iter().all(|conditions| known(conditions)) {
        return Err(damaged());
    }
    for (live_set, key, letter, live) in std::mem::take(&mut document.added) {
        let key = u128::from_str_radix(&key, 16).map_err(|_| damaged())?;
        let direction = Move::from_letter(letter).ok_or_else(damaged)?;
        let there =
            examples.live_sets.get(live_set).is_some_and(|live_set| live_set.contains(Key(key)));
        if !there {
            return Err(damaged());
        }
        examples.add(Added { live_set, key: Key(key), direction, live });
    }
    if document.tried.len() > examples.moves.len() {
        return Err(damaged());
    }
    let mut miner = Miner::new(examples, given, pool, options);
    let Document { rounds, learned, lessons, tried, .. } = document;
    miner.go_on(SoFar { rounds, learned, lessons, tried }, &best);
    Ok(miner)
}
