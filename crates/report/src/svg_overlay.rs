//! A rule drawn over a board in SVG: its cells are tinted below the line, and have a sign in a
//! corner above it, where no line runs.

use super::svg_board::{BoardDrawing, CELL, angle};
use crate::rule::Sketch;
use crate::rule::sketch::{self, Sign, SketchSegment};
use deadmove_core::board::{Cell, Move};
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::CellTest;
use deadmove_rules::words::letter;
use deadmove_svg::palette::{self, INK};

/// From the middle of a cell to the signs in its corners.
const CORNER: f64 = 7.5;
/// From the middle of a cell to a cross, which is larger, in its corner.
const CROSS: f64 = 6.2;
const FRAME: &str = "#777777";

/// A sign of a rule in the legend.
pub(super) enum RuleSign {
    Cell(Sign),
    Forbidden,
    Side,
}

/// The signs of a rule with their meanings.
pub(super) fn meanings(rule: &Sketch) -> Vec<(RuleSign, String)> {
    let mut meanings: Vec<(RuleSign, String)> = sketch::meanings(std::slice::from_ref(rule))
        .into_iter()
        .filter(|(sign, _)| *sign != Sign::LiveEnd)
        .map(|(sign, meaning)| (RuleSign::Cell(sign), meaning))
        .collect();
    if !rule.segments.is_empty() {
        meanings.push((RuleSign::Side, "side of its region".to_owned()));
    }
    if !rule.forbidden.is_empty() {
        meanings.push((RuleSign::Forbidden, "forbidden".to_owned()));
    }
    meanings
}

fn tint(sign: &Sign) -> Option<&'static str> {
    match sign {
        Sign::LiveEnd | Sign::Untested | Sign::Test(CellTest::OnBoard) => None,
        Sign::Test(CellTest::Free | CellTest::FreeNotEnd) | Sign::Forced(_) => Some("#dff3ea"),
        Sign::Test(CellTest::Wall) => Some("#c4c4c4"),
        Sign::Test(CellTest::Drawn) => Some("#cfe3f0"),
        Sign::Test(CellTest::Outside) => Some("#eeeeee"),
        Sign::Segments(..) => Some("#f7f0a0"),
    }
}

impl BoardDrawing {
    /// The middle of a cell of a rule, which may lie outside the board.
    fn beside(&self, live_end: Cell, cell: Offset) -> (f64, f64) {
        let (x, y) = self.middle(live_end);
        (x + f64::from(cell.right) * CELL, y + f64::from(cell.down) * CELL)
    }

    /// The tints, below the grid and the lines.
    pub fn rule_cells(&mut self, live_end: Cell, rule: &Sketch) {
        for (&cell, sign) in &rule.signs {
            if let Some(tint) = tint(sign) {
                self.square(self.beside(live_end, cell), tint);
            }
        }
    }

    /// The signs, above everything else.
    pub fn rule_signs(&mut self, live_end: Cell, rule: &Sketch) {
        for (&cell, sign) in &rule.signs {
            let at = self.beside(live_end, cell);
            self.frame(at);
            self.corner_sign(at, sign);
        }
        for (cell, direction) in rule.segments.iter().flat_map(SketchSegment::sides) {
            self.side_sign(self.beside(live_end, cell), direction);
        }
        for &cell in rule.forbidden.keys() {
            // Away from the live end, whose arrow points into the cell.
            let (x, y) = self.beside(live_end, cell);
            let far = |along: i16| if along < 0 { -CROSS } else { CROSS };
            self.cross((x + far(cell.right), y + far(cell.down)));
        }
    }

    /// A sign of the legend around the middle of its place.
    pub fn overlay_sign(&mut self, at: (f64, f64), sign: &RuleSign) {
        match sign {
            RuleSign::Cell(sign) => {
                if let Some(tint) = tint(sign) {
                    self.square(at, tint);
                }
                self.frame(at);
                self.corner_sign(at, sign);
            }
            RuleSign::Side => {
                self.square((at.0 - 3.0, at.1), "#f7f0a0");
                self.side_sign((at.0 - 3.0, at.1), Move::Right);
            }
            RuleSign::Forbidden => self.cross(at),
        }
    }

