//! Sheets of rules as standalone SVG: pictures, signs with their meanings, words and placements.
//! What is in a picture is drawn by [`super::svg_picture`].

use std::fmt::Write as _;

use super::sketch::{Sketch, meanings};
use super::svg_picture::{CELL, DrawnPicture, STYLE, SingleSign, tenth};
use deadmove_core::board::Move;
use deadmove_rules::geometry::Placement;
use deadmove_svg::palette::{INK, PALE_INK as PALE};
use deadmove_svg::{Document, escape};

const MARGIN: f64 = 28.0;
const GAP: f64 = 32.0;
const LINE_HEIGHT: f64 = 20.0;
const TITLE: f64 = 22.0;
/// Placements are drawn at this scale.
const SMALL: f64 = 0.55;
/// The usual width of a sheet.
const WIDTH: f64 = 720.0;
/// Average width of a letter of the text.
const LETTER: f64 = 7.2;

/// The content of a drawing of a rule.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    /// The heading.
    pub title: &'a str,
    /// The statement, a paragraph each; long ones are wrapped.
    pub text: &'a [String],
    /// Large pictures.
    pub pictures: &'a [Sketch],
    /// Placements in which the first picture is shown again below, in small.
    pub placements: &'a [Placement],
    /// Whether there are a heading and the meanings of the signs.
    pub explained: bool,
    /// The width; a wider picture makes the sheet wider.
    pub width: f64,
}

impl<'a> Sheet<'a> {
    /// Pictures and their signs alone, at the usual width.
    pub fn of(title: &'a str, pictures: &'a [Sketch]) -> Sheet<'a> {
        Sheet { title, text: &[], pictures, placements: &[], explained: true, width: WIDTH }
    }
}

/// A drawing of a rule in SVG, on white paper.
pub struct RuleDrawing<'a> {
    title: &'a str,
    width: f64,
    height: f64,
    text: String,
}

/// Draws a rule.
pub fn svg<'a>(sheet: &Sheet<'a>) -> RuleDrawing<'a> {
    let widest = sheet.pictures.iter().map(|picture| picture.size().0 * CELL);
    let width = widest.map(|across| across + 2.0 * MARGIN).fold(sheet.width, f64::max);
    let mut page = RuleDrawing { title: sheet.title, width, height: 0.0, text: String::new() };
    let mut y = MARGIN;
    if sheet.explained {
        page.text_at(MARGIN, y + 12.0, 20, INK, sheet.title, true);
        y += 32.0;
    }
    y = page.pictures(sheet.pictures, y);
    if sheet.explained {
        y = page.legend(sheet.pictures, y) + 8.0;
    }
    for paragraph in sheet.text {
        let indent = if paragraph.starts_with("- ") { 14.0 } else { 0.0 };
        let room = ((width - 2.0 * MARGIN - indent) / LETTER) as usize;
        for (number, line) in crate::wrap::wrap(paragraph, room).iter().enumerate() {
            let line = if indent > 0.0 && number > 0 { format!("  {line}") } else { line.clone() };
            page.text_at(MARGIN + indent, y, 14, INK, &line, false);
            y += LINE_HEIGHT;
        }
    }
    if let [picture, ..] = sheet.pictures
        && !sheet.placements.is_empty()
    {
        y += 16.0;
        page.text_at(MARGIN, y, 15, INK, "Placements", true);
        y = page.placements(picture, sheet.placements, y + 12.0, SMALL);
    }
    page.height = y + MARGIN - GAP / 2.0;
    page
}

/// A picture alone, without words and signs around it.
pub fn picture_svg<'a>(title: &'a str, sketch: &Sketch) -> RuleDrawing<'a> {
    const EDGE: f64 = 6.0;
    let (across, down) = sketch.size();
    let (width, height) = (across * CELL + 2.0 * EDGE, down * CELL + 2.0 * EDGE);
    let mut page = RuleDrawing { title, width, height, text: String::new() };
    page.picture(sketch, (EDGE, EDGE));
    page
}

/// All signs of pictures with their meanings.
pub fn signs_svg(width: f64) -> RuleDrawing<'static> {
    let mut page = RuleDrawing { title: "Signs", width, height: 0.0, text: String::new() };
    page.height = page.legend(&[Sketch::of_all_signs()], MARGIN);
    page
}

/// Pictures side by side in as many rows as needed.
struct PictureRows {
    x: f64,
    y: f64,
    tallest: f64,
    width: f64,
}

impl PictureRows {
    /// The upper left corner of the next picture, which has this size.
    fn next(&mut self, wide: f64, high: f64) -> (f64, f64) {
        if self.x > MARGIN && self.x + wide > self.width - MARGIN {
            self.x = MARGIN;
            self.y += self.tallest + GAP / 2.0;
            self.tallest = 0.0;
        }
        let at = (self.x, self.y);
        self.x += wide + GAP;
        self.tallest = self.tallest.max(high);
        at
    }
}

