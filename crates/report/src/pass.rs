//! Passes as text and JSON: what was counted layer by layer, and where lines first get stuck.

use std::fmt::Write as _;

use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::Serialize;

use crate::answers_json::ProgramObject;
use crate::json::SCHEMA;
use crate::numbers::{count, thousands};
use crate::table::{Column, Table};
use crate::walk::{failure_text, judged_position};
use crate::wrap::fill;
use deadmove_core::board::Letters;
use deadmove_pass::folder::PassQuestion;
use deadmove_pass::layers::Pass;
use deadmove_pass::task::PassTotals;
use deadmove_search::walk::judged::JudgedFailure;

/// The result of a pass.
#[derive(Clone, Debug)]
pub struct PassResult<'a> {
    /// What was asked.
    pub question: &'a PassQuestion,
    /// What is known.
    pub pass: &'a Pass,
    /// The number of lines that the board has, as the frontier engine counts them. None if it did
    /// not count them.
    pub all_lines: Option<BigUint>,
    /// A line to the first stuck position, judged. None if none is stuck, or none was found.
    pub stuck: Option<JudgedFailure>,
    /// The program that was asked, if not rules.
    pub program: Option<&'a ProgramObject>,
}

/// What a pass says about the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassAnswer {
    /// No line gets stuck, and all lines of the board are drawn.
    Complete,
    /// No line gets stuck, but fewer lines are drawn than the board has: a live move is forbidden.
    ForbidsLive,
    /// No line gets stuck. The lines of the board were not counted.
    NeverStuck,
    /// Some line gets stuck.
    Stuck,
    /// A program gave no answer about some position, and no line gets stuck elsewhere.
    Unanswered,
    /// Not all layers are done.
    Unfinished,
}

impl PassResult<'_> {
    /// The answer.
    pub fn answer(&self) -> PassAnswer {
        let sum = self.pass.sum();
        match &self.all_lines {
            _ if sum.stuck > 0 => PassAnswer::Stuck,
            _ if !self.pass.finished => PassAnswer::Unfinished,
            _ if sum.unanswered > 0 => PassAnswer::Unanswered,
            None => PassAnswer::NeverStuck,
            Some(all) if *all == BigUint::from(sum.completed) => PassAnswer::Complete,
            Some(_) => PassAnswer::ForbidsLive,
        }
    }
}

/// A pass as text. `rules` is the set as given on the command line; `all` shows every layer.
pub fn text(result: &PassResult<'_>, rules: &str, all: bool, styled: bool) -> String {
    let PassQuestion { width, height, parts, rules: digest, .. } = result.question;
    let layers = &result.pass.layers;
    let mut out = format!(
        "{width}×{height} board, {rules} (digest {})\n{} of {}, each in {}\n\n",
        &digest[..digest.len().min(12)],
        layers.len(),
        count(result.question.layers(), "layer", "layers"),
        count(*parts as usize, "part", "parts"),
    );
    let sum = result.pass.sum();
    if let Some(program) = result.program {
        let _ = writeln!(out, "one drawing of each position, asked of `{}`", program.command);
        if sum.unanswered > 0 {
            let none = count(sum.unanswered as usize, "position", "positions");
            let _ = writeln!(out, "no answer in {none}: no line goes on from there");
        }
        out.push('\n');
    }
    out.push_str(&table(layers, all));
    let known = match &result.all_lines {
        Some(all) if result.pass.finished => format!(" of {} that the board has", thousands(all)),
        _ => String::new(),
    };
    let so_far = if result.pass.finished { "" } else { " so far" };
    let lines = format!(
        "{} up to transposition{so_far}; {} completed{known}",
        count(sum.up_to_transposition as usize, "position", "positions"),
        lines(sum.completed),
    );
    let _ = writeln!(out, "\n{}", fill(&lines, "", ""));
    if let Some(stuck) = &result.stuck {
        let shown = match result.program {
            None => failure_text(stuck, styled),
            Some(_) => {
                let early = stuck.position.live_end() == stuck.position.board().end();
                let said = match early {
                    true => "It allows the last step, into the end cell while others are free.",
                    false => {
                        "It was asked about this line, which it need not draw, and allows no move."
                    }
                };
                format!("{}\n{said}\n", judged_position(stuck, styled))
            }
        };
        let _ = writeln!(out, "\nThe first stuck position:\n\n{shown}");
    }
    out
}

