//! The boundary of a set of cells, traced clockwise; the cells around the set, and those it
//! encloses.

use std::collections::BTreeSet;

use deadmove_core::board::Move;

use super::geometry::Offset;

/// One step along the boundary: a side of a cell of the set, or a convex corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundaryStep {
    /// At a side, the cell of the set; `None` at a corner.
    pub cell: Option<Offset>,
    /// The cell on the other side, or diagonal to the corner.
    pub outer: Offset,
}

/// Traces the sides and corners of a connected set whose complement is connected too, clockwise.
/// At a concave corner two successive sides have the same outer cell.
pub fn trace(cells: &BTreeSet<Offset>) -> Vec<BoundaryStep> {
    let Some(&first) = cells.first() else { return Vec::new() };
    // The smallest cell is the leftmost of the top row: nothing is above it.
    let (mut cell, mut outward) = (first, Move::Up);
    let mut steps = Vec::new();
    loop {
        let outer = cell.step(outward);
        steps.push(BoundaryStep { cell: Some(cell), outer });
        let ahead = clockwise(outward);
        let (beside, diagonal) = (cell.step(ahead), outer.step(ahead));
        if cells.contains(&diagonal) {
            (cell, outward) = (diagonal, ahead.opposite());
        } else if cells.contains(&beside) {
            cell = beside;
        } else {
            steps.push(BoundaryStep { cell: None, outer: diagonal });
            outward = ahead;
        }
        if (cell, outward) == (first, Move::Up) {
            return steps;
        }
    }
}

/// The cells next to or diagonal to a path of cells, clockwise, each once. The path must be a
/// shortest one between its ends: then it surrounds nothing and has no bays.
pub fn around(path: &[Offset]) -> Vec<Offset> {
    let steps = trace(&path.iter().copied().collect());
    let mut ring: Vec<Offset> = steps.into_iter().map(|step| step.outer).collect();
    ring.dedup();
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    ring
}

/// The cells outside a set that no path outside it connects with cells far away.
pub fn enclosed(cells: &BTreeSet<Offset>) -> BTreeSet<Offset> {
    let range = |along: fn(&Offset) -> i16| {
        let low = cells.iter().map(along).min().unwrap_or(0) - 1;
        low..=cells.iter().map(along).max().unwrap_or(0) + 1
    };
    let (columns, rows) = (range(|c| c.right), range(|c| c.down));
    let corner = Offset::new(*columns.start(), *rows.start());
    let mut seen = BTreeSet::from([corner]);
    let mut stack = vec![corner];
    while let Some(cell) = stack.pop() {
        for next in Move::ALL.map(|m| cell.step(m)) {
            let near = columns.contains(&next.right) && rows.contains(&next.down);
            if near && !cells.contains(&next) && seen.insert(next) {
                stack.push(next);
            }
        }
    }
    let all = rows.flat_map(|down| columns.clone().map(move |right| Offset::new(right, down)));
    all.filter(|cell| !seen.contains(cell) && !cells.contains(cell)).collect()
}

fn clockwise(direction: Move) -> Move {
    match direction {
        Move::Up => Move::Right,
        Move::Right => Move::Down,
        Move::Down => Move::Left,
        Move::Left => Move::Up,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A connected set around the live end, its holes filled.
    fn disc(steps: &[(usize, usize)]) -> BTreeSet<Offset> {
        let mut cells = BTreeSet::from([Offset::LIVE_END]);
        for &(from, to) in steps {
            let from = *cells.iter().nth(from % cells.len()).expect("an index below the length");
            cells.insert(from.step(Move::ALL[to]));
        }
        let holes = enclosed(&cells);
        cells.extend(holes);
        cells
    }

    proptest! {
        #[test]
        fn the_trace_visits_every_side_once_and_goes_from_neighbour_to_neighbour(
            steps in prop::collection::vec((0usize..40, 0usize..4), 0..40),
        ) {
            let cells = disc(&steps);
            let traced = trace(&cells);
            let mut sides: Vec<(Offset, Offset)> =
                traced.iter().filter_map(|s| Some((s.cell?, s.outer))).collect();
            sides.sort();
            let mut expected: Vec<(Offset, Offset)> = cells
                .iter()
                .flat_map(|&cell| Move::ALL.map(|m| (cell, cell.step(m))))
                .filter(|(_, outer)| !cells.contains(outer))
                .collect();
            expected.sort();
            prop_assert_eq!(sides, expected);
            for (i, step) in traced.iter().enumerate() {
                prop_assert!(!cells.contains(&step.outer));
                let next = traced[(i + 1) % traced.len()];
                prop_assert!(step.outer.distance(next.outer) <= 1);
            }
        }
    }

    #[test]
    fn a_hole_is_enclosed_and_a_bay_is_not() {
        let ring: BTreeSet<Offset> = (-1..=1)
            .flat_map(|right| (-1..=1).map(move |down| Offset::new(right, down)))
            .filter(|&cell| cell != Offset::new(0, 0))
            .collect();
        assert_eq!(enclosed(&ring), BTreeSet::from([Offset::new(0, 0)]));
        let bay: BTreeSet<Offset> =
            ring.iter().copied().filter(|&cell| cell != Offset::new(1, 0)).collect();
        assert!(enclosed(&bay).is_empty());
    }

    fn cells(places: &[(i16, i16)]) -> Vec<Offset> {
        places.iter().map(|&(right, down)| Offset::new(right, down)).collect()
    }

    #[test]
    fn the_cells_around_a_path_are_its_ring_in_steps_to_neighbours() {
        for shape in [
            cells(&[(0, 0)]),
            cells(&[(0, 0), (1, 0)]),
            cells(&[(0, 0), (0, 1), (0, 2)]),
            cells(&[(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (2, 3)]),
            cells(&[(0, 0), (0, -1), (1, -1), (2, -1)]),
            cells(&[(3, 3), (2, 3), (2, 4), (1, 4)]),
        ] {
            let found = around(&shape);
            let near = |c: Offset, d: Offset| {
                c.right.abs_diff(d.right) <= 1 && c.down.abs_diff(d.down) <= 1
            };
            let ring: BTreeSet<Offset> = shape
                .iter()
                .flat_map(|c| {
                    (-1..=1).flat_map(move |x| {
                        (-1..=1).map(move |y| Offset::new(c.right + x, c.down + y))
                    })
                })
                .filter(|c| !shape.contains(c))
                .collect();
            assert_eq!(found.iter().copied().collect::<BTreeSet<_>>(), ring);
            assert_eq!(found.len(), ring.len(), "{found:?}");
            for i in 0..found.len() {
                let next = found[(i + 1) % found.len()];
                assert!(found[i].distance(next) == 1, "{found:?}");
                assert!(shape.iter().any(|&c| near(c, found[i])));
            }
        }
    }
}
