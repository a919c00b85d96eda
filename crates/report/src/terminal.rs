//! Boards drawn with Unicode characters.
//!
//! Heavy lines are the path, double lines the path from the fatal move on, light lines the witness,
//! so that the drawing reads without colours too. Small boards get room between the cells, with the
//! arrows of the moves there; large ones put a cell on every other character. A rule drawn over the
//! board has its marks on the right of the cells.

use super::canvas::{Canvas, CanvasGlyph, ROOMY, words};
use super::deduction;
use super::glyphs::{self, GlyphRole};
use super::legend::{self, LegendSign};
use super::overlay::{self, CellRange};
use super::picture::{Layers, Picture};
use crate::rule::Sketch;
use crate::styled::{in_lines, print};
use crate::wrap::{WIDTH, fill, wrap};
use deadmove_core::board::Move;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;

/// Draws the board with column and row numbers and a legend below, one line break after every
/// line. `styled` adds ANSI styles; without them the text is plain.
pub fn draw(picture: &Picture<'_>, styled: bool) -> String {
    let board = picture.position.board();
    let layers = Layers::of(picture);
    let mut canvas = match picture.rule {
        Some(rule) => Canvas::around(picture.position, rule),
        None => Canvas::of(board),
    };
    canvas.draw(picture, &layers);
    let window = match picture.rule {
        Some(rule) => CellRange::of(picture.position, rule).wide(board),
        None => CellRange::whole(board),
    };
    let mut text = canvas.print(&window, styled);
    for line in legend_lines(picture, &layers, &canvas) {
        text.push_str(&print(&line, styled));
    }
    if let Some(Reason::Deduction(deduction)) = picture.reason {
        text.push('\n');
        if !canvas.roomy() {
            let mut canvas = Canvas::with_step(board, ROOMY);
            canvas.draw(picture, &layers);
            let (columns, rows) = deduction::around(picture.position, deduction);
            text.push_str(&canvas.print(&CellRange::on_board(columns, rows), styled));
        }
        let style = deduction::Style { live_end: picture.position.live_end(), cells: true };
        for line in deduction::steps(deduction, style) {
            let indent = " ".repeat(line.len() - line.trim_start().len() + 3);
            for line in fill(&line, "", &indent).lines() {
                text.push_str(&print(&words(line, GlyphRole::Blank), styled));
            }
        }
    }
    text
}

/// The part of the board around a rule drawn over it, without a legend.
pub(crate) fn cut_out(position: &Position, rule: &Sketch, styled: bool) -> String {
    let picture = Picture { rule: Some(rule), ..Picture::of(position) };
    let mut canvas = Canvas::around(position, rule);
    canvas.draw(&picture, &Layers::of(&picture));
    canvas.print(&CellRange::of(position, rule).with_border(position.board()), styled)
}

/// The meaning of the marks of rules drawn over a board, in lines.
pub(super) fn rule_legend<'a>(rules: impl IntoIterator<Item = &'a Sketch>) -> Vec<String> {
    let meanings = overlay::meanings(rules);
    let words: Vec<String> = meanings.iter().map(|(mark, text)| format!("{mark} {text}")).collect();
    // Blanks within an entry do not break.
    let line = words.iter().map(|entry| entry.replace(' ', "\u{a0}")).collect::<Vec<_>>();
    let lines = wrap(&line.join("   "), WIDTH - 2);
    lines.into_iter().map(|line| line.replace('\u{a0}', " ").trim().to_owned()).collect()
}

