//! Mazes as SVG: fields, ways, and marked fields.

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
        let elements = self.elements((1, 1), side);
        let (width, height) = (width * side + 2, height * side + 2);
        Document { width, height, attributes: "", title: Some(title), paper: PAPER }.of(&elements)
    }

    fn size(&self) -> (usize, usize) {
        (self.roads.first().map_or(0, Vec::len), self.roads.len())
    }

    /// The elements, each on a line; the corner of the maze is at (left, top).
    fn elements(&self, (left, top): (usize, usize), side: usize) -> String {
        let mut out = String::new();
        let mut add = |element: String| out += &(element + "\n");
        let corner = |(column, row): DrawnField| (left + column * side, top + row * side);
        let square = |place: DrawnField, fill: &str| {
            let (x, y) = corner(place);
            format!(
                r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}" stroke="{EDGE}"/>"#
            )
        };
        for (row, fields) in self.roads.iter().enumerate() {
            for (column, &road) in fields.iter().enumerate() {
                add(square((column, row), if road { ROAD } else { WALL }));
            }
        }
        self.shaded.iter().for_each(|(place, colour)| add(square(*place, colour)));
        let half = side / 2;
        let middle = |place: DrawnField| {
            let (x, y) = corner(place);
            (x + half, y + half)
        };
        let dot = |(x, y): (usize, usize), radius: usize, colour: &str| {
            format!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>"#)
        };
        if let Some((from, to)) = self.ends {
            add(dot(middle(from), side / 3, palette::GREEN));
            let (purple, side) = (palette::PURPLE, side - side / 3);
            let (x, y) = middle(to);
            let (x, y) = (x - side / 2, y - side / 2);
            add(format!(
                r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="{purple}" stroke-width="3"/>"#
            ));
        }
        for (at, (way, colour)) in self.ways.iter().enumerate() {
            // Ways through the same fields lie beside each other.
            let (beside, stroke) = (at * side / 6, (side / 8).max(2));
            let points = way.iter().map(|&place| middle(place));
            let points: Vec<_> = points.map(|(x, y)| (x + beside, y + beside)).collect();
            let line: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
            let line = line.join(" ");
            add(format!(
                r#"<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{stroke}" stroke-linejoin="round" stroke-linecap="round"/>"#
            ));
            points.last().into_iter().for_each(|&end| add(dot(end, stroke, colour)));
        }
        let (red, arm) = (palette::VERMILION, side / 4);
        for (x, y) in self.crossed.iter().map(|&place| middle(place)) {
            let (left, right, top, bottom) = (x - arm, x + arm, y - arm, y + arm);
            add(format!(
                r#"<path d="M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}" stroke="{red}" stroke-width="3"/>"#
            ));
        }
        out
    }
}

/// Several mazes of one size in rows.
pub fn sheet(mazes: &[MazeDrawing], title: &str) -> String {
    const ABREAST: usize = 8;
    const FIELD: usize = 10;
    const GAP: usize = 12;
    let (columns, rows) = mazes.first().map_or((0, 0), MazeDrawing::size);
    let (across, down) = (columns * FIELD + GAP, rows * FIELD + GAP);
    let corner = |at: usize| (GAP + at % ABREAST * across, GAP + at / ABREAST * down);
    let drawn = mazes.iter().enumerate().map(|(at, maze)| maze.elements(corner(at), FIELD));
    let elements: String = drawn.collect();
    let width = GAP + mazes.len().clamp(1, ABREAST) * across;
    let height = GAP + mazes.len().div_ceil(ABREAST) * down;
    Document { width, height, attributes: "", title: Some(title), paper: PAPER }.of(&elements)
}
