//! Boards as standalone SVG: a title, the board, why it is dead in a sentence, a legend, and the
//! steps of a deduction.
//!
//! Lengths are in user units of 24 per cell side; the picture scales with its view box.

use super::deduction;
use super::legend;
use super::overlay::CellRange;
use super::picture::{Layers, Picture};
use super::shapes::CELL;
use super::svg_board::BoardDrawing;
use super::svg_overlay;
use crate::wrap::wrap;
use deadmove_core::reason::Reason;
use deadmove_svg::palette::{INK, PALE_INK};
use deadmove_svg::{Document, escape};

const MARGIN: f64 = 24.0;
/// Room for the numbers of columns and rows.
const LABELS: f64 = 20.0;
/// Room for the text below a small board.
const MIN_WIDTH: f64 = 460.0;
/// For each side of a legend entry.
const ICON: f64 = 30.0;
const ENTRY_HEIGHT: f64 = 27.0;

/// Draws the board as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let board = picture.position.board();
    let whole = CellRange::whole(board);
    let window =
        picture.rule.map_or(whole, |rule| CellRange::of(picture.position, rule).with(whole));
    let side = |(first, last): (i32, i32)| f64::from(last - first + 1) * CELL;
    let (across, down) = (side(window.columns), side(window.rows));
    let width = (across + 2.0 * (MARGIN + LABELS)).max(MIN_WIDTH);
    let mut text = Text { left: MARGIN, right: width - MARGIN, y: MARGIN + 8.0 };
    let left = (width - across) / 2.0;
    let mut page = BoardDrawing { text: String::new(), left: 0.0, top: 0.0, labels: (0.0, 0.0) };
    let [side, drawn, verdict] = legend::title(picture);
    let whole = format!("{side}, {drawn}{verdict}");
    let (bold, pale, title) = match picture.name {
        Some(name) => (name.to_owned(), whole.clone(), format!("{name}: {whole}")),
        None => (format!("{side}{verdict}"), drawn, whole),
    };
    text.bold(&mut page, &bold);
    text.paragraph(&mut page, &pale, 13, PALE_INK);
    if let Some(rule) = picture.rule {
        text.paragraph(&mut page, &format!("with the rule {}", rule.title), 13, PALE_INK);
    }
    let top = text.y + LABELS - 4.0;
    page.left = left + f64::from(1 - window.columns.0) * CELL;
    page.top = top + f64::from(1 - window.rows.0) * CELL;
    page.labels = (left - 8.0, top - 8.0);
    page.draw(picture);
    text.y = top + down + 30.0;
    let sentence = legend::sentence(picture);
    for sentence in sentence.iter().chain(picture.notes) {
        text.paragraph(&mut page, sentence, 14, INK);
        text.y += 6.0;
    }
    legends(&mut page, picture, &mut text);
    if let Some(Reason::Deduction(deduction)) = picture.reason {
        let style = deduction::Style { live_end: picture.position.live_end(), cells: false };
        for step in deduction::steps(deduction, style) {
            text.paragraph(&mut page, &step, 12, INK);
        }
    }
    let height = text.y + MARGIN - 14.0;
    let attributes = r#"role="img""#;
    Document { width, height, attributes, title: Some(&title), paper: "white" }.of(&page.text)
}

/// The signs of the picture and those of the rule, in rows.
fn legends(page: &mut BoardDrawing, picture: &Picture<'_>, text: &mut Text) {
    let fatal = picture.turned().is_some();
    let entries = legend::entries(picture, &Layers::of(picture), |_| true);
    let mut flow = LegendFlow { x: text.left, y: text.y, right: text.right };
    for (sign, meaning) in entries {
        let at = flow.place(page, &meaning);
        page.sign(sign, fatal, at);
    }
    if let Some(rule) = picture.rule {
        flow.x = text.left;
        flow.y += ENTRY_HEIGHT;
        for (sign, meaning) in svg_overlay::meanings(rule) {
            let at = flow.place(page, &meaning);
            page.overlay_sign(at, &sign);
        }
    }
    text.y = flow.y + ENTRY_HEIGHT;
}

/// Where the next entry of a legend goes.
struct LegendFlow {
    x: f64,
    y: f64,
    right: f64,
}

impl LegendFlow {
    /// Writes a meaning, in a new row if there is no room for it, and returns the middle of the
    /// place of its sign.
    fn place(&mut self, page: &mut BoardDrawing, meaning: &str) -> (f64, f64) {
        let room = self.right - MARGIN - ICON;
        let lines = wrap(meaning, (room / letter_width(12)) as usize);
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let wide = ICON + longest as f64 * letter_width(12) + 14.0;
        if self.x > MARGIN && self.x + wide > self.right + 14.0 {
            self.x = MARGIN;
            self.y += ENTRY_HEIGHT;
        }
        let (x, y) = (self.x, self.y);
        for (number, line) in lines.iter().enumerate() {
            page.text_at((x + ICON, y + number as f64 * 15.0), 12, INK, line);
        }
        self.x += wide.round();
        self.y += (lines.len() - 1) as f64 * 15.0;
        (x + 12.0, y - 4.0)
    }
}

/// Average width of a letter.
fn letter_width(size: u8) -> f64 {
    f64::from(size) * 0.54
}

/// Paragraphs below each other.
struct Text {
    left: f64,
    right: f64,
    /// The base line of the next line.
    y: f64,
}

impl Text {
    /// Blanks at the beginning are kept for all lines of the paragraph.
    fn paragraph(&mut self, page: &mut BoardDrawing, text: &str, size: u8, colour: &str) {
        let indent = (text.len() - text.trim_start().len()) as f64 * letter_width(size);
        let room = (self.right - self.left - indent) / letter_width(size);
        for line in wrap(text.trim_start(), room as usize) {
            page.text_at((self.left + indent, self.y), size, colour, &line);
            self.y += (f64::from(size) * 1.45).round();
        }
    }

    fn bold(&mut self, page: &mut BoardDrawing, text: &str) {
        let room = (self.right - self.left) / letter_width(18);
        for line in wrap(text, room as usize) {
            let (x, y, line) = (self.left, self.y, escape(&line));
            page.add(format_args!(
                r#"<text x="{x}" y="{y}" font-size="16" font-weight="bold" fill="{INK}">{line}</text>"#
            ));
            self.y += 21.0;
        }
    }
}
