//! Pictures of rules as standalone SVG, in the colours of the drawings of boards.
//!
//! No meaning rests on colour alone: forbidden cells have a cross, segments a letter and triangles
//! that point to their region (in [`super::svg_segments`]), and every state of a cell has another
//! shape.

use std::fmt::Write as _;

use super::sketch::{Sign, Sketch, meanings};
use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::CellTest;
use deadmove_svg::palette::{self, INK, PALE_INK as PALE};
use deadmove_svg::{Document, escape};

pub(super) const CELL: f64 = 36.0;
const MARGIN: f64 = 28.0;
const GAP: f64 = 32.0;
const LINE_HEIGHT: f64 = 20.0;
const TITLE: f64 = 22.0;
/// Placements are drawn at this scale.
const SMALL: f64 = 0.55;
/// The usual width of a sheet.
pub const WIDTH: f64 = 720.0;
/// Average width of a letter of the text.
const LETTER: f64 = 7.2;

const PATH: &str = palette::BLUE;
const FORBIDDEN: &str = palette::VERMILION;
const FORCED: &str = palette::GREEN;
const REGION: &str = palette::YELLOW;

/// The content of a drawing of a rule.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    /// The heading.
    pub title: &'a str,
    /// The statement, a paragraph each; long ones are wrapped.
    pub text: &'a [String],
    /// Large pictures.
    pub pictures: &'a [Sketch],
    /// Small pictures below.
    pub placements: &'a [Sketch],
    /// The width; a wider picture makes the sheet wider.
    pub width: f64,
}

impl<'a> Sheet<'a> {
    /// Pictures alone, at the usual width.
    pub fn of(title: &'a str, pictures: &'a [Sketch]) -> Sheet<'a> {
        Sheet { title, text: &[], pictures, placements: &[], width: WIDTH }
    }
}

/// Draws a rule as an SVG document.
pub fn svg(sheet: &Sheet<'_>) -> String {
    let widest = sheet.pictures.iter().map(|picture| picture.size().0 * CELL);
    let width = widest.map(|across| across + 2.0 * MARGIN).fold(sheet.width, f64::max);
    let mut page = RuleDrawing { text: String::new(), width };
    let mut y = MARGIN + 12.0;
    page.text_at(MARGIN, y, 20, INK, "start", sheet.title, true);
    y += 20.0;
    y = page.row(sheet.pictures, y, 1.0, sheet.pictures.len() > 1);
    y = page.legend(sheet.pictures, y);
    y += 8.0;
    for paragraph in sheet.text {
        let indent = if paragraph.starts_with("- ") { 14.0 } else { 0.0 };
        let room = ((width - 2.0 * MARGIN - indent) / LETTER) as usize;
        for (number, line) in crate::wrap::wrap(paragraph, room).iter().enumerate() {
            let line = if indent > 0.0 && number > 0 { format!("  {line}") } else { line.clone() };
            page.text_at(MARGIN + indent, y, 14, INK, "start", &line, false);
            y += LINE_HEIGHT;
        }
    }
    if !sheet.placements.is_empty() {
        y += 16.0;
        page.text_at(MARGIN, y, 15, INK, "start", "Placements", true);
        y = page.row(sheet.placements, y + 12.0, SMALL, true);
    }
    let height = y + MARGIN - GAP / 2.0;
    let attributes = r#"role="img""#;
    let title = Some(sheet.title);
    Document { width, height, attributes, title, paper: "white" }.of(&page.text)
}

