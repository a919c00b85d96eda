//! Input errors as a person sees them: file, line and column, the line itself, a caret, and what
//! was expected.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use deadmove_core::error::{InputError, Place};
use deadmove_core::unseen::escaped;

/// Longer lines are cut to this width around the error.
const WIDTH: usize = 100;

/// Renders an input error over several lines, without a line break at the end. `styled` adds ANSI
/// colours.
pub fn render_error(error: &InputError, styled: bool) -> String {
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let title = Level::ERROR.primary_title(error.message.as_str());
    let expected = error.expected.as_deref().map(|expected| format!("expected {expected}"));
    let group = match &error.place {
        Some(place) => {
            let caret = AnnotationKind::Primary.span(span(place)).label(expected);
            let mut snippet = Snippet::source(place.text.as_str()).line_start(place.line);
            if let Some(file) = &error.file {
                snippet = snippet.path(escaped(file));
            }
            title.element(snippet.annotation(caret))
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
    renderer.decor_style(DecorStyle::Unicode).term_width(WIDTH).render(&[group])
}

/// The bytes of the line that the place covers.
fn span(place: &Place) -> std::ops::Range<usize> {
    let byte = |character: usize| {
        place.text.char_indices().nth(character).map_or(place.text.len(), |(byte, _)| byte)
    };
    let start = place.column.saturating_sub(1);
    byte(start)..byte(start.saturating_add(place.length))
}
