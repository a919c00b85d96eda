//! The picture of a rule in SVG: cells, signs and crosses around the live end, in the colours of
//! the drawings of boards.
//!
//! No meaning rests on colour alone: forbidden cells have a cross, segments a letter and triangles
//! that point to their region (in [`super::svg_segments`]), and every state of a cell has another
//! shape. All cells of a state are one element, since sites show thousands of pictures.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::sketch::{Sign, Sketch};
use deadmove_core::board::Move;
use deadmove_rules::geometry::{Offset, Placement};
use deadmove_rules::model::{CellTest, Side};

pub(super) const CELL: f64 = 36.0;
const HALF: f64 = CELL / 2.0;

/// The look of pictures, for the document or the page they are in, whose root has the class `rule`.
/// Squares and dots are lines with square or round ends. They, the grid, borders and signs are in
/// units of a quarter of a cell.
pub const STYLE: &str = include_str!("picture.css");

/// A picture whose origin is the middle of the live end. Its shapes may be turned and mirrored, its
/// labels stay upright.
#[derive(Default)]
pub(super) struct DrawnPicture {
    pub shapes: String,
    pub labels: Vec<PictureLabel>,
}

/// A letter or digit around a point.
pub(super) struct PictureLabel {
    pub middle: (f64, f64),
    /// Whether it is the number of a forced line, which is larger.
    pub large: bool,
    pub text: String,
}

/// What a legend explains.
pub(super) enum SingleSign {
    Cell(Sign),
    /// The triangle of a segment.
    Side(Move),
    Cross {
        always: bool,
    },
}

impl DrawnPicture {
    /// Draws a picture.
    pub fn of(sketch: &Sketch) -> DrawnPicture {
        let mut drawn = DrawnPicture::default();
        drawn.cells(&grid(sketch), sketch.signs.iter().map(|(&cell, sign)| (cell, sign)));
        drawn.segments(sketch);
        for (&cell, &always) in &sketch.forbidden {
            let corner = sketch.signs.get(&cell) != Some(&Sign::Untested);
            drawn.cross(middle(cell), always, corner);
        }
        drawn
    }

    /// Draws one sign around the origin.
    pub fn of_sign(sign: &SingleSign) -> DrawnPicture {
        let mut drawn = DrawnPicture::default();
        match sign {
            SingleSign::Cell(sign) => {
                drawn.cells("", [(Offset::LIVE_END, sign)].into_iter());
                if let Sign::Segments(numbers, _) = sign
                    && let Some(&number) = numbers.first()
                {
                    drawn.segment_line(number, &[(7.0 - HALF, 0.0), (HALF - 7.0, 0.0)], "");
                }
            }
            SingleSign::Side(direction) => {
                let region = Sign::Segments(Vec::new(), Side::default());
                drawn.cells("", [(Offset::LIVE_END, &region)].into_iter());
                let triangle = super::svg_segments::side_pointer((-4.0, 0.0), *direction, 0.0);
                drawn.path("pointer", &triangle);
            }
            SingleSign::Cross { always } => drawn.cross((0.0, 0.0), *always, false),
        }
        drawn
    }

    /// The elements.
    pub fn elements(&self) -> String {
        self.shapes.clone() + &self.labels(|middle| middle)
    }

    /// The elements in a placement. The shapes are written again: browsers do not apply styles of
    /// the document to what `use` repeats, and an id would name another drawing of the same page.
    pub fn placed(&self, placement: Placement) -> String {
        let unit = |direction| {
            let to = Offset::LIVE_END.step(placement.direction(direction));
            (f64::from(to.right), f64::from(to.down))
        };
        let ((a, b), (c, d)) = (unit(Move::Right), unit(Move::Down));
        format!("<g transform=\"matrix({a} {b} {c} {d} 0 0)\">\n{}</g>\n", self.shapes)
            + &self.labels(|(x, y)| (a * x + c * y, b * x + d * y))
    }

