//! Boards as standalone SVG.
//!
//! Lengths are in user units of 24 per cell side; the picture scales with its view box. No
//! meaning rests on colour alone: the witness is dashed, the fatal part has a light core, the
//! reason is hatched or shaded.

use crate::numbers::count;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::deduction;
use super::legend;
use super::picture::{Layers, Mark, Picture, rows};
use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::deduction::Because;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::Verdict;
use deadmove_svg::Document;
use deadmove_svg::palette::{self, INK};

const CELL: f64 = 24.0;
const MARGIN: f64 = 32.0;
const LINE_HEIGHT: f64 = 20.0;
/// Room for the caption below a small board; longer captions are wrapped.
const MIN_WIDTH: f64 = 400.0;
/// Average width of a letter of the caption.
const LETTER: f64 = 7.2;

const PATH: &str = palette::BLUE;
const FATAL: &str = palette::VERMILION;
const WITNESS: &str = palette::GREEN;
const REASON: &str = palette::YELLOW;
const REASON_DARK: &str = palette::ORANGE;
const TURNING: &str = palette::PURPLE;

/// Draws the board as an SVG document with column and row numbers and a caption.
pub fn svg(picture: &Picture<'_>) -> String {
    let board = picture.position.board();
    let across = f64::from(board.width()) * CELL;
    let down = f64::from(board.height()) * CELL;
    let width = (across + 2.0 * MARGIN).max(MIN_WIDTH);
    let caption = wrap(&caption(picture), ((width - 2.0 * MARGIN) / LETTER) as usize);
    let height = down + 2.0 * MARGIN + caption.len() as f64 * LINE_HEIGHT;
    let mut page = BoardDrawing { text: String::new(), left: (width - across) / 2.0, top: MARGIN };
    page.shade(picture);
    page.grid(board);
    page.crossing(picture);
    page.regions(picture);
    page.lines(picture);
    page.ends(picture);
    page.arrows(picture);
    page.steps(picture);
    let left = page.left.min(MARGIN);
    for (number, (colour, line)) in caption.iter().enumerate() {
        let y = down + 2.0 * MARGIN + number as f64 * LINE_HEIGHT;
        page.add(format_args!(
            r#"<rect x="{left}" y="{}" width="11" height="11" fill="{colour}"/>"#,
            y - 10.5
        ));
        let x = left + 18.0;
        page.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="14" fill="{INK}">{line}</text>"#
        ));
    }
    let title = title(picture);
    let attributes = r#"role="img""#;
    Document { width, height, attributes, title: Some(&title), paper: "white" }.of(&page.text)
}

struct BoardDrawing {
    text: String,
    left: f64,
    top: f64,
}

