//! Random lines as JSON, written and read back.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check_json;
use super::json::SCHEMA;
use crate::forms;
use deadmove_core::board::{Letters, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::sealed;
use deadmove_search::walk::stats::{FailedRun, Method, Rate, RunSample, SizeSample, Statistics};
use deadmove_search::walk::{Stop, WalkFailure};
use deadmove_verify::chunks::Chunks;

#[derive(JsonSchema, Serialize, Deserialize)]
pub(crate) struct StatsObject {
    #[serde(deserialize_with = "check_json::schema")]
    schema: u8,
    runs: u64,
    limit: u64,
    seed: u64,
    #[serde(default)]
    stop: Stop,
    finished: bool,
    sizes: Vec<RowObject>,
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct RowObject {
    size: usize,
    rules: String,
    /// Only with lemmas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lemmas: Vec<String>,
    runs: u64,
    completed: u64,
    failures: u64,
    /// Lines completed per failure; null without a failure.
    mean: Option<f64>,
    /// The ends of its 95 % interval; without a failure only the lower one.
    interval: Option<(f64, Option<f64>)>,
    #[serde(serialize_with = "check_json::write_units", deserialize_with = "check_json::units")]
    #[schemars(with = "forms::Units")]
    units: Chunks,
    failed: Vec<FailedObject>,
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct FailedObject {
    run: u64,
    path: Letters,
    /// The dead allowed move after the path, with --stop dead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Move>")]
    dead_move: Option<Move>,
}

/// Statistics as a JSON object, which is a state of the walk, too.
pub fn json(statistics: &Statistics) -> String {
    let Statistics { method, sizes } = statistics;
    let row = |row: &SizeSample| {
        let sample = &row.sample;
        let (mean, interval) = match sample.rate(*method) {
            Rate::Mean { mean, low, high } => (Some(mean), Some((low, Some(high)))),
            Rate::AtLeast(low) => (None, Some((low, None))),
            Rate::Nothing => (None, None),
        };
        RowObject {
            size: row.size,
            rules: row.rules.clone(),
            lemmas: row.lemmas.clone(),
            runs: sample.runs.count(),
            completed: sample.completed,
            failures: sample.failed.len() as u64,
            mean,
            interval,
            units: sample.runs.clone(),
            failed: sample
                .failed
                .iter()
                .map(|FailedRun { run, failure }| FailedObject {
                    run: *run,
                    path: Letters(failure.path.clone()),
                    dead_move: failure.dead_move,
                })
                .collect(),
        }
    };
    let object = StatsObject {
        schema: SCHEMA,
        runs: method.runs,
        limit: method.limit,
        seed: method.seed,
        stop: method.stop,
        finished: statistics.finished(),
        sizes: sizes.iter().map(row).collect(),
    };
    sealed::line(&object)
}

/// Keys that no other report has.
pub const KEYS: [&str; 2] = ["limit", "sizes"];

/// Reads statistics back.
///
/// # Errors
/// If they were changed, or contradict themselves.
pub fn read(text: &str, file: &Path) -> Result<Statistics, InputError> {
    let fault = |message: String| {
        InputError::new(ErrorKind::BadReport, message)
            .expected("what `deadmove walk --order random --json` printed")
            .in_file(file)
    };
    let text = sealed::open(text).map_err(|error| error.in_file(file))?;
    let object: StatsObject = serde_json::from_str(&text)
        .map_err(|error| fault(format!("this is no report of random lines: {error}")))?;
    let StatsObject { runs, limit, seed, stop, .. } = object;
    let method = Method { runs, limit, seed, stop };
    let mut sizes = Vec::new();
    for row in object.sizes {
        let failed = row.failed.into_iter().map(|FailedObject { run, path, dead_move }| {
            FailedRun { run, failure: WalkFailure { path: path.0, dead_move } }
        });
        let failed: Vec<FailedRun> = failed.collect();
        if (row.runs, row.failures) != (row.units.count(), failed.len() as u64) {
            let size = row.size;
            return Err(fault(format!(
                "{size}×{size}: the report contradicts itself in its counts"
            )));
        }
        let sample = RunSample { runs: row.units, completed: row.completed, failed };
        let RowObject { size, rules, lemmas, .. } = row;
        sizes.push(SizeSample { size, rules, lemmas, sample });
    }
    let statistics = Statistics { method, sizes };
    statistics.check().map_err(|error| error.in_file(file))?;
    Ok(statistics)
}
