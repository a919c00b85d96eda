//! Checkpoints: the progress of a depth-first walk, as a file that is complete at every moment.
//!
//! A new checkpoint is written beside the old one and replaces it in one step. So a process that is
//! killed leaves one or the other. A checkpoint is used only if its parameters are those of the
//! walk.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::depth::{Snapshot, WalkState, WalkTally};
use super::{WalkFailure, WalkParameters};
use deadmove_core::board::{Letters, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::sealed;

const SCHEMA: u8 = 2;

/// The file. The order of its keys is part of the format.
#[derive(Serialize, Deserialize)]
struct CheckpointDocument {
    schema: u8,
    question: WalkParameters,
    completed: u64,
    failed: u64,
    first: Option<FailureObject>,
    depth_first: DepthObject,
}

#[derive(Serialize, Deserialize)]
struct FailureObject {
    path: Letters,
    dead_move: Option<Move>,
}

#[derive(Serialize, Deserialize)]
struct DepthObject {
    state: WalkState,
    beginnings: u64,
    path: Letters,
    /// The moves still to walk, at the start and after every step of the path.
    open: Vec<Letters>,
}

impl CheckpointDocument {
    fn new(question: &WalkParameters, snapshot: &Snapshot) -> CheckpointDocument {
        let tally = &snapshot.tally;
        let first = tally.first.as_ref().map(|failure| FailureObject {
            path: Letters(failure.path.clone()),
            dead_move: failure.dead_move,
        });
        let depth_first = DepthObject {
            state: snapshot.state,
            beginnings: tally.beginnings,
            path: Letters(snapshot.path.clone()),
            open: snapshot.open.iter().map(|moves| Letters(moves.iter().collect())).collect(),
        };
        let (completed, failed) = (tally.completed, tally.failed);
        CheckpointDocument {
            schema: SCHEMA,
            question: question.clone(),
            completed,
            failed,
            first,
            depth_first,
        }
    }

    fn snapshot(self) -> Option<Snapshot> {
        let failure =
            |FailureObject { path: Letters(path), dead_move }| WalkFailure { path, dead_move };
        let first = self.first.map(failure);
        let (completed, failed) = (self.completed, self.failed);
        if (failed > 0) != first.is_some() {
            return None;
        }
        let DepthObject { state, beginnings, path, open } = self.depth_first;
        let open = open.into_iter().map(|Letters(moves)| moves.into_iter().collect());
        Some(Snapshot {
            state,
            tally: WalkTally { completed, failed, first, beginnings },
            path: path.0,
            open: open.collect(),
        })
    }
}

/// Replaces the checkpoint in a file.
///
/// # Errors
/// If the folder or the disk refuses it.
pub fn write(
    file: &Path,
    question: &WalkParameters,
    snapshot: &Snapshot,
) -> Result<(), InputError> {
    sealed::write(file, &CheckpointDocument::new(question, snapshot))
}

/// Reads a checkpoint of a walk with the same parameters; none if there is no such file.
///
/// # Errors
/// If it was changed, contradicts itself, or is of another walk.
pub fn read(file: &Path, question: &WalkParameters) -> Result<Option<Snapshot>, InputError> {
    const EXPECTED: &str = "a file that `deadmove walk --resume` wrote";
    let Some(document) = sealed::read::<CheckpointDocument>(file, EXPECTED)? else {
        return Ok(None);
    };
    let fault = |kind, message: String| InputError::new(kind, message).in_file(file);
    if document.schema != SCHEMA {
        let message = format!("the checkpoint has schema {}", document.schema);
        return Err(fault(ErrorKind::CheckpointBroken, message).expected("schema 2"));
    }
    if let Some(what) = difference(&document.question, question) {
        return Err(fault(
            ErrorKind::CheckpointDiffers,
            format!("the checkpoint is of other {what}"),
        )
        .expected("the rules and options the walk was begun with, or a new checkpoint file"));
    }
    let broken =
        || fault(ErrorKind::CheckpointBroken, "the checkpoint contradicts itself".to_owned());
    document.snapshot().ok_or_else(broken).map(Some)
}

/// What differs between the parameters of two walks, in a word for people.
fn difference(a: &WalkParameters, b: &WalkParameters) -> Option<&'static str> {
    [
        (a.size != b.size, "board sizes"),
        (a.rules != b.rules, "rules"),
        (a.shard != b.shard, "shards"),
        (a != b, "options (--stop, --keep-going, --half)"),
    ]
    .into_iter()
    .find_map(|(differs, what)| differs.then_some(what))
}

/// Shards as `I/K`.
pub(super) mod shard {
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
