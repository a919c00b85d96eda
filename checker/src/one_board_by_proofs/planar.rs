//! Clauses that hold because the board lies in the plane.
//!
//! **R6.** The drawn cells are connected, also with the outside of the board, since the start lies
//! on the border; the free cells are connected. Both remain true when the line is one step shorter,
//! or one step longer (unless it is finished then). So a closed walk around a 2×2 block, or around
//! a few cells that belong to neither side, does not meet free, drawn, free, drawn cells in this
//! order. (proof: docs/certificates.md, "R6")

use deadmove_checker_kernel::cnf::Cnf;
use deadmove_checker_kernel::graph::Graph;
use deadmove_checker_kernel::matching::View;
use deadmove_checker_kernel::rule::{Offset, step};

/// Adds the clauses about the labels of a path that is split behind the live end. Start and end of
/// the board must lie on its border. `free` is the literal "the cell is free".
pub fn add_clauses(graph: &Graph, live_end: usize, free: impl Fn(usize) -> i32, cnf: &mut Cnf) {
    for block in graph.blocks() {
        forbid_alternation(&block.map(|v| Some(free(v))), &[], cnf);
    }
    let board = graph.board();
    let view = View { board, free: &[], live_end };
    let [start, end] = graph.ends();
    let is_end = |v: usize| v == end;
    // The border is a closed walk, with the start drawn and the end free.
    for way in [border(graph, start, true), border(graph, start, false)] {
        let way: Vec<usize> = way
            .into_iter()
            .scan(false, |over, v| (!std::mem::replace(over, is_end(v))).then_some(v))
            .collect();
        for pair in way.windows(2) {
            cnf.push([-free(pair[0]), free(pair[1])]);
        }
        // One step earlier the live end was free, and so was everything behind it on the border.
        let place = way.iter().position(|&v| v == live_end);
        for &v in place.map_or(&[][..], |at| &way[at + 1..]) {
            cnf.push([free(v)]);
        }
        // One step later the next cell is drawn, and so is everything before it on the border.
        for &(next, edge) in graph.at(live_end) {
            let place = way.iter().position(|&v| v == next).unwrap_or(0);
            for &v in &way[..place] {
                cnf.push([-edge, -free(next), -free(v)]);
            }
        }
    }
    let labels = |walk: &[Offset]| -> Vec<Option<i32>> {
        let label = |&cell: &Offset| view.at(cell).filter(|&v| v != live_end).map(&free);
        walk.iter().map(label).collect()
    };
    forbid_alternation(&labels(&around(&[(0, 0)])), &[], cnf);
    for letter in ['U', 'D', 'L', 'R'] {
        let to = step((0, 0), letter);
        let Some(next) = view.at(to).filter(|&v| !is_end(v)) else { continue };
        let Some(edge) = graph.edge(live_end, next) else { continue };
        let taken = [edge, free(next)];
        forbid_alternation(&labels(&around(&[to])), &taken, cnf);
        forbid_alternation(&labels(&around(&[(0, 0), to])), &taken, cnf);
    }
}

/// Along a closed walk the label changes at most twice, if all conditions hold. The walk is given
/// by the literals "the cell is free"; `None` for a cell that is drawn or outside.
fn forbid_alternation(walk: &[Option<i32>], conditions: &[i32], cnf: &mut Cnf) {
    for a in 0..walk.len() {
        for b in a + 1..walk.len() {
            for c in b + 1..walk.len() {
                for d in c + 1..walk.len() {
                    for [p, q, r, s] in [[a, b, c, d], [b, c, d, a]] {
                        let (Some(p), Some(r)) = (walk[p], walk[r]) else { continue };
                        let drawn = [walk[q], walk[s]].into_iter().flatten();
                        let not = conditions.iter().map(|lit| -lit);
                        cnf.push(not.chain([-p, -r]).chain(drawn));
                    }
                }
            }
        }
    }
}

/// The cells next to or diagonal to some cells, in cyclic order. The given cells must be a path
/// that does not turn back.
fn around(cells: &[Offset]) -> Vec<Offset> {
    let clockwise = |letter: char| match letter {
        'U' => 'R',
        'R' => 'D',
        'D' => 'L',
        _ => 'U',
    };
    let Some(&first) = cells.iter().min_by_key(|&&(right, down)| (down, right)) else {
        return Vec::new();
    };
    // Follow the outline with the cells on the right, beginning above the uppermost cell.
    let (mut cell, mut outward) = (first, 'U');
    let mut walk: Vec<Offset> = Vec::new();
    loop {
        let (outer, ahead) = (step(cell, outward), clockwise(outward));
        if walk.last() != Some(&outer) {
            walk.push(outer);
        }
        let (beside, diagonal) = (step(cell, ahead), step(outer, ahead));
        if !cells.contains(&beside) {
            walk.push(diagonal);
            outward = ahead;
        } else if cells.contains(&diagonal) {
            (cell, outward) = (diagonal, clockwise(clockwise(ahead)));
        } else {
            cell = beside;
        }
        if (cell, outward) == (first, 'U') {
            break;
        }
    }
    if walk.len() > 1 && walk.first() == walk.last() {
        walk.pop();
    }
    walk
}

/// Cells around a segment that are not in its region, relative to the live end. Known walls cut the
/// closed walk around the segment into arcs. Drawn cells and the outside of the board are
/// connected, so without the segment free cells of different arcs are not connected: an arc without
/// a side cell has no cell of the region.
pub fn beyond_walls(
    segment: &[Offset],
    side: &[Offset],
    is_wall: impl Fn(Offset) -> bool,
) -> Vec<Offset> {
    let mut walk = around(segment);
    let Some(first) = walk.iter().position(|&cell| is_wall(cell)) else { return Vec::new() };
    walk.rotate_left(first);
    walk.split(|&cell| is_wall(cell))
        .filter(|arc| !arc.iter().any(|cell| side.contains(cell)))
        .flatten()
        .copied()
        .collect()
}

/// The cells of the border from the start on, clockwise or anticlockwise.
fn border(graph: &Graph, start: usize, clockwise: bool) -> Vec<usize> {
    let (width, height) = (graph.board().width(), graph.board().height());
    let above = 0..width;
    let right = (1..height).map(|row| row * width + width - 1);
    let below = (0..width - 1).rev().map(|column| (height - 1) * width + column);
    let left = (1..height - 1).rev().map(|row| row * width);
    let mut walk: Vec<usize> = above.chain(right).chain(below).chain(left).collect();
    if !clockwise {
        walk.reverse();
    }
    let first = walk.iter().position(|&v| v == start).unwrap_or(0);
    walk.rotate_left(first);
    walk
}
