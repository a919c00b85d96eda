//! The rim of a set of cells: its sides and corners in cyclic order, and the cells it encloses.

use std::collections::BTreeSet;

use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;

/// A step along the rim: a side of a cell of the set, or a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RimStep {
    /// The cell of the set, if this is a side; none at a corner.
    pub cell: Option<Offset>,
    /// The cell outside the set, across the side or diagonal to the corner.
    pub outer: Offset,
}

/// The sides and corners of a connected set whose complement is connected too, clockwise. Where the
/// rim turns to the left, two consecutive sides have the same outer cell.
pub fn walk(cells: &BTreeSet<Offset>) -> Vec<RimStep> {
    let Some(&first) = cells.first() else { return Vec::new() };
    // The smallest cell is the leftmost of the top row: nothing is above it.
    let (mut cell, mut outward) = (first, Move::Up);
    let mut places = Vec::new();
    loop {
        let outer = cell.step(outward);
        places.push(RimStep { cell: Some(cell), outer });
        let ahead = clockwise(outward);
        let (beside, diagonal) = (cell.step(ahead), outer.step(ahead));
        if cells.contains(&diagonal) {
            (cell, outward) = (diagonal, ahead.opposite());
        } else if cells.contains(&beside) {
            cell = beside;
        } else {
            places.push(RimStep { cell: None, outer: diagonal });
            outward = ahead;
        }
        if (cell, outward) == (first, Move::Up) {
            return places;
        }
    }
}

/// The cells outside a set that no path outside it connects with distant cells.
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
        fn the_walk_passes_every_side_once_and_steps_from_neighbour_to_neighbour(
            steps in prop::collection::vec((0usize..40, 0usize..4), 0..40),
        ) {
            let cells = disc(&steps);
            let places = walk(&cells);
            let mut sides: Vec<(Offset, Offset)> =
                places.iter().filter_map(|p| Some((p.cell?, p.outer))).collect();
            sides.sort();
            let mut expected: Vec<(Offset, Offset)> = cells
                .iter()
                .flat_map(|&cell| Move::ALL.map(|m| (cell, cell.step(m))))
                .filter(|(_, outer)| !cells.contains(outer))
                .collect();
            expected.sort();
            prop_assert_eq!(sides, expected);
            for (i, place) in places.iter().enumerate() {
                prop_assert!(!cells.contains(&place.outer));
                let next = places[(i + 1) % places.len()];
                prop_assert!(place.outer.distance(next.outer) <= 1);
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
}
