//! Hunts, as text; the JSON of those that have a folder is the record in it, that of the others is
//! made here. Also what two positions look like to rules, as text and JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::explain::segment_here;
use super::numbers::{count, thousands};
use super::rule::Sketch;
use super::table::{Column, Table};
use super::terminal::cut_out;
use crate::json::{SCHEMA, to_line};
use deadmove_core::position::Position;
use deadmove_hunt::record::{BoardEntry, BoardsRecord, RegionsRecord};
use deadmove_hunt::region::Region;
use deadmove_hunt::strips::{StripTally, quantile};
use deadmove_hunt::views::{ViewComparison, ViewDifference};
use deadmove_rules::RuleFile;
use deadmove_rules::geometry::Placement;
use deadmove_rules::matcher::Match;
use deadmove_rules::moves::Moves;
use deadmove_verify::chunks::Shard;

/// At most so many misses are drawn.
const DRAWN: usize = 10;

/// A hunt on boards: a line for each size.
pub fn boards(record: &BoardsRecord) -> String {
    let mut out = format!(
        "Boards of at most {} cells, start: {}, every end cell that the colours allow\n\n",
        record.cells,
        record.starts.word()
    );
    let mut table = Table::new([
        Column::left("size").wide(7),
        Column::right("boards").wide(8),
        Column::right("positions").wide(15),
        Column::right("lines").wide(20),
        Column::right("stuck").wide(8),
    ]);
    let mut sizes: BTreeMap<(usize, usize, usize), Vec<&BoardEntry>> = BTreeMap::new();
    for entry in &record.boards {
        let size = (entry.width.saturating_mul(entry.height), entry.width, entry.height);
        sizes.entry(size).or_default().push(entry);
    }
    for ((_, width, height), entries) in sizes {
        let sum = |of: fn(&BoardEntry) -> u64| {
            entries.iter().fold(0, |sum: u64, entry| sum.saturating_add(of(entry)))
        };
        table.row([
            format!("{width}×{height}"),
            thousands(entries.len() as u64),
            thousands(sum(|entry| entry.positions)),
            thousands(sum(|entry| entry.lines.try_into().unwrap_or(u64::MAX))),
            thousands(sum(|entry| entry.stuck)),
        ]);
    }
    out.push_str(&table.print(false));
    let done = record.boards.len();
    let stuck: Vec<&BoardEntry> = record.boards.iter().filter(|entry| entry.stuck > 0).collect();
    let so_far = match (record.shard, done == record.share()) {
        (Shard::WHOLE, true) => format!("all {} boards", thousands(done as u64)),
        (Shard::WHOLE, false) => format!("NOT FINISHED: {done} of {} boards", record.total),
        (shard, true) => format!("shard {shard}, {done} of {} boards", record.total),
        (shard, false) => {
            format!("NOT FINISHED: {done} of {} boards of shard {shard}", record.share())
        }
    };
    let verdict = match stuck.len() {
        0 => "the lemmas miss no dead move".to_owned(),
        number => format!("the lemmas miss dead moves on {}", count(number, "board", "boards")),
    };
    let _ = writeln!(out, "\n{so_far}: {verdict}");
    for entry in stuck.iter().take(DRAWN) {
        let BoardEntry { width, height, start, end, .. } = entry;
        let line = entry.first.as_deref().unwrap_or("");
        let _ = writeln!(out, "\n{width}×{height} from {start:?} to {end:?}: {line}");
        out.push_str(&spaced(entry.shrunk.as_deref().unwrap_or_default()));
    }
    out
}

/// A hunt among regions: a line for each shape, then the misses. `tries` were asked for each shape.
pub fn regions(record: &RegionsRecord, tries: u64) -> String {
    let shard = match record.shard {
        Shard::WHOLE => String::new(),
        shard => format!(", shard {shard}"),
    };
    let mut out = format!("Random regions, seed {}{shard}\n\n", record.seed);
    let mut table = Table::new([
        Column::left("shape").wide(8),
        Column::right("tries").wide(12),
        Column::right("refuted").wide(12),
        Column::right("live").wide(12),
        Column::right("missed").wide(8),
        Column::right("unknown").wide(8),
    ]);
    for entry in &record.shapes {
        table.row([
            entry.shape.word().to_owned(),
            thousands(entry.tries),
            thousands(entry.refuted),
            thousands(entry.live),
            thousands(entry.missed),
            thousands(entry.unknown),
        ]);
    }
    out.push_str(&table.print(false));
    if record.shapes.iter().any(|entry| entry.tries < tries) {
        let _ = writeln!(
            out,
            "\nNOT FINISHED: {} tries of each shape were asked for",
            thousands(tries)
        );
    }
    if record.misses.is_empty() {
        let unknown = record.shapes.iter().any(|entry| entry.unknown > 0);
        out.push_str(match unknown {
            false => "\nthe lemmas refute every dead region that was tried\n",
            true => "\nno miss was found, but some regions are unknown\n",
        });
        return out;
    }
    let different = count(record.misses.len(), "different region", "different regions");
    let _ = writeln!(out, "\nmissed, made smaller: {different}");
    for miss in record.misses.iter().take(DRAWN) {
        let _ = writeln!(
            out,
            "\n{} cells, {}; caught by {}; {}",
            miss.cells,
            count(miss.times as usize, "try", "tries"),
            miss.caught_by,
            miss.case
        );
        out.push_str(&spaced(&miss.rows));
    }
    if record.misses.len() > DRAWN {
        let more = count(record.misses.len() - DRAWN, "case file", "case files");
        let _ = writeln!(out, "\nand {more} more");
    }
    out
}

