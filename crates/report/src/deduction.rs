//! Deductions as text: a sentence for each step.

use std::ops::RangeInclusive;

use crate::numbers::count;
use deadmove_core::board::Cell;
use deadmove_core::deduction::{Because, Contradiction, Deduction, Step};
use deadmove_core::position::Position;

/// A deduction in one sentence, with its steps if they are one or two. Cells with the colour of
/// `live_end` are black.
pub(super) fn in_short(deduction: &Deduction, live_end: Cell) -> String {
    let end = contradiction(&deduction.contradiction, live_end);
    match &deduction.steps[..] {
        [] => format!("deduction: {end}"),
        steps @ ([_] | [_, _]) => {
            let steps: Vec<String> = steps.iter().map(|step| sentence(step, live_end)).collect();
            format!("deduction: {}; then {end}", steps.join("; "))
        }
        steps => format!("deduction: after {} decided edges, {end}", steps.len()),
    }
}

/// The end of a deduction in one sentence, for readers who see the steps below it.
pub(super) fn conclusion(deduction: &Deduction, live_end: Cell) -> String {
    let end = contradiction(&deduction.contradiction, live_end);
    match deduction.steps.len() {
        0 => format!("deduction: {end}"),
        steps => {
            let edges = count(steps, "decided edge", "decided edges");
            format!("deduction: after {edges}, {end}")
        }
    }
}

/// What a step decides and why.
pub(super) fn sentence(step: &Step, live_end: Cell) -> String {
    let (a, b) = step.edge;
    let edge = format!("{a}-{b} is {}used", if step.used { "" } else { "not " });
    match &step.because {
        Because::Degree { cell } if step.used => format!("{edge}, for {cell} has no other way"),
        Because::Degree { cell } => format!("{edge}, for {cell} has all its edges"),
        Because::SmallLoop { chain } => {
            format!("{edge}: it would close a loop of {}", cells(chain))
        }
        Because::Colour { region } => {
            let inner = if region.contains(&a) { a } else { b };
            let (black, white) = colours(region, live_end);
            // The edges that leave the region give all they can to one colour.
            let (all, none) = match (inner.parity() == live_end.parity()) == step.used {
                true => ("black", "white"),
                false => ("white", "black"),
            };
            format!(
                "{edge}: {black} black and {white} white cells need every way out of a {all} one \
                 and none out of a {none} one"
            )
        }
        Because::TwoEdgeCut { region } => {
            format!("{edge}: only two edges lead out of {}", cells(region))
        }
        Because::Probe { deduction } => {
            format!("{edge}: otherwise {}", contradiction(&deduction.contradiction, live_end))
        }
    }
}

/// A contradiction.
pub(super) fn contradiction(contradiction: &Contradiction, live_end: Cell) -> String {
    match contradiction {
        Contradiction::Degree { cell } => format!("{cell} cannot get the edges it needs"),
        Contradiction::SmallLoop { chain } => {
            format!("a loop of {} closes without the others", cells(chain))
        }
        Contradiction::CutOff { cells: cut, door: Some(door) } => {
            format!("{} can be entered through {door} only", cells(cut))
        }
        Contradiction::CutOff { cells: cut, door: None } => {
            format!("{} cannot be reached", cells(cut))
        }
        Contradiction::Colour { region } => {
            let (black, white) = colours(region, live_end);
            format!(
                "the ways out that are left cannot balance {black} black and {white} white cells"
            )
        }
    }
}

/// How many cells have the colour of the live end, and how many the other.
fn colours(region: &[Cell], live_end: Cell) -> (usize, usize) {
    let black = region.iter().filter(|cell| cell.parity() == live_end.parity()).count();
    (black, region.len() - black)
}

fn cells(cells: &[Cell]) -> String {
    match cells {
        [one] => format!("cell {one}"),
        _ => count(cells.len(), "cell", "cells"),
    }
}

/// How the cells are told apart by colour and listed.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Cells of its colour are black.
    pub live_end: Cell,
    /// Whether to list the cells of regions, chains and loops, for readers without a picture.
    pub cells: bool,
}

/// All steps, a paragraph each; those of a probe are indented and numbered within it.
pub(super) fn steps(deduction: &Deduction, style: Style) -> Vec<String> {
    let mut lines = Vec::new();
    list(deduction, style, "", &mut lines);
    lines
}

/// The steps of a deduction, a sentence each, with the cells they are about.
pub fn in_steps(deduction: &Deduction, live_end: Cell) -> Vec<String> {
    steps(deduction, Style { live_end, cells: true })
}

fn list(deduction: &Deduction, style: Style, number: &str, lines: &mut Vec<String>) {
    let indent = "  ".repeat(number.matches('.').count());
    for (at, step) in deduction.steps.iter().enumerate() {
        let own = format!("{number}{}", at + 1);
        let named = match &step.because {
            Because::SmallLoop { chain: cells }
            | Because::Colour { region: cells }
            | Because::TwoEdgeCut { region: cells } => listed(cells, style),
            Because::Degree { .. } | Because::Probe { .. } => String::new(),
        };
        lines.push(format!("{indent}{own}. {}{named}", sentence(step, style.live_end)));
        if let Because::Probe { deduction } = &step.because {
            list(deduction, style, &format!("{own}."), lines);
        }
    }
    let named = match &deduction.contradiction {
        Contradiction::SmallLoop { chain: cells }
        | Contradiction::CutOff { cells, .. }
        | Contradiction::Colour { region: cells } => listed(cells, style),
        Contradiction::Degree { .. } => String::new(),
    };
    let then = if deduction.steps.is_empty() { "" } else { "then " };
    let end = contradiction(&deduction.contradiction, style.live_end);
    lines.push(format!("{indent}{then}{end}{named}"));
}

/// The cells in brackets; a single one is in the sentence already.
fn listed(cells: &[Cell], style: Style) -> String {
    if cells.len() == 1 || !style.cells {
        return String::new();
    }
    let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
    format!(" [{}]", cells.join(" "))
}

/// The cells that a deduction names, those inside probes among them.
fn named(deduction: &Deduction, out: &mut Vec<Cell>) {
    for step in &deduction.steps {
        out.extend([step.edge.0, step.edge.1]);
        match &step.because {
            Because::SmallLoop { chain: cells }
            | Because::Colour { region: cells }
            | Because::TwoEdgeCut { region: cells } => out.extend(cells),
            Because::Degree { cell } => out.push(*cell),
            Because::Probe { deduction } => named(deduction, out),
        }
    }
    match &deduction.contradiction {
        Contradiction::SmallLoop { chain: cells } | Contradiction::Colour { region: cells } => {
            out.extend(cells);
        }
        Contradiction::CutOff { cells, door } => {
            out.extend(cells);
            out.extend(door);
        }
        Contradiction::Degree { cell } => out.push(*cell),
    }
}

/// The columns and rows that a deduction names, with one more on each side.
pub(super) fn around(
    position: &Position,
    deduction: &Deduction,
) -> (RangeInclusive<u16>, RangeInclusive<u16>) {
    let mut cells = vec![position.live_end()];
    named(deduction, &mut cells);
    let range = |side: fn(&Cell) -> u16, last: u16| {
        let least = cells.iter().map(side).min().expect("a cell").saturating_sub(1).max(1);
        let most = cells.iter().map(side).max().expect("a cell").saturating_add(1).min(last);
        least..=most
    };
    let board = position.board();
    (range(|cell| cell.column, board.width()), range(|cell| cell.row, board.height()))
}