    fn frame(&mut self, (x, y): (f64, f64)) {
        let (x, y) = (x - CELL / 2.0, y - CELL / 2.0);
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="none" stroke="{FRAME}"/>"#
        ));
    }

    /// What a cell must be, in its upper left corner.
    fn corner_sign(&mut self, (x, y): (f64, f64), sign: &Sign) {
        let (x, y) = (x - CORNER, y - CORNER);
        match sign {
            Sign::LiveEnd | Sign::Untested => {}
            Sign::Test(CellTest::Free) => self.ring((x, y)),
            Sign::Test(CellTest::FreeNotEnd) => {
                self.ring((x, y));
                let (west, east, north, south) = (x - 4.0, x + 4.0, y - 4.0, y + 4.0);
                self.add(format_args!(
                    r#"<path d="M{west} {south}L{east} {north}" stroke="{INK}" stroke-width="1.2"/>"#
                ));
            }
            Sign::Test(CellTest::Wall) => {
                let (x, y) = (x - 3.0, y - 3.0);
                self.add(format_args!(
                    r#"<rect x="{x}" y="{y}" width="6" height="6" fill="{INK}"/>"#
                ));
            }
            Sign::Test(CellTest::Drawn) => {
                let blue = palette::BLUE;
                self.add(format_args!(r#"<circle cx="{x}" cy="{y}" r="3.2" fill="{blue}"/>"#));
            }
            Sign::Test(CellTest::Outside) => {
                let (x, y) = (x - 2.5, y - 2.5);
                self.add(format_args!(
                    r#"<rect x="{x}" y="{y}" width="5" height="5" fill="white" stroke="{INK}"/>"#
                ));
            }
            Sign::Test(CellTest::OnBoard) => {
                let (x, y) = (x - 2.5, y - 2.5);
                self.add(format_args!(
                    r#"<rect x="{x}" y="{y}" width="5" height="5" fill="white" stroke="{INK}" stroke-dasharray="1.5 1"/>"#
                ));
            }
            Sign::Segments(numbers, _) => {
                let letters: String = numbers.iter().map(|&number| letter(number)).collect();
                self.letters((x, y), &letters);
            }
            Sign::Forced(number) => self.letters((x, y), &(number + 1).to_string()),
        }
    }

    fn letters(&mut self, (x, y): (f64, f64), letters: &str) {
        let (x, y) = (x - 3.0, y + 3.5);
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="10" font-weight="bold" fill="{INK}" stroke="white" stroke-width="2" paint-order="stroke">{letters}</text>"#
        ));
    }

    fn ring(&mut self, (x, y): (f64, f64)) {
        self.add(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="2.8" fill="white" stroke="{INK}" stroke-width="1.2"/>"#
        ));
    }

    /// A triangle that points out of a segment into its region, beside the line, and away from the
    /// upper left corner of the next cell, which may have a sign.
    fn side_sign(&mut self, (x, y): (f64, f64), direction: Move) {
        let angle = angle(direction);
        let aside = match direction {
            Move::Right | Move::Up => CORNER,
            Move::Down | Move::Left => -CORNER,
        };
        let (one, other) = (aside - 3.5, aside + 3.5);
        self.add(format_args!(
            r##"<path d="M11 {one}L17 {aside}L11 {other}Z" transform="translate({x} {y}) rotate({angle})" fill="#a35200"/>"##
        ));
    }

    /// The move there is forbidden.
    fn cross(&mut self, (x, y): (f64, f64)) {
        let (west, east, north, south) = (x - 2.7, x + 2.7, y - 2.7, y + 2.7);
        let red = palette::VERMILION;
        self.add(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="5" fill="white" stroke="{red}"/><path d="M{west} {north}L{east} {south}M{east} {north}L{west} {south}" stroke="{red}" stroke-width="2" stroke-linecap="round"/>"#
        ));
    }
}
