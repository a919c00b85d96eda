//! The strips engine: joins the pieces of an edge set with the wanted degrees by flipping strips.
//!
//! The flow gives a path and loops beside it. A flip of a strip exchanges used and unused edges
//! along its rim. From the pieces that flips of single squares leave, the engine searches breadth
//! first over the flips of strips that begin between two pieces: an odd one joins them, an even one
//! keeps the number of pieces. After a join it begins again, until one piece is left. It answers
//! live, with that piece as the witness; dead if a cell has too few exits, cells are cut off, there
//! is no flow, or no edge set is left to try in a plain region; else unknown. Why:
//! docs/explanation/strips.md.

mod flip;

use std::collections::VecDeque;

use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limit, Outcome};
use deadmove_encodings::cut::Components;
use deadmove_encodings::flow::{Flow, NoFlow};
use deadmove_encodings::graph::{Faces, Graph};
use deadmove_encodings::join::join_pieces;
use rustc_hash::FxHashSet;

use crate::cheap;
use crate::graph::PositionGraph;
use crate::sat::colour_reason;
use flip::{Squares, flip};

/// The edge sets that are kept between two joins before the engine gives up.
pub const MOST_CANDIDATES: usize = 10_000;

/// What the engine found out about a position, and how much it looked at.
#[derive(Clone, Debug)]
pub struct StripSearch {
    /// A witness, a reason, or why there is neither.
    pub answer: Outcome<Vec<Move>, Reason>,
    /// For each join by strips, the edge sets from which flips were tried; one if the first had a
    /// flip that joins. Those of an unsuccessful search come last. Empty if single squares joined
    /// all pieces, or there was nothing to join.
    pub candidates: Vec<usize>,
}

/// Decides one position.
pub fn solve(position: &Position, budget: &Budget) -> Outcome<Vec<Move>, Reason> {
    search(position, budget).answer
}

/// [`solve`], with what it took.
pub fn search(position: &Position, budget: &Budget) -> StripSearch {
    let mut candidates = Vec::new();
    let answer = answer(position, budget, &mut candidates);
    StripSearch { answer, candidates }
}

fn answer(
    position: &Position,
    budget: &Budget,
    candidates: &mut Vec<usize>,
) -> Outcome<Vec<Move>, Reason> {
    if position.is_finished() {
        return Outcome::Live(Vec::new());
    }
    if let Some(reason) = cheap::dead_end(position).or_else(|| cheap::cut_off(position)) {
        return Outcome::Dead(reason);
    }
    let cells = PositionGraph::new(position);
    let graph = &cells.graph;
    let flow = match Flow::new(graph, || budget.out_of_time().is_some()) {
        Ok(flow) => flow,
        Err(NoFlow::Unbalanced(region)) => return Outcome::Dead(colour_reason(&cells, &region)),
        Err(NoFlow::Stopped) => {
            return Outcome::Unknown(budget.out_of_time().unwrap_or(Limit::Timeout));
        }
    };
    let faces = graph.faces();
    let mut used = flow.used;
    let squares: Vec<[usize; 4]> = faces.squares().collect();
    if join_pieces(graph, &squares, &mut used, |_| false).count > 1 {
        let strips = Squares::new(graph, &faces);
        match join(graph, &strips, &mut used, budget, candidates) {
            Ok(()) => {}
            Err(Limit::Unjoined) if is_plain(graph, &faces) => {
                let edge_sets = *candidates.last().expect("a join was tried");
                return Outcome::Dead(loops_reason(position, &cells, &used, edge_sets));
            }
            Err(limit) => return Outcome::Unknown(limit),
        }
    }
    Outcome::Live(cells.moves(position, &used))
}

/// Whether Lemma 6 of docs/explanation/strips.md holds for a connected graph: every face but the
/// outer one is a square, and both ends have a neighbour outside.
fn is_plain(graph: &Graph, faces: &Faces) -> bool {
    faces.squares().count() + 1 == faces.len()
        && (0..graph.vertices()).all(|v| graph.degree(v) == 2 || graph.edges_at(v).len() < 4)
}

/// The pieces of an edge set as a reason.
fn loops_reason(
    position: &Position,
    cells: &PositionGraph,
    used: &[bool],
    edge_sets: usize,
) -> Reason {
    let graph = &cells.graph;
    let around = |start| graph.path(start, used).into_iter().map(|v| cells.cells[v]).collect();
    let pieces = Components::new(graph, used).members();
    let is_loop = |piece: &&Vec<usize>| piece.iter().all(|&v| graph.degree(v) == 2);
    let loops = pieces.iter().filter(is_loop).map(|piece| around(piece[0])).collect();
    let path = around(cells.vertex(position.board(), position.live_end()));
    Reason::Loops { path, loops, edge_sets }
}

/// Joins all pieces of an edge set. `candidates` receives the number of edge sets that each join
/// took.
fn join(
    graph: &Graph,
    squares: &Squares,
    used: &mut Vec<bool>,
    budget: &Budget,
    candidates: &mut Vec<usize>,
) -> Result<(), Limit> {
    let mut count = Components::new(graph, used).count;
    while count > 1 {
        candidates.push(0);
        let tried = candidates.last_mut().expect("it was pushed");
        (*used, count) = next_join(graph, squares, used, count, budget, tried)?;
    }
    Ok(())
}

