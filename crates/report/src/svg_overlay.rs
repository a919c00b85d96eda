//! A rule drawn over a board in SVG: its cells are tinted below the line, and have a sign in a
//! corner above it, where no line runs.

use super::shapes::{self, CELL};
use super::svg_board::{BoardDrawing, angle};
use crate::rule::Sketch;
use crate::rule::sketch::{self, Sign, SketchSegment};
use deadmove_core::board::{Cell, Move};
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::CellTest;
use deadmove_rules::words::letter;
use deadmove_svg::palette::{self, INK};

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
            let far = |along: i16| shapes::CROSS_CORNER * if along < 0 { -1.0 } else { 1.0 };
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
        let at = (x - shapes::CORNER, y - shapes::CORNER);
        match sign {
            Sign::LiveEnd | Sign::Untested => {}
            Sign::Test(CellTest::Free) => self.ring(at),
            Sign::Test(CellTest::FreeNotEnd) => {
                self.ring(at);
                let paint = format!(r#"stroke="{INK}" stroke-width="1.2""#);
                self.shape(at, shapes::NOT_END, &paint);
            }
            Sign::Test(CellTest::Wall) => {
                self.boxed(at, shapes::WALL, &format!(r#"fill="{INK}""#));
            }
            Sign::Test(CellTest::Drawn) => {
                self.disc(at, shapes::DRAWN, &format!(r#"fill="{}""#, palette::BLUE));
            }
            Sign::Test(CellTest::Outside) => {
                self.boxed(at, shapes::BOX, &format!(r#"fill="white" stroke="{INK}""#));
            }
            Sign::Test(CellTest::OnBoard) => {
                let paint = format!(r#"fill="white" stroke="{INK}" stroke-dasharray="1.5 1""#);
                self.boxed(at, shapes::BOX, &paint);
            }
            Sign::Segments(numbers, _) => {
                let letters: String = numbers.iter().map(|&number| letter(number)).collect();
                self.letters(at, &letters);
            }
            Sign::Forced(number) => self.letters(at, &(number + 1).to_string()),
        }
    }

    fn letters(&mut self, (x, y): (f64, f64), letters: &str) {
        let (x, y) = (x - 3.0, y + 3.5);
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="10" font-weight="bold" fill="{INK}" stroke="white" stroke-width="2" paint-order="stroke">{letters}</text>"#
        ));
    }

    fn ring(&mut self, at: (f64, f64)) {
        self.disc(at, shapes::FREE, &format!(r#"fill="white" stroke="{INK}" stroke-width="1.2""#));
    }

    fn boxed(&mut self, (x, y): (f64, f64), half: f64, paint: &str) {
        let (x, y, side) = (x - half, y - half, 2.0 * half);
        self.add(format_args!(r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" {paint}/>"#));
    }

    /// A triangle that points out of a segment into its region, beside the line, and away from the
    /// upper left corner of the next cell, which may have a sign.
    fn side_sign(&mut self, (x, y): (f64, f64), direction: Move) {
        let angle = angle(direction);
        let shape = match direction {
            Move::Right | Move::Up => shapes::SIDE_BELOW,
            Move::Down | Move::Left => shapes::SIDE_ABOVE,
        };
        self.add(format_args!(
            r##"<path d="{shape}" transform="translate({x} {y}) rotate({angle})" fill="#a35200"/>"##
        ));
    }

    /// The move there is forbidden.
    fn cross(&mut self, at: (f64, f64)) {
        let red = palette::VERMILION;
        self.disc(at, shapes::CROSS_RING, &format!(r#"fill="white" stroke="{red}""#));
        let paint = format!(r#"stroke="{red}" stroke-width="2" stroke-linecap="round""#);
        self.shape(at, shapes::CROSS, &paint);
    }
}
