//! Rules as pictures for the terminal and as SVG, as tables, and as sheets of text.

mod list;
mod sheet;
mod sketch;
mod svg;
mod terminal;

pub(crate) use list::{FindingLine, ListLine};
pub use list::{lint_line, lint_tally, lint_text, list_line, table};
pub use sheet::{Expansion, family_sheet, rule_sheet, sheet_svg};
pub use sketch::Sketch;
pub use svg::{Sheet, svg};
pub use terminal::{draw, draw_small};

/// Wraps a text at `letters` letters. Words stay whole.
fn wrap(text: &str, letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("a line was begun");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > letters {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
