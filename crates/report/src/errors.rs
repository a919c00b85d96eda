//! Input errors as a person sees them: file, line and column, the line itself, a caret, and what
//! was expected.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::wrap::{WIDTH, wrap};
use deadmove_core::error::{InputError, Place};
use deadmove_core::unseen::escaped;

/// What stands before a message: `error: `, and the frame and the mark of a note.
const INDENT: usize = 12;

/// Renders an input error over several lines, without a line break at the end. `styled` adds ANSI
/// colours.
pub fn render_error(error: &InputError, styled: bool) -> String {
    render_with(error, styled, DecorStyle::Unicode)
}

/// The same with colours and a frame of ASCII characters.
pub fn render_error_in_ascii(error: &InputError) -> String {
    render_with(error, true, DecorStyle::Ascii)
}

fn render_with(error: &InputError, styled: bool, decor: DecorStyle) -> String {
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let lines = |text: &str| wrap(text, WIDTH - INDENT).join("\n");
    let message = lines(&error.message);
    let title = Level::ERROR.primary_title(message.as_str());
    let expected = error.expected.as_deref().map(|what| lines(&format!("expected {what}")));
    let group = match &error.place {
        Some(place) => {
            let caret = AnnotationKind::Primary.span(span(place));
            // Beside the caret if there is room: before it are the text and the number of the line.
            let room = WIDTH.saturating_sub(place.column + place.length + INDENT);
            let (label, note) = match expected {
                Some(long) if long.chars().count() > room => (None, Some(long)),
                short => (short, None),
            };
            let mut snippet = Snippet::source(place.text.as_str()).line_start(place.line);
            if let Some(file) = &error.file {
                snippet = snippet.path(escaped(file));
            }
            let group = title.element(snippet.annotation(caret.label(label)));
            match note {
                Some(note) => group.element(Level::NOTE.message(note)),
                None => group,
            }
        }
        None => {
            let mut group = Group::with_title(title);
            if let Some(file) = &error.file {
                group = group.element(Origin::path(escaped(file)));
            }
            match expected {
                Some(expected) => group.element(Level::NOTE.message(expected)),
                None => group,
            }
        }
    };
    renderer.decor_style(decor).term_width(WIDTH).render(&[group])
}

/// The bytes of the line that the place covers.
fn span(place: &Place) -> std::ops::Range<usize> {
    let byte = |character: usize| {
        place.text.char_indices().nth(character).map_or(place.text.len(), |(byte, _)| byte)
    };
    let start = place.column.saturating_sub(1);
    byte(start)..byte(start.saturating_add(place.length))
}
