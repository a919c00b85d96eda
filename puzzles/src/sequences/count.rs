//! Counts the solvable mazes of a grid, by a dynamic programme over the frontier.
//!
//! Fields are processed row by row. Of the fields processed so far, it matters only which of the
//! last `width` are free, which of these are connected, and which are connected with the start.
//! Mazes that agree in this are counted together.

use rustc_hash::FxHashMap;

use crate::sequences::maze::GridMoves;

/// The components along the last `width` fields: 0 for a wall, [`START`] for the component of the
/// start, other numbers by first appearance.
type Front = Vec<u8>;

const START: u8 = 1;

/// The number of mazes in which the goal can be reached from the start.
pub fn count(grid: &GridMoves) -> u64 {
    // The number is the same for the transposed grid; the shorter side makes the shorter front.
    let width = grid.width.min(grid.height);
    let height = grid.fields() / width;
    let mut fronts: FxHashMap<Front, u64> = FxHashMap::default();
    fronts.insert(vec![0; width], 1);
    for field in 0..width * height {
        let column = field % width;
        let mut next: FxHashMap<Front, u64> = FxHashMap::default();
        for (front, number) in fronts {
            for free in [false, true] {
                if let Some(front) = take(&front, column, field == 0, free) {
                    *next.entry(front).or_default() += number;
                }
            }
        }
        fronts = next;
    }
    fronts.into_iter().filter(|(front, _)| front[width - 1] == START).map(|(_, n)| n).sum()
}

/// The front after the field in `column` was processed; none if the start is a wall, or if no field
/// of the front is connected with it any more.
fn take(front: &[u8], column: usize, is_start: bool, free: bool) -> Option<Front> {
    let mut next = front.to_vec();
    let above = front[column];
    let left = if column > 0 { front[column - 1] } else { 0 };
    next[column] = match (free, is_start) {
        (false, _) => 0,
        (true, true) => START,
        (true, false) => match (above, left) {
            (0, 0) => u8::MAX,
            (0, one) | (one, 0) => one,
            (a, b) => {
                let (keep, drop) = (a.min(b), a.max(b));
                next.iter_mut().filter(|mark| **mark == drop).for_each(|mark| *mark = keep);
                keep
            }
        },
    };
    if !next.contains(&START) {
        return None;
    }
    let mut names = [0; 256];
    names[usize::from(START)] = START;
    let mut last = START;
    for mark in next.iter_mut().filter(|mark| **mark != 0) {
        let name = &mut names[usize::from(*mark)];
        if *name == 0 {
            last += 1;
            *name = last;
        }
        *mark = *name;
    }
    Some(next)
}