fn legend_lines(
    picture: &Picture<'_>,
    layers: &Layers,
    canvas: &Canvas<'_>,
) -> Vec<Vec<CanvasGlyph>> {
    let position = picture.position;
    let board = position.board();
    let free = |cell| position.is_free(cell) && cell != board.end();
    let (mut ends, mut moves, mut marks) = (Vec::new(), Vec::new(), Vec::new());
    let mut lines = Vec::new();
    for (sign, meaning) in legend::entries(picture, layers, free) {
        let Some(glyphs) = glyphs_of(sign, position.board().width() > 1) else { continue };
        let seen = glyphs.iter().any(|&(glyph, _)| canvas.shows(glyph));
        let entry: Vec<CanvasGlyph> =
            glyphs.into_iter().chain(words(&format!(" {meaning}"), GlyphRole::Blank)).collect();
        match sign {
            LegendSign::Start | LegendSign::LiveEnd | LegendSign::End | LegendSign::Blocked
                if seen =>
            {
                ends.push(entry)
            }
            LegendSign::Move(..) if picture.rule.is_none() => moves.push(entry),
            LegendSign::Mark(_) | LegendSign::Crossing if seen => marks.push(entry),
            LegendSign::Decided { .. } => marks.push(entry),
            LegendSign::Line(_) | LegendSign::Turning => lines.push(entry),
            _ => {}
        }
    }
    let mut all = vec![Vec::new()];
    all.extend(in_lines(ends, GlyphRole::Blank));
    all.extend(lines);
    all.extend(in_lines(moves, GlyphRole::Blank));
    all.extend(in_lines(marks, GlyphRole::Blank));
    if let Some(rule) = picture.rule {
        let title = format!("on the right of the cells, {}:", rule.title);
        all.extend(wrap(&title, WIDTH).iter().map(|line| words(line, GlyphRole::Blank)));
        let legend = rule_legend([rule]).into_iter();
        all.extend(legend.map(|line| words(&format!("  {line}"), GlyphRole::Blank)));
    }
    let sentence = legend::sentence(picture).map(|text| wrap(&text, WIDTH)).unwrap_or_default();
    all.extend(sentence.iter().map(|line| words(line, GlyphRole::Blank)));
    all
}

/// The characters of a sign; `None` if the terminal does not show it.
fn glyphs_of(sign: LegendSign, across: bool) -> Option<Vec<CanvasGlyph>> {
    let one = |glyph, role| Some(vec![(glyph, role)]);
    match sign {
        LegendSign::Start => one(glyphs::START, GlyphRole::Ends),
        LegendSign::LiveEnd => one(glyphs::LIVE_END, GlyphRole::LiveEnd),
        LegendSign::End => one(glyphs::END, GlyphRole::Ends),
        LegendSign::Blocked => one(glyphs::BLOCKED, GlyphRole::Blocked),
        LegendSign::Line(stroke) => {
            let sides = [false, false, true, true];
            Some(vec![(glyphs::line(stroke, sides), GlyphRole::Line(stroke)); 2])
        }
        LegendSign::Turning => {
            Some(vec![(glyphs::TURNING, GlyphRole::Turning), (' ', GlyphRole::Blank)])
        }
        LegendSign::Move(direction, verdict) => Some(vec![
            (glyphs::arrow(direction, verdict), GlyphRole::Arrow(verdict)),
            (' ', GlyphRole::Blank),
        ]),
        LegendSign::Mark(mark) => one(glyphs::mark(mark), GlyphRole::Reason),
        LegendSign::Crossing => {
            let directions = if across { [Move::Right, Move::Down] } else { [Move::Down; 2] };
            Some(directions.map(|d| (glyphs::crossing(d), GlyphRole::Reason)).to_vec())
        }
        LegendSign::Decided { used } => {
            let number = if used { "─1─" } else { "╳1" };
            Some(words(number, GlyphRole::Reason))
        }
        LegendSign::Counted(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use deadmove_core::board::Board;
    use deadmove_core::position::Position;
    use deadmove_core::verdict::Verdict;

    #[test]
    fn styles_change_nothing_but_the_styles() {
        let board = Arc::new(Board::new(5, 5, None, None, &[(5, 1)]).unwrap());
        let position = Position::from_path(board, &[Move::Right, Move::Down]).unwrap();
        let moves = [(Move::Down, Verdict::Live), (Move::Left, Verdict::Unknown)];
        let picture =
            Picture { turning_point: Some(1), move_verdicts: &moves, ..Picture::of(&position) };
        let styled = anstream::adapter::strip_str(&draw(&picture, true)).to_string();
        assert_eq!(styled, draw(&picture, false));
    }
}