/// A picture alone, without words and signs around it, as an SVG document.
pub fn picture_svg(title: &str, sketch: &Sketch) -> String {
    const EDGE: f64 = 6.0;
    let (across, down) = sketch.size();
    let (width, height) = (across * CELL + 2.0 * EDGE, down * CELL + 2.0 * EDGE);
    let mut page = RuleDrawing { text: String::new(), width };
    page.add(format_args!(r#"<g transform="translate({EDGE} {EDGE})">"#));
    page.picture(sketch);
    page.add(format_args!("</g>"));
    let (attributes, title) = (r#"role="img""#, Some(title));
    Document { width, height, attributes, title, paper: "white" }.of(&page.text)
}

pub(super) struct RuleDrawing {
    text: String,
    width: f64,
}

impl RuleDrawing {
    pub(super) fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{element}").expect("writing to a string succeeds");
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn text_at(
        &mut self,
        x: f64,
        y: f64,
        size: u8,
        colour: &str,
        anchor: &str,
        text: &str,
        bold: bool,
    ) {
        let weight = if bold { r#" font-weight="bold""# } else { "" };
        let text = escape(text);
        self.add(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight} xml:space="preserve">{text}</text>"#
        ));
    }

    /// Pictures side by side in as many rows as needed. Returns the height at which the next
    /// element may begin.
    fn row(&mut self, sketches: &[Sketch], top: f64, scale: f64, titled: bool) -> f64 {
        let (mut x, mut y, mut tallest) = (MARGIN, top, 0.0f64);
        for sketch in sketches {
            let (left, right, high, low) = sketch.bounds();
            let across = f64::from(right - left + 1) * CELL * scale;
            let down = f64::from(low - high + 1) * CELL * scale;
            let words = if titled { sketch.title.chars().count() as f64 * 6.4 } else { 0.0 };
            let wide = across.max(words);
            if x > MARGIN && x + wide > self.width - MARGIN {
                x = MARGIN;
                y += tallest + GAP / 2.0;
                tallest = 0.0;
            }
            let heading = if titled { TITLE } else { 0.0 };
            if titled {
                self.text_at(x, y + 14.0, 12, PALE, "start", &sketch.title, false);
            }
            let (gx, gy) = (x, y + heading);
            self.add(format_args!(r#"<g transform="translate({gx:.1} {gy:.1}) scale({scale})">"#));
            self.picture(sketch);
            self.add(format_args!("</g>"));
            x += wide + GAP;
            tallest = tallest.max(heading + down);
        }
        y + tallest + GAP
    }

    fn picture(&mut self, sketch: &Sketch) {
        let (left, right, top, bottom) = sketch.bounds();
        let at =
            |cell: Offset| (f64::from(cell.right - left) * CELL, f64::from(cell.down - top) * CELL);
        let mut grid = String::new();
        let (across, down) =
            (f64::from(right - left + 1) * CELL, f64::from(bottom - top + 1) * CELL);
        for column in 0..=right - left + 1 {
            let _ = write!(grid, "M{} 0V{down}", f64::from(column) * CELL);
        }
        for row in 0..=bottom - top + 1 {
            let _ = write!(grid, "M0 {}H{across}", f64::from(row) * CELL);
        }
        self.add(format_args!(r##"<path d="{grid}" stroke="#e8e8e8" fill="none"/>"##));
        for (&cell, sign) in &sketch.signs {
            let (x, y) = at(cell);
            self.sign(x, y, sign);
        }
        let (x, y) = at(Offset::LIVE_END);
        self.segments(sketch, (x + CELL / 2.0, y + CELL / 2.0));
        for (&cell, &always) in &sketch.forbidden {
            let (x, y) = at(cell);
            let corner = sketch.signs.get(&cell) != Some(&Sign::Untested);
            self.cross(x, y, always, corner);
        }
    }

    fn square(&mut self, x: f64, y: f64, fill: &str, stroke: &str) {
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="{stroke}"/>"#
        ));
    }

    fn sign(&mut self, x: f64, y: f64, sign: &Sign) {
        let (mx, my) = (x + CELL / 2.0, y + CELL / 2.0);
        match sign {
            Sign::LiveEnd => {
                self.square(x, y, "white", "#999999");
                self.add(format_args!(
                    r#"<circle cx="{mx}" cy="{my}" r="10" fill="white" stroke="{PATH}" stroke-width="5.5"/>"#
                ));
            }
            Sign::Test(CellTest::Free) => {
                self.square(x, y, "white", "#999999");
                self.add(format_args!(r#"<circle cx="{mx}" cy="{my}" r="3" fill="{PALE}"/>"#));
            }
            Sign::Test(CellTest::FreeNotEnd) => {
                self.square(x, y, "white", "#999999");
                self.add(format_args!(
                    r#"<circle cx="{mx}" cy="{my}" r="8" fill="none" stroke="{PALE}" stroke-width="2"/><circle cx="{mx}" cy="{my}" r="3" fill="{PALE}"/><path d="M{} {}L{} {}" stroke="{PALE}" stroke-width="2"/>"#,
                    mx - 9.0,
                    my + 9.0,
                    mx + 9.0,
                    my - 9.0
                ));
            }
            Sign::Test(CellTest::Wall) => self.square(x, y, "#555555", "#999999"),
            Sign::Test(CellTest::Drawn) => {
                self.square(x, y, "#cfe3f0", "#999999");
                self.add(format_args!(r#"<circle cx="{mx}" cy="{my}" r="6" fill="{PATH}"/>"#));
            }
            Sign::Test(CellTest::Outside) => {
                self.square(x, y, "#eeeeee", "#999999");
                let (right, bottom) = (x + CELL, y + CELL);
                self.add(format_args!(
                    r#"<path d="M{x} {my}L{mx} {y}M{x} {bottom}L{right} {y}M{mx} {bottom}L{right} {my}" stroke="{PALE}"/>"#
                ));
            }
            Sign::Test(CellTest::OnBoard) => {
                self.add(format_args!(
                    r##"<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{PALE}" stroke-width="1.5" stroke-dasharray="4 3"/>"##,
                    x + 5.0,
                    y + 5.0,
                    CELL - 10.0,
                    CELL - 10.0
                ));
            }
            // The lines on it come later.
            Sign::Segments(..) => self.square(x, y, REGION, "#999999"),
            Sign::Forced(number) => {
                self.square(x, y, "white", "#999999");
                self.add(format_args!(r#"<circle cx="{mx}" cy="{my}" r="11" fill="{FORCED}"/>"#));
                self.text_at(mx, my + 5.5, 16, "white", "middle", &(number + 1).to_string(), true);
            }
            Sign::Untested => {}
        }
    }

    /// A cross, small and in a corner where the cell shows something else; with a ring around it if
    /// it depends on a region.
    fn cross(&mut self, x: f64, y: f64, always: bool, corner: bool) {
        let (arm, shift) = if corner { (4.0, 11.0) } else { (8.0, 0.0) };
        let (mx, my) = (x + CELL / 2.0 + shift, y + CELL / 2.0 - shift);
        let (west, east, north, south) = (mx - arm, mx + arm, my - arm, my + arm);
        let width = arm / 2.0;
        if corner {
            let radius = arm + 2.5;
            self.add(format_args!(r#"<circle cx="{mx}" cy="{my}" r="{radius}" fill="white"/>"#));
        }
        self.add(format_args!(
            r#"<path d="M{west} {north}L{east} {south}M{east} {north}L{west} {south}" stroke="{FORBIDDEN}" stroke-width="{width}" stroke-linecap="round"/>"#
        ));
        if !always {
            let (radius, stroke) = (arm * 1.7, if corner { 1.2 } else { 2.0 });
            self.add(format_args!(
                r#"<circle cx="{mx}" cy="{my}" r="{radius:.1}" fill="none" stroke="{FORBIDDEN}" stroke-width="{stroke}" stroke-dasharray="4 2"/>"#
            ));
        }
    }

    /// The signs with their meanings.
    fn legend(&mut self, sketches: &[Sketch], top: f64) -> f64 {
        const SIGN: f64 = 0.62;
        let mut entries: Vec<(LegendEntry, String)> = meanings(sketches)
            .into_iter()
            .map(|(sign, meaning)| (LegendEntry::Sign(sign), meaning))
            .collect();
        if sketches.iter().any(|sketch| !sketch.segments.is_empty()) {
            entries.push((LegendEntry::Side, "side of its region".to_owned()));
        }
        for (always, meaning) in [(true, "forbidden"), (false, "forbidden unless in a region")] {
            if sketches.iter().any(|s| s.forbidden.values().any(|&a| a == always)) {
                entries.push((LegendEntry::Cross { always }, meaning.to_owned()));
            }
        }
        let (mut x, mut y) = (MARGIN, top);
        for (entry, meaning) in entries {
            let wide = CELL * SIGN + 8.0 + meaning.chars().count() as f64 * 6.6 + 18.0;
            if x > MARGIN && x + wide > self.width - MARGIN + 18.0 {
                x = MARGIN;
                y += 30.0;
            }
            let up = y - CELL * SIGN + 4.0;
            self.add(format_args!(r#"<g transform="translate({x:.1} {up:.1}) scale({SIGN})">"#));
            self.legend_sign(&entry);
            self.add(format_args!("</g>"));
            self.text_at(x + CELL * SIGN + 8.0, y, 13, PALE, "start", &meaning, false);
            x += wide;
        }
        y + 30.0
    }

    fn legend_sign(&mut self, entry: &LegendEntry) {
        const HALF: f64 = CELL / 2.0;
        match entry {
            LegendEntry::Sign(sign) => {
                self.sign(0.0, 0.0, sign);
                if let Sign::Segments(numbers, _) = sign
                    && let Some(&number) = numbers.first()
                {
                    let (left, right) = ((7.0, HALF), (CELL - 7.0, HALF));
                    self.segment_line(number, &[left, right]);
                }
            }
            LegendEntry::Side => {
                self.square(0.0, 0.0, REGION, "#999999");
                self.side_pointer((HALF - 4.0, HALF), Move::Right, 0.0, INK);
            }
            LegendEntry::Cross { always } => self.cross(0.0, 0.0, *always, false),
        }
    }
}

/// What the legend explains.
enum LegendEntry {
    Sign(Sign),
    /// The triangles of segments.
    Side,
    Cross {
        always: bool,
    },
}