/// The first edge set with fewer than `count` pieces along flips of strips that begin at a border,
/// and how many it has. An even strip lowers the number only where regions have holes or an end
/// inside, so that is seen when its turn comes.
fn next_join(
    graph: &Graph,
    squares: &Squares,
    from: &[bool],
    count: usize,
    budget: &Budget,
    tried: &mut usize,
) -> Result<(Vec<bool>, usize), Limit> {
    let mut seen = FxHashSet::from_iter([from.to_vec()]);
    let mut queue = VecDeque::from([from.to_vec()]);
    while let Some(at) = queue.pop_front() {
        budget.check_time()?;
        let pieces = Components::new(graph, &at);
        if pieces.count < count {
            return Ok((at, pieces.count));
        }
        *tried += 1;
        let mut joined = None;
        squares.any_strip(graph, &at, &pieces, |rim| {
            let mut next = at.clone();
            flip(&mut next, rim);
            // An odd strip joins two pieces.
            if rim.len() % 4 == 0 {
                joined = Some(next);
            } else if seen.len() < MOST_CANDIDATES && !seen.contains(&next) {
                seen.insert(next.clone());
                queue.push_back(next);
            }
            joined.is_some()
        });
        if let Some(joined) = joined {
            return Ok((joined, pieces.count - 1));
        }
    }
    Err(if seen.len() < MOST_CANDIDATES { Limit::Unjoined } else { Limit::Candidates })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use deadmove_core::board::Board;
    use deadmove_core::verdict::Limits;
    use deadmove_encodings::graph::Faces;

    use super::*;
    use crate::frontier;

    /// A plain region with a completion, and edge sets of it whose pieces no single square joins.
    struct Tight {
        graph: Graph,
        faces: Faces,
        completion: Vec<bool>,
        sets: Vec<Vec<bool>>,
    }

    fn tight(
        width: usize,
        height: usize,
        end: (usize, usize),
        blocked: &[(usize, usize)],
    ) -> Tight {
        let board = Board::new(width, height, Some((1, 1)), Some(end), blocked).unwrap();
        let position = Position::start(Arc::new(board));
        let cells = PositionGraph::new(&position);
        let witness = frontier::solve(&position, &Limits::default());
        let mut at = position.clone();
        let mut completion = vec![false; cells.graph.edges()];
        for &step in witness.witness().expect("a live position") {
            let from = cells.vertex(at.board(), at.live_end());
            at.play(step).unwrap();
            let to = cells.vertex(at.board(), at.live_end());
            completion[cells.graph.edge_between(from, to).unwrap()] = true;
        }
        let graph = cells.graph;
        let faces = graph.faces();
        let squares: Vec<[usize; 4]> = faces.squares().collect();
        assert_eq!(squares.len() + 1, faces.len(), "no holes");
        let mut sets = Vec::new();
        let mut used = Flow::new(&graph, || false).unwrap().used;
        let mut random = 1_u32;
        for _ in 0..20_000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let square = squares[(random >> 8) as usize % squares.len()];
            let [a, b, c, d] = square.map(|edge| used[edge]);
            if a != c || b != d || a == b {
                continue;
            }
            flip(&mut used, &square);
            let mut joined = used.clone();
            if join_pieces(&graph, &squares, &mut joined, |_| false).count > 1 {
                sets.push(joined);
            }
        }
        Tight { graph, faces, completion, sets }
    }

    /// Lemma 5 of docs/explanation/strips.md: the sum of the heights of a completion.
    fn distance(tight: &Tight, used: &[bool]) -> i32 {
        let Tight { graph, faces, completion, .. } = tight;
        let mut height = vec![None; faces.len()];
        height[faces.largest()] = Some(0);
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for edge in 0..graph.edges() {
                let (left, right) = (faces.left(edge), faces.right(edge));
                let step = i32::from(completion[edge]) - i32::from(used[edge]);
                match (height[left], height[right]) {
                    (Some(known), None) => height[right] = Some(known + step),
                    (None, Some(known)) => height[left] = Some(known - step),
                    (Some(left), Some(right)) => {
                        assert_eq!(right - left, step);
                        continue;
                    }
                    (None, None) => {}
                }
                changed = true;
            }
        }
        height.into_iter().map(|height| height.unwrap().abs()).sum()
    }

    #[test]
    fn some_strip_at_a_border_comes_closer_to_a_completion_and_none_raises_the_number_of_pieces() {
        let (mut odd, mut even) = (0, 0);
        for tight in [
            tight(9, 8, (5, 1), &[(1, 3), (5, 8), (9, 4)]),
            tight(8, 6, (8, 4), &[(5, 6), (7, 1), (8, 1)]),
            tight(6, 7, (6, 2), &[(1, 3), (6, 1), (6, 3)]),
            tight(8, 8, (6, 1), &[(1, 2), (4, 8), (8, 3), (8, 6)]),
        ] {
            let Tight { graph, faces, sets, .. } = &tight;
            let squares = Squares::new(graph, faces);
            for set in sets {
                let pieces = Components::new(graph, set);
                let mut closer = false;
                squares.any_strip(graph, set, &pieces, |rim| {
                    let mut next = set.clone();
                    flip(&mut next, rim);
                    let used = |v| graph.edges_at(v).filter(|&edge| next[edge]).count();
                    assert!((0..graph.vertices()).all(|v| used(v) == graph.degree(v)));
                    let length = rim.len() / 2 - 1;
                    let after = Components::new(graph, &next).count;
                    assert_eq!(after + length % 2, pieces.count, "{length} squares");
                    *(if length % 2 == 1 { &mut odd } else { &mut even }) += 1;
                    closer |= distance(&tight, &next) + length as i32 == distance(&tight, set);
                    false
                });
                assert!(closer, "{set:?}");
            }
        }
        assert!(odd > 10 && even > 10, "{odd} odd, {even} even");
    }
}
