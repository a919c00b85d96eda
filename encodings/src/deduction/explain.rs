//! The evidence of a step: what a person counts to see it.

use super::known::KnownEdges;
use super::{Because, Contradiction};
use crate::propagation::colour::DegreeFlow;
use crate::propagation::{EdgeCause, EdgeState};

/// Why a lemma decides an edge now.
///
/// # Panics
///
/// If it does not.
pub(super) fn because(known: &KnownEdges<'_>, edge: u32, is_in: bool, cause: EdgeCause) -> Because {
    let [a, b] = known.adjacency.ends[edge as usize].map(|v| v as usize);
    match cause {
        EdgeCause::Degree => {
            let vertex = known.degree_vertex(edge, is_in).expect("a vertex decides the edge");
            Because::Degree { vertex }
        }
        EdgeCause::SmallLoop => {
            let chain = known.chain(a, b, edge).expect("a chain between the ends of the edge");
            Because::SmallLoop { chain }
        }
        EdgeCause::TwoEdgeCut => {
            let region = two_edge_cut(known, edge).expect("a cut of two edges");
            Because::TwoEdgeCut { region }
        }
        EdgeCause::Colour => {
            let flow = known.flow().expect("an edge set with the wanted degrees");
            let (black, white) = (a, b);
            let (from, to) = if is_in { (white, black) } else { (black, white) };
            Because::Colour { region: closed(known, &flow, from, to) }
        }
        EdgeCause::Given => unreachable!("decided by nobody"),
    }
}

/// The cheapest contradiction, and among those of its kind the one with the smallest set.
///
/// # Panics
///
/// If there is none.
pub(super) fn contradiction(known: &KnownEdges<'_>) -> Contradiction {
    let vertices = known.adjacency.vertices();
    if let Some(vertex) = (0..vertices).find(|&v| known.is_short(v)) {
        return Contradiction::Degree { vertex };
    }
    if let Some(cycle) = known.small_loop() {
        return Contradiction::SmallLoop { cycle };
    }
    if let Some((vertices, door)) = known.cut_off() {
        return Contradiction::CutOff { vertices, door };
    }
    let region = known.flow().expect_err("a contradiction");
    Contradiction::Colour { region }
}

/// One side, the smaller, of a cut that only this edge and one other cross.
fn two_edge_cut(known: &KnownEdges<'_>, edge: u32) -> Option<Vec<usize>> {
    let adjacency = known.adjacency;
    let virtual_edge = adjacency.edges() as u32;
    // What can be reached without this edge and perhaps another one, and by which edge.
    let reach = |start: usize, other: Option<u32>| {
        let mut by = vec![None; adjacency.vertices()];
        let mut order = vec![start];
        let mut at = 0;
        while let Some(&v) = order.get(at) {
            at += 1;
            let links = adjacency.links(v).iter().map(|link| (link.to as usize, link.edge));
            let links = links.filter(|&(_, by)| known.state[by as usize] != EdgeState::Out);
            let extra = adjacency.other_path_end(v).map(|to| (to, virtual_edge));
            for (to, link) in links.chain(extra) {
                let exists = link != edge && Some(link) != other;
                if exists && to != start && by[to].is_none() {
                    by[to] = Some((v, link));
                    order.push(to);
                }
            }
        }
        (order, by)
    };
    let [a, b] = adjacency.ends[edge as usize].map(|v| v as usize);
    // The other edge of the cut is on every way from one end to the other.
    let (_, by) = reach(a, None);
    let mut best: Option<Vec<usize>> = None;
    let mut v = b;
    while let Some((from, link)) = by[v] {
        let (side, reached) = reach(a, Some(link));
        if reached[b].is_none() {
            let (other_side, _) = reach(b, Some(link));
            let smaller = if other_side.len() < side.len() { other_side } else { side };
            if best.as_ref().is_none_or(|best| smaller.len() < best.len()) {
                best = Some(smaller);
            }
        }
        v = from;
    }
    best
}

/// A region whose crossing edges cannot change: the vertices that can be reached from `to` in the
/// residual graph, or those that can reach `from`, whichever are fewer. The residual graph has an
/// edge from `from` to `to`, which leads into the one and out of the other.
fn closed(known: &KnownEdges<'_>, flow: &DegreeFlow, from: usize, to: usize) -> Vec<usize> {
    let adjacency = known.adjacency;
    let reach = |start: usize, backwards: bool| {
        let mut inside = vec![false; adjacency.vertices()];
        inside[start] = true;
        let mut stack = vec![start];
        while let Some(v) = stack.pop() {
            for link in adjacency.links(v) {
                // A black vertex is left by unused edges, a white one by used edges.
                let leaves = flow.uses(link.edge as usize) != adjacency.black[v];
                let next = link.to as usize;
                if known.is_undecided(link.edge) && leaves != backwards && !inside[next] {
                    inside[next] = true;
                    stack.push(next);
                }
            }
        }
        inside
    };
    let members =
        |inside: Vec<bool>| -> Vec<usize> { (0..inside.len()).filter(|&v| inside[v]).collect() };
    let (ahead, behind) = (members(reach(to, false)), members(reach(from, true)));
    if behind.len() < ahead.len() { behind } else { ahead }
}