impl BoardDrawing {
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{element}").expect("writing to a string succeeds");
    }

    /// The middle of a cell.
    fn middle(&self, cell: Cell) -> (f64, f64) {
        (
            self.left + (f64::from(cell.column) - 0.5) * CELL,
            self.top + (f64::from(cell.row) - 0.5) * CELL,
        )
    }

    fn square(&mut self, cell: Cell, fill: &str, inset: f64) {
        let (x, y) = self.middle(cell);
        let (x, y, side) = (x - CELL / 2.0 + inset, y - CELL / 2.0 + inset, CELL - 2.0 * inset);
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>"#
        ));
    }

    /// Blocked cells and the cells of the reason.
    fn shade(&mut self, picture: &Picture<'_>) {
        let board = picture.position.board();
        let layers = Layers::of(picture);
        for cell in rows(board) {
            if board.is_blocked(cell) {
                self.square(cell, "#555555", 0.0);
            }
            let Some(mark) = layers.mark_of(board, cell) else { continue };
            match mark {
                Mark::CutOff => self.square(cell, REASON, 0.0),
                Mark::Door | Mark::DeadEnd => self.square(cell, REASON_DARK, 0.0),
                Mark::White => self.square(cell, "#fbf6c0", 0.0),
                Mark::Black => {
                    self.square(cell, REASON, 0.0);
                    let (x, y) = self.middle(cell);
                    self.add(format_args!(r##"<circle cx="{x}" cy="{y}" r="3" fill="#7a6c00"/>"##));
                }
            }
            if mark == Mark::DeadEnd {
                let (x, y) = self.middle(cell);
                let (west, east, north, south) = (x - 7.0, x + 7.0, y - 7.0, y + 7.0);
                self.add(format_args!(
                    r#"<path d="M{west} {north}L{east} {south}M{east} {north}L{west} {south}" stroke="{INK}" stroke-width="2.5"/>"#
                ));
            }
        }
    }

    /// The edges that leave the region of a colour reason.
    fn crossing(&mut self, picture: &Picture<'_>) {
        let Some(Reason::Colour { crossing, .. }) = picture.reason else { return };
        for &(inner, outer) in crossing {
            let ((x, y), (u, v)) = (self.middle(inner), self.middle(outer));
            let (dx, dy) = ((u - x) / 4.0, (v - y) / 4.0);
            let (x, y, right, bottom) = (x + dx, y + dy, u - dx, v - dy);
            self.add(format_args!(
                r#"<path d="M{x} {y}L{right} {bottom}" stroke="{REASON_DARK}" stroke-width="6"/>"#
            ));
        }
    }

    /// The numbers of the steps of a deduction in the cells of the regions they name.
    fn regions(&mut self, picture: &Picture<'_>) {
        let Some(Reason::Deduction(deduction)) = picture.reason else { return };
        let layers = Layers::of(picture);
        let board = picture.position.board();
        let mut numbers: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
        for (at, step) in deduction.steps.iter().enumerate() {
            if let Because::Colour { region } | Because::TwoEdgeCut { region } = &step.because {
                for &cell in region {
                    numbers.entry(cell).or_default().push((at + 1).to_string());
                }
            }
        }
        for (cell, numbers) in numbers {
            if layers.mark_of(board, cell).is_none() {
                self.square(cell, "#e8f1fa", 0.0);
            }
            let (x, y) = self.middle(cell);
            let (x, y) = (x - CELL / 2.0 + 2.0, y - CELL / 2.0 + 7.0);
            let numbers = numbers.join(" ");
            self.add(format_args!(
                r#"<text x="{x}" y="{y}" font-size="7" fill="{INK}">{numbers}</text>"#
            ));
        }
    }

    /// The decided edges of a deduction with their numbers: a bar with a disc if the edge is used,
    /// two strokes across with a box if it is not.
    fn steps(&mut self, picture: &Picture<'_>) {
        let Some(Reason::Deduction(deduction)) = picture.reason else { return };
        for (at, step) in deduction.steps.iter().enumerate() {
            let ((x, y), (u, v)) = (self.middle(step.edge.0), self.middle(step.edge.1));
            let (mx, my) = ((x + u) / 2.0, (y + v) / 2.0);
            let number = at + 1;
            if step.used {
                self.add(format_args!(
                    r#"<path d="M{x} {y}L{u} {v}" stroke="{INK}" stroke-width="4"/>"#
                ));
                self.add(format_args!(r#"<circle cx="{mx}" cy="{my}" r="6" fill="{INK}"/>"#));
            } else {
                // Across the edge, on both sides of the number.
                let (dx, dy) = ((u - x) / CELL, (v - y) / CELL);
                for side in [-8.0, 8.0] {
                    let (x, y) = (mx + dx * side, my + dy * side);
                    let (ax, ay, bx, by) = (x - dy * 6.0, y - dx * 6.0, x + dy * 6.0, y + dx * 6.0);
                    self.add(format_args!(
                        r#"<path d="M{ax} {ay}L{bx} {by}" stroke="{INK}" stroke-width="2"/>"#
                    ));
                }
                let (left, top) = (mx - 6.0, my - 6.0);
                self.add(format_args!(
                    r#"<rect x="{left}" y="{top}" width="12" height="12" fill="white" stroke="{INK}"/>"#
                ));
            }
            let fill = if step.used { "white" } else { INK };
            let y = my + 3.0;
            self.add(format_args!(
                r#"<text x="{mx}" y="{y}" font-size="9" text-anchor="middle" fill="{fill}">{number}</text>"#
            ));
        }
    }

    fn grid(&mut self, board: &Board) {
        let (columns, lines) = (board.width(), board.height());
        let (left, top) = (self.left, self.top);
        let (right, bottom) = (left + f64::from(columns) * CELL, top + f64::from(lines) * CELL);
        let mut grid = String::new();
        for column in 1..columns {
            write!(grid, "M{} {top}V{bottom}", left + f64::from(column) * CELL)
                .expect("writing to a string succeeds");
        }
        for line in 1..lines {
            write!(grid, "M{left} {}H{right}", top + f64::from(line) * CELL)
                .expect("writing to a string succeeds");
        }
        self.add(format_args!(r##"<path d="{grid}" stroke="#d8d8d8" fill="none"/>"##));
        let (width, height) = (right - left, bottom - top);
        self.add(format_args!(
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="{INK}" stroke-width="1.5"/>"#
        ));
        let label = r##"font-size="11" fill="#666666""##;
        for column in 1..=columns {
            let (x, _) = self.middle(Cell::new(column, 1));
            let y = top - 8.0;
            self.add(format_args!(
                r#"<text x="{x}" y="{y}" text-anchor="middle" {label}>{column}</text>"#
            ));
        }
        for row in 1..=lines {
            let (_, y) = self.middle(Cell::new(1, row));
            let (x, y) = (left - 8.0, y + 4.0);
            self.add(format_args!(
                r#"<text x="{x}" y="{y}" text-anchor="end" {label}>{row}</text>"#
            ));
        }
    }

    fn polyline(&mut self, cells: &[Cell], attributes: &str) {
        if cells.len() < 2 {
            return;
        }
        let points: Vec<_> = cells
            .iter()
            .map(|&cell| {
                let (x, y) = self.middle(cell);
                format!("{x},{y}")
            })
            .collect();
        let points = points.join(" ");
        self.add(format_args!(
            r#"<polyline points="{points}" fill="none" stroke-linejoin="round" stroke-linecap="round" {attributes}/>"#
        ));
    }

    fn lines(&mut self, picture: &Picture<'_>) {
        let position = picture.position;
        let line = position.line();
        let turned = picture.turned().unwrap_or(line.len() - 1);
        let mut witness = vec![position.live_end()];
        witness.extend(picture.witness_cells());
        self.polyline(
            &witness,
            &format!(r#"stroke="{WITNESS}" stroke-width="3" stroke-dasharray="6 6""#),
        );
        self.polyline(&line[turned..], &format!(r#"stroke="{FATAL}" stroke-width="7""#));
        self.polyline(&line[turned..], r#"stroke="white" stroke-width="1.5""#);
        self.polyline(&line[..=turned], &format!(r#"stroke="{PATH}" stroke-width="7""#));
        if picture.turned().is_some() {
            let (x, y) = self.middle(line[turned]);
            let (west, east, north, south) = (x - 8.0, x + 8.0, y - 8.0, y + 8.0);
            self.add(format_args!(
                r#"<path d="M{x} {north}L{east} {y}L{x} {south}L{west} {y}Z" fill="{TURNING}" stroke="{INK}"/>"#
            ));
        }
    }

    /// The end cell as a target, the start as a dot, the live end as a ring.
    fn ends(&mut self, picture: &Picture<'_>) {
        let position = picture.position;
        let board = position.board();
        let (x, y) = self.middle(board.end());
        if !position.is_finished() {
            self.add(format_args!(
                r#"<circle cx="{x}" cy="{y}" r="8" fill="none" stroke="{INK}" stroke-width="2"/>"#
            ));
            self.add(format_args!(r#"<circle cx="{x}" cy="{y}" r="3.5" fill="{INK}"/>"#));
        }
        if picture.turned() != Some(0) {
            let (x, y) = self.middle(board.start());
            self.add(format_args!(r#"<circle cx="{x}" cy="{y}" r="6.5" fill="{INK}"/>"#));
        }
        let (x, y) = self.middle(position.live_end());
        let colour = if picture.turned().is_some() { FATAL } else { PATH };
        self.add(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="7.5" fill="white" stroke="{colour}" stroke-width="4"/>"#
        ));
    }

    /// Arrow heads between the live end and its neighbours: filled live, hollow dead, and a
    /// question mark when unknown.
    fn arrows(&mut self, picture: &Picture<'_>) {
        let (x, y) = self.middle(picture.position.live_end());
        for (direction, verdict, _) in picture.arrows() {
            let angle = match direction {
                Move::Right => 0,
                Move::Down => 90,
                Move::Left => 180,
                Move::Up => 270,
            };
            let paint = match verdict {
                Verdict::Live => format!(r#"fill="{WITNESS}" stroke="{WITNESS}""#),
                Verdict::Dead => format!(r#"fill="white" stroke="{FATAL}""#),
                Verdict::Unknown => {
                    format!(r#"fill="white" stroke="{INK}" stroke-dasharray="2 2""#)
                }
            };
            self.add(format_args!(
                r#"<path d="M13 -6L23 0L13 6Z" transform="translate({x} {y}) rotate({angle})" {paint} stroke-width="2" stroke-linejoin="round"/>"#
            ));
        }
    }
}

fn title(picture: &Picture<'_>) -> String {
    let position = picture.position;
    let board = position.board();
    format!(
        "{}x{} board, {} drawn, live end {}",
        board.width(),
        board.height(),
        count(position.path().len(), "step", "steps"),
        position.live_end()
    )
}

/// The sentences of the caption, each with the colour of the mark it explains.
fn caption(picture: &Picture<'_>) -> Vec<(&'static str, String)> {
    let mut lines = vec![(PATH, title(picture))];
    if let Some(turning) = legend::turning(picture) {
        lines.push((TURNING, turning));
    }
    if let Some(witness) = picture.witness.filter(|witness| !witness.is_empty()) {
        lines.push((
            WITNESS,
            format!("witness, {} (dashed)", count(witness.len(), "step", "steps")),
        ));
    }
    if !picture.move_verdicts.is_empty() {
        let moves: Vec<_> = picture
            .move_verdicts
            .iter()
            .map(|(step, verdict)| format!("{step} {verdict}"))
            .collect();
        let live = picture.move_verdicts.iter().any(|(_, verdict)| *verdict == Verdict::Live);
        lines.push((if live { WITNESS } else { FATAL }, format!("moves: {}", moves.join(", "))));
    }
    if let Some(reason) = picture.reason {
        let text = legend::describe_reason(reason, picture.position.live_end());
        lines.push((REASON_DARK, text));
        if let Reason::Deduction(deduction) = reason {
            let style = deduction::Style { live_end: picture.position.live_end(), cells: false };
            let steps = deduction::steps(deduction, style).into_iter();
            lines.extend(steps.map(|step| ("white", step.trim_start().to_owned())));
        }
    }
    lines
}

/// Wraps sentences at `letters` letters; continued lines get no coloured square.
fn wrap(sentences: &[(&'static str, String)], letters: usize) -> Vec<(&'static str, String)> {
    let mut lines: Vec<(&'static str, String)> = Vec::new();
    for (colour, sentence) in sentences {
        lines.push((colour, String::new()));
        for word in sentence.split(' ') {
            let (_, line) = lines.last_mut().expect("a line was begun");
            if !line.is_empty() && line.chars().count() + word.chars().count() >= letters {
                lines.push(("white", word.to_owned()));
            } else {
                line.push_str(if line.is_empty() { "" } else { " " });
                line.push_str(word);
            }
        }
    }
    lines
}
