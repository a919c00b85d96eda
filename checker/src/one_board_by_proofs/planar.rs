//! Clauses that hold because the board lies in the plane.
//!
//! **R6.** The drawn cells are connected, also with the outside of the board, since the start lies
//! on the border; the free cells are connected. Both remain true when the line is one step shorter,
//! or one step longer (unless it is finished then). So the four cells of a 2×2 block, the cells of
//! the border, and the eight cells around a cell that belongs to neither side are never free,
//! drawn, free, drawn in cyclic order. (proof: docs/reference/certificates.md, "R6")
//!
//! The cells that belong to neither side are the live end, and the next cell if it is not the end
//! cell.

use crate::kernel::cnf::Cnf;
use crate::kernel::graph::Graph;
use crate::kernel::matching::View;
use crate::kernel::rule::{Offset, step};

/// The cells around one, in cyclic order.
const AROUND: [Offset; 8] = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];

/// Adds the clauses about the labels of a path that is split behind the live end. Start and end of
/// the board must lie on its border. `free` is the literal "the cell is free".
pub fn add_clauses(graph: &Graph, live_end: usize, free: impl Fn(usize) -> i32, cnf: &mut Cnf) {
    for block in graph.blocks() {
        forbid_alternation(&block.map(|v| Some(free(v))), &[], cnf);
    }
    let board = &graph.board;
    let view = View { board, free: &[], live_end };
    let end = graph.ends[1];
    // The border is a closed walk, with the start drawn and the end free.
    for way in [border(graph, true), border(graph, false)] {
        for pair in way.windows(2) {
            cnf.push([-free(pair[0]), free(pair[1])]);
        }
        // One step earlier the live end was free, and so was everything behind it on the border.
        let place = way.iter().position(|&v| v == live_end);
        for &v in place.map_or(&[][..], |at| &way[at + 1..]) {
            cnf.push([free(v)]);
        }
        // One step later the next cell is drawn, and so is everything before it on the border.
        for &(next, edge) in &graph.at[live_end] {
            let place = way.iter().position(|&v| v == next).unwrap_or(0);
            for &v in &way[..place] {
                cnf.push([-edge, -free(next), -free(v)]);
            }
        }
    }
    // The live end, and what is off the board, counts as drawn.
    let labels = |(right, down): Offset| {
        let cells = AROUND.map(|(x, y)| view.at((right + x, down + y)));
        cells.map(|cell| cell.filter(|&v| v != live_end).map(&free))
    };
    forbid_alternation(&labels((0, 0)), &[], cnf);
    for to in ['U', 'D', 'L', 'R'].map(|letter| step((0, 0), letter)) {
        let Some(next) = view.at(to).filter(|&v| v != end) else { continue };
        let Some(edge) = graph.edge(live_end, next) else { continue };
        forbid_alternation(&labels(to), &[edge, free(next)], cnf);
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

/// The cells of the border from the start to the end, clockwise or anticlockwise.
fn border(graph: &Graph, clockwise: bool) -> Vec<usize> {
    let (width, height) = (graph.board.width, graph.board.height);
    let above = 0..width;
    let right = (1..height).map(|row| row * width + width - 1);
    let below = (0..width - 1).rev().map(|column| (height - 1) * width + column);
    let left = (1..height - 1).rev().map(|row| row * width);
    let mut walk: Vec<usize> = above.chain(right).chain(below).chain(left).collect();
    if !clockwise {
        walk.reverse();
    }
    let [start, end] = graph.ends;
    let first = walk.iter().position(|&v| v == start).unwrap_or(0);
    walk.rotate_left(first);
    let last = walk.iter().position(|&v| v == end).unwrap_or(0);
    walk.truncate(last + 1);
    walk
}
