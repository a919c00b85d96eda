//! Mazes as SVG: fields, ways, and marked fields.

use std::fmt::Write as _;

use deadmove_svg::{Document, palette};

/// A column and a row, from 0.
pub type DrawnField = (usize, usize);

/// A maze to be drawn.
#[derive(Default)]
pub struct MazeDrawing {
    /// Its rows; true for a road.
    pub roads: Vec<Vec<bool>>,
    /// Where a way begins and where it should lead.
    pub ends: Option<(DrawnField, DrawnField)>,
    /// Ways, each with its colour.
    pub ways: Vec<(Vec<DrawnField>, &'static str)>,
    /// Fields of another colour.
    pub shaded: Vec<(DrawnField, &'static str)>,
    /// Fields with a cross.
    pub crossed: Vec<DrawnField>,
}

const WALL: &str = "#333d4b";
const ROAD: &str = "#f7f6f2";
const EDGE: &str = "#cfcabd";
const PAPER: &str = "#ffffff";
/// The side of a small drawing, and the smallest side of a field.
const SIDE: usize = 320;

impl MazeDrawing {
    /// The maze as a document of its own.
    pub fn svg(&self, title: &str) -> String {
        let (width, height) = self.size();
        let side = (SIDE / width.max(height).max(1)).clamp(8, 40);
        let mut elements = String::new();
        self.draw(&mut elements, (1, 1), side);
        let (width, height) = (width * side + 2, height * side + 2);
        Document { width, height, attributes: "", title: Some(title), paper: PAPER }.of(&elements)
    }

    fn size(&self) -> (usize, usize) {
        (self.roads.first().map_or(0, Vec::len), self.roads.len())
    }

    fn draw(&self, out: &mut String, (left, top): (usize, usize), side: usize) {
        let corner = |(column, row): DrawnField| (left + column * side, top + row * side);
        let square = |out: &mut String, place: DrawnField, fill: &str| {
            let (x, y) = corner(place);
            let _ = writeln!(
                out,
                r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}" stroke="{EDGE}"/>"#
            );
        };
        for (row, fields) in self.roads.iter().enumerate() {
            for (column, &road) in fields.iter().enumerate() {
                square(out, (column, row), if road { ROAD } else { WALL });
            }
        }
        for (place, colour) in &self.shaded {
            square(out, *place, colour);
        }
        let half = side / 2;
        let middle = |place: DrawnField| {
            let (x, y) = corner(place);
            (x + half, y + half)
        };
        if let Some((from, to)) = self.ends {
            let (x, y) = middle(from);
            let radius = side / 3;
            let green = palette::GREEN;
            let _ = writeln!(out, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{green}"/>"#);
            let ((x, y), side) = (corner(to), side - side / 3);
            let (x, y) = (x + half - side / 2, y + half - side / 2);
            let _ = writeln!(
                out,
                r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="{}" stroke-width="3"/>"#,
                palette::PURPLE
            );
        }
        for (at, (way, colour)) in self.ways.iter().enumerate() {
            // Ways through the same fields lie beside each other.
            let (beside, stroke) = (at * side / 6, (side / 8).max(2));
            let points: Vec<String> = way
                .iter()
                .map(|&place| middle(place))
                .map(|(x, y)| format!("{},{}", x + beside, y + beside))
                .collect();
            let points = points.join(" ");
            let _ = writeln!(
                out,
                r#"<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{stroke}" stroke-linejoin="round" stroke-linecap="round"/>"#
            );
            if let Some((x, y)) = way.last().map(|&place| middle(place)) {
                let (x, y) = (x + beside, y + beside);
                let _ =
                    writeln!(out, r#"<circle cx="{x}" cy="{y}" r="{stroke}" fill="{colour}"/>"#);
            }
        }
        for &place in &self.crossed {
            let ((x, y), arm) = (middle(place), side / 4);
            let (left, right, top, bottom) = (x - arm, x + arm, y - arm, y + arm);
            let _ = writeln!(
                out,
                r#"<path d="M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}" stroke="{}" stroke-width="3"/>"#,
                palette::VERMILION
            );
        }
    }
}

/// Several mazes of one size in rows.
pub fn sheet(mazes: &[MazeDrawing], title: &str) -> String {
    const ABREAST: usize = 8;
    const FIELD: usize = 10;
    const GAP: usize = 12;
    let (columns, rows) = mazes.first().map_or((0, 0), MazeDrawing::size);
    let (across, down) = (columns * FIELD + GAP, rows * FIELD + GAP);
    let mut elements = String::new();
    for (at, maze) in mazes.iter().enumerate() {
        let corner = (GAP + at % ABREAST * across, GAP + at / ABREAST * down);
        maze.draw(&mut elements, corner, FIELD);
    }
    let width = GAP + mazes.len().clamp(1, ABREAST) * across;
    let height = GAP + mazes.len().div_ceil(ABREAST) * down;
    Document { width, height, attributes: "", title: Some(title), paper: PAPER }.of(&elements)
}
