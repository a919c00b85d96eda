//! Rules as pictures for the terminal and as SVG, as tables, and as sheets of text.

mod list;
mod sheet;
pub(crate) mod sketch;
mod svg;
mod svg_picture;
mod svg_segments;
mod terminal;

pub(crate) use list::{FindingLine, ListLine, SetLine};
pub use list::{lint_line, lint_tally, lint_text, list_line, set_line, sets, table};
pub use sheet::{Expansion, family_sheet, rule_sheet, sheet_svg};
pub use sketch::Sketch;
pub use svg::{RuleDrawing, Sheet, picture_svg, signs_svg, svg};
pub use svg_picture::STYLE;
pub use terminal::{draw, draw_small};
