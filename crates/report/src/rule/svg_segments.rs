//! The segments of a rule as lines. Segments that share cells run beside each other, so that each
//! can be followed: every one has its own lane, colour, letter and triangles.

use super::sketch::{Sketch, SketchSegment};
use super::svg_picture::{CELL, DrawnPicture, PictureLabel, shortened, tenth};
use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;
use deadmove_rules::words::letter;

/// Colours of segments in [`super::svg_picture::STYLE`]: darker than the palette, since the lines
/// lie on yellow cells.
const COLOURS: usize = 5;
/// How far a line goes on beyond the middle of its first and last cell.
const BEYOND: f64 = 10.0;
/// Half the length of the line of a segment that is one cell.
const SINGLE: f64 = 13.0;

/// How far each segment lies beside the middle of its cells: 0 for one that shares no cell.
fn lanes(segments: &[SketchSegment]) -> Vec<f64> {
    let meet = |a: &SketchSegment, b: &SketchSegment| a.cells.iter().any(|c| b.cells.contains(c));
    let mut group: Vec<usize> = (0..segments.len()).collect();
    for a in 0..segments.len() {
        for b in 0..a {
            if group[a] != group[b] && meet(&segments[a], &segments[b]) {
                let (old, new) = (group[a].max(group[b]), group[a].min(group[b]));
                group.iter_mut().filter(|g| **g == old).for_each(|g| *g = new);
            }
        }
    }
    let mut shift = vec![0.0; segments.len()];
    for name in 0..segments.len() {
        let mut members: Vec<usize> = (0..segments.len()).filter(|&i| group[i] == name).collect();
        // Lines lie towards their regions where that is possible.
        members.sort_by_key(|&i| (positive(&segments[i]), i));
        let apart = match members.len() {
            0 | 1 => 0.0,
            2 => 13.0,
            several => 24.0 / (several as f64 - 1.0).max(2.0),
        };
        for (lane, &segment) in members.iter().enumerate() {
            shift[segment] = (lane as f64 - (members.len() as f64 - 1.0) / 2.0) * apart;
        }
    }
    shift
}

/// Where the unit of a positive shift leads: across the segment, and across both parts of one that
/// turns.
fn across(segment: &SketchSegment) -> (f64, f64) {
    let (first, last) = (segment.cells[0], segment.cells[segment.cells.len() - 1]);
    let (right, down) = (last.right - first.right, last.down - first.down);
    match (right.signum(), down.signum()) {
        (0, 0) if upright(segment) => (1.0, 0.0),
        (_, 0) => (0.0, 1.0),
        (0, _) => (1.0, 0.0),
        // Down to the right, or up to the left.
        (right, down) if right == down => (1.0, -1.0),
        _ => (1.0, 1.0),
    }
}

/// Whether the line of a segment that is one cell is vertical: the region lies to the left or
/// right.
fn upright(segment: &SketchSegment) -> bool {
    segment.side.contains(Move::Left) != segment.side.contains(Move::Right)
}

/// Whether the region lies where a positive shift leads.
fn positive(segment: &SketchSegment) -> bool {
    let (right, down) = across(segment);
    let vertical = if down < 0.0 { Move::Up } else { Move::Down };
    right != 0.0 && segment.side.contains(Move::Right)
        || down != 0.0 && segment.side.contains(vertical)
}

/// The corners of the line of a segment, before it is shifted; (0, 0) is the middle of the live
/// end.
fn points(segment: &SketchSegment) -> Vec<(f64, f64)> {
    let middle = |cell: &Offset| (f64::from(cell.right) * CELL, f64::from(cell.down) * CELL);
    let mut points: Vec<(f64, f64)> = segment.cells.iter().map(middle).collect();
    if let [(x, y)] = points[..] {
        // Across the direction in which the region lies.
        let (dx, dy) = if upright(segment) { (0.0, SINGLE) } else { (SINGLE, 0.0) };
        return vec![(x - dx, y - dy), (x + dx, y + dy)];
    }
    let beyond = |(x, y): (f64, f64), (u, v): (f64, f64)| {
        (x + (x - u) / CELL * BEYOND, y + (y - v) / CELL * BEYOND)
    };
    let last = points.len() - 1;
    let ends = (beyond(points[0], points[1]), beyond(points[last], points[last - 1]));
    (points[0], points[last]) = ends;
    points
}

