//! What a pass will take, as text and JSON.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use crate::json::SCHEMA;
use crate::numbers::{count, thousands};
use crate::table::{Column, Table};
use crate::wrap::fill;
use deadmove_core::board::Board;
use deadmove_pass::plan::{LayerPlan, Plan};

/// The numbers of cores that times are given for.
const CORES: [u32; 4] = [1, 16, 128, 1024];

const MIB: f64 = (1u64 << 20) as f64;

/// A plan as text: the rules as given, the sampled positions and the parts of a layer. `all` shows
/// every layer.
pub fn text(
    plan: &Plan,
    board: &Board,
    (rules, samples, parts): (&str, u64, u32),
    all: bool,
) -> String {
    let mut out = format!(
        "{}×{} board, {rules}\nestimated from {} of each layer, in {}\n\n",
        board.width(),
        board.height(),
        count(samples as usize, "sampled position", "sampled positions"),
        count(parts as usize, "part", "parts"),
    );
    let mut table = Table::new([
        Column::right("layer"),
        Column::right("positions").wide(18),
        Column::right("MiB on disk").wide(14),
        Column::right("core time").wide(12),
    ]);
    let layers = &plan.layers;
    let step = if all { 1 } else { (layers.len() / 10).max(1) };
    for (at, layer) in layers.iter().enumerate() {
        if at % step == 0 || at + 1 == layers.len() {
            table.row([
                (at + 1).to_string(),
                thousands(layer.positions.round() as u64),
                thousands((layer.bytes / MIB).ceil() as u64),
                time(layer.seconds),
            ]);
        }
    }
    out.push_str(&table.print(false));
    if step > 1 {
        out.push_str("(every layer: --verbose)\n");
    }
    let (positions, error) = plan.positions;
    let sum = format!(
        "{} positions in all, ± {:.1} % with 95 % confidence. {} of one core. Disk: at most {} MiB \
         at a time. Memory of a task: its part of --memory, and 64 KiB for each run that it merges.",
        thousands(positions.round() as u64),
        100.0 * error / positions,
        time(plan.seconds()),
        thousands((plan.bytes() / MIB).ceil() as u64),
    );
    let _ = writeln!(out, "\n{}", fill(&sum, "", ""));
    out
}

/// The answer in a sentence.
pub fn answer(plan: &Plan) -> String {
    let times =
        CORES.map(|cores| format!("{} on {cores}", time(plan.seconds() / f64::from(cores))));
    let [one, more @ ..] = &times;
    format!(
        "about {} positions, {one} core, {} cores",
        thousands(plan.positions.0.round() as u64),
        more.join(", ")
    )
}

/// A time in its usual unit.
fn time(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.1} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct PlanObject {
    schema: u8,
    width: u16,
    height: u16,
    parts: u32,
    /// All positions, the transposed ones included.
    positions: f64,
    /// Half the width of the 95 % interval of the positions.
    error: f64,
    /// The most bytes on disk at a time.
    bytes: f64,
    /// Seconds of one core.
    seconds: f64,
    layers: Vec<LayerPlanObject>,
}

#[derive(JsonSchema, Serialize)]
struct LayerPlanObject {
    layer: usize,
    positions: f64,
    error: f64,
    bytes: f64,
    seconds: f64,
}

/// A plan as a JSON object.
pub fn json(plan: &Plan, board: &Board, parts: u32) -> String {
    let layer = |(at, layer): (usize, &LayerPlan)| LayerPlanObject {
        layer: at + 1,
        positions: layer.positions,
        error: layer.error,
        bytes: layer.bytes,
        seconds: layer.seconds,
    };
    let object = PlanObject {
        schema: SCHEMA,
        width: board.width(),
        height: board.height(),
        parts,
        positions: plan.positions.0,
        error: plan.positions.1,
        bytes: plan.bytes(),
        seconds: plan.seconds(),
        layers: plan.layers.iter().enumerate().map(layer).collect(),
    };
    serde_json::to_string(&object).expect("plain data")
}
