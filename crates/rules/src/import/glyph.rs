//! The shapes in a cell, recognised by their corners and colour.
//!
//! [`super::svg`] finds the cell of a shape, and the meaning of several shapes together.

use std::str::FromStr;

use roxmltree::Node;
use svgtypes::{Color, PathParser, PathSegment, SimplePathSegment, SimplifyingPathParser};

use deadmove_core::board::Move;

/// One drawn shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// A grey square: must be empty.
    Free,
    /// A pink square: the line, unless more is drawn in it.
    Line,
    /// A grey-black square: line or border.
    Wall,
    /// A blue square: end of a future line.
    Future,
    /// A black square: a cell along the border of an area, in the figures of the last period.
    AreaBorder,
    /// A thick frame: cell of a count line.
    Frame(CountKind),
    /// The line that comes into the live end from below.
    FromBelow,
    /// A pink square or line one cell below, drawn together with the live end.
    Below,
    /// An arrow in a wall: the line runs that way.
    Arrow(Move),
    /// A bar and an arrow away from it, black: first cell of a count line.
    Start,
    /// A bar and an arrow towards it, black: last cell of a count line.
    End,
    /// As [`Glyph::Start`] in blue: near end of a future line.
    FutureStart,
    /// As [`Glyph::End`] in blue: far end of a future line.
    FutureEnd,
    /// A small plus.
    Plus,
    /// A red cross: forbidden move.
    Cross,
    /// A red corner with an arc: not the end corner.
    Corner,
    /// The dot in that corner.
    Dot,
}

/// The condition of a count line, by its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountKind {
    /// Green.
    Even,
    /// Olive.
    Odd,
    /// Orange: odd, and not one more cell of one colour.
    Determined,
}

const SQUARE: &str = "M 0 0 h 1 v 1 h -1 z";
const FRAME: &str = "M 0 0 h 1 v 1 h -1 v -0.8 h 0.2 v 0.6 h 0.6 v -0.6 h -0.8 z";

/// Filled shapes in a cell whose upper left corner is (0, 0).
const FILLED: [(&str, [u8; 3], Glyph); 8] = [
    (SQUARE, [0xdd, 0xdd, 0xdd], Glyph::Free),
    (SQUARE, [0xff, 0, 0], Glyph::Line),
    (SQUARE, [0, 0, 0xff], Glyph::Future),
    (SQUARE, [0, 0, 0], Glyph::Wall),
    (FRAME, [0, 0x80, 0], Glyph::Frame(CountKind::Even)),
    (FRAME, [0x80, 0x80, 0], Glyph::Frame(CountKind::Odd)),
    (FRAME, [0xff, 0x40, 0], Glyph::Frame(CountKind::Determined)),
    ("M 0 1 h 1 v 1 h -1 z", [0xff, 0, 0], Glyph::Below),
];

/// Drawn lines in a cell whose upper left corner is (0, 0).
const DRAWN: [(&str, [u8; 3], Glyph); 14] = [
    ("M 0.5 1 v -0.5", [0; 3], Glyph::FromBelow),
    ("M 0.5 1 v 0.5", [0; 3], Glyph::Below),
    ("M 0.8 0.5 h -0.6 l 0.2 -0.2 l -0.2 0.2 l 0.2 0.2", [0; 3], Glyph::Arrow(Move::Left)),
    ("M 0.2 0.5 h 0.6 l -0.2 -0.2 l 0.2 0.2 l -0.2 0.2", [0; 3], Glyph::Arrow(Move::Right)),
    ("M 0.5 0.8 v -0.6 l -0.2 0.2 l 0.2 -0.2 l 0.2 0.2", [0; 3], Glyph::Arrow(Move::Up)),
    ("M 0.5 0.2 v 0.6 l -0.2 -0.2 l 0.2 0.2 l 0.2 -0.2", [0; 3], Glyph::Arrow(Move::Down)),
    ("M 0.3 0.3 v 0.4 v -0.2 h 0.4 l -0.13 -0.13 l 0.13 0.13 l -0.13 0.13", [0; 3], Glyph::Start),
    (
        "M 0.3 0.5 h 0.4 l -0.13 -0.13 l 0.13 0.13 l -0.13 0.13 l 0.13 -0.13 v 0.2 v -0.4",
        [0; 3],
        Glyph::End,
    ),
    (
        "M 0.2 0.2 v 0.6 v -0.3 h 0.6 l -0.2 -0.2 l 0.2 0.2 l -0.2 0.2",
        [0, 0, 0xff],
        Glyph::FutureStart,
    ),
    (
        "M 0.2 0.5 h 0.6 l -0.2 -0.2 l 0.2 0.2 l -0.2 0.2 l 0.2 -0.2 v 0.3 v -0.6",
        [0, 0, 0xff],
        Glyph::FutureEnd,
    ),
    ("M 0.3 0.5 h 0.4 M 0.5 0.3 v 0.4", [0; 3], Glyph::Plus),
    ("M 0.2 0.2 l 0.6 0.6 M 0.2 0.8 l 0.6 -0.6", [0xff, 0, 0], Glyph::Cross),
    ("M 0.3 0.2 v 0.5 h 0.5 h -0.2 a 0.3 0.3 0 0 0 -0.3 -0.3", [0xff, 0, 0], Glyph::Corner),
    ("M 0.2 0.2 v 0.6 h 0.6 h -0.3 a 0.3 0.3 0 0 0 -0.3 -0.3", [0xff, 0, 0], Glyph::Corner),
];

