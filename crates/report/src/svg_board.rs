//! The elements of a drawn board in SVG: the cells, the lines and the marks on them.
//!
//! No meaning rests on colour alone: the witness is dashed, the fatal part has a light core, live
//! moves are filled, and every mark of a reason has its own shape.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::legend::{self, LegendSign};
use super::picture::{Layers, Picture, ReasonMark, Stroke, edges_of_pieces, rows};
use super::shapes::{self, CELL};
use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::reason::Reason;
use deadmove_core::verdict::Verdict;
use deadmove_svg::escape;
use deadmove_svg::palette::{self, INK};

const PATH: &str = palette::BLUE;
const FATAL: &str = palette::VERMILION;
const WITNESS: &str = palette::GREEN;
const REASON: &str = palette::YELLOW;
const REASON_DARK: &str = palette::ORANGE;
const TURNING: &str = palette::PURPLE;
const BLOCKED: &str = "#555555";
/// Cells that a step of a deduction counts.
const COUNTED: &str = "#e8f1fa";

/// How far to turn clockwise what points to the right, in degrees.
pub(crate) fn angle(direction: Move) -> u16 {
    match direction {
        Move::Right => 0,
        Move::Down => 90,
        Move::Left => 180,
        Move::Up => 270,
    }
}

/// The elements of a drawing.
pub(super) struct BoardDrawing {
    pub text: String,
    /// The upper left corner of cell (1,1).
    pub left: f64,
    pub top: f64,
    /// Where the column and row numbers stand.
    pub labels: (f64, f64),
}

