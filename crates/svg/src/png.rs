//! Documents as PNG, drawn with the fonts that this crate contains: a picture looks the same on
//! every machine.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// Pixels for each user unit.
const SCALE: f32 = 2.0;

const FAMILY: &str = "DejaVu Sans";
const FONTS: [&[u8]; 2] =
    [include_bytes!("../fonts/DejaVuSans.ttf"), include_bytes!("../fonts/DejaVuSans-Bold.ttf")];

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
    let tree = Tree::from_str(svg, &options()).map_err(|e| PngError::NoSvg(e.to_string()))?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or(PngError::Size)?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(PngError::Size)?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

fn options() -> Options<'static> {
    let mut fonts = fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_monospace_family(FAMILY);
    Options { font_family: FAMILY.to_owned(), fontdb: Arc::new(fonts), ..Options::default() }
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
    fn refuses_what_is_no_svg_or_too_large() {
        assert!(matches!(png("no picture"), Err(PngError::NoSvg(_))));
        let large = page("").replace("\"60\"", "\"3000000000\"");
        assert!(png(&large).is_err());
    }
}
