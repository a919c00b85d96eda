//! The characters and terminal styles of a drawn board.

use anstyle::{AnsiColor, Effects, Style};

use super::picture::{ReasonMark, Stroke};
use deadmove_core::board::Move;
use deadmove_core::verdict::Verdict;

pub(super) const START: char = '●';
pub(super) const LIVE_END: char = '◉';
pub(super) const END: char = '◎';
pub(super) const TURNING: char = '◆';
pub(super) const BLOCKED: char = '█';
pub(super) const FREE: char = '·';

/// The parts of a drawing that differ in style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GlyphRole {
    Blank,
    Label,
    Free,
    Blocked,
    Ends,
    LiveEnd,
    Turning,
    Line(Stroke),
    Reason,
    Rule,
    Arrow(Verdict),
}

impl From<GlyphRole> for Style {
    fn from(role: GlyphRole) -> Style {
        match role {
            GlyphRole::Blank => Style::new(),
            GlyphRole::Label | GlyphRole::Free | GlyphRole::Blocked => {
                Style::new().effects(Effects::DIMMED)
            }
            GlyphRole::Ends => Style::new().bold(),
            GlyphRole::LiveEnd | GlyphRole::Line(Stroke::Path) => {
                AnsiColor::Cyan.on_default().bold()
            }
            GlyphRole::Turning => AnsiColor::Magenta.on_default().bold(),
            GlyphRole::Line(Stroke::Fatal) => AnsiColor::Red.on_default().bold(),
            GlyphRole::Line(Stroke::Witness) => AnsiColor::Green.on_default(),
            GlyphRole::Rule => AnsiColor::Magenta.on_default().bold(),
            GlyphRole::Reason => AnsiColor::Yellow.on_default(),
            GlyphRole::Arrow(Verdict::Live) => AnsiColor::Green.on_default().bold(),
            GlyphRole::Arrow(Verdict::Dead) => AnsiColor::Red.on_default().bold(),
            GlyphRole::Arrow(Verdict::Unknown) => AnsiColor::Yellow.on_default().bold(),
        }
    }
}

/// The line character that joins the given sides, in the order of [`Move::ALL`].
pub(super) fn line(stroke: Stroke, sides: [bool; 4]) -> char {
    let [vertical, horizontal, down_right, down_left, up_right, up_left] = match stroke {
        Stroke::Path => ['┃', '━', '┏', '┓', '┗', '┛'],
        Stroke::Fatal => ['║', '═', '╔', '╗', '╚', '╝'],
        Stroke::Witness => ['│', '─', '╭', '╮', '╰', '╯'],
    };
    match sides {
        [false, true, false, true] => down_right,
        [false, true, true, false] => down_left,
        [true, false, false, true] => up_right,
        [true, false, true, false] => up_left,
        [up, down, _, _] if up || down => vertical,
        _ => horizontal,
    }
}

/// The dashes of an edge that leaves a region.
pub(super) fn crossing(direction: Move) -> char {
    match direction {
        Move::Up | Move::Down => '┆',
        Move::Left | Move::Right => '┄',
    }
}

/// An edge that is decided, across or down.
pub(super) fn decided(across: bool, used: bool) -> char {
    match (used, across) {
        (true, true) => '─',
        (true, false) => '│',
        (false, _) => '╳',
    }
}

pub(super) fn mark(mark: ReasonMark) -> char {
    match mark {
        ReasonMark::CutOff => '▒',
        ReasonMark::Door => '◌',
        ReasonMark::Black => '■',
        ReasonMark::White => '□',
        ReasonMark::DeadEnd => '✕',
    }
}

/// The arrow of a move: filled when live, hollow when dead, thin when unknown.
pub(super) fn arrow(direction: Move, verdict: Verdict) -> char {
    let [up, down, left, right] = match verdict {
        Verdict::Live => ['▲', '▼', '◄', '►'],
        Verdict::Dead => ['△', '▽', '◁', '▷'],
        Verdict::Unknown => ['↑', '↓', '←', '→'],
    };
    match direction {
        Move::Up => up,
        Move::Down => down,
        Move::Left => left,
        Move::Right => right,
    }
}