impl DrawnPicture {
    /// Draws the segments.
    pub(super) fn segments(&mut self, sketch: &Sketch) {
        for (number, (segment, shift)) in
            sketch.segments.iter().zip(lanes(&sketch.segments)).enumerate()
        {
            let (dx, dy) = across(segment);
            let (dx, dy) = (dx * shift, dy * shift);
            let points: Vec<(f64, f64)> =
                points(segment).into_iter().map(|(u, v)| (u + dx, v + dy)).collect();
            let triangles = segment.sides().map(|(cell, direction)| {
                let middle = (f64::from(cell.right) * CELL, f64::from(cell.down) * CELL);
                side_pointer(middle, direction, shift)
            });
            self.segment_line(number, &points, &triangles.collect::<String>());
        }
    }

    /// A line and the triangles at it, with the letter of the segment at one end: neighbours have
    /// it at different ends.
    pub(super) fn segment_line(&mut self, number: usize, points: &[(f64, f64)], triangles: &str) {
        let words = points.iter().map(|&(x, y)| format!("{},{}", tenth(x), tenth(y)));
        let words = words.collect::<Vec<_>>().join(" ");
        let middle = if number.is_multiple_of(2) { points[0] } else { points[points.len() - 1] };
        let (x, y) = (tenth(middle.0), tenth(middle.1));
        let (colour, triangles) = (number % COLOURS, shortened(triangles));
        self.add(format_args!(
            r#"<g class="segment s{colour}"><path d="{triangles}"/><polyline points="{words}"/><circle cx="{x}" cy="{y}" r="6.5"/></g>"#
        ));
        let text = letter(number).to_string();
        self.labels.push(PictureLabel { middle, large: false, text });
    }
}

/// The path of a triangle that points out of a cell into the region, beside those of other
/// segments.
pub(super) fn side_pointer((x, y): (f64, f64), direction: Move, shift: f64) -> String {
    let edge = CELL / 2.0;
    let (low, along) = (edge - 1.0, shift - 5.0);
    let (x, y, rest) = match direction {
        Move::Right => (x + low, y + along, "l9 5 -9 5z"),
        Move::Down => (x + along, y + low, "l5 9 5 -9z"),
        Move::Left => (x - low, y + along, "l-9 5 9 5z"),
        Move::Up => (x + along, y - low, "l5 -9 5 9z"),
    };
    format!("M{} {}{rest}", tenth(x), tenth(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_rules::model::Side;

    fn segment(cells: &[(i16, i16)], side: &[Move]) -> SketchSegment {
        let cells = cells.iter().map(|&(right, down)| Offset::new(right, down)).collect();
        SketchSegment { cells, side: Side::new(side) }
    }

    #[test]
    fn segments_that_share_cells_run_beside_each_other() {
        let row = [(1, 0), (2, 0), (3, 0)];
        let lanes = lanes(&[
            segment(&row, &[Move::Down]),
            segment(&row[..2], &[Move::Up]),
            segment(&[(1, 5)], &[Move::Left]),
            segment(&row[1..], &[Move::Up]),
        ]);
        // The first lies below the others, which point up; the third touches none.
        assert_eq!(lanes, [12.0, -12.0, 0.0, 0.0]);
    }

    #[test]
    fn a_line_that_turns_is_shifted_across_both_its_parts() {
        let falling = segment(&[(0, 0), (1, 0), (1, 1)], &[Move::Right, Move::Up]);
        let rising = segment(&[(0, 0), (1, 0), (1, -1)], &[Move::Right, Move::Down]);
        assert_eq!([across(&falling), across(&rising)], [(1.0, -1.0), (1.0, 1.0)]);
        assert!(positive(&falling) && positive(&rising));
        assert_eq!(points(&falling), [(-10.0, 0.0), (36.0, 0.0), (36.0, 46.0)]);
    }
}
