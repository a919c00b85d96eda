//! Checkpoints: the progress of a walk, as a file that is complete at every moment.
//!
//! A new checkpoint is written beside the old one and replaces it in one step. So a process that is
//! killed leaves one or the other. A checkpoint is used only if its parameters are those of the
//! walk.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::depth::{Snapshot, State, Tally};
use super::random::RandomTally;
use super::{Failure, Order, Stop, WalkParameters};
use deadmove_core::board::{Move, from_letters, letters};
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_rules::moves::Moves;
use deadmove_verify::chunks::Shard;

const SCHEMA: u8 = 1;

/// How far a walk has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Depth first.
    Depth(Snapshot),
    /// At random.
    Random(RandomTally),
}

/// The file. The order of its keys is part of the format.
#[derive(Serialize, Deserialize)]
struct Document {
    schema: u8,
    #[serde(with = "ParametersRecord")]
    question: WalkParameters,
    completed: u64,
    failed: u64,
    first: Option<FailureObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    walks: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_first: Option<DepthObject>,
}

#[derive(Serialize, Deserialize)]
struct FailureObject {
    path: String,
    dead_move: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct DepthObject {
    #[serde(with = "StateRecord")]
    state: State,
    beginnings: u64,
    path: String,
    /// The moves still to walk, at the start and after every step of the path.
    open: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "WalkParameters")]
struct ParametersRecord {
    size: usize,
    rules: Option<String>,
    #[serde(with = "OrderRecord")]
    order: Order,
    #[serde(with = "StopRecord")]
    stop: Stop,
    keep_going: bool,
    half: bool,
    #[serde(with = "shard")]
    shard: Shard,
    seed: Option<u64>,
    #[serde(default)]
    runs: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Order", rename_all = "lowercase")]
enum OrderRecord {
    Left,
    Random,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Stop", rename_all = "lowercase")]
enum StopRecord {
    Stuck,
    Dead,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "State", rename_all = "lowercase")]
enum StateRecord {
    Walking,
    Finished,
    Failed,
    Limit,
}

impl Document {
    fn new(question: &WalkParameters, progress: &Progress) -> Document {
        let (completed, failed, first) = match progress {
            Progress::Depth(Snapshot { tally, .. }) => {
                (tally.completed, tally.failed, &tally.first)
            }
            Progress::Random(tally) => (tally.completed, tally.failed, &tally.first),
        };
        let first = first.as_ref().map(|failure| FailureObject {
            path: letters(&failure.path),
            dead_move: failure.dead_move.map(|m| m.to_string()),
        });
        let (walks, depth_first) = match progress {
            Progress::Random(tally) => (Some(tally.walks), None),
            Progress::Depth(snapshot) => {
                let depth = DepthObject {
                    state: snapshot.state,
                    beginnings: snapshot.tally.beginnings,
                    path: letters(&snapshot.path),
                    open: snapshot.open.iter().map(Moves::to_string).collect(),
                };
                (None, Some(depth))
            }
        };
        let question = question.clone();
        Document { schema: SCHEMA, question, completed, failed, first, walks, depth_first }
    }

    fn progress(self) -> Option<Progress> {
        let first = match self.first {
            None => None,
            Some(FailureObject { path, dead_move }) => {
                let dead_move = match dead_move {
                    None => None,
                    Some(text) => Some(<[Move; 1]>::try_from(from_letters(&text)?).ok()?[0]),
                };
                Some(Failure { path: from_letters(&path)?, dead_move })
            }
        };
        let (completed, failed) = (self.completed, self.failed);
        if (failed > 0) != first.is_some() {
            return None;
        }
        match (self.walks, self.depth_first) {
            (Some(walks), None) => {
                let all = completed.checked_add(failed) == Some(walks);
                all.then_some(Progress::Random(RandomTally { walks, completed, failed, first }))
            }
            (None, Some(depth)) => {
                let open =
                    depth.open.iter().map(|text| Some(from_letters(text)?.into_iter().collect()));
                Some(Progress::Depth(Snapshot {
                    state: depth.state,
                    tally: Tally { completed, failed, first, beginnings: depth.beginnings },
                    path: from_letters(&depth.path)?,
                    open: open.collect::<Option<_>>()?,
                }))
            }
            _ => None,
        }
    }
}

/// Replaces the checkpoint in a file.
pub fn write(
    file: &Path,
    question: &WalkParameters,
    progress: &Progress,
) -> Result<(), InputError> {
    let text = serde_json::to_string(&Document::new(question, progress))
        .expect("strings and numbers are valid JSON");
    files::write_atomically(file, text)
}

/// Reads a checkpoint of a walk with the same parameters; none if there is no such file.
pub fn read(file: &Path, question: &WalkParameters) -> Result<Option<Progress>, InputError> {
    let fault = |kind, message: String| InputError::new(kind, message).in_file(file);
    let Some(text) = files::read_text_if_present(file)? else { return Ok(None) };
    let document: Document = serde_json::from_str(&text).map_err(|error| {
        fault("checkpoint-broken", format!("this is not a checkpoint of a walk: {error}"))
            .expected("a file that --checkpoint wrote")
    })?;
    if document.schema != SCHEMA {
        let message = format!("the checkpoint has schema {}", document.schema);
        return Err(fault("checkpoint-broken", message).expected("schema 1"));
    }
    if let Some(what) = difference(&document.question, question) {
        return Err(fault("checkpoint-differs", format!("the checkpoint is of other {what}"))
            .expected("the rules and options the walk was begun with, or a new checkpoint file"));
    }
    let broken = || fault("checkpoint-broken", "the checkpoint contradicts itself".to_owned());
    document.progress().ok_or_else(broken).map(Some)
}

/// What differs between the parameters of two walks, in a word for people.
fn difference(a: &WalkParameters, b: &WalkParameters) -> Option<&'static str> {
    // A whole walk may go on with more runs. Which runs a shard does depends on their number.
    let other_runs = a.runs != b.runs && b.shard != Shard::WHOLE;
    let a = &WalkParameters { runs: b.runs, ..a.clone() };
    [
        (a.size != b.size, "board sizes"),
        (a.rules != b.rules, "rules"),
        (a.order != b.order, "orders of moves"),
        (a.seed != b.seed, "seeds"),
        (a.shard != b.shard, "shards"),
        (other_runs, "numbers of runs"),
        (a != b, "options (--stop, --keep-going, --half)"),
    ]
    .into_iter()
    .find_map(|(differs, what)| differs.then_some(what))
}

/// Shards as `I/K`.
mod shard {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use deadmove_verify::chunks::Shard;

    pub fn serialize<S: Serializer>(shard: &Shard, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(shard)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Shard, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