/// The layers as a table: all of them, or a few and those with stuck positions.
fn table(layers: &[PassTotals], all: bool) -> String {
    let mut table = Table::new([
        Column::right("layer"),
        Column::right("positions").wide(14),
        Column::right("lines").wide(18),
        Column::right("stuck").wide(12),
    ]);
    let largest = (0..layers.len()).max_by_key(|&at| layers[at].positions);
    let mut shown = 0;
    for (at, totals) in layers.iter().enumerate() {
        let first_stuck = totals.stuck > 0 && layers[..at].iter().all(|before| before.stuck == 0);
        let telling = at == 0 || at + 1 == layers.len() || Some(at) == largest || first_stuck;
        if all || telling || layers.len() <= 12 {
            shown += 1;
            table.row([
                (at + 1).to_string(),
                thousands(totals.positions),
                thousands(totals.lines),
                thousands(totals.stuck),
            ]);
        }
    }
    let mut out = table.print(false);
    if shown < layers.len() {
        let _ =
            writeln!(out, "({} more: --verbose)", count(layers.len() - shown, "layer", "layers"));
    }
    out
}

/// A number of lines, such as `1 line` or `2,688,307,514 lines`.
pub fn lines(number: u128) -> String {
    format!("{} {}", thousands(number), if number == 1 { "line" } else { "lines" })
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct PassObject<'a> {
    schema: u8,
    width: usize,
    height: usize,
    /// The digest of the rules, or of the program in their place.
    rules: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<&'a ProgramObject>,
    /// With a program: positions without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    unanswered: Option<u64>,
    parts: u32,
    answer: PassAnswer,
    finished: bool,
    /// Decimal digits: the number may be too large for a JSON number.
    completed: String,
    /// The lines of the board, counted by the frontier engine; null if they were not.
    all_lines: Option<String>,
    layers: Vec<LayerObject>,
    /// A line to the first stuck position.
    stuck: Option<StuckObject>,
}

#[derive(JsonSchema, Serialize)]
struct LayerObject {
    layer: usize,
    positions: u64,
    up_to_transposition: u64,
    /// Decimal digits.
    lines: String,
    stuck: u64,
}

#[derive(JsonSchema, Serialize)]
struct StuckObject {
    path: Letters,
    /// The steps that are live; null if the position is not dead.
    turning_point: Option<usize>,
}

/// A pass as a JSON object.
pub fn json(result: &PassResult<'_>) -> String {
    let PassQuestion { width, height, rules, parts, .. } = result.question;
    let layers = result.pass.layers.iter().enumerate().map(|(at, totals)| LayerObject {
        layer: at + 1,
        positions: totals.positions,
        up_to_transposition: totals.up_to_transposition,
        lines: totals.lines.to_string(),
        stuck: totals.stuck,
    });
    let object = PassObject {
        schema: SCHEMA,
        width: *width,
        height: *height,
        rules,
        program: result.program,
        unanswered: result.program.map(|_| result.pass.sum().unanswered),
        parts: *parts,
        answer: result.answer(),
        finished: result.pass.finished,
        completed: result.pass.sum().completed.to_string(),
        all_lines: result.all_lines.as_ref().map(BigUint::to_string),
        layers: layers.collect(),
        stuck: result.stuck.as_ref().map(|stuck| StuckObject {
            path: Letters(stuck.position.path().to_vec()),
            turning_point: stuck.turning_point(),
        }),
    };
    serde_json::to_string(&object).expect("plain data")
}
