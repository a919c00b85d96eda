//! The strips engine: joins the pieces of an edge set with the wanted degrees by flipping strips.
//!
//! The flow gives a path and loops beside it. A flip of a strip exchanges used and unused edges
//! along its rim. From the pieces that flips of single squares leave, the engine searches breadth
//! first over all flips that do not raise the number of pieces, takes the first that lowers it, and
//! begins again, until one piece is left. It answers live, with that piece as the witness; dead if
//! a cell has too few exits, cells are cut off, or there is no flow; else unknown. That no strip
//! joins the loops is no proof that nothing does.

mod factor;
mod flip;

use std::collections::VecDeque;

use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limit, Outcome};
use deadmove_encodings::flow::{Flow, NoFlow};
use deadmove_encodings::graph::Graph;
use deadmove_encodings::join::join_pieces;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use crate::cheap;
use crate::graph::PositionGraph;
use crate::sat::colour_reason;
use factor::Pieces;
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
        let live_end = cells.vertex(position.board(), position.live_end());
        let strips = Squares::new(graph, &faces);
        match join(graph, &strips, live_end, &used, budget, candidates) {
            Ok(joined) => used = joined,
            Err(limit) => return Outcome::Unknown(limit),
        }
    }
    Outcome::Live(cells.moves(position, &used))
}

/// Joins all pieces of an edge set. `candidates` receives the number of edge sets that each join
/// took.
fn join(
    graph: &Graph,
    squares: &Squares,
    live_end: usize,
    used: &[bool],
    budget: &Budget,
    candidates: &mut Vec<usize>,
) -> Result<Vec<bool>, Limit> {
    let mut at: FixedBitSet = (0..used.len()).filter(|&edge| used[edge]).collect();
    at.grow(used.len());
    loop {
        candidates.push(0);
        let tried = candidates.last_mut().expect("it was pushed");
        let (joined, pieces) = next_join(graph, squares, live_end, at, budget, tried)?;
        if pieces == 1 {
            return Ok((0..used.len()).map(|edge| joined.contains(edge)).collect());
        }
        at = joined;
    }
}

/// The first edge set with fewer pieces, and how many it has, along flips that do not raise their
/// number.
fn next_join(
    graph: &Graph,
    squares: &Squares,
    live_end: usize,
    from: FixedBitSet,
    budget: &Budget,
    tried: &mut usize,
) -> Result<(FixedBitSet, usize), Limit> {
    let mut seen = FxHashSet::from_iter([from.clone()]);
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        budget.check_time()?;
        *tried += 1;
        let mut pieces = Pieces::new(graph, live_end, &at);
        let before = pieces.count;
        let mut found = None;
        squares.any_strip(&at, |rim| {
            let after = pieces.after(graph, &at, rim);
            if after > before {
                return false;
            }
            let mut next = at.clone();
            flip(&mut next, rim);
            if after < before {
                found = Some((next, after));
            } else if seen.len() < MOST_CANDIDATES && !seen.contains(&next) {
                seen.insert(next.clone());
                queue.push_back(next);
            }
            found.is_some()
        });
        if let Some(found) = found {
            return Ok(found);
        }
    }
    Err(if seen.len() < MOST_CANDIDATES { Limit::Unjoined } else { Limit::Candidates })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use deadmove_core::board::Board;

    use super::*;

    /// The edge sets of degree flows on boards with a row of blocked cells in the middle.
    fn flows() -> impl Iterator<Item = (PositionGraph, usize, FixedBitSet)> {
        (0..6).map(|blocked| {
            let cells: Vec<_> = (0..blocked).map(|column| (3 + column, 5)).collect();
            let end = if blocked % 2 == 0 { (11, 9) } else { (11, 8) };
            let board = Board::new(11, 9, Some((1, 1)), Some(end), &cells).unwrap();
            let position = Position::start(Arc::new(board));
            let cells = PositionGraph::new(&position);
            let flow = Flow::new(&cells.graph, || false).unwrap();
            let mut used = FixedBitSet::with_capacity(cells.graph.edges());
            used.extend((0..cells.graph.edges()).filter(|&edge| flow.used[edge]));
            let live_end = cells.vertex(position.board(), position.live_end());
            (cells, live_end, used)
        })
    }

    /// Lemmas 3 and 4 of docs/explanation/strips.md.
    #[test]
    fn a_flip_without_holes_changes_the_pieces_by_the_parity_of_its_squares() {
        let (cells, live_end, mut at) = flows().next().unwrap();
        let graph = &cells.graph;
        let squares = Squares::new(graph, &graph.faces());
        let (mut odd, mut even) = (0, 0);
        for turn in 0..200 {
            let mut pieces = Pieces::new(graph, live_end, &at);
            let mut all = Vec::new();
            squares.any_strip(&at, |rim| {
                let change = pieces.after(graph, &at, rim).abs_diff(pieces.count);
                let length = rim.len() / 2 - 1;
                assert_eq!(change % 2, length % 2, "{length} squares");
                assert!(length > 1 || change == 1, "one square joins or splits");
                *(if length % 2 == 1 { &mut odd } else { &mut even }) += 1;
                all.push(rim.to_vec());
                false
            });
            let Some(rim) = all.get(turn * 7 % all.len().max(1)) else { break };
            flip(&mut at, rim);
        }
        assert!(odd > 500 && even > 100, "{odd} odd, {even} even");
    }

    #[test]
    fn flips_keep_all_degrees_and_leave_as_many_pieces_as_foretold() {
        let (mut flips, mut lengths) = (0, FxHashSet::default());
        for (cells, live_end, start) in flows() {
            let graph = &cells.graph;
            let squares = Squares::new(graph, &graph.faces());
            let mut at = start;
            // A chain of edge sets: each is a flip of the one before.
            for turn in 0..40 {
                let mut pieces = Pieces::new(graph, live_end, &at);
                let mut all = Vec::new();
                squares.any_strip(&at, |rim| {
                    let mut next = at.clone();
                    flip(&mut next, rim);
                    let degree = |v| graph.edges_at(v).filter(|&e| next.contains(e)).count();
                    assert!((0..graph.vertices()).all(|v| degree(v) == graph.degree(v)));
                    let counted = Pieces::new(graph, live_end, &next).count;
                    assert_eq!(pieces.after(graph, &at, rim), counted);
                    lengths.insert(rim.len());
                    all.push(next);
                    false
                });
                let different: FxHashSet<&FixedBitSet> = all.iter().collect();
                assert_eq!(different.len(), all.len(), "no strip twice");
                flips += all.len();
                let count = all.len();
                let Some(next) = all.into_iter().nth(turn * 7 % count.max(1)) else { break };
                at = next;
            }
        }
        assert!(flips > 2_000 && lengths.len() >= 3, "{flips} flips, {lengths:?}");
    }
}
