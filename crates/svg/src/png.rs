//! Documents as PNG, with words in the fonts that this crate contains: a picture looks the same on
//! every machine. Letters become outlines here, one beside the other: what shapes text for any
//! script takes longer to compile than all else that draws. The place, size and weight of words are
//! read from attributes, not from a style sheet.

use std::fmt::Write as _;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, Node};
use resvg::usvg::{Options, Tree};
use ttf_parser::{Face, OutlineBuilder};

/// Pixels for each user unit.
const SCALE: f32 = 2.0;

/// The usual size of letters in SVG.
const FONT_SIZE: f32 = 16.0;

const NORMAL: &[u8] = include_bytes!("../fonts/DejaVuSans.ttf");
const BOLD: &[u8] = include_bytes!("../fonts/DejaVuSans-Bold.ttf");

/// Why a document cannot be drawn as PNG.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// It is not well-formed SVG.
    #[error("the picture is no SVG: {0}")]
    NoSvg(String),
    /// It has no size, or more pixels than memory can hold.
    #[error("the picture has too many pixels for PNG")]
    Size,
    /// The pixels cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// Draws an SVG document as PNG, two pixels for each user unit.
///
/// # Errors
/// If the text is no SVG, or the picture is empty or too large.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let no_svg = |e: &dyn std::fmt::Display| PngError::NoSvg(e.to_string());
    let outlined = outlined(svg, &Document::parse(svg).map_err(|e| no_svg(&e))?);
    let tree = Tree::from_str(&outlined, &Options::default()).map_err(|e| no_svg(&e))?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or(PngError::Size)?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(PngError::Size)?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// The text of a document with paths in place of its words.
fn outlined(svg: &str, document: &Document<'_>) -> String {
    let mut text = String::with_capacity(svg.len());
    let mut done = 0;
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let range = node.range();
        text.push_str(&svg[done..range.start]);
        done = range.end;
        text.push_str("<path");
        let read = ["x", "y", "font-size", "font-weight", "text-anchor", "fill"];
        for attribute in node.attributes() {
            if attribute.namespace().is_none() && !read.contains(&attribute.name()) {
                let _ = write!(text, " {}", &svg[attribute.range()]);
            }
        }
        // As a style, since the style sheet may have another colour for paths.
        if let Some(fill) = given(&node, "fill") {
            let _ = write!(text, " style=\"fill: {fill}\"");
        }
        let _ = write!(text, " d=\"{}\"/>", outline(&node));
    }
    text.push_str(&svg[done..]);
    text
}

/// An attribute of an element, or else of the nearest element around it.
fn given<'a>(node: &Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|above| above.attribute(name))
}

/// The path of the words of an element.
fn outline(node: &Node<'_, '_>) -> String {
    let length = |name: &str| given(node, name).and_then(|value| value.parse::<f32>().ok());
    let bold = given(node, "font-weight") == Some("bold");
    let face = Face::parse(if bold { BOLD } else { NORMAL }, 0).expect("a font of this crate");
    let scale = length("font-size").unwrap_or(FONT_SIZE) / f32::from(face.units_per_em());
    let words = node.text().unwrap_or_default();
    let advance = |letter| {
        // A letter that the font lacks is its first one, a box.
        let glyph = face.glyph_index(letter).unwrap_or_default();
        (glyph, f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale)
    };
    let width: f32 = words.chars().map(|letter| advance(letter).1).sum();
    let before = match given(node, "text-anchor") {
        Some("middle") => width / 2.0,
        Some("end") => width,
        _ => 0.0,
    };
    let own = |name: &str| node.attribute(name).and_then(|value| value.parse::<f32>().ok());
    let at = (own("x").unwrap_or_default() - before, own("y").unwrap_or_default());
    let mut outline = Outline { path: String::new(), at, scale };
    for letter in words.chars() {
        let (glyph, advance) = advance(letter);
        let _ = face.outline_glyph(glyph, &mut outline);
        outline.at.0 += advance;
    }
    outline.path
}

/// Letters as a path; the next stands at that point, as large as that.
struct Outline {
    path: String,
    at: (f32, f32),
    scale: f32,
}

impl Outline {
    fn add<const N: usize>(&mut self, command: char, points: [(f32, f32); N]) {
        self.path.push(command);
        for (x, y) in points {
            // Fonts count upwards.
            let (x, y) = (self.at.0 + x * self.scale, self.at.1 - y * self.scale);
            let _ = write!(self.path, "{x} {y} ");
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', [(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', [(x, y)]);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', [(x1, y1), (x, y)]);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', [(x1, y1), (x2, y2), (x, y)]);
    }
    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(elements: &str) -> String {
        crate::Document { width: 60, height: 20, attributes: "", title: None, paper: "white" }
            .of(elements)
    }

    fn pixels(svg: &str) -> Pixmap {
        Pixmap::decode_png(&png(svg).unwrap()).unwrap()
    }

    /// How many pixels are not white.
    fn ink(svg: &str) -> usize {
        let white = |p: &&resvg::tiny_skia::PremultipliedColorU8| {
            (p.red(), p.green(), p.blue(), p.alpha()) != (255, 255, 255, 255)
        };
        pixels(svg).pixels().iter().filter(white).count()
    }

    #[test]
    fn a_png_has_twice_the_size_of_its_svg() {
        let drawn = pixels(&page(r#"<rect width="10" height="5"/>"#));
        assert_eq!((drawn.width(), drawn.height()), (120, 40));
        assert_eq!(ink(&page(r#"<rect width="10" height="5"/>"#)), 20 * 10);
        assert_eq!(ink(&page("")), 0);
    }

    #[test]
    fn every_character_of_the_pictures_is_in_both_fonts() {
        let signs = "×−–°≤≥→←↑↓…’“”%üéß△▲▽◁▷●◉□■◆½";
        for weight in ["normal", "bold"] {
            let text = |letter| {
                page(&format!(
                    r#"<text x="20" y="15" font-size="14" font-weight="{weight}">{letter}</text>"#
                ))
            };
            // A character that no font has is drawn as a box.
            let missing = ink(&text('漢'));
            for letter in ('!'..='~').filter(|c| !"<&".contains(*c)).chain(signs.chars()) {
                let ink = ink(&text(letter));
                assert!(ink > 0 && ink != missing, "{letter} {weight}");
            }
        }
        assert!(
            ink(&page(r#"<text x="0" y="15" font-weight="bold">bold</text>"#))
                > ink(&page(r#"<text x="0" y="15">bold</text>"#))
        );
    }

    #[test]
    fn words_are_drawn_where_the_style_sheet_fills_no_path() {
        let words = r#"<g fill="red"><text x="0" y="15">in red</text></g>"#;
        let style = "<style>svg path { fill: none; }</style>";
        assert_eq!(pixels(&page(&[style, words].concat())), pixels(&page(words)));
        assert!(ink(&page(words)) > 0);
    }

    #[test]
    fn refuses_what_is_no_svg_or_too_large() {
        assert!(matches!(png("no picture"), Err(PngError::NoSvg(_))));
        let large = page("").replace("\"60\"", "\"3000000000\"");
        assert!(png(&large).is_err());
    }
}
