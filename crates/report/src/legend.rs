//! The text below a drawing: the meaning of its marks, and the reason in a sentence.

use super::deduction;
use super::picture::{Layers, Picture, ReasonMark, Stroke, rows};
use crate::numbers::count;
use deadmove_core::board::{Cell, Move};
use deadmove_core::deduction::{Because, Contradiction, Deduction};
use deadmove_core::reason::Reason;
use deadmove_core::verdict::Verdict;

/// How many cells or edges a sentence lists before it only counts them.
const LISTED: usize = 8;

/// A reason in one sentence. `live_end` is that of the position; its colour is called black.
pub fn describe_reason(reason: &Reason, live_end: Cell) -> String {
    match reason {
        Reason::DeadEnd { cell, exits, needed } => {
            let who = if *cell == live_end {
                format!("the live end {cell}")
            } else {
                format!("cell {cell}")
            };
            let has = match exits.as_slice() {
                [] => "has none".to_owned(),
                exits => format!("has only {}", list(exits)),
            };
            format!(
                "dead end: {who} needs {} and {has}",
                count(*needed, "way in or out", "ways in or out")
            )
        }
        Reason::CutOff { cells, door } => {
            let cells = match cells.as_slice() {
                [one] => format!("cell {one}"),
                cells => count(cells.len(), "cell", "cells"),
            };
            match door {
                Some(door) => format!(
                    "cut off: {cells} can be entered through {door} only, so the line would not \
                     come back"
                ),
                None => format!("cut off: {cells} cannot be reached"),
            }
        }
        Reason::Colour { black, white, needed, crossing, .. } => {
            let black_ended =
                crossing.iter().filter(|(inner, _)| inner.parity() == live_end.parity()).count();
            let (from, other, exits) = match *needed > 0 {
                true => ("black", "white", black_ended),
                false => ("white", "black", crossing.len() - black_ended),
            };
            let all = count(crossing.len(), "edge out", "edges out");
            let exits = match exits {
                _ if crossing.is_empty() => "no edge leads out".to_owned(),
                0 => format!("none of the {all} starts at a {from} one"),
                1 => format!("only 1 of the {all} starts at a {from} one"),
                several => format!("only {several} of the {all} start at a {from} one"),
            };
            format!(
                "colour: {black} black and {white} white cells: at least {} more of the \
                 line's steps out of them must leave {from} cells than {other} ones, and {exits}",
                needed.unsigned_abs()
            )
        }
        Reason::Deduction(deduction) => deduction::in_short(deduction, live_end),
        Reason::Loops { loops, edge_sets, .. } => {
            let loops = count(loops.len(), "loop", "loops");
            let sets = match edge_sets {
                1 => String::new(),
                sets => format!(" in any of the {sets} edge sets that flips lead to"),
            };
            format!("loops: a path and {loops} visit every cell, and no strip joins them{sets}")
        }
        Reason::Search { .. } => {
            "search: every way to go on was ruled out; no shorter reason was found".to_owned()
        }
    }
}

/// The same for a position without a drawing: with the cells of a small region.
pub(crate) fn describe_unmarked(reason: &Reason, live_end: Cell) -> String {
    let text = describe_reason(reason, live_end);
    match reason {
        Reason::Colour { region, .. } if region.len() <= LISTED => {
            format!("{text}; the cells are {}", list(region))
        }
        _ => text,
    }
}

/// The sentence below a drawing that says why the position is dead.
pub(super) fn sentence(picture: &Picture<'_>) -> Option<String> {
    match picture.reason? {
        // The drawing lists the steps.
        Reason::Deduction(deduction) => {
            Some(deduction::conclusion(deduction, picture.position.live_end()))
        }
        reason => Some(describe_reason(reason, picture.position.live_end())),
    }
}

/// What the board is, what is drawn on it, and the verdict, which begins with a comma.
pub(super) fn title(picture: &Picture<'_>) -> [String; 3] {
    let position = picture.position;
    let board = position.board();
    let steps = count(position.path().len(), "step", "steps");
    [
        format!("{}×{} board", board.width(), board.height()),
        format!("{steps} drawn, live end {}", position.live_end()),
        picture.verdict.map_or(String::new(), |verdict| format!(", {verdict}")),
    ]
}

/// A sign of a drawing that the legend explains. Marks of a rule have their own legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LegendSign {
    Start,
    LiveEnd,
    End,
    Blocked,
    Line(Stroke),
    Turning,
    Move(Move, Verdict),
    Mark(ReasonMark),
    /// An edge that leaves the region of a colour reason.
    Crossing,
    /// An edge that a deduction decides.
    Decided {
        used: bool,
    },
    /// A cell of a region that a step of a deduction counts, with the mark that all of them have.
    Counted(Option<ReasonMark>),
}

