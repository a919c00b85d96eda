//! The evidence of a step: what a person counts to see it, and which decided edges that are.

use super::known::KnownEdges;
use super::{Because, Contradiction, Step};
use crate::propagation::adjacency::Link;
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
pub(super) fn contradiction(known: &mut KnownEdges<'_>) -> Contradiction {
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

/// The decided edges on which the evidence of a step rests, apart from a probe.
pub(super) fn antecedents(known: &KnownEdges<'_>, step: &Step) -> Vec<u32> {
    let state = |wanted: EdgeState| move |&edge: &u32| known.state[edge as usize] == wanted;
    match &step.because {
        Because::Degree { vertex } => {
            let links = known.adjacency.links(*vertex).iter().map(|link| link.edge);
            let wanted = if step.is_in { EdgeState::Out } else { EdgeState::In };
            links.filter(state(wanted)).collect()
        }
        Because::SmallLoop { chain } => in_chain(known, chain),
        Because::TwoEdgeCut { region } => missing(known, region, None),
        Because::Colour { region } => {
            let black = known.adjacency.ends[step.edge][0] as usize;
            counted(known, region, region.contains(&black) == step.is_in)
        }
        Because::Probe { .. } => Vec::new(),
    }
}

/// The decided edges on which some contradiction rests, one that rests on few.
///
/// # Panics
///
/// If there is none.
pub(super) fn conflicting(known: &mut KnownEdges<'_>) -> Vec<u32> {
    let cut_off = known.branches();
    let known = &*known;
    let adjacency = known.adjacency;
    let short = (0..adjacency.vertices()).filter(|&v| known.is_short(v)).map(|v| {
        let (state, count) = match known.left[v] < adjacency.degree[v] {
            true => {
                let links = adjacency.links(v).len() as u8;
                (EdgeState::Out, (links + 1).saturating_sub(adjacency.degree[v]))
            }
            false => (EdgeState::In, adjacency.degree[v] + 1),
        };
        let links = adjacency.links(v).iter().map(|link| link.edge);
        links.filter(|&edge| known.state[edge as usize] == state).take(count.into()).collect()
    });
    let cut_off = cut_off.iter().map(|(region, door)| {
        let all = missing(known, region, *door);
        let fewer = door.is_none().then(|| with_a_door(known, region.len(), &all)).flatten();
        fewer.unwrap_or(all)
    });
    let all = short.chain(cut_off);
    let all = all.chain(known.small_loop().map(|mut cycle| {
        cycle.push(cycle[0]);
        in_chain(known, &cycle)
    }));
    // Among several with as few, one of edges with small numbers, in whatever order they are found.
    let fewest = all.min_by_key(|edges: &Vec<u32>| (edges.len(), edges.iter().max().copied()));
    fewest.unwrap_or_else(|| {
        let region = known.flow().expect_err("a contradiction");
        counted(known, &region, lacks_black(known, &region))
    })
}

/// The edges along a chain that are in.
fn in_chain(known: &KnownEdges<'_>, chain: &[usize]) -> Vec<u32> {
    let edges = chain.windows(2).flat_map(|pair| {
        let links = known.adjacency.links(pair[0]).iter();
        links.filter(|link| link.to as usize == pair[1]).map(|link| link.edge)
    });
    edges.filter(|&edge| known.state[edge as usize] == EdgeState::In).collect()
}

/// The edges that are out and would leave a region elsewhere than by its door.
fn missing(known: &KnownEdges<'_>, region: &[usize], door: Option<usize>) -> Vec<u32> {
    let leaving = leaving(known, region).filter(|(_, link)| Some(link.to as usize) != door);
    let edges = leaving.map(|(_, link)| link.edge);
    edges.filter(|&edge| known.state[edge as usize] == EdgeState::Out).collect()
}

/// Of edges that are out around a region, those that still cut it off, or the region without one
/// vertex, if one vertex may join it to the others.
fn with_a_door(known: &KnownEdges<'_>, vertices: usize, missing: &[u32]) -> Option<Vec<u32>> {
    if vertices < 2 || vertices + 2 > known.adjacency.vertices() {
        return None;
    }
    let ends = |edge: u32| known.adjacency.ends[edge as usize];
    let without = |door| missing.iter().copied().filter(|&e| !ends(e).contains(&door)).collect();
    let all = missing.iter().flat_map(|&edge| ends(edge)).map(without);
    all.min_by_key(|edges: &Vec<u32>| (edges.len(), edges.iter().max().copied()))
}

/// The decided edges because of which a region gives less black than it could, or less white.
fn counted(known: &KnownEdges<'_>, region: &[usize], black: bool) -> Vec<u32> {
    let less = |&(v, link): &(usize, Link)| {
        let lost = known.adjacency.black[v] == black;
        known.state[link.edge as usize] == if lost { EdgeState::Out } else { EdgeState::In }
    };
    leaving(known, region).filter(less).map(|(_, link)| link.edge).collect()
}

/// Whether the degrees in a region require more black ends, less the white ones, of the edges that
/// leave it than these can have.
fn lacks_black(known: &KnownEdges<'_>, region: &[usize]) -> bool {
    let sign = |v: usize| if known.adjacency.black[v] { 1 } else { -1 };
    let needed: i32 = region.iter().map(|&v| sign(v) * i32::from(known.adjacency.degree[v])).sum();
    let most = leaving(known, region).map(|(v, link)| match known.state[link.edge as usize] {
        EdgeState::In => sign(v),
        EdgeState::Undecided => sign(v).max(0),
        EdgeState::Out => 0,
    });
    needed > most.sum()
}

/// The links that leave a region, with the vertex where each begins.
fn leaving<'k>(
    known: &'k KnownEdges<'_>,
    region: &'k [usize],
) -> impl Iterator<Item = (usize, Link)> + 'k {
    let mut inside = vec![false; known.adjacency.vertices()];
    region.iter().for_each(|&v| inside[v] = true);
    let links = region.iter().flat_map(|&v| known.adjacency.links(v).iter().map(move |&l| (v, l)));
    links.filter(move |(_, link)| !inside[link.to as usize])
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
