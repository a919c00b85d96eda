//! The text below a drawing: the meaning of its marks, and the reason in a sentence.

use super::deduction;
use super::picture::Picture;
use crate::numbers::count;
use deadmove_core::board::Cell;
use deadmove_core::reason::Reason;

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
                cells => format!("{} cells", cells.len()),
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
            let exits = match exits {
                0 => "there is no such exit".to_owned(),
                1 => "there is only one such exit".to_owned(),
                several => format!("there are only {several} such exits"),
            };
            let times = count(needed.unsigned_abs() as usize, "more time", "more times");
            format!(
                "colour: {black} black and {white} white cells: the line must cross out of them at \
                 least {times} from {from} than from {other}, and {exits}"
            )
        }
        Reason::Deduction(deduction) => deduction::in_short(deduction, live_end),
        Reason::Search { .. } => {
            "search: every way to go on was ruled out; no shorter reason was found".to_owned()
        }
    }
}

/// The edges that leave the region of a colour reason, or `None` when there are too many to read.
pub(super) fn crossing_edges(reason: &Reason) -> Option<String> {
    match reason {
        Reason::Colour { crossing, .. } if (1..=LISTED).contains(&crossing.len()) => {
            let edges: Vec<_> =
                crossing.iter().map(|(inner, outer)| format!("{inner}-{outer}")).collect();
            Some(edges.join(" "))
        }
        _ => None,
    }
}

/// The turning point in a sentence, if the path goes on after it.
pub(super) fn turning(picture: &Picture<'_>) -> Option<String> {
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