/// The signs that occur in a picture, with their meanings. `shows` says whether the mark of a cell
/// is to be seen.
pub(super) fn entries(
    picture: &Picture<'_>,
    layers: &Layers,
    shows: impl Fn(Cell) -> bool,
) -> Vec<(LegendSign, String)> {
    let position = picture.position;
    let board = position.board();
    let mut entries = Vec::new();
    let mut entry = |sign, meaning: String| entries.push((sign, meaning));
    if board.start() != position.live_end() && picture.turned() != Some(0) {
        entry(LegendSign::Start, format!("start {}", board.start()));
    }
    let at = match position.live_end() {
        cell if cell == board.end() => ", the end",
        cell if cell == board.start() => ", the start",
        _ => "",
    };
    entry(LegendSign::LiveEnd, format!("live end {}{at}", position.live_end()));
    if board.end() != position.live_end() {
        entry(LegendSign::End, format!("end {}", board.end()));
    }
    if board.blocked_cells().next().is_some() {
        entry(LegendSign::Blocked, "blocked".to_owned());
    }
    let steps = position.path().len();
    let live = picture.turned().unwrap_or(steps);
    if live > 0 {
        entry(LegendSign::Line(Stroke::Path), format!("path, {}", count(live, "step", "steps")));
    }
    if let Some(turning) = turning(picture) {
        entry(LegendSign::Turning, turning);
        let after = count(steps - live, "step", "steps");
        entry(LegendSign::Line(Stroke::Fatal), format!("from the fatal move on, {after}"));
    }
    if let Some(witness) = picture.witness.filter(|witness| !witness.is_empty()) {
        let steps = count(witness.len(), "step", "steps");
        entry(LegendSign::Line(Stroke::Witness), format!("witness, {steps}"));
    }
    for &(direction, verdict) in picture.move_verdicts {
        entry(LegendSign::Move(direction, verdict), format!("{direction} {verdict}"));
    }
    let Some(reason) = picture.reason else { return entries };
    let marks = [
        ReasonMark::CutOff,
        ReasonMark::Door,
        ReasonMark::Black,
        ReasonMark::White,
        ReasonMark::DeadEnd,
    ];
    for mark in marks {
        let seen = |&cell: &Cell| layers.mark_of(board, cell) == Some(mark) && shows(cell);
        if rows(board).any(|cell| seen(&cell)) {
            entry(LegendSign::Mark(mark), meaning(mark, reason).to_owned());
        }
    }
    match reason {
        Reason::Colour { crossing, .. } if !crossing.is_empty() => {
            let edges = match crossing.len() {
                1..=LISTED => {
                    let edges = crossing.iter().map(|(inner, outer)| format!("{inner}-{outer}"));
                    format!(": {}", edges.collect::<Vec<_>>().join(" "))
                }
                _ => String::new(),
            };
            entry(LegendSign::Crossing, format!("edges that leave the region{edges}"));
        }
        Reason::Loops { loops, .. } => {
            let loops = count(loops.len(), "loop", "loops");
            entry(LegendSign::Line(Stroke::Witness), format!("a path and {loops}"));
        }
        Reason::Deduction(deduction) => {
            for (used, meaning) in [(true, "edge that is used"), (false, "edge that is not used")] {
                if deduction.steps.iter().any(|step| step.used == used) {
                    entry(LegendSign::Decided { used }, format!("{meaning}, with its step"));
                }
            }
            let steps = deduction.steps.iter();
            let counted = steps.filter_map(|step| region(&step.because)).flatten();
            let mut marks = counted.map(|&cell| layers.mark_of(board, cell));
            if let Some(first) = marks.next() {
                // Cells without a mark of the reason have a shade of their own.
                let mark = first.filter(|_| marks.all(|mark| mark.is_some()));
                entry(LegendSign::Counted(mark), "cell of the region that a step names".to_owned());
            }
        }
        _ => {}
    }
    entries
}

/// The region of a step of a deduction, if it names one.
pub(super) fn region(because: &Because) -> Option<&[Cell]> {
    match because {
        Because::Colour { region } | Because::TwoEdgeCut { region } => Some(region),
        Because::Degree { .. } | Because::SmallLoop { .. } | Because::Probe { .. } => None,
    }
}

fn meaning(mark: ReasonMark, reason: &Reason) -> &'static str {
    let small_loop = matches!(
        reason,
        Reason::Deduction(Deduction { contradiction: Contradiction::SmallLoop { .. }, .. })
    );
    match mark {
        ReasonMark::DeadEnd if matches!(reason, Reason::Deduction(_)) => {
            "cell that cannot get the edges it needs"
        }
        ReasonMark::CutOff if matches!(reason, Reason::Loops { .. }) => "cell of a loop",
        ReasonMark::CutOff if small_loop => "cell of the loop",
        ReasonMark::CutOff => "cut off",
        ReasonMark::Door => "the only door",
        ReasonMark::Black => "black cell of the region",
        ReasonMark::White => "white cell of the region",
        ReasonMark::DeadEnd => "dead end",
    }
}

/// The turning point in a sentence, if the path goes on after it.
fn turning(picture: &Picture<'_>) -> Option<String> {
    let live = picture.turned()?;
    let position = picture.position;
    let cell = position.line()[live];
    let fatal = position.path()[live];
    Some(format!(
        "turning point {cell}: {} live, then {fatal} is fatal",
        count(live, "step is", "steps are")
    ))
}

fn list(cells: &[Cell]) -> String {
    let shown: Vec<_> = cells.iter().take(LISTED).map(Cell::to_string).collect();
    match cells.len() - shown.len() {
        0 => shown.join(" "),
        more => format!("{} and {more} more", shown.join(" ")),
    }
}