    /// The labels where `moved` puts them.
    fn labels(&self, moved: impl Fn((f64, f64)) -> (f64, f64)) -> String {
        let labels = self.labels.iter().map(|PictureLabel { middle, large, text }| {
            let (x, y) = moved(*middle);
            // Letters and digits stand on their line: a third of their size below their middle.
            let (class, size, below) =
                if *large { ("number", 16, 5.5) } else { ("letter", 10, 3.5) };
            let (x, y) = (tenth(x), tenth(y + below));
            format!(
                "<text class=\"{class}\" font-size=\"{size}\" x=\"{x}\" y=\"{y}\">{text}</text>\n"
            )
        });
        let labels: String = labels.collect();
        if labels.is_empty() {
            return labels;
        }
        // Attributes, not styles: the form as PNG knows no others of words.
        format!("<g text-anchor=\"middle\" font-weight=\"bold\">\n{labels}</g>\n")
    }

    pub(super) fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.shapes, "{element}").expect("writing to a string succeeds");
    }

    /// A path of a class of [`STYLE`]; an empty one is left out.
    fn path(&mut self, class: &str, path: &str) {
        if !path.is_empty() {
            let path = shortened(path);
            self.add(format_args!(r#"<path class="{class}" d="{path}"/>"#));
        }
    }

    /// Draws a grid, given as a path, and cells with their signs, in units of a quarter of a cell.
    /// Squares and dots are lines with square or round ends, dots those without length.
    fn cells<'a>(&mut self, grid: &str, cells: impl Iterator<Item = (Offset, &'a Sign)>) {
        let mut squares: BTreeMap<&str, BTreeSet<Offset>> = BTreeMap::new();
        let [mut dots, mut rings, mut discs, mut strokes, mut dashed, mut forced] =
            [const { String::new() }; 6];
        let mut live_end = false;
        for (cell, sign) in cells {
            let (x, y) = (4 * cell.right, 4 * cell.down);
            let dot = format!("M{x} {y}h0");
            let square = match sign {
                Sign::LiveEnd | Sign::Forced(_) => "white",
                Sign::Test(CellTest::Free | CellTest::FreeNotEnd) => "white",
                Sign::Test(CellTest::Wall) => "wall",
                Sign::Test(CellTest::Drawn) => "drawn",
                Sign::Test(CellTest::Outside) => "outside",
                Sign::Segments(..) => "region",
                Sign::Test(CellTest::OnBoard) | Sign::Untested => "",
            };
            if !square.is_empty() {
                squares.entry(square).or_default().insert(cell);
            }
            match sign {
                Sign::LiveEnd => live_end = true,
                Sign::Test(CellTest::Free) => dots.push_str(&dot),
                Sign::Test(CellTest::FreeNotEnd) => {
                    rings.push_str(&dot);
                    let _ = write!(strokes, "M{} {}l2-2", x - 1, y + 1);
                }
                Sign::Test(CellTest::Drawn) => discs.push_str(&dot),
                Sign::Test(CellTest::Outside) => {
                    let (west, south) = (x - 2, y + 2);
                    let _ = write!(strokes, "M{west} {y}l2-2M{west} {south}l4-4M{x} {south}l2-2");
                }
                Sign::Test(CellTest::OnBoard) => {
                    let _ = write!(dashed, "M{x} {y}m-1.4-1.4h2.8v2.8h-2.8z");
                }
                Sign::Forced(number) => {
                    forced.push_str(&dot);
                    let (middle, text) = (middle(cell), (number + 1).to_string());
                    self.labels.push(PictureLabel { middle, large: true, text });
                }
                Sign::Test(CellTest::Wall) | Sign::Segments(..) | Sign::Untested => {}
            }
        }
        self.add(format_args!(r#"<g transform="scale({})">"#, CELL / 4.0));
        self.path("grid", grid);
        for (square, cells) in &squares {
            let runs = runs(cells.iter().map(|cell| (cell.down, cell.right)));
            let path = runs.map(|(y, x, more)| format!("M{} {}h{}", 4 * x, 4 * y, 4 * more));
            self.path(&format!("square {square}"), &path.collect::<String>());
        }
        self.path("border", &borders(&squares.into_values().flatten().collect()));
        self.path("ring", &rings);
        self.path("hole", &rings);
        self.path("dot", &(dots + &rings));
        self.path("disc", &discs);
        self.path("forced", &forced);
        self.path("sign", &strokes);
        self.path("dashes", &dashed);
        self.add(format_args!("</g>"));
        if live_end {
            self.add(format_args!(r#"<circle class="live" r="10"/>"#));
        }
    }

    /// A cross, small and in a corner where the cell shows something else; with a ring around it if
    /// it depends on a region.
    fn cross(&mut self, (x, y): (f64, f64), always: bool, corner: bool) {
        let (arm, shift) = if corner { (4.0, 11.0) } else { (8.0, 0.0) };
        let (x, y) = (x + shift, y - shift);
        if corner {
            let radius = arm + 2.5;
            self.add(format_args!(r#"<circle class="paper" cx="{x}" cy="{y}" r="{radius}"/>"#));
        }
        let class = if corner { "small cross" } else { "cross" };
        let (west, north, both) = (x - arm, y - arm, 2.0 * arm);
        let south = y + arm;
        self.path(class, &format!("M{west} {north}l{both} {both}M{west} {south}l{both} -{both}"));
        if !always {
            let radius = tenth(arm * 1.7);
            self.add(format_args!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#));
        }
    }
}

/// The same path: between numbers a sign is enough.
pub(super) fn shortened(path: &str) -> String {
    path.replace(" -", "-")
}

/// The middle of a cell.
fn middle(cell: Offset) -> (f64, f64) {
    (f64::from(cell.right) * CELL, f64::from(cell.down) * CELL)
}

/// The path of the lines between and around the cells, in quarters of a cell.
fn grid(sketch: &Sketch) -> String {
    let (left, right, top, bottom) = sketch.bounds();
    let ((west, north), (across, down)) = ((4 * left - 2, 4 * top - 2), sketch.size());
    let (across, down) = (4.0 * across, 4.0 * down);
    let mut path = format!("M{west} {north}v{down}");
    (left..=right).for_each(|_| path.push_str(&format!("m4 -{down}v{down}")));
    let _ = write!(path, "M{west} {north}h{across}");
    (top..=bottom).for_each(|_| path.push_str(&format!("m-{across} 4h{across}")));
    path
}

/// Runs of neighbours among sorted cells: their line, the first in it, and how many follow.
fn runs(cells: impl Iterator<Item = (i16, i16)>) -> impl Iterator<Item = (i16, i16, i16)> {
    let mut runs: Vec<(i16, i16, i16)> = Vec::new();
    for (line, at) in cells {
        match runs.last_mut() {
            Some((same, first, more)) if *same == line && at == *first + *more + 1 => *more += 1,
            _ => runs.push((line, at, 0)),
        }
    }
    runs.into_iter()
}

/// The path of the borders of cells, in quarters of a cell.
fn borders(cells: &BTreeSet<Offset>) -> String {
    let edges = |edge: fn(&Offset) -> (i16, i16)| -> BTreeSet<(i16, i16)> {
        let edges = cells.iter().map(edge);
        edges.flat_map(|(line, at)| [(line, at), (line + 1, at)]).collect()
    };
    let mut path = String::new();
    for (y, x, more) in runs(edges(|cell| (cell.down, cell.right)).into_iter()) {
        let _ = write!(path, "M{} {}h{}", 4 * x - 2, 4 * y - 2, 4 * more + 4);
    }
    for (x, y, more) in runs(edges(|cell| (cell.right, cell.down)).into_iter()) {
        let _ = write!(path, "M{} {}v{}", 4 * x - 2, 4 * y - 2, 4 * more + 4);
    }
    path
}

/// A length to a tenth, as short as it can be written.
pub(super) fn tenth(length: f64) -> f64 {
    // Not -0.
    (length * 10.0).round() / 10.0 + 0.0
}