impl BoardDrawing {
    pub fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{element}").expect("writing to a string succeeds");
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: Cell) -> (f64, f64) {
        (
            self.left + (f64::from(cell.column) - 0.5) * CELL,
            self.top + (f64::from(cell.row) - 0.5) * CELL,
        )
    }

    pub fn text_at(&mut self, (x, y): (f64, f64), size: u8, colour: &str, text: &str) {
        let text = escape(text);
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" xml:space="preserve">{text}</text>"#
        ));
    }

    pub fn square(&mut self, (x, y): (f64, f64), fill: &str) {
        let (x, y, side) = (x - CELL / 2.0, y - CELL / 2.0, CELL);
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>"#
        ));
    }

    /// A shape around a point.
    pub fn shape(&mut self, (x, y): (f64, f64), shape: &str, paint: &str) {
        self.add(format_args!(r#"<path d="{shape}" transform="translate({x} {y})" {paint}/>"#));
    }

    /// A disc or ring.
    pub fn disc(&mut self, (x, y): (f64, f64), radius: f64, paint: &str) {
        self.add(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" {paint}/>"#));
    }

    /// Draws the board, the lines and all marks.
    pub fn draw(&mut self, picture: &Picture<'_>) {
        let live_end = picture.position.live_end();
        self.shade(picture);
        if let Some(rule) = picture.rule {
            self.rule_cells(live_end, rule);
        }
        self.grid(picture.position.board());
        self.crossing(picture);
        self.regions(picture);
        self.lines(picture);
        self.ends(picture);
        self.steps(picture);
        self.arrows(picture);
        if let Some(rule) = picture.rule {
            self.rule_signs(live_end, rule);
        }
    }

    /// Blocked cells and the cells of the reason.
    fn shade(&mut self, picture: &Picture<'_>) {
        let board = picture.position.board();
        let layers = Layers::of(picture);
        for cell in rows(board) {
            let at = self.middle(cell);
            if board.is_blocked(cell) {
                self.square(at, BLOCKED);
            }
            if let Some(mark) = layers.mark_of(board, cell) {
                self.mark(at, mark);
            }
        }
    }

    /// A cell of the reason.
    fn mark(&mut self, at: (f64, f64), mark: ReasonMark) {
        match mark {
            ReasonMark::CutOff => self.square(at, REASON),
            ReasonMark::Door => {
                self.square(at, REASON_DARK);
                self.shape(at, shapes::DOOR, &format!(r#"stroke="{INK}" stroke-width="2""#));
            }
            ReasonMark::White => self.square(at, "#fbf6c0"),
            ReasonMark::Black => {
                self.square(at, REASON);
                self.disc(at, shapes::BLACK, r##"fill="#7a6c00""##);
            }
            ReasonMark::DeadEnd => {
                self.square(at, REASON_DARK);
                self.shape(at, shapes::DEAD_END, &format!(r#"stroke="{INK}" stroke-width="2.5""#));
            }
        }
    }

    /// The edges that leave the region of a colour reason.
    fn crossing(&mut self, picture: &Picture<'_>) {
        let Some(Reason::Colour { crossing, .. }) = picture.reason else { return };
        for &(inner, outer) in crossing {
            self.crossing_edge(self.middle(inner), self.middle(outer));
        }
    }

    fn crossing_edge(&mut self, (x, y): (f64, f64), (u, v): (f64, f64)) {
        let part = |from, to| (to - from) * shapes::CROSSING / CELL;
        let (dx, dy) = (part(x, u), part(y, v));
        let (x, y, right, bottom) = (x + dx, y + dy, u - dx, v - dy);
        self.add(format_args!(
            r#"<path d="M{x} {y}L{right} {bottom}" stroke="{REASON_DARK}" stroke-width="6"/>"#
        ));
    }

    /// The numbers of the steps of a deduction in the cells of the regions they name.
    fn regions(&mut self, picture: &Picture<'_>) {
        let Some(Reason::Deduction(deduction)) = picture.reason else { return };
        let layers = Layers::of(picture);
        let board = picture.position.board();
        let mut numbers: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
        for (at, step) in deduction.steps.iter().enumerate() {
            for &cell in legend::region(&step.because).unwrap_or_default() {
                numbers.entry(cell).or_default().push((at + 1).to_string());
            }
        }
        for (cell, numbers) in numbers {
            let at = self.middle(cell);
            if layers.mark_of(board, cell).is_none() {
                self.square(at, COUNTED);
            }
            self.small_text(at, &numbers.join(" "));
        }
    }

    /// A text in the upper left of a cell.
    fn small_text(&mut self, (x, y): (f64, f64), text: &str) {
        let (x, y) = (x - CELL / 2.0 + 2.0, y - CELL / 2.0 + 8.0);
        self.text_at((x, y), 8, INK, text);
    }

    /// The decided edges of a deduction with their numbers: a bar with a disc if the edge is used,
    /// two strokes across with a box if it is not.
    fn steps(&mut self, picture: &Picture<'_>) {
        let Some(Reason::Deduction(deduction)) = picture.reason else { return };
        for (at, step) in deduction.steps.iter().enumerate() {
            let (from, to) = (self.middle(step.edge.0), self.middle(step.edge.1));
            self.decided(from, to, step.used, at + 1);
        }
    }

    fn decided(&mut self, (x, y): (f64, f64), (u, v): (f64, f64), used: bool, number: usize) {
        let (mx, my) = ((x + u) / 2.0, (y + v) / 2.0);
        if used {
            self.add(format_args!(
                r#"<path d="M{x} {y}L{u} {v}" stroke="{INK}" stroke-width="4"/>"#
            ));
            self.add(format_args!(r#"<circle cx="{mx}" cy="{my}" r="6" fill="{INK}"/>"#));
        } else {
            // Across the edge, on both sides of the number.
            let (dx, dy) = ((u - x) / CELL, (v - y) / CELL);
            for side in [-8.0, 8.0] {
                let (x, y) = (mx + dx * side, my + dy * side);
                let (across, down) = (dy * shapes::UNUSED, dx * shapes::UNUSED);
                let (ax, ay, bx, by) = (x - across, y - down, x + across, y + down);
                self.add(format_args!(
                    r#"<path d="M{ax} {ay}L{bx} {by}" stroke="{INK}" stroke-width="2"/>"#
                ));
            }
            let (left, top) = (mx - 6.0, my - 6.0);
            self.add(format_args!(
                r#"<rect x="{left}" y="{top}" width="12" height="12" fill="white" stroke="{INK}"/>"#
            ));
        }
        let fill = if used { "white" } else { INK };
        let y = my + 3.0;
        self.add(format_args!(
            r#"<text x="{mx}" y="{y}" font-size="9" text-anchor="middle" fill="{fill}">{number}</text>"#
        ));
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
            let y = self.labels.1;
            self.add(format_args!(
                r#"<text x="{x}" y="{y}" text-anchor="middle" {label}>{column}</text>"#
            ));
        }
        for row in 1..=lines {
            let (_, y) = self.middle(Cell::new(1, row));
            let (x, y) = (self.labels.0, y + 4.0);
            self.add(format_args!(
                r#"<text x="{x}" y="{y}" text-anchor="end" {label}>{row}</text>"#
            ));
        }
    }

    /// A line with the look of its kind.
    fn line(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        if points.len() < 2 {
            return;
        }
        let words: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let words = words.join(" ");
        let looks: &[String] = &match stroke {
            Stroke::Witness => {
                vec![format!(r#"stroke="{WITNESS}" stroke-width="3" stroke-dasharray="6 6""#)]
            }
            Stroke::Fatal => vec![
                format!(r#"stroke="{FATAL}" stroke-width="7""#),
                r#"stroke="white" stroke-width="1.5""#.to_owned(),
            ],
            Stroke::Path => vec![format!(r#"stroke="{PATH}" stroke-width="7""#)],
        };
        for look in looks {
            self.add(format_args!(
                r#"<polyline points="{words}" fill="none" stroke-linejoin="round" stroke-linecap="round" {look}/>"#
            ));
        }
    }

    fn lines(&mut self, picture: &Picture<'_>) {
        let position = picture.position;
        let line: Vec<(f64, f64)> = position.line().iter().map(|&c| self.middle(c)).collect();
        let turned = picture.turned().unwrap_or(line.len() - 1);
        let witness = picture.witness_cells();
        let witness = std::iter::once(position.live_end()).chain(witness);
        let witness: Vec<(f64, f64)> = witness.map(|cell| self.middle(cell)).collect();
        self.line(&witness, Stroke::Witness);
        if let Some(Reason::Loops { path, loops, .. }) = picture.reason {
            for (from, to) in edges_of_pieces(path, loops) {
                self.line(&[self.middle(from), self.middle(to)], Stroke::Witness);
            }
        }
        self.line(&line[turned..], Stroke::Fatal);
        self.line(&line[..=turned], Stroke::Path);
        if picture.turned().is_some() {
            self.turning(line[turned]);
        }
    }

    fn turning(&mut self, at: (f64, f64)) {
        self.shape(at, shapes::TURNING, &format!(r#"fill="{TURNING}" stroke="{INK}""#));
    }

    /// The end cell as a target, the start as a dot, the live end as a ring.
    fn ends(&mut self, picture: &Picture<'_>) {
        let position = picture.position;
        let board = position.board();
        if !position.is_finished() {
            self.end(self.middle(board.end()));
        }
        if picture.turned() != Some(0) {
            self.start(self.middle(board.start()));
        }
        self.live_end(self.middle(position.live_end()), picture.turned().is_some());
    }

    fn start(&mut self, at: (f64, f64)) {
        self.disc(at, shapes::START, &format!(r#"fill="{INK}""#));
    }

    fn end(&mut self, at: (f64, f64)) {
        let ring = format!(r#"fill="none" stroke="{INK}" stroke-width="2""#);
        self.disc(at, shapes::END, &ring);
        self.disc(at, shapes::END_DOT, &format!(r#"fill="{INK}""#));
    }

    fn live_end(&mut self, at: (f64, f64), fatal: bool) {
        let colour = if fatal { FATAL } else { PATH };
        let paint = format!(r#"fill="white" stroke="{colour}" stroke-width="4""#);
        self.disc(at, shapes::LIVE_END, &paint);
    }

    /// Arrow heads between the live end and its neighbours.
    fn arrows(&mut self, picture: &Picture<'_>) {
        let at = self.middle(picture.position.live_end());
        let live_end = picture.position.live_end();
        for (direction, verdict, cell) in picture.arrows() {
            let this =
                |&(a, b): &(Cell, Cell)| (a, b) == (live_end, cell) || (b, a) == (live_end, cell);
            let marked = match picture.reason {
                Some(Reason::Deduction(deduction)) => {
                    deduction.steps.iter().any(|step| this(&step.edge))
                }
                Some(Reason::Colour { crossing, .. }) => crossing.iter().any(this),
                _ => false,
            };
            // The mark of the edge stands where the arrow would.
            self.arrow(at, direction, verdict, marked);
        }
    }

    /// The arrow of a move from the middle of a cell: filled if the move is live, hollow if it is
    /// dead, dashed if that is unknown.
    fn arrow(&mut self, (x, y): (f64, f64), direction: Move, verdict: Verdict, aside: bool) {
        let shape = if aside { shapes::ARROW_ASIDE } else { shapes::ARROW };
        let angle = angle(direction);
        let paint = match verdict {
            Verdict::Live => format!(r#"fill="{WITNESS}" stroke="{WITNESS}""#),
            Verdict::Dead => format!(r#"fill="white" stroke="{FATAL}""#),
            Verdict::Unknown => {
                format!(r#"fill="white" stroke="{INK}" stroke-dasharray="2 2""#)
            }
        };
        self.add(format_args!(
            r#"<path d="{shape}" transform="translate({x} {y}) rotate({angle})" {paint} stroke-width="2" stroke-linejoin="round"/>"#
        ));
    }

    /// A sign of the legend around the middle of its place.
    pub fn sign(&mut self, sign: LegendSign, fatal: bool, (x, y): (f64, f64)) {
        let (left, right) = ((x - 10.0, y), (x + 10.0, y));
        match sign {
            LegendSign::Start => self.start((x, y)),
            LegendSign::LiveEnd => self.live_end((x, y), fatal),
            LegendSign::End => self.end((x, y)),
            LegendSign::Blocked => self.square((x, y), BLOCKED),
            LegendSign::Line(stroke) => self.line(&[left, right], stroke),
            LegendSign::Turning => self.turning((x, y)),
            LegendSign::Move(direction, verdict) => {
                // The arrow lies beside the cell it starts in.
                let middle = match direction {
                    Move::Right => (x - 18.0, y),
                    Move::Left => (x + 18.0, y),
                    Move::Down => (x, y - 18.0),
                    Move::Up => (x, y + 18.0),
                };
                self.arrow(middle, direction, verdict, false);
            }
            LegendSign::Mark(mark) => self.mark((x, y), mark),
            LegendSign::Crossing => self.crossing_edge((x - 16.0, y), (x + 16.0, y)),
            LegendSign::Decided { used } => self.decided((x - 12.0, y), (x + 12.0, y), used, 1),
            LegendSign::Counted(mark) => {
                match mark {
                    Some(mark) => self.mark((x, y), mark),
                    None => self.square((x, y), COUNTED),
                }
                self.small_text((x, y), "1");
            }
        }
    }
}
