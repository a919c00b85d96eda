//! Standalone SVG documents.
//!
//! What lives here: the frame of a document ([`Document`]), escaping ([`escape`]), the colours of
//! the pictures ([`palette`]) and, behind the feature `png`, their form as PNG. What does not:
//! anything that is drawn.

use std::fmt::{Display, Write as _};

#[cfg(feature = "png")]
mod png;
#[cfg(feature = "png")]
pub use png::{PngError, png};

/// A document without its elements.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a, L> {
    /// Width in user units.
    pub width: L,
    /// Height in user units.
    pub height: L,
    /// Attributes of the root element besides its size and its font family.
    pub attributes: &'a str,
    /// The title, if it has one.
    pub title: Option<&'a str>,
    /// The colour of the paper.
    pub paper: &'a str,
}

impl<L: Display> Document<'_, L> {
    /// The document with its elements, which end in a line break.
    pub fn of(&self, elements: &str) -> String {
        let Document { width, height, attributes, title, paper } = self;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" {attributes}>\n"
        );
        if let Some(title) = title {
            let _ = writeln!(text, "<title>{}</title>", escape(title));
        }
        let _ = writeln!(text, r#"<rect width="{width}" height="{height}" fill="{paper}"/>"#);
        text.push_str(elements);
        text.push_str("</svg>\n");
        text
    }
}

/// A text as the content of an element.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The colours of Okabe and Ito, which colour-blind readers can distinguish, and two shades of ink.
pub mod palette {
    /// For lines and words.
    pub const INK: &str = "#222222";
    /// For labels.
    pub const PALE_INK: &str = "#666666";
    /// Blue.
    pub const BLUE: &str = "#0072b2";
    /// Bluish green.
    pub const GREEN: &str = "#009e73";
    /// Orange.
    pub const ORANGE: &str = "#e69f00";
    /// Reddish purple.
    pub const PURPLE: &str = "#cc79a7";
    /// Vermilion.
    pub const VERMILION: &str = "#d55e00";
    /// Yellow.
    pub const YELLOW: &str = "#f0e442";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_cannot_end_its_element() {
        let attributes = r#"role="img""#;
        let title = Some("a < b & c");
        let document = Document { width: 2, height: 1, attributes, title, paper: "white" };
        assert_eq!(
            document.of("<g/>\n"),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1\" width=\"2\" height=\"1\" \
             font-family=\"sans-serif\" role=\"img\">\n<title>a &lt; b &amp; c</title>\n\
             <rect width=\"2\" height=\"1\" fill=\"white\"/>\n<g/>\n</svg>\n"
        );
    }
}
