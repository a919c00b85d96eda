//! Rules drawn in the SVG editor of the one-way labyrinth research, turned into [`Rule`]s.
//!
//! A drawing has one comment `column row number` for every tested cell, followed by the shapes in
//! it. The meaning of the numbers changed over the years, so they are ignored and only the shapes
//! count. This module is the interface; `svg` reads the file, `glyph` recognises the shapes, `line`
//! follows the count lines, `region` reads the conditions on a region, `decode` builds the rule,
//! `origin` interprets the file name. `docs/reference/rule-language.md` describes for users how a
//! drawing is read.

use std::path::Path;

use super::model::Rule;
use super::text::write_rule;
use deadmove_core::error::InputError;
use deadmove_core::files;
use deadmove_core::files::Shown;

mod decode;
mod glyph;
mod line;
mod origin;
mod region;
mod svg;

/// A rule that was read from a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The rule; its remarks repeat the notes.
    pub rule: Rule,
    /// One sentence for each thing that is not in the drawing but was assumed, or is in the drawing
    /// but was not used.
    pub notes: Vec<String>,
}

impl Imported {
    /// The rule as the text of a rule file; reading it gives back the same rule.
    pub fn text(&self) -> String {
        write_rule(&self.rule)
    }

    /// A file name for the rule: its name in lower case with dashes, ending in `.rule`.
    pub fn file_name(&self) -> String {
        let plain = |c: char| if c.is_alphanumeric() { c } else { ' ' };
        let name: String = self.rule.head.name.to_lowercase().chars().map(plain).collect();
        let words: Vec<&str> = name.split_whitespace().collect();
        if words.is_empty() { "rule.rule".into() } else { words.join("-") + ".rule" }
    }
}

/// Reads a drawing. The file name, with or without folders, determines the name, family and sizes
/// of the rule; errors contain it.
///
/// # Errors
/// If the text is no SVG, or no drawing of a rule.
pub fn import(svg_text: &str, file_name: &str) -> Result<Imported, InputError> {
    let in_file = |error: InputError| error.in_file(Path::new(file_name));
    let drawing = svg::read(svg_text).map_err(in_file)?;
    decode::decode(&drawing, &origin::origin(file_name)).map_err(in_file)
}

/// Reads a drawing from a file.
///
/// # Errors
/// If it cannot be read, or [`import`] refuses it.
pub fn import_file(file: &Path) -> Result<Imported, InputError> {
    import(&files::read_text(file)?, &file.shown())
}