/// Corners closer than this, in cells, are the same.
const TOLERANCE: f64 = 0.03;

/// The shape of an element in the cell at `column` and `row` (from 1), if it is a known one.
pub fn recognise(element: Node, column: i16, row: i16) -> Option<Glyph> {
    let stroke = element.attribute("stroke").and_then(colour);
    let fill = element.attribute("fill").and_then(colour);
    if element.has_tag_name("circle") || element.tag_name().name() == "circle" {
        return (fill == Some([0xff, 0, 0])).then_some(Glyph::Dot);
    }
    let (known, ink): (&[_], _) =
        if stroke.is_some() { (&DRAWN, stroke?) } else { (&FILLED, fill?) };
    let path = corners(element.attribute("d")?)?;
    let moved = |(x, y): (f64, f64)| (x - f64::from(column - 1), y - f64::from(row - 1));
    let glyph = known.iter().find_map(|(shape, colour, glyph)| {
        let shape = corners(shape)?;
        let same = shape.len() == path.len()
            && shape.iter().zip(&path).all(|(a, b)| {
                let b = moved(*b);
                (a.0 - b.0).abs() < TOLERANCE && (a.1 - b.1).abs() < TOLERANCE
            });
        (same && *colour == ink).then_some(*glyph)
    })?;
    let opaque = element
        .attribute("fill-opacity")
        .is_none_or(|opacity| opacity.trim().parse().is_ok_and(|opacity: f64| opacity > 0.9));
    Some(if glyph == Glyph::Wall && opaque { Glyph::AreaBorder } else { glyph })
}

/// An arrow from cell to cell over the finished drawing: the cells (column, row, from 1) at its
/// tail and its tip, which lie in one row or column.
pub fn long_arrow(element: Node) -> Option<[(i16, i16); 2]> {
    if element.attribute("stroke").and_then(colour)? != [0; 3] {
        return None;
    }
    let path = corners(element.attribute("d")?)?;
    let (from, to) = (*path.first()?, *path.get(1)?);
    let along = (to.0 - from.0).abs().max((to.1 - from.1).abs());
    let across = (to.0 - from.0).abs().min((to.1 - from.1).abs());
    // Points far outside the drawing are refused below; until then they must not overflow.
    let number = |at: f64| (at.floor() as i16).saturating_add(1);
    let cell = |(x, y): (f64, f64)| (number(x), number(y));
    let on_drawing = |(x, y): (f64, f64)| (0.0..1000.0).contains(&x) && (0.0..1000.0).contains(&y);
    let (tail, tip) = (cell(from), cell(to));
    let arrow = path.len() > 3
        && across < TOLERANCE
        && along > 1.0
        && tail != tip
        && on_drawing(from)
        && on_drawing(to);
    arrow.then_some([tail, tip])
}

/// The points of a path, in cells; `None` if it is not a path.
fn corners(path: &str) -> Option<Vec<(f64, f64)>> {
    if !has_small_arcs(path) {
        return None;
    }
    let mut corners = Vec::new();
    for segment in SimplifyingPathParser::from(path) {
        match segment.ok()? {
            SimplePathSegment::MoveTo { x, y }
            | SimplePathSegment::LineTo { x, y }
            | SimplePathSegment::CurveTo { x, y, .. }
            | SimplePathSegment::Quadratic { x, y, .. } => corners.push((x, y)),
            SimplePathSegment::ClosePath => {}
        }
    }
    corners.iter().all(|(x, y)| x.is_finite() && y.is_finite()).then_some(corners)
}

/// Whether no number of a path with arcs is larger than any drawing. Arcs are split into pieces,
/// the more the larger they are, until the memory ends; a far corner before an arc makes it large.
fn has_small_arcs(path: &str) -> bool {
    const LARGEST: f64 = 1e6;
    let segments: Vec<_> = PathParser::from(path).flatten().collect();
    let arcs = segments.iter().any(|s| matches!(s, PathSegment::EllipticalArc { .. }));
    let small = |numbers: &[f64]| numbers.iter().all(|number| number.abs() <= LARGEST);
    !arcs
        || segments.iter().all(|segment| match *segment {
            PathSegment::MoveTo { x, y, .. }
            | PathSegment::LineTo { x, y, .. }
            | PathSegment::CurveTo { x, y, .. }
            | PathSegment::SmoothCurveTo { x, y, .. }
            | PathSegment::Quadratic { x, y, .. }
            | PathSegment::SmoothQuadratic { x, y, .. } => small(&[x, y]),
            PathSegment::HorizontalLineTo { x, .. } => small(&[x]),
            PathSegment::VerticalLineTo { y, .. } => small(&[y]),
            PathSegment::EllipticalArc { rx, ry, x, y, .. } => small(&[rx, ry, x, y]),
            PathSegment::ClosePath { .. } => true,
        })
}

fn colour(text: &str) -> Option<[u8; 3]> {
    let colour = Color::from_str(text).ok()?;
    (colour.alpha > 0).then_some([colour.red, colour.green, colour.blue])
}