impl RuleDrawing<'_> {
    /// As a document of its own.
    pub fn document(&self) -> String {
        let RuleDrawing { title, width, height, text } = self;
        let attributes = r#"role="img" class="rule""#;
        let document = Document { width, height, attributes, title: Some(title), paper: "white" };
        document.of(&format!("<style>\n{STYLE}</style>\n{text}"))
    }

    /// As an element of a page that has [`STYLE`] among its styles and gives it white paper.
    /// Without a title it is hidden from screen readers.
    pub fn element(&self) -> String {
        let RuleDrawing { title, width, height, text } = self;
        let access = match *title {
            "" => "aria-hidden=\"true\"".to_owned(),
            _ => format!("role=\"img\" aria-label=\"{}\"", escape(title).replace('"', "&quot;")),
        };
        format!(
            "<svg class=\"drawing rule\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" {access}>\n{text}</svg>\n"
        )
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{element}").expect("writing to a string succeeds");
    }

    fn text_at(&mut self, x: f64, y: f64, size: u8, colour: &str, text: &str, bold: bool) {
        let weight = if bold { r#" font-weight="bold""# } else { "" };
        let space = if text.starts_with(' ') { r#" xml:space="preserve""# } else { "" };
        let (x, y, text) = (tenth(x), tenth(y), escape(text));
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{colour}"{weight}{space}>{text}</text>"#
        ));
    }

    fn flow(&self, top: f64) -> PictureRows {
        PictureRows { x: MARGIN, y: top, tallest: 0.0, width: self.width }
    }

    /// The titles of pictures stand above them.
    fn titled(&mut self, title: &str, (x, y): (f64, f64)) -> (f64, f64) {
        self.text_at(x, y + 14.0, 12, PALE, title, false);
        (x, y + TITLE)
    }

    /// Large pictures, with titles if there are several. Returns the height at which the next
    /// element may begin.
    fn pictures(&mut self, sketches: &[Sketch], top: f64) -> f64 {
        let titled = sketches.len() > 1;
        let mut flow = self.flow(top);
        for sketch in sketches {
            let (across, down) = sketch.size();
            let words = if titled { title_width(&sketch.title) } else { 0.0 };
            let heading = if titled { TITLE } else { 0.0 };
            let mut at = flow.next((across * CELL).max(words), down * CELL + heading);
            if titled {
                at = self.titled(&sketch.title, at);
            }
            self.picture(sketch, at);
        }
        flow.y + flow.tallest + GAP
    }

    /// A picture in placements. Returns the height at which the next element may begin.
    fn placements(
        &mut self,
        sketch: &Sketch,
        placements: &[Placement],
        top: f64,
        scale: f64,
    ) -> f64 {
        let drawn = DrawnPicture::of(sketch);
        let mut flow = self.flow(top);
        for &placement in placements {
            let placed = sketch.placed(placement);
            let (across, down) = placed.size();
            let size = CELL * scale;
            let wide = (across * size).max(title_width(&placed.title));
            let at = flow.next(wide, down * size + TITLE);
            let at = self.titled(&placed.title, at);
            self.begin(&placed, at, scale);
            self.text.push_str(&drawn.placed(placement));
            self.add(format_args!("</g>"));
        }
        flow.y + flow.tallest + GAP
    }

    /// A picture with its upper left corner there.
    fn picture(&mut self, sketch: &Sketch, at: (f64, f64)) {
        self.begin(sketch, at, 1.0);
        self.text.push_str(&DrawnPicture::of(sketch).elements());
        self.add(format_args!("</g>"));
    }

    /// Begins a group in which the middle of the live end is the origin.
    fn begin(&mut self, sketch: &Sketch, (x, y): (f64, f64), scale: f64) {
        let (left, _, top, _) = sketch.bounds();
        let middle = |before: i16| (f64::from(-before) + 0.5) * CELL * scale;
        let (x, y) = (tenth(x + middle(left)), tenth(y + middle(top)));
        let scaled = if scale == 1.0 { String::new() } else { format!(" scale({scale})") };
        self.add(format_args!(r#"<g transform="translate({x} {y}){scaled}">"#));
    }

    /// The signs with their meanings.
    fn legend(&mut self, sketches: &[Sketch], top: f64) -> f64 {
        const SIGN: f64 = 0.62;
        let mut entries: Vec<(SingleSign, String)> = meanings(sketches)
            .into_iter()
            .map(|(sign, meaning)| (SingleSign::Cell(sign), meaning))
            .collect();
        if sketches.iter().any(|sketch| !sketch.segments.is_empty()) {
            entries.push((SingleSign::Side(Move::Right), "side of its region".to_owned()));
        }
        for (always, meaning) in [(true, "forbidden"), (false, "forbidden unless in a region")] {
            if sketches.iter().any(|s| s.forbidden.values().any(|&a| a == always)) {
                entries.push((SingleSign::Cross { always }, meaning.to_owned()));
            }
        }
        let (mut x, mut y) = (MARGIN, top);
        for (sign, meaning) in entries {
            let wide = CELL * SIGN + 8.0 + meaning.chars().count() as f64 * 6.6 + 18.0;
            if x > MARGIN && x + wide > self.width - MARGIN + 18.0 {
                x = MARGIN;
                y += 30.0;
            }
            let half = CELL / 2.0 * SIGN;
            let (mx, my) = (tenth(x + half), tenth(y - half + 4.0));
            self.add(format_args!(r#"<g transform="translate({mx} {my}) scale({SIGN})">"#));
            self.text.push_str(&DrawnPicture::of_sign(&sign).elements());
            self.add(format_args!("</g>"));
            self.text_at(x + CELL * SIGN + 8.0, y, 13, PALE, &meaning, false);
            x += wide;
        }
        y + 30.0
    }
}

/// The width of a title of a picture.
fn title_width(title: &str) -> f64 {
    title.chars().count() as f64 * 6.4
}
