//! Boards as text and as SVG.

use std::fmt::Write;

use crate::loops::board::{Colour, LoopBoard, Square};
use crate::loops::curves::{CurveCrossing, Final, Points};
use deadmove_svg::Document;

/// Side of a square in the SVG.
const SIDE: usize = 48;

/// A board as text: Y and P for the colours, · for empty squares. On a full board, lines show the
/// segments, with ┼ where they cross.
pub fn terminal(board: &LoopBoard) -> String {
    let size = board.size;
    let end = Final::of(board);
    let mut text = String::from("   ");
    for column in 1..=size {
        let _ = write!(text, "{column:>4}");
    }
    text.push('\n');
    for row in 0..size {
        let _ = write!(text, "{:>3}", row + 1);
        for column in 0..size {
            // The segments that go through the square, and whether one comes from the left.
            let (mut across, mut down, mut enters) = (false, false, false);
            if let Some(end) = &end {
                let ([left, right], [top, bottom]) = (end.rows[row], end.columns[column]);
                across = left < column && column < right;
                enters = left < column && column <= right;
                down = top < row && row < bottom;
            }
            text.push_str(if enters { "───" } else { "   " });
            text.push(match (board.get(Square { column, row }), across, down) {
                (Some(Colour::Yellow), ..) => 'Y',
                (Some(Colour::Purple), ..) => 'P',
                (None, true, true) => '┼',
                (None, true, false) => '─',
                (None, false, true) => '│',
                (None, false, false) => '·',
            });
        }
        text.push('\n');
        if row + 1 < size
            && let Some(end) = &end
        {
            let line = |[top, bottom]: &[usize; 2]| {
                if (*top..*bottom).contains(&row) { "   │" } else { "    " }
            };
            let line: String = end.columns.iter().map(line).collect();
            let _ = writeln!(text, "   {}", line.trim_end());
        }
    }
    text
}

/// A board as an SVG picture: filled squares, and on a full board segments and crossings. A
/// crossing has the colour of the player whose point it is.
pub fn svg(board: &LoopBoard) -> String {
    let size = board.size;
    let end = Final::of(board);
    let (margin, legend) = (36, if end.is_some() { 64 } else { 36 });
    let (width, height) = (size * SIDE + 2 * margin, size * SIDE + margin + legend);
    let middle = |at: usize| margin + at * SIDE + SIDE / 2;
    let paint = |colour: Colour| match colour {
        Colour::Yellow => "#f2c230",
        Colour::Purple => "#7d4fb3",
    };
    let mut svg = String::new();
    let mut add = |element: String| svg += &(element + "\n");
    for at in board.squares() {
        let (x, y) = (margin + at.column * SIDE, margin + at.row * SIDE);
        add(format!(
            r##"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="#f7f6f2" stroke="#cfcabd"/>"##
        ));
    }
    let label = r##"text-anchor="middle" fill="#666""##;
    for at in 0..size {
        let (along, beside, number) = (middle(at), margin - 12, at + 1);
        let below = along + 5;
        add(format!(
            r#"<text x="{along}" y="{beside}" {label}>{number}</text><text x="{beside}" y="{below}" {label}>{number}</text>"#
        ));
    }
    if let Some(end) = &end {
        let mut line = |x: usize, y: usize, u: usize, v: usize| {
            add(format!(
                r##"<path d="M{x} {y}L{u} {v}" stroke="#3a4250" stroke-width="4" stroke-linecap="round"/>"##
            ));
        };
        for at in 0..size {
            let ([left, right], [top, bottom]) = (end.rows[at], end.columns[at]);
            line(middle(left), middle(at), middle(right), middle(at));
            line(middle(at), middle(top), middle(at), middle(bottom));
        }
    }
    for at in board.squares() {
        if let Some(colour) = board.get(at).map(paint) {
            let side = SIDE * 5 / 8;
            let (x, y) = (middle(at.column) - side / 2, middle(at.row) - side / 2);
            add(format!(
                r##"<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="6" fill="{colour}" stroke="#3a4250" stroke-width="2"/>"##
            ));
        }
    }
    if let Some(end) = &end {
        for &CurveCrossing { at, point, .. } in &end.crossings {
            let (x, y) = (middle(at.column), middle(at.row));
            let colour = paint(point);
            add(format!(
                r##"<circle cx="{x}" cy="{y}" r="9" fill="{colour}" stroke="#ffffff" stroke-width="3"/>"##
            ));
        }
        let Points { purple, yellow } = end.by_pairs;
        let y = margin + size * SIDE + 30;
        add(format!(
            r##"<text x="{margin}" y="{y}" fill="#222">yellow {yellow}, purple {purple}</text>"##
        ));
    }
    let attributes = r#"font-size="15""#;
    Document { width, height, attributes, title: None, paper: "#ffffff" }.of(&svg)
}