/// What the strips engine answered: a line for each source of positions, then the smallest
/// counterexample of `all`.
pub fn strips(rows: &[(String, StripTally)], all: &StripTally) -> String {
    type Number = fn(&StripTally) -> u64;
    let numbers: [(&str, Number); 9] = [
        ("live", StripTally::live),
        ("joined", |tally| tally.joined),
        ("by strips", |tally| tally.by_strips),
        ("given up", |tally| tally.given_up),
        ("wrong", |tally| tally.counterexamples),
        ("short", |tally| tally.short),
        ("exhausted", |tally| tally.exhausted),
        ("stopped", |tally| tally.stopped),
        ("unknown", |tally| tally.undecided),
    ];
    let rare = ["given up", "stopped", "unknown"];
    let shown = |(name, number): &(&str, Number)| !rare.contains(name) || number(all) > 0;
    let numbers: Vec<(&str, Number)> = numbers.into_iter().filter(shown).collect();
    let columns = numbers.iter().map(|(name, _)| Column::right(name));
    let mut table = Table::new(std::iter::once(Column::left("positions of")).chain(columns));
    for (name, tally) in rows {
        let cells = numbers.iter().map(|(_, number)| thousands(number(tally)));
        table.row(std::iter::once(name.clone()).chain(cells));
    }
    let mut out = table.print(false);
    let _ = writeln!(out, "\nedge sets looked at for a join by strips; until all are exhausted:");
    for (name, tally) in rows {
        let steps = |entries: &BTreeMap<usize, u64>| {
            if entries.is_empty() {
                return "none".to_owned();
            }
            let [median, most_of_them, most] =
                [50, 99, 100].map(|percent| thousands(quantile(entries, percent)));
            format!("median {median}, 99 % {most_of_them}, most {most}")
        };
        let (joins, exhausted) = (steps(&tally.join_steps), steps(&tally.exhausted_steps));
        let _ = writeln!(out, "{name}: {joins}; {exhausted}");
    }
    if let Some(smallest) = &all.smallest {
        let _ = writeln!(out, "\nthe smallest live region whose loops no strip joins:");
        out.push_str(&spaced(&smallest.rows()));
    }
    out
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct StripsObject<'a> {
    schema: u8,
    /// Whether all that was asked for is done.
    finished: bool,
    /// A row for each source of positions.
    rows: Vec<StripsRow<'a>>,
    /// The rows of cells of the smallest live region whose loops no strip joins; null if there is
    /// none.
    smallest: Option<Vec<String>>,
}

#[derive(JsonSchema, Serialize)]
struct StripsRow<'a> {
    /// The positions that were asked about, in words.
    positions: &'a str,
    #[serde(flatten)]
    tally: &'a StripTally,
}

/// What the strips engine answered, as a JSON object.
pub fn strips_json(rows: &[(String, StripTally)], all: &StripTally, finished: bool) -> String {
    let rows = rows.iter().map(|(positions, tally)| StripsRow { positions, tally }).collect();
    let smallest = all.smallest.as_ref().map(Region::rows);
    to_line(&StripsObject { schema: SCHEMA, finished, rows, smallest })
}

/// The rows of a region with room between the cells.
fn spaced(rows: &[String]) -> String {
    let mut out = String::new();
    for row in rows {
        let letters: Vec<String> = row.chars().map(|letter| letter.to_string()).collect();
        let _ = writeln!(out, "   {}", letters.join(" "));
    }
    out
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct ViewsObject<'a> {
    schema: u8,
    /// No condition within this reach tells the positions apart.
    same: u16,
    /// None was found within this reach; larger than `same` if some segments were left out.
    not_found: u16,
    /// What tells them apart one cell farther; null if nothing does.
    difference: Option<ViewDifferenceObject<'a>>,
}

#[derive(JsonSchema, Serialize)]
struct ViewDifferenceObject<'a> {
    /// The name of the position in which the condition holds.
    holds_in: &'a str,
    /// The text of a rule with this condition alone.
    rule: String,
}

/// How far two positions look the same, as a JSON object.
pub fn views_json(names: [&str; 2], compared: &ViewComparison) -> String {
    let ViewComparison { same, not_found, difference } = compared;
    let difference = difference.as_ref().map(|ViewDifference { rule, holds_in }| {
        let rule = RuleFile::Rule(rule.clone()).write();
        ViewDifferenceObject { holds_in: names[*holds_in], rule }
    });
    to_line(&ViewsObject { schema: SCHEMA, same: *same, not_found: *not_found, difference })
}

/// What tells two positions apart, drawn over both.
pub fn views_text(
    names: [&str; 2],
    positions: [&Position; 2],
    compared: &ViewComparison,
    styled: bool,
) -> String {
    let Some(ViewDifference { rule, holds_in }) = &compared.difference else {
        return String::new();
    };
    let found = Match { rule: 0, placement: Placement::UPRIGHT, moves: Moves::NONE };
    let sketch = Sketch::of_match(rule, &found).expect("a rule with a picture");
    let mut out = format!(
        "At reach {}, a condition holds in {} only:\n",
        compared.not_found + 1,
        names[*holds_in]
    );
    for (name, position) in names.into_iter().zip(positions) {
        let _ = writeln!(out, "\n{name}");
        for line in cut_out(position, &sketch, styled).lines() {
            let _ = writeln!(out, "{}", format!("  {line}").trim_end());
        }
        for (number, segment) in rule.pattern.segments.iter().enumerate() {
            let _ = writeln!(out, "  {}", segment_here(number, segment, position));
        }
    }
    out
}
