//! The cells around a few connected cells, in cyclic order.

use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;

/// The cells next to or diagonal to a set of cells, clockwise. The set must be connected and without
/// holes or bays: a path that does not turn back.
pub fn around(cells: &[Offset]) -> Vec<Offset> {
    let first = *cells.iter().min().expect("there is a cell");
    // Walk along the outline with the cells on the right hand, beginning above the first cell.
    let (mut cell, mut outward) = (first, Move::Up);
    let mut walk: Vec<Offset> = Vec::new();
    loop {
        let outer = cell.step(outward);
        if walk.last() != Some(&outer) {
            walk.push(outer);
        }
        let ahead = clockwise(outward);
        let (beside, diagonal) = (cell.step(ahead), outer.step(ahead));
        if !cells.contains(&beside) {
            // Around an outer corner.
            walk.push(diagonal);
            outward = ahead;
        } else if cells.contains(&diagonal) {
            // Into an inner corner.
            (cell, outward) = (diagonal, ahead.opposite());
        } else {
            cell = beside;
        }
        if (cell, outward) == (first, Move::Up) {
            break;
        }
    }
    if walk.len() > 1 && walk.first() == walk.last() {
        walk.pop();
    }
    walk
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
    use std::collections::BTreeSet;

    use super::*;

    fn cells(places: &[(i16, i16)]) -> Vec<Offset> {
        places.iter().map(|&(right, down)| Offset::new(right, down)).collect()
    }

    #[test]
    fn goes_round_once_in_steps_to_neighbours() {
        for shape in [
            cells(&[(0, 0)]),
            cells(&[(0, 0), (1, 0)]),
            cells(&[(0, 0), (0, 1), (0, 2)]),
            cells(&[(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (2, 3)]),
            cells(&[(0, 0), (0, -1), (1, -1), (2, -1)]),
            cells(&[(3, 3), (2, 3), (2, 4), (1, 4)]),
        ] {
            let walk = around(&shape);
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
            assert_eq!(walk.iter().copied().collect::<BTreeSet<_>>(), ring);
            assert_eq!(walk.len(), ring.len(), "{walk:?}");
            for i in 0..walk.len() {
                let next = walk[(i + 1) % walk.len()];
                assert!(walk[i].distance(next) == 1, "{walk:?}");
                assert!(shape.iter().any(|&c| near(c, walk[i])));
            }
        }
    }
}
